"""What a net looks at in Quatro and backgammon, and what it answers: who wins, and how much the others lose by."""

from typing import Any

from parlour.engine.contract import Points, Record
from parlour.engine.options import Values
from parlour.games.quatro.observing import PARTS, observe_boards, observe_men
from parlour.games.quatro.stakes import weigh_stakes
from parlour.games.quatro.standing import is_race

__all__ = ["INPUTS", "KINDS", "SHARES", "SHORTLIST", "STEPS", "family", "features", "kind", "results", "value"]

INPUTS = sum(part.size for part in PARTS)
KINDS = 2  # while men may meet, and a mere race
SHARES = 4  # wins; loses more than single, more than double, more than treble
STEPS = 15
SHORTLIST = 8
FAMILIES = {2: "two", 3: "three", 4: "four"}


def family(values: Values) -> str | None:
    """None for teams, and where players may leave others behind: it was trained on no such play."""
    if values["teams"] or (values["cube"] and values["players"] > 2):
        return None
    if values["ruleset"] != "quatro":
        return str(values["ruleset"])
    return FAMILIES[values["players"]]


def features(s: Record, o: Record, seat: int, out: Any) -> None:
    own = max(0, s.board)
    observe_boards(s, o, seat, own, out)
    observe_men(s, o, own, out)


def kind(s: Record, o: Record) -> int:
    return 1 if is_race(s, o) else 0


def results(s: Record, o: Record, points: Points, shares: Any) -> None:
    for seat in range(o.players):
        if s.received[seat] > 0:
            shares[seat, 0] = 1.0
        for more in range(1, SHARES):
            if s.paid[seat] > more:
                shares[seat, more] = 1.0


def value(s: Record, o: Record, shares: Any, points: Points) -> None:
    for seat in range(o.players):
        more = shares[seat, 1] + shares[seat, 2] + shares[seat, 3]
        points[seat] = 1.0 + min(3.0, more / max(0.01, 1.0 - shares[seat, 0]))
    weigh_stakes(s, o, shares[:, 0], points, is_race(s, o))
