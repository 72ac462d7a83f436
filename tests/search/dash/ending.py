"""What is known of Dash: whoever lies on the ground before the very last turn can only walk, and then it is over."""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from parlour.engine.contract import Record
from parlour.engine.options import Values
from tests.search.dash.learning import family
from tests.search.dash.rules import STEP

__all__ = ["NO_TABLE", "Table", "build", "family", "foretell", "is_near", "walk"]


class Table(NamedTuple):
    walks: NDArray[np.int16]  # how far a walk leads, by turns that are left


NO_TABLE = Table(np.zeros(0, np.int16))


def walk() -> int:
    return 2


def build(values: Values, functions: Any) -> Table:
    return Table(np.array([functions.walk() * n for n in range(2)], np.int16))


def is_near(s: Record, o: Record) -> bool:
    return bool(s.turns >= o.players * o.rounds - 1)


def foretell(s: Record, o: Record, table: Any, shares: Any) -> bool:
    if s.to_move < 0 or s.turns < o.players * o.rounds or not s.down[s.turn]:
        return False
    most = s.at[s.turn] + table.walks[1]
    for seat in range(o.players):
        if seat != s.turn:
            most = max(most, s.at[seat])
    first = 0
    for seat in range(o.players):
        first += s.at[seat] + (table.walks[1] if seat == s.turn else 0) == most
    for seat in range(o.players):
        gone = table.walks[1] if seat == s.turn else 0
        shares[seat, 0] = STEP * gone + (1 / first if s.at[seat] + gone == most else 0.0)
    return True
