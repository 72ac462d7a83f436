"""The circle: four boards of points, and how each player numbers them.

    k   0–8          9–17         18–26        27–35
        A1 … A9      D9 … D1      C1 … C9      B9 … B1      clockwise

Every player counts the points towards his own home as v = N … 1 and always moves to smaller v.
"""

from functools import cache

BOARDS = "ADCB"  # clockwise (Q1); a board is its place in this word
COLOURS = ("Red", "Blue", "Yellow", "Black")
NOBODY = -1  # in place of a board or a seat
LARGEST = 36  # points of the larger circle


def spot(board: int, v: int, home: int) -> int:
    """The place k on the circle of a player's point v."""
    origin = (0, 2 * home - 1, 2 * home, 4 * home - 1)[board]
    step = 1 if board % 2 == 0 else -1
    return (origin + step * (v - 1)) % (4 * home)


@cache
def number(board: int, k: int, home: int) -> int:
    """The player's number v of the place k on the circle."""
    return next(v for v in range(1, 4 * home + 1) if spot(board, v, home) == k)


@cache
def point_name(k: int, home: int) -> str:
    """The point at k by its board and its number there, as D4."""
    board = k // home
    return f"{BOARDS[board]}{number(board, k, home)}"
