"""Positions as text and back, what is said to text that is none, and play from whatever is accepted."""

import random
import re
from functools import cache
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from parlour.engine.contract import OVER
from parlour.engine.play import Play
from parlour.engine.position import PositionError
from parlour.engine.records import new_record, view_record
from tests.form import samples
from tests.games.vendetta.tabletop import (
    GAME,
    at,
    everything,
    in_home,
    lost,
    new,
    page_block,
    phase,
    random_states,
    step,
    track,
    words_of,
)

HOMES = "A=H,H,H,H,H,H,H,H,H B=H,H,H,H,H,H,H,H,H C=H,H,H,H,H,H,H,H,H D=H,H,H,H,H,H,H,H,H"


def check_written_alike(s: Any, o: Any) -> None:
    """The position as text gives back the very same state, and the very same text."""
    text, again = GAME.write_position(s, o), new_record(GAME.state_type)
    GAME.read_position(text, view_record(again), o)
    assert again[0].tobytes() == s.in_array[0].tobytes(), text
    assert GAME.write_position(view_record(again), o) == text


@pytest.mark.parametrize("seed", range(samples(2, 8)))
def test_positions_of_random_plays_round_trip(seed: int) -> None:
    for s, o, _ in random_states(seed, 250):
        check_written_alike(s, o)


def test_positions_say_no_more_than_they_must() -> None:
    play = new()
    assert play.position == f"phase=starting turns=0 {HOMES}"
    play.push("first:A")
    assert play.position == f"phase=throwing turns=1 turn=A {HOMES}"
    play.push("53")
    assert play.position == f"phase=moving turns=1 turn=A {HOMES} dice=53"
    play.push("sH>2[3]")
    one = HOMES.replace("A=H,H", "A=H,2")
    assert play.position == f"phase=moving turns=1 turn=A {one} dice=53 used=low moved=1 hits=1"
    play.push("sH>4[5]")
    both = HOMES.replace("A=H,H,H", "A=H,2,4")
    assert play.position == f"phase=spinning turns=1 turn=A {both} dice=53 used=both moved=2 hits=1"
    play.push("2/26")
    left = HOMES.replace("A=H,H,H", "A=H,x,4")
    assert play.position == f"phase=throwing turns=2 turn=B {left} spun=2/26"


@pytest.mark.parametrize("space", range(24))
def test_where_the_spinner_points_is_written_until_the_next_spin(space: int) -> None:
    play = at(spins=1)
    assert (play.s.spun, "spun" in play.position) == (-1, False)
    play.push(f"{space}/{space + 24}")
    for following in ("53", "sH>14[3] sH>16[5]"):
        assert play.s.spun == space
        assert f" spun={space}/{space + 24}" in play.position
        again = new()
        again.place(play.position)
        assert again.states.tobytes() == play.states.tobytes()
        play.push(following)
    assert (phase(play), play.s.spun) == ("spinning", space)
    play.push("7")
    assert play.position.endswith(" spun=7/31")


def test_the_spinner_keeps_pointing_when_the_game_is_over() -> None:
    play = at("20: Cg", spins=1, players=2)
    play.push("20/44")
    assert (play.over, play.s.spun) == (True, 20)
    assert play.position.endswith(" spun=20/44 out=0,1 winner=A")
    again = new(players=2)
    again.place(play.position)
    assert again.states.tobytes() == play.states.tobytes()


def test_a_spin_may_have_been_made_in_the_first_turn() -> None:
    play = new(spins_per_turn="per_piece", first_player="seat0", layout="bloody")
    play.push("42 sH>1[2] sH>3[4] 0/24")
    assert play.position.startswith("phase=spinning turns=1 turn=A ")
    assert play.position.endswith(" hits=1 spun=0/24")
    again = new(spins_per_turn="per_piece", first_player="seat0", layout="bloody")
    again.place(play.position)
    assert again.states.tobytes() == play.states.tobytes()


def test_the_position_on_the_page_is_real() -> None:
    play = at("1: Ag+A1; 15: A2; 17: A3; 20: B1", turns=21, dice="53")
    play.push("s15>20[5]x")
    assert play.position == page_block("phase=moving").replace("\n", " ")
    again = new()
    again.place(page_block("phase=moving"))
    assert again.states.tobytes() == play.states.tobytes()


