"""A tiny game for three: take one or two from a heap; who takes the last wins. All its modules in one.

Unlike the real games it has moves written as numbers, no events, no hints, no presets and no page.
"""

import sys
from collections.abc import Mapping

import numpy as np

from parlour.engine.contract import OVER, Flags, Points, Record, Weights
from parlour.engine.game import Game
from parlour.engine.options import Option, Whole
from parlour.engine.scene import Scene

SEATS, ACTIONS, OUTCOMES = 3, 100, 1
OPTIONS = np.dtype([("players", np.int16), ("heap", np.int16), ("most", np.int16)], align=True)
STATE = np.dtype([("to_move", np.int16), ("turn", np.int16), ("turns", np.int16), ("heap", np.int16)], align=True)


def setup(s: Record, o: Record) -> None:
    s.heap = o.heap
    s.turns = 1


def legal(s: Record, o: Record, mask: Flags) -> int:
    n = 0 if s.to_move == OVER else min(s.heap, o.most)
    for take in range(n):
        mask[take] = 1
    return n


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


done = write


def label(s: Record, o: Record, action: int) -> str:
    return f"take {action + 1}"


sentence = label


def asked(s: Record, o: Record) -> str:
    return f"Take from a heap of {s.heap}."


def read(s: Record, o: Record, token: str, known: Mapping[str, int]) -> list[int]:
    return []


def split(text: str) -> list[str]:
    return text.split()


def join(tokens: list[str]) -> str:
    return " ".join(tokens)


def write_position(s: Record, o: Record) -> str:
    return f"heap={s.heap}"


def touches(s: Record, o: Record, action: int) -> list[str]:
    return [f"take:{action}"]


def sketch(s: Record, o: Record) -> str:
    return "o" * int(s.heap)


def scene(s: Record, o: Record, seat: int | None) -> Scene:
    return Scene("Heap", "", 10, 10, ())


_module = sys.modules[__name__]
GAME = Game(
    name="heap",
    title="Heap",
    line="Take the last.",
    source="nobody",
    version=1,
    players=(3,),
    rules=_module,
    text=_module,
    notation=_module,
    drawing=_module,
    declared=(Option("heap", Whole(1, 200), 5, "how many"), Option("most", Whole(1, 100), 2, "how many at once")),
)
