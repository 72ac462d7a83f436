"""What a table does with what people type."""

from pathlib import Path
from typing import Any

import pytest

import parlour
from parlour.engine.play import Play
from tests.terminal import heap
from tests.terminal.runner import G1, G1_MOVES, Seated, one_line

BOTH = ("human", "human")


def g1(**given: Any) -> Play:
    return parlour.new("stencil", **dict(option.split("=") for option in G1) | given)


def heap_play(**given: Any) -> Play:
    return Play(heap.GAME, heap.GAME.settle(**given))


def test_moves_by_their_number() -> None:
    seated = Seated(g1(), BOTH, ["2", "1"])
    seated.run()
    assert [word.text for word in seated.play.written] == ["b1", "a1"]


def test_a_number_outside_the_list_is_refused() -> None:
    seated = Seated(g1(), BOTH, ["0", "17", "9" * 5000])
    seated.run()
    assert "there is no move number 17: expected 1 to 16" in seated.output
    assert "there is no move number 0" in seated.output
    assert seated.play.ply == 0


def test_numbers_are_moves_where_moves_are_written_as_numbers() -> None:
    seated = Seated(heap_play(), ("human",), ["2", "3"])
    seated.run()
    assert seated.play.codes == [1]
    assert "'3' cannot be played here" in seated.output
    assert "  1  take 1" in seated.output


def test_refused_words_change_nothing() -> None:
    seated = Seated(g1(), BOTH, ["b2", "b2", "z9", "c2 c2", ""])
    seated.run()
    assert seated.play.ply == 1
    text = one_line(seated.output)
    assert "'b2' cannot be played here: expected one of a1" in text
    assert "'c2' cannot be played here" in text
    assert "(nothing of 'c2 c2' was played)" in text
    assert seated.prompts == ["Red> ", *["White> "] * 5]


def test_typed_words_never_decide_chance() -> None:
    play = parlour.new("stencil", games=2, plate_choice="random", plates_for="game")
    play.place("red=c2d2d4a1 white=b3a4c4 turn=red plates=K1,K2")
    seated = Seated(play, BOTH, ["@2 deal:K1,K2", "position", "@2"])
    seated.run()
    assert "'deal:K1,K2' is not yours to play: chance decides first" in one_line(seated.output)
    assert "plates=K1,K2" in seated.output
    assert [word.text[:5] for word in play.written] == ["@2#", "deal:"]


def test_an_only_move_is_played_and_said() -> None:
    seated = Seated(heap_play(), ("human", "human", "human"), ["2", "2"])
    assert seated.run()
    assert "Seat 3 has only one move: take 1." in seated.output
    assert seated.play.score == (0, 0, 1)
    assert seated.prompts == ["Seat 1> ", "Seat 2> ", "save FILE, review, undo, or Enter to leave> "]


def test_plies_without_events_are_told_by_their_notation() -> None:
    seated = Seated(heap_play(), ("human",), ["2"])
    seated.run()
    assert "Seat 1: 2" in seated.output


def test_long_lists_are_cut_until_asked_for() -> None:
    seated = Seated(heap_play(heap=200, most=100), ("human",), ["moves"])
    seated.run()
    assert "… and 40 more: type moves to see all" in seated.output
    assert seated.output.count("take 60") == 2
    assert seated.output.count("take 100") == 1


def test_undo_goes_back_to_the_last_human_decision() -> None:
    seated = Seated(g1(), ("human", "random"), ["b2", "c2", "undo", "undo", "undo"])
    seated.run()
    assert seated.play.ply == 0
    assert "nothing to take back: you have not decided anything yet" in seated.output


def test_undo_skips_moves_that_were_no_choice() -> None:
    seated = Seated(heap_play(), ("human", "human", "human"), ["2", "2", "undo"])
    seated.run()
    assert seated.play.codes == [1]


def test_a_refused_undo_keeps_what_was_played() -> None:
    seated = Seated(parlour.new("stencil"), ("random", "human"), ["undo"])
    before = []
    ask = seated.table.ask

    def remember(prompt: str) -> str:
        before.append(seated.play.record())
        return ask(prompt)

    seated.table.ask = remember
    seated.run()
    assert "nothing to take back" in seated.output
    assert before[0] == before[-1] == seated.play.record()
    assert seated.play.ply > 0


