"""The turn, steps, hits, touching and must-play: R1 to R9 of the page. Men are in their owner's numbers."""

import pytest

from parlour.engine.play import IllegalAction
from tests.games.quatro.tabletop import at, ends, men, moves, new, order_of_play, said, words


@pytest.mark.parametrize(
    ("options", "opening", "order"),
    [
        ({}, "start:C", "CBADCBAD"),
        ({"players": 3}, "seats:ABC", "BACBAC"),
        ({"players": 3, "empty_seat": "C"}, "seats:ABD", "ADBADB"),
        ({"players": 2}, "start:B", "BABA"),
        ({"players": 2, "pairing": "AD"}, "start:D", "DADA"),
        ({"teams": True}, "start:D", "DCBADCBA"),
    ],
)
def test_R1_play_goes_clockwise(options: dict[str, object], opening: str, order: str) -> None:
    play = new(**options)
    play.push(opening)
    assert order_of_play(play, len(order)) == order


def test_R1_players_who_withdrew_are_skipped() -> None:
    play = new(cube=True)
    play.push("start:A dbl2 take drop take")
    assert order_of_play(play, 1) == "A"
    play.push("roll")  # D could double
    assert order_of_play(play, 1) == "D"
    assert words(play)["turn"] == "B"


def test_R2_a_turn_is_a_roll_and_a_play_and_passes_on() -> None:
    play = new()
    play.push("start:A")
    assert play.at_chance
    play.push("21:")
    assert play.to_move == 0
    assert play.view().asked == "Red's turn: move with the 2 and the 1."
    play.push("36/34")
    assert words(play)["turn"] == "A"
    play.push("36/35")
    assert words(play)["turn"] == "D"
    assert play.at_chance


def test_R2_with_the_cube_the_player_is_asked_before_he_rolls() -> None:
    play = new(cube=True)
    play.push("start:D")
    assert moves(play) == {"roll", "dbl2"}
    play.push("roll")
    assert play.at_chance
    play.push("21: 9/8")
    assert not {"roll", "dbl2"} & moves(play), "once the dice are rolled it is too late"


def test_R3_two_numbers_are_used_once_each_and_a_doublet_four_times() -> None:
    play = at("A=20:4,off:7 turn=A")
    play.push("52:")
    assert (play.s.need, list(play.s.left)) == (2, [1, 1])
    play.push("20/15")
    assert moves(play) == {"20/18", "15/13"}
    play = at("A=20:4,off:7 turn=A")
    play.push("22:")
    assert (play.s.need, list(play.s.left)) == (4, [4, 0])


def test_R3_Q35_a_doublet_is_four_uses_of_the_number() -> None:
    play = at("A=20:4,off:7 turn=A dice=22")
    assert ends(play) == {
        "A=18:4,off:7",  # four men 2
        "A=20:2,16:2,off:7",  # two men 4
        "A=20:3,12:1,off:7",  # one man 8
        "A=20:2,18:1,14:1,off:7",  # 6 and 2
        "A=20:1,18:2,16:1,off:7",  # 4, 2 and 2
    }
    play.push("20/12")
    assert men(play, "A") == "20:3,12:1,off:7"
    assert words(play)["turn"] == "D"


# R4 and R5: B's 20 is A's 17. A rolls 3 and plays a man from 20 there; the 6 is played elsewhere.
@pytest.mark.parametrize(
    ("other", "own", "written"),
    [
        ("9:11", "20:1,17:1,off:9", "20/17"),  # own
        ("9:11", "20:1,off:10", "20/17"),  # empty
        ("20:1,9:10", "20:1,off:10", "20/17*"),  # single
        ("20:2,9:9", "20:1,off:10", "20/17~"),  # blocked: he may only touch
    ],
)
def test_R4_R5_what_a_point_is_for_the_mover(other: str, own: str, written: str) -> None:
    play = at(f"A={own} B={other} turn=A dice=63")
    assert written in moves(play)
    play.push(written)
    assert play.s.transit == (17 if "~" in written else 0)


def test_R4_Q3_vacant_is_unoccupied_or_single_and_two_men_block() -> None:
    for count, resting in ((0, True), (1, True), (2, False), (3, False)):
        filler = f"20:{count},9:{11 - count}" if count else "9:11"
        play = at(f"A=20:1,3:10 B={filler} turn=A dice=31", touch_owned=False)
        assert any(move.startswith("20/17") for move in moves(play)) is resting


