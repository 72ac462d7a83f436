"""Whose share of weights a number falls into: how generic code draws an outcome."""

import numpy as np
from numpy.typing import NDArray

from parlour.engine.contract import OUTCOMES, Weights

BLOCK = 8  # weights looked at together


def list_cases(weights: NDArray[np.integer]) -> NDArray[np.int64]:
    """For rules that know their cases: the outcome of each, as many as it weighs."""
    return np.repeat(np.arange(len(weights)), weights)


def clear_weights(weights: Weights) -> None:
    for outcome in range(OUTCOMES):  # a number the compiler knows, so that it need not call anything
        weights[outcome] = 0


def find_share(shares: Weights, left: int) -> int:
    """Whose share, of weights laid end to end, the number `left` falls into."""
    i = 0
    while i + BLOCK <= len(shares):
        total = 0
        for k in range(i, i + BLOCK):
            total += int(shares[k])
        if left < total:
            return i + pass_shares(shares, i, left)
        left -= total
        i += BLOCK
    while left >= int(shares[i]):
        left -= int(shares[i])
        i += 1
    return i


def pass_shares(shares: Weights, first: int, left: int) -> int:
    """How many shares of a block `left` goes beyond: all are looked at, for stopping at the right one takes longer."""
    passed = 0
    for k in range(first, first + BLOCK):
        left -= int(shares[k])
        passed += int(left >= 0)
    return passed
