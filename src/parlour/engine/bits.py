"""Sets of actions, and whole numbers read as bits: the same calls in rules for every target.

Here they are as interpreted rules call them. Compiled code has its own forms of them: `words.py` for sets, and an
instruction of the processor for each question about a number. A number has 64 bits, the last of which is its sign.
"""

from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

Actions: TypeAlias = Any  # a set of action codes: `ActionSet` as written, an array of words compiled

WORD = 64  # bits
ALL = (1 << WORD) - 1
SIGN = 1 << WORD - 1


class ActionSet(set[int]):
    """Codes allowed one by one are members; those allowed many at once are bits of one number, until somebody asks."""

    __slots__ = ("bits",)

    def __init__(self) -> None:
        self.bits = 0


def new_words(size: int) -> NDArray[np.int64]:
    """An empty set for `size` action codes, as compiled code has it."""
    return np.zeros(max(1, -(-size // WORD)), np.int64)


# What rules call


def allow(actions: Actions, code: int) -> None:
    """Allow an action. Interpreted rules call `set.add` itself in its place."""
    actions.add(code)


def allow_run(actions: Actions, first: int, count: int) -> None:
    """Allow `count` actions from `first` on."""
    if count > 0:
        actions.bits |= (1 << count) - 1 << first


def allow_bits(actions: Actions, first: int, bits: int) -> None:
    """Allow the action `first` + i for every bit i of a number."""
    actions.bits |= (bits & ALL) << first


def count_bits(x: int) -> int:
    """How many bits of a number are 1."""
    return (x & ALL).bit_count()


def lowest_bit(x: int) -> int:
    """The place of the lowest 1, or -1 where there is none."""
    return (x & -x).bit_length() - 1


def highest_bit(x: int) -> int:
    """The place of the highest 1, or -1 where there is none."""
    return (x & ALL).bit_length() - 1


def select_bit(x: int, k: int) -> int:
    """The place of the k-th 1, the lowest being the 0th; the number has to have so many."""
    x &= ALL
    for _ in range(k):
        x &= x - 1
    return lowest_bit(x)


def write_flags(flags: NDArray[np.bool_], at: int, bits: int) -> None:
    """Write every bit of a number as a flag, from some place of an array on."""
    for place in range(WORD):
        flags[at + place] = bits >> place & 1 == 1


# What those who ask the rules call


def clear_actions(actions: Actions) -> None:
    actions.clear()
    actions.bits = 0


def count_actions(actions: Actions) -> int:
    return gather(actions).bit_count() if actions.bits else len(actions)


def is_allowed(actions: Actions, code: int) -> bool:
    return code in actions or actions.bits >> code & 1 == 1


def pick_action(actions: Actions, k: int) -> int:
    """The k-th action in the order of their codes, from 0."""
    return codes_of(actions)[k]


def next_action(actions: Actions, after: int) -> int:
    """The first action with a code above `after`, or -1."""
    bits = gather(actions) >> (after + 1)
    return lowest_bit(bits) + after + 1 if bits else -1


def gather(actions: ActionSet) -> int:
    """All actions as bits of one number; so they are kept from now on."""
    if actions:
        bits = actions.bits
        for code in actions:
            bits |= 1 << code
        actions.clear()
        actions.bits = bits
    return actions.bits


def as_set(words: Any) -> Actions:
    """An empty set, which in compiled code lies in these words, all 0."""
    return ActionSet()


def store_actions(actions: Actions, sets: Any, i: int) -> None:
    """Write a set as row i of an array of words."""
    left = gather(actions)
    for k in range(sets.shape[1]):
        sets[i, k] = wrap(left >> WORD * k)


def wrap(x: int) -> int:
    """A number as 64 bits hold it, the last of which is its sign."""
    return (x + SIGN & ALL) - SIGN


def add_wrapped(x: int, y: int) -> int:
    """A sum that may be too large for 64 bits; compilers take for granted that those of plain numbers are not."""
    return wrap(x + y)


def multiply_wrapped(x: int, y: int) -> int:
    return wrap(x * y)


# From one form to another


def as_number(actions: Actions) -> int:
    """A set in either form as bits of one number."""
    return int.from_bytes(actions.tobytes(), "little") if isinstance(actions, np.ndarray) else gather(actions)


def codes_of(actions: Actions) -> list[int]:
    """The codes in a set of either form, in their order."""
    if isinstance(actions, ActionSet) and not actions.bits:
        return sorted(actions)
    left = as_number(actions)
    codes = []
    while left:
        low = left & -left
        codes.append(low.bit_length() - 1)
        left ^= low
    return codes


def actions_as_words(actions: Actions, size: int) -> NDArray[np.int64]:
    """A set of either form as compiled code has it: a bit for each of `size` codes, 64 to a word."""
    words = new_words(size)
    number = as_number(actions)
    if number.bit_length() > size:
        raise ValueError(f"action {number.bit_length() - 1} is not among {size}: expected codes from 0 to {size - 1}")
    words[:] = np.frombuffer(number.to_bytes(words.nbytes, "little"), np.int64)
    return words


def as_flags(actions: Actions, size: int) -> NDArray[np.bool_]:
    """A set of either form as `size` flags, true for each action in it."""
    raw = actions_as_words(actions, size).view(np.uint8)
    return np.unpackbits(raw, count=size, bitorder="little").view(np.bool_)
