"""Uniformly random play, a template compiled for each game; `simulate` calls it."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from parlour.engine.bits import clear_actions, count_actions, pick_action
from parlour.engine.contract import CHANCE, OVER, Actions, Weights, apply, case, cases, chance, legal, setup
from parlour.engine.shares import clear_weights, find_share


def next_random(rng: NDArray[np.uint64]) -> np.int64:
    """The next number of xorshift64*, of which the upper 31 bits are used."""
    x = rng[0]
    x ^= x >> np.uint64(12)
    x ^= x << np.uint64(25)
    x ^= x >> np.uint64(27)
    rng[0] = x
    return np.int64((x * np.uint64(0x2545F4914F6CDD1D)) >> np.uint64(33))


def below(rng: NDArray[np.uint64], n: int) -> int:
    """A number from 0 to n - 1, evenly spread for the small n of a game."""
    return int((next_random(rng) * n) >> 31)


def draw_outcome(s: Any, o: Any, weights: Weights, rng: NDArray[np.uint64]) -> int:
    n = cases(s, o)
    if n > 0:
        return case(s, o, below(rng, n))
    clear_weights(weights)
    return find_share(weights, below(rng, chance(s, o, weights)))


def draw_action(s: Any, o: Any, actions: Actions, rng: NDArray[np.uint64]) -> int:
    clear_actions(actions)
    legal(s, o, actions)
    return pick_action(actions, below(rng, count_actions(actions)))


def play_games(
    states: NDArray[Any],
    options: NDArray[Any],
    actions: Actions,
    weights: Weights,
    rng: NDArray[np.uint64],
    games: int,
    limit: int,
) -> tuple[int, int, int]:
    """Play games one after another in `states[0]`, each from the zeroed `states[1]`.

    Returns games finished, decisions and outcomes. A game not over after `limit` decisions is broken off.
    """
    s = states[0]
    o = options[0]
    finished = 0
    decisions = 0
    outcomes = 0
    for _ in range(games):
        states[0] = states[1]
        setup(s, o)
        made = 0
        while s.to_move != OVER and made < limit:
            if s.to_move == CHANCE:
                apply(s, o, draw_outcome(s, o, weights, rng))
                outcomes += 1
            else:
                apply(s, o, draw_action(s, o, actions, rng))
                made += 1
        decisions += made
        if s.to_move == OVER:
            finished += 1
    return finished, decisions, outcomes


def trace_play(
    states: NDArray[Any],
    options: NDArray[Any],
    actions: Actions,
    weights: Weights,
    rng: NDArray[np.uint64],
    codes: NDArray[np.int16],
) -> int:
    """Play one game, writing each action or outcome to `codes` and the state after it to `states`; returns how many."""
    o = options[0]
    setup(states[0], o)
    ply = 0
    while ply < len(codes) and states[ply].to_move != OVER:
        s = states[ply]
        code = draw_outcome(s, o, weights, rng) if s.to_move == CHANCE else draw_action(s, o, actions, rng)
        states[ply + 1] = s
        apply(states[ply + 1], o, code)
        codes[ply] = code
        ply += 1
    return ply
