"""The game `hex`: the rules R40 to R43, its diamond, and the worked examples V40 to V45."""

import re
from collections import Counter

import pytest

from parlour.engine.play import IllegalAction, Play
from parlour.games.numeric.board import BESIDE, DIAMOND, NUMBERS
from parlour.games.numeric.reach import THROWS, class_table
from tests.games.numeric.tabletop import (
    GOLD,
    SILVER,
    VECTORS,
    about_to_cover,
    asked,
    at,
    cover,
    make,
    money,
    new,
    numbers,
    page_block,
    phase,
    reason,
    said,
    under,
)

SAMPLE = [61, 68, 76]
V41 = {  # by axes touched, number and reward
    2: {60: 30, 67: 40, 69: 30, 77: 30},
    1: {75: 20, 83: 60, 49: 40, 50: 20, 62: 20, 82: 20},
    0: {43: 20, 53: 30, 1: 30, 2: 20, 100: 10},
}
V44 = {
    1: {2, 3},
    2: {1, 3, 5, 6},
    16: {15, 17, 27, 28},
    46: {45, 47, 64},
    55: {37, 54, 56},
    61: {49, 50, 60, 62, 67, 68},
    68: {60, 61, 67, 69, 76, 77},
    76: {68, 69, 75, 77, 82, 83},
    100: {98, 99},
}
AXIS_A_OF_61 = [28, 30, 43, 49, 61, 68, 76, 83, 87, 94]
AXIS_B_OF_68 = [21, 23, 34, 40, 51, 60, 68, 77, 81, 90]
AREAS = [(1, 15), (16, 29), (30, 43), (44, 57), (58, 71), (72, 85), (86, 100)]  # violet to red
VALUES = [10, 20, 50, 100, 200, 300, 500]


def rows_of_page() -> list[list[int]]:
    """The rows of the diamond as the page draws it, from the bottom."""
    lines = page_block("19    ").strip("\n").splitlines()
    return [[int(n) for n in re.findall(r"\d+", line)[1:]] for line in reversed(lines)]


def neighbours(n: int) -> set[int]:
    return {int(other) for other in BESIDE[n] if other}


def line_through(n: int, first: int) -> list[int]:
    """The numbers of a line that has `first` beside `n`, in order."""
    d = [int(other) for other in BESIDE[n]].index(first)
    before: list[int] = []
    after: list[int] = []
    for way, found in ((d, after), ((d + 3) % 6, before)):
        at_n = int(BESIDE[n, way])
        while at_n:
            found.append(at_n)
            at_n = int(BESIDE[at_n, way])
    return [*reversed(before), n, *after]


def earned(play: Play) -> int:
    return money(play)[0] - 500


def test_R40_throws_and_turns_are_those_of_zones() -> None:
    play = new("hex", players=3, first_side="B")
    order = ""
    for throw in ("6431", "6431"):
        play.push(throw)
        while not play.at_chance:
            order += asked(play)
            play.push("pass")
    assert order == "BCA" + "CAB"


def test_R41_any_free_number_may_be_covered_though_it_touches_nothing() -> None:
    play = new("hex")
    play.push("6431")
    assert len(numbers(play)) == 56
    play.push("6*4*(3+1)=96")
    assert numbers(play) == set(class_table((1, 3, 4, 6))) - {96}
    play.push("3*1-(6-4)=1")
    assert (phase(play), money(play)) == ("throwing", [510, 530])


def test_R41_N49_contiguous_all_but_the_first_must_touch_a_covered_hexagon() -> None:
    play = new("hex", contiguous=True, cards=False)
    play.push("6431")
    assert len(numbers(play)) == 56, "the first of the game may be anywhere"
    play.push("6*4*3*1=72")
    assert numbers(play) == neighbours(72) & set(class_table((1, 3, 4, 6)))
    before = play.states.tobytes()
    with pytest.raises(IllegalAction, match="96 does not touch a covered cell"):
        play.push("6*4*(3+1)=96")
    assert play.states.tobytes() == before
    play.push("6*4*3+1=73")
    assert money(play) == [510, 530]


def test_R41_N49_contiguous_a_neighbour_of_any_colour_will_do() -> None:
    play = at("hex", "throw=6431 B=72", contiguous=True)
    assert numbers(play) == neighbours(72) & set(class_table((1, 3, 4, 6)))


def test_R41_N49_contiguous_who_can_touch_nothing_passes() -> None:
    play = at("hex", "phase=throwing throws=1 A=100", contiguous=True)
    play.push("6431")
    assert said(play)[1:] == [f"{side} has nothing to place with these dice, and passes." for side in "AB"]


