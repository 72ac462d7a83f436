"""Puzzles of Stencil against the exact solver: what they accept is all that claims in time."""

import pytest

from parlour.engine.game import find_game
from parlour.engine.posing import set_up
from parlour.games.stencil.puzzles import COUNTS, MOST_ANSWERS, pose
from parlour.search.solver import Solver
from tests.form import samples

GAME = find_game("stencil")


@pytest.mark.parametrize("level", range(1, len(COUNTS) + 1))
def test_a_puzzle_accepts_exactly_the_moves_that_the_solver_finds_fastest(level: int) -> None:
    for number in range(1, samples(6, 120) + 1):
        puzzle = pose(level, number)
        play = set_up(GAME, puzzle)
        solution = Solver(GAME, play.values).solve(play)
        assert solution.value == 2 * level - 1, "a claim on that turn of one's own, and no sooner"
        assert set(solution.best) == set(puzzle.answers)
        assert len(puzzle.answers) <= MOST_ANSWERS


def test_numbers_stay_what_they_are() -> None:
    assert [(pose(level, 1).position, pose(level, 1).answers) for level in (1, 2, 3)] == EXPECTED


def test_an_explanation_names_what_the_plate_shows() -> None:
    assert pose(1, 1).explanation == "Your plate, as it lies, shows your d1, b2 and a4, and Red's d2."
    assert "makes a stencil that Red cannot undo" in pose(2, 1).explanation


EXPECTED = [
    ("red=a1b1d2a3b3d3 white=c1d1a2b2a4 turn=white plates=K4,K3 starter=red turns=12", ("@0",)),
    ("red=a1c1d1a3d3c4 white=a2d2c3a4d4 turn=white plates=K1,K3 starter=red turns=12", ("b2",)),
    ("red=c1c2c3d3 white=a1b1d4 turn=white plates=K4,K1 starter=red turns=8", ("b3",)),
]
