"""Tests run with bounds checks in compiled code, compiled once before the workers start."""

import os
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context

os.environ["NUMBA_BOUNDSCHECK"] = "1"

import pytest


def pytest_configure(config: pytest.Config) -> None:
    if hasattr(config, "workerinput"):
        return
    from parlour.engine.game import games

    with ProcessPoolExecutor(os.cpu_count(), get_context("spawn")) as pool:
        list(pool.map(warm, games()))


def warm(name: str) -> None:
    """Compile into the cache on disk what the tests of a game call."""
    from parlour.engine.game import find_game
    from parlour.search.simulate import perft, random_games, random_trace
    from parlour.search.warming import make_ready

    game = find_game(name)
    make_ready(game)
    options = game.encode(game.settle())
    states, _ = random_trace(game, options, seed=0, limit=10)
    perft(game, states, options, depth=1)
    random_games(game, options, games=1, seed=0, limit=1)
