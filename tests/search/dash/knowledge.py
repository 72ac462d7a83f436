"""What there is to know about Dash."""

from math import exp

import numpy as np
from numpy.typing import NDArray

from parlour.engine.contract import Points, Record
from tests.search.dash.rules import STEP, TRIP

TERMS = ("ground", "fallen")
WEIGHTS = [[0.8, -0.4], [0.5, -0.6]]  # one turn each, more


def row(o: Record) -> int:
    return int(o.rounds > 1)


def judge(s: Record, o: Record, terms: NDArray[np.float64]) -> None:
    for seat in range(o.players):
        terms[seat, 0] = s.at[seat]
        terms[seat, 1] = s.down[seat]


def worth(s: Record, o: Record, strengths: NDArray[np.float64], points: Points) -> None:
    total = 0.0
    for seat in range(o.players):
        total += exp(strengths[seat])
    for seat in range(o.players):
        points[seat] = STEP * s.at[seat] + exp(strengths[seat]) / total


def overlooks(s: Record, o: Record, action: int, sight: int) -> bool:
    """The short-sighted never think of tripping anybody up, the blind of nothing."""
    return sight < 0 or (sight == 0 and action == TRIP)
