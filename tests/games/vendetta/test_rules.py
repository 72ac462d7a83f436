"""The rules R1 to R21 of the page: the turn, moving, landing, and release. The others are in test_endings.py."""

from typing import Any

import pytest

from parlour.engine.play import IllegalAction
from tests.games.vendetta.tabletop import (
    GATES,
    at,
    in_home,
    lost,
    moves,
    new,
    out,
    phase,
    r_of,
    said,
    track,
    turn,
    winner,
)

ALL_OF_A = "A1 A2 A3 A4 A5 A6 A7 A8"
BUT_A1 = "A2 A3 A4 A5 A6 A7 A8"
ELIMINATED: dict[str, Any] = {"leader_on_silenced": "eliminated"}


# Setup and the turn


def test_setup_everybody_is_in_home_and_somebody_starts() -> None:
    play = new()
    assert [in_home(play, letter) for letter in "ABCD"] == ["g12345678"] * 4
    assert (phase(play), track(play), lost(play)) == ("starting", "", "")
    play.push("first:C")
    assert (phase(play), turn(play), play.s.turns) == ("throwing", "C", 1)


def test_setup_turns_go_clockwise_and_skip_players_who_are_out() -> None:
    play = at(turn="D", out="A C")
    order = ""
    for _ in range(4):
        order += turn(play)
        play.push("21")
        play.push(next(word for word in sorted(moves(play)) if word.startswith("s") and word.endswith("[2+1]")))
        if phase(play) == "spinning":
            play.push("1/25")
    assert order == "DBDB"


def test_R1_both_dice_are_thrown() -> None:
    play = at()
    chances = {outcome.notation: outcome.weight for outcome in play.outcomes}
    assert chances == {f"{a}{b}": 1 if a == b else 2 for a in range(1, 7) for b in range(1, a + 1)}
    assert sum(chances.values()) == 36
    play.push("53")
    assert (list(play.s.dice), phase(play), play.to_move) == ([3, 5], "moving", 0)


def test_R2_one_piece_the_total_or_two_pieces_a_die_each() -> None:
    play = at("13: A1; 25: Ag", lost=BUT_A1, dice="42")
    assert moves(play) == {"s13>19[4+2]", "g25>31[4+2]", "s13>17[4]", "s13>15[2]", "g25>29[4]", "g25>27[2]"}
    play.push("s13>17[4]")
    assert moves(play) == {"g25>27[2]"}, "not the same piece again"
    play.push("g25>27[2]")
    assert (track(play), turn(play)) == ("17: A1; 27: Ag", "B")


def test_R2_the_total_lands_once() -> None:
    play = at("1: A1; 2: B1; 4: C1", dice="31")
    play.push("s1>5[3+1]")
    assert (track(play), turn(play), phase(play)) == ("2: B1; 4: C1; 5: A1", "B", "throwing")


def test_R2_the_second_move_is_judged_after_the_first() -> None:
    play = at("20: B1 | A1; 15: A2; 32: A3; 37: Ag", lost="A4 A5 A6 A7 A8", dice="51")
    assert "s32>37[5]" in moves(play)
    play.push("s15>20[5]")
    assert (track(play), lost(play)) == ("20: A1+A2; 32: A3; 37: Ag", "A4 A5 A6 A7 A8 B1")
    full = at("20: A1+A2; 15: A3; 19: A4", dice="51")
    assert {"s15>20[5]", "s19>20[1]"} <= moves(full)
    full.push("s15>20[5]")
    assert "s19>20[1]" not in moves(full), "three are there now"


def test_R2_a_soldier_just_taken_back_may_be_the_second() -> None:
    play = at("44: A1; 20: Ag | B1", lost=BUT_A1, dice="41")
    assert moves(play) == {"s44>1[4+1]", "s44>0[4]"}
    play.push("s44>0[4]")
    assert (in_home(play, "A"), moves(play)) == ("2", {"sH>0[1]"})


def test_R3_a_complete_play_must_be_made_if_there_is_one() -> None:
    play = at("1: Ag; 13: A1", lost=BUT_A1, dice="32")
    assert moves(play) == {"g1>6[3+2]", "s13>18[3+2]", "g1>3[2]", "s13>16[3]"}, "after 13>15 the 3 could not be played"
    with pytest.raises(IllegalAction, match=r"'s13>15\[2\]' cannot be played here"):
        play.push("s13>15[2]")