def test_words_may_come_in_any_order() -> None:
    play = at("20: B1 | A1; 3: Cg", "C", out="D", dice="21")
    words = play.position.split()
    random.Random(1).shuffle(words)
    other = new()
    other.place("  ".join(words))
    assert (other.states.tobytes(), other.position) == (play.states.tobytes(), play.position)


def test_a_position_that_is_over() -> None:
    play = at("44: Ag; 20: B1 | C1", dice="51", out="D")
    play.push("g44>H[5]")
    again = new()
    again.place(play.position)
    assert (again.over, again.score) == (True, play.score)
    assert play.position.startswith("phase=finished turns=7 turn=A A=W,")
    assert play.position.endswith(" order=20:BC out=0,0,0,1 winner=A")


def test_progress_and_not_the_space_is_written() -> None:
    play = new(players=2, soldiers=4)
    play.place("phase=throwing turns=9 turn=C A=48,H,H,H,0 C=47,H,20,20,x")
    assert (track(play), in_home(play, "C"), lost(play)) == ("0: Ag+A4; 23: Cg; 44: C2+C3", "1", "C4")


THROWING = "phase=throwing turns=7 turn=A"
EXPECTED = "expected H in home, x lost, W a Godfather come home, or 0 to 48 on the way"


def where(board: str, **more: Any) -> str:
    """The words that say where everybody is."""
    return " ".join(f"{name}={value}" for name, value in words_of(board, "ABCD", **more).items())


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("hello", "'hello' is not part of a position: expected name=value"),
        ("turns=", "'turns=' is not part of a position: expected name=value"),
        ("", "'phase' is missing"),
        (f"phase=lunch turns=7 turn=A {HOMES}", "'phase' cannot be 'lunch': expected one of starting, throwing"),
        (f"phase=throwing turn=A {HOMES}", "'turns' is missing"),
        (f"phase=throwing turns=x turn=A {HOMES}", "'turns' cannot be 'x': expected a whole number"),
        (f"phase=throwing turns=1001 turn=A {HOMES}", "'turns' cannot be 1001: expected 1 to 1000"),
        (f"phase=throwing turns=0 turn=A {HOMES}", "'turns' cannot be 0: expected 1 to 1000"),
        (f"phase=throwing turns=7 {HOMES}", "'turn' is missing"),
        (f"phase=starting turns=7 {HOMES}", "'turns' cannot be 7: expected 0"),
        (f"phase=throwing turns=7 turn=E {HOMES}", "'turn' cannot be 'E': expected one of A, B, C, D, or none"),
        (f"{THROWING} {HOMES} {HOMES}", "'A' is there twice"),
        (f"{THROWING} {HOMES} E=H", "'E' is not part of a position of this game"),
        (f"{THROWING} {HOMES.replace(' D=', ' E=')}", "'D' is missing"),
        (f"{THROWING} {HOMES.replace('A=H,', 'A=')}", "'A' has 8 entries: expected 9, with commas between them"),
        (
            f"{THROWING} {HOMES.replace('A=H,H', 'A=H,W')}",
            "'A' has a soldier at 49: expected 47 at most",
        ),
        (
            f"{THROWING} {HOMES.replace('A=H,H', 'A=H,48')}",
            "'A' has a soldier at 48: expected 47 at most",
        ),
        (
            f"{THROWING} {HOMES.replace('A=H,H', 'A=49,H')}",
            f"'A' cannot be '49': {EXPECTED}",
        ),
        (
            f"{THROWING} {HOMES.replace('A=H,H', 'A=-1,H')}",
            f"'A' cannot be '-1': {EXPECTED}",
        ),
        (
            f"{THROWING} {where('20: B1; 3: C1')} order=20:BA",
            "'order' of space 20 names BA: expected each family there",
        ),
        (f"{THROWING} {where('20: B1; 3: C1')} order=20:B", "'order' of space 20 names B: expected each family there"),
        (
            f"{THROWING} {where('20: B1 | A1').replace('20:BA', '20:BAB')}",
            "'order' of space 20 names BAB: expected each family there, once",
        ),
        (
            f"{THROWING} {where('20: B1 | A1').replace('20:BA', '20:BA,20:AB')}",
            "'order' cannot hold '20:AB': expected a space and its families, as 20:AB",
        ),
        (
            f"{THROWING} {where('20: B1 | A1').replace('20:BA', '48:BA')}",
            "'order' of space 48 names BA: expected each family there, once",
        ),
        (f"{THROWING} {where('20: B1 | A1').replace('20:BA', '20')}", "'order' cannot hold '20'"),
        (
            f"{THROWING} {where('20: B1 | A1').replace(' order=20:BA', '')}",
            "'order' of space 20 names nobody: expected each family there, once",
        ),
        (f"{THROWING} {where('20: Bg | A1+Ag')}", "two Godfathers stand on space 20: expected one at most"),
        (f"{THROWING} {where('4: Bg')}", "a Godfather stands on space 4, where none may land"),
        (f"{THROWING} {where('20: B1+B2+B3+B4')}", "too many pieces of B on space 20"),
        (f"{THROWING} {where('20: B1+B2 | A1')}", "too many pieces of B on space 20"),
        (f"{THROWING} {where('11: B1')}", "a soldier stands on space 11, where he would be lost"),
        (f"{THROWING} {where('20: B1 | Ag')}", "only soldiers can hold others on space 20"),
        (f"{THROWING} {where('20: B1 | A1+A2')}", "two soldiers hold a soldier on space 20, who would be lost"),
        (f"{THROWING} {where('')} out=1,0,0,0", "a player is out when the Godfather is lost, and only then: see 'A'"),
        (f"{THROWING} {where('', lost='Bg')}", "a player is out when the Godfather is lost, and only then: see 'B'"),
        (f"{THROWING} {where('20: B1', out='B')}", "'B' is out: expected all pieces lost"),
        (f"{THROWING} {HOMES} out=1,0", "'out' has 2 entries: expected 4, with commas between them"),
        (f"{THROWING} {HOMES} out=5,0,0,0", "'out' cannot be 5: expected 0 to 4"),
        (f"{THROWING} {HOMES.replace('B=H', 'B=W')}", "the Godfather of 'B' is home: expected B as winner"),
        (f"{THROWING} {HOMES} winner=A", "'winner' cannot be A: expected no such word in phase throwing"),
        (f"{THROWING} {where('', out='A')}", "at least two players, and the one whose turn it is, must be in the game"),
        (f"{THROWING} {where('', out='B C D')}", "at least two players"),
        (f"{THROWING} {HOMES} dice=53", "'dice' cannot be 53: expected no such word in phase throwing"),
        (f"{THROWING} {HOMES} hits=1", "'hits' cannot be 1: expected no such word here"),
        (f"{THROWING} {HOMES} used=low", "'used' cannot be low: expected no such word in phase throwing"),
        (f"{THROWING} {HOMES} moved=g", "'moved' cannot be g: expected no such word here"),
        (f"phase=moving turns=7 turn=A {HOMES}", "'dice' is missing"),
        (
            f"phase=moving turns=7 turn=A {HOMES} dice=73",
            "'dice' cannot be '73': expected the numbers that the dice show, as 53",
        ),
        (
            f"phase=moving turns=7 turn=A {HOMES} dice=53 used=low",
            "'moved' is missing",
        ),
        (
            f"phase=moving turns=7 turn=A {HOMES} dice=53 moved=1",
            "'moved' cannot be 1: expected no such word here",
        ),
        (
            f"phase=moving turns=7 turn=A {HOMES} dice=53 used=both moved=1",
            "'used' cannot be both: expected one of none, low, high",
        ),
        (
            f"phase=moving turns=7 turn=A {HOMES} dice=53 used=low moved=9",
            "'moved' cannot be '9': expected one of g, 1, 2, 3, 4, 5, 6, 7, 8, or none",
        ),
        (
            f"phase=moving turns=7 turn=A {where('20: Ag | B1', lost='A1 A2 A3 A4 A5 A6 A7 A8')} dice=53",
            "nothing can be done in phase moving: expected a position that can be played on",
        ),
        (
            f"phase=spinning turns=7 turn=A {HOMES} dice=53 hits=1",
            "'hits' cannot be 1: expected no such word here",
        ),
        (
            f"phase=spinning turns=7 turn=A {HOMES} dice=53 used=both moved=1",
            "'hits' is 0: expected 1 at least in phase",
        ),
        (
            f"phase=spinning turns=7 turn=A {HOMES} dice=53 used=both moved=1 hits=3",
            "'hits' cannot be 3: expected 0 to 2",
        ),
        *(
            (f"{THROWING} {HOMES} spun={spun}", f"'spun' cannot be {spun!r}: expected two opposite spaces")
            for spun in ("20", "44", "44/20", "20/43", "24/48", "-1/23", "020/44", "²/26", "nothing")
        ),
        (
            f"phase=starting turns=0 {HOMES} spun=20/44",
            "'spun' cannot be 20/44: expected no such word here",
        ),
        (
            f"phase=throwing turns=1 turn=A {HOMES} spun=0/24",
            "'spun' cannot be 0/24: expected no such word here",
        ),
        (
            f"phase=moving turns=1 turn=A {HOMES} dice=53 spun=20/44",
            "'spun' cannot be 20/44: expected no such word here",
        ),
        (
            f"phase=spinning turns=1 turn=A {where('2: A1; 4: A2')} dice=53 used=both moved=1 hits=1 spun=20/44",
            "'spun' cannot be 20/44: expected no such word here",
        ),
        (
            f"phase=asking turns=7 turn=A {where('2: A1')} dice=53 used=both moved=1 hits=1",
            "'phase' cannot be 'asking' under these options: expected one of ",
        ),
    ],
)
def test_what_is_no_position_is_refused_and_changes_nothing(text: str, reason: str) -> None:
    play = at("20: B1", dice="53")
    before = everything(play)
    with pytest.raises(PositionError, match=re.escape(reason)):
        play.place(text)
    assert everything(play) == before


