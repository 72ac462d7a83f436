"""Puzzles with the dice on the board."""

from parlour.engine.game import find_game
from parlour.engine.posing import judge, list_answers, set_up
from parlour.games.numeric import posing
from parlour.games.numeric.puzzles import LEVELS
from tests.form import samples

GAME = find_game("numeric")


def test_every_way_to_make_the_number_is_right_and_every_other_number_wrong() -> None:
    for level in LEVELS:
        for number in range(1, samples(4, 100) + 1):
            puzzle = posing.pose(level, number)
            target = puzzle.answers[0].split("=")[1]
            legal = [action.notation for action in set_up(GAME, puzzle).legal]
            right = [action.notation for action in list_answers(GAME, puzzle)]
            assert right == [notation for notation in legal if notation.endswith(f"={target}")]
            assert puzzle.question.startswith(f"Make {target}.")


def test_another_way_of_writing_the_same_is_right_too() -> None:
    puzzle = posing.pose(3, 7)
    assert puzzle.answers == ("6+6*(6+4)=66",)
    assert judge(GAME, puzzle, "(4+6)*6+6=66").right
    assert not judge(GAME, puzzle, "6+6+6+4=22").right


def test_all_puzzles_that_there_are_have_a_number() -> None:
    for level, count in zip(LEVELS, posing.COUNTS, strict=True):
        assert len({(puzzle.dice, puzzle.target) for puzzle in posing.numbered(level)}) == count
