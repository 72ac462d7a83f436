"""Moves and throws as people write them, and back. Positions are in test_positions.py."""

import random
from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from parlour.engine.play import IllegalAction, Play
from parlour.games.quantum import GAME
from tests.form import samples
from tests.games.quantum.tabletop import at, did, everything, moves, new, play_on, pool, random_play, scatter, stood

CHAIN = "White=25,12g,12h,85 Black=12j,17,35,53,40"


@pytest.mark.parametrize(
    ("before", "done"),
    [
        ("White=12g loose=6", "12g-15[6]"),
        ("White=12g pair=42", "12g-15[4+2]"),
        ("White=12g sixes=1", "12g-12a[6+6]"),
        ("White=53 loose=4", "53-H[4]"),
        ("White=53d loose=4", "H-54c[4]"),
        ("White=20 loose=6", "E"),
        ("White=3 pair=62", "3-3[6+2]*11+"),
        ("White=12 Black=12a loose=2", "12-12b[2]z12a>4"),
        ("White=15 Black=17 loose=2", "15-17[2]x17>9^35"),
        ("White=80 loose=6", "80-80f[6]~48"),
        ("White=53,25,41 Black=4,6,60,70,28 loose=4", "53-H[4]#"),
        ("White=53 Black=53d loose=4", "53-H[4]xH>35^86"),
        ("White=53c Black=53d loose=2", "53c-54[2]zH>35"),
    ],
)
def test_moves_are_written_as_on_the_page(before: str, done: str) -> None:
    play = at(f"phase=using {before}")
    bare = done.split("]")[0] + "]" if "]" in done else done
    assert bare in moves(play)
    for typed in (bare, done):
        play.push(typed)
        assert did(play) == done
        play.undo()


@pytest.mark.parametrize("typed", ["E", "e"])
def test_entering_in_either_case(typed: str) -> None:
    assert did(at("", f"61 1 {typed}")) == "E"


@pytest.mark.parametrize(
    ("typed", "held"),
    [("43", "pair=43"), ("34", "pair=43"), ("64", "pair=64 due=1"), ("46", "pair=64 due=1"), ("55", "pair=55")],
)
def test_throws_in_any_order(typed: str, held: str) -> None:
    play = at("White=20", typed)
    assert pool(play) == held
    assert did(play) == "".join(sorted(typed, reverse=True))


@pytest.mark.parametrize("typed", ["first:Black", "first:black", "FIRST:BLACK", "First:bLACK"])
def test_the_first_player_in_any_case(typed: str) -> None:
    play = new()
    play.push(typed)
    assert (did(play), play.turn_label) == ("first:Black", "Black")


@pytest.mark.parametrize("typed", ["4", "433", "70", "07", "4-3", "4+3", "four", "٤٣", "E", "20-24[4]", "first:White"])
def test_throws_of_both_dice_that_are_none(typed: str) -> None:
    play = at("White=20")
    before = everything(play)
    with pytest.raises(IllegalAction, match="cannot be played here: expected an outcome: 11 21 22 31 "):
        play.push(typed)
    assert everything(play) == before


@pytest.mark.parametrize("typed", ["0", "7", "43", "-1", "1.", "٣", "²", "six"])
def test_throws_of_one_die_that_are_none(typed: str) -> None:
    play = at("White=20", "64")
    with pytest.raises(IllegalAction, match="cannot be played here: expected an outcome: 1 2 3 4 5 6"):
        play.push(typed)


@pytest.mark.parametrize(
    "typed", ["White", "first:", "first:Red", "first:White1", "first White", "third:White", "xxxxxxWhite", "43"]
)
def test_first_players_that_are_none(typed: str) -> None:
    play = new()
    before = everything(play)
    with pytest.raises(IllegalAction, match="cannot be played here: expected an outcome: first:White first:Black"):
        play.push(typed)
    assert everything(play) == before


@pytest.mark.parametrize(
    "typed",
    [
        "12g-15",  # without its die
        "12g-15[2]",
        "12g-16[6]",
        "12h-14[4]x",
        "12g-15[6]z12h>4",  # not all that follows
        "12g-15[6]z12h>4z12j>4",
        "12g-15[6]z12h>4z12j>4(x4>0^12",
        "12g-15[6]z12h>4z12j>4(x4>0^12)+",
        "12g-15[6]z12h>4z12j>4(x4>0^12)#",
        "12g-15[6]z12j>4z12h>4(x4>0^12)",
        "12g-15[6] z12h>4",
        "12j-14[4]",  # Black's
        "0-3[6]",
        "53-H[4]",
        "12g-15[4+2]",  # of two throws
        "E+",
        "EE",
        "enter",
        "-",
        "pass",
        "137",
        "64",
        "[6]",
        "12G-15[6]",
    ],
)
def test_moves_that_are_none(typed: str) -> None:
    play = at(CHAIN, "64 2")
    before = everything(play)
    with pytest.raises(IllegalAction, match="cannot be played here: expected one of 25-27\\[2\\] "):
        play.push(typed)
    assert everything(play) == before


