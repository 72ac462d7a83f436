"""What is good in Pig: written like rules, and compiled with them."""

from parlour.engine.codes import Codes, code
from parlour.engine.contract import Record, Terms, overlooks, worth

__all__ = ["WEIGHTS", "Term", "judge", "overlooks", "row", "worth"]  # how a sum is worth points is the engine's


class Term(Codes):
    """What counts, each as a share of the target."""

    BANKED = code("points that are safe")
    GATHERED = code("points of this turn, as far as they are worth the risk")
    AHEAD = code("how far a seat is ahead of the best of the others")


# How much each term counts, in the logarithm of the chance to win: one die, two dice
WEIGHTS = {"banked": (4.0, 4.0), "gathered": (3.4, 3.4), "ahead": (3.0, 3.0)}

DARE = 20  # points gathered beyond which another roll loses more than it brings, on average


def row(o: Record) -> int:
    """Which of the weights go with these options."""
    return o.dice - 1


def judge(s: Record, o: Record, terms: Terms) -> None:
    for seat in range(o.players):
        others = 0
        for other in range(o.players):
            if other != seat:
                others = max(others, s.banked[other])
        terms[seat, Term.BANKED] = s.banked[seat] / o.target
        terms[seat, Term.AHEAD] = (s.banked[seat] - others) / o.target
    if s.turn >= 0:
        terms[s.turn, Term.GATHERED] = s.gathered * (2.0 - min(2.0, s.gathered / DARE)) / o.target
