"""Perft, a template compiled for each game: count every line of play of a given length, chance outcomes included."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from parlour.engine.bits import allow, clear_actions, next_action
from parlour.engine.contract import CHANCE, OVER, Actions, Record, Weights, apply, chance, legal


def count_lines(
    states: NDArray[Any],
    options: NDArray[Any],
    sets: NDArray[np.int64],
    weights: Weights,
    cursors: NDArray[np.int64],
    depth: int,
) -> int:
    """The lines of exactly `depth` plies from `states[0]`, and shorter ones that end the play.

    Each depth has its own state, set and cursor; the set holds actions and outcomes alike.
    """
    o = options[0]
    lines = 0
    at = 0
    cursors[0] = -1
    while at >= 0:
        if at == depth or states[at].to_move == OVER:
            lines += 1
            at -= 1
            continue
        if cursors[at] < 0:
            clear_actions(sets[at])
            if states[at].to_move == CHANCE:
                allow_outcomes(states[at], o, weights, sets[at])
            else:
                legal(states[at], o, sets[at])
        code = next_action(sets[at], cursors[at])
        if code < 0:
            at -= 1
            continue
        cursors[at] = code
        states[at + 1] = states[at]
        apply(states[at + 1], o, code)
        at += 1
        if at < depth:
            cursors[at] = -1
    return lines


def allow_outcomes(s: Record, o: Record, weights: Weights, outcomes: Actions) -> None:
    weights[:] = 0
    chance(s, o, weights)
    for outcome in range(len(weights)):
        if weights[outcome] > 0:
            allow(outcomes, outcome)
