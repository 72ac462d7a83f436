"""The options and presets: their defaults, and what each of them does."""

import random
from collections.abc import Callable
from typing import Any

import pytest

from parlour.engine.hooks import Limits
from parlour.engine.options import OptionError
from parlour.engine.play import IllegalAction, Play
from parlour.games.numeric.reach import class_table
from tests.games.numeric.tabletop import (
    GAME,
    THREE_DICE,
    asked,
    at,
    cover,
    money,
    moves,
    new,
    numbers,
    phase,
    reason,
    with_card,
)

DEFAULTS: dict[str, Any] = {
    "players": 2,
    "variant": "zones",
    "members": "1",
    "dice": 4,
    "dice_up_after": 0,
    "fractions": "exact",
    "negatives": "allow",
    "one_is_prime": True,
    "cards": True,
    "end_cards": "as_printed",
    "treble_card": "thrice_in_all",
    "deck_mode": "cycle",
    "bankruptcy": "out",
    "starting_money": 500,
    "end": "funds(2000)",
    "finish_throw": False,
    "max_throws": 5000,
    "stall_throws": 0,
    "pass_rule": "free",
    "auto_pass": True,
    "move_seconds": 0,
    "max_attempts": 0,
    "first_side": "random",
    "layout": "snake",
    "unreachable": "skip",
    "action_min_run": 2,
    "contiguous": False,
    "hex_zone_money": False,
    "rack_size": 6,
    "relation_multiple": "divides",
    "link_rule": "zone_all",
    "bonus_layout": "fixed",
    "bonus_seed": 0,
    "mark_applies": "own",
    "scramble": "rounds",
    "exchange_on_miss": 1,
    "special_bonus": 1000,
}
OF_VARIANTS: dict[str, dict[str, Any]] = {
    "basic": {"cards": False, "starting_money": 0, "end": "all_covered", "layout": "plain"},
    "zones": {},
    "hex": {"end": "funds(5000)"},
    "counters": {"end": "funds(5000)", "stall_throws": 50},
}


def test_defaults() -> None:
    assert GAME.settle() == DEFAULTS
    for variant, own in OF_VARIANTS.items():
        assert GAME.settle(variant=variant) == {**DEFAULTS, "variant": variant, **own}


FIVE = "A=4,5,3,6,7,8 cells=C0:4,V1:5,I12:3,B18:6,I1:7,B2:8"  # the first six moves of Figure 5
Probe = Callable[..., Any]


def after_throw(**options: Any) -> Play:
    """A throw with which both sides pass."""
    play = new("zones", **options)
    play.push("6431 pass pass")
    return play


def ones_thrown(**options: Any) -> Play:
    """A throw that makes nothing free."""
    play = at("zones", "phase=throwing throws=1 A=1,2,3,4", **options)
    play.push("1111")
    return play


def limits(**options: Any) -> Limits:
    return GAME.limits(GAME.settle(**options))


def called(**options: Any) -> set[str]:
    """What a referee may declare while A makes a number."""
    return set(at("hex", "throw=6431", **options).calls)


def earned(variant: str, words: str, statement: str, **options: Any) -> int:
    play = at(variant, words, **options)
    before = money(play)[0]
    play.push(statement)
    return money(play)[0] - before


def pays_97(variant: str) -> int:
    return earned(variant, "throw=6441" + (" rackA=97 rackB=2" if variant == "counters" else ""), "6*4*4+1=97")


def accepts(text: str, **options: Any) -> bool:
    play = at("zones", "throw=6431", **options)
    try:
        play.push(text)
    except IllegalAction:
        return False
    return True


def members_asked(members: str) -> str:
    play = new("zones", members=members)
    play.push("6431")
    return play.view().asked.split(":")[0]


def draws_at_the_start(**options: Any) -> int:
    """Counters drawn before anybody throws."""
    play, rng = new("counters", **options), random.Random(1)
    while phase(play) == "filling":
        play.roll(rng)
    return play.ply


def bonus_of(**options: Any) -> dict[int, int]:
    o = new("counters", **options).o
    return {cell: int(o.bonus[cell]) for cell in range(169) if o.bonus[cell] != 1}


def random_bonus(seed: int) -> dict[int, int]:
    drawn = random.Random(seed).sample(range(7, 127), 18)
    return dict.fromkeys(drawn[:12], 2) | dict.fromkeys(drawn[12:], 3)