SPINNING = "dice=53 used=both moved=1 hits"


@pytest.mark.parametrize(
    ("text", "options"),
    [
        pytest.param(f"phase=moving turns=7 turn=A {where('2: A1')} dice=53 hits=1", {}, id="a spin before any move"),
        pytest.param(
            f"phase=moving turns=7 turn=A {where('2: A1')} dice=53 used=low moved=1 hits=2",
            {},
            id="two spins, one move",
        ),
        pytest.param(
            f"phase=spinning turns=7 turn=A {where('2: A1')} {SPINNING}=2", {}, id="two spins where one is made"
        ),
        pytest.param(
            f"phase=moving turns=7 turn=A {where('2: A1')} dice=53 used=low moved=2", {}, id="a piece moved into home"
        ),
        pytest.param(f"phase=spinning turns=7 turn=A {where('20: A1')} {SPINNING}=1", {}, id="a spin and no Hit"),
        pytest.param(
            f"phase=asking turns=7 turn=A {where('20: A1')} {SPINNING}=1", {"spin": "optional"}, id="asked, and no Hit"
        ),
        pytest.param(
            f"phase=spinning turns=7 turn=A {where('2: A1 | B1; 20: A2')} {SPINNING}=1", {}, id="a hostage on the Hit"
        ),
        pytest.param(f"phase=spinning turns=7 turn=A {where('2: B1')} {SPINNING}=1", {}, id="another on the Hit"),
        pytest.param(
            f"phase=spinning turns=7 turn=A {where('2: A2; 20: A1')} dice=53 used=low moved=1 hits=1",
            {},
            id="on the Hit before the only move",
        ),
        pytest.param(
            f"phase=spinning turns=7 turn=A {where('2: A1; 20: A2')} {SPINNING}=2",
            {"spins_per_turn": "per_piece"},
            id="two spins and one on a Hit",
        ),
        pytest.param(
            f"phase=spinning turns=7 turn=A {where('20: A1')} {SPINNING}=1 spun=3/27",
            {"spins_per_turn": "per_piece"},
            id="the spin before was on no Hit",
        ),
        pytest.param(
            f"phase=moving turns=7 turn=A {where('2: A1')} dice=53 used=low moved=1", {}, id="a Hit and no spin"
        ),
        pytest.param(
            f"phase=moving turns=7 turn=A {where('3: A1')} dice=53 used=low moved=1 hits=1", {}, id="moving, and no Hit"
        ),
        pytest.param(
            f"phase=silencing turns=7 turn=A {where('3: A1')} dice=53 used=both moved=1",
            {"silenced_soldier": "chosen"},
            id="nobody on Silenced",
        ),
        pytest.param(f"phase=silencing turns=7 turn=A {where('11: Ag')} dice=53 used=both moved=g", {}, id="no choice"),
        pytest.param(f"phase=starting turns=0 {where('2: A1')}", {}, id="on the track before the start"),
        pytest.param(f"phase=starting turns=0 {where('', lost='A1')}", {}, id="lost before the start"),
        pytest.param(f"phase=starting turns=0 {where('', out='B')}", {}, id="out before the start"),
        pytest.param(f"phase=starting turns=0 {HOMES}", {"first_player": "seat0"}, id="a start where none is drawn"),
        pytest.param(f"{THROWING} {where('', out='B')[:-7]}0,3,0,0", {}, id="the third to go out and nobody before"),
        pytest.param(
            f"{THROWING} {where('11: Ag')}", {"leader_on_silenced": "eliminated"}, id="a Godfather in darkness"
        ),
        pytest.param(f"phase=finished turns=7 turn=A {HOMES}", {}, id="drawn for no reason"),
        pytest.param(f"phase=finished turns=7 turn=A {HOMES} winner=A", {}, id="won for no reason"),
        pytest.param(
            f"phase=finished turns=7 turn=A {where('', out='A B C')} winner=A", {}, id="won by a player who is out"
        ),
        pytest.param(f"phase=finished turns=7 turn=A {where('', out='B C D')}", {}, id="drawn with one player left"),
        pytest.param(
            f"phase=finished turns=7 turn=A {where('', out='B C D')} winner=A dice=53",
            {},
            id="dice in a game that is over",
        ),
        pytest.param(
            f"phase=finished turns=7 turn=A {where('', out='B C D')} winner=A hits=1",
            {},
            id="a spin in a game that is over",
        ),
    ],
)
def test_a_position_that_cannot_be_is_refused(text: str, options: dict[str, Any]) -> None:
    play = new(**options)
    before = everything(play)
    with pytest.raises(PositionError):
        play.place(text)
    assert everything(play) == before


