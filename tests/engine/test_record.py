"""Records: readable, complete, and strict."""

import pickle
import random
import re
from copy import copy

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import parlour
from parlour.engine.record import RecordError
from parlour.engine.replay import read_record
from tests.form import samples

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


FINAL = '[Final "phase=finished red=c2d2d4 white=b3a4c4 plates=K1,K4 starter=red turns=7 played=1 halves=2,0"]\n'


def unended(record: str) -> str:
    """A record as 0.1.0 wrote it, without the final position."""
    return re.sub(r"\[Final .*\n", "", record)


def test_a_record_replays_without_randomness() -> None:
    play = read_record(GOOD)
    assert play.over
    assert play.score == (1.0, 0.0)
    assert unended(play.record()) == GOOD.replace("; a comment\n", "")


def test_a_record_tells_the_final_position() -> None:
    record = read_record(GOOD).record()
    assert record == GOOD.replace("; a comment\n", "").replace("\n\n", "\n" + FINAL + "\n")
    assert read_record(record).record() == record
    assert unended(read_record(unended(record)).record()) == unended(record)


@pytest.mark.parametrize(
    ("final", "message"),
    [
        (
            FINAL.replace("d4", "a1", 1),
            "line 5: the final position is 'phase=finished red=c2d2a1 .*', but the moves lead to",
        ),
        (FINAL.replace("turns=7", "turns=9"), "line 5: the final position is .*, but the moves lead to"),
        (FINAL.replace("K4", "K1"), "line 5: the final position cannot be: 'plates' has K1 twice"),
        ('[Final "nonsense"]\n', "line 5: the final position cannot be: 'nonsense' is not part of a position"),
    ],
)
def test_a_final_position_that_is_another_is_refused(final: str, message: str) -> None:
    with pytest.raises(RecordError, match=message):
        read_record(GOOD.replace("\n\n", "\n" + final + "\n"))


def test_a_final_position_may_be_written_otherwise() -> None:
    words = FINAL.removeprefix('[Final "').removesuffix('"]\n').split()
    other = f'[Final "{" ".join(reversed(words))}"]\n'
    assert read_record(GOOD.replace("\n\n", "\n" + other + "\n")).score == (1.0, 0.0)


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
    with pytest.raises(RecordError, match=r"line 7: '9/5' would be written '9/6/5'$"):
        read_record(play.record().replace("9/6/5", "9/5"))


@given(st.text())
def test_any_text_is_read_or_refused(text: str) -> None:
    with pytest.raises(RecordError):
        read_record(text)


@settings(max_examples=samples(33, 200))
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


COMMITMENT, SECRET = "0" * 63 + "a", "f" * 64
FAIR = GOOD.replace(
    '"1 0"]\n',
    f'"1 0"]\n[Commitment "{COMMITMENT}"]\n[Seeds "ann-7|B_en"]\n[Secret "{SECRET}"]\n',
).replace("; a comment\n", "")
RESIGNED = """[Game "stencil"]
[Rules "1"]
[Options "games=1"]
[Dice "manual"]
[Ending "Red resigned"]

0. table first:red K4 K1
1. Red c2
"""


@pytest.mark.parametrize("text", [FAIR, RESIGNED])
def test_what_else_a_record_says_is_kept_and_written_again(text: str) -> None:
    play = read_record(text)
    assert unended(play.record()) == text
    assert copy(play).tags == play.tags
    assert copy(play).tags is not play.tags
    assert pickle.loads(pickle.dumps(play)).tags == play.tags


def test_tags_are_read_in_any_order_and_written_in_one() -> None:
    lines = RESIGNED.splitlines()
    shuffled = read_record("\n".join([lines[0], lines[4], lines[3], *lines[1:3], *lines[5:]]))
    assert unended(shuffled.record()) == RESIGNED
    play = read_record(GOOD)
    play.tags = {"Secret": SECRET, "Seeds": "ann-7|B_en", "Commitment": COMMITMENT}
    assert unended(play.record()) == FAIR


