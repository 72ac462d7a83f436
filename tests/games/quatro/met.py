"""States met in random play, under options of every kind."""

import random
from functools import cache
from typing import Any

from numpy.typing import NDArray

from parlour.engine.options import sample_options
from parlour.games.quatro import GAME
from parlour.search.simulate import random_trace

TABLES: tuple[dict[str, Any], ...] = (
    {},
    {"players": 3, "match": "series"},
    {"players": 3, "seat_draft": "choose", "cube": True},
    {"players": 2, "pairing": "CB", "combined_entry": False},
    {"cube": True, "decline_cost": "by_position", "match": "points", "seat_rotation": "cyclic", "turn_cap": 25},
    {"teams": True, "team_win": "both_out", "cube": True},
    {"teams": True, "team_contact": "hostile", "touch_owned": False},
    {"players": 2, "ruleset": "backgammon24", "cube": True, "match": "points", "turn_cap": 40},
)


@cache
def traces() -> tuple[tuple[dict[str, Any], NDArray[Any], NDArray[Any]], ...]:
    """Random plays: the options as values and as record, and the states met."""
    rng = random.Random("positions")
    found = []
    chosen = [GAME.settle(**table) for table in TABLES]
    chosen += [sample_options(GAME.options, rng, {}, GAME.check) for _ in range(32)]
    for seed, values in enumerate(chosen):
        options = GAME.encode(values)
        states, _ = random_trace(GAME, options, seed, limit=400)
        found.append((values, options, states))
    return tuple(found)