def test_R4_a_point_may_hold_any_number_of_men() -> None:
    play = at("A=11:1,9:14 turn=A dice=42", men=15)
    play.push("11/9")
    assert men(play, "A") == "9:15"


def test_R4_a_point_never_holds_men_of_two_players() -> None:
    play = at("A=20:1,off:10 B=20:1,9:10 turn=A dice=63")
    play.push("20/17*")
    assert (play.s.men[16], play.s.owner[16]) == (1, 0)


def test_R5_a_step_goes_down_by_the_number() -> None:
    play = at("A=36:1,20:1,off:9 turn=A dice=61")
    assert moves(play) == {"36/30", "36/35", "20/14", "20/19"}


def test_R6_a_hit_man_goes_to_his_owners_bar() -> None:
    play = at("A=20:2,off:9 B=20:1,9:10 turn=A dice=63")
    play.push("20/17*")
    assert said(play) == [
        "Red moves from C2 to D2.",
        "Red hits Black's man on D2, who goes to the bar.",
    ]
    assert men(play, "B") == "bar:1,9:10"


def test_R6_Q12_a_single_man_is_hit_in_passing_too() -> None:
    play = at("A=9:3,5:8 B=29:1,9:10 turn=A dice=31")  # Figure 3: B's 29 is A8
    play.push("9/8*/5")
    assert men(play, "A") == "9:2,5:9"
    assert men(play, "B") == "bar:1,9:10"
    spared = at("A=9:3,5:8 B=29:1,9:10 turn=A dice=31")
    spared.push("9/6/5")
    assert men(spared, "A") == "9:2,5:9"
    assert men(spared, "B") == "29:1,9:10"


def test_Q12_a_doublet_has_no_other_order() -> None:
    play = at("A=20:1,off:10 B=21:1,19:1,9:9 turn=A dice=22")  # B's 19 and 21 are A's 18 and 16
    assert ends(play) == {"A=12:1,off:10 B=bar:2,9:9"}
    with pytest.raises(IllegalAction, match="'20/12' cannot be played here: expected one of 20/18\\*"):
        play.push("20/12")


def test_R7_a_blocked_point_may_be_touched_on_the_way() -> None:
    play = at("A=20:1,9:10 B=22:2,9:9 turn=A dice=53")  # B's 22 is A's 15
    play.push("20/15~")
    assert said(play) == ["Red touches D4, which Black holds, coming from C2."]
    assert play.view().asked == "Red's turn: the man on D4 must go on, because he may only touch there."
    assert moves(play) == {"15/12"}, "the same man must go on at once"
    assert men(play, "B") == "22:2,9:9", "nothing happens there"
    play.push("15/12")
    assert men(play, "A") == "12:1,9:10"


def test_R7_the_total_needs_only_its_last_point_free() -> None:
    blocked = at("A=20:1,9:10 B=25:2,9:9 turn=A dice=53")  # B's 25 is A's 12
    assert not any("12:1" in end for end in ends(blocked))
    free = at("A=20:1,9:10 B=22:2,20:2,9:7 turn=A dice=53")
    assert "A=12:1,9:10" in ends(free)


def test_R7_touching_can_be_switched_off() -> None:
    assert ends(at("A=20:1,off:10 B=22:2,20:2,9:7 turn=A dice=53")) == {"A=12:1,off:10"}
    assert moves(at("A=20:1,off:10 B=22:2,20:2,9:7 turn=A dice=53", touch_owned=False)) == {"-"}


def test_R8_any_division_of_the_dice() -> None:
    two = at("A=30:2,20:1,off:8 turn=A dice=41")
    assert ends(two) == {
        "A=30:1,25:1,20:1,off:8",  # one man takes both
        "A=30:2,15:1,off:8",
        "A=29:1,26:1,20:1,off:8",  # two men share
        "A=30:1,26:1,19:1,off:8",
        "A=30:1,29:1,16:1,off:8",
    }
    four = at("A=30:4,off:7 turn=A dice=44")
    four.push("30/26(4)")
    assert men(four, "A") == "26:4,off:7"


