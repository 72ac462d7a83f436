"""Sets of actions as compiled code has them: one bit for each code, 64 to a word.

These take the place of the functions of the same names in `bits.py`. Words are signed, since the compiler makes a
floating number of a signed and an unsigned one; their last bit is the sign.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from parlour.engine.bits import count_bits, lowest_bit, select_bit

Words = NDArray[np.int64]


def allow(actions: Words, code: int) -> None:
    actions[code >> 6] |= 1 << (code & 63)


def allow_run(actions: Words, first: int, count: int) -> None:
    while count > 0:
        at = first & 63
        here = min(64 - at, count)
        actions[first >> 6] |= (-1 if here == 64 else (1 << here) - 1) << at
        first += here
        count -= here


def allow_bits(actions: Words, first: int, bits: int) -> None:
    number = np.int64(bits)
    at = first & 63
    actions[first >> 6] |= number << at
    beyond = (number >> 1 & 0x7FFFFFFFFFFFFFFF) >> (63 - at)
    if beyond != 0:
        actions[(first >> 6) + 1] |= beyond


def clear_actions(actions: Words) -> None:
    actions[0] = 0
    actions[len(actions) - 1] = 0
    if len(actions) > 2:  # the compiler makes a call of a loop, which takes longer than one or two words
        for i in range(1, len(actions) - 1):
            actions[i] = 0


def count_actions(actions: Words) -> int:
    last = len(actions) - 1
    n = count_bits(actions[0])
    if last > 0:
        n += count_bits(actions[last])
    if last > 1:  # as above: a loop is made for many words, not for one or two
        for i in range(1, last):
            n += count_bits(actions[i])
    return n


def is_allowed(actions: Words, code: int) -> bool:
    return bool(actions[code >> 6] >> (code & 63) & 1 == 1)


def pick_action(actions: Words, k: int) -> int:
    i = 0
    n = count_bits(actions[0])
    while k >= n:
        k -= n
        i += 1
        n = count_bits(actions[i])
    return (i << 6) + select_bit(actions[i], k)


def next_action(actions: Words, after: int) -> int:
    i = (after + 1) >> 6
    if i >= len(actions):
        return -1
    word = actions[i] & -1 << (after + 1 & 63)
    while word == 0:
        i += 1
        if i == len(actions):
            return -1
        word = actions[i]
    return (i << 6) + lowest_bit(word)


def as_set(words: Words) -> Words:
    return words


def store_actions(actions: Words, sets: Any, i: int) -> None:
    for k in range(len(actions)):
        sets[i, k] = actions[k]


def add_wrapped(x: int, y: int) -> Any:
    return np.int64(np.uint64(x) + np.uint64(y))


def multiply_wrapped(x: int, y: int) -> Any:
    return np.int64(np.uint64(x) * np.uint64(y))


def record_at(records: Any, i: int) -> Any:
    return records[i]
