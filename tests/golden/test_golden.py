"""What is committed is what the rules do today."""

import pytest

from parlour.engine.game import games
from tests.golden.writing import FOLDER, perft_table, playthroughs


@pytest.mark.parametrize("name", games())
def test_playthroughs(name: str) -> None:
    for file, text in playthroughs(games()[name]).items():
        assert (FOLDER / file).read_text(encoding="utf-8") == text


@pytest.mark.parametrize("name", games())
def test_perft(name: str) -> None:
    assert (FOLDER / f"{name}.perft.txt").read_text(encoding="utf-8") == perft_table(games()[name])
