"""The game `zones`: the rules R30 to R33, and the worked examples V30 to V33."""

import random
from itertools import product
from typing import Any

import pytest

from parlour.engine.options import OptionError
from parlour.games.numeric.board import NUMBERS
from tests.games.numeric.tabletop import (
    GAME,
    GOLD,
    SILVER,
    VECTORS,
    asked,
    at,
    cover,
    covered_by,
    make,
    money,
    new,
    page_rows,
    phase,
    reason,
    said,
)

V31 = {
    1: 15,
    2: 10,
    3: 10,
    24: 5,
    25: 10,
    29: 30,
    31: 20,
    43: 40,
    53: 60,
    60: 20,
    61: 150,
    73: 100,
    78: 50,
    79: 300,
    83: 300,
    89: 200,
    97: 300,
    100: 100,
}
ZONES = {"blue": (1, 24), "orange": (25, 42), "green": (43, 60), "yellow": (61, 78), "red": (79, 100)}
PLAIN_COLUMN = list(range(1, 92, 6))


def test_R30_the_thrower_and_then_the_others_clockwise_with_the_same_dice() -> None:
    play = new("zones", players=4, first_side="C")
    play.push("6431")
    order = ""
    for statement in ("6+4+3+1=14", "6*4*3*1=72", "6*4*(3+1)=96", "6/3*(4-1)=6"):
        order += asked(play)
        play.push(statement)
    assert order == "CDAB"
    assert (phase(play), play.turn_label) == ("throwing", "D")


def test_R30_sides_that_are_out_have_no_turn() -> None:
    play = at("zones", "phase=throwing throws=4 thrower=D drawn=2 pack=7,6 out=1,0,2,0", players=4)
    play.push("6431")
    assert asked(play) == "D"
    play.push("pass")
    assert asked(play) == "B"
    play.push("pass")
    assert (phase(play), play.turn_label) == ("throwing", "B")


def test_R31_one_number_a_turn_in_the_colour_of_the_side() -> None:
    play = new("zones", players=3)
    play.push("6431 6+4+3+1=14 6*4*3*1=72")
    assert (covered_by(play, "A"), covered_by(play, "B"), covered_by(play, "C")) == ([14], [72], [])
    assert asked(play) == "C"


@pytest.mark.parametrize("n", V31)
def test_V31_what_a_number_pays(n: int) -> None:
    assert money(cover("zones", n)) == [500 + V31[n], 500]


def test_V31_is_the_table_of_the_vectors() -> None:
    assert {int(n): pays for n, pays in VECTORS["zones"]["rewards"].items()} == V31


def test_R31_zones_are_those_of_the_page() -> None:
    rows = page_rows("The rectangles", "###")
    for zone, (first, last) in ZONES.items():
        _, spans, rows_of_it, cells, value, whole = rows[zone]
        assert (spans, int(cells)) == (f"{first}–{last}", last - first + 1)
        assert rows_of_it == f"{(first - 1) // 6 + 1}–{-(-last // 6)}"
        play = new("zones")
        assert {f"£{play.o.value[n]}" for n in range(first, last + 1)} == {value}
        total = sum(play.o.value[n] * play.o.mark[n] for n in range(first, last + 1))
        assert f"£{total:,}" == whole


@pytest.mark.parametrize("seed", [0, 1])
def test_R31_N10_all_of_the_board_pays_4955_in_whatever_order(seed: int) -> None:
    order = random.Random(seed).sample(NUMBERS, 100)
    play = new("zones", cards=False, end="all_covered")
    for n in order:
        make(play, n)
        if not play.at_chance and not play.over:
            play.push("pass")
    assert reason(play) == "all_covered"
    assert sum(money(play)) == 2 * 500 + 4955
    assert len(covered_by(play, "A")) > 25, "counters of a colour do not run out"


@pytest.mark.parametrize("variant", ["zones", "hex"])
def test_N10_up_to_eight_sides(variant: str) -> None:
    play = new(variant, players=8, first_side="H")
    play.push("6431")
    order = ""
    for _ in range(8):
        order += asked(play)
        play.push("pass")
    assert order == "HABCDEFG"
    for sides in (1, 9):
        with pytest.raises(OptionError):
            new(variant, players=sides)