@pytest.mark.parametrize(
    ("board", "typed", "options"),
    [
        pytest.param("24: A1; 8: Ag", "s24>26[2] g8>11[3]", {}, id="the Godfather's Silenced took him"),
        pytest.param(
            "24: A1; 20: A2", "s24>26[2] s20>23[3] lose1", {"silenced_soldier": "chosen"}, id="his player gave him up"
        ),
        pytest.param("24: A1; 28: A2", "s24>26[2] s28>31[3] 2/26", {"spins_per_turn": "per_piece"}, id="a spin"),
    ],
)
def test_R22_a_spin_may_be_due_when_who_came_to_the_hit_is_lost(
    board: str, typed: str, options: dict[str, Any]
) -> None:
    play = at(board, lost=" ".join(f"A{n}" for n in range(1, 9) if f"A{n}" not in board), dice="32", **options)
    play.push(typed)
    assert (phase(play), play.s.hits) == ("spinning", 1)
    assert "26: A" not in track(play)
    again = new(**options)
    again.place(play.position)
    assert again.states.tobytes() == play.states.tobytes()


# Whatever text comes in

TABLES: list[dict[str, Any]] = [
    {},
    {"players": 2, "soldiers": 4, "spin": "optional", "spins_per_turn": "per_piece"},
    {"players": 3, "layout": "bloody", "leader_on_silenced": "eliminated", "turn_limit": 0},
    {"players": 2, "soldiers": 6, "silenced_soldier": "chosen", "spins_per_turn": "per_piece"},
    {"players": 4, "theme": "myth", "soldiers": 5, "spin": "optional", "first_player": "seat0", "turn_limit": 40},
]