def test_R3_else_one_die_and_then_the_turn_is_over() -> None:
    play = at("1: Ag", lost=ALL_OF_A, dice="21")
    assert moves(play) == {"g1>2[1]", "g1>3[2]"}, "either of them"
    play.push("g1>3[2]")
    assert (track(play), turn(play), phase(play)) == ("3: Ag", "B", "throwing")


def test_R3_else_the_turn_passes() -> None:
    play = at("20: Ag | B1", lost=ALL_OF_A, dice="62")
    assert said(play) == ["Family A throws 6 and 2.", "Family A can move nothing with these dice."]
    assert (turn(play), phase(play), play.s.turns, list(play.s.dice)) == ("B", "throwing", 8, [0, 0])


def test_R3_coming_home_counts_as_complete() -> None:
    play = at("44: Ag", lost=ALL_OF_A, dice="52")
    assert moves(play) == {"g44>H[5]", "g44>3[5+2]"}, "but 44>46, with nobody for the 5, is not complete"


def test_R4_doubles_have_no_special_effect() -> None:
    play = at("13: A1; 25: Ag", dice="33")
    assert moves(play) == {"sH>5[3+3]", "s13>19[3+3]", "g25>31[3+3]", "sH>2[3]", "s13>16[3]"}
    play.push("s13>16[3] sH>2[3] 9/33")
    assert (turn(play), phase(play)) == ("B", "throwing")


# Moving a piece


def test_R5_hostages_cannot_move() -> None:
    play = at("13: A1; 22: A2 | B1; 8: Ag | C1", lost="A3 A4 A5 A6 A7 A8", dice="21")
    assert moves(play) == {"s13>16[2+1]"}
    home = at("44: Ag | B1", dice="32")
    assert not any(word.startswith("g") for word in moves(home))


@pytest.mark.parametrize("letter", "ABCD")
def test_R6_count_1_leads_from_home_to_the_gate(letter: str) -> None:
    for high in range(1, 7):
        for low in range(1, high):
            play = at(turn=letter, dice=f"{high}{low}")
            ends = {word.split("[")[0] for word in moves(play) if word.startswith("sH")}
            assert ends == {f"sH>{(GATES[letter] + n - 1) % 48}" for n in (high, low, high + low)}
    play = at(turn=letter, dice="31")
    play.push("gH>" + str(GATES[letter]) + "[1]")
    assert r_of(play, f"{letter}g") == 0


def test_R7_nothing_blocks_passing() -> None:
    play = at("13: A1; 14: B1+B2+B3; 15: Cg+C1; 16: D1 | C2; 23: Dg; 17: A2+A3+A4", dice="61")
    play.push("s13>20[6+1]")
    assert track(play) == "14: B1+B2+B3; 15: Cg+C1; 16: D1 | C2; 17: A2+A3+A4; 20: A1; 23: Dg"


def test_R7_the_track_is_a_circle() -> None:
    play = at("44: B1; 20: C1", turn="B", dice="42")
    play.push("s44>2[4+2]")
    assert (track(play), r_of(play, "B1")) == ("2: B1; 20: C1", 38), "B's circle ends at 12"


def test_R8_a_circle_brings_back_one_soldier() -> None:
    for space, dice, end, r in ((44, "31", 0, 0), (46, "11", 0, 0), (46, "65", 9, 9)):
        play = at(f"{space}: A1", lost="A3 A5", dice=dice)
        play.push(f"s{space}>{end}[{dice[0]}+{dice[1]}]")
        assert (r_of(play, "A1"), in_home(play, "A"), lost(play)) == (r, "g234678", "A5")


def test_R8_no_soldier_back_if_none_is_lost_and_none_before_the_circle_is_complete() -> None:
    play = at("44: A1", lost="B1", dice="31")
    play.push("s44>0[3+1]")
    assert (lost(play), said(play)) == ("B1", ["Family A's soldier moves from space 44 to space 0 (gate)."])
    play = at("44: A1", lost="A5", dice="11")
    play.push("s44>46[1+1]")
    assert (r_of(play, "A1"), lost(play)) == (46, "A5")


def test_R8_the_circle_of_each_player_ends_at_his_own_gate() -> None:
    play = at("8: B1; 46: B2", turn="B", lost="B7", dice="41")
    play.push("s46>2[4]")
    assert lost(play) == "B7"
    play = at("8: B1; 46: B2", turn="B", lost="B7", dice="41")
    play.push("s8>12[4]")
    assert (lost(play), r_of(play, "B1")) == ("", 0)


