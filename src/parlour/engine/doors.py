"""Doors from Python into a game's compiled rules: an array of records and an index.

Handing compiled code an array costs a third of handing it a record scalar. Bound once for each game.
"""

from typing import Any

from numpy.typing import NDArray

from parlour.engine.contract import Flags, Points, Weights, apply, chance, legal, score, setup


def setup_at(states: NDArray[Any], i: int, options: NDArray[Any]) -> None:
    setup(states[i], options[0])


def legal_at(states: NDArray[Any], i: int, options: NDArray[Any], mask: Flags) -> int:
    mask[:] = 0
    return legal(states[i], options[0], mask)


def chance_at(states: NDArray[Any], i: int, options: NDArray[Any], weights: Weights) -> int:
    weights[:] = 0
    return chance(states[i], options[0], weights)


def apply_at(states: NDArray[Any], i: int, options: NDArray[Any], action: int) -> None:
    apply(states[i], options[0], action)


def score_at(states: NDArray[Any], i: int, options: NDArray[Any], points: Points) -> None:
    points[:] = 0
    score(states[i], options[0], points)
