"""The rulings U1 to U36 of the page: what the game does where the patent is silent or contradicts itself."""

import random
from itertools import pairwise
from math import atan2, degrees
from typing import Any

import pytest

from parlour.engine.options import OptionError
from parlour.engine.play import Play
from parlour.engine.position import PositionError
from parlour.games.quantum.elements import ELEMENTS
from parlour.games.quantum.state import Event
from tests.form import samples
from tests.games.quantum.tabletop import BOARD, at, did, moves, new, pool, said, scatter, section, stood, words

INNER = {"variant": "inner_ring"}


def leads(square: str, **options: Any) -> tuple[str, str]:
    """Up and down of a square, as the pieces show: one is struck there, and the striker stands where it rises to."""
    ring = [name for name, row in BOARD.items() if row["ring"] == BOARD[square]["ring"]]
    start = ring[ring.index(square) - 1]
    play = at(f"White={start} Black={square}", "21", **options)
    play.push(f"{spelt(start)}-{spelt(square)}[1]")
    return words(play)["White"].split(",")[0], words(play)["Black"].split(",")[0]


def spelt(square: str) -> str:
    """A square as moves write it."""
    return "H" if square == "53d" else square


def holes_between(first: str, last: str) -> list[str]:
    """The holes that a count from one number to the next passes."""
    names = list(BOARD)
    return names[names.index(first) + 1 : names.index(last)]


@pytest.mark.parametrize(("options", "squares"), [({}, 178), (INNER, 180)])
def test_U1_there_are_178_squares_or_180(options: dict[str, Any], squares: int) -> None:
    stands = 0
    for name in BOARD:
        try:
            at(f"White={name}", **options)
        except PositionError as refusal:
            assert "a piece is on 1 or 2: only inner_ring has those" in str(refusal)
            assert name in ("1", "2")
        else:
            stands += 1
    assert stands == squares


@pytest.mark.parametrize("options", [{}, INNER])
def test_U2_pieces_move_anti_clockwise_and_the_first_squares_are_on_one_ray(options: dict[str, Any]) -> None:
    scene = new(**options).scene()
    shapes = {shape.id: shape for shape in scene.board if shape.id}
    centre = shapes["centre"]

    def bearing(name: str) -> float:
        shape = shapes[f"square:{name}"]
        return degrees(atan2(centre.y - shape.y, shape.x - centre.x))

    drawn = [name for name in BOARD if f"square:{name}" in shapes]
    for one, other in pairwise(drawn):
        if BOARD[one]["ring"] == BOARD[other]["ring"]:
            assert 0 < (bearing(other) - bearing(one)) % 360 <= 180, (one, other)
    assert {round(bearing(name)) for name in ("3", "11", "19", "37", "55")} == {90}


def steps(start: str, end: str) -> int:
    """How far a count goes."""
    return (int(BOARD[end]["pos"]) - int(BOARD[start]["pos"])) % {"3": 18, "4": 32, "5": 48, "6": 72}[
        BOARD[end]["ring"]
    ]


@pytest.mark.parametrize(
    ("start", "end", "count"), [("15", "17", 2), ("12", "12f", 6), ("12j", "13", 1), ("18", "12", 2)]
)
def test_U3_ring_3_has_its_ten_holes_between_12_and_13(start: str, end: str, count: int) -> None:
    assert len(holes_between("12", "13")) == 10
    check_count(start, end, count)


@pytest.mark.parametrize(
    ("start", "end", "count"), [("32", "33", 3), ("30", "31", 3), ("35", "36", 3), ("36b", "20", 2), ("20", "26", 6)]
)
def test_U4_ring_4_has_two_holes_before_each_of_31_to_36(start: str, end: str, count: int) -> None:
    check_count(start, end, count)


@pytest.mark.parametrize(
    ("start", "end", "count"), [("53", "53d", 4), ("53d", "54", 1), ("48", "49", 5), ("49", "50", 5), ("54", "54f", 6)]
)
def test_U5_ring_5_has_four_and_home_is_the_fourth_after_53(start: str, end: str, count: int) -> None:
    check_count(start, end, count)


