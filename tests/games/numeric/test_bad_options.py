"""Options that are refused: values they do not take, and what contradicts itself."""

from typing import Any

import pytest

from parlour.engine.options import OptionError
from tests.games.numeric.tabletop import GAME

WRONG: list[tuple[str, Any, str]] = [
    ("players", 9, "1, 2, 3, 4, 5, 6, 7, 8"),
    ("players", True, "1, 2, 3, 4, 5, 6, 7, 8"),
    ("variant", "chess", "basic, zones, hex, counters"),
    ("members", "7", "1 to 6 people on every side, or a number for each side, as 2,1,2"),
    ("members", 0, "1 to 6 people on every side, or a number for each side, as 2,1,2"),
    ("members", "2,,1", "1 to 6 people on every side, or a number for each side, as 2,1,2"),
    ("dice", 5, "3, 4"),
    ("dice_up_after", 100, "0 to 99"),
    ("fractions", "decimal", "exact, rational"),
    ("negatives", True, "allow, forbid"),
    ("one_is_prime", "perhaps", "true, false"),
    ("cards", 25, "true, false"),
    ("end_cards", "none", "as_printed, money_only"),
    ("treble_card", "three", "thrice_in_all, thrice_more"),
    ("deck_mode", "top", "cycle, reshuffle"),
    ("bankruptcy", "join", "out, stay"),
    ("starting_money", 503, "0 to 10000 in steps of 5"),
    ("starting_money", -5, "0 to 10000 in steps of 5"),
    ("starting_money", 10_005, "0 to 10000 in steps of 5"),
    ("finish_throw", 1, "true, false"),
    ("max_throws", 0, "1 to 100000"),
    ("stall_throws", -1, "0 to 100000"),
    ("pass_rule", "never", "free, forced"),
    ("auto_pass", None, "true, false"),
    ("move_seconds", 4, "0, or 5 to 600"),
    ("move_seconds", 601, "0, or 5 to 600"),
    ("max_attempts", 10, "0 to 9"),
    ("first_side", "I", "random, A, B, C, D, E, F, G, H"),
    ("layout", "spiral", "plain, snake"),
    ("unreachable", "drop", "skip, keep"),
    ("action_min_run", 4, "2, 3"),
    ("contiguous", "often", "true, false"),
    ("hex_zone_money", 10, "true, false"),
    ("rack_size", 9, "3 to 8"),
    ("relation_multiple", "shares", "divides, common_factor"),
    ("link_rule", "flat", "zone_all, zone_related, lower_related, flat10_related"),
    ("bonus_layout", "many", "fixed, random, none"),
    ("bonus_seed", -1, "0 to 2147483647"),
    ("mark_applies", "links", "own, total"),
    ("scramble", "on", "rounds, claim, off"),
    ("exchange_on_miss", 7, "0 to 6"),
    ("special_bonus", 5001, "0 to 5000"),
]


@pytest.mark.parametrize(("name", "value", "expected"), WRONG)
def test_a_wrong_value_is_refused(name: str, value: Any, expected: str) -> None:
    with pytest.raises(OptionError) as refused:
        GAME.settle(**{name: value})
    assert str(refused.value) == f"{name} cannot be {value!r}: expected {expected}"


def test_every_option_has_a_value_that_is_refused() -> None:
    assert {name for name, _, _ in WRONG} | {"end"} == {option.name for option in GAME.options}


@pytest.mark.parametrize(
    "end",
    [
        "",
        "funds",
        "funds(0)",
        "funds(1000001)",
        "funds(2000",
        "funds(-5)",
        "all_covered(3)",
        "cover_count(101)",
        "cover_count(0)",
        "zones_complete(3)",
        "line(two)",
        "line(any,1)",
        "line(any,11)",
        "time_limit(1441)",
        "throw_limit(0)",
        "bankrupt",
        "funds(2000)+funds(3000)",
        "funds(2000)+",
        "line line(one)",
        7,
    ],
)
def test_a_wrong_end_is_refused(end: Any) -> None:
    with pytest.raises(OptionError, match=r"end cannot be .*: expected one or more, joined by \+, of time_limit"):
        GAME.settle(end=end)


@pytest.mark.parametrize(
    ("end", "written"),
    [
        ("line", "line(any)"),
        (" Line( one ) ", "line(one)"),
        ("cover_count+time_limit", "time_limit(60)+cover_count(50)"),
        ("throw_limit", "throw_limit(12)"),
        ("zones_complete", "zones_complete(1)"),
        ("all_covered+all_primes+funds(1)", "funds(1)+all_primes+all_covered"),
    ],
)
def test_an_end_is_written_in_one_way_and_missing_numbers_are_the_usual_ones(end: str, written: str) -> None:
    assert GAME.settle(end=end)["end"] == written


