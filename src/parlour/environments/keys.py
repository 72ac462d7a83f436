"""The keys of random numbers: one for each game of a batch, from its seed."""

import numpy as np
from numpy.typing import NDArray

from parlour.engine.bits import ALL
from parlour.environments import luck

STEP, FIRST_FACTOR, SECOND_FACTOR = (n & ALL for n in (luck.STEP, luck.FIRST_FACTOR, luck.SECOND_FACTOR))


def keys_of(seed: int, games: int) -> NDArray[np.int64]:
    """Any whole number is a seed. A game has the same key in a batch of any size."""
    start = int(_mix(np.array([seed & ALL], np.uint64))[0])
    numbers = np.arange(games, dtype=np.uint64) * np.uint64(STEP)
    return _mix(numbers + np.uint64(start)).view(np.int64)


def _mix(x: NDArray[np.uint64]) -> NDArray[np.uint64]:
    x = (x ^ (x >> np.uint64(30))) * np.uint64(FIRST_FACTOR)
    x = (x ^ (x >> np.uint64(27))) * np.uint64(SECOND_FACTOR)
    return x ^ (x >> np.uint64(31))