@pytest.mark.parametrize(
    ("start", "end", "count"), [("80b", "81", 5), ("81", "81e", 5), ("85d", "86", 3), ("86", "55", 5), ("86d", "55", 1)]
)
def test_U6_ring_6_has_six_and_four_at_its_end(start: str, end: str, count: int) -> None:
    check_count(start, end, count)


def check_count(start: str, end: str, count: int) -> None:
    assert steps(start, end) == count
    play = at(f"phase=using White={start} loose={count}")
    play.push(f"{spelt(start)}-{spelt(end)}[{count}]")
    assert stood(play) == f"White={end}"


@pytest.mark.parametrize("number", range(55, 87))
def test_U7_all_of_ring_6_leads_32_down(number: int) -> None:
    assert leads(str(number)) == (str(number), str(number - 32))


@pytest.mark.parametrize(("number", "up"), [(37, 55), (38, 56), (39, 57), *((n, n + 32) for n in range(40, 55))])
def test_U7_ring_5_leads_up_in_the_group(number: int, up: int) -> None:
    assert leads(str(number)) == (str(up), str(number - 18))
    assert ELEMENTS[up].group == ELEMENTS[number].group


@pytest.mark.parametrize("square", [*map(str, range(21, 31)), "30a", "30b"])
def test_U8_from_21_to_30b_pieces_fall_to_the_centre(square: str) -> None:
    assert leads(square)[1] == "0"


def test_U8_from_19_and_20_they_do_not() -> None:
    assert leads("19") == ("37", "11")
    assert leads("20") == ("38", "12")
    assert leads("31") == ("49", "13")


@pytest.mark.parametrize("number", range(3, 11))
@pytest.mark.parametrize("options", [{}, INNER])
def test_U9_from_ring_2_pieces_fall_to_the_centre(number: int, options: dict[str, Any]) -> None:
    assert leads(str(number), **options) == (str(number + 8), "0")


def test_U9_ring_1_leads_up_to_3_and_10() -> None:
    assert leads("1", **INNER) == ("3", "0")
    assert leads("2", **INNER) == ("10", "0")


@pytest.mark.parametrize(
    ("hole", "up", "down"),
    [
        ("12a", "31", "4"),
        ("12j", "31", "4"),
        ("31b", "50", "13"),
        ("36a", "37", "18"),
        ("36b", "37", "18"),
        ("48a", "81", "30"),
        ("53d", "86", "35"),
        ("54a", "55", "36"),
        ("54f", "55", "36"),
        ("80a", "80a", "48"),
        ("86d", "86d", "54"),
    ],
)
def test_U10_a_hole_has_the_up_of_the_next_number_and_the_down_of_the_last(hole: str, up: str, down: str) -> None:
    assert leads(hole) == (up, down)


def test_U11_six_absorption_squares_seven_apart() -> None:
    absorbing = []
    for name, row in BOARD.items():
        if row["ring"] == "6":
            before = [n for n, other in BOARD.items() if other["ring"] == "6"][int(row["pos"]) - 1]
            play = at(f"White={before}", "21")
            play.push(f"{before}-{name}[1]")
            if "~" in did(play):
                absorbing.append(name)
                assert pool(play) == "loose=2", "compulsory, and without a throw"
    assert absorbing == ["80f", "81f", "82f", "83f", "84f", "85f"]
    assert [int(BOARD[b]["pos"]) - int(BOARD[a]["pos"]) for a, b in pairwise(absorbing)] == [7] * 5
    assert did(at("White=80e Black=80f", "21 80e-80f[1]")) == "80e-80f[1]x80f>48", "only when it is empty"


def test_U12_any_six_enters_but_no_total_of_six() -> None:
    for thrown in ("51", "42", "33"):
        assert at("", thrown).turn_label == "Black"
        assert "E" not in moves(at("White=20", thrown))
    for held in ("pair=61", "sixes=1", "loose=6"):
        assert "E" in moves(at(f"phase=using White=20 {held}"))
        assert len(moves(at(f"phase=using White=20 {held}"))) > 1, "never compulsory while it has another use"


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
@pytest.mark.parametrize("first_player", ["throw", "random"])
def test_U13_anybody_may_start_with_the_same_chance_and_then_it_goes_round(players: int, first_player: str) -> None:
    play = new(players=players, first_player=first_player)
    seats = ["White", "Black", "Red", "Blue", "Green", "Purple"][:players]
    assert [(outcome.notation, outcome.weight) for outcome in play.outcomes] == [(f"first:{seat}", 1) for seat in seats]
    play.push(f"first:{seats[-1]}")
    deed = "throws highest and starts" if first_player == "throw" else "is drawn to start"
    assert said(play) == [f"{seats[-1]} {deed}."]
    order = []
    for _ in range(players + 1):
        order.append(play.turn_label)
        play.push("32")
    assert order == [seats[-1], *seats]


