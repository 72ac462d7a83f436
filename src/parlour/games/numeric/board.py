"""The four boards: numbers and their marks, rectangles, the diamond of hexagons, and the seven rings.

Sets of numbers are kept as two words of fifty bits: number n is bit (n − 1) % 50 of word (n − 1) // 50. Sets of cells
are kept as three words of 57 bits in the same way.
"""

import random
from collections.abc import Iterable
from functools import cache
from itertools import pairwise
from math import gcd

import numpy as np
from numpy.typing import NDArray

from parlour.games.numeric.reach import HIGHEST, WORD

GOLD = (1, 5, 7, 11, 19, 29, 37, 41, 53, 61, 79, 83, 97)
SILVER = (2, 3, 13, 17, 23, 31, 43, 47, 59, 67, 71, 73, 89)
NUMBERS = range(1, HIGHEST + 1)
GOLD_MARK, SILVER_MARK, NO_MARK = 3, 2, 1  # M(n), what a number's mark multiplies by
SEATS = "ABCDEFGH"

# Rectangles: money zones end at row ends (section 2.2)
ROWS, COLUMNS = 17, 6
LINES = ROWS + COLUMNS
ZONES = ("blue", "orange", "green", "yellow", "red")
ZONE_ENDS = (24, 42, 60, 78, 100)
ZONE_VALUES = (5, 10, 20, 50, 100)

# Hexagons: seven colours from the inside, or from the bottom (sections 2.3, 2.4)
COLOURS = ("violet", "indigo", "blue", "green", "yellow", "orange", "red")
COLOUR_ENDS = (15, 29, 43, 57, 71, 85, 100)
COLOUR_VALUES = (10, 20, 50, 100, 200, 300, 500)

CELLS = 169
THIRD = 57  # cells in one word of bits; a set of cells is three words
RING_LETTERS = "CVIBGYOR"
RING_VALUES = np.array([10, *COLOUR_VALUES])  # Z, by ring
STEPS = ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))  # the six directions; d and d + 3 are one axis
SIDES = ((-1, 1), (-1, 0), (0, -1), (1, -1), (1, 0), (0, 1))  # the sides of a ring, clockwise from its east corner