def test_R9_as_many_dice_as_any_play_can_use() -> None:
    # A's 14 and 12 are owned by B: the 6 can only be 19/13, and after 19/18 it could not be played at all.
    play = at("A=20:1,19:1,off:9 B=25:2,23:2,9:7 turn=A dice=61", touch_owned=False)
    assert moves(play) == {"19/13", "20/19"}
    assert ends(play) == {"A=19:1,13:1,off:9"}
    with pytest.raises(IllegalAction, match="expected one of 19/13 20/19"):
        play.push("19/18")


@pytest.mark.parametrize(
    ("other", "left"),
    [
        ("25:2,9:9", "15:1"),  # either number, never both: the higher
        ("25:2,22:2,9:7", "17:1"),  # the higher is blocked: the lower
        ("22:2,20:2,9:7", "12:1"),  # each blocked alone, the total open: it must be played
    ],
)
def test_R9_Q15_both_else_the_higher_else_the_lower(other: str, left: str) -> None:
    assert ends(at(f"A=20:1,off:10 B={other} turn=A dice=53")) == {f"A={left},off:10"}


@pytest.mark.parametrize(
    ("other", "dice_used", "left"),
    [
        ("9:11", 4, "12:1"),
        ("25:2,9:9", 3, "14:1"),
        ("25:2,23:2,9:7", 2, "16:1"),
        ("25:2,23:2,21:2,9:5", 1, "18:1"),
        ("25:2,21:2,19:2,9:5", 3, "14:1"),  # over two touched points
    ],
)
def test_R9_Q16_of_a_doublet_as_many_as_can_be_used(other: str, dice_used: int, left: str) -> None:
    play = at(f"A=20:1,off:10 B={other} turn=A dice=22")
    assert play.s.need == dice_used
    assert ends(play) == {f"A={left},off:10"}


def test_R9_a_roll_that_cannot_be_used_is_forfeited() -> None:
    play = at("A=20:1,off:10 B=25:2,23:2,21:2,19:2,9:3 turn=A dice=22")
    assert moves(play) == {"-"}
    assert play.legal[0].sentence == "No number can be used: every way is closed or not yet open for 2."
    play.push("-")
    assert said(play) == ["Red cannot use any number: every way is closed or not yet open for 2."]
    assert words(play)["turn"] == "D"


def test_R9_plays_ending_alike_are_one_result() -> None:
    play = at("A=20:1,off:10 turn=A dice=53")
    assert ends(play) == {"A=12:1,off:10"}
    assert moves(play) == {"20/15", "20/17"}, "though the steps may come in either order"


def test_Q11_a_total_is_its_steps_in_the_order_the_mover_picks() -> None:
    text = "A=20:1,off:10 D=4:1,9:10 B=20:1,9:10 turn=A dice=53"  # D's 4 is A's 15, B's 20 is A's 17
    assert ends(at(text)) == {"A=12:1,off:10 D=bar:1,9:10", "A=12:1,off:10 B=bar:1,9:10"}
    for first, hit in (("20/15*", "D"), ("20/17*", "B")):
        play = at(text)
        play.push(f"{first} {first[3:5]}/12")
        assert men(play, hit) == "bar:1,9:10"


def test_Q13_any_number_of_stops_may_be_touched() -> None:
    play = at("A=20:1,off:10 B=23:2,21:2,19:2,9:5 turn=A dice=22")
    for move in ("20/18~", "18/16~", "16/14~", "14/12"):
        assert moves(play) == {move}
        play.push(move)
    assert men(play, "A") == "12:1,off:10"


def test_Q14_no_man_stays_on_an_owned_point() -> None:
    play = at("A=20:1,9:10 B=25:2,9:9 turn=A dice=53")  # the total's last point is owned
    for first in ("20/15", "20/17"):
        walk = at(play.position)
        walk.push(first)
        assert not any(move.startswith(first[3:]) for move in moves(walk))


def test_Q22_a_mans_number_never_rises_but_by_a_hit() -> None:
    for dice in ("21", "65", "33"):
        play = at(f"A=36:1,18:4,9:3,1:3 turn=A dice={dice}")
        for action in play.legal:
            start, _, end = action.notation.rstrip("*~").partition("/")
            assert end == "off" or int(end) < int(start)
    assert moves(at("A=18:1,1:10 turn=A dice=65")) == {"18/12", "18/13"}, "no man on 1 goes round again"