def test_N49_usually_nothing_need_touch() -> None:
    assert numbers(at("hex", "throw=6431 B=100")) == set(class_table((1, 3, 4, 6)))


@pytest.mark.parametrize(("n", "pays"), [(4, 10), (2, 20), (1, 30), (73, 20), (97, 30), (100, 10)])
def test_R42_a_number_alone_pays_ten_pounds_times_its_mark(n: int, pays: int) -> None:
    assert earned(cover("hex", n)) == pays


def test_R42_the_marks_of_the_others_do_not_count() -> None:
    assert earned(cover("hex", 68, [61])) == 10 + 10, "61 is gold"
    assert earned(cover("hex", 61, [68])) == 30 + 10


def test_R42_N18_the_run_must_be_unbroken() -> None:
    assert earned(cover("hex", 49, [43, 68, 76])) == 10 + 10, "61 is missing between 49 and 68"
    assert earned(cover("hex", 49, [43, 61, 76])) == 10 + 10 + 10, "68 is missing between 61 and 76"


def test_R42_N18_the_run_goes_on_behind_the_neighbour_on_all_three_axes() -> None:
    straight = [48, 47, 46, 42, 31, 61, 67]
    assert earned(cover("hex", 50, [49, *straight])) == 10 + 10 * len([49, *straight])
    assert earned(cover("hex", 50, straight)) == 10 + 10 * len([42, 31, 61, 67]), "without 49 the row is broken"


def test_R42_N18_a_cluster_that_is_not_straight_does_not_pay() -> None:
    assert earned(cover("hex", 50, [61, 62, 49])) == 10 + 20, "62 touches 61 but is in no line with 50"


def test_R43_N17_gold_and_silver_alone_draw_no_card() -> None:
    for n in sorted(GOLD | SILVER):
        assert phase(cover("hex", n)) == "forming", n


AXES = [  # round 50: 49 and 51 are in its row, 42 and 60 on axis A, 41 and 61 on axis B
    ([], 0),
    ([49], 1),
    ([49, 51], 1),
    ([42, 60], 1),
    ([41, 61], 1),
    ([49, 60], 2),
    ([51, 41], 2),
    ([60, 61], 2),
    ([42, 41], 2),
    ([49, 42, 61], 3),
]


@pytest.mark.parametrize(("covered", "axes"), AXES)
def test_R43_N19_a_card_needs_neighbours_on_two_axes(covered: list[int], axes: int) -> None:
    play = cover("hex", 50, covered)
    assert phase(play) == ("card" if axes >= 2 else "forming")
    assert earned(play) == 10 + 10 * len(covered)


@pytest.mark.parametrize(
    ("covered", "card"),
    [
        ([49, 60], False),
        ([49, 51, 60], False),
        ([49, 51, 41, 61], True),  # two runs with 50 in the middle
        ([49, 48, 60, 68], False),
        ([49, 48, 60, 70], False),
        ([49, 48, 60, 69], True),  # 42 50 60 69 is a line, 50 60 68 and 50 60 70 are none
    ],
)
def test_R43_N19_action_min_run_3_asks_for_runs_of_three(covered: list[int], card: bool) -> None:
    assert phase(cover("hex", 50, covered, action_min_run=3)) == ("card" if card else "forming")
    assert phase(cover("hex", 50, covered)) == "card"


def test_R43_the_side_that_covered_takes_the_card() -> None:
    play = at("hex", "throw=6431 A=72,56 turn=B asked=1", players=3)
    play.push("6*4*3+1=73")
    assert (phase(play), money(play)) == ("forming", [500, 540, 500]), "56 72 73 is one line"
    play = at("hex", "throw=6431 A=72,73 turn=B asked=1", players=3)
    play.push("6*4*3-1=71 #2")
    assert money(play) == [500, 500 + 20 + 10 + 10 + 50, 500], "the third move of How to play"


def test_V40_the_sample_of_the_patent() -> None:
    play = new("hex", players=3)
    play.push("6431 4*(6*3-1)=68")
    assert money(play) == [510, 500, 500]
    play.push("4*(6*3+1)=76 pass")
    assert (money(play), play.turn_label) == ([510, 520, 500], "B")
    play.push("4443 pass 4*4*4-3=61")
    assert (money(play), play.s.drawn, asked(play)) == ([510, 520, 550], 0, "A")


