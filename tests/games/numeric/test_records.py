"""Records of Numeric: written and read back, calls included, and refused with the line and the reason."""

import re
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import parlour
from parlour.engine.play import Play
from parlour.engine.record import RecordError
from parlour.games.numeric.state import Ending, Event, Phase
from tests.form import samples
from tests.games.numeric.ringside import FIGURE_5, laid, money, on_board, page_block, play_on, random_play
from tests.games.numeric.tabletop import VARIANTS

V32 = """\
[Game "numeric"]
[Rules "1"]
[Options "players=3"]

0. table first:A
1. A 6431 6*4*3+1=73 #8
1. B 6*4*(3+1)=96
1. C 6+4-3/1=7 #25
"""

# The nine moves of Figure 5, eight with one throw: A has 4, 6, 7 and 64, B the others
V50 = """\
[Game "numeric"]
[Rules "1"]
[Options "variant=counters first_side=A"]

0. table >4 >6 >7 >64 >98 >99 >5 >3 >8 >9 >10 >97
1. A 6431 6-4+3-1=4
1. B 6-4+3*1=5@V1 (6-4-1)*3=3@I12
1. A 6-4+3+1=6@B18 6+4-3*1=7@I1 #2
1. B 6+4-3+1=8@B2 (6-4+1)*3=9@I2
1. A 6*(4+1)/3=10@V2 #3 take >11 >12 >13
1. B >21 >22 >23 >24 >25
2. B 6442 pass
2. A (6-2)*4*4=64@G2
"""
# Calls of every kind; the clock runs out in the middle of the throw
CALLED = """\
[Game "numeric"]
[Rules "1"]
[Options "players=3 variant=counters starting_money=100 end=time_limit(30)+funds(5000) move_seconds=20 max_attempts=2 \
first_side=A rack_size=3 scramble=claim"]
[Names "Ann|Ben|Cy"]
[Result "1 -0.5 -0.5"]

0. table >4 >6 >98 >16 >97 >99 >8 >64 >79
1. A 6431 !attempts
1. B (6-3+1)*4=16
1. C !timeout !claim:A
1. A 6-4+3-1=4@V1
1. C 6+4-3+1=8 !timeout
1. B !clock pass
1. A pass
"""


def read(text: str) -> Play:
    """A play from its record, which tells the same again, and the position it has led to."""
    play = parlour.load(text)
    again = play.record()
    assert re.sub(r"\[Final .*\n", "", again) == text
    assert f'[Final "{play.position}"]\n' in again
    assert parlour.load(again).record() == again
    return play


def test_V32_as_a_record_written_by_hand() -> None:
    play = read(V32)
    assert money(play) == [700, 600, 715]
    assert (play.s.phase, play.turn_label) == (Phase.THROWING, "B")
    assert list(play.s.pack)[:3] == [8, 25, 0]


def test_V32_is_the_record_on_the_page_and_its_position_too() -> None:
    assert page_block('[Game "numeric"]') == read(V32).record().strip()
    assert page_block("phase=") == read(V32).position


def test_V50_as_a_record_written_by_hand() -> None:
    play = read(V50)
    assert on_board(play) == {word.split(":")[0]: int(word.split(":")[1]) for word in FIGURE_5.split()}
    rewards = [event.numbers[1] for event in play.events if event.kind == Event.EARNS]
    assert rewards == [10, 40, 50, 70, 140, 70, 100, 50, 150]
    bonuses = [event.numbers[:2] for event in play.events if event.kind == Event.BONUS]
    assert bonuses == [(0, 1000), (1, 1000)], "A with 4, 6 and 7, B with 5, 3 and 8"
    assert money(play) == [500 + 10 + 70 + 140 + 1000 + 50 + 50 + 200 + 150, 500 + 40 + 50 + 70 + 1000 + 100]


def test_a_record_may_stop_anywhere() -> None:
    for text in (V32, V50):
        lines = text.splitlines()
        for length in range(3, len(lines) + 1):
            play = parlour.load("\n".join(lines[:length]))
            assert parlour.load(play.record()).states.tobytes() == play.states.tobytes()


