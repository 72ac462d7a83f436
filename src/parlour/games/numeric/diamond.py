"""The diamond of hexagons, FIG. 3: a hundred numbers in seven colours."""

from collections.abc import Iterator
from functools import cache
from math import sqrt

from parlour.engine.contract import Record
from parlour.engine.polar import Point
from parlour.engine.scene import Shape
from parlour.games.numeric.board import (
    BESIDE,
    COLOUR_ENDS,
    COLOUR_VALUES,
    COLOURS,
    DIAMOND,
    NUMBERS,
    STEPS,
    part_of,
    spans,
)
from parlour.games.numeric.cells import Form, draw_cell, draw_counter, edge
from parlour.games.numeric.placing import is_covered
from parlour.games.numeric.standing import last_number
from parlour.games.numeric.state import NOBODY
from parlour.games.numeric.text import pounds

SIZE = 34.0  # of a hexagon
SHEET = 900.0  # the width of the whole figure
MIDDLE, BOTTOM = SHEET / 2, 1034.0
FORM = Form(
    0,
    SIZE,
    figure=(25, 22),
    letter=13,
    counter=12,
    number_at=((0, -2), (0, -11)),
    letter_at=((0, 16), (12, 11)),
    counter_at=((0, 12), (-6, 11)),
)


def centre(n: int) -> Point:
    return _at(*DIAMOND[n])


def _at(a: int, b: int) -> Point:
    return MIDDLE + sqrt(3) / 2 * (a - b) * SIZE, BOTTOM - SIZE - 1.5 * (a + b) * SIZE


def draw_diamond(s: Record, o: Record) -> Iterator[Shape]:
    paid = o.value[100] > o.value[1]
    for n in NUMBERS:
        colour = COLOURS[part_of(n, COLOUR_ENDS)]
        about = f"{colour} area" + (f", {pounds(o.value[n] * o.mark[n])}" if paid else "")
        yield from draw_cell(s, o, n, centre(n), FORM, colour, about)
    yield Shape("", "path", path=_borders(), style="heavy")
    for x, y in _run(s):
        yield Shape("", "circle", x, y, size=4.5, style="ink")
    if paid or o.end_zones:
        yield from _names(paid)


@cache
def _borders() -> str:
    """The line round the board and those between its colours."""
    path = ""
    for n, (a, b) in DIAMOND.items():
        for (da, db), beside in zip(STEPS, BESIDE[n].tolist(), strict=True):
            if beside < n and (beside == 0 or part_of(beside, COLOUR_ENDS) != part_of(n, COLOUR_ENDS)):
                path += edge(_at(a, b), _at(a + da, b + db), SIZE)
    return path


def _run(s: Record) -> Iterator[Point]:
    """The middles of the sides along the runs that were paid for the number covered last."""
    for d in range(6):
        n = last_number(s)
        beside = int(BESIDE[n, d])
        while n and is_covered(s, beside, NOBODY):
            (x, y), (u, v) = centre(n), centre(beside)
            yield (x + u) / 2, (y + v) / 2
            n, beside = beside, int(BESIDE[beside, d])


def _names(paid: bool) -> Iterator[Shape]:
    """The colours beside the board, with their values where they have any."""
    for area, numbers in enumerate(spans(COLOUR_ENDS)):
        n, side = _row_end(numbers)
        x, y = centre(n)
        words = COLOURS[area] + (f" {pounds(COLOUR_VALUES[area])}" if paid else "")
        anchor = "start" if side > 0 else "end"
        yield Shape(
            "", "text", x + side * (SIZE + 4), y, size=20, text=words, style="italic", anchor=anchor, label=words
        )


def _row_end(numbers: range) -> tuple[int, int]:
    """A number of an area that ends its row, and on which side: the right if it can be."""
    for side in (1, -1):
        ends = [n for n in numbers if (DIAMOND[n][0] + side, DIAMOND[n][1] - side) not in DIAMOND.values()]
        if ends:
            return ends[len(ends) // 2], side
    raise ValueError(f"{numbers} ends no row")


def draw_covers(s: Record, o: Record) -> Iterator[Shape]:
    for n in NUMBERS:
        yield from draw_counter(s, o, n, centre(n), FORM)
