"""Records of Stencil: written and read back, and refused with the line and the reason."""

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import parlour
from parlour.engine.record import RecordError
from tests.form import samples
from tests.games.stencil.table import page_block, play_on, random_play

RECORD = """\
[Game "stencil"]
[Rules "1"]
[Options "failed_claim_rule=strict games=1"]
[Names "Ann|Ben"]
[Result "1 0"]
[Final "phase=finished red=a1a3b3 white=d1c2d4 plates=K1,K2 starter=red turns=7 played=1 halves=2,0"]

0. table first:red K2 K1
1. Red a1
2. White c2
; so far so good
3. Red a3
4. White d4
5. Red @1?b3
6. White d1
7. Red @0#
"""


def test_a_record_is_read_as_it_was_written() -> None:
    play = parlour.load(RECORD)
    assert (play.score, play.names, play.ply) == ((1, 0), ("Ann", "Ben"), 11)
    assert play.record() == RECORD.replace("; so far so good\n", "")


def test_a_record_may_stop_anywhere() -> None:
    lines = re.sub(r"\[(Result|Final) .*\n", "", RECORD).splitlines()
    for length in range(3, len(lines) + 1):
        play = parlour.load("\n".join(lines[:length]))
        again = parlour.load(play.record())
        assert again.states.tobytes() == play.states.tobytes()


def test_the_record_on_the_page_is_real() -> None:
    record = page_block('[Game "stencil"]')
    play = parlour.load(record)
    assert play.score == (1, 0)
    assert play.record().strip() == record
    short = page_block("K1 v K4").splitlines()[1]
    assert re.sub(r"\d+\. ", "", short).split() == [written.text for written in play.written]


@pytest.mark.parametrize("seed", range(samples(8, 40)))
def test_random_plays_survive_as_records(seed: int) -> None:
    play, rng = random_play(seed)
    while not play.over:
        play_on(play, rng)
        if play.ply % 10 == 0 or play.over:
            again = parlour.load(play.record())
            assert again.states.tobytes() == play.states.tobytes()
            assert (again.codes, again.written, again.events) == (play.codes, play.written, play.events)
            assert again.record() == play.record()


