"""The games of a batch one after another: a template for Python, and for the threads of a processor."""

from typing import Any

from numpy.typing import NDArray

from parlour.engine.bits import WORD
from parlour.engine.contract import ACTIONS, Weights
from parlour.environments.stepping import WORDS, choose_action, is_in_set, observe_game, step_game


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


def fill_masks(first: int, last: int, sets: NDArray[Any], mask: NDArray[Any]) -> None:
    """A flag at a time, which a processor does many of at once."""
    for i in range(first, last):
        for k in range(WORDS):
            bits = int(sets[i, k])
            for place in range(min(WORD, ACTIONS - k * WORD)):
                mask[i, k * WORD + place] = bits >> place & 1