CORNERS = [19, 22, 25, 28, 31, 34, 61, 66, 71, 76, 81, 86]
MIDDLES = [39, 43, 47, 51, 55, 59]


def scramble_of(scramble: str) -> tuple[str, bool]:
    play = at("counters", "throw=6431 A=4 cells=C0:4 rackA=5,40 rackB=3,8", scramble=scramble, exchange_on_miss=0)
    play.push("pass pass")
    return phase(play), "claim:A" in play.calls


def exchanges_of(exchange_on_miss: int) -> int:
    racks = "rackA=5,12,13,14,15,16 rackB=1,2,3,6,7,8"
    play = at("counters", f"throw=6431 A=4 cells=C0:4 {racks}", exchange_on_miss=exchange_on_miss, scramble="off")
    play.push("pass pass")
    return int(play.s.swaps)


def third_counter(special_bonus: int) -> int:
    words = "throw=6431 A=4,99 cells=C0:4,R1:99 rackA=5,40 rackB=33 circuit=1 placed=2,0 made=2"
    return earned("counters", words, "=5@V1", special_bonus=special_bonus)


def seen_after_25(deck_mode: str) -> int:
    """Cards that may be on top when 25 have been drawn."""
    pack = ",".join(map(str, range(1, 25)))
    play = cover("zones", 73, words=f"drawn=24 pack={pack}", deck_mode=deck_mode)
    play.push("#25")
    play.push("=2")
    return len(play.outcomes) if phase(play) == "card" else 0


