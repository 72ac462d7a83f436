"""Loops over recorded positions in compiled code, a template: what a call costs when no Python is involved."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from parlour.engine.bits import clear_actions, count_actions
from parlour.engine.contract import Actions, apply, legal


def legal_everywhere(
    states: NDArray[Any], options: NDArray[Any], actions: Actions, asked: NDArray[np.int64], times: int
) -> int:
    """`legal` at each of the positions named, all of it so many times; returns how many actions there were in all."""
    found = 0
    for _ in range(times):
        for i in asked:
            clear_actions(actions)
            legal(states[i], options[0], actions)
            found += count_actions(actions)
    return found


def apply_all(
    states: NDArray[Any], first: NDArray[Any], options: NDArray[Any], codes: NDArray[np.int16], times: int
) -> None:
    """`apply` each code in turn to `states[0]`, from `first[0]` on, all of it so many times."""
    for _ in range(times):
        states[0] = first[0]
        for code in codes:
            apply(states[0], options[0], code)
