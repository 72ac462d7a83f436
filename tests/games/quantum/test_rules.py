"""The rules R1 to R22 of the page, one by one."""

from typing import Any

import pytest

from parlour.engine.play import IllegalAction
from parlour.games.quantum.state import Event
from tests.form import samples
from tests.games.quantum.tabletop import at, did, moves, new, play_on, pool, random_play, said, stood, words

INNER = {"variant": "inner_ring"}
HALF = "White=53,25,41 Black=4,6,60,70,28"  # with two players eight are in the centre


def test_R1_the_roller_throws_both_dice_and_they_are_one_pair() -> None:
    play = at("White=20")
    assert play.at_chance
    throws = {outcome.notation: outcome.weight for outcome in play.outcomes}
    assert throws == {f"{high}{low}": 2 - (high == low) for high in range(1, 7) for low in range(1, high + 1)}
    assert sum(throws.values()) == 36
    play.push("43")
    assert pool(play) == "pair=43"
    assert said(play) == ["White throws 4 and 3."]


@pytest.mark.parametrize(
    ("thrown", "phase", "held"),
    [
        ("54", "using", "pair=54"),
        ("55", "using", "pair=55"),
        ("64", "extra", "pair=64 due=1"),
        ("64 2", "using", "pair=64 loose=2"),
        ("64 6", "extra", "pair=64 loose=6 due=1"),
        ("64 6 6 1", "using", "pair=64 loose=661"),
        ("66", "throwing", "sixes=1"),
        ("66 66", "throwing", "sixes=2"),
        ("66 21", "using", "pair=21 sixes=1"),
        ("66 62", "extra", "pair=62 sixes=1 due=1"),
        ("66 62 6 3", "using", "pair=62 sixes=1 loose=63"),
    ],
)
def test_R2_a_six_earns_a_die_and_two_sixes_both(thrown: str, phase: str, held: str) -> None:
    play = at("White=20", thrown)
    assert (words(play)["phase"], pool(play)) == (phase, held)
    assert play.at_chance == (phase != "using") == (not play.legal), "no move before the last throw"
    if phase == "extra":
        assert [(outcome.notation, outcome.weight) for outcome in play.outcomes] == [(str(n), 1) for n in range(1, 7)]
    elif phase == "throwing":
        assert len(play.outcomes) == 21


def test_R3_dice_thrown_singly_are_loose() -> None:
    play = at("White=20", "66 64 6 2")
    assert pool(play) == "pair=64 sixes=1 loose=62"
    totals = {move.split("[")[1] for move in moves(play) if "+" in move}
    assert totals == {"6+4]", "6+6]"}, "and none with the 6 or the 2 thrown singly"


def test_R4_one_die_or_a_total_moves_a_piece_and_a_six_enters_one() -> None:
    play = at("White=20,12", "43")
    assert moves(play) == {"20-24[4]", "20-23[3]", "20-27[4+3]", "12-12d[4]", "12-12c[3]", "12-12g[4+3]"}
    play = at("White=20", "61 5")
    assert moves(play) == {"20-26[6]", "20-21[1]", "20-25[5]", "20-27[6+1]", "E"}
    assert stood(at("White=20", "61 5 E")) == "White=20,3"
    assert stood(at("White=20", "61 5 E", **INNER)) == "White=20,1"
    full = at("White=20,21,22,23,24,25,26,27", "61 5")
    assert "E" not in moves(full), "nobody is left to enter"
    assert "20-26[6]" in moves(full)


def test_R4_only_pieces_of_ones_own_and_in_play_move() -> None:
    play = at("White=20,0,21 Black=30,3", "21")
    assert {move.split("-")[0] for move in moves(play)} == {"20", "21"}
    play = at("White=20,tray,21 Black=30,3", "21", win_form="counters_home")
    assert {move.split("-")[0] for move in moves(play)} == {"20", "21"}


