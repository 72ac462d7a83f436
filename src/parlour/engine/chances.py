"""Chances: what points stand for where a play can only be won, shared or lost.

A game whose points are such tells by `Game.chance` how a chance of winning is read off them: the chance of somebody who
can expect 0 points, and what each point adds to it. Where points are stakes, there is no such thing.
"""

from parlour.engine.options import Values

Chance = tuple[float, float]  # at 0 points, and for each point


def points_only(values: Values) -> Chance | None:
    """Points are stakes, or add up over several games."""
    return None


def winner_takes_all(values: Values) -> Chance | None:
    """The winner gets 1, the others share -1."""
    players = int(values["players"])
    return None if players == 1 else (1 / players, 1 - 1 / players)
