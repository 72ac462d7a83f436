"""Random numbers by counting: the n-th number of a game follows from its key and n alone.

So every game of a batch has its own, whichever others there are and in whatever order they are played, and the same
seed gives the same numbers on every device. The numbers are those of SplitMix64; written so that they are the same in
Python, where whole numbers have no end, and in compiled code, where they have 64 bits.
"""

from typing import Any

from numpy.typing import NDArray

from parlour.engine.bits import add_wrapped, multiply_wrapped

KEY, CHANCE_DRAWS, CHOICES = range(3)  # what is held of each game: its key, and how many numbers were used for what
HELD = 3

# The constants of SplitMix64, with the last of 64 bits as the sign
STEP = 0x9E3779B97F4A7C15 - (1 << 64)
FIRST_FACTOR = 0xBF58476D1CE4E5B9 - (1 << 64)
SECOND_FACTOR = 0x94D049BB133111EB - (1 << 64)


def mix(x: int) -> int:
    """A number that has nothing to do with x any more."""
    x = multiply_wrapped(x ^ (x >> 30 & 0x3FFFFFFFF), FIRST_FACTOR)
    x = multiply_wrapped(x ^ (x >> 27 & 0x1FFFFFFFFF), SECOND_FACTOR)
    return x ^ (x >> 31 & 0x1FFFFFFFF)


def next_below(luck: NDArray[Any], i: int, use: int, n: int) -> int:
    """The next number of game i for some use, from 0 to n - 1: evenly spread for the small n of a game."""
    count = int(luck[i, use]) + 1
    luck[i, use] = count
    number = mix(add_wrapped(int(luck[i, KEY]), multiply_wrapped(2 * count + use, STEP)))
    return (number >> 33 & 0x7FFFFFFF) * n >> 31
