"""Noughts and crosses in which a loss costs what a win brings, so that a draw is worth defending."""

import sys
from dataclasses import replace

from parlour.engine.contract import Points, Record
from tests.search import noughts
from tests.search.noughts import apply, chance, has_line, legal, setup

__all__ = ["apply", "chance", "legal", "score", "setup"]


def score(s: Record, o: Record, points: Points) -> None:
    for seat in range(2):
        points[seat] = has_line(s.marked[seat]) * 1 - has_line(s.marked[1 - seat]) * 1


GAME = replace(noughts.GAME, name="crosses", title="Crosses", rules=sys.modules[__name__])
