"""Noughts and crosses for the solver: no key of its own, several marks a turn if asked, and ways to be unsolvable."""

import sys
from collections.abc import Mapping

import numpy as np

from parlour.engine.contract import CHANCE, OVER, Flags, Points, Record, Weights
from parlour.engine.game import Game
from parlour.engine.options import Flag, Option, Whole
from parlour.engine.scene import Scene

SEATS, ACTIONS, OUTCOMES = 2, 10, 1
PASS = 9
LINES = np.array([0o007, 0o070, 0o700, 0o111, 0o222, 0o444, 0o421, 0o124])
OPTIONS = np.dtype(
    [("players", np.int16), ("marks", np.int16), ("waiting", np.int16), ("coin", np.int16)],
    align=True,
)
STATE = np.dtype(
    [
        ("to_move", np.int16),
        ("turn", np.int16),
        ("turns", np.int32),
        ("marked", np.int16, (2,)),  # each seat's squares, as bits
        ("left", np.int16),  # marks still to be made this turn
        ("tossed", np.int16),
    ],
    align=True,
)


def setup(s: Record, o: Record) -> None:
    s.left = o.marks
    s.turns = 1


def legal(s: Record, o: Record, mask: Flags) -> int:
    n = 0
    if s.to_move < 0:
        return 0
    for square in range(0 if o.waiting else 9):
        if not (s.marked[0] | s.marked[1]) >> square & 1:
            mask[square] = 1
            n += 1
    if o.waiting:
        mask[PASS] = 1
        n += 1
    return n


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


done = label = sentence = write


def outcome(s: Record, o: Record, code: int) -> str:
    return "toss"


def asked(s: Record, o: Record) -> str:
    return "Mark a square."


def read(s: Record, o: Record, token: str, known: Mapping[str, int]) -> list[int]:
    return []


def split(text: str) -> list[str]:
    return text.split()


def join(tokens: list[str]) -> str:
    return " ".join(tokens)


def write_position(s: Record, o: Record) -> str:
    return f"noughts={s.marked[0]:o} crosses={s.marked[1]:o}"


def touches(s: Record, o: Record, action: int) -> list[str]:
    return [f"square:{action}"]


def sketch(s: Record, o: Record) -> str:
    return ""


def scene(s: Record, o: Record, seat: int | None) -> Scene:
    return Scene("Noughts", "", 10, 10, ())


_module = sys.modules[__name__]
GAME = Game(
    name="noughts",
    title="Noughts",
    line="Three in a line.",
    source="everybody",
    version=1,
    players=(2,),
    rules=_module,
    text=_module,
    notation=_module,
    drawing=_module,
    declared=(
        Option("marks", Whole(1, 3), 1, "marks in a turn"),
        Option("waiting", Flag(), False, "whether all one may do is to pass, for ever"),
        Option("coin", Flag(), False, "whether a coin is tossed after the first turn"),
    ),
)
