"""Whole games through the real command."""

from pathlib import Path

import pytest

import parlour as package
from tests.terminal.runner import G1_ARGUMENTS, G1_MOVES, HUMANS, one_line, parlour


def test_a_whole_game_typed_move_by_move() -> None:
    result = parlour(*G1_ARGUMENTS, *HUMANS, lines=[*G1_MOVES.split(), ""])
    assert result.exit_code == 0
    assert "Red places a counter on b2." in result.output
    assert "A stencil!" in result.output
    assert "Result: Red 1, White 0" in result.output
    assert "not finished" not in result.output


def test_a_whole_game_typed_in_one_line() -> None:
    result = parlour(*G1_ARGUMENTS, *HUMANS, lines=[G1_MOVES])
    assert "Result: Red 1, White 0" in result.output


def test_names_stand_beside_the_seats() -> None:
    result = parlour(*G1_ARGUMENTS, *HUMANS, "--name", "Ann", "--name", "Ben", lines=[G1_MOVES])
    assert "Ann (Red)> " in result.output
    assert "Ann places a counter on b2." in result.output
    assert "Ann wins." in result.output
    assert "Result: Ann (Red) 1, Ben (White) 0" in result.output


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_random_players_finish_by_themselves(seed: int) -> None:
    arguments = ("play", "stencil", "--preset", "quick", "--seat", "random", "--seat", "random", "--seed", str(seed))
    result = parlour(*arguments)
    assert result.exit_code == 0
    assert "Result: Red " in result.output
    assert result.output == parlour(*arguments).output


def test_seeds_differ() -> None:
    arguments = ("play", "stencil", "--preset", "quick", "--seat", "random", "--seat", "random", "--seed")
    assert len({parlour(*arguments, str(seed)).output for seed in range(4)}) == 4


def test_by_default_the_first_seat_is_human_and_the_other_a_bot() -> None:
    result = parlour(*G1_ARGUMENTS, "--seed", "1", lines=["b2"])
    assert "At the table: Red: human, White: dora" in result.output
    assert result.output.count("White places a counter on") == 1
    assert "You place a counter on b2." in result.output, "the only person at the table"
    assert "Your turn: place a counter" in result.output


def test_seats_left_out_are_human() -> None:
    result = parlour(*G1_ARGUMENTS, "--seat", "random", "--seed", "1")
    assert "At the table: Red: random, White: human" in result.output


def test_the_end_of_input_ends_politely() -> None:
    result = parlour(*G1_ARGUMENTS, lines=[])
    assert result.exit_code == 0
    assert "The input ended: the game is not finished." in result.output


@pytest.mark.parametrize("word", ["q", "quit", "exit", "QUIT"])
def test_quit(word: str) -> None:
    result = parlour(*G1_ARGUMENTS, lines=[word, "b2"])
    assert result.exit_code == 0
    assert "You left: the game is not finished." in result.output
    assert "places a counter on b2" not in result.output


def test_dice_typed_by_hand() -> None:
    lines = ["first:green", "first:white", "undo", "first:red", "K1"]
    result = parlour("play", "stencil", *HUMANS, "--dice", "manual", lines=lines)
    assert "'first:green' cannot be played here: expected an outcome: first:red first:white" in result.output
    assert "White starts, once both have chosen a plate." in result.output
    assert "Taken back: first:white." in result.output
    assert "Red starts, once both have chosen a plate." in result.output
    assert "White takes plate K1." in result.output


def test_typed_words_never_move_a_random_player() -> None:
    result = parlour(*G1_ARGUMENTS, "--seed", "1", lines=["b2 a1"])
    assert "'a1' is not yours to play: White moves next (nothing of 'b2 a1' was played)" in one_line(result.output)
    assert "places a counter on" not in result.output


def test_save_and_load(tmp_path: Path) -> None:
    file = str(tmp_path / "game one.txt")
    moves = G1_MOVES.split()
    result = parlour(*G1_ARGUMENTS, *HUMANS, lines=[*moves[:5], f"save {file}", "quit"])
    assert f"Saved in {file}." in result.output.replace("\n", "")
    assert package.load(Path(file).read_text(encoding="utf-8")).ply == 5
    result = parlour("play", "stencil", "--load", file, *HUMANS, lines=[*moves[5:], f"save {file}", ""])
    assert "Result: Red 1, White 0" in result.output
    assert package.load(Path(file).read_text(encoding="utf-8")).score == (1.0, 0.0)
    result = parlour("play", "stencil", "--load", file, lines=[])
    assert "Result: Red 1, White 0" in result.output


def test_load_at_the_table(tmp_path: Path) -> None:
    file = str(tmp_path / "saved.txt")
    lines = ["b2", f"save {file}", "a1", "load nowhere.txt", f"load {file}", "record"]
    result = parlour(*G1_ARGUMENTS, *HUMANS, lines=lines)
    assert "nowhere.txt cannot be read: no such file or directory" in result.output
    assert result.output.rindex("1. Red b2") > result.output.index("Loaded")
    assert "2. White a1" not in result.output
    assert result.exit_code == 0


def test_dice_and_random_players_go_on_the_same_after_loading(tmp_path: Path) -> None:
    file = tmp_path / "saved.txt"
    arguments = ("play", "stencil", "--preset", "quick", "--seat", "random", "--seat", "random", "--seed", "5")
    parlour(*arguments, lines=[f"save {file}"])
    whole = file.read_text(encoding="utf-8")
    half = package.load(whole)
    half.undo(half.ply // 2)
    file.write_text(half.record(), encoding="utf-8")
    parlour("play", "stencil", "--load", str(file), "--seat", "random", "--seat", "random", "--seed", "5",
            lines=[f"save {file}"])  # fmt: skip
    assert file.read_text(encoding="utf-8") == whole
