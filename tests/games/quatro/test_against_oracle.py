"""Whole turns and single steps against the second reading, on positions met in random play."""

import random
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from parlour.games.quatro import GAME
from parlour.games.quatro.state import Action, Phase
from parlour.search.simulate import random_trace
from tests.games.quatro.kernel import as_step, legal_steps, options_for, read_state
from tests.oracles import quatro as oracle

TABLES: dict[str, tuple[str, int, dict[str, Any], oracle.Rules]] = {
    "four": ("ADCB", 11, {}, oracle.quatro()),
    "three": ("ACB", 11, {}, oracle.quatro()),
    "three-15": ("ADC", 15, {}, oracle.quatro()),
    "two-facing": ("AB", 15, {}, oracle.quatro()),
    "two-crossing": ("AD", 11, {}, oracle.quatro()),
    "no-touch": ("ADCB", 11, {"touch_owned": False}, oracle.quatro(touch_owned=False)),
    "no-total": ("ADB", 13, {"combined_entry": False}, oracle.quatro(combined_entry=False)),
    "neither": (
        "ADCB",
        11,
        {"touch_owned": False, "combined_entry": False},
        oracle.quatro(touch_owned=False, combined_entry=False),
    ),
    "teams": ("ADCB", 11, {"teams": True}, oracle.quatro(teams=True)),
    "hostile": (
        "ADCB",
        11,
        {"teams": True, "team_contact": "hostile"},
        oracle.quatro(teams=True, team_contact="hostile"),
    ),
    "backgammon36": ("CD", 15, {"ruleset": "backgammon"}, oracle.backgammon()),
    "backgammon24": ("AB", 15, {"ruleset": "backgammon24"}, oracle.backgammon24()),
}


def rolled_states(options: NDArray[Any], seed: int) -> Iterator[NDArray[Any]]:
    """States of a random game just after a roll."""
    states, _ = random_trace(GAME, options, seed, limit=1500)
    for i in np.flatnonzero((states["phase"] == Phase.MOVING) & (states["steps"] == 0)):
        yield states[i : i + 1].copy()


@pytest.mark.parametrize("table", TABLES)
def test_R9_steps_agree_with_the_oracle(table: str) -> None:
    seats, men, given, rules = TABLES[table]
    options = GAME.encode(options_for(seats, men, **given))
    rng = random.Random(table)
    compared = 0
    for seed in range(4):
        for states in rng.sample(list(rolled_states(options, seed)), 25):
            compared += compare_play(states, options, rules, rng)
    assert compared >= 100


def compare_play(states: NDArray[Any], options: NDArray[Any], rules: oracle.Rules, rng: random.Random) -> int:
    """Walk one play step by step, comparing what may come next; returns how many comparisons were made."""
    mover = "ADCB"[states["board"][0]]
    dice = (int(states["dice"][0][0]), int(states["dice"][0][1]))
    position = read_state(states, options)
    turn, compared = states["turns"][0], 0
    taken: list[oracle.Step] = []
    while states["phase"][0] == Phase.MOVING and states["turns"][0] == turn:
        codes = legal_steps(states, options)
        steps = {as_step(states, options, code) for code in codes if code != Action.NO_MOVE}
        expected = oracle.next_steps(position, mover, dice, tuple(taken), rules)
        assert steps == expected, f"{oracle.write_position(position)} {mover} {dice} after {taken}"
        compared += 1
        code = rng.choice(codes)
        if code != Action.NO_MOVE:
            taken.append(as_step(states, options, code))
        GAME.doors.apply_at(states, 0, options, code)
    assert not taken or tuple(taken) in oracle.legal_plays(position, mover, dice, rules)
    return compared
