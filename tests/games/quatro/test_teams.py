"""Teams: R19 and R22 of the page. A and C play B and D; C's 35 is A's 17, C's 33 is A's 15."""

import pytest

from parlour.games.quatro import GAME
from tests.games.quatro.tabletop import at, ends, men, moves, new, payments, said, words


def test_Q29_the_defaults() -> None:
    values = GAME.settle(teams=True)
    assert (values["team_win"], values["team_contact"]) == ("first_out", "block")


def test_R19_everybody_plays_his_own_men() -> None:
    play = new(teams=True)
    play.push("start:C")
    for board, seat in (("C", 2), ("B", 3), ("A", 0), ("D", 1)):
        assert words(play)["turn"] == board
        play.push("21:")
        assert play.to_move == seat
        play.push("36/34 36/35")
        assert men(play, board).startswith("35:1,34:1,")


@pytest.mark.parametrize(
    ("partner", "contact", "expected"),
    [
        ("35:1,9:10", "block", {"20/15", "20/17~"}),  # any man of the partner blocks
        ("35:2,9:9", "block", {"20/15", "20/17~"}),
        ("35:1,9:10", "hostile", {"20/15", "20/17*"}),
        ("35:2,9:9", "hostile", {"20/15", "20/17~"}),
    ],
)
def test_R19_Q29_partners_block_or_are_hit(partner: str, contact: str, expected: set[str]) -> None:
    assert moves(at(f"A=20:1,off:10 C={partner} turn=A dice=53", teams=True, team_contact=contact)) == expected


def test_R19_partners_men_are_touched_and_never_hit() -> None:
    play = at("A=20:1,off:10 C=35:1,33:1,9:9 turn=A dice=53", teams=True)
    assert ends(play) == {"A=12:1,off:10"}
    play.push("20/15~")
    assert said(play) == ["Red touches D4, which Yellow holds, coming from C2."]
    play.push("15/12")
    assert men(play, "C") == "35:1,33:1,9:9"


def test_R19_without_touching_a_partner_is_in_the_way() -> None:
    options = {"teams": True, "touch_owned": False}
    assert moves(at("A=20:1,off:10 C=35:1,33:1,9:9 turn=A dice=53", **options)) == {"-"}


def test_R19_a_partner_blocks_entering_and_the_total_passes_him() -> None:
    play = at("A=bar:1,9:10 C=13:1,9:10 turn=A dice=61", teams=True)  # C's 13 is B6
    assert ends(play) == {"A=36:1,9:9,3:1", "A=30:1,9:10"}
    assert "bar/31~" in moves(play)
    assert "bar/31*" in moves(at("A=bar:1,9:10 C=13:1,9:10 turn=A dice=61", teams=True, team_contact="hostile"))


def test_R19_opponents_are_hit_as_ever() -> None:
    play = at("A=20:1,off:10 D=4:1,9:10 B=20:1,9:10 turn=A dice=53", teams=True)  # on A's 15 and 17
    assert moves(play) == {"20/15*", "20/17*"}


def test_R22_first_out_wins_for_the_team() -> None:
    play = at("A=1:1,off:10 D=30:1,9:10 C=bar:1,9:10 B=9:10,off:1 turn=A dice=21", teams=True)
    play.push("1/off")
    assert play.over
    assert payments(play) == {"A": 5, "C": 5, "D": -5, "B": -5}, (
        "4 for D and 1 for B; the partner's place costs nothing"
    )
    assert "Red wins the game." in said(play)


def test_R22_the_sum_is_multiplied_by_the_cube() -> None:
    text = "B=1:1,off:10 A=19:1,9:10 turn=B dice=21 cube=8 last=D"
    play = at(text, teams=True, cube=True)
    play.push("1/off")
    assert payments(play) == {"A": -40, "C": -40, "D": 40, "B": 40}, "3 for A and 2 for C"


def test_R22_both_out_goes_on_until_both_partners_are_out() -> None:
    options = {"teams": True, "team_win": "both_out"}
    play = at("A=1:1,off:10 C=2:1,off:10 turn=A dice=21", **options)
    play.push("1/off")
    assert not play.over
    assert "Red has borne off every man." in said(play)
    play.push("21: 9/7 9/8")  # D
    play.push("21:")  # C
    play.push("2/off")
    assert play.over
    assert payments(play) == {"A": 4, "C": 4, "D": -4, "B": -4}


def test_R1_R22_who_is_out_skips_his_turns() -> None:
    play = at("A=off:11 turn=B dice=21", teams=True, team_win="both_out")
    play.push("9/7 9/8")
    assert words(play)["turn"] == "D"


def test_R22_both_out_with_one_of_each_team_out() -> None:
    options = {"teams": True, "team_win": "both_out"}
    play = at("A=off:11 B=off:11 C=1:1,off:10 D=9:11 turn=C dice=21", **options)
    play.push("1/off")
    assert play.over
    assert payments(play) == {"A": 3, "C": 3, "D": -3, "B": -3}, "2 for D, 1 for B who has men off"
