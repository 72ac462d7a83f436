"""Quantum in text."""

from typing import Any

import pytest

from parlour.games.quantum.board import CENTRE, DOWN, HOME, NAMES, UP
from parlour.games.quantum.sketch import LETTERS
from parlour.games.quantum.standing import short_name
from parlour.games.quantum.state import SLOTS
from parlour.games.quantum.text import balance
from tests.games.quantum.shown import PLAYS, at, play_on


@pytest.mark.parametrize(("preset", "options"), PLAYS)
def test_it_fits_the_terminal_and_tells_where_everything_is(preset: str, options: dict[str, Any]) -> None:
    for play in play_on(preset, options):
        lines = str(play).splitlines()
        assert max(map(len, lines)) <= 78
        assert len(lines) < 30
        assert lines == [line.rstrip() for line in lines]
        words = str(play).split()
        for square in range(1, 181):
            piece = play.s.at[square] - 1
            assert piece < 0 or f"{LETTERS[piece // SLOTS]}{NAMES[square]}" in words
        if play.s.turn >= 0:
            for slot in range(play.o.pieces_per_player):
                square = play.s.place[play.s.turn, slot]
                if square > CENTRE and square != HOME:
                    up = "stays" if UP[square] == square else short_name(int(UP[square]))
                    down = short_name(int(DOWN[square]))
                    row = f"{LETTERS[play.s.turn]} {slot + 1} on {short_name(square)} up {up} down {down}"
                    assert row in " ".join(words)


def test_a_crowded_board_still_fits() -> None:
    crowd = [[f"{55 + 8 * seat + i}" for i in range(4)] + [f"{n}{seat + 1}" for n in (1, 2, 3, 4)] for seat in range(4)]
    names = ("White", "Black", "Red", "Blue")
    text = " ".join(f"{name}={','.join(squares)}" for name, squares in zip(names, crowd, strict=True))
    text += " Green=81a,81b,81c,81d,82a,82b,82c,82d Purple=83a,83b,83c,83d,84a,84b,84c,84d"
    play = at(f"{text} pair=64 sixes=3 loose=654321", "six", pieces_per_player=8)
    lines = str(play).splitlines()
    assert max(map(len, lines)) <= 78
    assert len(lines) < 30


def test_the_rings_unrolled() -> None:
    play = at("White=25,12g,12h,85 Black=12j,17,35,53,40 pair=64 loose=2")
    assert str(play).splitlines() == [
        "6 55 oooooooooooooooooooooooooo.....vo.....vo.....vo.....vo.....vW.....vo....",
        "     W85",
        "5 37 ^ooKoooooooo....o....o....o....o....K...Ho......  K40 K53",
        "4 19 ^oooooWooooo..o..o..o..o..K..o..  W25 K35",
        "3 11 ^o......WW.KooooKo  W12g W12h K12j K17",
        "2  3 ^ooooooo",
        "o number  . blank  ^ jump  H home  v absorption; anti-clockwise to the right",
        "> W White   4 in play, 4 in the centre, to move",
        "  K Black   5 in play, 3 in the centre",
        balance(play.s, play.o),
        "dice: 6+4, 2; pairs apart or together; 6 enters on 3",
        "W 1 on 25 Mn up 43 Tc down centre     W 2 on 12g   up 31 Ga down 4 Be",
        "W 3 on 12h   up 31 Ga down 4 Be       W 4 on 85 At up stays down 53 I",
    ]


def test_what_wins_is_said() -> None:
    assert "first to bring 2 home" in str(at(preset="both_home"))
    assert "  R Red     0 in play, 1 in the centre, 1 of 2 home" in str(at("Red=tray", "both_home"))
    assert "three others in play" in str(at(preset="one_plus_three"))


def test_the_inner_ring_is_there_only_where_it_is_played() -> None:
    assert "1  1 ^o" in str(at(preset="inner_ring")).splitlines()
    assert not any(line.startswith("1 ") for line in str(at()).splitlines())


def test_dice_that_cannot_be_totalled_and_throws_due_are_said() -> None:
    assert "dice: 5+4" in str(at("White=25 pair=54", totals="off")).splitlines()
    lines = str(at("phase=extra White=25 pair=64 due=2")).splitlines()
    assert "dice: 6+4; pairs apart or together" in lines
    assert "2 to throw" in lines
    assert "> W White   1 in play, 7 in the centre, to throw" in lines


def test_home_is_called_home() -> None:
    lines = str(at("White=53d pair=54")).splitlines()
    assert "W 1 on home  up 86 Rn down 35 Br" in lines
    assert "5 37 ^ooooooooooo....o....o....o....o....o...Wo......  W53d" in lines