def test_U13_with_seat0_white_starts() -> None:
    play = new(first_player="seat0")
    assert (play.turn_label, words(play)["phase"], play.s.turns) == ("White", "throwing", 1)


def test_U14_the_second_throw_after_two_sixes_is_a_pair() -> None:
    play = at("White=20", "66 43")
    assert "20-27[4+3]" in moves(play)
    assert "20-30b[6+6]" in moves(play)


def test_U14_throws_for_jumps_come_right_after_the_action() -> None:
    play = at("White=8,20", "61 2 8-9[1]")
    assert not play.at_chance
    play = at("White=9,20", "62 1 9-3[2]")
    assert (play.at_chance, pool(play)) == (True, "loose=61 due=1")


def test_U15_only_two_dice_of_one_throw_are_totalled() -> None:
    play = at("White=20", "66 62 5")
    scores = {move.partition("[")[2].rstrip("]") for move in moves(play) if move != "E"}
    assert scores == {"6", "2", "5", "6+2", "6+6"}


def test_U15_the_newest_total_is_gone_after_a_single_six() -> None:
    play = at("White=20", "66 62 5 20-26[6]")
    assert pool(play) == "sixes=1 loose=52"
    assert not any("6+2" in move for move in moves(play))
    play = at("White=20", "66 62 5 20-28[6+2]")
    assert pool(play) == "sixes=1 loose=5"


def test_U16_without_totals_a_piece_moves_in_two_stages() -> None:
    play = at("White=3 Black=5", "32", totals="off")
    assert moves(play) == {"3-6[3]", "3-5[2]"}
    assert not any("+" in move for move in moves(at("White=20", "66 62 5", totals="off")))
    play.push("3-5[2] 13-16[3]")
    assert (stood(play), play.turn_label) == ("White=16", "Black")


@pytest.mark.parametrize("seed", range(samples(2, 6)))
def test_U17_a_roller_with_a_piece_in_play_can_use_every_score(seed: int) -> None:
    rng = random.Random(seed)
    for _ in range(25):
        play = new()
        play = at(f"phase=using {scatter(play, rng)} loose=654321 pair=41")
        if not any(play.s.place[0, slot] > 0 for slot in range(8)):
            continue
        while play.to_move == 0:
            scores = {move.partition("[")[2].rstrip("]") for move in moves(play) if "[" in move}
            assert scores >= set(words(play).get("loose", "")) | set(words(play).get("pair", ""))
            play.push(rng.choice(play.legal_codes()))
        assert play.over or play.s.due or pool(play) == "", "nothing was lost"
        assert "nothing to use" not in " ".join(said(play))


def test_U18_jumps_are_compulsory_and_only_by_count() -> None:
    play = at("White=8", "31")
    assert moves(play) == {"8-3[3]", "8-9[1]", "8-4[3+1]"}, "no way to stay on 3"
    assert stood(at("White=36b", "21 36b-19[1]")) == "White=37", "from 19 it does not go on to 55"
    assert stood(at("White=54f", "21 54f-37[1]")) == "White=55"
    assert stood(at("Black=3,11,19", "61 1 E")) == "White=37 Black=0,3,11"


def test_U19_on_an_occupied_jump_square_there_is_a_strike() -> None:
    empty, occupied = at("White=10", "21 10-3[1]"), at("White=10 Black=3", "21 10-3[1]")
    assert (did(empty), did(occupied)) == ("10-3[1]*11+", "10-3[1]x3>0^11+")
    assert words(empty)["White"] == words(occupied)["White"]
    assert pool(empty) == pool(occupied) == "loose=2 due=1"


