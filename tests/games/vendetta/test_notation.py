"""Moves, throws and spins as text: what is written, what is read, and what is refused."""

import random
import re
from collections.abc import Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from parlour.engine.moves import Action, Outcome
from parlour.engine.options import sample_options
from parlour.engine.play import IllegalAction, Play
from tests.form import samples
from tests.games.vendetta.tabletop import GAME, at, everything, moves, new, phase, track, turn

ALL_OF_A = "A1 A2 A3 A4 A5 A6 A7 A8"


@pytest.mark.parametrize(
    ("board", "dice", "typed"),
    [
        ("", "41", "gH>3[4]"),
        ("14: A1", "54", "s14>19[5]"),
        ("17: A1", "52", "s17>24[5+2]"),
        ("17: A1", "33", "s17>23[3+3]s"),
        ("44: Ag", "52", "g44>H[5]#"),
        ("44: Ag", "32", "g44>H[3+2]#"),
    ],
)
def test_what_moves_look_like(board: str, dice: str, typed: str) -> None:
    play = at(board, dice=dice)
    assert re.sub(r"\].*", "]", typed) in moves(play)
    play.push(typed)
    assert play.written[-1].text == typed


@pytest.mark.parametrize(
    ("board", "by", "lost", "dice", "move", "marks"),
    [
        ("20: B1; 17: A1", "A", "", "21", "s17>20[2+1]", "x"),
        ("20: Bg; 17: A1", "A", "", "21", "s17>20[2+1]", "x"),
        ("20: B1 | A1; 17: A2", "A", "", "21", "s17>20[2+1]", "xx"),
        ("20: Bg | A1; 17: A2", "A", "", "21", "s17>20[2+1]", ""),
        ("20: Bg | A1; 17: B2", "B", "", "21", "s17>20[2+1]", "xr"),
        ("20: B1 | A1; 17: B2", "B", "", "21", "s17>20[2+1]", "xrxx"),
        ("44: A1", "A", "A4", "31", "s44>0[3+1]", "+1"),
        ("44: A1", "A", "", "31", "s44>0[3+1]", ""),
        ("44: A1; 0: B1", "A", "A4", "31", "s44>0[3+1]", "+1x"),
        ("46: Ag", "A", "A1 A2", "41", "g46>3[4+1]", "+2"),
        ("46: Ag", "A", ALL_OF_A, "41", "g46>3[4+1]", "+3"),
        ("8: A1", "A", "", "21", "s8>11[2+1]", "s"),
        ("8: Ag", "A", "", "21", "g8>11[2+1]", "s"),
        ("8: Ag", "A", ALL_OF_A, "21", "g8>11[2+1]", ""),
        ("1: A1", "A", "", "32", "s1>6[3+2]", ""),
        ("44: Ag", "A", "", "32", "g44>H[3+2]", "#"),
        ("20: A1 | Bg+B2", "B", "", "32", "s20>25[3+2]", ""),
    ],
)
def test_marks_tell_what_a_move_brings_and_may_be_left_out(
    board: str, by: str, lost: str, dice: str, move: str, marks: str
) -> None:
    play = at(board, by, lost=lost, dice=dice)
    for typed in (move, move + marks):
        play.push(typed)
        assert play.written[-1].text == move + marks
        play.undo()
    for wrong in {"x", "xx", "r", "+1", "+3", "s", "#", "!", "x ", "rx"} - {marks}:
        before = everything(play)
        with pytest.raises(IllegalAction, match="cannot be played here: expected one of"):
            play.push(move + wrong.replace(" ", "-"))
        assert everything(play) == before


def test_of_several_soldiers_on_a_space_it_does_not_matter_which() -> None:
    play = at("13: A3+A5+A8", dice="41")
    assert [word for word in sorted(moves(play)) if word.startswith("s13")] == ["s13>14[1]", "s13>17[4]", "s13>18[4+1]"]
    play.push("s13>14[1] s13>17[4]")
    assert track(play) == "13: A8; 14: A3; 17: A5"