def test_a_total_names_the_dice_of_its_own_pair() -> None:
    play = at("White=20", "66 54")
    assert {move for move in moves(play) if "+" in move} == {"20-29[5+4]", "20-30b[6+6]"}
    with pytest.raises(IllegalAction):
        play.push("20-29[6+3]")
    with pytest.raises(IllegalAction):
        play.push("20-29[4+5]")


def test_all_or_nothing() -> None:
    play = at(CHAIN, "64")
    before = everything(play)
    with pytest.raises(IllegalAction, match=r"'15-18\[2\]' cannot be played here"):
        play.push("2 12g-15[6] 15-18[2]")
    assert everything(play) == before
    with pytest.raises(IllegalAction, match="nothing to play: expected an outcome: 1 2 3 4 5 6"):
        play.push("  ")


def test_after_the_end_nothing_is_read() -> None:
    play = at("White=53,25,41 Black=4,6,60,70,28", "41 53-H[4]")
    for typed in ("53-H[4]", "E", "41", "1"):
        with pytest.raises(IllegalAction, match="the play is over"):
            play.push(typed)


def test_codes_are_taken_too_and_the_pass_never() -> None:
    play = at("White=20", "61 2")
    assert [action.code for action in play.legal] == [0, 1, 5, 11, 136]
    for code in (2, 3, 4, 10, 17, 137, -1):
        with pytest.raises(IllegalAction, match=f"action {code} cannot be played here: expected one of "):
            play.push(code)
    play.push(11)
    assert stood(play) == "White=27"


def consequences(play: Play) -> None:
    """Every legal move is read back, bare and with all that follows."""
    before = everything(play)
    bare: set[str] = set()
    for action in play.legal:
        assert action.notation not in bare, "no two moves are written alike"
        bare.add(action.notation)
        play.push(action.code)
        done = did(play)
        assert done.startswith(action.notation)
        assert done.count("(") == done.count(")")
        assert done.partition("]")[2].count("+") == play.s.due or play.over or done.startswith("E")
        assert done.endswith("#") == play.over
        after = play.states.tobytes()
        for typed in (action.notation, done):
            play.undo()
            play.push(typed)
            assert (did(play), play.codes[-1], play.states.tobytes()) == (done, action.code, after)
        play.undo()
    assert everything(play) == before


@pytest.mark.parametrize("seed", range(samples(2, 12)))
def test_every_move_is_read_back_with_and_without_what_follows(seed: int) -> None:
    play, rng = random_play(f"notation {seed}")
    rings = rng.choice(["23", "234", "345", "56", "23456"])
    held = rng.choice(["pair=62 loose=4", "sixes=1 pair=31", "loose=654321", "sixes=2 loose=5"])
    text = scatter(play, rng, rings)
    if text.split()[0].strip("White=0,") == "":
        text = text.replace("White=0", "White=20", 1)
    given = {name: value for name, value in play.values.items() if name != "turn_limit"}
    consequences(at(f"phase=using {text} {held}", **given))


@pytest.mark.parametrize("seed", range(samples(2, 6)))
def test_every_action_and_outcome_of_a_play_is_read_back(seed: int) -> None:
    play, rng = random_play(f"play {seed}")
    twin = Play(GAME, play.values)
    for _ in range(150):
        if play.over:
            break
        play_on(play, rng)
        twin.push(did(play))
        assert (twin.codes, twin.written, twin.events) == (play.codes, play.written, play.events)


FRAGMENTS = (
    *"0123456789EHabgj-[]+zx^*~#()> ",
    "12g",
    "-15",
    "[6]",
    "[4+2]",
    "z12h>4",
    "first:",
    "White",
    "٣",
    "½",
    "é",
)
TABLES = {"64": CHAIN, "64 2": CHAIN, "61 1": "White=53,53d Black=53a"}


@cache
def table_at(thrown: str) -> Play:
    return at(TABLES[thrown], thrown) if thrown else new()


@settings(max_examples=samples(33, 200))
@given(
    table=st.sampled_from(["", *TABLES]),
    text=st.text(max_size=20) | st.lists(st.sampled_from(FRAGMENTS), max_size=8).map("".join),
)
def test_any_text_is_played_or_refused(table: str, text: str) -> None:
    play = table_at(table)
    before = everything(play)
    try:
        play.push(text)
    except IllegalAction:
        pass
    else:
        assert play.ply > len(table.split())
        play.undo(play.ply - len(table.split()))
    assert everything(play) == before


def test_what_is_joined_is_split_again() -> None:
    rng = random.Random(3)
    play = at(CHAIN, "64 2")
    for _ in range(40):
        play_on(play, rng)
    tokens = [word.text for word in play.written]
    assert GAME.notation.split(GAME.notation.join(tokens)) == tokens
