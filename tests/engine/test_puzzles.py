"""Puzzles of every game that has some: they can be set up, their answers are moves, and a day has its own."""

import json
import random
import subprocess
import sys
from dataclasses import replace
from datetime import date, timedelta
from pathlib import Path

import pytest

from parlour.engine.game import Game, find_game, games
from parlour.engine.play import IllegalAction
from parlour.engine.posing import NoPuzzle, find_kind, judge, list_answers, list_kinds, pose, pose_of_the_day, set_up
from parlour.engine.puzzle import Found, Mining, Puzzle, PuzzleKind, best_move_kind, read_found, write_found
from tests.form import samples

MONDAY = date(2026, 11, 16)
KINDS = [
    pytest.param(game, kind, level, id=f"{game.name}-{kind.name}-{level}")
    for game in games().values()
    for kind in list_kinds(game)
    for level, count in enumerate(kind.levels(), 1)
    if count
]


def some_puzzles(kind: PuzzleKind, level: int, count: int) -> list[Puzzle]:
    there = kind.levels()[level - 1]
    numbers = random.Random(level).sample(range(1, there + 1), min(count, there))
    return [kind.pose(level, number) for number in sorted(numbers)]


@pytest.mark.parametrize(("game", "kind", "level"), KINDS)
def test_a_puzzle_can_be_set_up_and_its_answers_are_moves_of_whoever_is_asked(
    game: Game, kind: PuzzleKind, level: int
) -> None:
    for puzzle in some_puzzles(kind, level, samples(5, 60)):
        play = set_up(game, puzzle)
        assert (puzzle.kind, puzzle.level, play.to_move) == (kind.name, level, puzzle.seat)
        assert puzzle.question
        assert puzzle.explanation.endswith(".")
        right = {action.code for action in list_answers(game, puzzle)}
        assert 1 <= len(right) < len(play.legal), "there is nothing to find"
        assert all(judge(game, puzzle, answer).right for answer in puzzle.answers)
        wrong = next(action for action in play.legal if action.code not in right)
        judged = judge(game, puzzle, wrong.notation)
        assert (judged.right, judged.action) == (False, wrong)


@pytest.mark.parametrize(("game", "kind", "level"), KINDS)
def test_a_number_means_the_same_puzzle_every_time(game: Game, kind: PuzzleKind, level: int) -> None:
    assert kind.pose(level, 1) == kind.pose(level, 1)


def test_a_number_means_the_same_puzzle_in_every_process() -> None:
    asked = (
        "import json; from parlour.engine.game import find_game; from parlour.engine.posing import pose; "
        "print(json.dumps([pose(find_game(name), None, 2, 7).position for name in ('stencil', 'numeric')]))"
    )
    elsewhere = subprocess.run([sys.executable, "-c", asked], capture_output=True, check=True).stdout
    here = [pose(find_game(name), None, 2, 7).position for name in ("stencil", "numeric")]
    assert json.loads(elsewhere) == here


@pytest.mark.parametrize(("game", "kind", "level"), KINDS)
def test_no_puzzle_is_posed_twice(game: Game, kind: PuzzleKind, level: int) -> None:
    count = min(kind.levels()[level - 1], samples(100, 1000))
    posed = [kind.pose(level, number) for number in range(1, count + 1)]
    assert len({(puzzle.position, puzzle.question, puzzle.seat) for puzzle in posed}) == count


def test_every_game_has_a_thousand_puzzles_of_every_kind() -> None:
    for game in games().values():
        assert list_kinds(game), game.title
        for kind in list_kinds(game):
            assert sum(kind.levels()) >= 1000, f"{game.title}: {kind.title}"


def test_a_day_has_its_puzzle_and_the_next_day_another() -> None:
    game = find_game("stencil")
    week = [pose_of_the_day(game, MONDAY + timedelta(day)) for day in range(7)]
    assert week == [pose_of_the_day(game, MONDAY + timedelta(day)) for day in range(7)]
    assert len({puzzle.position for puzzle in week}) == 7
    levels = [puzzle.level for puzzle in week]
    assert levels == sorted(levels)
    assert {levels[0], levels[-1]} == {1, len(find_kind(game).levels())}


def test_what_there_is_not_is_refused_with_what_there_is() -> None:
    game = find_game("stencil")
    with pytest.raises(NoPuzzle, match="no kind of puzzle 'guess': expected claim"):
        pose(game, "guess", 1, 1)
    with pytest.raises(NoPuzzle, match="no level 4: expected 1, 2, 3"):
        pose(game, "claim", 4, 1)
    for number in (0, -1, 1001):
        with pytest.raises(NoPuzzle, match=f"no puzzle {number} of level 1: expected 1 to 1000"):
            pose(game, "claim", 1, number)
    with pytest.raises(NoPuzzle, match="Stencil has no puzzles to be played: expected one of"):
        pose(replace(game, puzzles=None), None, 1, 1)


def test_an_answer_is_one_move_that_may_be_played() -> None:
    game = find_game("stencil")
    puzzle = pose(game, "claim", 2, 1)
    for move in ("z9", "", "a1 a1"):
        with pytest.raises(IllegalAction):
            judge(game, puzzle, move)
    free = [action.notation for action in set_up(game, puzzle).legal if action.notation[0] != "@"]
    with pytest.raises(IllegalAction, match="is 2 moves: expected one"):
        judge(game, puzzle, f"{free[0]} {free[1]}")


def test_mined_puzzles_are_numbered_by_level_as_their_file_has_them(tmp_path: Path) -> None:
    file = tmp_path / "puzzles.xz"
    assert read_found(file) == ()
    found = tuple(Found(level, 0, f"p={i}", f"m{i}", f"Because {i}.") for i, level in enumerate((3, 1, 3)))
    write_found(file, found, "how they were found")
    assert read_found(file) == found
    kind = best_move_kind(Mining(file, {"players": 2}, 0.1))
    assert kind.levels() == (1, 0, 2)
    assert kind.pose(3, 2).position == "p=2"
    assert kind.pose(1, 1).answers == ("m1",)
