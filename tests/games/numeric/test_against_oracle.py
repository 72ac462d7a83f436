"""Whole plays, action by action, against the second reading."""

import random
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from parlour.engine.bits import codes_of
from parlour.engine.contract import CHANCE, OVER
from parlour.engine.records import new_record, view_record
from parlour.games.numeric import GAME
from parlour.games.numeric.board import SEATS, numbers_of
from parlour.games.numeric.conditions import read_conditions
from parlour.games.numeric.options import Variant
from parlour.games.numeric.reach import INDEX
from parlour.games.numeric.state import Action, Call, Ending, Outcome, Phase
from tests.form import samples
from tests.games.numeric.tabletop import VARIANTS
from tests.oracles.numeric import Table

PLIES = 600
NODES = {
    Phase.FILLING: "draw",
    Phase.STARTING: "first",
    Phase.THROWING: "throw",
    Phase.FORMING: "form",
    Phase.PLACING: "place",
    Phase.TURNING_CARD: "card",
    Phase.CHOOSING: "card_choice",
    Phase.BANKRUPT: "bankrupt",
    Phase.SWAPPING: "swap",
    Phase.SWAP_DRAW: "draw",
    Phase.FINISHED: "over",
}


def second_reading(values: dict[str, Any]) -> Table:
    """The oracle's table for the same options."""
    options = {name: value for name, value in values.items() if name not in ("players", "members")}
    options["end"] = read_conditions(values["end"])
    if values["players"] == 1:
        options["first_side"] = 0  # nobody else could throw first
    elif values["first_side"] != "random":
        options["first_side"] = SEATS.index(values["first_side"])
    return Table(options, values["players"])


def outcome_of(event: tuple[Any, ...]) -> int:
    kind, what = event
    if kind == "throw":
        return Outcome.THROW + INDEX[what]
    return {"first": Outcome.FIRST, "card": Outcome.CARD - 1, "draw": Outcome.DRAW - 1}[kind] + int(what)


def call_of(word: str) -> int:
    if word.startswith("claim:"):
        return Call.CLAIM + int(word.removeprefix("claim:"))
    return {"clock": Call.CLOCK, "timeout": Call.TIMEOUT, "attempts": Call.ATTEMPTS}[word]


def compare(states: NDArray[Any], options: NDArray[Any], table: Table, where: str, aside: bool) -> None:
    """Everything the two readings both know. While a counter lies aside, the oracle has it on no rack."""
    s, o = view_record(states), view_record(options)
    assert NODES[s.phase] == table.node(), where
    assert table.asked() == (
        ("over", 0) if s.to_move == OVER else ("chance", 0) if s.to_move < 0 else ("seat", s.to_move)
    )
    actions, weights, _ = GAME.buffers()
    GAME.doors.legal_at(states, 0, options, actions)
    GAME.doors.chance_at(states, 0, options, weights)
    assert set(codes_of(actions)) == table.legal(), where
    expected = {outcome_of(event): weight for event, weight in table.outcomes().items()}
    assert {int(code): int(weights[code]) for code in np.flatnonzero(weights)} == expected, where
    GAME.doors.calls_at(states, 0, options, actions)
    assert set(codes_of(actions)) == set(map(call_of, table.calls())), where
    seats = range(o.players)
    assert [s.money[seat] for seat in seats] == table.money, where
    assert [s.out[seat] == 0 for seat in seats] == table.active, where
    assert {n: seat for seat in seats for n in numbers_of(s.own[seat, 0], s.own[seat, 1])} == table.covered, where
    assert {cell: s.cells[cell] for cell in range(169) if s.cells[cell]} == table.cells, where
    if not aside and o.variant == Variant.COUNTERS:
        assert [set(numbers_of(s.racks[seat, 0], s.racks[seat, 1])) for seat in seats] == table.racks, where
        assert set(numbers_of(s.bag[0], s.bag[1])) == table.bag, where
    assert s.throws == table.throws, where
    assert s.drawn == len(table.drawn), where
    assert Ending.word(s.reason) == (table.reason or "none"), where
    assert sum(table.money) == o.players * o.starting_money + table.bank, where


def choose(table: Table, rng: random.Random) -> tuple[int, Any]:
    """Something that may happen now: its code, and what the oracle calls it."""
    calls = sorted(table.calls())
    if calls and rng.random() < 0.08:
        word = rng.choice(calls)
        return call_of(word), word
    if table.asked()[0] == "chance":
        events, weights = zip(*sorted(table.outcomes().items()), strict=True)
        event = rng.choices(events, weights)[0]
        return outcome_of(event), event
    actions = sorted(table.legal() - {Action.PASS, Action.END}) if rng.random() < 0.8 else []
    action = rng.choice(actions or sorted(table.legal()))
    return action, action


def walk(values: dict[str, Any], rng: random.Random) -> Table:
    """Play one random game in both readings, comparing at every ply."""
    options, states = GAME.encode(values), new_record(GAME.state_type)
    GAME.doors.setup_at(states, 0, options)
    table = second_reading(values)
    aside = False
    for ply in range(PLIES):
        over = states["to_move"][0] == OVER  # the clock may run out in the midst of an exchange
        aside = states["phase"][0] == Phase.SWAP_DRAW or (aside and over)
        compare(states, options, table, f"ply {ply} of {values}", aside)
        if over:
            break
        code, meaning = choose(table, rng)
        GAME.doors.apply_at(states, 0, options, code)
        if isinstance(meaning, str):
            table.call(meaning)
        elif isinstance(meaning, tuple):
            table.happen(meaning)
        else:
            table.act(meaning)
    if states["to_move"][0] == OVER:
        points = np.zeros(GAME.sizes["SEATS"])
        GAME.doors.score_at(states, 0, options, points)
        assert points[: values["players"]].tolist() == pytest.approx(table.utilities()), str(values)
    return table


@pytest.mark.parametrize("variant", VARIANTS)
def test_random_plays_agree_with_the_oracle(variant: str) -> None:
    rng = random.Random(variant)
    reasons = set()
    for i in range(samples(6, 60)):
        fixed = {"variant": variant} if i % 2 else {"variant": variant, "max_throws": 5000}
        reasons.add(walk(GAME.sample(rng, fixed), rng).reason)
    assert len(reasons) >= samples(2, 5), reasons


@pytest.mark.parametrize("variant", VARIANTS[1:])
def test_R74_R75_poor_sides_agree_with_the_oracle(variant: str) -> None:
    """Small purses, so that cards ruin sides all the time."""
    rng = random.Random(f"poor {variant}")
    ruined = 0
    for _ in range(samples(10, 40)):
        money = 5 if variant == "counters" else 50
        fixed = {"variant": variant, "cards": True, "starting_money": money, "bankruptcy": "out", "players": 4}
        values = GAME.sample(rng, {**fixed, "pass_rule": "forced"})
        ruined += walk(values, rng).active.count(False)
    assert ruined >= samples(2, 10)


def test_at_chance_means_nobody_moves() -> None:
    states = new_record(GAME.state_type)
    GAME.doors.setup_at(states, 0, GAME.encode(GAME.settle("counters")))
    assert states["to_move"][0] == CHANCE