@pytest.mark.parametrize(
    ("r", "dice", "typed"), [(44, "51", "g44>H[5]"), (44, "41", "g44>H[4+1]"), (48, "61", "g0>H[1]")]
)
def test_R9_a_godfather_comes_home_by_exact_count(r: int, dice: str, typed: str) -> None:
    play = at(f"{r % 48}: Ag", progress={"Ag": r}, dice=dice)
    play.push(typed)
    assert (play.over, winner(play), r_of(play, "Ag")) == (True, "A", 49)
    assert play.score == pytest.approx((1, -1 / 3, -1 / 3, -1 / 3))


def test_R10_a_godfather_past_home_goes_round_again_and_brings_back_three() -> None:
    play = at("46: Ag", lost="A2 A4 A6 A8", dice="41")
    play.push("g46>3[4+1]")
    assert (r_of(play, "Ag"), in_home(play, "A"), lost(play), play.over) == (3, "1234567", "A8", False)


def test_R10_up_to_three() -> None:
    play = at("46: Ag", lost="A2 A4 B1", dice="41")
    play.push("g46>3[4+1]")
    assert (in_home(play, "A"), lost(play)) == ("12345678", "B1")


def test_R10_on_his_gate_he_is_not_past_home() -> None:
    play = at("46: Ag; 20: A1", lost="A2 A4", dice="21")
    play.push("g46>0[2]")
    assert (r_of(play, "Ag"), lost(play)) == (48, "A2 A4")
    play = at("0: Ag", progress={"Ag": 48}, lost="A2 A4", dice="21")
    assert {"g0>H[1]", "g0>2[2]", "g0>3[2+1]"} <= moves(play)
    play.push("g0>2[2]")
    assert (r_of(play, "Ag"), lost(play)) == (2, "")


# Where a piece may land


def test_R11_three_of_a_family_at_most_the_godfather_counted() -> None:
    assert "s1>3[1+1]" in moves(at("3: Ag+A1; 1: A2", dice="11"))
    assert "s1>3[1+1]" not in moves(at("3: Ag+A1+A3; 1: A2", dice="11"))
    assert "g1>3[1+1]" in moves(at("3: A1+A2; 1: Ag", dice="11"))
    assert "g1>3[1+1]" not in moves(at("3: A1+A2+A3; 1: Ag", dice="11"))


@pytest.mark.parametrize("held", ["B1+B2", "Bg+B1", "B1+B2+B3", "Bg+B1+B2", "Cg | B1+B2", "C1 | Bg+B2"])
def test_R12_a_space_held_by_two_or_three_is_closed_to_others(held: str) -> None:
    assert "s1>3[1+1]" not in moves(at(f"3: {held}; 1: A1", dice="11"))
    assert ("s1>3[1+1]" in moves(at(f"3: {held}; 1: B8", "B", dice="11"))) == (held.count("+") < 2), "not to its own"


@pytest.mark.parametrize("held", ["B1", "Bg", "C1 | B1", "C1 | Bg | D1", "A2 | B1"])
def test_R12_a_space_held_by_one_is_open(held: str) -> None:
    assert "s1>3[1+1]" in moves(at(f"3: {held}; 1: A1", dice="11"))


def test_R13_a_godfather_may_not_land_on_fbi_nor_among_others() -> None:
    assert "g1>4[2+1]" not in moves(at("1: Ag", dice="21"))
    assert "s1>4[2+1]" in moves(at("1: A1", dice="21"))
    for there in ("B1", "Bg", "A1 | B1", "B1 | A1", "Bg | A1+A2"):
        assert "g1>3[1+1]" not in moves(at(f"3: {there}; 1: Ag", dice="11"))
    for there in ("A1", "A1+A2"):
        assert "g1>3[1+1]" in moves(at(f"3: {there}; 1: Ag", dice="11"))


def test_R13_a_hostage_among_his_captors_bars_a_godfather_of_the_captors_too() -> None:
    assert "g1>3[1+1]" not in moves(at("3: B1 | A1; 1: Ag", dice="11"))


# Landing


def test_R14_rewards_come_first() -> None:
    play = at("0: Ag", progress={"Ag": 48}, lost=ALL_OF_A, dice="65")
    play.push("g0>11[6+5]")
    assert (in_home(play, "A"), lost(play)) == ("23", "A1 A4 A5 A6 A7 A8"), "one of the three is lost to Silenced"
    assert play.written[-1].text == "g0>11[6+5]+3s"


