"""The rings of `counters`: their cells, where a counter may go, what it earns, and when it draws a card."""

import random
from itertools import combinations
from math import gcd
from typing import Any

import pytest

from parlour.engine.options import OptionError
from parlour.engine.play import IllegalAction
from parlour.games.numeric.board import CELL, CELLS, GOLD, NEXT, NUMBERS, PLACES, RING, RING_VALUES, SILVER, label
from parlour.games.numeric.state import Action, Phase
from tests.games.numeric.ringside import (
    FIGURE_5,
    VECTORS,
    cells_for,
    dealt,
    earned,
    laid,
    money,
    moves,
    new,
    numbers,
    on_board,
    page_block,
    said,
    throw_making,
)

FACTS = VECTORS["counters"]
NINE = FACTS["nine_moves"]["moves"]
MARKED = {*GOLD, *SILVER}
DOUBLE = ["B1", "B4", "B7", "B10", "B13", "B16", "Y1", "Y6", "Y11", "Y16", "Y21", "Y26"]
TRIPLE = ["G3", "G7", "G11", "G15", "G19", "G23"]


def drawn_places() -> dict[str, tuple[int, int]]:
    """The cells of the picture on the page, with q and r as the page defines them."""
    places = {}
    for r, line in enumerate(page_block("R29 R30").splitlines(), -7):
        for i, name in enumerate(line.split()):
            places[name] = (i - min(7, 7 + r), r)
    return places


def touching(places: dict[str, tuple[int, int]], name: str) -> dict[str, int]:
    """The cells that touch one in the picture, each with the axis it lies on."""
    q, r = places[name]
    at = {place: other for other, place in places.items()}
    axes = {(1, 0): 0, (-1, 0): 0, (0, 1): 1, (0, -1): 1, (1, -1): 2, (-1, 1): 2}
    return {at[q + dq, r + dr]: axis for (dq, dr), axis in axes.items() if (q + dq, r + dr) in at}


def are_related(m: int, n: int, common_factor: bool = False, one_is_prime: bool = True) -> bool:
    """R53, worded anew."""
    marked = MARKED if one_is_prime else MARKED - {1}
    low, high = min(m, n), max(m, n)
    multiple = gcd(low, high) > 1 if common_factor else low > 1 and high % low == 0
    return low != high and (high == low + 1 or {low, high} <= marked or multiple)


def test_N21_there_are_169_cells_in_seven_rings_round_a_centre() -> None:
    rings = FACTS["rings"]
    assert CELLS == sum(rings["cells"]) == 169
    for ring, (count, first, value) in enumerate(zip(rings["cells"], rings["first_ids"], rings["values"], strict=True)):
        ids = [cell for cell in range(CELLS) if RING[cell] == ring]
        assert ids == list(range(first, first + count))
        start = 1 if ring else 0
        assert [label(cell) for cell in ids] == [f"{rings['letters'][ring]}{start + i}" for i in range(count)]
        assert RING_VALUES[ring] == value


def test_N21_the_cells_lie_as_they_are_drawn_on_the_page() -> None:
    drawn = drawn_places()
    assert len(drawn) == 169
    assert {label(cell): place for cell, place in enumerate(PLACES)} == drawn
    for name, (q, r) in drawn.items():
        assert RING[CELL[name]] == max(abs(q), abs(r), abs(q + r))
    for name, (q, r, cell) in FACTS["q_r_and_id_of_label"].items():
        assert (PLACES[cell], CELL[name]) == ((q, r), cell)


def test_N21_cells_touch_as_they_are_drawn_and_lie_on_three_axes() -> None:
    drawn = drawn_places()
    pairs = 0
    for name in drawn:
        found = {label(cell): d % 3 for d, cell in enumerate(NEXT[CELL[name]].tolist()) if cell >= 0}
        expected = touching(drawn, name)
        assert set(found) == set(expected)
        pairs += len(found)
        for one, two in combinations(found, 2):
            assert (found[one] == found[two]) == (expected[one] == expected[two]), "an axis is the two opposite sides"
    assert pairs // 2 == 3 * 169 - 3 * 15, "three to a cell, less those that the rim lacks"