def test_U20_where_a_jump_leads_to_there_is_a_strike_too() -> None:
    play = at("White=10 Black=11", "21 10-3[1]")
    assert (did(play), stood(play), play.s.due) == ("10-3[1]*11+x11>3^19+", "White=19 Black=3", 2)
    play = at("White=54f Black=55", "21 54f-37[1]")
    assert (did(play), stood(play), play.s.due) == ("54f-37[1]*55+x55>23", "White=55 Black=23", 1)


@pytest.mark.parametrize(
    ("before", "move", "end"),
    [
        ("White=12i Black=12j,4", "12i-13[2]", "12"),
        ("White=59 Black=60,28", "59-61[2]", "46"),
        ("White=18 Black=11,3", "18-12[2]", "11"),
    ],
)
def test_U21_a_fallen_piece_rises_from_where_it_struck(before: str, move: str, end: str) -> None:
    assert words(at(before, f"21 {move}"))["Black"].startswith(f"{end},0,")


def test_U22_the_fall_comes_before_the_rise() -> None:
    play = at("White=15 Black=17,9", "21 15-17[2]")
    deeds = [event.kind for event in play.events if event.ply == play.ply]
    assert deeds == [Event.MOVES, Event.BLATS, Event.FALLS, Event.BLATS, Event.FALLS, Event.RISES, Event.RISES]
    assert stood(play) == "White=35 Black=17", "back where it came from: the square was empty"


def test_U23_a_striker_rises_only_while_the_next_square_is_occupied() -> None:
    assert stood(at("White=15 Black=17", "21 15-17[2]")) == "White=35 Black=9"
    assert stood(at("White=15 Black=17,35", "21 15-17[2]")) == "White=53 Black=9,17"


def test_U24_in_ring_6_whoever_is_thrown_back_is_struck_again() -> None:
    play = at("White=84e Black=85,53", "21 84e-85[2]")
    assert did(play) == "84e-85[2]x85>53(x53>35^85)x85>53"
    assert stood(play) == "White=85 Black=53,35"


@pytest.mark.parametrize("rings", ["23", "234", "2345", "56"])
def test_U25_chains_end_and_levels_never_grow(rings: str) -> None:
    rng = random.Random(rings)
    crowd: dict[str, Any] = {"players": 6, "pieces_per_player": 8}
    longest = 0
    for _ in range(8):
        play = at(f"phase=using {scatter(new(**crowd), rng, rings)} loose=654321", **crowd)
        before = levels(play)
        for code in play.legal_codes():
            play.push(code)
            told = [event.kind for event in play.events]
            grown = told.count(Event.JUMPS) + 2 * told.count(Event.ENTERS)  # to square 3, in ring 2
            assert levels(play) <= before + grown
            longest = max(longest, told.count(Event.BLATS))
            play.undo()
    assert longest >= 4, "there were chains to speak of"


def levels(play: Play) -> int:
    """The rings of all pieces added up."""
    squares = [square for word in stood(play).split() for square in word.split("=")[1].split(",")]
    return sum(int(BOARD[square]["ring"]) for square in squares if square != "0")


MOVE_ON: dict[str, Any] = {"arriving_on_37": "move_on"}
TO_37 = [  # every way to 37 but a count: who, the move, how it goes on where it rests, and as printed
    ("White=68,69", "68-70[2]", "z69>37", "z69>37(*55+)"),
    ("White=68 Black=69", "68-70[2]", "z69>37", "z69>37(*55)"),
    ("White=68,69", "68-69[1]", "x69>37", "x69>37(*55+)"),
    ("White=36 Black=36a", "36-36a[1]", "x36a>18^37", "x36a>18^37*55+"),
    ("White=36 Black=36b", "36-36b[2]", "x36b>18^37", "x36b>18^37*55+"),
    ("White=36b Black=19", "36b-19[1]", "x19>11^37+", "x19>11^37+"),
    ("White=36b", "36b-19[1]", "*37+", "*37+"),
    ("White=10 Black=3,11,19", "10-3[1]", "x3>0^11+x11>3^19+x19>11^37+", "x3>0^11+x11>3^19+x19>11^37+"),
]


