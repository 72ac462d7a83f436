"""Puzzles at the command line: one by its number, the one of the day, and new ones."""

import re
from dataclasses import replace
from datetime import date
from pathlib import Path

import pytest

from parlour.engine.game import find_game
from parlour.engine.posing import pose_of_the_day
from parlour.engine.puzzle import read_found
from parlour.terminal.puzzle import NoPuzzles, find_puzzles
from tests.terminal.runner import one_line, parlour


def test_a_puzzle_is_shown_by_its_number_with_its_answer() -> None:
    result = parlour("puzzle", "stencil", "--level", "2", "--number", "1")
    assert result.exit_code == 0
    assert "You are White. Claim on your second turn, whatever Red does: where do you place?" in result.output
    assert "Answer: b2" in result.output
    assert parlour("puzzle", "pose", "stencil", "--level", "2", "--number", "1").output == result.output


def test_the_answer_is_left_out_if_nobody_wants_it() -> None:
    result = parlour("puzzle", "stencil", "--level", "2", "--number", "1", "--no-answers")
    assert "Answer" not in result.output
    assert "where do you place?" in result.output


def test_a_game_without_sheets_draws_a_puzzle_that_can_be_shown_again() -> None:
    result = parlour("puzzle", "stencil", "--level", "3")
    again = re.search(r"^Made with: parlour (puzzle stencil .*)$", result.output, re.MULTILINE)
    assert again
    assert parlour(*again[1].split()).output == result.output
    assert parlour("puzzle", "stencil", "--seed", "4").output == parlour("puzzle", "stencil", "--seed", "4").output


def test_a_game_with_sheets_shows_a_single_puzzle_by_its_number() -> None:
    assert "Make 66. Use every die once." in parlour("puzzle", "numeric", "--level", "3", "--number", "7").output


def test_the_puzzle_of_the_day_is_todays(tmp_path: Path) -> None:
    file = tmp_path / "today.txt"
    before = date.today()
    result = parlour("puzzle", "stencil", "--of-the-day", "--output", str(file))
    expected = {pose_of_the_day(find_game("stencil"), day).question for day in (before, date.today())}
    assert f"The puzzle is in {file}." in result.output.replace("\n", "")
    assert any(question in file.read_text(encoding="utf-8") for question in expected)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["stencil", "--number", "1001"], "there is no puzzle 1001 of level 1: expected 1 to 1000"),
        (["stencil", "--level", "7"], "there is no level 7: expected 1, 2, 3"),
        (["stencil", "--kind", "guess"], "there is no kind of puzzle 'guess': expected claim"),
        (["mine", "stencil"], "Stencil has no such puzzles to be mined: expected another game"),
        (["mine", "quantum", "--kind", "worst"], "Quantum has no such puzzles to be mined: expected best"),
    ],
)
def test_what_cannot_be_shown_is_told(arguments: list[str], message: str) -> None:
    result = parlour("puzzle", *arguments)
    assert result.exit_code != 0
    assert message in one_line(result.output)


def test_new_puzzles_are_mined_into_a_file(tmp_path: Path) -> None:
    file = tmp_path / "found.xz"
    result = parlour("puzzle", "mine", "quantum", "--count", "2", "--seed", "3", "--output", str(file))
    assert result.exit_code == 0
    assert f"2 puzzles are in {file}." in result.output.replace("\n", "")
    assert len(read_found(file)) == 2


def test_for_a_game_without_puzzles_those_that_have_some_are_named() -> None:
    with pytest.raises(NoPuzzles, match="Stencil has no puzzles: expected one of numeric, quantum, quatro"):
        find_puzzles(replace(find_game("stencil"), puzzles=None))