def test_N21_an_edge_of_the_rim_has_eight_cells() -> None:
    """Room for a rack of six."""
    assert page_block("R29 R30").splitlines()[0].split() == [f"R{i}" for i in range(29, 37)]


def bonus_of(**options: Any) -> dict[str, int]:
    play = new(**options)
    return {label(cell): int(times) for cell, times in enumerate(play.o.bonus) if times != 1}


def test_N22_the_fixed_bonus_cells_are_eighteen_and_symmetric() -> None:
    expected = dict.fromkeys(DOUBLE, 2) | dict.fromkeys(TRIPLE, 3)
    assert bonus_of() == expected
    assert sorted(map(CELL.__getitem__, DOUBLE)) == FACTS["bonus_fixed"]["double"]
    assert sorted(map(CELL.__getitem__, TRIPLE)) == FACTS["bonus_fixed"]["triple"]
    at = {PLACES[CELL[name]]: times for name, times in expected.items()}
    assert {(-r, q + r): times for (q, r), times in at.items()} == at, "turned by a sixth"
    assert {(r, q): times for (q, r), times in at.items()} == at, "reflected"
    assert not {name for name in expected if name.startswith("R")}, "none on the rim"
    assert not set(expected) & {word.split(":")[0] for word in FIGURE_5.split()}


@pytest.mark.parametrize("seed", [0, 1, 42, 2**31 - 1])
def test_N22_random_bonus_cells_come_from_the_seed_alone(seed: int) -> None:
    found = bonus_of(bonus_layout="random", bonus_seed=seed)
    ids = random.Random(seed).sample(range(7, 127), 18)
    assert found == {label(cell): 2 if i < 12 else 3 for i, cell in enumerate(ids)}
    assert {name[0] for name in found} <= set("IBGYO"), "rings 2 to 6"


def test_N22_random_bonus_cells_differ_by_seed_and_the_usual_seed_is_0() -> None:
    found = [bonus_of(bonus_layout="random", bonus_seed=seed) for seed in range(5)]
    assert len({frozenset(cells.items()) for cells in found}) == 5
    assert bonus_of(bonus_layout="random") == found[0]


def test_N22_without_bonus_cells_there_is_nothing_to_multiply() -> None:
    assert bonus_of(bonus_layout="none") == {}
    with pytest.raises(OptionError, match="mark_applies only matters when bonus_layout is fixed or random"):
        new(bonus_layout="none", mark_applies="total")
    with pytest.raises(OptionError, match="bonus_seed only matters when bonus_layout is random"):
        new(bonus_seed=3)


@pytest.mark.parametrize(
    "options", [{}, {"bonus_layout": "none"}, {"bonus_layout": "random", "bonus_seed": 7}], ids=str
)
def test_N22_a_bonus_cell_multiplies_the_own_part_with_its_mark(options: dict[str, Any]) -> None:
    """The gold 7 everywhere on rings 2 to 6, beside a 14 alone."""
    drawn, times = drawn_places(), bonus_of(**options)
    for cell in [*DOUBLE, *TRIPLE, *times, "I2", "O5"]:
        beside = next(other for other in touching(drawn, cell) if RING[CELL[other]] == RING[CELL[cell]] - 1)
        play = laid(f"C0:6 {beside}:14", "7", "99", **options)
        value, link = (int(RING_VALUES[RING[CELL[name]]]) for name in (cell, beside))
        assert earned(play, 7, cell)[0] == value * 3 * times.get(cell, 1) + link


