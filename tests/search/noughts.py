"""Noughts and crosses for the solver: no key of its own, several marks a turn if asked, and ways to be unsolvable."""

import sys

import numpy as np

from parlour.engine.bits import allow, allow_bits
from parlour.engine.codes import Codes, code, run
from parlour.engine.contract import CHANCE, OVER, Actions, Points, Record, Weights
from parlour.engine.fields import Field, Named
from parlour.engine.game import Game
from parlour.engine.hooks import Drawing, Notation, Text
from parlour.engine.options import Flag, Option, Whole
from parlour.engine.scene import Scene

PASS = 9
LINES = np.array([0o007, 0o070, 0o700, 0o111, 0o222, 0o444, 0o421, 0o124])


class Action(Codes):
    MARK = run(9, "that square")
    PASS = code("nothing")


class Outcome(Codes):
    TOSS = code("a coin falls")


class Event(Codes):
    """Nobody tells of anything."""


STATE = (
    Field("turn", Named(("noughts", "crosses")), "whose turn it is"),
    Field("turns", Whole(0, 10**9), "turns begun"),
    Field("marked", Whole(0, 0o777), "each seat's squares, as bits", 2),
    Field("left", Whole(0, 3), "marks still to be made this turn"),
    Field("tossed", Whole(0, 1), "the coin has fallen"),
)


def setup(s: Record, o: Record) -> None:
    s.left = o.marks
    s.turns = 1


def legal(s: Record, o: Record, actions: Actions) -> None:
    if s.to_move >= 0:
        if o.waiting:
            allow(actions, PASS)
        else:
            allow_bits(actions, 0, 0o777 & ~(s.marked[0] | s.marked[1]))


def chance(s: Record, o: Record, weights: Weights) -> int:
    weights[0] = 1
    return 1


def apply(s: Record, o: Record, action: int) -> None:
    if s.to_move == CHANCE:
        s.tossed = 1
        begin_turn(s, o)
        return
    if action != PASS:
        s.marked[s.turn] |= 1 << action
    s.left -= 1
    if has_line(s.marked[s.turn]) or s.marked[0] | s.marked[1] == 0o777:
        s.to_move = OVER
    elif s.left == 0:
        if o.coin and not s.tossed:
            s.to_move = CHANCE
        else:
            begin_turn(s, o)


def begin_turn(s: Record, o: Record) -> None:
    s.turn = 1 - s.turn
    s.to_move = s.turn
    s.turns += 1
    s.left = o.marks


def has_line(marked: int) -> bool:
    whole = 0
    for line in LINES:
        whole += marked & line == line
    return whole > 0


def score(s: Record, o: Record, points: Points) -> None:
    for seat in range(2):
        points[seat] = 1 if has_line(s.marked[seat]) else 0


def seat(s: Record, o: Record, number: int) -> str:
    return ("Noughts", "Crosses")[number]


def write(s: Record, o: Record, action: int) -> str:
    return "pass" if action == PASS else str(action + 1)


def outcome(s: Record, o: Record, code: int) -> str:
    return "toss"


def asked(s: Record, o: Record) -> str:
    return "Mark a square."


def event(s: Record, o: Record, kind: int, a: int, b: int, c: int) -> str:
    raise ValueError(f"no words for event {kind}")


def touches(s: Record, o: Record, action: int) -> list[str]:
    return [f"square:{action}"]


def sketch(s: Record, o: Record) -> str:
    return ""


def scene(s: Record, o: Record, seat: int | None) -> Scene:
    return Scene("Noughts", "", 10, 10, ())


GAME = Game(
    name="noughts",
    title="Noughts",
    line="Three in a line.",
    version=1,
    players=(2,),
    rules=sys.modules[__name__],
    state=STATE,
    actions=Action,
    outcomes=Outcome,
    events=Event,
    text=Text(seat=seat, label=write, sentence=write, outcome=outcome, event=event, asked=asked),
    notation=Notation(write=write, outcome=outcome),
    drawing=Drawing(scene=scene, touches=touches, sketch=sketch),
    declared=(
        Option("marks", Whole(1, 3), 1, "marks in a turn"),
        Option("waiting", Flag(), False, "whether all one may do is to pass, for ever"),
        Option("coin", Flag(), False, "whether a coin is tossed after the first turn"),
    ),
)
