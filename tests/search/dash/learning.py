"""What a net learns about Dash: who wins. What every step counts is known."""

from typing import Any

from parlour.engine.contract import Points, Record, kind
from parlour.engine.options import Values
from tests.search.dash.rules import STEP

__all__ = ["INPUTS", "KINDS", "SHARES", "SHORTLIST", "STEPS", "family", "features", "kind", "results", "value"]

INPUTS = 2
KINDS = 1
SHARES = 1
STEPS = 15
SHORTLIST = 0


def family(values: Values) -> str | None:
    return f"{values['players']}" if values["rounds"] == 2 else None


def features(s: Record, o: Record, seat: int, out: Any) -> None:
    out[0] = s.turns / 6
    out[1] = 1.0 if s.to_move < 0 else 0.0


def results(s: Record, o: Record, points: Points, shares: Any) -> None:
    for seat in range(o.players):
        shares[seat, 0] = points[seat] - STEP * s.at[seat]


def value(s: Record, o: Record, shares: Any, points: Points) -> None:
    for seat in range(o.players):
        points[seat] = shares[seat, 0] + STEP * s.at[seat]
