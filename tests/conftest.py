"""Tests run with bounds checks in compiled code, compiled once before the workers start."""

import os

os.environ["NUMBA_BOUNDSCHECK"] = "1"

import pytest


def pytest_configure(config: pytest.Config) -> None:
    if hasattr(config, "workerinput"):
        return
    from parlour.engine.game import games
    from parlour.search.simulate import random_trace

    for game in games().values():
        game.warm()
        random_trace(game, game.encode(game.settle()), seed=0, limit=10)
