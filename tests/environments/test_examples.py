"""The programs of docs/examples play and learn, in a short form."""

import subprocess
import sys
from pathlib import Path

import pytest

from tests.tools import WITH_TORCH

EXAMPLES = Path(__file__).parents[2] / "docs" / "examples"


def run(name: str, *given: str) -> str:
    done = subprocess.run(
        [sys.executable, str(EXAMPLES / name), *given], capture_output=True, text=True, check=False, timeout=600
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_the_tree_search_of_openspiel_plays_vendetta_to_the_end() -> None:
    *plays, result = run("openspiel_mcts.py", "--plays", "1", "--simulations", "2").splitlines()
    assert len(plays) == 1
    assert plays[0].startswith("play 1: ")
    assert result in ("The search won 0 of 1.", "The search won 0.5 of 1.", "The search won 1 of 1.")


if WITH_TORCH:

    @pytest.mark.thorough
    def test_a_learner_soon_beats_who_plays_at_random() -> None:
        told = run("learner.py", "--rounds", "20", "--plays", "60", "--opponents", "random").splitlines()[-1]
        share, _, rest = told.partition("% against random ")
        assert rest == "in 60 plays"
        assert float(share) > 60
