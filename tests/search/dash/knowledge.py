"""What there is to know about Dash."""

from math import exp

from parlour.engine.codes import Codes, code
from parlour.engine.contract import Points, Record, Strengths, Terms
from tests.search.dash.rules import STEP, TRIP


class Term(Codes):
    GROUND = code("how far a seat has come")
    FALLEN = code("whether it lies on the ground")


WEIGHTS = {"ground": (0.8, 0.5), "fallen": (-0.4, -0.6)}  # one turn each, more


def row(o: Record) -> int:
    return int(o.rounds > 1)


def judge(s: Record, o: Record, terms: Terms) -> None:
    for seat in range(o.players):
        terms[seat, Term.GROUND] = s.at[seat]
        terms[seat, Term.FALLEN] = s.down[seat]


def worth(s: Record, o: Record, strengths: Strengths, points: Points) -> None:
    total = 0.0
    for seat in range(o.players):
        total += exp(strengths[seat])
    for seat in range(o.players):
        points[seat] = STEP * s.at[seat] + exp(strengths[seat]) / total


def overlooks(s: Record, o: Record, action: int, sight: int) -> bool:
    """The short-sighted never think of tripping anybody up, the blind of nothing."""
    return sight < 0 or (sight == 0 and action == TRIP)
