"""The menu, through the real command."""

import pytest

from parlour.engine.game import games
from tests.terminal.runner import one_line, parlour

STENCIL = str(list(games()).index("stencil") + 1)


def test_a_game_from_the_menu() -> None:
    result = parlour("menu", lines=[STENCIL, "quick", "random", "random", "", "q"])
    assert result.exit_code == 0
    assert "Who plays Red? [human]: random" in result.output
    assert "Who plays White? [dora]: random" in result.output
    assert "Options: games=1" in result.output
    assert "Result: Red " in result.output
    assert result.output.count("Which game?") == 2
    assert result.output.rstrip().endswith("Goodbye.")


def test_names_numbers_and_first_letters_are_understood() -> None:
    result = parlour("menu", lines=["Stencil", "2", "h", "H"])
    assert "At the table: Red: human, White: human" in result.output
    assert "The input ended: the game is not finished." in result.output


def test_nothing_typed_means_the_usual() -> None:
    result = parlour("menu", lines=["stencil", "", "", ""])
    assert "At the table: Red: human, White: dora" in result.output
    assert "Options:" not in result.output


def test_wrong_answers_are_asked_again() -> None:
    result = parlour("menu", lines=["99", "chess", "stencil", "nonsense", "1", "nobody", "human", ""])
    text = one_line(result.output)
    assert f"'99' is not in the list: expected 1 to {len(games())}" in text
    assert "'chess' is not in the list" in text
    assert "'nonsense' is not in the list: expected 1 to 5" in text
    assert "'nobody' is not in the list: expected 1 to " in text
    assert "At the table: Red: human, White: dora" in text


@pytest.mark.parametrize("word", ["rules", "Rules"])
def test_rules_before_playing(word: str) -> None:
    result = parlour("menu", lines=[f"{word} {STENCIL}", "q"])
    assert "What newcomers find hard" in result.output
    assert result.output.count("Which game?") == 2


def test_q_and_the_end_of_input_leave_from_every_question() -> None:
    answers = ["stencil", "1", "human", "human"]
    for count in range(len(answers)):
        for last in (["q"], []):
            result = parlour("menu", lines=[*answers[:count], *last])
            assert result.exit_code == 0
            assert result.output.rstrip().endswith("Goodbye.")


def test_leaving_a_game_leaves_the_menu() -> None:
    result = parlour("menu", lines=["stencil", "1", "human", "human", "quit", "stencil"])
    assert result.output.rstrip().endswith("You left: the game is not finished.")
