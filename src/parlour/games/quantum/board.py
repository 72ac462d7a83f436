"""Six rings of squares round the centre: numbers and holes, and where pieces go from each, outwards and inwards.

A square is its index 1–180, counted ring by ring in the direction of play; 0 is the centre. By name a numbered square
is its number, a hole the number before it with a letter: 12a is the first hole after 12.
"""

import numpy as np

RINGS = (2, 8, 18, 32, 48, 72)
FIRST_NUMBERS = (1, 3, 11, 19, 37, 55)  # of each ring; the first is also the jump square
SQUARES = sum(RINGS)
CENTRE, TRAY = 0, -1
LETTERS = "abcdefghij"
ABSORBING = ("80f", "81f", "82f", "83f", "84f", "85f")  # U11


def holes_before(number: int) -> int:
    """U3–U6. How many holes lie just before a numbered square."""
    if number == 13:
        return 10
    for ring, first in ((4, 31), (5, 49), (6, 81)):
        if first <= number < first + 6:
            return 2 * (ring - 3)
    return 0


def _names() -> list[str]:
    """The names of all squares by index, ring by ring; holes that are left over come last in their ring."""
    names = ["0"]
    for size, first, end in zip(RINGS, FIRST_NUMBERS, (*FIRST_NUMBERS[1:], 87), strict=True):
        ring: list[str] = []
        for number in range(first, end):
            ring += [f"{number - 1}{letter}" for letter in LETTERS[: holes_before(number)]]
            ring.append(str(number))
        ring += [f"{end - 1}{letter}" for letter in LETTERS[: size - len(ring)]]
        names += ring
    return names


NAMES = tuple(_names())
INDEX = {name: index for index, name in enumerate(NAMES)}
HOME = INDEX["53d"]
SQUARE_19, SQUARE_37 = INDEX["19"], INDEX["37"]  # jump squares of rings 4 and 5


def is_hole(square: int) -> bool:
    return not NAMES[square].isdecimal()


def number_of(square: int) -> int:
    """The number of a square; of a hole, the number before it."""
    return int(NAMES[square].rstrip(LETTERS))


def ring_of(square: int) -> int:
    """1 to 6, or 0 for the centre."""
    total = 0
    for ring, size in enumerate(RINGS, 1):
        total += size
        if 1 <= square <= total:
            return ring
    return 0


def start_of(ring: int) -> int:
    """The first square of a ring."""
    return 1 + sum(RINGS[: ring - 1])


def _up(number: int) -> int:
    """U7, U9. The number above in the periodic table's group, one ring out; from ring 6 there is no way up."""
    if number <= 2:
        return (3, 10)[number - 1]
    return number + (8 if number <= 12 else 18 if number <= 39 else 32)


def _down(number: int) -> int:
    """U7, U8, U9. The number below in the group; 0 is the centre."""
    if number <= 10 or 21 <= number <= 30:
        return 0
    return number - (8 if number <= 20 else 18 if number <= 54 else 32)


def _next_number(square: int) -> int:
    """The next numbered square in the ring, for a hole (U10)."""
    ring = ring_of(square)
    number = number_of(square) + 1
    return FIRST_NUMBERS[ring - 1] if ring_of(INDEX[str(number)] if number <= 86 else 0) != ring else number


def _tables() -> tuple[list[int], list[int], list[int]]:
    onward, up, down = [0], [0], [0]
    for square in range(1, SQUARES + 1):
        ring = ring_of(square)
        start = start_of(ring)
        onward.append(start + (square + 1 - start) % RINGS[ring - 1])
        above = _next_number(square) if is_hole(square) else number_of(square)
        up.append(square if ring == 6 else INDEX[str(_up(above))])
        down.append(INDEX[str(_down(number_of(square)))])
    return onward, up, down


_onward, _ups, _downs = _tables()
ONWARD = np.array(_onward)  # the next square in the ring
UP = np.array(_ups)  # where a moving piece goes from a collision; in ring 6 it stays
DOWN = np.array(_downs)  # where a piece falls
JUMP = np.zeros(SQUARES + 1, np.int64)  # where a jump square leads, else 0
for _from, _to in ((1, 3), (3, 11), (11, 19), (19, 37), (37, 55)):
    JUMP[INDEX[str(_from)]] = INDEX[str(_to)]
ABSORBS = np.array([int(name in ABSORBING) for name in NAMES])
RING = np.array([ring_of(square) for square in range(SQUARES + 1)])
