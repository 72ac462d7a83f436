"""Numeric's boards: where the numbers lie, what touches what, what a placement pays (sections 2 and 5.1)."""

from __future__ import annotations

from functools import cache
from math import atan2, gcd, sqrt, tau
from random import Random
from typing import NamedTuple

GOLD = {1, 5, 7, 11, 19, 29, 37, 41, 53, 61, 79, 83, 97}
SILVER = {2, 3, 13, 17, 23, 31, 43, 47, 59, 67, 71, 73, 89}
NUMBERS = range(1, 101)


def multiplier(number: int, one_is_prime: bool = True) -> int:
    if number == 1 and not one_is_prime:
        return 1
    return 3 if number in GOLD else 2 if number in SILVER else 1


def marked_numbers(one_is_prime: bool = True) -> set[int]:
    return {n for n in NUMBERS if multiplier(n, one_is_prime) > 1}


# 2.2: the sheet of basic and zones

ZONES = {  # colour: numbers and their value
    "blue": (range(1, 25), 5),
    "orange": (range(25, 43), 10),
    "green": (range(43, 61), 20),
    "yellow": (range(61, 79), 50),
    "red": (range(79, 101), 100),
}


def sheet_rows(layout: str) -> list[dict[int, int]]:
    """17 rows from the top, each as column -> number."""
    rows: list[dict[int, int]] = []
    for first in range(1, 97, 6):
        numbers = list(range(first, first + 6))
        if layout == "snake" and len(rows) % 2 == 1:
            numbers.reverse()
        rows.append(dict(enumerate(numbers, start=1)))
    return [*rows, {2: 97, 3: 98, 4: 99, 5: 100}]


@cache
def sheet_lines(layout: str) -> list[set[int]]:
    rows = sheet_rows(layout)
    columns = [{row[column] for row in rows if column in row} for column in range(1, 7)]
    return [set(row.values()) for row in rows] + columns


def zones_reward(number: int, one_is_prime: bool = True) -> int:
    return sum(value * multiplier(number, one_is_prime) for numbers, value in ZONES.values() if number in numbers)


# 2.3: the diamond of hex, as (half-cells right of the middle, row from the bottom)

AREAS = {  # colour: numbers and their value under hex_zone_money
    "violet": (range(1, 16), 10),
    "indigo": (range(16, 30), 20),
    "blue": (range(30, 44), 50),
    "green": (range(44, 58), 100),
    "yellow": (range(58, 72), 200),
    "orange": (range(72, 86), 300),
    "red": (range(86, 101), 500),
}
HEX_AXES = {"A": (-1, 1), "B": (1, 1), "H": (2, 0)}  # one step along the lines of each axis


def laid_out_diamond() -> dict[int, tuple[int, int]]:
    places: dict[int, tuple[int, int]] = {}
    for row in range(1, 20):
        length = min(row, 20 - row)
        from_the_left = [2 * i - (length - 1) for i in range(length)]
        for x in from_the_left if row % 2 == 1 else reversed(from_the_left):
            places[len(places) + 1] = (x, row)
    return places


HEX_PLACE = laid_out_diamond()
HEX_NUMBER = {place: number for number, place in HEX_PLACE.items()}


def hex_neighbours(number: int) -> set[int]:
    x, y = HEX_PLACE[number]
    around = [(x + s * dx, y + s * dy) for dx, dy in HEX_AXES.values() for s in (1, -1)]
    return {HEX_NUMBER[place] for place in around if place in HEX_NUMBER}


def hex_run(number: int, covered: set[int], axis: str) -> list[int]:
    """The unbroken run of covered cells through this one, itself counted as covered, from one end to the other."""
    dx, dy = HEX_AXES[axis]
    run = [number]
    for sign in (-1, 1):
        x, y = HEX_PLACE[number]
        while (next_number := HEX_NUMBER.get((x + sign * dx, y + sign * dy))) in covered and next_number is not None:
            run.insert(0 if sign < 0 else len(run), next_number)
            x, y = HEX_PLACE[next_number]
    return run


def hex_reward(number: int, covered: set[int], one_is_prime: bool = True, zone_money: bool = False) -> int:
    """R42."""
    base = 10
    if zone_money:
        (base,) = (value for numbers, value in AREAS.values() if number in numbers)
    others = sum(len(hex_run(number, covered, axis)) - 1 for axis in HEX_AXES)
    return base * multiplier(number, one_is_prime) + 10 * others


