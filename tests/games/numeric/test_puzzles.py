"""Puzzles by level, their sheets, and the command that makes them."""

import re
from collections import Counter
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from parlour.engine import game as finding
from parlour.engine.hooks import Puzzles
from parlour.engine.options import OptionError
from parlour.games import stencil
from parlour.games.numeric.expressions import cost, read_statement, signs_of, simplest
from parlour.games.numeric.puzzles import (
    DICE,
    KINDS,
    LEVELS,
    PAGE,
    Hunt,
    Puzzle,
    make_hunts,
    make_puzzles,
    make_sheet,
    worksheet,
)
from parlour.games.numeric.reach import THROWS, class_table
from tests.terminal.runner import one_line, parlour

# How many there are, by dice and level, as the module says
PUZZLES = {4: [797, 1046, 1238, 974, 455], 3: [56, 209, 176, 135, 47]}
HUNTS = {4: [19, 26, 25, 28, 28], 3: [8, 12, 8, 17, 11]}
COSTS = {4: [{0, 1}, {2}, {3}, {4}, {5, 6, 7}], 3: [{0}, {1}, {2}, {3}, {4}]}
ALL = [(dice, level) for dice in DICE for level in LEVELS]


@pytest.mark.parametrize(("dice", "level"), ALL)
def test_every_level_has_its_puzzles(dice: int, level: int) -> None:
    count = PUZZLES[dice][level - 1]
    puzzles = make_puzzles(count, level, 1, dice)
    assert len({(tuple(sorted(puzzle.dice)), puzzle.target) for puzzle in puzzles}) == count
    assert {cost(puzzle.solution) for puzzle in puzzles} == COSTS[dice][level - 1]
    with pytest.raises(OptionError, match=f"level {level} with {dice} dice has {count}: expected 1 to {count}"):
        make_puzzles(count + 1, level, 1, dice)


@pytest.mark.parametrize("dice", DICE)
def test_the_levels_part_all_pairs(dice: int) -> None:
    assert sum(PUZZLES[dice]) == {4: 4510, 3: 623}[dice]
    assert sum(HUNTS[dice]) == {4: 126, 3: 56}[dice]


@pytest.mark.parametrize(("dice", "level"), ALL)
def test_every_puzzle_is_solved_by_its_solutions(dice: int, level: int) -> None:
    for puzzle in make_puzzles(40, level, 2, dice):
        assert (len(puzzle.dice), puzzle.level) == (dice, level)
        assert puzzle.solution == simplest(puzzle.dice, puzzle.target)
        signs = set()
        for solution in (puzzle.solution, *puzzle.others):
            assert read_statement(solution, puzzle.dice, negatives=False).number == puzzle.target
            signs.add(signs_of(solution))
        classes = class_table(puzzle.dice)[puzzle.target]
        assert sum(1 << c for c in signs) == classes
        assert 1 + len(puzzle.others) == classes.bit_count()


@pytest.mark.parametrize(("dice", "level"), ALL)
def test_every_hunt_knows_all_numbers(dice: int, level: int) -> None:
    count = HUNTS[dice][level - 1]
    hunts = make_hunts(count, level, 1, dice)
    assert len({tuple(sorted(hunt.dice)) for hunt in hunts}) == count
    for hunt in hunts:
        assert [number for number, _ in hunt.solutions] == sorted(class_table(hunt.dice))
        assert all(read_statement(text, hunt.dice).number == number for number, text in hunt.solutions)
    with pytest.raises(OptionError, match=f"level {level} with {dice} dice has {count}: expected 1 to {count}"):
        make_hunts(count + 1, level, 1, dice)


def test_a_higher_level_of_hunts_has_more_to_find() -> None:
    for dice in DICE:
        sizes = [
            [len(hunt.solutions) for hunt in make_hunts(HUNTS[dice][level - 1], level, 1, dice)] for level in LEVELS
        ]
        assert all(max(one) < min(other) for one, other in pairwise(sizes))


