"""Numbers by which threads tell one another things: the same calls for every target.

Here they are as interpreted code calls them, which only ever one thread runs. Compiled, whoever sees a number that was
written by `tell` or `exchange` sees all that was done before as well.
"""

from typing import Any

from numpy.typing import NDArray


def look(notes: NDArray[Any], i: int) -> int:
    """The number as it is now."""
    return int(notes[i])


def tell(notes: NDArray[Any], i: int, number: int) -> None:
    notes[i] = number


def exchange(notes: NDArray[Any], i: int, expected: int, number: int) -> bool:
    """Write a number if the one expected is there still; whether it was."""
    was_there = bool(notes[i] == expected)
    if was_there:
        notes[i] = number
    return was_there