def test_calls_stand_in_a_record_where_they_happened() -> None:
    play = read(CALLED)
    assert (play.over, play.s.reason, play.names) == (True, Ending.TIME_LIMIT, ("Ann", "Ben", "Cy"))
    assert on_board(play) == {"C0": 16, "V1": 4}, "C lost its 8 while it looked for a cell"
    assert money(play) == [120, 110, 100]
    sentences = [event.sentence for event in play.events]
    assert "Ann had too many attempts: the turn is a pass." in sentences
    assert sentences.count("Cy ran out of time.") == 2
    assert "Ann claims the turn." in sentences
    assert "Time is up." in sentences


def test_undo_takes_a_call_back() -> None:
    play = read(CALLED)
    while play.ply:
        written = play.written[-1].text
        after = play.states.tobytes()
        play.undo()
        if written.startswith("!"):
            assert written[1:] in play.calls
            before = play.states.tobytes()
            play.call(written[1:])
            assert play.states.tobytes() == after
            play.undo()
            assert play.states.tobytes() == before
    assert play.position == parlour.new("numeric", **play.values).position


@pytest.mark.parametrize(
    ("old", "new", "line", "reason"),
    [
        ("!attempts", "!timeouts", 8, "'timeouts' cannot be called here: expected one of clock, timeout, attempts"),
        ("!attempts", "attempts", 8, "'attempts' does not count"),
        ("!attempts", "!claim:B", 8, "'claim:B' cannot be called here: expected one of clock, timeout, attempts"),
        ("!attempts", "!", 8, "'' cannot be called here"),
        ("!claim:A", "!claim:B", 11, "it is the turn of 'B', not of 'A'"),
        ("!claim:A", "!claim:C", 10, "'claim:C' cannot be called here: expected one of clock, timeout, attempts"),
        ("!claim:A", "!claim:a", 10, "'claim:a' cannot be called here"),
        ("max_attempts=2 ", "", 8, "'attempts' cannot be called here: expected one of clock, timeout"),
        ("move_seconds=20 ", "", 10, "'timeout' cannot be called here: expected one of clock, attempts"),
        (" scramble=claim", "", 10, "'claim:A' cannot be called here: expected one of clock, timeout, attempts"),
        ("time_limit(30)+", "", 13, "'clock' cannot be called here: expected one of timeout, attempts, claim:A"),
        ("!clock", "!clock !clock", 13, "'clock' cannot be called here: expected one of timeout, attempts, claim:A"),
        ("A pass\n", "A pass\n1. A !clock\n", 15, "'1. A !clock' comes after the end of the play"),
        ("!clock ", "", 5, "the result is '1 -0.5 -0.5', but the moves lead to ''"),
    ],
)
def test_calls_that_could_not_be_are_refused(old: str, new: str, line: int, reason: str) -> None:
    assert CALLED.count(old) == 1
    with pytest.raises(RecordError, match=re.escape(reason)) as refusal:
        parlour.load(CALLED.replace(old, new))
    assert refusal.value.line == line