def test_R15_a_soldier_is_lost_whatever_stands_there_and_nothing_more_happens() -> None:
    for there in ("", "23: Bg; ", "23: Ag; "):
        play = at(f"{there}20: A1", dice="21")
        play.push("s20>23[2+1]")
        assert (lost(play), track(play)) == ("A1", there.removesuffix("; "))
        assert said(play)[1:] == ["Family A's soldier is lost to space 23 (Silenced)."]


def test_R15_a_godfather_costs_one_in_home_first() -> None:
    play = at("8: Ag+A1; 14: A2", lost="A3", dice="21")
    play.push("g8>11[2+1]")
    assert (track(play), lost(play)) == ("8: A1; 11: Ag; 14: A2", "A3 A4")


def test_R15_else_the_free_soldier_furthest_behind() -> None:
    play = at("8: Ag; 5: A3 | B1; 14: A2; 10: A4+A5", lost="A1 A6 A7 A8", dice="21")
    play.push("g8>11[2+1]")
    assert lost(play) == "A1 A4 A6 A7 A8", "A3 is further behind but a hostage; of equals the lowest number"


def test_R15_else_the_hostage_furthest_behind() -> None:
    play = at("8: Ag; 5: A3 | B1; 3: A4 | B2", lost="A1 A2 A5 A6 A7 A8", dice="21")
    play.push("g8>11[2+1]")
    assert (lost(play), track(play)) == ("A1 A2 A4 A5 A6 A7 A8", "3: B2; 5: A3 | B1; 11: Ag")
    play.push("21")
    assert "s3>6[2+1]" in moves(play)


def test_R15_a_captor_lost_in_this_way_lets_his_hostage_go() -> None:
    play = at("8: Ag; 5: B1 | A3", lost="A1 A2 A4 A5 A6 A7 A8", dice="21")
    play.push("g8>11[2+1]")
    assert track(play) == "5: B1; 11: Ag"
    play.push("21")
    assert "s5>8[2+1]" in moves(play)


def test_R15_none_if_there_are_none() -> None:
    play = at("8: Ag", lost=ALL_OF_A, dice="21")
    play.push("g8>11[2+1]")
    assert (track(play), lost(play), play.written[-1].text) == ("11: Ag", ALL_OF_A, "g8>11[2+1]")


def test_R15_a_godfather_who_is_eliminated_ends_the_turn() -> None:
    play = at("8: Ag; 4: A1", dice="31", **ELIMINATED)
    assert {"s4>7[3]", "sH>2[3]"} <= moves(play)
    play = at("10: Ag; 4: A1", dice="31", **ELIMINATED)
    play.push("s4>7[3]")
    assert "g10>11[1]" in moves(play)
    play.push("g10>11[1]")
    assert (out(play), track(play), turn(play), phase(play)) == ("A", "", "B", "throwing"), "no spin for the 7"


def test_R15_such_a_move_first_with_one_die_is_not_complete() -> None:
    assert "g10>11[1]" not in moves(at("10: Ag; 4: A1", dice="31", **ELIMINATED))
    assert "g10>11[1]" in moves(at("10: Ag; 4: A1", dice="31"))
    alone = at("10: Ag", lost=ALL_OF_A, dice="61", **ELIMINATED)
    assert moves(alone) == {"g10>17[6+1]"}
    last = at("10: Ag; 17: B1; 16: C1", lost=ALL_OF_A, dice="61", **ELIMINATED)
    assert moves(last) == {"g10>11[1]"}, "nothing else can move"
    last.push("g10>11[1]")
    assert (out(last), turn(last)) == ("A", "B")


CHOSEN: dict[str, Any] = {"silenced_soldier": "chosen"}


@pytest.mark.parametrize(("given_up", "left"), [("lose1", ""), ("lose2", "23: A1")])
def test_R15_chosen_the_player_says_who_is_lost_and_who_lands_may_stay(given_up: str, left: str) -> None:
    play = at("20: A1", dice="21", **CHOSEN)
    play.push("s20>23[2+1]")
    assert (phase(play), play.to_move, track(play)) == ("silencing", 0, "23: A1")
    assert moves(play) == {"lose1", "lose2"}, "of those in home the lowest number"
    play.push(given_up)
    assert (track(play), lost(play), turn(play)) == (left, f"A{given_up[-1]}", "B")
    assert said(play) == ["Family A's soldier is lost to space 23 (Silenced)."]