@pytest.mark.parametrize(("n", "pays", "axes"), [(n, pays, axes) for axes in V41 for n, pays in V41[axes].items()])
def test_V41_the_next_number_after_61_68_and_76(n: int, pays: int, axes: int) -> None:
    play = cover("hex", n, SAMPLE)
    assert (earned(play), phase(play)) == (pays, "card" if axes >= 2 else "forming")
    ways = [int(other) in SAMPLE for other in BESIDE[n]]
    assert sum(ways[d] or ways[d + 3] for d in range(3)) == axes


def test_V41_is_the_table_of_the_vectors() -> None:
    vectors = VECTORS["hex"]["next_covers"]["covers"]
    assert {(int(n), v["axes"], v["reward"]) for n, v in vectors.items()} == {
        (n, axes, pays) for axes in V41 for n, pays in V41[axes].items()
    }


def test_V42_runs_of_six() -> None:
    play = cover("hex", 49, [43, 61, 68, 76, 83], end="line")
    assert (earned(play), reason(play)) == (60, "line")
    play = cover("hex", 18, [16, 17, 19, 20, 21])
    assert (earned(play), phase(play)) == (60, "forming"), "one axis, no card"
    assert reason(cover("hex", 18, [16, 17, 19, 20, 21], end="line")) == "line"
    assert reason(cover("hex", 18, [16, 17, 20, 21], end="line")) == "none"


@pytest.mark.parametrize(
    ("covered", "pays", "card"), [([41, 42, 49, 51, 60, 61], 70, True), ([49, 51], 30, False), ([49, 60], 30, True)]
)
def test_V43_round_50(covered: list[int], pays: int, card: bool) -> None:
    play = cover("hex", 50, covered)
    assert (earned(play), phase(play)) == (pays, "card" if card else "forming")


@pytest.mark.parametrize("n", V44)
def test_V44_neighbours(n: int) -> None:
    assert neighbours(n) == V44[n]
    alone = earned(cover("hex", n))
    for other in set().union(*map(neighbours, V44[n])) - {n}:
        assert earned(cover("hex", n, [other])) - alone == (10 if other in V44[n] else 0)


def test_V44_lines() -> None:
    assert line_through(61, 68) == AXIS_A_OF_61
    assert line_through(68, 77) == AXIS_B_OF_68
    assert earned(cover("hex", 68, set(AXIS_B_OF_68) - {68})) == 10 + 90
    assert earned(cover("hex", 61, set(AXIS_A_OF_61) - {61})) == 30 + 90


@pytest.mark.parametrize(("order", "first_six"), [(list(NUMBERS), 16), (list(NUMBERS)[::-1], 85)])
def test_V45_covering_all_in_order(order: list[int], first_six: int) -> None:
    total, cards, sixes = 0, 0, []
    for i, n in enumerate(order):
        play = under(about_to_cover("hex", n, order[:i]), end="line")
        play.push(f"={n}")
        total += earned(play)
        cards += phase(play) == "card"
        if phase(play) == "card":
            play.push("#2")
        if reason(play) == "line":
            sixes.append(n)
    assert (total, cards, sixes[0]) == (13_240, 90, first_six)


def test_V45_the_first_run_of_six_from_1_on() -> None:
    assert line_through(2, 6)[:6] == [1, 2, 6, 7, 15, 16]


def test_R42_no_order_pays_more_than_every_pair_in_line_once() -> None:
    play = new("hex", cards=False, end="all_covered")
    for n in [*range(2, 101, 2), *range(1, 101, 2)]:
        make(play, n)
        if not play.at_chance and not play.over:
            play.push("pass")
    own = sum(10 * (3 if n in GOLD else 2 if n in SILVER else 1) for n in NUMBERS)
    assert own == 1390
    assert own < sum(money(play)) - 1000 < 13_240
    assert reason(play) == "all_covered"


def test_N15_the_diamond_is_the_one_on_the_page() -> None:
    rows = rows_of_page()
    assert [len(row) for row in rows] == [*range(1, 11), *range(9, 0, -1)]
    assert sorted(n for row in rows for n in row) == list(NUMBERS)
    for y, row in enumerate(rows):
        assert row == sorted(row, reverse=y % 2 == 1), "odd rows to the right, even rows to the left"
        for x, n in enumerate(row):
            a, b = DIAMOND[n]
            assert (a + b, a - b) == (y, 2 * x - len(row) + 1)