@pytest.mark.parametrize(
    ("text", "old", "new", "message"),
    [
        (FAIR, COMMITMENT, COMMITMENT.upper(), "line 5: '000"),
        (FAIR, COMMITMENT, COMMITMENT[1:], "line 5: '000"),
        (FAIR, COMMITMENT, "", "line 5: '' is not written in 64 hexadecimal digits: expected 0 to 9 and a to f"),
        (FAIR, SECRET, "g" * 64, "line 7: 'ggg"),
        (FAIR, SECRET, SECRET + "f", "line 7: 'fff"),
        (FAIR, "ann-7|B_en", "ann-7", "line 6: 1 seeds for 2 seats: expected one for each, with | between them"),
        (FAIR, "ann-7|B_en", "a|b|c", "line 6: 3 seeds for 2 seats"),
        (FAIR, "ann-7|B_en", "ann-7|", "line 6: '' cannot be a seed: expected 1 to 64 of"),
        (FAIR, "ann-7|B_en", "a n|b", "line 6: 'a n' cannot be a seed"),
        (FAIR, "[Secret", "[Seeds", "line 7: the tag 'Seeds' is there twice"),
        (FAIR, "[Seeds", '[Dice "manual"]\n[Seeds', "line 6: the dice are manual, but there is the tag 'Commitment'"),
        (
            FAIR,
            "[Seeds",
            '[Ending "Red resigned"]\n[Seeds',
            "line 6: the ending is 'Red resigned', but the play is over",
        ),
        (RESIGNED, "manual", "loaded", "line 4: the dice cannot be 'loaded': expected manual, or no such tag"),
        (RESIGNED, "manual", "", "line 4: the dice cannot be ''"),
        (RESIGNED, "Red resigned", " ", "line 5: ' ' cannot be an ending: expected a sentence without quotation marks"),
        (RESIGNED, "Red resigned", 'Red "resigned"', 'line 5: \'[Ending "Red "resigned""]\' is not a tag'),
    ],
)
def test_what_else_a_record_says_is_checked(text: str, old: str, new: str, message: str) -> None:
    assert old in text
    with pytest.raises(RecordError) as caught:
        read_record(text.replace(old, new, 1))
    assert str(caught.value).startswith(message)


@pytest.mark.parametrize(
    ("tags", "message"),
    [
        ({"Weather": "fine"}, "unknown tag 'Weather': expected one of Dice, Commitment, Seeds, Seeded, Secret, Ending"),
        ({"Secret": "abc"}, "'abc' is not written in 64 hexadecimal digits"),
        ({"Seeds": "a"}, "1 seeds for 2 seats"),
        ({"Seeded": "own"}, "the seeds of 2 seats cannot be 'own': expected own or derived for each, with | between"),
        ({"Seeded": "own|server"}, "cannot be 'own|server': expected own or derived"),
        ({"Dice": "manual", "Seeded": "own|own"}, "the dice are manual, but there is the tag 'Seeded' of fair dice"),
        ({"Ending": 'Red "resigned"'}, "cannot be an ending: expected a sentence without quotation marks or line ends"),
        ({"Ending": "Red\nresigned"}, "cannot be an ending"),
        ({"Ending": "Red resigned\u2028"}, "cannot be an ending"),
        ({"Notes": "Dora plays for Ben."}, "cannot be a note: expected a number of plies and a sentence"),
        ({"Notes": "4 Dora plays for Ben.|"}, "cannot be a note"),
        ({"Notes": "4 Dora\nplays"}, "cannot be a note"),
        ({"Notes": '4 Dora "plays"'}, "cannot be a note"),
        ({"Dice": "manual", "Seeds": "a|b"}, "the dice are manual, but there is the tag 'Seeds' of fair dice"),
    ],
)
def test_a_record_that_could_not_be_read_is_not_written(tags: dict[str, str], message: str) -> None:
    play = read_record(RESIGNED)
    play.tags = tags
    with pytest.raises(ValueError, match=message):
        play.record()


def test_an_end_by_the_rules_needs_no_other() -> None:
    play = read_record(GOOD)
    play.tags["Ending"] = "Red resigned"
    assert unended(play.record()) == GOOD.replace("; a comment\n", "")