@pytest.mark.parametrize(
    ("old", "new", "line", "reason"),
    [
        ('"numeric"', '"numerik"', 1, "there is no game 'numerik': expected one of "),
        ('"1"', '"2"', 2, "rules version '2': this program plays version '1'"),
        ("players=3", "players=9", 3, "players cannot be '9': expected 1, 2, 3"),
        ("players=3", "players=1", 3, "zones is for 2 to 8 sides, not 1"),
        ("players=3", "rack_size=4", 3, "rack_size only matters when variant is counters, and it is zones"),
        ("players=3", "end=line(one,7)", 3, "a line of zones is a whole row or column"),
        ("players=3", "players=3 members=3", 3, "a side of zones has at most 2 members, not 3"),
        ("first:A", "first:D", 5, "'first:D' cannot be played here: expected an outcome: first:A first:B first:C"),
        ("first:A", "first:B", 6, "it is the turn of 'B', not of 'A'"),
        ("1. A", "2. A", 6, "turn 2 is out of order: expected turn 1"),
        ("6431", "1346", 6, "'1346' would be written '6431'"),
        ("6431", "6 4 3 1", 6, "'6' cannot be played here: expected an outcome: 1111"),
        ("6*4*3+1=73", "6*4*3+1", 6, "'6*4*3+1' would be written '6*4*3+1=73'"),
        ("6*4*3+1=73", "1+6*4*3=73", 6, "'1+6*4*3=73' would be written '6*4*3+1=73'"),
        ("6*4*3+1=73", "6×4×3+1=73", 6, "'6×4×3+1=73' would be written '6*4*3+1=73'"),
        ("6*4*3+1=73", "=73", 6, "would be written"),
        ("6*4*3+1=73", "6*4*3+1=74", 6, "you said 74, but it makes 73"),
        ("6*4*3+1=73", "6*4*3+2=74", 6, "there is no 2 among the dice 6 4 3 1"),
        ("#8", "#26", 6, "'#26' cannot be played here: expected an outcome: #1 #2"),
        ("#8", "#3", 7, "it is the turn of 'A', not of 'B'"),
        (" #8", "", 7, "it is the turn of 'A', not of 'B'"),
        ("1. B 6*4*(3+1)=96", "1. B 6*4*3+1=73", 7, "73 is already covered"),
        ("1. B 6*4*(3+1)=96", "1. C 6*4*(3+1)=96", 7, "it is the turn of 'B', not of 'C'"),
        ("1. B 6*4*(3+1)=96", "1. B -", 7, "'-' would be written 'pass'"),
        ("1. B 6*4*(3+1)=96", "1. B 6*4*(3+1)=96@V1", 7, "cells are named only in the counters game"),
        ("6+4-3/1=7", "(6+4-3)/1=7", 8, "'(6+4-3)/1=7' would be written '6+4-3/1=7'"),
        ("#25", "#8", 8, "'#8' cannot be played here: expected an outcome: #1 #2"),
        ("#25\n", "#25\n1. A 6431\n", 9, "turn 1 is out of order: expected turn 2"),
        ("#25\n", "#25\n2. B 6431 pass\n2. B pass\n", 10, "it is the turn of 'C', not of 'B'"),
        ('players=3"]', 'players=3"]\n[Result "1 0 0"]', 4, "the result is '1 0 0', but the moves lead to ''"),
        ('players=3"]', 'players=3"]\n[Position "phase=lunch"]', 4, "'phase' cannot be 'lunch'"),
    ],
)
def test_an_edited_record_is_refused_with_its_line_and_the_reason(old: str, new: str, line: int, reason: str) -> None:
    assert V32.count(old) == 1
    with pytest.raises(RecordError, match=re.escape(reason)) as refusal:
        parlour.load(V32.replace(old, new))
    assert refusal.value.line == line


