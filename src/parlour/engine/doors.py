"""Doors from Python into a game's compiled rules: an array of records and an index.

Handing compiled code an array costs a third of handing it a record scalar. Bound once for each game.
"""

from typing import Any

from numpy.typing import NDArray

from parlour.engine.bits import clear_actions
from parlour.engine.contract import Actions, Points, Weights, apply, calls, chance, legal, score, setup


def setup_at(states: NDArray[Any], i: int, options: NDArray[Any]) -> None:
    setup(states[i], options[0])


def legal_at(states: NDArray[Any], i: int, options: NDArray[Any], actions: Actions) -> None:
    clear_actions(actions)
    legal(states[i], options[0], actions)


def calls_at(states: NDArray[Any], i: int, options: NDArray[Any], actions: Actions) -> None:
    clear_actions(actions)
    calls(states[i], options[0], actions)


def chance_at(states: NDArray[Any], i: int, options: NDArray[Any], weights: Weights) -> int:
    weights[:] = 0
    return chance(states[i], options[0], weights)


def apply_at(states: NDArray[Any], i: int, options: NDArray[Any], action: int) -> None:
    apply(states[i], options[0], action)


def score_at(states: NDArray[Any], i: int, options: NDArray[Any], points: Points) -> None:
    points[:] = 0
    score(states[i], options[0], points)
