"""The games of a batch one after another: a template for Python, and for the threads of a processor."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from parlour.engine.bits import WORD
from parlour.engine.contract import ACTIONS, Weights
from parlour.environments.stepping import choose_action, is_in_set, observe_game, spread, step_game

HALF = WORD // 2  # the bits of a word that are taken at a time, so that those left from before find room
LOWER = (1 << HALF) - 1
FLAGS = np.array([spread(bits) for bits in range(256)])


def step_games(
    first: int,
    last: int,
    states: NDArray[Any],
    options: NDArray[Any],
    chosen: NDArray[Any],
    luck: NDArray[Any],
    actions: NDArray[Any],
    sets: NDArray[Any],
    to_move: NDArray[Any],
    rewards: NDArray[Any],
    over: NDArray[Any],
    words: NDArray[Any],
    weights: Weights,
) -> None:
    for i in range(first, last):
        step_game(i, states, options, chosen, luck, actions, sets, to_move, rewards, over, words, weights)


def observe_games(
    first: int,
    last: int,
    states: NDArray[Any],
    options: NDArray[Any],
    chosen: NDArray[Any],
    seats: NDArray[Any],
    observations: NDArray[Any],
) -> None:
    for i in range(first, last):
        for n in range(observations.shape[1]):
            observations[i, n] = 0.0
        observe_game(i, states, options, chosen, seats, observations)


def choose_actions(first: int, last: int, sets: NDArray[Any], luck: NDArray[Any], actions: NDArray[Any]) -> None:
    for i in range(first, last):
        choose_action(i, sets, luck, actions)


def check_actions(first: int, last: int, given: NDArray[Any], sets: NDArray[Any], refused: NDArray[Any]) -> None:
    """Write the first game whose action is not legal to `refused[0]`, if it is before the one there."""
    for i in range(first, last):
        if not is_in_set(i, sets, int(given[i])):
            refused[0] = min(refused[0], i)
            return


def fill_masks(first: int, last: int, sets: NDArray[Any], eights: NDArray[Any]) -> None:
    """The bits of all sets one after another, eight of them at a time as eight flags.

    The first game has to begin with a number of its own: `first` can be divided by 8.
    """
    at = first * ACTIONS // 8
    held = 0  # bits that are not written yet,
    count = 0  # and how many, fewer than 8
    for i in range(first, last):
        for code in range(0, ACTIONS, HALF):
            held |= (int(sets[i, code // WORD]) >> code % WORD & LOWER) << count
            if code + HALF <= ACTIONS:
                eights[at] = FLAGS[held & 255]
                eights[at + 1] = FLAGS[held >> 8 & 255]
                eights[at + 2] = FLAGS[held >> 16 & 255]
                eights[at + 3] = FLAGS[held >> 24 & 255]
                at += 4
                held >>= HALF
        count += ACTIONS % HALF
        while count >= 8:
            eights[at] = FLAGS[held & 255]
            at += 1
            held >>= 8
            count -= 8
    if count > 0:
        eights[at] = FLAGS[held]
