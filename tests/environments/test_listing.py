"""What is seen and done is listed in whole, for every game."""

import re
import subprocess
import sys

import pytest

from parlour.engine.game import find_game, games
from parlour.environments.listing import tell_numbers


@pytest.mark.parametrize("name", games())
def test_every_number_is_in_one_row(name: str) -> None:
    game = find_game(name)
    sections = tell_numbers(game).split("\n## ")[1:]
    assert len(sections) == 3
    for section, size in zip(sections, (game.observation.size, game.actions.SIZE, game.outcomes.SIZE), strict=True):
        rows = re.findall(r"^\| (\d+) \| (\d+) \| `\w+` \| \S", section, re.MULTILINE)
        listed = [number for first, last in rows for number in range(int(first), int(last) + 1)]
        assert listed == list(range(size))


def test_it_is_printed_by_name() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "parlour.environments", "stencil"], capture_output=True, text=True, check=True
    )
    assert done.stdout == tell_numbers(find_game("stencil")) + "\n"
    wrong = subprocess.run(
        [sys.executable, "-m", "parlour.environments", "ludo"], capture_output=True, text=True, check=False
    )
    assert wrong.returncode == 2
    assert "there is no game 'ludo': expected one of" in wrong.stderr
