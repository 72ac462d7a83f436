"""What a net looks at in Vendetta besides the terms of its knowledge; it answers who wins."""

from typing import Any

from parlour.engine.contract import Record, kind, results, value
from parlour.engine.options import Values, are_usual
from parlour.games.vendetta.observing import GODFATHERS, HITS, PARTS, PHASE, PROGRESS, observe_track
from parlour.games.vendetta.options import OPTIONS
from parlour.games.vendetta.state import GODFATHER, LOST

__all__ = ["INPUTS", "KINDS", "SHARES", "SHORTLIST", "STEPS", "family", "features", "kind", "results", "value"]

INPUTS = sum(part.size for part in PARTS)
KINDS = 1
SHARES = 1
STEPS = 15
SHORTLIST = 0
ALIKE = ("theme", "first_player", "turn_limit")  # options that do not change what is good play


def family(values: Values) -> str | None:
    """By the number of seats, under the usual rules."""
    return str(values["players"]) if are_usual(OPTIONS, values, ALIKE) else None


def features(s: Record, o: Record, seat: int, out: Any) -> None:
    out[PHASE + s.phase] = 1.0
    for i in range(o.players):
        out[GODFATHERS + PROGRESS * i + s.pos[(seat + i) % o.players, GODFATHER] - LOST] = 1.0
    observe_track(s, o, seat, out)
    out[HITS] = s.hits / 2
