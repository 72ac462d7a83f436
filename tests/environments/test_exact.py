"""True values: what the environment tells of actions is what perfect play comes to."""

import subprocess
import sys
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
import pytest

from parlour.engine.options import OptionError
from parlour.environments import BadInput
from parlour.environments.gymnasium import Seat
from parlour.search.solver import Solver
from tests.form import samples

ROOT = Path(__file__).parents[2]


def test_values_are_those_of_the_solver() -> None:
    game = Seat("stencil", exact=True)
    _, info = game.reset(seed=1)
    play = game.table.as_play()
    moves = Solver(play.game, play.values).solve(play).moves
    for action in play.legal:
        assert info["action_values"][action.code] == {1: 1.0, 0: 0.5, -1: 0.0}[int(np.sign(moves[action.notation]))]
    assert np.array_equal(np.isfinite(info["action_values"]), info["action_mask"] == 1)


def test_no_opponent_takes_away_what_an_action_is_worth() -> None:
    """After any action whoever is asked next has at least its value, and the points in the end are no less."""
    game: Any = gymnasium.make("parlour/stencil-v1", exact=True, seat=1, unfinished="half").unwrapped
    rng = np.random.default_rng(4)
    for seed in range(samples(1, 30)):
        _, info = game.reset(seed=seed)
        terminated = False
        while not terminated:
            values = info["action_values"]
            action = rng.choice(np.flatnonzero(info["action_mask"]))
            _, reward, terminated, _, info = game.step(action)
            assert info["regret"] == np.nanmax(values) - values[action]
            best_now = reward if terminated else np.nanmax(info["action_values"])
            assert best_now >= values[action]


def test_whoever_never_regrets_never_gets_less_than_the_game_is_worth() -> None:
    game: Any = Seat("stencil", exact=True, unfinished="half")
    for seed in range(samples(1, 30)):
        _, info = game.reset(seed=seed)
        worth = np.nanmax(info["action_values"])
        terminated = False
        while not terminated:
            _, reward, terminated, _, info = game.step(np.nanargmax(info["action_values"]))
            assert info["regret"] == 0
        assert reward >= worth


@pytest.mark.thorough
def test_the_example_prints_what_the_page_shows() -> None:
    done = subprocess.run(
        [sys.executable, str(ROOT / "docs" / "examples" / "regret.py"), "--bots", "random,pip", "--plays", "10"],
        capture_output=True,
        text=True,
        check=True,
    )
    shown = (ROOT / "docs" / "research.md").read_text(encoding="utf-8")
    assert len(done.stdout.splitlines()) == 3
    assert done.stdout in shown


def test_a_game_that_cannot_be_solved_says_so() -> None:
    with pytest.raises(BadInput, match="Quatro has no exact values: expected a game that can be solved"):
        Seat("quatro", exact=True)
    with pytest.raises(OptionError, match="games"):
        Seat("stencil", exact=True, games=5000)
    assert "action_values" not in Seat("stencil").reset(seed=1)[1]