@pytest.mark.parametrize(
    ("old", "new", "line", "reason"),
    [
        (">4 >6", ">4 >4", 5, "'>4' cannot be played here: expected an outcome: >1 >2 >3 >5"),
        (" >97\n", "\n", 6, "turn 1 is out of order: expected turn 0"),
        ("6-4+3-1=4\n", "6-4+3-1=4@C0\n", 6, "'6-4+3-1=4@C0' would be written '6-4+3-1=4'"),
        ("6-4+3*1=5@V1", "6-4+3*1=5 @V1", 7, "would be written '6-4+3*1=5@V1"),
        ("6-4+3*1=5@V1", "6-4+3*1=5@v1", 7, "'6-4+3*1=5@v1' would be written '6-4+3*1=5@V1'"),
        ("6-4+3*1=5@V1", "6-4+3*1=5@I1", 7, "5 cannot go to I1: expected V1, V2, V3, V4, V5, V6"),
        ("6-4+3*1=5@V1", "6-4+3+1=6@V1", 7, "the counter 6 is not on your rack"),
        ("@I12", "@I13", 7, "there is no cell I13"),
        ("@I12", "@C0", 7, "3 cannot go to C0"),
        ("7@I1 #2", "7@I1", 9, "it is the turn of 'A', not of 'B'"),
        ("take >11", "end >11", 10, "'>11' cannot be played: the play is over"),
        ("take >11", "take >10", 10, "'>10' cannot be played here: expected an outcome: >1 >2 >11"),
        ("2. B 6442 pass", "2. B 6442 4+2*4-6=6", 12, "6 is already placed"),
        ("2. A (6-2)", "1. A (6-2)", 13, "turn 1 is out of order: expected turn 2"),
    ],
)
def test_an_edited_record_of_counters_is_refused(old: str, new: str, line: int, reason: str) -> None:
    assert V50.count(old) == 1
    with pytest.raises(RecordError, match=re.escape(reason)) as refusal:
        parlour.load(V50.replace(old, new))
    assert refusal.value.line == line


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (" #8\n1. B 6*4", " #8 6*4"),
        ("=96\n1. C 6+4", "=96 6+4"),
        ("0. table first:A\n1. A 6431", "0. table first:A 6431"),
    ],
)
def test_a_line_has_the_words_of_one_side_only(old: str, new: str) -> None:
    """Sides take turns within a throw, so that a word in the wrong line need not be of another turn."""
    assert V32.count(old) == 1
    with pytest.raises(RecordError) as refusal:
        parlour.load(V32.replace(old, new))
    assert refusal.value.line == V32[: V32.index(old)].count("\n") + 1


def test_a_placed_position_is_part_of_the_record() -> None:
    play = laid("C0:4 V1:5", "6 8", "99")
    play.push("=6@I1")
    again = parlour.load(play.record())
    assert '[Position "phase=forming throws=2' in play.record()
    assert (again.states.tobytes(), again.record()) == (play.states.tobytes(), play.record())


@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize("seed", range(samples(2, 5)))
def test_random_plays_survive_as_records(variant: str, seed: int) -> None:
    play, rng = random_play(f"records {seed}", variant, {"max_throws": 40, **CALLING[variant]})
    while not play.over and play.ply < 120:
        play_on(play, rng, calls=0.15)
        if play.ply % 20 == 0 or play.over:
            again = parlour.load(play.record())
            assert again.states.tobytes() == play.states.tobytes()
            assert (again.codes, again.written, again.events) == (play.codes, play.written, play.events)
            assert again.record() == play.record()
    assert any(written.text.startswith("!") for written in play.written)


CALLING: dict[str, dict[str, Any]] = {
    variant: {"move_seconds": 30, "max_attempts": 3, "end": "time_limit(60)+throw_limit(30)"} for variant in VARIANTS
}
CALLING["counters"] |= {"scramble": "claim"}

PIECES = st.sampled_from(
    [
        "",
        " ",
        "\n",
        '"',
        "[",
        "]",
        "; ",
        "#8",
        "=",
        "pass",
        "!clock",
        "!timeout",
        "@V1",
        "1. A 6431\n",
        "9" * 4999,
        "٣.",
    ]
)


@settings(max_examples=samples(20, 120))
@given(
    text=st.sampled_from([V32, V50]),
    place=st.integers(0, 10**6),
    length=st.integers(0, 12),
    piece=PIECES | st.text(max_size=8),
)
def test_a_record_that_was_tampered_with_is_read_or_refused(text: str, place: int, length: int, piece: str) -> None:
    at = place % (len(text) + 1)
    text = text[:at] + piece + text[at + length :]
    try:
        play = parlour.load(text)
    except RecordError as refusal:
        assert 1 <= refusal.line <= max(1, len(text.splitlines()))
        assert refusal.reason
    else:
        assert parlour.load(play.record()).states.tobytes() == play.states.tobytes()
