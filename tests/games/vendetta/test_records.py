"""Records of Vendetta: written and read back, and refused with the line and the reason."""

import random
import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import parlour
from parlour.engine.options import sample_options
from parlour.engine.play import Play
from parlour.engine.record import RecordError
from tests.form import samples
from tests.games.vendetta.tabletop import GAME, PAGE, at, new, page_block, said

RECORD = """\
[Game "vendetta"]
[Rules "1"]
[Options "players=2 leader_on_silenced=eliminated"]
[Names "Ann|Ben"]
[Result "-1 1"]
[Final "phase=finished turns=5 turn=A A=x,x,x,x,x,x,x,x,x C=H,x,x,2,H,H,H,H,H spun=2/26 out=1,0 winner=C"]

0. table first:A
1. Family-A 53 sH>2[3] sH>4[5] 5/29
2. Family-C 66 sH>35[6+6]s
; so far so good
3. Family-A 61 gH>0[1] s2>8[6]
4. Family-C 33 sH>26[3] sH>26[3] 2/26
5. Family-A 65 g0>11[6+5]s
"""


def test_a_record_is_read_as_it_was_written() -> None:
    play = parlour.load(RECORD)
    assert (play.score, play.names, play.ply) == ((-1, 1), ("Ann", "Ben"), 16)
    assert play.record() == RECORD.replace("; so far so good\n", "")


def test_a_record_may_stop_anywhere() -> None:
    lines = re.sub(r"\[(Result|Final) .*\n", "", RECORD).splitlines()
    for length in range(3, len(lines) + 1):
        play = parlour.load("\n".join(lines[:length]))
        assert parlour.load(play.record()).states.tobytes() == play.states.tobytes()


def test_the_record_on_the_page_is_real() -> None:
    record = page_block('[Game "vendetta"]')
    play = parlour.load(record)
    assert play.record().strip() == record
    sentences = [event.sentence for event in play.events]
    assert "Rats' warrior is struck on space 26 (Spell) and lost." in sentences
    assert "Samurai's warrior is lost to space 11 (darkness)." in sentences


def test_the_turn_under_a_figure_of_the_page_is_real() -> None:
    """And the other one that the player might have chosen, with a Hit and a spin."""
    figure = next(part for part in PAGE.split("```figure\n") if "dice=53" in part).split("```")[0]
    position, caption = (" ".join(part.split()) for part in figure.removeprefix("position: ").split("\ncaption: "))
    told = re.findall(r"soldier on (\d+) takes the (\d)(?:,| and) comes to (\d+)", caption)
    assert told == [("15", "5", "20"), ("17", "3", "20")]
    play = new()
    play.place(position)
    play.push("s15>20[5]x")
    play.push("s17>20[3]xx")
    play.undo()
    play.push("sH>2[3] 20/44")
    assert said(play)[1] == "Family B's soldier is struck on space 20 and lost."


def test_a_turn_that_passes_by_itself_has_its_throw_only() -> None:
    play = at("20: Ag | B1", lost="A1 A2 A3 A4 A5 A6 A7 A8")
    play.push("53 21 s20>23[2+1]s")
    assert play.record().split("\n\n")[1] == "7. Family-A 53\n8. Family-B 21 s20>23[2+1]s\n"
    assert parlour.load(play.record()).states.tobytes() == play.states.tobytes()


def test_a_record_from_a_position_and_with_every_kind_of_word() -> None:
    play = at("20: B1 | A1; 15: A2; 14: C1", lost="A5", spin="optional", spins_per_turn="per_piece")
    play.push("53 s15>20[5] sH>2[3] spin 20/44 21 gH>12[1] sH>13[2] 61 s14>20[6]x sH>24[1]")
    assert play.record().split("\n\n")[1].splitlines() == [
        "7. Family-A 53 s15>20[5]xx sH>2[3] spin 20/44",
        "8. Family-B 21 gH>12[1] sH>13[2]",
        "9. Family-C 61 s14>20[6]x sH>24[1]",
    ]
    again = parlour.load(play.record())
    assert (again.states.tobytes(), again.placed) == (play.states.tobytes(), play.placed)


@pytest.mark.parametrize("seed", range(samples(2, 6)))
def test_random_plays_survive_as_records(seed: int) -> None:
    rng = random.Random(f"records {seed}")
    play = Play(GAME, sample_options(GAME.options, rng, {"turn_limit": 25}, GAME.check))
    while not play.over:
        play.roll(rng) if play.at_chance else play.push(rng.choice(play.legal_codes()))
        if play.over or rng.random() < 0.02:
            again = parlour.load(play.record())
            assert again.states.tobytes() == play.states.tobytes()
            assert (again.codes, again.written, again.events) == (play.codes, play.written, play.events)
            assert again.record() == play.record()


