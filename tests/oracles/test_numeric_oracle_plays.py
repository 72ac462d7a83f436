import json
from collections import Counter
from pathlib import Path
from random import Random
from typing import Any

import pytest

from tests.oracles import numeric_boards as boards
from tests.oracles.numeric import CONDITIONS, END, FIRST_JOIN, FIRST_PLACE, FIRST_SWAP, FORFEIT, PASS, TAKE, Table, form
from tests.oracles.numeric_arithmetic import Refused, all_throws, makeable, reach

VECTORS = json.loads((Path(__file__).parent.parent / "games" / "numeric" / "vectors.json").read_text())["counters"]
T1346 = ("throw", (1, 3, 4, 6))


def dealt(options: dict[str, Any], *racks: list[int]) -> Table:
    """A table of counters with these racks, before its first throw; seat 0 throws unless told otherwise."""
    size = len(racks[0])
    table = Table({"variant": "counters", "first_side": 0, "cards": False, "rack_size": size} | options, len(racks))
    for number in (number for rack in racks for number in rack):
        assert table.node() == "draw"
        table.happen(("draw", number))
    assert table.racks == [set(rack) for rack in racks]
    return table


def set_down(table: Table, number: int, cell: str | None = None) -> None:
    """The side asked forms the number in its lowest class and puts it on the cell, or wherever it can."""
    table.act(min(action for action in table.legal() if action and (action - 1) // 4 + 1 == number))
    if table.node() == "place":
        table.act(FIRST_PLACE + boards.LABELS.index(cell) if cell else min(table.legal()))


def at_a_card(options: dict[str, Any], money: list[int], card: int, number: int = 7) -> Table:
    """Zones, dice 1346: seat 0 covers a marked number and draws this card."""
    table = Table({"variant": "zones", "first_side": 0} | options, len(money))
    table.money = list(money)
    table.happen(T1346)
    set_down(table, number)
    table.happen(("card", card))
    return table


def test_V55_special_bonus() -> None:
    table = dealt({}, [3, 4, 5, 6, 90, 91], [7, 8, 9, 10, 92, 93])
    table.happen(T1346)
    paid = []
    for number, cell in [(4, "C0"), (5, "V1"), (7, "V6"), (3, "V2"), (6, "I2")]:
        while table.asked() != ("seat", 0):
            table.act(PASS)
        before, reward = table.money[0], table.offer(number, boards.LABELS.index(cell)).reward
        set_down(table, number, cell)
        paid.append(table.money[0] - before - reward)
    assert paid == VECTORS["special_bonus"]["bonus_paid"]
    assert table.racks == [{90, 91}, {8, 9, 10, 92, 93}]


def test_V56_scramble_order() -> None:
    vector = VECTORS["scramble_order"]
    racks = [3, 4, 6], [5, 7, 8], [9, 10, 12], [1, 2, 14]
    table = dealt({"first_side": 1, "auto_pass": False}, *racks)
    table.happen(T1346)
    expected = vector["phase_A"] + "".join(vector["circuits"])
    for turn, side in enumerate(expected):
        assert table.asked() == ("seat", vector["sides"].index(side))
        if turn in (1, 7, 11):  # the last side of a circuit places, which wipes the passes
            set_down(table, min(1 + (action - 1) // 4 for action in table.legal() if action))
        else:
            table.act(PASS)
    assert (table.node(), table.dice) == ("swap", None)


def test_a_side_that_passed_is_skipped_until_somebody_places() -> None:
    table = dealt({}, [3, 4, 5], [6, 7, 8], [9, 10, 12])
    table.happen(T1346)
    for _ in range(3):
        table.act(PASS)
    order = []
    for number in (0, 4, 0, 5, 0, 0, 0):
        order.append(table.asked()[1])
        if number:
            set_down(table, number)
        else:
            table.act(PASS)
    assert order == [2, 1, 0, 1, 2, 1, 0]
    assert table.node() == "draw"


def test_setup_order_and_bag() -> None:
    table = Table({"variant": "counters", "dice": 3, "rack_size": 3}, 2)
    assert table.bag == set(makeable(3))
    assert len(Table({"variant": "counters", "dice": 3, "unreachable": "keep"}, 2).bag) == 100
    assert len(Table({"variant": "counters", "dice": 3, "dice_up_after": 5}, 2).bag) == 100
    nodes = []
    while table.node() != "throw":
        nodes.append(table.node())
        table.happen(min(table.outcomes()))
    assert nodes == ["draw"] * 6 + ["first"]
    assert (table.racks, table.thrower) == ([{1, 2, 3}, {4, 5, 6}], 0)
    assert (len(table.outcomes()), sum(table.outcomes().values())) == (56, 216)


def test_three_dice_become_four() -> None:
    table = Table({"variant": "basic", "dice": 3, "dice_up_after": 2, "first_side": 1}, 3)
    for throw, count in enumerate([3, 3, 4, 4]):
        assert (table.thrower, sum(table.outcomes().values())) == ((1 + throw) % 3, 6**count)
        table.happen(min(table.outcomes()))
        table.act(PASS)


def test_passing() -> None:
    for pass_rule in ("free", "forced"):
        for auto_pass in (True, False):
            table = Table({"variant": "basic", "first_side": 0, "pass_rule": pass_rule, "auto_pass": auto_pass}, 2)
            table.covered = {1: 0, 2: 0, 3: 0}
            table.happen(("throw", (1, 1, 1, 1)))
            assert table.legal() == {form(4, 0)} | ({PASS} if pass_rule == "free" else set())
            table.act(form(4, 0))
            table.happen(("throw", (1, 1, 1, 1)))
            if auto_pass:
                assert (table.node(), table.thrower) == ("throw", 0)
            else:
                assert (table.node(), table.legal()) == ("form", {PASS})
            assert table.money == [1, 0]


def test_statements_at_the_table() -> None:
    table = dealt({}, [3, 4, 5], [6, 7, 64])
    table.happen(T1346)
    for text, error in [("6*4*3+1@C0", "E_COUNTER"), ("6/3*4/1", "E_COUNTER"), ("6+1-4@V1", "E_DICE")]:
        with pytest.raises(Refused, match=error):
            table.check(text)
    assert table.check("6/3+(4-1)=5@c0").cell == "C0"
    with pytest.raises(Refused, match="E_CELL"):
        table.check("6/3+(4-1)=5@Z9")
    set_down(table, 4)
    with pytest.raises(Refused, match="E_COVERED"):
        table.check("(6+3)-(4+1)")
    hexes = Table({"variant": "hex", "contiguous": True, "first_side": 0}, 2)
    hexes.happen(T1346)
    set_down(hexes, 68)
    with pytest.raises(Refused, match="E_CELL"):
        hexes.check("6+4+3+1")
    assert hexes.check("4*(6*3+1)").number == 76
    assert {1 + (action - 1) // 4 for action in hexes.legal() if action} == reach((1, 3, 4, 6)).keys() & (
        boards.hex_neighbours(68)
    )


@pytest.mark.parametrize("deck_mode", ["cycle", "reshuffle"])
def test_the_pack(deck_mode: str) -> None:
    table = Table({"variant": "zones", "deck_mode": deck_mode, "bankruptcy": "stay", "end": {"funds": 10**6}}, 2)
    rng = Random(1)
    offered = []
    while len(table.drawn) < 60:
        table.covered = {}
        if table.node() == "card":
            offered.append(len(table.outcomes()))
        take_a_step(table, rng, ending=False)
    if deck_mode == "cycle":
        assert (offered, table.drawn[25:]) == (list(range(25, 0, -1)), table.drawn[:35])
    else:
        assert offered[:60] == (list(range(25, 0, -1)) * 3)[:60]
        assert set(table.drawn[25:50]) == set(range(1, 26))


def test_end_cards() -> None:
    table = at_a_card({}, [500, 600, 500], 9)
    assert (table.asked(), table.node(), table.legal()) == (("seat", 0), "card_choice", {TAKE, END})
    table.act(END)
    assert (table.reason, table.money, table.utilities()) == ("end_card", [515, 600, 500], [-0.5, 1.0, -0.5])
    table = at_a_card({}, [500, 600, 500], 9)
    table.act(TAKE)
    assert (table.asked(), table.money) == (("seat", 1), [815, 600, 500])
    table = at_a_card({"end_cards": "money_only"}, [500, 600, 500], 3)
    assert (table.asked(), table.node(), table.money) == (("seat", 1), "form", [715, 600, 500])


def test_bankruptcies() -> None:
    table = at_a_card({}, [500, 60, 0, 100, 900], 4)  # each pays 100 as far as it can
    assert table.money == [775, 0, 0, 0, 800]
    assert (table.asked(), table.node()) == (("seat", 1), "bankrupt")  # seat 2 had nothing to lose
    assert table.legal() == {FORFEIT, FIRST_JOIN, FIRST_JOIN + 2, FIRST_JOIN + 4}
    table.act(FIRST_JOIN + 4)
    assert (table.asked(), table.legal()) == (("seat", 3), {FORFEIT, FIRST_JOIN, FIRST_JOIN + 2, FIRST_JOIN + 4})
    table.act(FORFEIT)
    assert (table.active, table.asked()) == ([True, False, True, False, True], ("seat", 2))
    table = at_a_card({}, [100, 60, 60], 7)
    assert (table.asked(), table.money) == (("seat", 0), [0, 60, 60])
    table.act(FORFEIT)
    assert (table.asked(), table.thrower) == (("seat", 1), 0)
    table = at_a_card({"end": {"funds": 100}, "finish_throw": True}, [500, 60, 80], 4)
    table.act(FORFEIT)
    assert table.node() == "bankrupt"
    table.act(FIRST_JOIN)
    assert (table.reason, table.utilities()) == ("last_side", [1.0, -0.5, -0.5])
    table = at_a_card({"bankruptcy": "stay"}, [500, 60, 80], 4)
    assert (table.asked(), table.node(), table.active) == (("seat", 1), "form", [True] * 3)


def test_finish_throw() -> None:
    for finish_throw in (False, True):
        options = {"variant": "zones", "first_side": 0, "end": {"cover_count": 1, "funds": 600}, "cards": False}
        table = Table(options | {"finish_throw": finish_throw}, 3)
        table.happen(T1346)
        set_down(table, 14)
        if finish_throw:
            assert table.asked() == ("seat", 1)
            set_down(table, 96)
            assert (table.money, table.node()) == ([505, 600, 500], "form")
            table.act(PASS)
        assert table.reason == "cover_count"


@pytest.mark.parametrize(
    ("end", "covered", "number", "holds"),
    [
        ({"line": ("any", 6)}, {97: 0, 98: 1, 99: 0}, 100, True),
        ({"line": ("one", 6)}, {97: 0, 98: 1, 99: 0}, 100, False),
        ({"line": ("one", 6)}, {97: 0, 98: 0, 99: 0}, 100, True),
        ({"zones_complete": 1}, dict.fromkeys(range(79, 100), 1), 100, True),
        ({"zones_complete": 2}, dict.fromkeys(range(79, 100), 1), 100, False),
        ({"zones_complete": 2}, dict.fromkeys([*range(1, 25), *range(79, 100)], 1), 100, True),
        ({"all_primes": None}, dict.fromkeys(boards.marked_numbers(), 1), 100, True),
        ({"all_primes": None}, dict.fromkeys(boards.marked_numbers() - {97}, 1), 100, False),
        ({"cover_count": 4}, {1: 0, 2: 0, 3: 0}, 100, True),
        ({"cover_count": 5}, {1: 0, 2: 0, 3: 0}, 100, False),
        ({"funds": 600}, {}, 100, True),
        ({"funds": 601}, {}, 100, False),
    ],
)
def test_conditions_in_zones(end: dict[str, Any], covered: dict[int, int], number: int, holds: bool) -> None:
    table = Table({"variant": "zones", "first_side": 0, "cards": False, "end": end}, 2)
    table.covered = dict(covered)
    table.happen(("throw", (2, 2, 5, 5)))
    set_down(table, number)
    assert table.reason == (next(iter(end)) if holds else "")


def test_exhausted() -> None:
    table = Table({"variant": "zones", "first_side": 0, "dice": 3, "unreachable": "keep", "cards": False}, 2)
    table.covered = dict.fromkeys(makeable(3) - {3}, 1)
    table.happen(("throw", (1, 1, 1)))
    set_down(table, 3)
    assert table.reason == "exhausted"
    table = Table({"variant": "hex", "first_side": 0, "dice": 3, "contiguous": True, "cards": False}, 2)
    lonely = next(n for n in sorted(makeable(3)) if not boards.hex_neighbours(n) & makeable(3))
    table.happen(("throw", next(dice for dice in all_throws(3) if lonely in reach(dice))))
    set_down(table, lonely)
    assert table.reason == "exhausted"


def test_ends_of_throws() -> None:
    cases: list[tuple[dict[str, Any], str, int]] = [
        ({"end": {"throw_limit": 3}}, "throw_limit", 3),
        ({"max_throws": 2}, "max_throws", 2),
        ({"stall_throws": 2}, "stall", 2),
        ({"stall_throws": 2, "max_throws": 2, "end": {"throw_limit": 2}}, "throw_limit", 2),
        ({"stall_throws": 2, "max_throws": 2}, "stall", 2),
    ]
    for options, reason, throws in cases:
        table = Table({"variant": "basic", "first_side": 0} | options, 2)
        while not table.reason:
            table.happen(T1346)
            table.act(PASS)
        assert (table.reason, table.throws) == (reason, throws)


def test_clock() -> None:
    table = Table({"variant": "zones", "end": {"time_limit": 60}}, 2)
    assert table.calls() == {"clock"}
    table.call("clock")
    assert (table.reason, table.calls(), table.asked()) == ("time_limit", set(), ("over", 0))
    table = Table({"variant": "zones", "end": {"time_limit": 60}, "first_side": 0}, 2)
    table.happen(T1346)
    table.call("clock")
    assert (table.node(), table.calls()) == ("form", set())
    table.act(PASS)
    table.act(PASS)
    assert table.reason == "time_limit"
    table = dealt({"end": {"time_limit": 60}}, [3, 4, 5], [6, 7, 8])
    table.happen(T1346)
    while table.node() == "form":
        table.act(PASS)
    assert table.node() == "swap"
    table.call("clock")
    assert table.reason == "time_limit"


def test_timer_and_attempts() -> None:
    table = dealt({"move_seconds": 60, "max_attempts": 3, "pass_rule": "forced"}, [4, 5, 7], [6, 8, 9])
    assert table.calls() == set()
    table.happen(T1346)
    assert table.calls() == {"timeout", "attempts"}
    set_down(table, 4)
    table.call("attempts")
    assert (table.in_scramble, table.asked()) == (True, ("seat", 1))
    table.act(form(5, 1))
    assert (table.node(), len(table.legal())) == ("place", 6)
    table.call("timeout")
    assert (table.asked(), table.node(), table.passed, table.covered) == (("seat", 0), "form", {1}, {4: 0})
    for money, card, after in [([100, 60, 60], 7, "bankrupt"), ([500, 500, 500], 3, "card_choice")]:
        table = at_a_card({"move_seconds": 60}, money, card)
        assert (table.node(), table.calls()) == (after, {"timeout"})
        table.call("timeout")
        assert (table.active[0], table.money[0]) == ((False, 0) if after == "bankrupt" else (True, 715))


def test_claims_in_the_scramble() -> None:
    table = dealt({"scramble": "claim"}, [4, 5, 7], [6, 8, 9], [91, 97, 99])
    table.happen(T1346)
    assert table.calls() == set()
    set_down(table, 4)
    table.act(PASS)  # seat 1; seat 2 can place nothing
    assert (table.in_scramble, table.asked(), table.calls()) == (True, ("seat", 2), {"claim:0", "claim:1"})
    table.call("claim:0")
    assert (table.asked(), table.calls()) == (("seat", 0), {"claim:1", "claim:2"})
    set_down(table, 5)
    assert table.asked() == ("seat", 2)  # the circuit has not moved
    table.call("claim:1")
    table.act(PASS)
    assert (table.asked(), table.calls()) == (("seat", 2), {"claim:0"})
    table.call("claim:0")
    table.call("claim:2")  # overtakes the first claimant
    assert (table.asked(), table.calls()) == (("seat", 2), {"claim:0"})
    table.act(PASS)
    assert table.asked() == ("seat", 0)  # 2 and 1 have passed
    table.act(PASS)
    assert table.node() == "draw"


def test_refill_and_exchange() -> None:
    table = dealt({"exchange_on_miss": 2}, [4, 90, 96], [79, 83, 89])
    table.happen(T1346)
    set_down(table, 4)
    while table.node() == "form":
        table.act(PASS)
    assert (table.node(), table.dice, 4 in table.bag) == ("draw", None, False)
    table.happen(("draw", 50))
    assert (table.asked(), table.legal()) == (("seat", 1), {PASS, FIRST_SWAP, FIRST_SWAP + 1, FIRST_SWAP + 2})
    table.act(FIRST_SWAP + 1)
    assert (table.node(), ("draw", 83) in table.outcomes(), table.racks[1]) == ("draw", False, {79, 89})
    table.happen(("draw", 81))
    assert (table.racks[1], 83 in table.bag, table.asked()) == ({79, 81, 89}, True, ("seat", 1))
    table.act(FIRST_SWAP)
    table.happen(("draw", 83))
    assert (table.racks, table.node(), table.thrower) == ([{50, 90, 96}, {81, 83, 89}], "throw", 1)


def test_results() -> None:
    table = Table({"variant": "basic", "end": {"cover_count": 2}, "first_side": 0}, 2)
    for number in (6, 7):
        table.happen(T1346)
        set_down(table, number)
    assert (table.reason, table.money, table.utilities()) == ("cover_count", [1, 1], [0.0, 0.0])
    table = Table({"variant": "basic", "end": {"cover_count": 1}}, 1)
    table.happen(("first", 0))
    table.happen(T1346)
    set_down(table, 6)
    assert (table.reason, table.utilities()) == ("cover_count", [1.0])


def take_a_step(table: Table, rng: Random, ending: bool = True) -> None:
    if calls := sorted(table.calls()):
        if rng.random() < 0.02:
            table.call(rng.choice(calls))
            return
    if table.asked()[0] == "chance":
        outcomes = table.outcomes()
        table.happen(rng.choices(list(outcomes), list(outcomes.values()))[0])
        return
    actions = table.legal()
    if len(actions) > 1 and rng.random() < 0.9:
        actions.discard(PASS)
    if not ending:
        actions.discard(END)
    table.act(rng.choice(sorted(actions)))


def random_options(variant: str, rng: Random) -> dict[str, Any]:
    conditions: dict[str, Any] = {
        "funds": rng.choice([800, 2000, 5000]),
        "line": (rng.choice(["any", "one"]), rng.choice([3, 6])),
        "zones_complete": rng.choice([1, 2]),
        "throw_limit": rng.choice([3, 12]),
        "time_limit": 60,
        "cover_count": rng.choice([5, 50]),
    } | dict.fromkeys(["all_primes", "all_covered", "counters_used"])
    allowed = {
        "basic": ["time_limit", "throw_limit", "funds", "all_primes", "all_covered", "cover_count"],
        "zones": [*CONDITIONS[:5], "time_limit", "throw_limit", "cover_count"],
        "hex": [*CONDITIONS[:5], "time_limit", "throw_limit", "cover_count"],
        "counters": ["time_limit", "throw_limit", "funds", "all_primes", "counters_used", "cover_count"],
    }[variant]
    values: dict[str, list[Any]] = {
        "dice": [3, 4, 4],
        "dice_up_after": [0, 2],
        "fractions": ["exact", "rational"],
        "negatives": ["allow", "forbid"],
        "one_is_prime": [True, False],
        "end_cards": ["as_printed", "money_only", "money_only"],
        "deck_mode": ["cycle", "reshuffle"],
        "bankruptcy": ["out", "stay"],
        "finish_throw": [True, False],
        "max_throws": [20, 60],
        "stall_throws": [0, 3],
        "pass_rule": ["free", "forced"],
        "auto_pass": [True, False],
        "move_seconds": [0, 60],
        "max_attempts": [0, 3],
        "first_side": ["random", 1],
        "unreachable": ["skip", "keep"],
    }
    own: dict[str, dict[str, list[Any]]] = {
        "basic": {"layout": ["plain", "snake"]},
        "zones": {"layout": ["plain", "snake"]},
        "hex": {"action_min_run": [2, 3], "contiguous": [True, False], "hex_zone_money": [True, False]},
        "counters": {
            "rack_size": [3, 6, 8],
            "relation_multiple": ["divides", "common_factor"],
            "link_rule": ["zone_all", "zone_related", "lower_related", "flat10_related"],
            "mark_applies": ["own", "total"],
            "bonus_layout": ["fixed", "random", "none"],
            "scramble": ["rounds", "claim", "off"],
            "exchange_on_miss": [0, 1, 3],
            "special_bonus": [0, 1000],
        },
    }
    if variant != "basic":
        values |= {"cards": [True, True, False], "starting_money": [0, 100, 500]}
    options = {name: rng.choice(choices) for name, choices in (values | own[variant]).items()}
    end = {name: conditions[name] for name in rng.sample(allowed, rng.choice([1, 1, 2]))}
    return options | {"variant": variant, "end": end, "seed": rng.randrange(100)}


@pytest.mark.thorough
@pytest.mark.parametrize("variant", ["basic", "zones", "hex", "counters"])
def test_random_plays(variant: str) -> None:
    reasons: Counter[str] = Counter()
    nodes: Counter[str] = Counter()
    for number in range(100):
        rng = Random(f"{variant} {number}")
        players = rng.choice([2, 2, 3, 4])
        options = random_options(variant, rng)
        table = Table(options, players)
        start, universe = sum(table.money), set(table.bag)
        while table.node() != "over":
            nodes[table.node()] += 1
            assert (table.asked()[0] == "seat") == bool(table.legal())
            assert (table.asked()[0] == "chance") == bool(table.outcomes())
            assert table.legal() <= set(range(587))
            take_a_step(table, rng)
            assert sum(table.money) == start + table.bank
            assert min(table.money) >= 0
            held = [*table.bag, *(n for rack in table.racks for n in rack)]
            if variant == "counters":
                assert sorted(table.cells.values()) == sorted(table.covered)
                assert sorted([*held, *table.covered]) == sorted(universe) or (
                    table.node() in ("draw", "over") and len(held) + len(table.covered) == len(universe) - 1
                )
        assert abs(sum(table.utilities())) < 1e-9
        assert (table.legal(), table.outcomes(), table.calls()) == (set(), {}, set())
        reasons[table.reason] += 1
    assert len(reasons) >= 5
    everywhere = {"first", "throw", "form"}
    cards = {"card", "card_choice", "bankrupt"}
    expected = {"basic": everywhere, "zones": everywhere | cards, "hex": everywhere | cards}
    assert set(nodes) == expected.get(variant, everywhere | cards | {"draw", "place", "swap"})
