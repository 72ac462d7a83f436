"""The boards of rectangles, FIG. 1 and FIG. 2: seventeen rows, and the money zones at their side."""

from collections.abc import Iterator

from parlour.engine.contract import Record
from parlour.engine.polar import Point
from parlour.engine.scene import Shape
from parlour.games.numeric.board import NUMBERS, ZONE_ENDS, ZONE_VALUES, ZONES, part_of, rectangle, spans
from parlour.games.numeric.cells import Form, draw_cell, draw_counter
from parlour.games.numeric.options import Layout, Variant
from parlour.games.numeric.text import pounds

WIDTH, HEIGHT = 84.0, 52.0  # of a cell
TOP = 40.0
FRAME = 9.0
FORM = Form(
    WIDTH,
    HEIGHT,
    figure=(27, 24),
    letter=14,
    counter=15.5,
    number_at=((0, 0), (11, 0)),
    letter_at=((27, -11), (30, -12)),
    counter_at=((-22, 0), (-21, 0)),
)
LEFT = {False: 40.0, True: 134.0}  # of the board, without and with zones


def right(o: Record) -> float:
    """Where the board ends."""
    return LEFT[o.variant == Variant.ZONES] + 6 * WIDTH + FRAME


def middle(o: Record) -> float:
    return LEFT[o.variant == Variant.ZONES] + 3 * WIDTH


BOTTOM = TOP + 17 * HEIGHT + FRAME


def centre(o: Record, n: int) -> Point:
    row, column = rectangle(n, o.layout == Layout.SNAKE)
    return LEFT[o.variant == Variant.ZONES] + (column - 0.5) * WIDTH, TOP + (row - 0.5) * HEIGHT


def draw_rectangles(s: Record, o: Record) -> Iterator[Shape]:
    zoned = o.variant == Variant.ZONES
    x, y = middle(o), TOP + 8.5 * HEIGHT
    yield Shape("", "rect", x, y, width=6 * WIDTH + 2 * FRAME, height=17 * HEIGHT + 2 * FRAME, style="frame")
    for n in NUMBERS:
        zone = part_of(n, ZONE_ENDS)
        about = f"{ZONES[zone]} zone, {pounds(o.value[n] * o.mark[n])}" if zoned else ""
        yield from draw_cell(s, o, n, centre(o, n), FORM, ZONES[zone] if zoned else "cell", about)
    if zoned:
        yield from _zones()


def _zones() -> Iterator[Shape]:
    """A brace at the side of each zone, its value and its colour."""
    left, line = LEFT[True], ""
    for zone, numbers in enumerate(spans(ZONE_ENDS)):
        first, last = rectangle(numbers[0], True)[0], rectangle(numbers[-1], True)[0]
        top, bottom = TOP + (first - 1) * HEIGHT, TOP + last * HEIGHT
        if zone:
            line += f"M{left:g},{top:g}h{6 * WIDTH:g}"
        yield Shape("", "path", left - 17, top + 5, path=f"M0,0h-7V{bottom - top - 10:g}h7", style="hair")
        y = (top + bottom) / 2
        words = f"{ZONES[zone]} zone, {pounds(ZONE_VALUES[zone])}"
        yield Shape("", "text", left - 34, y - 10, size=32, text=pounds(ZONE_VALUES[zone]), anchor="end", label=words)
        yield Shape("", "text", left - 34, y + 18, size=21, text=ZONES[zone], style="italic", anchor="end")
    yield Shape("", "path", path=line, style="heavy")


def draw_covers(s: Record, o: Record) -> Iterator[Shape]:
    for n in NUMBERS:
        yield from draw_counter(s, o, n, centre(o, n), FORM)