EFFECTS: dict[str, tuple[Probe, dict[Any, Any]]] = {
    "players": (lambda v: len(money(new("zones", players=v))), {2: 2, 5: 5, 8: 8}),
    "variant": (pays_97, {"basic": 1, "zones": 300, "hex": 30, "counters": 30}),
    "members": (
        members_asked,
        {"1": "A's turn", "2": "A's turn (member 1 of 2)", "2,1": "A's turn (member 1 of 2)", "1,2": "A's turn"},
    ),
    "dice": (lambda v: {len(o.notation) for o in new("zones", dice=v).outcomes}, {3: {3}, 4: {4}}),
    "dice_up_after": (
        lambda v: len(at("zones", "phase=throwing throws=2", dice=3, dice_up_after=v).outcomes[0].notation),
        {0: 3, 2: 4, 3: 3},
    ),
    "fractions": (lambda v: accepts("6/(1-3/4)=24", fractions=v), {"exact": False, "rational": True}),
    "negatives": (lambda v: accepts("4-6+3+1=2", negatives=v), {"allow": True, "forbid": False}),
    "one_is_prime": (
        lambda v: earned("zones", "throw=6431", "3*1-(6-4)=1", one_is_prime=v),
        {True: 15, False: 5},
    ),
    "cards": (lambda v: phase(cover("zones", 73, cards=v)), {True: "card", False: "forming"}),
    "end_cards": (
        lambda v: phase(with_card(3, "", end_cards=v)),
        {"as_printed": "choosing", "money_only": "forming"},
    ),
    "treble_card": (
        lambda v: money(with_card(18, "", treble_card=v))[0],
        {"thrice_in_all": 500 + 2 * 15, "thrice_more": 500 + 3 * 15},
    ),
    "deck_mode": (seen_after_25, {"cycle": 0, "reshuffle": 25}),
    "bankruptcy": (
        lambda v: phase(with_card(7, "money=5,500,500", bankruptcy=v)),
        {"out": "bankrupt", "stay": "forming"},
    ),
    "starting_money": (lambda v: money(new("hex", starting_money=v)), {0: [0, 0], 505: [505, 505]}),
    "end": (lambda v: reason(after_throw(end=v)), {"throw_limit(1)": "throw_limit", "throw_limit(2)": "none"}),
    "finish_throw": (
        lambda v: cover("zones", 96, words="money=1900,500", finish_throw=v).over,
        {True: False, False: True},
    ),
    "max_throws": (lambda v: reason(after_throw(max_throws=v)), {1: "max_throws", 2: "none"}),
    "stall_throws": (lambda v: reason(after_throw(stall_throws=v)), {0: "none", 1: "stall", 2: "none"}),
    "pass_rule": (lambda v: "pass" in moves(at("zones", "throw=6431", pass_rule=v)), {"free": True, "forced": False}),
    "auto_pass": (lambda v: asked(ones_thrown(auto_pass=v)), {True: "-", False: "A"}),
    "move_seconds": (
        lambda v: (limits(move_seconds=v).move_seconds, called(move_seconds=v)),
        {0: (0, set()), 5: (5, {"timeout"}), 600: (600, {"timeout"})},
    ),
    "max_attempts": (
        lambda v: (limits(max_attempts=v).attempts, called(max_attempts=v)),
        {0: (0, set()), 9: (9, {"attempts"})},
    ),
    "first_side": (
        lambda v: new("zones", players=3, first_side=v).turn_label,
        {"A": "A", "C": "C", "random": "table"},
    ),
    "layout": (
        lambda v: reason(cover("zones", 91, range(1, 86, 6), layout=v, end="line")),
        {"plain": "line", "snake": "none"},
    ),
    "unreachable": (
        lambda v: reason(cover("zones", 100, THREE_DICE - {100}, dice=3, unreachable=v, end="all_covered")),
        {"skip": "all_covered", "keep": "exhausted"},
    ),
    "action_min_run": (lambda v: phase(cover("hex", 50, [49, 60], action_min_run=v)), {2: "card", 3: "forming"}),
    "contiguous": (
        lambda v: 96 in numbers(at("hex", "throw=6431 A=72", contiguous=v)),
        {True: False, False: True},
    ),
    "hex_zone_money": (
        lambda v: earned("hex", "throw=6431", "6*4*(3+1)=96", hex_zone_money=v),
        {True: 500, False: 10},
    ),
    "rack_size": (lambda v: draws_at_the_start(rack_size=v, players=3), {3: 9, 6: 18, 8: 24}),
    "relation_multiple": (
        lambda v: numbers(at("counters", "throw=6431 A=8 cells=C0:8 rackA=12,2 rackB=33", relation_multiple=v)),
        {"divides": {2}, "common_factor": {2, 12}},
    ),
    "link_rule": (
        lambda v: earned("counters", f"throw=6431 {FIVE} rackA=9 rackB=33", "=9@I2", link_rule=v),
        {"zone_all": 100, "zone_related": 70, "lower_related": 40, "flat10_related": 30},
    ),
    "bonus_layout": (
        lambda v: bonus_of(bonus_layout=v),
        {"fixed": dict.fromkeys(CORNERS, 2) | dict.fromkeys(MIDDLES, 3), "random": random_bonus(0), "none": {}},
    ),
    "bonus_seed": (
        lambda v: bonus_of(bonus_layout="random", bonus_seed=v),
        {0: random_bonus(0), 7: random_bonus(7), 2**31 - 1: random_bonus(2**31 - 1)},
    ),
    "mark_applies": (
        lambda v: earned("counters", "throw=6431 A=4,8 cells=C0:4,B2:8 rackA=7 rackB=33", "=7@G3", mark_applies=v),
        {"own": 950, "total": 1050},
    ),
    "scramble": (
        scramble_of,
        {"rounds": ("forming", False), "claim": ("forming", True), "off": ("filling", False)},
    ),
    "exchange_on_miss": (exchanges_of, {0: 0, 1: 1, 6: 6}),
    "special_bonus": (third_counter, {0: 40, 1000: 1040, 5000: 5040}),
}


@pytest.mark.parametrize(
    ("name", "value"), [(name, value) for name, (_, shown) in EFFECTS.items() for value in shown], ids=str
)
def test_what_an_option_does(name: str, value: Any) -> None:
    probe, shown = EFFECTS[name]
    assert probe(value) == shown[value]


def test_every_option_is_tried() -> None:
    assert set(EFFECTS) == set(DEFAULTS)


def test_N46_a_pair_is_one_side_with_one_purse_and_one_turn() -> None:
    statements = "6431 6*4*3+1=73 #8 6*4*(3+1)=96 (6+4-3)/1=7 #25 4443 pass 4*4*4-3=61 #2 pass"
    plays = [new("zones", players=3, members=members) for members in ("1", "2", "2,1,2")]
    for play in plays:
        play.push(statements)
    assert len({play.position for play in plays}) == 1


def test_N46_its_members_speak_in_turn_throw_by_throw() -> None:
    play = new("zones", members="2,1", players=2)
    for member in (1, 2, 1):
        play.push("6431")
        if asked(play) == "B":
            assert play.view().asked.startswith("B's turn: make")
            play.push("pass")
        assert play.view().asked.startswith(f"A's turn (member {member} of 2): make")
        play.push("pass")
        if not play.at_chance:
            play.push("pass")


