"""Records: readable, complete, and strict."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import parlour
from parlour.engine.record import RecordError, read_record

GOOD = """[Game "stencil"]
[Rules "1"]
[Options "games=1"]
[Result "1 0"]

0. table first:red K4 K1
1. Red c2
2. White b3
3. Red d2
4. White a4
; a comment
5. Red d4
6. White c4
7. Red @2#
"""


def test_a_record_replays_without_randomness() -> None:
    play = read_record(GOOD)
    assert play.over
    assert play.score == (1.0, 0.0)
    assert play.record() == GOOD.replace("; a comment\n", "")


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ('[Game "stencil"]', '[Game "chess"]', "line 1: there is no game 'chess'"),
        ('[Game "stencil"]', "", 'line 1: the tag "Game" is missing'),
        ('[Game "stencil"]', "[Game stencil]", "line 1: '[Game stencil]' is not a tag: expected [Name \"value\"]"),
        ('[Rules "1"]', '[Rules "7"]', "line 2: rules version '7': this program plays version '1'"),
        ('[Rules "1"]', "", "line 1: rules version ''"),
        ('[Rules "1"]', '[Colour "1"]', "line 2: unknown tag 'Colour'"),
        ('[Rules "1"]', '[Game "stencil"]', "line 2: the tag 'Game' is there twice"),
        ("games=1", "games=0", "line 3: games cannot be '0'"),
        ("games=1", "games", "line 3: 'games' is not an option: expected name=value"),
        ("games=1", "games=1 games=2", "line 3: the option 'games' is there twice"),
        ("games=1", "self=1", "line 3: there is no option 'self'"),
        ("games=1", "preset=quick", "line 3: there is no option 'preset'"),
        ('"1 0"', '"0 1"', "line 4: the result is '0 1', but the moves lead to '1 0'"),
        (
            "first:red",
            "first:blue",
            "line 6: 'first:blue' cannot be played here: expected an outcome: first:red first:white",
        ),
        ("1. Red c2", "1. Red", "line 7: '1. Red' is not a turn"),
        ("1. Red c2", "2. Red c2", "line 7: turn 2 is out of order: expected turn 1"),
        ("1. Red c2", "1. White c2", "line 7: it is the turn of 'Red', not of 'White'"),
        ("2. White b3", "2. White c2", "line 8: 'c2' cannot be played here"),
        ("2. White b3", "2. White b3 a1", "line 8: 'a1' belongs to turn 3, not to turn 2"),
        ("2. White b3", "2. White  b3", "line 8"),
        ("2. White b3", "2. White B3", "line 8: 'B3' would be written 'b3'"),
        ("@2#", "@2?", "line 14: '@2?' would be written '@2#'"),
        ("@2#", "@1#", "line 14: '@1#' would be written '@1?'"),
        ("7. Red @2#\n", "7. Red @2#\n8. White a1\n", "line 15: '8. White a1' comes after the end of the play"),
        ("7. Red @2#\n", "", "line 4: the result is '1 0', but the moves lead to ''"),
    ],
)
def test_refusals_name_line_and_reason(old: str, new: str, message: str) -> None:
    assert old in GOOD
    with pytest.raises(RecordError) as caught:
        read_record(GOOD.replace(old, new, 1))
    assert str(caught.value).startswith(message)


def test_a_move_written_short_is_shown_as_it_would_be_written() -> None:
    play = parlour.new("quatro", "two")
    play.push("start:A 31: 9/6 6/5")
    with pytest.raises(RecordError, match=r"line 6: '9/5' would be written '9/6/5'$"):
        read_record(play.record().replace("9/6/5", "9/5"))


@given(st.text())
def test_any_text_is_read_or_refused(text: str) -> None:
    with pytest.raises(RecordError):
        read_record(text)


@settings(max_examples=200, deadline=None)
@given(st.data())
def test_a_damaged_record_is_refused_or_still_legal(data: st.DataObject) -> None:
    at = data.draw(st.integers(0, len(GOOD)))
    length = data.draw(st.integers(0, 12))
    damaged = GOOD[:at] + data.draw(st.text(max_size=12)) + GOOD[at + length :]
    try:
        play = read_record(damaged)
    except RecordError as error:
        assert error.line <= len(damaged.splitlines()) + 1
    else:
        assert read_record(play.record()).codes == play.codes


@pytest.mark.parametrize("preset", ["three", "cube", "teams", "backgammon"])
def test_unfinished_plays_are_recorded_too(preset: str) -> None:
    play, rng = parlour.new("quatro", preset), random.Random(preset)
    for _ in range(60):
        if play.over:
            break
        if play.at_chance:
            play.roll(rng)
        else:
            play.push(rng.choice(play.legal_codes()))
        again = parlour.load(play.record())
        assert again.states.tobytes() == play.states.tobytes()
