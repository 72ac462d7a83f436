"""The games of a batch all at once: a template of kernels, in which every game has a thread of a GPU."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from parlour.engine.contract import ACTIONS, OUTCOMES
from parlour.engine.gpu_library import cuda
from parlour.environments.stepping import WORDS, choose_action, is_in_set, observe_game, step_game


def step_games(
    states: NDArray[Any],
    options: NDArray[Any],
    chosen: NDArray[Any],
    luck: NDArray[Any],
    actions: NDArray[Any],
    sets: NDArray[Any],
    to_move: NDArray[Any],
    rewards: NDArray[Any],
    over: NDArray[Any],
) -> None:
    words = cuda.local.array(WORDS, np.int64)
    weights = cuda.local.array(OUTCOMES, np.int16)
    i = cuda.grid(1)
    if i < len(to_move):
        step_game(i, states, options, chosen, luck, actions, sets, to_move, rewards, over, words, weights)


def observe_games(
    states: NDArray[Any],
    options: NDArray[Any],
    chosen: NDArray[Any],
    seats: NDArray[Any],
    observations: NDArray[Any],
) -> None:
    i = cuda.grid(1)
    if i < len(seats):
        observe_game(i, states, options, chosen, seats, observations)


def choose_actions(sets: NDArray[Any], luck: NDArray[Any], actions: NDArray[Any]) -> None:
    i = cuda.grid(1)
    if i < len(actions):
        choose_action(i, sets, luck, actions)


def check_actions(given: NDArray[Any], sets: NDArray[Any], actions: NDArray[Any], refused: NDArray[Any]) -> None:
    """Take the actions over, and write the first game whose action is not legal to `refused[0]`."""
    i = cuda.grid(1)
    if i < len(actions):
        actions[i] = given[i]
        if not is_in_set(i, sets, int(given[i])):
            cuda.atomic.min(refused, 0, i)


def fill_masks(sets: NDArray[Any], mask: NDArray[Any]) -> None:
    """A flag for every action of every game: neighbouring threads write neighbouring flags."""
    at = cuda.grid(1)
    if at < len(sets) * ACTIONS:
        i = at // ACTIONS
        code = at - i * ACTIONS
        mask[i, code] = int(sets[i, code >> 6]) >> (code & 63) & 1 == 1