def test_N46_teams_of_counters_have_one_rack() -> None:
    assert draws_at_the_start(players=2, members="6") == draws_at_the_start(players=2) == 12


# Presets

PRESETS: dict[str, dict[str, Any]] = {
    "basic_short": {"variant": "basic", "end": "throw_limit(24)"},
    "basic_48": {"variant": "basic", "end": "throw_limit(48)"},
    "practice": {"variant": "basic", "players": 1},
    "basic": {"variant": "basic"},
    "zones": {"variant": "zones"},
    "hex": {"variant": "hex"},
    "counters": {"variant": "counters"},
    "age_6_8": {"variant": "zones", "dice": 3, "cards": False, "negatives": "forbid", "end": "throw_limit(12)"},
    "age_6_7": {"variant": "counters", "dice": 3, "cards": False, "negatives": "forbid", "end": "throw_limit(12)"},
    "age_9_11": {
        "variant": "zones",
        "dice": 3,
        "dice_up_after": 6,
        "cards": True,
        "end_cards": "money_only",
        "end": "throw_limit(15)",
    },
    "age_8_10": {
        "variant": "counters",
        "dice": 3,
        "dice_up_after": 6,
        "cards": True,
        "end_cards": "money_only",
        "end": "throw_limit(15)",
    },
    "adult": {"variant": "zones", "dice": 4, "cards": True, "move_seconds": 60, "end": "funds(2000)"},
    "ladder": {
        "variant": "zones",
        "dice": 4,
        "cards": True,
        "move_seconds": 0,
        "end_cards": "money_only",
        "finish_throw": True,
        "end": "funds(2000)",
    },
    "ladder_hex": {"variant": "hex", "end_cards": "money_only", "finish_throw": True, "end": "funds(3000)"},
    "ladder_counters": {"variant": "counters", "end_cards": "money_only", "finish_throw": True, "end": "funds(10000)"},
}


@pytest.mark.parametrize("preset", PRESETS)
def test_N47_presets(preset: str) -> None:
    own = PRESETS[preset]
    assert GAME.settle(preset) == {**DEFAULTS, **OF_VARIANTS[own["variant"]], **own}
    assert set(GAME.presets) == set(PRESETS)


@pytest.mark.parametrize(
    ("preset", "variants"),
    [
        ("age_6_8", ["zones", "hex"]),
        ("age_9_11", ["zones", "hex"]),
        ("adult", ["zones", "hex", "counters"]),
        ("ladder", ["zones", "hex", "counters"]),
    ],
)
def test_N47_a_preset_serves_other_games_too(preset: str, variants: list[str]) -> None:
    for variant in variants:
        settled = GAME.settle(preset, variant=variant)
        assert settled["variant"] == variant
        own = {name: value for name, value in PRESETS[preset].items() if name != "variant"}
        if "funds" in own.get("end", ""):
            own["end"] = {"zones": "funds(2000)"}.get(variant, "funds(5000)")
        assert {name: settled[name] for name in own} == own


def test_N47_with_three_dice_the_board_of_zones_is_worth_1185() -> None:
    o = new("zones").o
    assert sum(o.value[n] * o.mark[n] for n in THREE_DICE) == 1185


def test_a_preset_may_be_changed_and_an_unknown_one_is_refused() -> None:
    assert GAME.settle("adult", move_seconds=90)["move_seconds"] == 90
    with pytest.raises(OptionError, match="numeric has no preset 'grown_up': expected one of basic_short, zones, hex"):
        GAME.settle("grown_up")


def test_values_may_come_as_text() -> None:
    text = {name: str(value).lower() if isinstance(value, bool) else str(value) for name, value in DEFAULTS.items()}
    assert GAME.settle(**text) == DEFAULTS


def test_fractions_add_numbers_only_with_four_dice() -> None:
    for fractions, found in (("exact", 56), ("rational", 57)):
        assert len(numbers(at("zones", "throw=6431", fractions=fractions))) == found
    assert numbers(at("zones", "throw=643", dice=3, fractions="rational")) == set(class_table((3, 4, 6)))


def test_the_ranges_of_whole_numbers_are_taken_at_both_ends() -> None:
    for option in GAME.declared:
        given = {name: wanted[0] for name, wanted in option.needs.items()}
        low, high = getattr(option.kind, "low", None), getattr(option.kind, "high", None)
        for value in (low, high):
            if value is not None:
                assert GAME.settle(**given, **{option.name: value})[option.name] == value