def test_R4_the_total_does_not_land_in_between() -> None:
    apart, together = at("White=3 Black=5", "32 3-5[2] 13-16[3]"), at("White=3 Black=5", "32 3-8[3+2]")
    assert (stood(apart), stood(together)) == ("White=16", "White=8")


def test_R5_a_six_that_enters_is_used_up_and_moves_nothing() -> None:
    play = at("", "64 2 E")
    assert (stood(play), pool(play)) == ("White=3", "loose=42")
    assert not play.at_chance, "its throw was made before"
    assert moves(play) == {"3-7[4]", "3-5[2]"}


def test_R5_a_six_may_be_moved_instead() -> None:
    play = at("White=20", "64 2 20-26[6]")
    assert (stood(play), pool(play)) == ("White=26", "loose=42")


def test_R6_scores_are_used_in_any_order_with_any_piece_and_all_of_them() -> None:
    for order in ("20-24[4] 12-12a[1]", "12-12a[1] 20-24[4]", "20-24[4] 24-25[1]", "20-21[1] 21-25[4]"):
        play = at("White=20,12", f"41 {order.split()[0]}")
        assert (play.turn_label, play.to_move) == ("White", 0), "there is no passing"
        assert moves(play)
        play.push(order.split()[1])
        assert play.turn_label == "Black"
        assert (pool(play), words(play)["phase"]) == ("", "throwing")


def test_R6_scores_are_lost_only_with_nobody_in_play_and_no_six() -> None:
    play = at("Black=20", "32")
    assert said(play) == [
        "White throws 3 and 2.",
        "White has nothing to use the dice for, because only a six brings a piece into play: the turn is over.",
    ]
    assert (play.turn_label, pool(play), play.s.turns) == ("Black", "", 2)
    play = at("", "61 5")
    assert moves(play) == {"E"}
    play = at("White=20", "32")
    assert play.to_move == 0


def test_R6_scores_are_lost_when_the_last_piece_goes_to_the_tray() -> None:
    play = at("White=53", "41 53-H[4]", win_form="counters_home")
    assert (stood(play), play.turn_label) == ("White=tray", "Black")
    assert said(play)[-1] == "White has nothing to use the dice for: the turn is over."
    play = at("phase=using White=53 loose=64", "53-H[4]", win_form="counters_home")
    assert moves(play) == {"E"}, "the six can still be used"


@pytest.mark.parametrize(
    ("held", "move", "left"),
    [
        ("pair=64 loose=4", "20-24[4]", "pair=64"),
        ("pair=64 loose=2", "20-24[4]", "loose=62"),
        ("pair=64 loose=2", "20-26[6]", "loose=42"),
        ("pair=33", "20-23[3]", "loose=3"),
        ("pair=62 sixes=1", "20-26[6]", "sixes=1 loose=2"),
        ("pair=62 sixes=1", "E", "sixes=1 loose=2"),
        ("pair=62 sixes=1 loose=6", "20-26[6]", "pair=62 sixes=1"),
        ("pair=42 sixes=2", "20-26[6]", "pair=42 sixes=1 loose=6"),
        ("sixes=1 loose=6", "E", "sixes=1"),
        ("pair=62 sixes=1", "20-28[6+2]", "sixes=1"),
        ("pair=62 sixes=2", "20-30b[6+6]", "pair=62 sixes=1"),
    ],
)
def test_R7_a_loose_die_goes_first_then_the_newest_pair_is_broken(held: str, move: str, left: str) -> None:
    assert pool(at(f"phase=using White=20 {held}", move)) == left


