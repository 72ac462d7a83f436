"""Playing a play once more to see every state of it, a template compiled for each game; `retracing` calls it."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from parlour.engine.bits import clear_actions, count_actions
from parlour.engine.contract import Actions, apply, legal, setup


def retrace(
    states: NDArray[Any],
    options: NDArray[Any],
    actions: Actions,
    codes: NDArray[np.int16],
    choices: NDArray[np.int16],
) -> None:
    """From the zeroed `states[0]`, write the state after every code, and at decisions how many actions were legal."""
    o = options[0]
    setup(states[0], o)
    for ply in range(len(codes)):
        s = states[ply]
        if s.to_move >= 0:
            clear_actions(actions)
            legal(s, o, actions)
            choices[ply] = count_actions(actions)
        states[ply + 1] = s
        apply(states[ply + 1], o, int(codes[ply]))
