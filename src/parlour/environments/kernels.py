"""The games of a batch all at once: a template of kernels, in which every game has a thread of a GPU."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from parlour.engine.contract import ACTIONS, OUTCOMES
from parlour.engine.gpu_library import cuda
from parlour.environments.stepping import (
    WORDS,
    choose_action,
    eight_flags,
    is_in_set,
    observe_game,
    play_out_game,
    step_game,
)


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


def play_out_games(
    most: int,
    states: NDArray[Any],
    options: NDArray[Any],
    chosen: NDArray[Any],
    luck: NDArray[Any],
    choices: NDArray[Any],
    sets: NDArray[Any],
    to_move: NDArray[Any],
    rewards: NDArray[Any],
    over: NDArray[Any],
) -> None:
    words = cuda.local.array(WORDS, np.int64)
    weights = cuda.local.array(OUTCOMES, np.int16)
    i = cuda.grid(1)
    if i < len(to_move):
        play_out_game(i, most, states, options, chosen, luck, choices, sets, to_move, rewards, over, words, weights)


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


def take_actions(given: NDArray[Any], actions: NDArray[Any]) -> None:
    """Actions of any type of whole numbers as narrow ones; what cannot be an action is none."""
    i = cuda.grid(1)
    if i < len(actions):
        actions[i] = given[i] if 0 <= given[i] < ACTIONS else -1


def check_actions(actions: NDArray[Any], sets: NDArray[Any], refused: NDArray[Any]) -> None:
    """Write the first game whose action is not legal to `refused[0]`."""
    i = cuda.grid(1)
    if i < len(actions) and not is_in_set(i, sets, int(actions[i])):
        cuda.atomic.min(refused, 0, i)


def fill_masks(sets: NDArray[Any], eights: NDArray[Any]) -> None:
    for at in range(cuda.grid(1), len(eights), cuda.gridsize(1)):
        eights[at] = eight_flags(at, sets)


def clear(numbers: NDArray[Any]) -> None:
    """Neighbouring threads clear neighbouring numbers, which a thread for each game would not."""
    for at in range(cuda.grid(1), len(numbers), cuda.gridsize(1)):
        numbers[at] = 0.0