def test_R15_chosen_landing_there_is_landing_as_anywhere() -> None:
    for given_up, left in (("lose2", "23: Bg | A1"), ("lose1", "23: Bg")):
        play = at("23: Bg; 20: A1", dice="21", **CHOSEN)
        play.push("s20>23[2+1]")
        assert play.written[-1].text == "s20>23[2+1]x", "R17"
        play.push(given_up)
        assert track(play) == left
    play = at("23: B1 | A1; 20: A2", dice="21", **CHOSEN)
    play.push("s20>23[2+1]xx lose2")
    assert (track(play), lost(play)) == ("23: A1", "A2 B1"), "R18"
    assert "s20>23[2+1]" not in moves(at("23: B1+B2; 20: A1", dice="21", **CHOSEN)), "R12"
    assert "s20>23[2+1]" not in moves(at("23: A2+A3+A4; 20: A1", dice="21", **CHOSEN)), "R11"


def test_R15_chosen_a_godfather_costs_any_soldier() -> None:
    play = at("8: Ag+A1; 14: A2; 5: A3 | B1", lost="A4", dice="21", **CHOSEN)
    play.push("g8>11[2+1]")
    assert moves(play) == {"lose1", "lose2", "lose3", "lose5"}
    play.push("lose3")
    assert (track(play), lost(play)) == ("5: B1; 8: A1; 11: Ag; 14: A2", "A3 A4")
    play = at("8: Ag", lost=ALL_OF_A, dice="21", **CHOSEN)
    play.push("g8>11[2+1]")
    assert (track(play), turn(play)) == ("11: Ag", "B"), "nobody is left to be lost"
    play = at("8: Ag", dice="21", **CHOSEN, **ELIMINATED)
    play.push("g8>11[2+1]")
    assert (out(play), turn(play)) == ("A", "B"), "he dies himself, and nothing is asked"


def test_R15_chosen_a_captor_given_up_lets_his_hostage_go() -> None:
    play = at("20: A1; 5: B1 | A3", dice="21", **CHOSEN)
    play.push("s20>23[2+1] lose3")
    assert track(play) == "5: B1; 23: A1"


def test_R15_chosen_who_moved_and_who_stands_beside_him_are_not_alike() -> None:
    play = at("23: A1; 20: A2; 30: A3", dice="32", **CHOSEN)
    play.push("s20>23[3]")
    assert {"lose1", "lose2"} <= moves(play)
    play.push("lose2")
    assert "s23>25[2]" in moves(play), "A1 has not moved yet"
    play = at("23: A1; 20: A2; 30: A3", dice="32", **CHOSEN)
    play.push("s20>23[3] lose1")
    assert "s23>25[2]" not in moves(play), "A2 has"


def test_R3_chosen_so_that_both_dice_are_played() -> None:
    play = at("20: A1; 25: A2; 3: Ag | B1", lost="A3 A4 A5 A6 A7 A8", dice="53", **CHOSEN)
    play.push("s20>23[3]")
    assert moves(play) == {"lose1"}, "without A2 nobody could move 5"
    assert play.why_not(["piece:0.2"]) == "Without him no other piece could move 5, and both dice must be played."
    play.push("lose1")
    assert moves(play) == {"s25>30[5]"}
    alone = at("20: A1; 3: Ag | B1; 28: C1+C2", lost="A2 A3 A4 A5 A6 A7 A8", dice="53", **CHOSEN)
    assert moves(alone) == {"s20>23[3]", "s20>25[5]"}, "one die is all he can play"
    alone.push("s20>23[3] lose1")
    assert turn(alone) == "B"


def test_R3_chosen_a_move_to_silenced_is_complete_if_some_loss_leaves_a_move() -> None:
    board = "10: Ag; 28: A2; 33: B2+B3; 31: C1+C2; 36: D1+D2"
    play = at(board, lost="A1 A3 A4 A5 A6 A7 A8", dice="51", **CHOSEN)
    assert "g10>11[1]" not in moves(play), "A2, the only other, could not move 5, nor is he there if he is lost"
    assert "s28>29[1]" in moves(play), "the Godfather could follow"


def test_R16_a_piece_joins_its_family_on_top() -> None:
    play = at("3: A1; 1: A2; 20: B1 | A3; 19: A4", dice="21")
    play.push("s1>3[2]")
    assert track(play).startswith("3: A1+A2; ")
    play = at("20: Bg | A3; 19: A4", dice="21")
    play.push("s19>20[1]")
    assert track(play) == "20: Bg | A3+A4"


def test_R17_a_single_piece_is_taken_hostage() -> None:
    for piece in ("B1", "Bg"):
        play = at(f"20: {piece}; 17: A1", dice="21")
        play.push("s17>20[2+1]")
        assert (track(play), lost(play)) == (f"20: {piece} | A1", "")