@pytest.mark.parametrize(("before", "move", "rests", "printed"), TO_37)
def test_U37_who_falls_or_rises_to_37_rests_or_moves_on_unless_from_19(
    before: str, move: str, rests: str, printed: str
) -> None:
    assert did(at(before, f"21 {move}")) == move + rests
    assert did(at(before, f"21 {move}", **MOVE_ON)) == move + printed


def test_U37_the_ways_to_37_are_all_there_are() -> None:
    assert {name for name, row in BOARD.items() if row["up"] == "37"} == {"19", "36a", "36b"}
    assert {name for name, row in BOARD.items() if row["down"] == "37"} == {"69"}
    reached = {row[way] for row in BOARD.values() for way in ("up", "down")}
    assert not reached & {"36a", "36b", "69"}, "only a count comes there, so the new way is taken once in an action"


def test_U37_at_55_whoever_stands_there_is_struck() -> None:
    play = at("White=68 Black=69,55", "21 68-70[2]", **MOVE_ON)
    assert (did(play), stood(play)) == ("68-70[2]z69>37(*55x55>23)", "White=70 Black=55,23")
    play = at("White=36,55 Black=36a", "21 36-36a[1]", **MOVE_ON)
    assert (did(play), stood(play)) == ("36-36a[1]x36a>18^37*55+x55>23", "White=55,23 Black=18")


def test_U37_on_an_occupied_37_both_readings_are_one() -> None:
    for options in ({}, MOVE_ON):
        play = at("White=68 Black=69,37", "21 68-70[2]", **options)
        assert (did(play), stood(play)) == ("68-70[2]z69>37(x37>19^55)", "White=70 Black=55,19")


def test_U37_the_other_jump_squares_are_rested_on_in_both_readings() -> None:
    for options in ({}, MOVE_ON):
        assert stood(at("White=18 Black=11", "21 18-12[2]", **options)) == "White=12 Black=3"
        assert stood(at("White=36b Black=19", "21 36b-20[2]", **options)) == "White=20 Black=11"
        assert stood(at("White=54f Black=37", "21 54f-38[2]", **options)) == "White=38 Black=19"


def test_U37_moving_on_is_seen_and_said() -> None:
    play = at("White=36 Black=36a", "21 36-36a[1]", **MOVE_ON)
    assert "White's piece ends exactly on a jump square, and jumps from rubidium 37 to caesium 55." in said(play)
    seen = [{shape.id: shape.label for shape in frame.pieces}["piece:0.0"] for frame in play.frames(play.ply - 1)]
    assert seen[-1] == "White's piece on rubidium 37", "above 37 before it comes to 55"


def test_U26_throws_are_earned_from_jump_squares_alone_by_any_piece_of_the_roller() -> None:
    assert "+" not in did(at("White=15 Black=17,35,53,85", "21 15-17[2]")), "four strikes"
    assert did(at("White=18,11 Black=3", "21 18-12[2]")) == "18-12[2]z11>3(x3>0^11+)"
    assert did(at("White=18 Black=11,3", "21 18-12[2]")) == "18-12[2]z11>3(x3>0^11)"
    assert did(at("White=36 Black=36a", "21 36-36a[1]")) == "36-36a[1]x36a>18^37"


def test_U27_own_pieces_are_zapped_and_a_lap_does_not_zap_the_mover() -> None:
    assert did(at("White=24,25", "21 24-26[2]")) == "24-26[2]z25>0"
    play = at("White=3 Black=5", "66 21 3-7[6+6]")
    assert (did(play), stood(play)) == ("3-7[6+6]z5>0", "White=7")
    play = at("White=1 Black=2", "61 1 1-1[6]", **INNER)
    assert (did(play), stood(play)) == ("1-1[6]z2>0*3+", "White=3")


def test_U27_thrown_back_behind_the_mover_a_piece_is_not_passed_again() -> None:
    play = at("White=12 Black=12b,12d", "61 1 12-12f[6]")
    assert (did(play), stood(play)) == ("12-12f[6]z12b>4z12d>4(x4>0^12)", "White=12f Black=0,12")
    play = at("White=18 Black=11,3,12,4", "61 1 18-12d[6]")
    assert (did(play), stood(play)) == ("18-12d[6]z11>3(x3>0^11)z12>4(x4>0^12)", "White=12d Black=11,0,12")