@pytest.mark.parametrize(
    ("old", "new", "line", "reason"),
    [
        ('"vendetta"', '"vendeta"', 1, "there is no game 'vendeta': expected one of "),
        ('[Rules "1"]', '[Rules "2"]', 2, "rules version '2': this program plays version '1'"),
        ("players=2", "players=5", 3, "players cannot be '5': expected 2, 3, 4"),
        ("eliminated", "killed", 3, "leader_on_silenced cannot be 'killed': expected loses_soldier, eliminated"),
        ("players=2 ", "players=3 ", 4, "2 names for 3 seats: expected one for each, or none"),
        ('"-1 1"', '"1 -1"', 5, "the result is '1 -1', but the moves lead to '-1 1'"),
        ("first:A", "first:B", 8, "'first:B' cannot be played here: expected an outcome: first:A first:C"),
        ("first:A", "A", 8, "'A' would be written 'first:A'"),
        ("1. Family-A 53", "1. Family-C 53", 9, "it is the turn of 'Family-A', not of 'Family-C'"),
        ("1. Family-A 53", "2. Family-A 53", 9, "turn 2 is out of order: expected turn 1"),
        ("1. Family-A 53", "1. Family-A 35", 9, "'35' would be written '53'"),
        ("sH>2[3] sH>4[5]", "sH>2[3], sH>4[5]", 9, "would be written '53 sH>2[3] sH>4[5] 5/29'"),
        ("sH>2[3] sH>4[5]", "sH>2[3] s2>7[5]", 9, "'s2>7[5]' cannot be played here: expected one of "),
        ("sH>2[3] sH>4[5]", "sH>2[3] gH>4[5]", 9, "'gH>4[5]' cannot be played here: expected one of "),
        (" 5/29", " 5", 9, "'5' would be written '5/29'"),
        (" 5/29", " 48/72", 9, "'48/72' cannot be played here: expected an outcome: 0/24"),
        (" 5/29", "", 10, "turn 2 is out of order: expected turn 1"),
        ("[6+6]s", "[6+6]", 10, "'sH>35[6+6]' would be written 'sH>35[6+6]s'"),
        ("[6+6]s", "[6+6]x", 10, "'sH>35[6+6]x' cannot be played here: expected one of "),
        ("[6+6]s", "[6+6]s 61", 10, "'61' belongs to turn 3, not to turn 2"),
        ("gH>0[1] s2>8[6]", "s2>8[6] s8>9[1]", 12, "'s8>9[1]' cannot be played here: expected one of "),
        ("g0>11[6+5]s\n", "g0>11[6+5]s\n6. Family-C 53\n", 15, "'6. Family-C 53' comes after the end of the play"),
        ("g0>11[6+5]s", "g0>11[6+5]#", 14, "'g0>11[6+5]#' cannot be played here: expected one of "),
    ],
)
def test_a_wrong_record_is_refused_with_its_line_and_the_reason(old: str, new: str, line: int, reason: str) -> None:
    assert RECORD.count(old) == 1
    with pytest.raises(RecordError, match=re.escape(reason)) as refusal:
        parlour.load(RECORD.replace(old, new, 1))
    assert refusal.value.line == line


def test_a_position_that_is_none_is_refused_with_its_line() -> None:
    with pytest.raises(RecordError, match="line 3: 'phase' is missing"):
        parlour.load('[Game "vendetta"]\n[Rules "1"]\n[Position "turns=1"]\n\n')


def test_names_of_seats_have_no_spaces_in_a_record() -> None:
    play = new()
    play.push("first:D 21")
    assert play.record().endswith("0. table first:D\n1. Family-D 21\n")


PIECES = st.sampled_from(
    ["", " ", "\n", '"', "[", "]", "; ", "x", "s", "53", "0", "20/44", "6. Family-C 21\n", "=", "٣."]
)


@settings(max_examples=40)
@given(start=st.integers(0, len(RECORD)), length=st.integers(0, 12), piece=PIECES)
def test_a_record_that_was_tampered_with_is_read_or_refused(start: int, length: int, piece: str) -> None:
    text = RECORD[:start] + piece + RECORD[start + length :]
    try:
        play = parlour.load(text)
    except RecordError as refusal:
        assert 1 <= refusal.line <= max(1, len(text.splitlines()))
        assert refusal.reason
    else:
        assert parlour.load(play.record()).states.tobytes() == play.states.tobytes()