def hex_axes(number: int, covered: set[int], min_run: int = 2) -> set[str]:
    """R43: the axes on which this cell would be in a run of at least so many cells."""
    return {axis for axis in HEX_AXES if len(hex_run(number, covered, axis)) >= min_run}


# 2.4: the rings of counters, as axial (q, r)

RING_LETTERS = "CVIBGYOR"
RING_VALUES = (10, 10, 20, 50, 100, 200, 300, 500)


def distance(a: tuple[int, int], b: tuple[int, int]) -> int:
    q, r = a[0] - b[0], a[1] - b[1]
    return max(abs(q), abs(r), abs(q + r))


def clockwise_from_east(place: tuple[int, int]) -> float:
    q, r = place
    return atan2(1.5 * r, sqrt(3) * (q + r / 2)) % tau


RING_PLACES = [
    place
    for ring in range(8)
    for place in sorted(
        ((q, r) for q in range(-7, 8) for r in range(-7, 8) if distance((q, r), (0, 0)) == ring),
        key=clockwise_from_east,
    )
]
CELLS = range(len(RING_PLACES))
RING = [distance(place, (0, 0)) for place in RING_PLACES]
LABELS = [
    RING_LETTERS[ring] + str(cell - RING.index(ring) + (1 if ring else 0))
    for cell, ring in zip(CELLS, RING, strict=True)
]


def touching(cell: int) -> dict[int, int]:
    """The neighbouring cells, each with the axis it lies on."""
    found = {}
    for other in CELLS:
        if distance(RING_PLACES[cell], RING_PLACES[other]) == 1:
            dq = RING_PLACES[other][0] - RING_PLACES[cell][0]
            dr = RING_PLACES[other][1] - RING_PLACES[cell][1]
            found[other] = 0 if dr == 0 else 1 if dq == 0 else 2
    return found


TOUCHING = [touching(cell) for cell in CELLS]


def bonus_cells(layout: str, seed: int) -> dict[int, int]:
    """N22: cell -> 2 or 3."""
    if layout == "none":
        return {}
    if layout == "random":
        sample = Random(seed).sample(range(7, 127), 18)
        return dict.fromkeys(sample[:12], 2) | dict.fromkeys(sample[12:], 3)
    double = "B1 B4 B7 B10 B13 B16 Y1 Y6 Y11 Y16 Y21 Y26"
    triple = "G3 G7 G11 G15 G19 G23"
    return {LABELS.index(label): 2 for label in double.split()} | {LABELS.index(label): 3 for label in triple.split()}


@cache
def related(m: int, n: int, multiple: str = "divides", one_is_prime: bool = True) -> bool:
    """R53."""
    m, n = sorted((m, n))
    if n - m == 1:
        return True
    if multiplier(m, one_is_prime) > 1 and multiplier(n, one_is_prime) > 1:
        return True
    if multiple == "common_factor":
        return gcd(m, n) > 1
    return m >= 2 and n % m == 0


class Offer(NamedTuple):
    """What a counter would meet and earn on a cell."""

    allowed: bool
    own: int
    links: int
    reward: int
    axes: set[int]  # on which related counters touch it


def offer(
    number: int,
    cell: int,
    board: dict[int, int],
    bonus: dict[int, int],
    *,
    link_rule: str = "zone_all",
    mark_applies: str = "own",
    relation_multiple: str = "divides",
    one_is_prime: bool = True,
) -> Offer:
    """R51 to R55 and 5.1 for a counter put on a cell of a board given as cell -> number."""
    neighbours = [d for d in TOUCHING[cell] if d in board]
    relatives = [d for d in neighbours if related(number, board[d], relation_multiple, one_is_prime)]
    allowed = cell == 0 if not board else cell not in board and bool(relatives)
    here = RING_VALUES[RING[cell]]
    match link_rule:
        case "zone_all":
            links = sum(RING_VALUES[RING[d]] for d in neighbours)
        case "zone_related":
            links = sum(RING_VALUES[RING[d]] for d in relatives)
        case "lower_related":
            links = sum(min(here, RING_VALUES[RING[d]]) for d in relatives)
        case "flat10_related":
            links = 10 * len(relatives)
        case _:
            raise ValueError(f"link_rule is {link_rule!r}, expected one of those of 3.2")
    own = here * multiplier(number, one_is_prime)
    times = bonus.get(cell, 1)
    reward = (own + links) * times if mark_applies == "total" else own * times + links
    return Offer(allowed, own * times, links, reward, {TOUCHING[cell][d] for d in relatives})