@pytest.mark.parametrize(
    ("start", "move"),
    [
        ("32", "32-33[3]"),
        ("53", "53-53b[2]"),
        ("12", "12-12b[2]"),
        ("10", "10-4[2]"),
        ("18", "18-12[2]"),
        ("36b", "36b-20[2]"),
        ("54f", "54f-38[2]"),
        ("86d", "86d-56[2]"),
        ("86d", "86d-55[1]"),
    ],
)
def test_R8_every_square_counts_and_no_count_leaves_the_ring(start: str, move: str) -> None:
    play = at(f"White={start}", "21" if "3" not in move.split("[")[1] else "31")
    assert move in moves(play)
    play.push(move)
    assert (did(play), stood(play)) == (move, f"White={move.split('-')[1].split('[')[0]}")


def test_R9_all_who_are_passed_fall_whoever_owns_them() -> None:
    play = at("White=31,31a Black=31b,32,32a", "64 1 31-33[6]")
    assert did(play) == "31-33[6]z31a>13z31b>13(x13>5^31)z32>14z32a>14(x14>6^32)"
    assert stood(play) == "White=33,5 Black=31,6,32"


def test_R9_not_the_piece_where_the_count_ends_nor_those_not_passed() -> None:
    play = at("White=24 Black=25,26,27,23", "21 24-26[2]")
    assert did(play) == "24-26[2]z25>0x26>0^44"
    assert stood(play) == "White=44 Black=0,0,27,23"


def test_R9_each_fall_is_finished_before_the_count_goes_on() -> None:
    play = at("White=12 Black=12b,12d,12e", "61 1 12-12f[6]")
    assert did(play) == "12-12f[6]z12b>4z12d>4(x4>0^12)z12e>4"
    assert stood(play) == "White=12f Black=0,12,4"


@pytest.mark.parametrize(
    ("before", "pushed", "written"),
    [
        ("White=54f Black=37", "21 54f-37[1]", "54f-37[1]x37>19^55+"),
        ("White=80e Black=80f", "21 80e-80f[1]", "80e-80f[1]x80f>48"),
        ("White=54f", "21 54f-37[1]", "54f-37[1]*55+"),
        ("White=80e", "21 80e-80f[1]", "80e-80f[1]~48"),
        ("White=12", "21 12-12a[1]", "12-12a[1]"),
    ],
)
def test_R10_occupied_before_jump_before_absorption_before_rest(before: str, pushed: str, written: str) -> None:
    assert did(at(before, pushed)) == written


def test_R10_home_comes_first() -> None:
    play = at("White=53,25,41 Black=53d,4,6,60,70", "41 53-H[4]")
    assert (did(play), play.score) == ("53-H[4]#", (1, -1))
    assert stood(play) == "White=53d,25,41 Black=53d,4,6,60,70", "nobody is struck"
    play = at("White=53,25", "41 53-H[4]", win_form="counters_home")
    assert (stood(play), play.over) == ("White=tray,25", False)


@pytest.mark.parametrize(
    ("start", "move", "end", "options"),
    [
        ("10", "10-3[1]*11+", "11", {}),
        ("18", "18-11[1]*19+", "19", {}),
        ("36b", "36b-19[1]*37+", "37", {}),
        ("54f", "54f-37[1]*55+", "55", {}),
        ("2", "2-1[1]*3+", "3", INNER),
        ("10", "10-3[1]*11+", "11", INNER),
    ],
)
def test_R11_a_count_that_ends_on_a_jump_square_jumps_and_earns_a_throw(
    start: str, move: str, end: str, options: dict[str, Any]
) -> None:
    play = at(f"White={start}", "21", **options)
    play.push(move.split("*")[0])
    assert (did(play), stood(play), pool(play)) == (move, f"White={end}", "loose=2 due=1")
    assert words(play)["phase"] == "extra"


def test_R11_whoever_stands_where_the_jump_leads_is_struck() -> None:
    play = at("White=8 Black=11,19", "31 8-3[3]")
    assert did(play) == "8-3[3]*11+x11>3^19+x19>11^37+"
    assert stood(play) == "White=37 Black=3,11"
    assert pool(play) == "loose=1 due=3"