def test_R32_gold_and_silver_take_a_card_and_no_other_number() -> None:
    drew = {n for n in NUMBERS if phase(cover("zones", n)) == "card"}
    assert drew == GOLD | SILVER


def test_R32_whoever_covers_it_takes_the_card_and_carries_it_out() -> None:
    play = new("zones", players=3)
    play.push("6431 pass 6*4*3+1=73")
    assert (phase(play), play.turn_label) == ("card", "B")
    play.push("#4")
    assert money(play) == [400, 500 + 100 + 200, 400]
    assert said(play)[0] == "B draws card 4: A bonus: each player pays you £100."
    assert asked(play) == "C"


def test_R33_after_the_last_turn_the_throw_is_over() -> None:
    play = new("zones", players=3)
    play.push("6431 6+4+3+1=14 pass 6*4*3*1=72")
    assert (phase(play), play.turn_label, play.s.throws) == ("throwing", "B", 1)


def test_R33_who_passed_gets_no_second_chance() -> None:
    play = new("zones", players=3)
    play.push("6431 pass 6+4+3+1=14 6*4*3*1=72")
    assert phase(play) == "throwing"
    assert covered_by(play, "A") == []


def test_V30_the_round_of_the_patent() -> None:
    play = new("zones", players=4)
    play.push("6431")
    statements = ["6+4+3+1=14", "6*4*3*1=72", "(6*4)*(3+1)=96", "(6/3)*(4-1)=6"]
    for statement, earned in zip(statements, (5, 50, 100, 5), strict=True):
        seat = play.to_move
        play.push(statement)
        assert play.s.money[seat] == 500 + earned
    assert (money(play), play.s.drawn) == ([505, 550, 600, 505], 0)
    events = VECTORS["zones"]["printed_round"]["events"]
    assert [event["statement"] for event in events[1:]] == statements


def test_V32_a_round_with_cards() -> None:
    play = new("zones", players=3)
    play.push("6431 6*4*3+1=73 #8")
    assert (money(play)[0], said(play)[-1]) == (700, "A receives £100 (÷ was not used) and has £700.")
    play.push("6*4*(3+1)=96")
    assert money(play)[1] == 600
    play.push("(6+4-3)/1=7 #25")
    assert (money(play), said(play)[-1]) == ([700, 600, 715], "C receives £200 (− was used) and has £715.")
    assert (phase(play), play.turn_label) == ("throwing", "B")
    assert play.position.endswith("drawn=2 pack=8,25")
    assert {outcome.notation for outcome in cover("zones", 73, words="drawn=2 pack=8,25").outcomes} == {
        f"#{card}" for card in range(1, 26) if card not in (8, 25)
    }


def test_V32_is_the_position_of_the_page() -> None:
    play = new("zones", players=3)
    play.push("6431 6*4*3+1=73 #8 6*4*(3+1)=96 (6+4-3)/1=7 #25")
    assert play.position == (
        "phase=throwing throws=1 turns=2 thrower=B turn=B asked=0 money=700,600,715 A=73 B=96 C=7 drawn=2 pack=8,25"
    )


def last_of(line: list[int]) -> int:
    """The number of a line that will be covered last."""
    return next(n for n in reversed(line) if n not in GOLD | SILVER)


@pytest.mark.parametrize(
    ("layout", "line", "complete"),
    [(case["layout"], case["numbers"], case["is_line"]) for case in VECTORS["zones"]["lines"]],
)
def test_V33_rows_and_columns_that_end_the_game(layout: str, line: list[int], complete: bool) -> None:
    last = last_of(line)
    play = cover("zones", last, set(line) - {last}, layout=layout, end="line")
    assert reason(play) == ("line" if complete else "none")


def test_V33_the_lines_of_the_page() -> None:
    lines = [(case["layout"], case["numbers"], case["is_line"]) for case in VECTORS["zones"]["lines"]]
    assert ("snake", list(range(85, 91)), True) in lines
    assert ("snake", [97, 98, 99, 100], True) in lines
    assert ("snake", [1, 12, 13, 24, 25, 36, 37, 48, 49, 60, 61, 72, 73, 84, 85, 96], True) in lines
    assert ("plain", PLAIN_COLUMN, True) in lines
    assert ("snake", PLAIN_COLUMN, False) in lines


