"""Cells that bear a number: their outline, gold or silver edge, and the counter that covers them."""

from collections.abc import Iterator
from dataclasses import dataclass
from math import hypot, sqrt

from parlour.engine.contract import Record
from parlour.engine.polar import Point
from parlour.engine.scene import Shape
from parlour.games.numeric.standing import is_reachable, last_number, mark_of, owner_of
from parlour.games.numeric.state import NOBODY
from parlour.games.numeric.text import who

EDGE = 30.0  # between the edge of the sheet and what is drawn on it
METALS = {"G": "gold", "S": "silver"}


def rectangle_path(width: float, height: float, inset: float) -> str:
    w, h = width - 2 * inset, height - 2 * inset
    return f"M{-w / 2:g},{-h / 2:g}h{w:g}v{h:g}h{-w:g}Z"


def hexagon_path(size: float, inset: float = 0.0) -> str:
    """A hexagon standing on a point; the inset is from its sides."""
    r = size - inset * 2 / sqrt(3)
    half = r * sqrt(3) / 2
    return f"M0,{-r:.2f}L{half:.2f},{-r / 2:.2f}V{r / 2:.2f}L0,{r:.2f}L{-half:.2f},{r / 2:.2f}V{-r / 2:.2f}Z"


def edge(one: Point, other: Point, size: float) -> str:
    """The side that two hexagons share, as path data."""
    dx, dy = other[0] - one[0], other[1] - one[1]
    x, y, half = (one[0] + other[0]) / 2, (one[1] + other[1]) / 2, size / 2 / hypot(dx, dy)
    return f"M{x - dy * half:.1f},{y + dx * half:.1f}L{x + dy * half:.1f},{y - dx * half:.1f}"


@dataclass(frozen=True)
class Form:
    """The form of a cell and where things are on it, from its centre: first while it is free, then covered."""

    width: float  # of a rectangle; of a hexagon 0
    height: float  # of a rectangle, or the radius of a hexagon
    figure: tuple[float, float]  # size of the number
    letter: float
    counter: float
    number_at: tuple[Point, Point]
    letter_at: tuple[Point, Point]
    counter_at: tuple[Point, Point]  # on a number without and with a letter

    def path(self, inset: float = 0.0) -> str:
        if self.width:
            return rectangle_path(self.width, self.height, inset)
        return hexagon_path(self.height, inset)


def draw_cell(s: Record, o: Record, n: int, at: Point, form: Form, style: str, about: str) -> Iterator[Shape]:
    """A numbered cell without the counter that covers it."""
    owner, mark = owner_of(s, o, n), mark_of(o, n)
    covered = owner != NOBODY
    x, y = at
    reachable = is_reachable(o, n)
    words = [str(n), METALS.get(mark, ""), about]
    words.append(f"covered by {who(owner)}" if covered else "free" if reachable else "no throw makes it")
    label = ", ".join(part for part in words if part)
    yield Shape(f"number:{n}", "path", x, y, path=form.path(), style=style, label=label)
    if mark == "G":  # gold has a double line, silver a thick one
        yield Shape("", "path", x, y, path=form.path(3) + form.path(6.6), style="gold")
    elif mark == "S":
        yield Shape("", "path", x, y, path=form.path(4.4), style="silver")
    dx, dy = form.number_at[covered]
    figure = "plain" if reachable and not covered else "quiet"
    yield Shape("", "text", x + dx, y + dy, size=form.figure[covered], text=str(n), style=figure)
    if mark:
        dx, dy = form.letter_at[covered]
        yield Shape("", "text", x + dx, y + dy, size=form.letter, text=mark, style="plain")


def draw_counter(s: Record, o: Record, n: int, at: Point, form: Form) -> Iterator[Shape]:
    """The counter of the side that covered a number, and a line round the number covered last."""
    owner = owner_of(s, o, n)
    if owner != NOBODY:
        dx, dy = form.counter_at[bool(mark_of(o, n))]
        x, y = at[0] + dx, at[1] + dy
        label = f"{who(owner)}'s counter on {n}"
        yield Shape(f"counter:{n}", "piece", x, y, size=form.counter, seat=owner, label=label)
    if n == last_number(s):
        yield Shape("", "path", *at, path=form.path(-2), style="heavy", label=f"{n} was covered last")
        yield Shape("", "path", *at, path=form.path(-6), style="hair")