def test_undo_does_not_roll_again() -> None:
    replies = []
    for lines in (["b2"], ["b2", "undo", "b2"], ["c2", "undo", "b2"]):
        seated = Seated(g1(), ("human", "random"), lines, seed=7)
        seated.run()
        replies.append([word.text for word in seated.play.written])
    assert replies[0] == replies[1] == replies[2]


def test_undo_at_the_end() -> None:
    seated = Seated(g1(), BOTH, [G1_MOVES, "undo"])
    assert not seated.run()
    assert "Taken back: @2#." in seated.output
    assert seated.play.ply == 10


def test_hints_come_from_the_game() -> None:
    seated = Seated(g1(hint_level=1), BOTH, ["hint"])
    seated.run()
    assert "Red's plate K1, as it lies: a1 c2 a3 b3." in seated.output


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("help", "save FILE"),
        ("?", "save FILE"),
        ("board", ""),
        ("moves", "1 a1"),
        ("", "Red's turn: place a counter"),
        ("record", '[Game "stencil"]'),
        ("position", "turn=red plates=K1,K4"),
        ("rules", "What newcomers find hard"),
        ("hint", ": it "),
        ("save", "the name of a file is missing: for example save stencil.txt"),
        ("load", "the name of a file is missing: for example load stencil.txt"),
        ("load .", "cannot be read"),
        ("load \0", "cannot be read"),
        ("save /nowhere/at/all.txt", "/nowhere/at/all.txt cannot be written: no such file or directory"),
        ("save ~nobody-of-this-name/a.txt", "cannot be written"),
    ],
)
def test_commands(line: str, expected: str) -> None:
    quiet = Seated(g1(), BOTH, [])
    quiet.run()
    seated = Seated(g1(), BOTH, [line])
    seated.run()
    assert expected in seated.output
    assert len(seated.output) > len(quiet.output)
    assert seated.play.ply == 0


def test_the_end_takes_commands_too() -> None:
    seated = Seated(g1(), BOTH, [G1_MOVES, "moves", "record", "c2", "c2 c3", "hint", "quit"])
    assert seated.run()
    assert '[Result "1 0"]' in seated.output
    assert "'c2' cannot be played: the play is over" in seated.output


def test_a_save_that_fails_leaves_the_older_record(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "saved.txt"
    Seated(g1(), BOTH, ["b2", f"save {file}"]).run()
    before = file.read_text(encoding="utf-8")

    def fill_disk(path: Path, text: str, encoding: str) -> None:
        path.write_bytes(text.encode()[:10])
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "write_text", fill_disk)
    seated = Seated(g1(), BOTH, ["a1", f"save {file}"])
    seated.run()
    assert "saved.txt cannot be written: no space left on device" in one_line(seated.output)
    assert file.read_text(encoding="utf-8") == before
    assert [path.name for path in tmp_path.iterdir()] == ["saved.txt"]


def test_save_replaces_a_record_that_begins_with_comments(tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    file.write_text("; ours\n\n" + g1().record(), encoding="utf-8")
    Seated(g1(), BOTH, ["b2", f"save {file}"]).run()
    assert file.read_text(encoding="utf-8").endswith("1. Red b2\n")


@pytest.mark.parametrize("text", ["Dear aunt", "; my settings\n[window]\nwide = yes\n", "; only a comment", ""])
def test_save_spares_files_that_are_no_records(tmp_path: Path, text: str) -> None:
    file = tmp_path / "letter.txt"
    file.write_text(text, encoding="utf-8")
    binary = tmp_path / "picture"
    binary.write_bytes(b"\xff\xfe\x00")
    seated = Seated(g1(), BOTH, [f"save {file}", f"save {binary}"])
    seated.run()
    assert "is there already and is not a record: choose another name" in one_line(seated.output)
    assert file.read_text(encoding="utf-8") == text
    assert binary.read_bytes() == b"\xff\xfe\x00"


def test_load_wants_the_same_game_for_as_many(tmp_path: Path) -> None:
    file = tmp_path / "g1.txt"
    file.write_text(g1().record(), encoding="utf-8")
    seated = Seated(heap_play(), ("human",), [f"load {file}"])
    seated.run()
    text = one_line(seated.output)
    assert "is Stencil for 2, and this table plays Heap for 3" in text
    assert "parlour play stencil --load" in text


def test_leaving_by_interrupt() -> None:
    seated = Seated(g1(), BOTH, [])

    def interrupt(prompt: str) -> str:
        raise KeyboardInterrupt

    seated.table.ask = interrupt
    assert not seated.run()
    assert "You left: the game is not finished." in seated.output
