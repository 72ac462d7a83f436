"""Five forgotten board games that survive only as patents, playable again."""

from collections.abc import Sequence
from typing import Any

import parlour.games  # noqa: F401  the folder first: the function of that name takes its place below
from parlour.engine.game import Game, find_game, games
from parlour.engine.moves import Action
from parlour.engine.play import IllegalAction, Play
from parlour.engine.record import RecordError
from parlour.engine.replay import read_record as load
from parlour.engine.view import View

__all__ = ["Action", "Game", "IllegalAction", "Play", "RecordError", "View", "games", "load", "new"]


def new(game: str, preset: str | None = None, names: Sequence[str] = (), **options: Any) -> Play:
    """Start a play: `parlour.new("quatro", players=3, cube=True)`."""
    found = find_game(game)
    return Play(found, found.settle(preset, **options), names)