@pytest.mark.parametrize(
    "typed", ["s15>20[5]x s17>20[3]xx", "s15>20[5], s17>20[3]", "s15>20[5],s17>20[3]xx", " s15>20[5]\ns17>20[3] "]
)
def test_two_moves_may_be_typed_together(typed: str) -> None:
    play = at("15: A1; 17: A2; 20: B1", dice="53")
    play.push(typed)
    assert [word.text for word in play.written[-2:]] == ["s15>20[5]x", "s17>20[3]xx"]


def test_a_whole_turn_may_be_typed_together() -> None:
    play = new()
    play.push("first:B 31, sH>14[3] gH>12[1] 5/29")
    assert (track(play), turn(play), phase(play)) == ("12: Bg; 14: B1", "C", "throwing")


def test_the_dice_of_a_total_in_either_order() -> None:
    for typed in ("s17>24[5+2]", "s17>24[2+5]"):
        play = at("17: A1", dice="52")
        play.push(typed)
        assert play.written[-1].text == "s17>24[5+2]"


def test_all_or_nothing() -> None:
    play = at("15: A1; 17: A2; 20: B1", dice="53")
    before = everything(play)
    with pytest.raises(IllegalAction, match=re.escape("'s15>18[3]' cannot be played here: expected one of ")):
        play.push("s15>20[5] s15>18[3]")
    assert everything(play) == before


@pytest.mark.parametrize(
    "typed",
    [
        "s15>20",
        "s15>20[3]",
        "s15>20[6]",
        "s15>21[5]",
        "s14>19[5]",
        "g15>20[5]",
        "s15>22[4+3]",
        "s15>23[53]",
        "s15>23[8]",
        "s15-20[5]",
        "sH>H[5]",
        "x",
        "pass",
        "spin",
        "nospin",
        "53",
        "20/44",
        "first:A",
        "15/20",
        "s٣>20[5]",
    ],
)
def test_moves_that_are_none(typed: str) -> None:
    play = at("15: A1; 17: A2; 20: B1", dice="53")
    before = everything(play)
    with pytest.raises(IllegalAction, match="cannot be played here: expected one of"):
        play.push(typed)
    assert everything(play) == before


def test_nothing_typed_is_refused() -> None:
    with pytest.raises(IllegalAction, match="nothing to play: expected one of "):
        at(dice="53").push(" , ")
    with pytest.raises(IllegalAction, match="nothing to play: expected an outcome: 11 21 22 "):
        at().push("")


@pytest.mark.parametrize("typed", ["nospin", "NoSpin", "NOSPIN", "spin", "Spin"])
def test_the_words_for_spinning_in_any_case(typed: str) -> None:
    play = at(spins=1, spin="optional")
    play.push(typed)
    assert play.written[-1].text == typed.lower()


# What chance decides


@pytest.mark.parametrize("typed", ["53", "35"])
def test_a_throw_in_either_order(typed: str) -> None:
    play = at()
    play.push(typed)
    assert (play.written[-1].text, list(play.s.dice)) == ("53", [3, 5])


@pytest.mark.parametrize("typed", ["5", "533", "07", "70", "5+3", "5:3", "٥٣", "x", "20/44", "sH>2[3]", "first:A"])
def test_throws_that_are_none(typed: str) -> None:
    play = at()
    before = everything(play)
    with pytest.raises(IllegalAction, match="cannot be played here: expected an outcome: 11 21 22 31 "):
        play.push(typed)
    assert everything(play) == before


@pytest.mark.parametrize(
    ("typed", "written"),
    [
        ("20/44", "20/44"),
        ("44/20", "20/44"),
        ("20", "20/44"),
        ("44", "20/44"),
        ("0", "0/24"),
        ("24", "0/24"),
        ("23", "23/47"),
        ("47", "23/47"),
    ],
)
def test_a_spin_by_either_space(typed: str, written: str) -> None:
    play = at(spins=1)
    play.push(typed)
    assert play.written[-1].text == written