@pytest.mark.parametrize("mark_applies", ["own", "total"])
def test_V53_gold_on_a_triple_cell(mark_applies: str) -> None:
    (expected,) = (case["reward"] for case in FACTS["bonus_rewards"] if case["mark_applies"] == mark_applies)
    play = laid("C0:6 B2:14", "7", "99", mark_applies=mark_applies)
    assert earned(play, 7, "G3") == (expected, False)
    assert expected == {"own": 950, "total": 1050}[mark_applies]


def test_N22_mark_applies_changes_nothing_on_other_cells() -> None:
    for mark_applies in ("own", "total"):
        play = laid("C0:6 B2:14", "7", "99", mark_applies=mark_applies)
        assert earned(play, 7, "G2") == (100 * 3 + 50, False)


def test_R51_the_first_counter_goes_on_the_centre_whatever_it_is() -> None:
    play = dealt("4 6 7 64 98 99", "3 5 8 9 10 97")
    play.push("6431")
    assert numbers(play) == {4, 6, 7}
    assert all(cells_for(play, n) == {"C0"} for n in (4, 6, 7))
    play.push("=7")
    assert on_board(play) == {"C0": 7}
    assert money(play) == [530, 500], "£10, and gold counts three times"


def test_R51_the_first_counter_may_come_late_and_in_the_scramble() -> None:
    play = dealt("4 6 7 64 98 99", "3 5 8 9 10 97")
    play.push("6431 pass pass")
    assert play.s.circuit == 1
    play.push("=10")
    assert on_board(play) == {"C0": 10}
    assert money(play) == [500, 510]


def test_R52_a_later_counter_touches_a_relative() -> None:
    play = laid("C0:4 V1:5", "6 8 10 22", "99")
    assert numbers(play) == {6, 8, 10}, "22 has no relative here"
    assert cells_for(play, 6) == {"V6", "I12", "I1", "I2", "V2"}, "beside 5 only"
    assert cells_for(play, 8) == {"V2", "V3", "V4", "V5", "V6"}, "beside 4 only"
    assert cells_for(play, 10) == {"V6", "I12", "I1", "I2", "V2"}
    with pytest.raises(IllegalAction, match="22 is related to no counter that has room beside it"):
        play.push("=22")


def test_R52_only_an_empty_cell() -> None:
    play = laid("C0:4 V1:5", "6", "99")
    before = play.states.tobytes()
    for cell in ("C0", "V1"):
        with pytest.raises(IllegalAction, match=f"6 cannot go to {cell}: expected V2, V6, I1, I2, I12"):
            play.push(f"=6@{cell}")
    assert play.states.tobytes() == before


def test_R52_every_placement_of_random_plays_touches_a_relative() -> None:
    drawn = drawn_places()
    for seed in range(4):
        rng = random.Random(f"R52 {seed}")
        play = new(players=rng.randint(2, 6), end="counters_used", cards=False)
        placed = 0
        for _ in range(250):
            before = on_board(play)
            if play.over:
                break
            if play.at_chance:
                play.roll(rng)
                continue
            legal = play.legal_codes()
            play.push(rng.choice([code for code in legal if code != Action.PASS] or legal))
            for cell in set(on_board(play)) - set(before):
                n, placed = on_board(play)[cell], placed + 1
                beside = [before[other] for other in touching(drawn, cell) if other in before]
                assert cell not in before
                assert any(are_related(n, m) for m in beside) if before else cell == "C0"
        assert placed > 15


def test_N24_one_relative_is_enough() -> None:
    """Move 7 of Figure 5: 9 touches 5, 7 and 8 and is related to 8 alone."""
    play = laid("C0:4 V1:5 I12:3 B18:6 I1:7 B2:8", "9", "99")
    assert [m for m in (5, 7, 8) if are_related(9, m)] == [8]
    assert earned(play, 9, "I2") == (100, False)


