"""Perft, a template compiled for each game: count every line of play of a given length, chance outcomes included."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from parlour.engine.contract import CHANCE, OVER, apply, chance, legal


def count_lines(
    states: NDArray[Any],
    options: NDArray[Any],
    masks: NDArray[np.int8],
    weights: NDArray[np.int64],
    cursors: NDArray[np.int64],
    depth: int,
) -> int:
    """The lines of exactly `depth` plies from `states[0]`, and shorter ones that end the play.

    Each depth has its own state, mask and cursor; the mask marks actions and outcomes alike.
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
            masks[at][:] = 0
            if states[at].to_move == CHANCE:
                weights[:] = 0
                chance(states[at], o, weights)
                for outcome in range(len(weights)):
                    masks[at][outcome] = 1 if weights[outcome] > 0 else 0
            else:
                legal(states[at], o, masks[at])
            cursors[at] = 0
        code = cursors[at]
        while code < masks.shape[1] and not masks[at][code]:
            code += 1
        if code == masks.shape[1]:
            at -= 1
            continue
        cursors[at] = code + 1
        states[at + 1] = states[at]
        apply(states[at + 1], o, code)
        at += 1
        if at < depth:
            cursors[at] = -1
    return lines