def words_of(numbers: Iterable[int]) -> tuple[int, int]:
    """A set of numbers as its two words of bits."""
    words = [0, 0]
    for n in numbers:
        words[(n - 1) // WORD] |= 1 << (n - 1) % WORD
    return words[0], words[1]


def numbers_of(low: int, high: int) -> list[int]:
    """The numbers of two words of bits, in order."""
    return [n for n in NUMBERS if (high if n > WORD else low) >> (n - 1) % WORD & 1]


def cells_of(words: Iterable[int]) -> list[int]:
    """The cells of three words of bits, in order."""
    return [THIRD * i + bit for i, word in enumerate(words) for bit in range(THIRD) if word >> bit & 1]


def prime_class(n: int, one_is_prime: bool = True) -> int:
    """M(n)."""
    if n == 1 and not one_is_prime:
        return NO_MARK
    return GOLD_MARK if n in GOLD else SILVER_MARK if n in SILVER else NO_MARK


def part_of(n: int, ends: tuple[int, ...]) -> int:
    """Which zone or colour area a number lies in."""
    return next(part for part, end in enumerate(ends) if n <= end)


def rectangle(n: int, snake: bool) -> tuple[int, int]:
    """Row and column, from 1, of a number on the board of rectangles."""
    if n > 96:
        return 17, n - 95
    row, column = (n - 1) // 6 + 1, (n - 1) % 6 + 1
    return row, 7 - column if snake and row % 2 == 0 else column


def rectangle_lines(snake: bool) -> list[list[int]]:
    """The 17 rows, then the 6 columns."""
    places = {n: rectangle(n, snake) for n in NUMBERS}
    rows = [[n for n in NUMBERS if places[n][0] == row] for row in range(1, ROWS + 1)]
    return rows + [[n for n in NUMBERS if places[n][1] == column] for column in range(1, COLUMNS + 1)]


def diamond_number(a: int, b: int) -> int:
    """The number at (a, b) of the diamond: rows counted from the bottom, numbered like a snake."""
    y = a + b + 1
    length = y if y <= 10 else 20 - y
    first = y * (y - 1) // 2 + 1 if y <= 10 else 101 - length * (length + 1) // 2
    i = a if y <= 10 else a - (y - 10)
    return first + i if y % 2 else first + length - 1 - i


DIAMOND = {diamond_number(a, b): (a, b) for a in range(10) for b in range(10)}  # number to (a, b)


def ring_of(q: int, r: int) -> int:
    return max(abs(q), abs(r), abs(q + r))


def _ring_places() -> list[tuple[int, int]]:
    places = [(0, 0)]
    for ring in range(1, 8):
        q, r = ring, 0
        for dq, dr in SIDES:
            for _ in range(ring):
                places.append((q, r))
                q, r = q + dq, r + dr
    return places


PLACES = tuple(_ring_places())  # (q, r) of each cell
CELL_AT = {place: cell for cell, place in enumerate(PLACES)}


def label(cell: int) -> str:
    """A cell of the rings by its letter and its position there, as I12."""
    ring = ring_of(*PLACES[cell])
    return f"{RING_LETTERS[ring]}{cell - 3 * ring * (ring - 1)}"


CELL = {label(cell): cell for cell in range(CELLS)}


def _neighbours(at: dict[tuple[int, int], int], size: int, missing: int) -> NDArray[np.int64]:
    table = np.full((size, 6), missing)
    for (x, y), cell in at.items():
        for d, (dx, dy) in enumerate(STEPS):
            table[cell, d] = at.get((x + dx, y + dy), missing)
    return table


# a grows up-right, b up-left: (a + 1, b) and (a, b + 1) are neighbours, (a + 1, b + 1) is not, as with (q, r)
BESIDE = _neighbours({place: n for n, place in DIAMOND.items()}, 101, 0)  # numbers next to a number, or 0
NEXT = _neighbours(CELL_AT, CELLS, -1)  # cells next to a cell, or -1
RING = np.array([ring_of(*place) for place in PLACES])
CELL_VALUES = RING_VALUES[RING]  # what each cell pays


def _round() -> NDArray[np.int64]:
    """The neighbours of each cell as a set."""
    sets = np.zeros((CELLS, 3), np.int64)
    for cell in range(CELLS):
        for beside in NEXT[cell].tolist():
            if beside >= 0:
                sets[cell, beside // THIRD] |= 1 << beside % THIRD
    return sets


ROUND = _round()


def related(m: int, n: int, common_factor: bool, one_is_prime: bool) -> bool:
    """R53. Consecutive, both marked, or one a multiple of the other."""
    low, high = sorted((m, n))
    if low == high:
        return False
    if high - low == 1 or (prime_class(low, one_is_prime) > NO_MARK and prime_class(high) > NO_MARK):
        return True
    return gcd(low, high) > 1 if common_factor else low >= 2 and high % low == 0


@cache
def relatives(common_factor: bool, one_is_prime: bool) -> tuple[tuple[int, int], ...]:
    """The relatives of each number as words of bits, 0 having none."""
    lists = [[m for m in NUMBERS if related(m, n, common_factor, one_is_prime)] for n in NUMBERS]
    return ((0, 0), *map(words_of, lists))


def bonus_cells(layout: str, seed: int) -> dict[int, int]:
    """N22. The cells that double or triple, and by how much."""
    if layout == "none":
        return {}
    if layout == "random":
        drawn = random.Random(seed).sample(range(7, 127), 18)
        return {cell: 2 if i < 12 else 3 for i, cell in enumerate(drawn)}
    corners = [CELL[f"{letter}{1 + side * ring}"] for letter, ring in (("B", 3), ("Y", 5)) for side in range(6)]
    middles = [CELL[f"G{3 + side * 4}"] for side in range(6)]
    return dict.fromkeys(corners, 2) | dict.fromkeys(middles, 3)


def spans(ends: tuple[int, ...]) -> list[range]:
    """The numbers of each zone or colour area."""
    return [range(low + 1, high + 1) for low, high in pairwise((0, *ends))]