def test_N15_hexagons_touch_in_their_row_and_in_the_rows_above_and_below() -> None:
    place = {n: (2 * x - len(row), y) for y, row in enumerate(rows_of_page()) for x, n in enumerate(row)}
    for n, (x, y) in place.items():
        beside = {m for m, (u, v) in place.items() if (abs(u - x), abs(v - y)) in ((2, 0), (1, 1))}
        assert neighbours(n) == beside


def test_N15_how_many_hexagons_touch_and_how_many_lines_there_are() -> None:
    degrees = Counter(len(neighbours(n)) for n in NUMBERS)
    assert degrees == {2: 2, 3: 2, 4: 32, 6: 64}
    assert sum(len(neighbours(n)) for n in NUMBERS) // 2 == 261
    places = {(axis, (a, b, a + b)[axis]) for a, b in DIAMOND.values() for axis in range(3)}
    assert len(places) == 39
    lengths = Counter(sum((a, b, a + b)[axis] == k for a, b in DIAMOND.values()) for axis, k in places)
    assert lengths == {10: 21, **dict.fromkeys(range(1, 10), 2)}


def test_N15_61_68_and_76_are_straight_and_16_to_21_are_a_row() -> None:
    assert line_through(68, 76) == AXIS_A_OF_61
    assert neighbours(68) >= {61, 76}
    assert line_through(18, 17) in ([21, 20, 19, 18, 17, 16], [16, 17, 18, 19, 20, 21])


@pytest.mark.parametrize("span", AREAS)
def test_N16_colour_areas_are_number_ranges(span: tuple[int, int]) -> None:
    first, last = span
    numbers_of_it = range(first, last + 1)
    n = next(n for n in numbers_of_it if n not in GOLD | SILVER)
    play = cover("hex", n, set(numbers_of_it) - {n}, end="zones_complete", cards=False)
    assert reason(play) == "zones_complete"
    for hole in (first, last):
        if hole != n:
            short = cover("hex", n, set(numbers_of_it) - {n, hole}, end="zones_complete", cards=False)
            assert reason(short) == "none"


@pytest.mark.parametrize(("span", "value"), list(zip(AREAS, VALUES, strict=True)))
def test_N16_a_colour_is_worth_money_only_if_agreed(span: tuple[int, int], value: int) -> None:
    for n in (span[0], span[1], span[0] + 3):
        mark = 3 if n in GOLD else 2 if n in SILVER else 1
        assert earned(cover("hex", n)) == 10 * mark
        assert earned(cover("hex", n, hex_zone_money=True)) == value * mark


def test_N16_links_stay_ten_pounds() -> None:
    assert earned(cover("hex", 61, [68, 76], hex_zone_money=True)) == 3 * 200 + 20
    assert earned(cover("hex", 16, [15], hex_zone_money=True)) == 20 + 10


def test_N17_a_number_that_connects_draws_a_card_though_it_is_unmarked() -> None:
    assert phase(cover("hex", 60, SAMPLE)) == "card"


def test_N20_no_throw_makes_both_61_and_68() -> None:
    for rational in (False, True):
        for throw in THROWS:
            assert not {61, 68} <= set(class_table(throw, rational)), throw


@pytest.mark.parametrize(("length", "complete"), [(2, True), (3, True), (4, True), (5, False), (10, False)])
def test_E1_a_line_may_have_another_length(length: int, complete: bool) -> None:
    play = under(about_to_cover("hex", 49, [61, 68, 43]), end=f"line(any,{length})")
    play.push("=49")
    assert reason(play) == ("line" if complete else "none")


@pytest.mark.parametrize("rival", [43, 30])
def test_E1_a_line_of_one_colour(rival: int) -> None:
    mine = {43, 61, 68, 76, 83} - {rival}
    play = cover("hex", 49, mine, words=f"B={rival}", end="line(one)")
    assert reason(play) == ("line" if rival == 30 else "none")
    assert reason(cover("hex", 49, mine, words=f"B={rival}", end="line")) == "line"


def test_R41_the_worked_moves_of_how_to_play() -> None:
    play = new("hex", players=3)
    play.push("6431 6*4*3*1=72 6*4*3+1=73 6*4*3-1=71")
    assert (money(play), phase(play)) == ([510, 530, 540], "card")


def test_R43_a_number_beside_two_on_one_axis_and_one_on_another() -> None:
    play = cover("hex", 50, [49, 51, 42])
    assert (earned(play), phase(play)) == (40, "card")


def test_R42_a_run_ends_at_the_edge_of_the_board() -> None:
    row = [46, 47, 48, 49, 50, 51, 52, 53, 54]
    assert earned(cover("hex", 55, row)) == 10 + 90