@cache
def met(table: int) -> tuple[str, ...]:
    """Positions met in random plays at a table."""
    found: set[str] = set()
    for seed in range(3):
        for s, o, _ in random_states(seed, 300, **{**GAME.settle(), **TABLES[table]}):
            found.add(GAME.write_position(s, o))
    return tuple(sorted(found)[:: max(1, len(found) // 120)])


VALUES = [
    *("H", "x", "W", "0", "1", "7", "11", "20", "23", "47", "48", "49", "-1", "A", "B", "C", "D", "none", "g", "9"),
    *("starting", "throwing", "moving", "asking", "spinning", "finished", "low", "high", "both", "53", "66", "11"),
    *(
        "20:BA",
        "20:AB,3:CA",
        "0,1,0,0",
        "1,1",
        "2,0,1",
        "20/44",
        "7/30",
        "1000000000",
        "999999999999",
        "٣",
        "²",
        "1_0",
        "",
    ),
]
NAMES = [
    "phase",
    "turns",
    "turn",
    "A",
    "B",
    "C",
    "D",
    "order",
    "dice",
    "used",
    "moved",
    "hits",
    "spun",
    "out",
    "winner",
    "E",
]
LETTERS = st.sampled_from([*"abxHWABCDg0123456789=:,-+_ \n\t", "\0", "é", "٣", "²", "\u2028", "\ud800", "😀"])
words = st.builds("=".join, st.tuples(st.sampled_from(NAMES), st.sampled_from(VALUES)))
anything = st.one_of(st.text(LETTERS, max_size=40), st.lists(words, max_size=9).map(" ".join))


@st.composite
def spoiled(draw: st.DrawFn, table: int) -> str:
    """A position met in play with some of its words, places or letters changed."""
    found = draw(st.sampled_from(met(table))).split()
    for _ in range(draw(st.integers(1, 3))):
        i = draw(st.integers(0, len(found) - 1))
        name, _, value = found[i].partition("=")
        parts = value.split(",")
        j = draw(st.integers(0, len(parts) - 1))
        match draw(st.sampled_from(["drop", "value", "part", "part", "part", "swap", "add", "letter"])):
            case "drop":
                found = found[:i] + found[i + 1 :] or found
            case "value":
                found[i] = f"{name}={draw(st.sampled_from(VALUES))}"
            case "part":
                parts[j] = draw(st.sampled_from(VALUES[:20]) | st.integers(0, 48).map(str))
                found[i] = f"{name}={','.join(parts)}"
            case "swap":
                parts[0], parts[j] = parts[j], parts[0]
                found[i] = f"{name}={','.join(parts)}"
            case "add":
                found.append(draw(words))
            case "letter":
                at_letter = draw(st.integers(0, len(found[i])))
                found[i] = found[i][:at_letter] + draw(st.text(LETTERS, max_size=1)) + found[i][at_letter + 1 :]
    return " ".join(found)


def check_read_or_refused(text: str, table: int, seed: int) -> None:
    """Nothing but PositionError comes of it, and what is accepted can be shown and played on for 50 plies."""
    options = GAME.encode(GAME.settle(**TABLES[table]))
    states = new_record(GAME.state_type)
    s, o, rng = view_record(states), view_record(options), random.Random(seed)
    try:
        GAME.read_position(text, s, o)
    except PositionError as refusal:
        assert str(refusal)
        return
    check_written_alike(s, o)
    for _ in range(50):
        if s.to_move == OVER:
            break
        step(s, o, rng)
    check_written_alike(s, o)


@settings(max_examples=samples(20, 60))
@given(st.integers(0, len(TABLES) - 1), anything, st.integers(0, 99))
def test_arbitrary_text_is_a_position_or_refused(table: int, text: str, seed: int) -> None:
    check_read_or_refused(text, table, seed)


@settings(max_examples=samples(20, 120))
@given(st.data())
def test_spoiled_positions_are_refused_or_can_be_played_on(data: st.DataObject) -> None:
    table = data.draw(st.integers(0, len(TABLES) - 1))
    check_read_or_refused(data.draw(spoiled(table)), table, data.draw(st.integers(0, 99)))


@pytest.mark.parametrize("table", range(len(TABLES)))
def test_positions_met_in_play_are_shown_and_played_on_as_plays(table: int) -> None:
    rng = random.Random(table)
    seen = set()
    for text in rng.sample(met(table), 4):
        play = Play(GAME, GAME.settle(**TABLES[table]))
        play.place(text)
        for _ in range(8):
            if play.over:
                break
            seen.add(phase(play))
            view = play.view(rng.choice([None, *range(play.seats)]))
            assert view.asked
            assert view.position == play.position
            play.roll(rng) if play.at_chance else play.push(rng.choice(play.legal_codes()))
    assert len(seen) > 1