def test_U28_the_balance_is_judged_at_the_instant_of_landing() -> None:
    play = at("White=53,25,41 Black=53d,35,17,9,4,6", "41 53-H[4]")
    assert (play.s.centre, play.over) == (8, False), "made too late, by the strike"
    play = at("White=53,25,40 Black=53b,35,17,9,60,70", "41 53-H[4]")
    assert play.over, "made in time, by a zap"


def test_U29_the_tray_is_not_in_play_and_three_others_may_be_more() -> None:
    play = at("White=tray Black=20", "32", win_form="counters_home")
    assert play.turn_label == "Black", "a piece in the tray uses no score"
    assert at("White=53,25,41,3,4,5", "41 53-H[4]", win_form="one_plus_three").over


@pytest.mark.parametrize("white", ["", "5", "7", "57"])
def test_U30_who_owns_the_pieces_changes_nothing_in_the_chain(white: str) -> None:
    own = {"5": "17", "7": "53"}
    mine = [own[piece] for piece in white]
    others = [square for square in ("17", "53") if square not in mine]
    before = f"White={','.join(['25', '12g', '12h', '85', *mine])} Black={','.join(['12j', '35', '40', *others])}"
    play = at(before, "64 2 12g-15[6] 15-17[2] 53-H[4]")
    assert [word.text for word in play.written[2:]] == [
        "12g-15[6]z12h>4z12j>4(x4>0^12)",
        "15-17[2]x17>9^35x35>17^53x53>35^85x85>53",
        "53-H[4]#",
    ]


def test_U31_a_game_may_last_a_thousand_turns() -> None:
    assert at("turns=999", "32").over is False
    play = at("turns=1000", "32")
    assert (play.over, play.score) == (True, (0, 0))
    assert at("turns=1000000", "32", turn_limit=0).over is False


@pytest.mark.parametrize(("players", "pieces"), [(3, 5), (5, 3), (3, 3), (5, 7)])
def test_U32_all_pieces_together_must_be_even_in_number(players: int, pieces: int) -> None:
    with pytest.raises(OptionError, match=f"{players} players with {pieces} pieces each have no exact half"):
        new(players=players, pieces_per_player=pieces)
    assert new(players=players, pieces_per_player=pieces + 1).s.centre == players * (pieces + 1)
    assert new(players=players + 1, pieces_per_player=pieces).s.centre == (players + 1) * pieces


def test_U33_home_is_the_square_before_54() -> None:
    assert moves(at("phase=using White=53c loose=1")) == {"53c-H[1]"}
    assert moves(at("phase=using White=53d loose=1")) == {"H-54[1]"}


@pytest.mark.parametrize("number", [10, 18, 36, 54, 86])
def test_U34_noble_gases_are_no_jump_squares_and_there_is_one_home(number: int) -> None:
    before = list(BOARD)[list(BOARD).index(str(number)) - 1]
    play = at(f"White={before}", "21")
    play.push(f"{spelt(before)}-{number}[1]")
    assert (stood(play), pool(play)) == (f"White={number}", "loose=2")
    assert "U34" in section("Not implemented, and why")


@pytest.mark.parametrize(
    ("start", "jump", "end"), [("10", "3", "11"), ("18", "11", "19"), ("36b", "19", "37"), ("54f", "37", "55")]
)
def test_U35_a_jump_leads_to_the_first_square_of_the_next_ring(start: str, jump: str, end: str) -> None:
    play = at(f"White={start}", f"21 {start}-{jump}[1]")
    assert stood(play) == f"White={end}"
    assert (BOARD[end]["pos"], int(BOARD[end]["ring"])) == ("0", int(BOARD[jump]["ring"]) + 1)
    assert "U35" in section("Not implemented, and why")


def test_U36_going_up_from_1_earns_a_throw() -> None:
    play = at("White=2", "21 2-1[1]", **INNER)
    assert (did(play), pool(play)) == ("2-1[1]*3+", "loose=2 due=1")
    play = at("Black=1", "61 1 E", **INNER)
    assert (did(play), pool(play)) == ("Ex1>0^3+", "loose=11 due=1")