def test_the_same_seed_makes_the_same_puzzles() -> None:
    assert make_puzzles(20, 3, 7) == make_puzzles(20, 3, 7)
    assert make_puzzles(20, 3, 7) != make_puzzles(20, 3, 8)
    assert make_puzzles(20, 3, 7)[:10] != make_puzzles(20, 4, 7)[:10]
    assert make_hunts(5, 3, 7) == make_hunts(5, 3, 7) != make_hunts(5, 3, 8)
    assert make_puzzles(2, 3, 7) == [
        Puzzle((2, 3, 6, 4), 54, 3, "6*(4+3+2)", ()),
        Puzzle((2, 4, 2, 4), 1, 3, "4-4+2/2", ("4/4*2/2",)),
    ]


def test_throws_come_again_only_when_all_have_been_there() -> None:
    throws = Counter(tuple(sorted(puzzle.dice)) for puzzle in make_puzzles(100, 3, 5))
    assert max(throws.values()) == 1
    throws = Counter(tuple(sorted(puzzle.dice)) for puzzle in make_puzzles(56, 1, 5, dice=3))
    assert max(throws.values()) == 1


def test_the_dice_lie_as_they_fall() -> None:
    puzzles = make_puzzles(30, 4, 1)
    assert any(puzzle.dice not in (ordered := tuple(sorted(puzzle.dice)), ordered[::-1]) for puzzle in puzzles)
    assert Counter(tuple(sorted(puzzle.dice)) for puzzle in puzzles).keys() <= set(THROWS)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((10, 0, 1, 4), "there is no level 0: expected 1 to 5"),
        ((10, 6, 1, 4), "there is no level 6: expected 1 to 5"),
        ((10, 1, 1, 5), "there are no puzzles with 5 dice: expected 3 or 4"),
        ((0, 1, 1, 4), "0 puzzles cannot be made, as level 1 with 4 dice has"),
        ((-3, 1, 1, 4), "-3 puzzles cannot be made, as level 1 with 4 dice has"),
    ],
)
def test_what_cannot_be_posed_is_refused(arguments: tuple[int, int, int, int], message: str) -> None:
    for make in (make_puzzles, make_hunts):
        with pytest.raises(OptionError, match=message):
            make(*arguments)


def test_there_are_two_kinds() -> None:
    assert KINDS == ("make", "find")
    with pytest.raises(OptionError, match="there is no kind of puzzle 'guess': expected make or find"):
        make_sheet("guess", 1, 1, 1, 4)


def test_a_sheet_of_two_puzzles() -> None:
    puzzles = [
        Puzzle((3, 6, 1, 4), 96, 4, "6*4*(3+1)", ()),
        Puzzle((1, 3, 4, 6), 6, 1, "6-4+3+1", ("6/3+4*1", "4*3-6/1")),
    ]
    sheet, answers = worksheet(puzzles).split("\f")
    assert sheet.splitlines()[0] == "NUMERIC"
    assert re.search(r"^Name _+  Date _+$", sheet, re.MULTILINE)
    assert "  1.  [3]  [6]  [1]  [4]   make 96\n\n      ____" in sheet
    assert "  2.  [1]  [3]  [4]  [6]   make 6\n\n      ____" in sheet
    assert answers == (
        "NUMERIC: ANSWERS\n\n"
        "  1.  96 = 6 × 4 × (3 + 1)\n"
        "  2.  6 = 6 − 4 + 3 + 1\n"
        "        or 6 ÷ 3 + 4 × 1\n"
        "        or 4 × 3 − 6 ÷ 1\n"
    )
    assert worksheet(puzzles, answers=False) == sheet