def test_R52_a_counter_without_room_has_no_relatives_to_offer() -> None:
    """4 on the centre is closed in by its six neighbours, so that nothing more can touch it."""
    ring = "V1:5 V2:20 V3:40 V4:60 V5:80 V6:100"
    play = laid(f"C0:4 {ring}", "8", "99")
    assert all(are_related(4, n) for n in (5, 8, 20, 40, 60, 80, 100))
    found = cells_for(play, 8)
    assert "V1" not in found
    assert found == {cell for v in ("V3", "V5") for cell in touching(drawn_places(), v)} - {"C0", "V2", "V4", "V6"}


@pytest.mark.parametrize("common_factor", [False, True])
@pytest.mark.parametrize("one_is_prime", [True, False])
def test_R53_relatives_are_consecutive_both_marked_or_multiples(common_factor: bool, one_is_prime: bool) -> None:
    o = new(relation_multiple="common_factor" if common_factor else "divides", one_is_prime=one_is_prime).o
    for m in NUMBERS:
        found = {n for n in NUMBERS if o.related[m, (n - 1) // 50] >> (n - 1) % 50 & 1}
        assert found == {n for n in NUMBERS if are_related(m, n, common_factor, one_is_prime)}, m


def test_V54_related_and_not_related() -> None:
    for option, facts in FACTS["relations"].items():
        if option == "id":
            continue
        play = new(relation_multiple=option)
        relatives = {m: {n for n in NUMBERS if play.o.related[m, (n - 1) // 50] >> (n - 1) % 50 & 1} for m in NUMBERS}
        assert sum(map(len, relatives.values())) == 2 * facts["pairs"]
        assert all(n in relatives[m] and m in relatives[n] for m, n in facts["related"])
        assert not any(n in relatives[m] or m in relatives[n] for m, n in facts.get("unrelated", ()))
        for m, count in facts.get("relatives", {}).items():
            assert len(relatives[int(m)]) == count
        assert not any(m in relatives[m] for m in NUMBERS)


@pytest.mark.parametrize(
    ("board", "n", "options", "fits"),
    [
        (10, 4, {}, False),
        (10, 4, {"relation_multiple": "common_factor"}, True),
        (8, 12, {}, False),
        (8, 12, {"relation_multiple": "common_factor"}, True),
        (1, 4, {}, False),
        (1, 4, {"relation_multiple": "common_factor"}, False),
        (1, 7, {}, True),
        (1, 7, {"one_is_prime": False}, False),
        (1, 2, {"one_is_prime": False}, True),
        (9, 5, {}, False),
        (21, 22, {}, True),
        (11, 5, {}, True),
    ],
)
def test_N23_what_counts_as_a_multiple(board: int, n: int, options: dict[str, Any], fits: bool) -> None:
    play = laid(f"C0:{board}", str(n), "99", throw=throw_making(n), **options)
    assert numbers(play) == ({n} if fits else set())


def test_N6_without_1_as_a_prime_it_earns_no_multiplier() -> None:
    for one_is_prime, paid in ((True, 30 + 10), (False, 10 + 10)):
        play = laid("C0:2", "1", "99", one_is_prime=one_is_prime)
        assert earned(play, 1, "V1") == (paid, False)


@pytest.mark.parametrize("link_rule", ["zone_all", "zone_related", "lower_related", "flat10_related"])
def test_V50_the_nine_moves_of_figure_5(link_rule: str) -> None:
    board: list[str] = []
    rewards = []
    for move in NINE:
        n, cell = move["counter"], move["cell"]
        play = laid(" ".join(board), str(n), "99", throw=throw_making(n), link_rule=link_rule)
        paid, due = earned(play, n, cell)
        assert due == move["card"], "cards do not depend on what links pay"
        if link_rule == "zone_all":
            assert paid == move["reward"] == move["own"] + sum(move["links"].values())
        rewards.append(paid)
        board.append(f"{cell}:{n}")
    assert rewards == FACTS["nine_moves"]["rewards_by_link_rule"][link_rule]
    assert " ".join(board) == FIGURE_5


def test_V50_relatives_and_axes() -> None:
    drawn = drawn_places()
    board: dict[str, int] = {}
    for move in NINE:
        n, beside = move["counter"], touching(drawn, move["cell"])
        neighbours = {board[cell]: axis for cell, axis in beside.items() if cell in board}
        assert set(neighbours) == set(map(int, move["links"])), "it touches what the patent says"
        related = [m for m in neighbours if are_related(m, n)]
        assert sorted(related) == move["related"]
        assert len({neighbours[m] for m in related}) == move["axes"]
        board[move["cell"]] = n


def test_V50_played_with_one_throw_and_one_more() -> None:
    play = dealt("4 6 7 64 98 99", "3 5 8 9 10 97", special_bonus=0)
    play.push("6431")
    paid = []
    cards = iter(("#1", "#2"))
    for move in NINE:
        if move["counter"] == 64:
            play.push(">11 >12 >13 >21 >22 >23 >24 >25 6442 pass")
        seat = play.to_move
        before = money(play)[seat]
        play.push(f"={move['counter']}@{move['cell']}")
        paid.append(money(play)[seat] - before)
        assert (play.s.phase == Phase.TURNING_CARD) == move["card"]
        if move["card"]:
            play.push(next(cards))
    assert paid == [move["reward"] for move in NINE]
    assert on_board(play) == {word.split(":")[0]: int(word.split(":")[1]) for word in FIGURE_5.split()}


def test_V50_6431_makes_3_to_10_and_not_64() -> None:
    facts = FACTS["nine_moves"]
    rack = " ".join(map(str, facts["makeable_from_1346"][:6]))
    play = laid("", rack, "9 10 64", players=2)
    assert numbers(play) == set(facts["makeable_from_1346"][:6])
    play = laid("", "9 10 64", "3")
    assert numbers(play) == {9, 10}
    with pytest.raises(IllegalAction, match="64 cannot be made from 6 4 3 1"):
        play.push("=64")


@pytest.mark.parametrize("facts", FACTS["after_the_nine"]["counters"], ids=lambda facts: str(facts["counter"]))
def test_V51_where_counters_may_go_after_the_nine(facts: dict[str, Any]) -> None:
    n = facts["counter"]
    play = laid(FIGURE_5, str(n), "99", throw=throw_making(n))
    found = {cell: earned(play, n, cell) for cell in cells_for(play, n)}
    if "cells" in facts:
        assert set(found) == set(facts["cells"])
    assert len(found) == facts.get("cell_count", len(found))
    for cell, reward in facts.get("rewards", {}).items():
        assert found[cell][0] == reward
    best = max(reward for reward, _ in found.values())
    assert best == facts.get("best", best)
    if "best_cell" in facts:
        assert [cell for cell, (reward, _) in found.items() if reward == best] == [facts["best_cell"]]
    connecting = {cell for cell, (_, due) in found.items() if due}
    if "connecting" in facts:
        assert connecting == set(facts["connecting"])
    assert connecting >= set(facts.get("connecting_among_others", ()))
    assert not connecting & set(facts.get("not_connecting", ()))


V51_CONNECTS = {
    35: {},
    50: {},
    12: {"B17": 120, "V6": 50},
    11: {"V6": 70},
    2: {"G3": 750, "B1": 420, "B17": 170, "V6": 60, "V3": 40},
    24: {"B1": 320, "B17": 120, "V6": 50},
    1: {"V6": 70},
}


@pytest.mark.parametrize("n", V51_CONNECTS)
def test_V51_where_they_connect(n: int) -> None:
    play = laid(FIGURE_5, str(n), "99", throw=throw_making(n))
    found = {cell: earned(play, n, cell) for cell in cells_for(play, n)}
    assert {cell: paid for cell, (paid, due) in found.items() if due} == V51_CONNECTS[n]


def test_V51_there_are_sixteen_empty_cells_beside_a_counter() -> None:
    drawn, taken = drawn_places(), {word.split(":")[0] for word in FIGURE_5.split()}
    frontier = {beside for cell in taken for beside in touching(drawn, cell)} - taken
    assert len(frontier) == FACTS["after_the_nine"]["frontier_cells"] == 16
    play = laid(FIGURE_5, "2", "99", throw=throw_making(2))
    assert cells_for(play, 2) == frontier


@pytest.mark.parametrize("facts", FACTS["axis_tests"], ids=["one axis", "two axes"])
def test_V52_opposite_neighbours_are_one_axis(facts: dict[str, Any]) -> None:
    board = " ".join(f"{cell}:{n}" for cell, n in facts["board"].items())
    play = laid(board, str(facts["counter"]), "99", throw=throw_making(facts["counter"]))
    assert earned(play, facts["counter"], facts["cell"]) == (facts["reward"], facts["card"])
    assert facts["card"] == (facts["axes"] > 1)


def test_N25_relatives_on_opposite_sides_are_one_chain() -> None:
    play = laid("C0:8 V1:50 I1:16", "4", "99")
    assert earned(play, 4, "V6") == (10 + 10 + 10, False), "50 pays, and is no relative"
    play = laid("C0:50 V1:4 V2:90 V4:16", "8", "99")
    assert earned(play, 8, "I2") == (20 + 10 + 10, False)
    play = laid("C0:4 V1:16 V2:9", "8", "99")
    assert earned(play, 8, "I2") == (20 + 10 + 10, True), "9 is next to 8 and 16 is its double"
    play = laid("C0:4 V1:16 V2:11", "8", "99")
    assert earned(play, 8, "I2") == (20 + 10 + 10, False), "11 pays, and is no relative"


@pytest.mark.parametrize("cards", [True, False])
def test_R55_connecting_draws_a_card(cards: bool) -> None:
    play = laid("C0:4 I12:16", "8", "99", cards=cards)
    play.push("=8@V1")
    assert (play.s.phase == Phase.TURNING_CARD) == cards
    if cards:
        assert said(play)[-1].startswith("A earns £40")
        play.push("#5")
        assert money(play) == [500 + 40 + 200, 500]
    else:
        assert money(play) == [540, 500]


def test_R55_gold_and_silver_alone_draw_no_card() -> None:
    play = laid("C0:6", "7", "99")
    assert earned(play, 7, "V1") == (30 + 10, False)


def test_R54_the_own_part_is_ring_times_mark() -> None:
    """The same three numbers, one of each kind, on every ring, beside one counter of the ring before."""
    chain = ["C0", "V1", "I1", "B1", "G1", "Y1", "O1"]
    cells = ["V1", "I1", "B1", "G1", "Y1", "O1", "R1"]
    options: dict[str, Any] = {"bonus_layout": "none", "cards": False}
    for at, (cell, value) in enumerate(zip(cells, FACTS["rings"]["values"][1:], strict=True)):
        fillers = [*[10, 20, 30, 40, 50, 60][:at], 6]
        board = " ".join(f"{c}:{n}" for c, n in zip(chain[: at + 1], fillers, strict=True))
        link = FACTS["rings"]["values"][at]
        for n, mark in ((12, 1), (3, 2), (7, 3)):
            play = laid(board, str(n), "99", throw=throw_making(n), **options)
            assert earned(play, n, cell)[0] == value * mark + link, (n, cell)


def test_R54_all_neighbours_pay_their_rings() -> None:
    play = laid("C0:6 V1:14 I1:24 B18:48 B17:96", "7", "99", cards=False)
    assert earned(play, 7, "I12") == (20 * 3 + 10 + 20 + 50 + 50, False)


def test_N27_a_line_behind_the_neighbour_pays_nothing() -> None:
    """4, 5 and 3 in a row and 7 at the end of it: only 3, which it touches, pays."""
    play = laid("C0:4 V1:5 I1:3", "7", "99", bonus_layout="none")
    assert earned(play, 7, "B1") == (50 * 3 + 20, False)


def test_N28_links_are_never_multiplied() -> None:
    """Gold neighbours pay their plain rings; neither the mark nor the bonus cell of the counter multiplies them."""
    play = laid("C0:6 V1:5 I1:11", "7", "99")
    assert earned(play, 7, "B1") == (50 * 3 * 2 + 20, False)
    assert earned(play, 7, "I2") == (20 * 3 + 10 + 20, True)


@pytest.mark.parametrize(
    ("link_rule", "paid"),
    [
        ("zone_all", 20 * 3 + 10 + 20 + 50),
        ("zone_related", 20 * 3 + 20 + 50),
        ("lower_related", 20 * 3 + 20 + 20),
        ("flat10_related", 20 * 3 + 10 + 10),
    ],
)
def test_N26_what_touching_counters_pay(link_rule: str, paid: int) -> None:
    """7 on I12 touches 10 on V1, which is no relative, 14 on I1 and 6 on B18, which are."""
    play = laid("C0:20 V1:10 I1:14 B18:6", "7", "99", link_rule=link_rule, cards=False)
    assert earned(play, 7, "I12") == (paid, False)


@pytest.mark.parametrize("link_rule", ["zone_all", "zone_related", "lower_related", "flat10_related"])
@pytest.mark.parametrize("mark_applies", ["own", "total"])
def test_R54_rewards_of_random_boards(link_rule: str, mark_applies: str) -> None:
    """Against the rule worded anew, on boards grown at random."""
    drawn, rng = drawn_places(), random.Random(f"{link_rule} {mark_applies}")
    options = {"link_rule": link_rule, "mark_applies": mark_applies}
    for _ in range(12):
        cells = ["C0"]
        while len(cells) < 14:
            cells.append(rng.choice(sorted({b for c in cells for b in touching(drawn, c)} - set(cells))))
        stock = rng.sample(range(1, 101), 15)
        board, n = dict(zip(cells, stock, strict=False)), stock[-1]
        play = laid(
            " ".join(f"{cell}:{m}" for cell, m in board.items()),
            str(n),
            next(str(m) for m in NUMBERS if m not in stock),
            throw=throw_making(n),
            **options,
        )
        open_cells = {b for c in board for b in touching(drawn, c) if are_related(n, board[c])} - set(board)
        assert numbers(play) == ({n} if open_cells else set())
        if not open_cells:
            continue
        assert cells_for(play, n) == open_cells
        for cell in sorted(open_cells)[:4]:
            assert earned(play, n, cell) == reward_worded_anew(drawn, board, n, cell, **options)


def reward_worded_anew(
    drawn: dict[str, tuple[int, int]], board: dict[str, int], n: int, cell: str, link_rule: str, mark_applies: str
) -> tuple[int, bool]:
    def value(name: str) -> int:
        q, r = drawn[name]
        return int(FACTS["rings"]["values"][max(abs(q), abs(r), abs(q + r))])

    links, axes = 0, set()
    for beside, axis in touching(drawn, cell).items():
        if beside not in board:
            continue
        related = are_related(n, board[beside])
        axes |= {axis} if related else set()
        if link_rule == "zone_all":
            links += value(beside)
        elif related:
            pays = {"zone_related": value(beside), "lower_related": min(value(beside), value(cell))}
            links += pays.get(link_rule, 10)
    own = value(cell) * (3 if n in GOLD else 2 if n in SILVER else 1)
    times = 2 if cell in DOUBLE else 3 if cell in TRIPLE else 1
    paid = (own + links) * times if mark_applies == "total" else own * times + links
    return paid, len(axes) > 1


def test_a_number_with_one_cell_is_placed_at_once_and_with_several_the_cell_is_asked_for() -> None:
    play = laid("C0:4 V1:5", "6", "99")
    play.push("=6")
    assert play.s.phase == Phase.PLACING
    assert moves(play) == {"@V2", "@V6", "@I1", "@I2", "@I12"}
    play.push("@I1")
    assert on_board(play)["I1"] == 6