@pytest.mark.parametrize(
    "typed",
    ["48", "50", "99", "20/45", "20/43", "44/21", "20/20", "24/48", "20/", "/44", "-1", "100", "٢٠", "53x", "spin"],
)
def test_spins_that_are_none(typed: str) -> None:
    play = at(spins=1)
    before = everything(play)
    with pytest.raises(IllegalAction, match="cannot be played here: expected an outcome: 0/24 1/25 "):
        play.push(typed)
    assert everything(play) == before


@pytest.mark.parametrize("typed", ["first:C", "C", "c", "FIRST:c"])
def test_who_starts_by_the_letter(typed: str) -> None:
    play = new(players=2)
    play.push(typed)
    assert play.written[-1].text == "first:C"


@pytest.mark.parametrize("typed", ["B", "first:B", "first:", "banana", "x:A", "first:AC", "second:C", "53", "E"])
def test_starts_that_are_none(typed: str) -> None:
    play = new(players=2)
    before = everything(play)
    with pytest.raises(IllegalAction, match="cannot be played here: expected an outcome: first:A first:C"):
        play.push(typed)
    assert everything(play) == before


def test_nothing_can_be_played_when_the_play_is_over() -> None:
    play = at("44: Ag", dice="51")
    play.push("g44>H[5]")
    with pytest.raises(IllegalAction, match="'53' cannot be played: the play is over"):
        play.push("53")


# All there is


@pytest.mark.parametrize("seed", range(samples(2, 4)))
def test_every_action_and_outcome_is_read_back(seed: int) -> None:
    rng = random.Random(f"notation {seed}")
    play = Play(GAME, sample_options(GAME.options, rng, {"turn_limit": 20}, GAME.check))
    twin = Play(GAME, play.values)
    while not play.over:
        choices: Sequence[Action | Outcome] = play.outcomes if play.at_chance else play.legal
        texts = [choice.notation for choice in choices]
        assert len(set(texts)) == len(texts)
        for choice in rng.sample(choices, min(3, len(choices))):
            twin.push(choice.notation)
            assert twin.codes[-1] == choice.code
            twin.undo()
        play.push(rng.choice(choices).code)
        twin.push(play.written[-1].text)
        assert twin.codes == play.codes
    assert everything(twin) == everything(play)


FRAGMENTS = [
    *"gsH>[]+x#r0123456789/:,ABCD",
    "s15>20[5]",
    "sH>2[3]",
    "xx",
    "first:",
    "spin",
    "no",
    "20/44",
    "53",
    " ",
    "\0",
    "é",
    "٣",
    "²",
    "\ud800",
]
anything = st.lists(st.sampled_from(FRAGMENTS), max_size=8).map("".join)


@settings(max_examples=samples(20, 60))
@given(anything, st.sampled_from(["starting", "throwing", "moving", "asking", "spinning"]))
def test_arbitrary_text_is_played_or_refused(text: str, where: str) -> None:
    play = {
        "starting": lambda: new(),
        "throwing": lambda: at("15: A1; 17: A2; 20: B1"),
        "moving": lambda: at("15: A1; 17: A2; 20: B1", dice="53"),
        "asking": lambda: at("15: A1", spins=1, spin="optional"),
        "spinning": lambda: at("15: A1", spins=1),
    }[where]()
    assert phase(play) == where
    before = everything(play)
    try:
        play.push(text)
    except IllegalAction as refusal:
        assert "expected" in str(refusal) or "over" in str(refusal)
        assert everything(play) == before
    else:
        again = play.__copy__()
        again.undo(again.ply - len(before[1]))
        again.push(" ".join(word.text for word in play.written[len(before[1]) :]))
        assert everything(again) == everything(play)