def test_R11_55_is_no_jump_square() -> None:
    assert stood(at("White=86d", "21 86d-55[1]")) == "White=55"


@pytest.mark.parametrize(
    ("before", "pushed", "after"),
    [
        ("", "61 1 E", "White=3"),
        ("White=10", "21 10-3[1]", "White=11"),
        ("White=36 Black=36a", "21 36-36a[1]", "White=37 Black=18"),
        ("White=18 Black=11", "21 18-12[2]", "White=12 Black=3"),
    ],
)
def test_R12_who_comes_to_a_jump_square_otherwise_rests_there(before: str, pushed: str, after: str) -> None:
    assert stood(at(before, pushed)) == after


def test_R12_from_there_it_is_all_the_way_round() -> None:
    play = at("White=3", "62 1 3-3[6+2]")
    assert (did(play), stood(play)) == ("3-3[6+2]*11+", "White=11")


@pytest.mark.parametrize("number", range(80, 86))
def test_R13_absorption_squares_lead_inwards_without_a_throw(number: int) -> None:
    play = at(f"White={number}e", f"21 {number}e-{number}f[1]")
    assert (did(play), stood(play)) == (f"{number}e-{number}f[1]~{number - 32}", f"White={number - 32}")
    assert pool(play) == "loose=2"
    play = at(f"White={number}e Black={number - 32}", f"21 {number}e-{number}f[1]")
    assert stood(play) == f"White={number} Black={number - 50}", "and strike whoever stands there"
    assert pool(play) == "loose=2"


@pytest.mark.parametrize("hole", ["80e", "81a", "85e", "86d", "86a", "30b", "53c"])
def test_R13_other_holes_do_not(hole: str) -> None:
    before = {"80e": "80d", "81a": "81", "85e": "85d", "86d": "86c", "86a": "86", "30b": "30a", "53c": "53b"}[hole]
    assert stood(at(f"White={before}", f"21 {before}-{hole}[1]")) == f"White={hole}"


def test_R14_the_struck_piece_falls_first_and_then_the_striker_rises() -> None:
    play = at("White=15 Black=17,9,35", "21 15-17[2]")
    assert did(play) == "15-17[2]x17>9(x9>0^17)^35x35>17(x17>9^35)^53"
    assert stood(play) == "White=53 Black=9,0,35"


def test_R14_in_ring_6_the_striker_stays() -> None:
    play = at("White=55 Black=56", "21 55-56[1]")
    assert (did(play), stood(play)) == ("55-56[1]x56>24", "White=56 Black=24")


def test_R14_own_pieces_are_struck_too() -> None:
    play = at("White=20,21", "21 20-21[1]")
    assert (did(play), stood(play)) == ("20-21[1]x21>0^39", "White=39")


@pytest.mark.parametrize(
    ("before", "written", "after"),
    [
        ("White=24 Black=25", "24-26[2]z25>0", "White=26"),
        ("White=12 Black=12a", "12-12b[2]z12a>4", "White=12b Black=4"),
        ("White=12 Black=12a,4", "12-12b[2]z12a>4(x4>0^12)", "White=12b Black=12"),
        ("White=59 Black=60,28,46", "59-61[2]z60>28(x28>0^46x46>28^78)", "White=61 Black=78,0,28"),
    ],
)
def test_R15_a_fall_ends_in_the_centre_or_on_an_empty_square_or_strikes(before: str, written: str, after: str) -> None:
    play = at(before, f"21 {written.split(']')[0]}]")
    assert (did(play), stood(play)) == (written, after)


