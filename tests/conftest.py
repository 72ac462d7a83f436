"""Tests run with bounds checks in compiled code, compiled once before the workers start."""

import os

os.environ["NUMBA_BOUNDSCHECK"] = "1"

import pytest


def pytest_configure(config: pytest.Config) -> None:
    if hasattr(config, "workerinput"):
        return
    from parlour.engine.game import find_game, games
    from parlour.search.simulate import perft, random_trace
    from parlour.search.solver import Solver

    for game in games().values():
        game.warm()
        options = game.encode(game.settle())
        states, _ = random_trace(game, options, seed=0, limit=10)
        perft(game, states, options, depth=1)
    stencil = find_game("stencil")
    Solver(stencil, stencil.settle()).warm()