def test_R17_those_below_stay_hostages_and_a_friend_is_freed() -> None:
    play = at("20: C1 | B1; 17: A1", dice="21")
    play.push("s17>20[2+1]")
    assert track(play) == "20: C1 | B1 | A1"
    play = at("20: Ag | C1 | B1; 17: A1", dice="21")
    play.push("s17>20[2+1]")
    assert track(play) == "20: C1 | B1 | Ag+A1"
    assert "Family A's piece held on space 20 is free again." in said(play)


def test_R18_a_second_soldier_is_the_end_of_every_hostage_soldier() -> None:
    play = at("20: C1 | B1 | A1; 17: A2", dice="21")
    play.push("s17>20[2+1]")
    assert (track(play), lost(play)) == ("20: A1+A2", "B1 C1")


def test_R18_not_of_a_godfather() -> None:
    play = at("20: D1 | Bg | C1 | A1; 17: A2", dice="21")
    play.push("s17>20[2+1]")
    assert (track(play), lost(play), out(play)) == ("20: Bg | A1+A2", "C1 D1", "")


def test_R18_a_godfather_does_not_count_towards_the_two() -> None:
    play = at("20: Bg | A1; 17: B2; 19: B3", turn="B", dice="31")
    play.push("s17>20[3]")
    assert (track(play), lost(play)) == ("19: B3; 20: A1 | Bg+B2", "")
    play.push("s19>20[1]")
    assert (track(play), lost(play)) == ("20: Bg+B2+B3", "A1")


@pytest.mark.parametrize("space", [2, 7, 14, 19, 26, 31, 38, 43])
def test_R19_a_hit_makes_a_spin_due_at_the_end_of_the_turn(space: int) -> None:
    play = at(f"{space - 1}: A1", dice="51")
    play.push(f"s{space - 1}>{space}[1]")
    assert (phase(play), play.s.hits) == ("moving", 1)
    play.push("sH>4[5]")
    assert (phase(play), play.at_chance, turn(play)) == ("spinning", True, "A")


def test_R19_no_other_space_does() -> None:
    for space in set(range(48)) - {2, 7, 14, 19, 26, 31, 38, 43}:
        start = (space - 3) % 48
        play = at(f"{start}: A1", dice="21")
        play.push(f"s{start}>{space}[2+1]")
        assert (phase(play), turn(play)) == ("throwing", "B")


# Leaving and release


def test_R20_when_the_captor_leaves_the_next_group_holds() -> None:
    play = at("20: C1 | B1 | A1", dice="32")
    play.push("s20>25[3+2]")
    assert track(play) == "20: C1 | B1; 25: A1"
    play.push("11")
    assert "s20>22[1+1]" in moves(play), "B's soldier is free"
    play.push("s20>22[1+1]")
    assert track(play) == "20: C1; 22: B1; 25: A1"


def test_R20_when_one_of_two_captors_leaves_the_other_still_holds() -> None:
    play = at("20: Bg | A1+A2", dice="32")
    play.push("s20>25[3+2]")
    assert track(play) == "20: Bg | A2; 25: A1"


def test_R21_a_godfather_alone_cannot_hold() -> None:
    play = at("20: C1 | A1 | Bg+B2", turn="B", dice="32")
    play.push("s20>25[3+2]")
    assert track(play) == "20: C1 | Bg | A1; 25: B2"
    assert said(play)[1] == "Family B has only their Godfather left on space 20: Family A holds him now."


def test_R21_but_he_may_leave_his_soldier_to_hold() -> None:
    play = at("20: A1 | Bg+B2", turn="B", dice="32")
    play.push("g20>25[3+2]")
    assert track(play) == "20: A1 | B2; 25: Bg"


def test_R21_godfathers_are_alone_when_no_soldier_is_left() -> None:
    play = at("20: Bg | A1", dice="32")
    play.push("s20>25[3+2]")
    assert track(play) == "20: Bg; 25: A1"
    play.push("11")
    assert "g20>22[1+1]" in moves(play)


def test_soldiers_that_stand_alike_are_offered_once() -> None:
    play = at("13: A3+A5", dice="21")
    slots = {action.code // 3 for action in play.legal}
    assert slots == {0, 1, 3}
    play = at(dice="33", soldiers=4)
    play.push("sH>2[3]")
    assert [action.code // 3 for action in play.legal] == [0, 2], "of the others in home again the lowest"