@pytest.mark.parametrize(
    ("before", "pushed", "earned"),
    [
        ("White=8", "31 8-3[3]", 1),
        ("White=8 Black=3", "31 8-3[3]", 1),
        ("White=8 Black=11", "31 8-3[3]", 2),
        ("Black=3,11,19,37,55", "61 1 E", 4),
        ("White=3", "61 1 E", 1),
        ("White=18,11 Black=3", "21 18-12[2]", 1),
        ("White=18 Black=3,11", "21 18-12[2]", 0),
        ("White=15 Black=17", "21 15-17[2]", 0),
        ("White=36 Black=36a", "21 36-36a[1]", 0),
        ("White=80e", "21 80e-80f[1]", 0),
    ],
)
def test_R16_only_going_up_from_a_jump_square_earns_a_throw(before: str, pushed: str, earned: int) -> None:
    play = at(before, pushed)
    assert did(play).count("+") == earned
    assert play.s.due == earned
    assert play.at_chance == (earned > 0)


def test_R16_earned_throws_are_made_one_by_one_and_are_loose() -> None:
    play = at("White=8 Black=11", "31 8-3[3]")
    assert pool(play) == "loose=1 due=2"
    play.push("6")
    assert pool(play) == "loose=61 due=2", "the six earns another"
    play.push("4")
    assert pool(play) == "loose=641 due=1"
    play.push("5")
    assert (pool(play), play.to_move) == ("loose=6541", 0)
    assert not any("+" in move for move in moves(play))


def test_R17_exactly_half_in_the_centre_wins_at_once_whatever_is_left() -> None:
    play = at(HALF, "41")
    assert play.s.centre == 8
    play.push("53-H[4]")
    assert (did(play), play.over, play.score) == ("53-H[4]#", True, (1, -1))
    assert (pool(play), play.legal, words(play)["winner"]) == ("", [], "White")
    assert said(play)[-1] == "White wins: a piece is home, with 8 of 16 pieces in the centre: in balance."
    with pytest.raises(IllegalAction, match="the play is over"):
        play.push("25-26[1]")


@pytest.mark.parametrize(("black", "centre"), [("4,6,60,70", 9), ("4,6,60,70,28,29", 7)])
def test_R17_one_too_many_or_too_few_does_not(black: str, centre: int) -> None:
    play = at(f"White=53,25,41 Black={black}", "41 53-H[4]")
    assert play.s.centre == centre
    assert (did(play), play.over, stood(play)) == ("53-H[4]", False, f"White=53d,25,41 Black={black}")


def test_R17_the_zaps_of_the_move_count_and_its_strikes_do_not() -> None:
    play = at("White=53,25,40 Black=53b,35,17,9,60,70", "41 53-H[4]")
    assert did(play) == "53-H[4]z53b>35(x35>17(x17>9(x9>0^17)^35)^53)#"
    assert play.score == (1, -1)
    lost = at("White=53,25,41 Black=53a,4,6,60,70,35,17,9", "41 53-H[4]")
    assert did(lost) == "53-H[4]z53a>35(x35>17(x17>9(x9>0^17)^35)^53)"
    assert (lost.s.centre, lost.over) == (6, False)


def test_R17_a_strike_on_home_comes_too_late_for_the_balance() -> None:
    play = at("White=53,25,41 Black=53d,35,17,9,4,6", "41 53-H[4]")
    assert did(play) == "53-H[4]xH>35(x35>17(x17>9(x9>0^17)^35)^53)^86"
    assert (play.s.centre, play.over) == (8, False)


