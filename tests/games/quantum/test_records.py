"""Records of Quantum: written and read back, and refused with the line and the reason."""

import pickle
import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import parlour
from parlour.engine.record import RecordError
from tests.form import samples
from tests.games.quantum.tabletop import at, new, page_block, play_on, random_play

RECORD = """\
[Game "quantum"]
[Rules "1"]
[Options "pieces_per_player=2 turn_limit=30"]
[Names "Ann|Ben"]
[Final "phase=throwing turns=5 turn=Black White=6,0 Black=12b,10"]

0. table first:Black
1. Black 65 2 E 3-8[5] 8-10[2]
; so far so good
2. White 11
3. Black 61 3 E 10-3[1]x3>0^11+ 6 6 1 E 11-12b[3] 3-9[6] 9-10[1]
4. White 62 1 E 3-5[2] 5-6[1]
"""


def test_a_record_is_read_as_it_was_written() -> None:
    play = parlour.load(RECORD)
    assert (play.names, play.values["pieces_per_player"], play.s.turns) == (("Ann", "Ben"), 2, 5)
    assert play.record() == RECORD.replace("; so far so good\n", "")


def test_a_record_may_stop_anywhere() -> None:
    whole = re.sub(r"\[Final .*\n|; so far so good\n", "", RECORD)
    ends = [
        found.start() for found in re.finditer(r"(?<=[^.\s])(?=[ \n])", whole) if found.start() > whole.index("0. t")
    ]
    read = 0
    for end in ends:
        if not re.search(r"\d\. \w+$", whole[:end]):  # a turn in which nothing has happened
            again = parlour.load(whole[:end]).record()
            assert re.sub(r"\[Final .*\n", "", again) == whole[:end] + "\n"
            assert parlour.load(again).record() == again
            read += 1
    assert read == parlour.load(whole).ply


def test_a_record_of_a_win() -> None:
    play = at("White=53,25,41 Black=4,6,60,70,28", "41 53-H[4]")
    text = play.record()
    assert '[Result "1 -1"]' in text
    assert "1. White 41 53-H[4]#\n" in text
    again = parlour.load(text)
    assert (again.record(), again.score) == (text, (1, -1))


def test_a_record_of_a_draw() -> None:
    play = new(players=3, turn_limit=2, first_player="seat0")
    play.push("32 54")
    text = play.record()
    assert '[Result "0 0 0"]' in text
    assert parlour.load(text).record() == text


def test_the_record_on_the_page_is_real() -> None:
    record = page_block('[Game "quantum"]')
    assert parlour.load(record).record().strip() == record


@pytest.mark.parametrize("seed", range(samples(2, 8)))
def test_random_plays_survive_as_records(seed: int) -> None:
    play, rng = random_play(f"records {seed}")
    for _ in range(160):
        if play.over:
            break
        play_on(play, rng)
    again = parlour.load(play.record())
    assert again.states.tobytes() == play.states.tobytes()
    assert (again.codes, again.written, again.events) == (play.codes, play.written, play.events)
    assert again.record() == play.record()
    assert pickle.loads(pickle.dumps(play)).record() == play.record()


@pytest.mark.parametrize(
    ("old", "new_text", "line", "reason"),
    [
        ('"quantum"', '"quantom"', 1, "there is no game 'quantom': expected one of "),
        ('"1"]', '"2"]', 2, "rules version '2': this program plays version '1'"),
        ("pieces_per_player=2", "pieces_per_player=9", 3, "pieces_per_player cannot be '9': expected 2 to 8"),
        ("pieces_per_player=2", "pieces=2", 3, "there is no option 'pieces': expected one of "),
        ("pieces_per_player=2", "home_target=1", 3, "home_target only matters when win_form is counters_home"),
        ("Ann|Ben", "Ann", 4, "1 names for 2 seats"),
        ("[Names", '[Result "1 -1"]\n[Names', 4, "the result is '1 -1', but the moves lead to ''"),
        ("[Names", '[Position "phase=using"]\n[Names', 4, "'turns' is missing"),
        ("first:Black", "first:black", 7, "'first:black' would be written 'first:Black'"),
        ("first:Black", "first:Red", 7, "'first:Red' cannot be played here: expected an outcome: first:White first:Bl"),
        ("0. table", "0. White", 7, "it is the turn of 'table', not of 'White'"),
        ("1. Black 65", "1. White 65", 8, "it is the turn of 'Black', not of 'White'"),
        ("1. Black 65", "2. Black 65", 8, "turn 2 is out of order: expected turn 1"),
        ("65 2 E", "56 2 E", 8, "'56' would be written '65'"),
        ("65 2 E", "65 E", 8, "'E' cannot be played here: expected an outcome: 1 2 3 4 5 6"),
        ("65 2 E", "65 2 e", 8, "'e' would be written 'E'"),
        ("3-8[5]", "3-9[6]", 8, "'3-9[6]' cannot be played here: expected one of 3-5[2] 3-8[5]"),
        ("8-10[2]", "8-10[2] 11", 8, "'11' belongs to turn 2, not to turn 1"),
        ("2. White 11", "2. White 61", 11, "turn 3 is out of order: expected turn 2"),
        ("10-3[1]x3>0^11+", "10-3[1]", 11, "'10-3[1]' would be written '10-3[1]x3>0^11+'"),
        ("10-3[1]x3>0^11+", "10-3[1]x3>0^11", 11, "'10-3[1]x3>0^11' cannot be played here: expected one of"),
        ("10-3[1]x3>0^11+", "10-3[1]*11+", 11, "'10-3[1]*11+' cannot be played here: expected one of"),
        ("9-10[1]", "9-10[1]#", 11, "'9-10[1]#' cannot be played here"),
        ("9-10[1]", "9-10[1] !time", 11, "'time' cannot be called here: expected none"),
        ("3-5[2] 5-6[1]", "3-5[2]  5-6[1]", 12, "would be written "),
        (
            "4. White 62",
            "four White 62",
            12,
            "is not a turn: expected a number with a full stop, whose turn, and moves",
        ),
    ],
)
def test_an_edited_record_is_refused_with_its_line_and_the_reason(
    old: str, new_text: str, line: int, reason: str
) -> None:
    assert RECORD.count(old) == 1
    with pytest.raises(RecordError, match=re.escape(reason)) as refusal:
        parlour.load(RECORD.replace(old, new_text))
    assert refusal.value.line == line


def test_nothing_comes_after_the_end() -> None:
    text = at("White=53,25,41 Black=4,6,60,70,28", "41 53-H[4]").record()
    with pytest.raises(RecordError, match="comes after the end of the play"):
        parlour.load(text + "2. Black 32\n")
    with pytest.raises(RecordError, match="the result is '-1 1', but the moves lead to '1 -1'"):
        parlour.load(text.replace('"1 -1"', '"-1 1"'))


SPLINTERS = st.sampled_from(
    ["", " ", "\n", '"', "[", "]", "; ", "+", "#", "E", "0", "6", "5. Black 11\n", "=", "\u0661."]
)


@settings(max_examples=samples(20, 100))
@given(start=st.integers(0, len(RECORD)), length=st.integers(0, 12), piece=SPLINTERS | st.text(max_size=8))
def test_a_record_that_was_tampered_with_is_read_or_refused(start: int, length: int, piece: str) -> None:
    text = RECORD[:start] + piece + RECORD[start + length :]
    try:
        play = parlour.load(text)
    except RecordError as refusal:
        assert 1 <= refusal.line <= max(1, len(text.splitlines()))
        assert refusal.reason
    else:
        assert parlour.load(play.record()).states.tobytes() == play.states.tobytes()
