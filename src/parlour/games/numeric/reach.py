"""What a throw can make: the numbers 1 to 100, and which signs it takes to make them.

Sets of classes of signs are kept as four bits, bit c for class c.
"""

from collections.abc import Sequence
from itertools import combinations_with_replacement
from math import factorial, prod

import numpy as np
from numpy.typing import NDArray

from parlour.engine.codes import Codes, code

Dice = tuple[int, ...]
Values = dict[int, int]  # a value, and the set of the classes that make it

HIGHEST = 100
WORD = 50  # numbers in one word of bits, so that none is a sign
TEN = 10  # numbers whose ways to be made are looked up together
FOUR, THREE = 126, 56

THROWS: tuple[Dice, ...] = tuple(
    throw for count in (4, 3) for throw in combinations_with_replacement(range(1, 7), count)
)
INDEX = {throw: index for index, throw in enumerate(THROWS)}
ROLLS = np.array(
    [factorial(len(throw)) // prod(factorial(throw.count(face)) for face in set(throw)) for throw in THROWS], np.int16
)


class Fractions(Codes, title="Fractions", asks="Whether a division may leave a remainder on the way."):  # R3
    EXACT = code("every division must come out even")
    RATIONAL = code("only the number made must be whole")


class Signs(Codes):
    """R6. The class of an expression, by the signs written in it: 1 for a −, and 2 more for a ÷."""

    NEITHER = code("neither − nor ÷", "none")
    MINUS = code("−", "-")
    DIVIDED = code("÷", "/")
    BOTH = code("− and ÷", "-/")


CLASSES = Signs.SIZE

# The denominators that two dice can leave, 1 to 12 and the products of two, all divide this
SCALE = 277_200


def _union(one: int, other: int) -> int:
    """The classes of two parts put together, for every class of either."""
    return sum({1 << (a | b) for a in range(CLASSES) for b in range(CLASSES) if one >> a & other >> b & 1})


JOINED = [[_union(one, other) for other in range(16)] for one in range(16)]
SUBTRACTED = JOINED[1 << Signs.MINUS]
DIVIDED = JOINED[1 << Signs.DIVIDED]


def _combine(left: Values, right: Values, scale: int, made: Values) -> None:
    """Add all that one operator makes of two parts, values being whole multiples of 1/scale.

    Nothing goes below zero: whatever makes −n, makes n with the same signs by turning differences round (N3).
    """
    for a, one in left.items():
        for b, other in right.items():
            signs = JOINED[one][other]
            value = a + b
            made[value] = made.get(value, 0) | signs
            value = a - b if a > b else b - a
            made[value] = made.get(value, 0) | SUBTRACTED[signs]
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


_TABLES = Fractions.table(EXACT=_tables(1), RATIONAL=_tables(SCALE))


def _kind(rational: bool) -> int:
    return Fractions.RATIONAL if rational else Fractions.EXACT


def throw_of(dice: Sequence[int]) -> Dice:
    """A throw, the lowest of its dice first."""
    throw = tuple(sorted(dice))
    if throw not in INDEX:
        raise ValueError(f"{' '.join(map(str, dice))!r} is not a throw: expected three or four dice from 1 to 6")
    return throw


def class_table(dice: Sequence[int], rational: bool = False) -> Values:
    """The numbers from 1 to 100 that a throw makes, each with the set of the classes that make it."""
    return dict(_TABLES[_kind(rational)][throw_of(dice)])


def serialise(rational: bool, dice_count: int) -> str:
    """The whole table for that many dice as text, a throw to a line, classes as hexadecimal digits."""
    lines = []
    for throw, table in _TABLES[_kind(rational)].items():
        if len(throw) == dice_count:
            lines.append(f"{''.join(map(str, throw))} {','.join(f'{n}:{table[n]:x}' for n in sorted(table))}\n")
    return "".join(lines)


def _bits() -> NDArray[np.int64]:
    """For fractions, throw, class and word: the numbers as bits, 1 being the lowest of the first word."""
    bits = [[[[0, 0] for _ in range(CLASSES)] for _ in THROWS] for _ in range(2)]
    for fractions, tables in enumerate(_TABLES):
        for throw, table in tables.items():
            words = bits[fractions][INDEX[throw]]
            for number, classes in table.items():
                word, bit = divmod(number - 1, WORD)
                for c in range(CLASSES):
                    words[c][word] |= (classes >> c & 1) << bit
    return np.array(bits, np.int64)


REACH = _bits()
REACHED: NDArray[np.int64] = np.bitwise_or.reduce(REACH, axis=2)


def makes(throw: int, n: int, signs: int, fractions: int) -> bool:
    """Whether a throw makes a number with a class of signs."""
    word, bit = divmod(n - 1, WORD)
    return throw >= 0 and bool(REACH[fractions, throw, signs, word] >> bit & 1)


def _ways() -> NDArray[np.int64]:
    """For fractions, throw and ten numbers in a row: their classes, four bits for each."""
    ways = np.zeros((2, len(THROWS), HIGHEST // TEN), np.int64)
    for fractions, tables in enumerate(_TABLES):
        for throw, table in tables.items():
            for number, classes in table.items():
                ten, place = divmod(number - 1, TEN)
                ways[fractions, INDEX[throw], ten] |= classes << 4 * place
    return ways


WAYS = _ways()

# Every set of ten numbers as four bits for each, so that it can be laid over the ways of a throw
FOURFOLD = np.array([sum(0b1111 << 4 * i for i in range(TEN) if numbers >> i & 1) for numbers in range(1 << TEN)])
