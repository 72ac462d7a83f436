"""What a throw can make: the numbers 1 to 100, and which signs it takes to make them.

The signs of an expression are a class from 0 to 3: 1 when a − is written, and 2 more when a ÷ is written.
Classes are kept as sets of four bits, bit c for class c.
"""

from collections.abc import Sequence
from itertools import combinations_with_replacement
from math import factorial, prod

import numpy as np
from numpy.typing import NDArray

Dice = tuple[int, ...]
Values = dict[int, int]  # a value, and the set of the classes that make it

HIGHEST = 100
WORD = 50  # numbers in one word of bits, so that none is a sign
FOUR, THREE = 126, 56

THROWS: tuple[Dice, ...] = tuple(
    throw for count in (4, 3) for throw in combinations_with_replacement(range(1, 7), count)
)
INDEX = {throw: index for index, throw in enumerate(THROWS)}
ROLLS = np.array(
    [factorial(len(throw)) // prod(factorial(throw.count(face)) for face in set(throw)) for throw in THROWS], np.int64
)

# The denominators that two dice can leave, 1 to 12 and the products of two, all divide this
SCALE = 277_200


def _union(one: int, other: int) -> int:
    """The classes of two parts put together, for every class of either."""
    return sum({1 << (a | b) for a in range(4) for b in range(4) if one >> a & other >> b & 1})


JOIN = [[_union(one, other) for other in range(16)] for one in range(16)]
MINUS = JOIN[0b0010]
DIVIDED = JOIN[0b0100]


def _combine(left: Values, right: Values, scale: int, made: Values) -> None:
    """Add all that one operator makes of two parts, values being whole multiples of 1/scale.

    Nothing goes below zero: whatever makes −n, makes n with the same signs by turning differences round (N3).
    """
    for a, one in left.items():
        for b, other in right.items():
            signs = JOIN[one][other]
            value = a + b
            made[value] = made.get(value, 0) | signs
            value = a - b if a > b else b - a
            made[value] = made.get(value, 0) | MINUS[signs]
            value, rest = divmod(a * b, scale)
            if not rest:
                made[value] = made.get(value, 0) | signs
            if b and not a * scale % b:
                value = a * scale // b
                made[value] = made.get(value, 0) | DIVIDED[signs]
            if a and not b * scale % a:
                value = b * scale // a
                made[value] = made.get(value, 0) | DIVIDED[signs]


def splits(dice: Dice) -> set[tuple[Dice, Dice]]:
    """The ways to part two to four sorted dice in two, the smaller part first."""
    if len(dice) == 2:
        return {(dice[:1], dice[1:])}
    parted: set[tuple[Dice, Dice]] = {((dice[i],), dice[:i] + dice[i + 1 :]) for i in range(len(dice))}
    if len(dice) == 4:
        a, b, c, d = dice
        parted |= {((a, b), (c, d)), ((a, c), (b, d)), ((a, d), (b, c))}
    return parted


def _tables(scale: int) -> dict[Dice, Values]:
    """The numbers of every throw and their classes."""
    values: dict[Dice, Values] = {(face,): {face * scale: 1} for face in range(1, 7)}
    for count in (2, 3, 4):
        for dice in combinations_with_replacement(range(1, 7), count):
            made: Values = {}
            for one, other in splits(dice):
                _combine(values[one], values[other], scale, made)
            values[dice] = made
    wanted = [(number, number * scale) for number in range(1, HIGHEST + 1)]
    return {
        throw: {number: values[throw][value] for number, value in wanted if value in values[throw]} for throw in THROWS
    }


_TABLES = (_tables(1), _tables(SCALE))


def class_table(dice: Sequence[int], rational: bool = False) -> Values:
    """The numbers from 1 to 100 that a throw makes, each with the set of the classes that make it."""
    throw = tuple(sorted(dice))
    if throw not in INDEX:
        raise ValueError(f"{' '.join(map(str, dice))!r} is not a throw: expected three or four dice from 1 to 6")
    return dict(_TABLES[rational][throw])


def serialise(rational: bool, dice_count: int) -> str:
    """The whole table for that many dice as text, a throw to a line, classes as hexadecimal digits."""
    lines = []
    for throw, table in _TABLES[rational].items():
        if len(throw) == dice_count:
            lines.append(f"{''.join(map(str, throw))} {','.join(f'{n}:{table[n]:x}' for n in sorted(table))}\n")
    return "".join(lines)


def _bits() -> NDArray[np.int64]:
    """For fractions, throw, class and word: the numbers as bits, 1 being the lowest of the first word."""
    bits = [[[[0, 0] for _ in range(4)] for _ in THROWS] for _ in range(2)]
    for fractions, tables in enumerate(_TABLES):
        for throw, table in tables.items():
            words = bits[fractions][INDEX[throw]]
            for number, classes in table.items():
                word, bit = divmod(number - 1, WORD)
                for c in range(4):
                    words[c][word] |= (classes >> c & 1) << bit
    return np.array(bits, np.int64)


REACH = _bits()
REACHED: NDArray[np.int64] = np.bitwise_or.reduce(REACH, axis=2)


def _ways() -> NDArray[np.int64]:
    """For fractions and throw: every number with every class that makes it, as 4(n − 1) + c, and −1 after the last."""
    ways = np.full((2, len(THROWS), 1 + max(map(_count_ways, _TABLES[1].values()))), -1, np.int64)
    for fractions, tables in enumerate(_TABLES):
        for throw, table in tables.items():
            found = [4 * (n - 1) + c for n in sorted(table) for c in range(4) if table[n] >> c & 1]
            ways[fractions, INDEX[throw], : len(found)] = found
    return ways


def _count_ways(table: Values) -> int:
    return sum(classes.bit_count() for classes in table.values())


WAYS = _ways()