def zone_lines(layout: str) -> list[list[int]]:
    """The 17 rows and 6 columns, written down anew from the page's description of the board."""
    rows = [list(range(6 * i + 1, 6 * i + 7)) for i in range(16)]
    if layout == "snake":
        rows = [row[::-1] if i % 2 else row for i, row in enumerate(rows)]
    columns = [[row[i] for row in rows] for i in range(6)]
    for i, n in enumerate((97, 98, 99, 100), 1):
        columns[i].append(n)
    return [*rows, [97, 98, 99, 100], *columns]


@pytest.mark.parametrize("layout", ["snake", "plain"])
def test_N9_every_complete_row_or_column_is_a_line(layout: str) -> None:
    lines = zone_lines(layout)
    assert sorted(map(len, lines)) == [4] + [6] * 16 + [16] * 2 + [17] * 4
    for line in lines:
        last = last_of(line)
        play = cover("zones", last, set(line) - {last}, layout=layout, end="line")
        assert reason(play) == "line", line


def test_N9_a_line_with_a_hole_is_none() -> None:
    for line in zone_lines("snake"):
        last = last_of(line)
        hole = next(n for n in line if n != last)
        play = cover("zones", last, set(line) - {last, hole}, end="line")
        assert reason(play) == "none", line


def test_N9_slanting_lines_and_runs_in_a_column_do_not_count() -> None:
    assert reason(cover("zones", 25, [1, 12, 13, 24, 36], end="line")) == "none", "six below each other"
    assert reason(cover("zones", 21, [1, 11, 15, 29, 31], end="line")) == "none", "from the corner, slanting"


@pytest.mark.parametrize(("rival", "complete"), [("85", False), ("84", True)])
def test_N9_by_one_side_alone(rival: str, complete: bool) -> None:
    mine = [n for n in range(85, 90) if n != int(rival)]
    play = cover("zones", 90, mine, words=f"B={rival}", end="line(one)")
    assert reason(play) == ("line" if complete else "none")
    assert reason(cover("zones", 90, mine, words=f"B={rival}", end="line")) == "line"


@pytest.mark.parametrize("end", ["line(any,7)", "line(one,5)"])
def test_N9_a_line_of_zones_has_no_length_of_its_own(end: str) -> None:
    with pytest.raises(OptionError, match="a line of zones is a whole row or column"):
        new("zones", end=end)


def test_N40_card_1_never_bites_and_even_is_the_number_2() -> None:
    for n, card in product(sorted(GOLD | SILVER), (1, 20, 22)):
        play = cover("zones", n, players=3)
        before = money(play)
        play.push(f"#{card}")
        change = [after - had for after, had in zip(money(play), before, strict=True)]
        expected = {
            (1, True): [0, 0, 0],
            (1, False): [0, 0, 0],
            (20, True): [50, 0, 0],
            (20, False): [-20, 10, 10],
            (22, True): [-40, 20, 20],
            (22, False): [40, -20, -20],
        }
        assert change == expected[card, n == 2], (n, card)


@pytest.mark.parametrize(("zone", "span"), ZONES.items())
@pytest.mark.parametrize("count", [1, 2])
def test_E1_a_complete_zone_may_end_the_game(zone: str, span: tuple[int, int], count: int) -> None:
    first, last = span
    n = next(n for n in range(first, last + 1) if n not in GOLD | SILVER)
    rest = set(range(first, last + 1)) - {n}
    options: dict[str, Any] = {"end": f"zones_complete({count})"}
    assert reason(cover("zones", n, rest, **options)) == ("zones_complete" if count == 1 else "none"), zone
    hole = max(rest)
    assert reason(cover("zones", n, rest - {hole}, **options)) == "none"
    if count == 2:
        other = range(1, 25) if first > 1 else range(25, 43)
        assert reason(cover("zones", n, rest | set(other), **options)) == "zones_complete"


def test_R30_the_usual_game_is_zones() -> None:
    assert GAME.settle()["variant"] == "zones"
    assert (GAME.settle()["starting_money"], GAME.settle()["end"]) == (500, "funds(2000)")