@pytest.mark.parametrize(
    ("given", "reason"),
    [
        ({"players": 1}, "zones is for 2 to 8 sides, not 1"),
        ({"variant": "counters", "players": 7}, "counters is for 2 to 6 sides, not 7"),
        ({"variant": "hex", "players": 1}, "hex is for 2 to 8 sides, not 1"),
        ({"players": 3, "members": "2,1"}, "members has 2 numbers for 3 sides: expected one for each, or one for all"),
        ({"members": "3"}, "a side of zones has at most 2 members, not 3"),
        ({"variant": "hex", "members": "1,3"}, "a side of hex has at most 2 members, not 3"),
        ({"variant": "basic", "members": "2"}, "a side of basic has at most 1 members, not 2"),
        ({"players": 7, "members": 2}, "14 people are too many: expected at most 12"),
        ({"variant": "counters", "players": 3, "members": "6,6,1"}, "13 people are too many: expected at most 12"),
        ({"first_side": "C"}, "first_side cannot be C: the sides are A, B"),
        (
            {"variant": "basic", "end": "line"},
            "basic cannot end by line: expected one or more of time_limit, throw_limit, funds, all_primes, "
            "all_covered, cover_count",
        ),
        (
            {"variant": "counters", "end": "funds(1)+all_covered"},
            "counters cannot end by all_covered: expected one or more of time_limit, throw_limit, funds, all_primes, "
            "counters_used, cover_count",
        ),
        ({"end": "line(one,7)"}, "a line of zones is a whole row or column: expected line(one) without a length"),
        ({"dice_up_after": 6}, "dice_up_after only matters when dice is 3, and it is 4"),
        ({"unreachable": "keep"}, "unreachable only matters when dice is 3, and it is 4"),
        (
            {"dice": 3, "dice_up_after": 6, "unreachable": "keep"},
            "unreachable only matters when dice_up_after is 0, and it is 6",
        ),
        ({"cards": False, "end_cards": "money_only"}, "end_cards only matters when cards is true, and it is false"),
        (
            {"cards": False, "treble_card": "thrice_more"},
            "treble_card only matters when cards is true, and it is false",
        ),
        ({"cards": False, "deck_mode": "reshuffle"}, "deck_mode only matters when cards is true, and it is false"),
        ({"variant": "basic", "bankruptcy": "stay"}, "bankruptcy only matters when cards is true, and it is false"),
        (
            {"variant": "basic", "cards": True},
            "cards only matters when variant is zones or hex or counters, and it is basic",
        ),
        (
            {"variant": "basic", "finish_throw": True},
            "finish_throw only matters when variant is zones or hex or counters, and it is basic",
        ),
        ({"variant": "hex", "layout": "plain"}, "layout only matters when variant is basic or zones, and it is hex"),
        ({"action_min_run": 3}, "action_min_run only matters when variant is hex, and it is zones"),
        ({"contiguous": True}, "contiguous only matters when variant is hex, and it is zones"),
        ({"hex_zone_money": True}, "hex_zone_money only matters when variant is hex, and it is zones"),
        ({"rack_size": 5}, "rack_size only matters when variant is counters, and it is zones"),
        ({"scramble": "off"}, "scramble only matters when variant is counters, and it is zones"),
        ({"special_bonus": 0}, "special_bonus only matters when variant is counters, and it is zones"),
        ({"exchange_on_miss": 0}, "exchange_on_miss only matters when variant is counters, and it is zones"),
        ({"link_rule": "zone_related"}, "link_rule only matters when variant is counters, and it is zones"),
        (
            {"variant": "counters", "bonus_seed": 3},
            "bonus_seed only matters when bonus_layout is random, and it is fixed",
        ),
        (
            {"variant": "counters", "bonus_layout": "none", "mark_applies": "total"},
            "mark_applies only matters when bonus_layout is fixed or random, and it is none",
        ),
        ({"colour": "blue"}, "there is no option 'colour': expected one of action_min_run, auto_pass, bankruptcy"),
    ],
)
def test_what_contradicts_is_refused(given: dict[str, Any], reason: str) -> None:
    with pytest.raises(OptionError) as refused:
        GAME.settle(**given)
    assert str(refused.value).startswith(reason)


def test_options_that_cannot_matter_without_cards_are_refused() -> None:
    with pytest.raises(OptionError, match="action_min_run only matters when cards is true"):
        GAME.settle(variant="hex", cards=False, action_min_run=3)
