"""A tiny game for three: take one or two from a heap; who takes the last wins. All its modules in one.

Unlike the real games it has moves written as numbers, no events, no hints, no presets and no page.
"""

import sys

from parlour.engine.bits import allow_run
from parlour.engine.codes import Codes, run
from parlour.engine.contract import OVER, Actions, Points, Record, Weights
from parlour.engine.fields import Field
from parlour.engine.game import Game
from parlour.engine.hooks import Drawing, Notation, Text
from parlour.engine.options import Option, Whole
from parlour.engine.scene import Scene


class Action(Codes):
    TAKE = run(100, "so many, and one more")


class Outcome(Codes):
    """Nothing is left to chance."""


class Event(Codes):
    """Nobody tells of anything."""


STATE = (
    Field("heap", Whole(0, 200), "what is left", told=lambda s, o: True),
    Field("turn", Whole(0, 2), "whose turn it is", derived=True),
    Field("turns", Whole(0, 200), "turns begun", derived=True),
)


def setup(s: Record, o: Record) -> None:
    s.heap = o.heap
    s.turns = 1


def legal(s: Record, o: Record, actions: Actions) -> None:
    if s.to_move != OVER:
        allow_run(actions, Action.TAKE, min(s.heap, o.most))


def chance(s: Record, o: Record, weights: Weights) -> int:
    return 0


def apply(s: Record, o: Record, action: int) -> None:
    s.heap -= action + 1
    if s.heap == 0:
        s.to_move = OVER
    else:
        s.to_move = s.turn = (s.turn + 1) % 3
        s.turns += 1


def score(s: Record, o: Record, points: Points) -> None:
    points[s.turn] = 1


def seat(s: Record, o: Record, number: int) -> str:
    return f"Seat {number + 1}"


def write(s: Record, o: Record, action: int) -> str:
    return str(action + 1)


def label(s: Record, o: Record, action: int) -> str:
    return f"take {action + 1}"


def asked(s: Record, o: Record) -> str:
    return f"Take from a heap of {s.heap}."


def outcome(s: Record, o: Record, code: int) -> str:
    raise ValueError(f"no words for outcome {code}")


def event(s: Record, o: Record, kind: int, a: int, b: int, c: int) -> str:
    raise ValueError(f"no words for event {kind}")


def touches(s: Record, o: Record, action: int) -> list[str]:
    return [f"take:{action}"]


def sketch(s: Record, o: Record) -> str:
    return "o" * int(s.heap)


def scene(s: Record, o: Record, seat: int | None) -> Scene:
    return Scene("Heap", "", 10, 10, ())


GAME = Game(
    name="heap",
    title="Heap",
    line="Take the last.",
    version=1,
    players=(3,),
    rules=sys.modules[__name__],
    state=STATE,
    actions=Action,
    outcomes=Outcome,
    events=Event,
    text=Text(seat=seat, label=label, sentence=label, outcome=outcome, event=event, asked=asked),
    notation=Notation(write=write, outcome=outcome),
    drawing=Drawing(scene=scene, touches=touches, sketch=sketch),
    declared=(Option("heap", Whole(1, 200), 5, "how many"), Option("most", Whole(1, 100), 2, "how many at once")),
)