def test_a_sheet_of_a_hunt() -> None:
    hunt = Hunt((4, 4, 4), 2, ((2, "(4+4)/4"), (3, "4-4/4"), (4, "4+4-4"), (5, "4/4+4")))
    sheet, answers = worksheet([hunt], note="Again: seed 1").split("\f")
    assert "  1.  [4]  [4]  [4]   find as many of the 4 numbers as you can\n" in sheet
    assert sheet.count("____ = ____") == 4
    assert [page.splitlines()[-1] for page in (sheet, answers)] == ["Again: seed 1"] * 2
    assert "  1.  4 4 4: 4 numbers\n     2 = (4 + 4) ÷ 4 " in answers
    assert "     5 = 4 ÷ 4 + 4\n" in answers


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize(("dice", "level"), ALL)
def test_sheets_fit_on_paper(kind: str, dice: int, level: int) -> None:
    count = (PUZZLES if kind == "make" else HUNTS)[dice][level - 1]
    pages = make_sheet(kind, level, count, 3, dice, note="a note").split("\f")
    for page in pages:
        lines = page.splitlines()
        assert len(lines) <= PAGE + 2
        assert max(len(line) for line in lines) <= 78
        assert lines[-1] == "a note"
        assert all(line == line.rstrip() for line in lines)
    tasks = [int(number) for page in pages for number in re.findall(r"^ *(\d+)\.  ", page, re.MULTILINE)]
    assert tasks == [*range(1, count + 1)] * 2


# The command


def test_the_command_prints_a_sheet_that_can_be_made_again() -> None:
    result = parlour("puzzle", "numeric")
    assert result.exit_code == 0
    assert result.output.count("make ") == 10
    again = re.findall(r"^Made with: parlour (puzzle numeric .*)$", result.output, re.MULTILINE)
    assert len(set(again)) == 1
    assert parlour(*again[0].split()).output == result.output


def test_the_command_obeys_its_options() -> None:
    result = parlour("puzzle", "numeric", "--level", "5", "--count", "3", "--dice", "3", "--seed", "9", "--no-answers")
    assert result.output == make_sheet(
        "make", 5, 3, 9, 3, False, "Made with: parlour puzzle numeric --level 5 --count 3 --seed 9 --dice 3"
    )
    result = parlour("puzzle", "numeric", "--kind", "find", "--count", "2", "--seed", "9")
    assert result.output == make_sheet(
        "find", 1, 2, 9, 4, True, "Made with: parlour puzzle numeric --level 1 --count 2 --seed 9 --kind find"
    )


def test_the_command_writes_a_file(tmp_path: Path) -> None:
    file = tmp_path / "sheet.txt"
    result = parlour("puzzle", "numeric", "--output", str(file))
    seed = re.search(r"its seed is (\d+)\.", one_line(result.output))
    assert seed
    assert file.read_bytes().decode() == parlour("puzzle", "numeric", "--seed", seed[1]).output
    result = parlour("puzzle", "numeric", "--output", str(tmp_path / "none" / "sheet.txt"))
    assert result.exit_code == 1
    assert "cannot be written" in result.output


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["numeric", "--level", "7"], "there is no level 7: expected 1 to 5"),
        (["numeric", "--count", "0"], "0 puzzles cannot be made, as level 1 with 4 dice has 797: expected 1 to 797"),
        (["numeric", "--dice", "2"], "there are no puzzles with 2 dice: expected 3 or 4"),
        (["numeric", "--kind", "guess"], "there is no kind of puzzle 'guess': expected make or find"),
        (["chess"], "there is no game 'chess': expected one of"),
    ],
)
def test_the_command_says_what_was_wrong(arguments: list[str], message: str) -> None:
    result = parlour("puzzle", *arguments)
    assert result.exit_code != 0
    assert message in one_line(result.output)


def test_another_game_may_have_puzzles_without_dice(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[dict[str, Any]] = []

    def pose(kind: str, level: int, count: int, seed: int, **more: Any) -> str:
        asked.append({"kind": kind, "level": level, "count": count, "seed": seed} | more)
        return "a sheet\n"

    posing = replace(stencil.GAME, puzzles=Puzzles(("claim",), pose))
    monkeypatch.setattr(stencil, "GAME", posing)
    monkeypatch.setitem(finding._known, "stencil", posing)
    assert parlour("puzzle", "stencil", "--seed", "4").output == "a sheet\n"
    note = "Made with: parlour puzzle stencil --level 1 --count 10 --seed 4"
    assert asked == [{"kind": "claim", "level": 1, "count": 10, "seed": 4, "answers": True, "note": note}]
    result = parlour("puzzle", "stencil", "--dice", "3")
    assert result.exit_code == 1
    assert "the puzzles of Stencil have no dice: expected no --dice" in one_line(result.output)