@pytest.mark.parametrize(
    ("old", "new", "line", "reason"),
    [
        ('[Game "stencil"]\n', "", 1, 'the tag "Game" is missing: a record starts with [Game "…"]'),
        ('"stencil"', '"stensil"', 1, "there is no game 'stensil': expected one of "),
        ('[Rules "1"]\n', "", 1, "rules version '': this program plays version '1'"),
        ('"1"]', '"2"]', 2, "rules version '2': this program plays version '1'"),
        ('[Rules "1"]', "[Rules 1]", 2, "'[Rules 1]' is not a tag: expected [Name \"value\"]"),
        ("[Rules", "[Colour", 2, "unknown tag 'Colour': expected one of Game, Rules, Options"),
        ("[Options", '[Rules "1"]\n[Options', 3, "the tag 'Rules' is there twice"),
        ("games=1", "games", 3, "'games' is not an option: expected name=value"),
        ("games=1", "games=1 games=1", 3, "the option 'games' is there twice"),
        ("games=1", "games=0", 3, "games cannot be '0': expected 1 to 1000"),
        ("games=1", "self=1", 3, "there is no option 'self': expected one of "),
        ("games=1", "claim_budget=1", 3, "claim_budget only matters when failed_claim_rule is budget"),
        ("games=1", "plates=a1c2a3b3,b1d1b2c3", 3, "are the same in some orientation: expected plates that all differ"),
        ("Ann|Ben", "Ann", 4, "1 names for 2 seats: expected one for each, or none"),
        ("Ann|Ben", "Ann| ", 4, "' ' cannot be a name: expected some text without quotation marks"),
        ("[Names", '[Position "plates=K1,K2"]\n[Names', 4, "'turn' is missing"),
        ('"1 0"', '"0 1"', 5, "the result is '0 1', but the moves lead to '1 0'"),
        ("7. Red @0#\n", "", 5, "the result is '1 0', but the moves lead to ''"),
        ("0. table", "table", 7, "is not a turn: expected a number with a full stop, whose turn, and moves"),
        (
            "first:red",
            "first:blue",
            7,
            "'first:blue' cannot be played here: expected an outcome: first:red first:white",
        ),
        ("first:red", "First:red", 7, "'First:red' would be written 'first:red'"),
        ("K2 K1", "K2 K2", 7, "'K2' cannot be played here: expected one of K1 K3 K4"),
        ("K2 K1", "K2 K1 a1", 7, "'a1' belongs to turn 1, not to turn 0"),
        ("K2 K1\n", "K2 K1\n[Names]\n", 8, "'[Names]' is not a turn"),
        ("1. Red a1", "1. White a1", 8, "it is the turn of 'Red', not of 'White'"),
        ("1. Red a1", "2. Red a1", 8, "turn 2 is out of order: expected turn 1"),
        ("1. Red a1", "01. Red a1", 8, "turn 01 is out of order: expected turn 1"),
        pytest.param("1. Red a1", "9" * 5000 + ". Red a1", 8, "is out of order: expected turn 1", id="huge"),
        ("1. Red a1", "1. Red A1", 8, "'A1' would be written 'a1'"),
        ("1. Red a1", "1. Red", 8, "'1. Red' is not a turn"),
        ("2. White c2", "2. White a1", 9, "'a1' cannot be played here: expected one of b1"),
        ("2. White c2", "2. White @0?", 9, "'@0?' cannot be played here: expected one of b1"),
        ("2. White c2\n", "", 10, "turn 3 is out of order: expected turn 2"),
        ("@1?b3", "@1#", 13, "'@1#' would be written '@1?'"),
        ("@1?b3", "@1b3", 13, "'@1b3' would be written '@1 b3'"),
        ("@1?b3", "@1? b3", 13, "'@1? b3' would be written '@1?b3'"),
        ("@1?b3", "@1?@0#", 13, "'@1?@0#' would be written '@1? @0#'"),
        ("@1?b3", "@1? @0#", 13, "'@0#' cannot be played here: expected one of b1"),
        ("@1?b3", "@4?b3", 13, "'@4?' cannot be played here"),
        ("@0#", "@0?", 15, "'@0?' would be written '@0#'"),
        ("@0#\n", "@0#\n8. White d3\n", 16, "'8. White d3' comes after the end of the play"),
    ],
)
def test_a_wrong_record_is_refused_with_its_line_and_the_reason(old: str, new: str, line: int, reason: str) -> None:
    record = re.sub(r"\[Final .*\n", "", RECORD)
    assert record.count(old) == 1
    with pytest.raises(RecordError, match=re.escape(reason)) as refusal:
        parlour.load(record.replace(old, new, 1))
    assert refusal.value.line == line
    assert str(refusal.value) == f"line {line}: {refusal.value.reason}"


@pytest.mark.parametrize("name", ["", " ", 'A"n', "A|n", "A\nn", "A\r", "A\x0bn", "A\u2028n"])
def test_a_name_that_would_spoil_the_record_is_refused(name: str) -> None:
    with pytest.raises(ValueError, match="cannot be a name: expected some text without quotation marks"):
        parlour.new("stencil", names=[name, "Ben"])


PIECES = st.sampled_from(
    ["", " ", "\n", '"', "[", "]", "; ", "@0?", "a1", "0", "7. Red d3\n", "=", "9" * 5000, "\u0661."]
)


@settings(max_examples=samples(50, 300))
@given(start=st.integers(0, len(RECORD)), length=st.integers(0, 12), piece=PIECES | st.text(max_size=8))
def test_a_record_that_was_tampered_with_is_read_or_refused(start: int, length: int, piece: str) -> None:
    text = RECORD[:start] + piece + RECORD[start + length :]
    try:
        play = parlour.load(text)
    except RecordError as refusal:
        assert 1 <= refusal.line <= max(1, len(text.splitlines()))
        assert refusal.reason
    else:
        assert parlour.load(play.record()).states.tobytes() == play.states.tobytes()


@settings(max_examples=samples(20, 100))
@given(text=st.text(max_size=60) | st.permutations(RECORD.splitlines()).map("\n".join))
def test_any_text_is_a_record_or_refused(text: str) -> None:
    try:
        play = parlour.load(text)
    except RecordError as refusal:
        assert 1 <= refusal.line <= max(1, len(text.splitlines()))
    else:
        assert play.game.name == "stencil"
