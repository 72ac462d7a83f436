"""The game `basic`: the rules R20 and R21, and its board."""

import random
import re

import pytest

from parlour.engine.options import OptionError
from parlour.games.numeric.board import NUMBERS, rectangle
from tests.games.numeric.tabletop import (
    GAME,
    GOLD,
    NO_CARDS,
    SILVER,
    asked,
    at,
    cover,
    covered_by,
    free,
    money,
    new,
    numbers,
    page_block,
    phase,
    reason,
)


def page_board(layout: str) -> list[list[tuple[int, str]]]:
    """The rows of one of the two boards of rectangles, as the page draws them: numbers and marks."""
    rows = []
    for line in page_block("plain, usual in basic").splitlines()[3:]:
        half = line[:36] if layout == "plain" else re.sub(r"[a-z]+ £\d+$", "", line[36:])
        rows.append([(int(n), mark) for n, mark in re.findall(r"(\d+)([GS]?)", half)])
    return rows


def test_R20_the_thrower_covers_a_free_number_and_takes_one_pound() -> None:
    play = new("basic")
    play.push("6431 6*4*(3+1)=96")
    assert (money(play), covered_by(play, "A")) == ([1, 0], [96])
    play.push("6431")
    assert 96 not in numbers(play)
    play.push("6*4*3*1=72")
    assert (money(play), covered_by(play, "B")) == ([1, 1], [72])


def test_R20_sides_throw_in_turn_clockwise() -> None:
    play = new("basic", players=3)
    for side in "ABCABC":
        assert (phase(play), play.turn_label) == ("throwing", side)
        play.push("6431")
        assert asked(play) == side
        play.push(f"={min(numbers(play))}")
    assert money(play) == [2, 2, 2]


def test_R20_or_passes_and_takes_nothing() -> None:
    play = new("basic")
    play.push("6431 pass")
    assert (money(play), len(free(play)), play.turn_label) == ([0, 0], 100, "B")


@pytest.mark.parametrize("n", sorted(GOLD | SILVER | {4, 100}))
def test_R20_gold_and_silver_pay_nothing_extra(n: int) -> None:
    assert money(cover("basic", n)) == [1, 0]


def test_R21_there_are_no_cards_and_no_money_at_the_start() -> None:
    play = new("basic", end="cover_count(60)")
    assert money(play) == [0, 0]
    rng = random.Random(21)
    while not play.over:
        play.roll(rng) if play.at_chance else play.push(rng.choice(play.legal_codes()))
        assert phase(play) in ("throwing", "forming", "finished")
    assert play.s.drawn == 0
    assert sum(money(play)) == 60


def test_R21_cards_cannot_be_agreed_but_money_can() -> None:
    with pytest.raises(OptionError, match="cards only matters when variant is zones or hex or counters"):
        new("basic", cards=True)
    assert money(cover("basic", 83, starting_money=100)) == [101, 100]


def test_N14_a_throw_is_not_shared() -> None:
    play = new("basic", players=4)
    play.push("6431 pass")
    assert (phase(play), play.turn_label, play.s.throws) == ("throwing", "B", 1)


def test_R20_a_lone_player_throws_again_and_again() -> None:
    play = new("basic", players=1, first_side="random", end="cover_count(3)")
    for n in (72, 73, 96):
        play.push("6431")
        play.push(f"={n}")
    assert (reason(play), play.score) == ("cover_count", (3,))


@pytest.mark.parametrize("layout", ["plain", "snake"])
def test_N8_the_board_is_the_one_on_the_page(layout: str) -> None:
    rows = page_board(layout)
    assert [len(row) for row in rows] == [6] * 16 + [4]
    for row, cells in enumerate(rows, 1):
        for column, (n, _) in enumerate(cells, 1 if row < 17 else 2):
            assert rectangle(n, layout == "snake") == (row, column)
    assert sorted(n for cells in rows for n, _ in cells) == list(NUMBERS)


@pytest.mark.parametrize(("variant", "layout"), [("basic", "plain"), ("zones", "snake")])
def test_N8_as_each_figure_has_it(variant: str, layout: str) -> None:
    assert GAME.settle(variant)["layout"] == layout
    columns = list(new(variant).o.column)[1:]
    rows = list(new(variant).o.row)[1:]
    places = [rectangle(n, layout == "snake") for n in NUMBERS]
    assert [(row + 1, column - 16) for row, column in zip(rows, columns, strict=True)] == places


@pytest.mark.parametrize("layout", ["plain", "snake"])
def test_N6_N7_the_marks_are_those_of_the_page(layout: str) -> None:
    marks = {n: mark for row in page_board(layout) for n, mark in row if mark}
    assert {n for n, mark in marks.items() if mark == "G"} == GOLD
    assert {n for n, mark in marks.items() if mark == "S"} == SILVER
    assert marks[1] == "G", "though it is not a prime number"
    assert marks[83] == "G", "then there are 13 of each"
    assert (len(GOLD), len(SILVER)) == (13, 13)


def test_N6_N7_gold_and_silver_are_the_primes_below_a_hundred_and_1() -> None:
    primes = {n for n in NUMBERS if n > 1 and all(n % m for m in range(2, n))}
    assert primes | {1} == GOLD | SILVER
    o = new("zones").o
    assert {n for n in NUMBERS if o.mark[n] == 3} == GOLD
    assert {n for n in NUMBERS if o.mark[n] == 2} == SILVER


ONE = {True: (515, "card"), False: (505, "forming")}


@pytest.mark.parametrize("prime", [True, False])
def test_N6_1_may_be_unmarked(prime: bool) -> None:
    play = cover("zones", 1, one_is_prime=prime)
    assert (money(play)[0], phase(play)) == ONE[prime]
    assert cover("zones", 2, one_is_prime=prime).s.reward == 10
    hexagon = cover("hex", 1, one_is_prime=prime)
    assert money(hexagon)[0] == (530 if prime else 510)


@pytest.mark.parametrize("variant", ["basic", "zones", "hex"])
@pytest.mark.parametrize("prime", [True, False])
def test_N6_an_unmarked_1_is_not_needed_for_all_primes(variant: str, prime: bool) -> None:
    rest = (GOLD | SILVER) - {1, 97}
    play = cover(variant, 97, rest, end="all_primes", one_is_prime=prime, **NO_CARDS[variant])
    assert reason(play) == ("none" if prime else "all_primes")


def test_N6_an_unmarked_1_has_no_prime_relatives() -> None:
    words = "throw=6431 A=7 cells=C0:7 rackA=1,20 rackB=30"
    assert numbers(at("counters", words)) == {1}
    assert numbers(at("counters", words + " turn=A", one_is_prime=False, auto_pass=False)) == set()
    beside_2 = at("counters", "throw=6431 A=2 cells=C0:2 rackA=1 rackB=30", one_is_prime=False)
    assert numbers(beside_2) == {1}, "1 and 2 follow each other"