@pytest.mark.parametrize(("players", "half"), [(2, 8), (3, 9), (4, 8), (5, 5), (6, 6)])
def test_R17_half_of_the_pieces_of_all(players: int, half: int) -> None:
    free = iter(["25", "41", "4", "6", "60", "70", "28", "45"])
    seats = ["White", "Black", "Red", "Blue", "Green", "Purple"][:players]
    each = new(players=players).values["pieces_per_player"]
    squares = {seat: ["0"] * each for seat in seats}
    squares["White"][0] = "53"
    for i in range(players * each - half - 1):
        squares[seats[(i + 1) % players]][(i + 1) // players] = next(free)
    play = at(" ".join(f"{seat}={','.join(places)}" for seat, places in squares.items()), "41", players=players)
    assert 2 * play.s.centre == players * each == 2 * half
    play.push("53-H[4]")
    assert play.score == (1, *[-1 / (players - 1)] * (players - 1))


def test_R18_home_without_the_balance_is_a_hole() -> None:
    play = at("White=53", "41 53-H[4]")
    assert (did(play), stood(play)) == ("53-H[4]", "White=53d")
    assert (
        said(play)[-1]
        == "White's piece stands on home, but does not win: home counts only with exactly half of all pieces in the "
        "centre, and there are 15 of 16: 7 too many for balance. To win, it must go round and land on home again."
    )
    assert moves(play) == {"H-54[1]"}
    play = at("White=53 Black=53d", "41 53-H[4]")
    assert (did(play), stood(play)) == ("53-H[4]xH>35^86", "White=86 Black=35")
    play = at("White=53c Black=53d", "21 53c-54[2]")
    assert (did(play), stood(play)) == ("53c-54[2]zH>35", "White=54 Black=35")


STANDING = {"home_check": "standing"}
WAITING = "White=53d,25 Black=4,6,60,70,28"  # nine are in the centre: one entering makes the balance


def test_R18_standing_wins_when_an_action_makes_the_balance() -> None:
    play = at(WAITING, "61 1 E", **STANDING)
    assert (did(play), play.score) == ("E#", (1, -1))
    for options in ({}, {"home_check": "on_landing"}):
        play = at(WAITING, "61 1 E", **options)
        assert (did(play), play.s.centre, play.over) == ("E", 8, False)


def test_R18_standing_wins_for_the_owner_whoever_made_the_balance() -> None:
    play = at("turn=Black " + WAITING, "61 1 E", **STANDING)
    assert (did(play), play.score, words(play)["winner"]) == ("E#", (1, -1), "White")
    assert said(play)[-1].startswith("White wins")


def test_R18_standing_comes_before_the_throws_that_were_earned() -> None:
    play = at("White=53d,8 Black=10,11,4,6,60,70,28", "31 8-3[3]", **STANDING)
    assert did(play) == "8-3[3]z10>0*11+x11>3^19+#"
    assert (play.over, pool(play), play.s.due) == (True, "", 0)


def test_R18_standing_is_judged_after_finished_actions_only() -> None:
    play = at("White=53d,3 Black=4,6,60,70,28,29,30", "51", **STANDING)
    assert (play.s.centre, play.over) == (7, False)
    play.push("3-8[5]")
    assert (did(play), play.s.centre, play.over) == ("3-8[5]z4>0z6>0", 9, False), "the balance came and went"
    play = at("White=53d,3 Black=4,7,60,70,28,29,30", "21 3-5[2]", **STANDING)
    assert (did(play), play.score) == ("3-5[2]z4>0#", (1, -1))
    play = at("White=53,25,41 Black=53d,35,17,9,4,6", "41 53-H[4]", **STANDING)
    assert (play.s.centre, play.over) == (8, False), "the balance came when nobody was left on home"


def test_R19_counters_home_go_to_the_tray() -> None:
    play = at("White=53,25,41 Black=4,6,60,70,28", "41 53-H[4]", win_form="counters_home")
    assert (did(play), stood(play), play.over) == ("53-H[4]", "White=tray,25,41 Black=4,6,60,70,28", False)
    assert (play.s.centre, play.s.home[0]) == (8, 1)
    assert said(play) == ["White's piece moves from iodine 53 to home.", "White's piece is home: 1 of 2."]


@pytest.mark.parametrize("target", [1, 2, 3])
def test_R19_the_first_with_enough_pieces_home_wins(target: int) -> None:
    given = {"win_form": "counters_home", "home_target": target}
    trays = ["tray"] * (target - 1)
    play = at(f"White={','.join(['53', *trays])} Black=20", "41 53-H[4]", **given)
    assert (did(play), play.score, play.s.home[0]) == ("53-H[4]#", (1, -1), target)
    assert said(play)[-1] == f"White wins: {target} pieces are home."
    if target > 1:
        play = at(f"White={','.join(['53', *trays[1:]])} Black=20", "41 53-H[4]", **given)
        assert not play.over


def test_R20_one_home_and_three_others_in_play() -> None:
    given = {"win_form": "one_plus_three"}
    play = at("White=53,25,41,3", "41 53-H[4]", **given)
    assert (did(play), play.score) == ("53-H[4]#", (1, -1))
    assert said(play)[-1] == "White wins: a piece is home and three others are in play."
    assert at("White=53,25,41,3,4", "41 53-H[4]", **given).over, "at least three"
    play = at("White=53,25,41 Black=3,4,5,6,7", "41 53-H[4]", **given)
    assert (did(play), play.over, stood(play)) == ("53-H[4]", False, "White=53d,25,41 Black=3,4,5,6,7")
    assert said(play)[-1] == (
        "White's piece stands on home, but does not win: fewer than three others are in play. "
        "To win, it must go round and land on home again."
    )
    play = at("White=53,25,41 Black=53d", "41 53-H[4]", **given)
    assert did(play) == "53-H[4]xH>35^86"


def test_R20_an_own_piece_zapped_on_the_way_may_be_missing() -> None:
    play = at("White=53,25,41,53a Black=35,17,9", "41 53-H[4]", win_form="one_plus_three")
    assert play.over, "thrown back, it is still in play"
    play = at("White=30,25,29,30a", "21 30-30b[2]", win_form="one_plus_three")
    assert stood(play) == "White=30b,25,29"


def test_R21_nobody_is_out() -> None:
    play = at("Black=20", "32 21 20-22[2] 22-23[1]")
    assert play.turn_label == "White"
    for _ in range(3):
        play.push("54 21")
        play.push(sorted(moves(play))[0])
        play.push(sorted(moves(play))[0])
        assert play.turn_label == "White"
    play.push("61 3 E")
    assert stood(play).startswith("White=3 ")


@pytest.mark.parametrize("limit", [1, 2, 3, 7])
def test_R22_after_so_many_turns_the_game_is_drawn(limit: int) -> None:
    play = new(players=3, turn_limit=limit, first_player="seat0")
    for turn in range(1, limit + 1):
        assert (play.over, play.s.turns, play.s.turn) == (False, turn, (turn - 1) % 3)
        play.push("32")
    assert (play.over, play.score) == (True, (0, 0, 0))
    assert said(play)[-1] == f"{limit} turns have been played: the game is drawn."


def test_R22_the_last_turn_is_played_out() -> None:
    play = at("White=20 turns=5", "21 20-22[2]", turn_limit=5)
    assert not play.over
    play.push("22-23[1]")
    assert play.score == (0, 0)
    win = at(HALF + " turns=5", "41 53-H[4]", turn_limit=5)
    assert win.score == (1, -1)


@pytest.mark.parametrize("seed", range(samples(2, 8)))
def test_at_most_one_piece_stands_on_a_square_and_the_mover_comes_to_rest_last(seed: int) -> None:
    play, rng = random_play(f"rest {seed}")
    for _ in range(300):
        if play.over:
            break
        roller = play.s.turn
        play_on(play, rng)
        places = [square for squares in stood(play).split() for square in squares.split("=")[1].split(",")]
        standing = [square for square in places if square not in ("0", "tray") and not (play.over and square == "53d")]
        assert len(standing) == len(set(standing))
        kinds = [event.kind for event in play.events if event.ply == play.ply]
        moved = Event.MOVES in kinds or Event.ENTERS in kinds
        if moved and Event.TO_TRAY not in kinds:
            assert any(play.s.place[roller, slot] > 0 for slot in range(play.o.pieces_per_player))
