"""What is committed is what the rules do today."""

import pytest

from parlour.engine.game import games
from tests.golden.writing import FOLDER, perft_table, playthrough


@pytest.mark.parametrize("name", games())
def test_playthrough(name: str) -> None:
    assert (FOLDER / f"{name}.playthrough.txt").read_text(encoding="utf-8") == playthrough(games()[name])


@pytest.mark.parametrize("name", games())
def test_perft(name: str) -> None:
    assert (FOLDER / f"{name}.perft.txt").read_text(encoding="utf-8") == perft_table(games()[name])
