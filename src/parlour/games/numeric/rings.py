"""The seven rings, FIG. 4: 169 cells, the counters on them, and a rack along each edge that is played."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from math import cos, radians, sin, sqrt

from parlour.engine.contract import Record
from parlour.engine.polar import Point, circle_path
from parlour.engine.scene import Shape
from parlour.games.numeric.board import (
    CELLS,
    COLOURS,
    NEXT,
    PLACES,
    RING,
    RING_LETTERS,
    RING_VALUES,
    SEATS,
    STEPS,
    label,
)
from parlour.games.numeric.cells import EDGE, METALS, edge, hexagon_path
from parlour.games.numeric.placing import is_related
from parlour.games.numeric.racks import held
from parlour.games.numeric.standing import cell_of, last_number, mark_of, owner_of
from parlour.games.numeric.state import Phase
from parlour.games.numeric.text import pounds, rack, who

SIZE = 30.0  # of a hexagon
SHEET = 940.0  # the width of the whole figure
MIDDLE: Point = (SHEET / 2, 436.0)
PURSE = 180.0  # the width of a purse
RIM = 7 * 1.5 * SIZE  # from the middle to the cells of an edge
BEYOND = 64.0  # from there to the rack
COUNTER = 22.0
SPACE = 46.0  # between counters on a rack
LONGEST = 6 * SPACE
TIMES = {2: "double", 3: "triple"}
STYLES = ("cell", *COLOURS)

# Edges clockwise from the bottom; those that are played, by the number of sides
PLAYED = {2: (0, 3), 3: (0, 2, 4), 4: (1, 2, 4, 5), 5: (0, 1, 2, 4, 5), 6: (0, 1, 2, 3, 4, 5)}


def centre(cell: int) -> Point:
    return _at(*PLACES[cell])


def _at(q: int, r: int) -> Point:
    return MIDDLE[0] + sqrt(3) * (q + r / 2) * SIZE, MIDDLE[1] + 1.5 * r * SIZE


def draw_rings(s: Record, o: Record) -> Iterator[Shape]:
    path = hexagon_path(SIZE)
    for cell in range(CELLS):
        x, y = centre(cell)
        ring, times, n = int(RING[cell]), o.bonus[cell], s.cells[cell]
        words = [label(cell), f"{COLOURS[ring - 1]} ring" if ring else "centre", pounds(RING_VALUES[ring])]
        words += [TIMES[times]] if times > 1 else []
        words.append(f"{who(owner_of(s, o, n))}'s counter {n}" if n else "empty")
        yield Shape(f"cell:{label(cell)}", "path", x, y, path=path, style=STYLES[ring], label=", ".join(words))
        if n:
            yield Shape("", "path", x, y, path=path, style="seat", seat=owner_of(s, o, n))
            continue
        valued = PLACES[cell][1] == 0
        if times > 1:
            yield Shape("", "text", x, y - 7 if valued else y, size=21, text=f"×{times}", style="plain")
        if valued:
            y += 12 if times > 1 else 0
            yield Shape("", "text", x, y, size=16 if times > 1 else 18, text=pounds(RING_VALUES[ring]), style="italic")
    yield Shape("", "path", path=_borders(), style="heavy")


@cache
def _borders() -> str:
    """The line round the board and those between its rings."""
    path = ""
    for cell, (q, r) in enumerate(PLACES):
        for d, (dq, dr) in enumerate(STEPS):
            beside = NEXT[cell, d]
            if beside < 0 or RING[beside] > RING[cell]:
                path += edge(_at(q, r), _at(q + dq, r + dr), SIZE)
    return path


def draw_legend(x: float, y: float, width: float) -> Iterator[Shape]:
    """What the rings pay, from the centre outwards."""
    step = width / 8
    for ring, value in enumerate(RING_VALUES):
        at = x + (ring + 0.5) * step
        words = f"{COLOURS[ring - 1]} ring" if ring else "centre"
        path = hexagon_path(17)
        yield Shape("", "path", at - 28, y, path=path, style=STYLES[ring], label=f"{words} {pounds(value)}")
        yield Shape("", "text", at - 28, y, size=17, text=RING_LETTERS[ring], style="plain")
        yield Shape("", "text", at - 6, y, size=23, text=pounds(value), style="ink", anchor="start")


@dataclass(frozen=True)
class Rack:
    """A line of spaces along an edge of the board."""

    edge: int  # clockwise from the bottom
    spaces: int

    @property
    def turn(self) -> float:
        """Degrees from lying level."""
        return (0, 60, -60)[self.edge % 3]

    @property
    def step(self) -> float:
        return min(SPACE, LONGEST / self.spaces)

    @property
    def middle(self) -> Point:
        angle = radians(90 + 60 * self.edge)
        far = RIM + BEYOND
        shift = 0 if self.edge % 3 else BESIDE_RACK
        return MIDDLE[0] + far * cos(angle) + shift, MIDDLE[1] + far * sin(angle)

    @property
    def purse(self) -> Point:
        """The left upper corner of the purse beside the rack, or in the corner beyond it."""
        x, y = self.middle
        if self.edge % 3 == 0:
            return x - LONGEST / 2 - 22 - PURSE, y - 27
        return EDGE if self.edge < 3 else SHEET - EDGE - PURSE, MIDDLE[1] + (385 if self.edge in (1, 5) else -385) - 27

    def space(self, i: int) -> Point:
        along = (i - (self.spaces - 1) / 2) * self.step
        x, y = self.middle
        return x + along * cos(radians(self.turn)), y + along * sin(radians(self.turn))


BESIDE_RACK = 100.0  # racks at the bottom and the top make room for the purse beside them


def racks(o: Record) -> list[Rack]:
    """The rack of each side."""
    return [Rack(edge, o.rack_size) for edge in PLAYED[o.players]]


def draw_racks(s: Record, o: Record) -> Iterator[Shape]:
    for seat, board in enumerate(racks(o)):
        words = f"{who(seat)}'s rack: {', '.join(map(str, rack(s, seat))) or 'empty'}"
        for style in ("paper", "wash", "hair"):
            yield Shape(
                f"rack:{SEATS[seat]}" if style == "hair" else "",
                "rect",
                *board.middle,
                width=LONGEST + 12,
                height=2 * COUNTER + 12,
                style=style,
                seat=seat,
                label=words if style == "hair" else "",
                turn=board.turn,
            )
        for i in range(held(s, seat), o.rack_size):
            yield Shape("", "circle", *board.space(i), size=0.44 * board.step, style="faint")


def draw_counters(s: Record, o: Record) -> Iterator[Shape]:
    """Counters on the board and on the racks."""
    for n, cell in sorted(cell_of(s).items()):
        x, y = centre(cell)
        owner = owner_of(s, o, n)
        yield from _counter(o, n, x, y - 4, COUNTER - 1, f"placed on {label(cell)} by {who(owner)}")
        yield Shape(f"mark:{n}", "piece", x, y + 18, size=10, seat=owner, label=f"{who(owner)}'s mark on {n}")
        if n == last_number(s):
            yield Shape("", "path", x, y, path=hexagon_path(SIZE + 2), style="heavy", label=f"{n} was placed last")
            yield Shape("", "path", x, y, path=hexagon_path(SIZE + 6), style="hair")
    yield from _links(s, o)
    for seat, board in enumerate(racks(o)):
        size = 0.46 * board.step
        for i, n in enumerate(rack(s, seat)):
            x, y = board.space(i)
            yield from _counter(o, n, x, y, size, f"on {who(seat)}'s rack")
            if n == s.number and s.phase in (Phase.PLACING, Phase.SWAP_DRAW):
                yield Shape("", "circle", x, y, size=size + 3, style="heavy")


def draw_number(o: Record, n: int) -> Iterator[Shape]:
    """A counter alone, about its middle."""
    yield from _counter(o, n, 0.0, 0.0, COUNTER - 1, "")


def _counter(o: Record, n: int, x: float, y: float, size: float, where: str) -> Iterator[Shape]:
    """A counter, all of whose parts move together."""
    mark = mark_of(o, n)
    metal = METALS.get(mark, "")
    words = ", ".join(part for part in (f"counter {n}", metal, where) if part)
    yield Shape(f"number:{n}", "circle", x, y, size=size, style="cell", label=words)
    if mark:
        path = circle_path(size - 2) + circle_path(size - 5) if mark == "G" else circle_path(size - 3)
        yield Shape(f"edge:{n}", "path", x, y, path=path, style=metal, label=f"{metal} edge")
        top = y - 0.55 * size
        yield Shape(f"letter:{n}", "text", x, top, size=0.46 * size, text=mark, style="plain", label=mark)
    y, figure = y + (2 if mark else 0), str(n)
    yield Shape(f"face:{n}", "text", x, y, size=0.95 * size, text=figure, style="plain", label=figure)


def _links(s: Record, o: Record) -> Iterator[Shape]:
    """Between the counter placed last and those it touches: full where they are related, else hollow."""
    n = last_number(s)
    if not n:
        return
    x, y = centre(cell_of(s)[n])
    for beside in NEXT[cell_of(s)[n]].tolist():
        if beside >= 0 and s.cells[beside]:
            u, v = centre(beside)
            related = is_related(o, n, s.cells[beside])
            words = f"{n} and {s.cells[beside]} are {'' if related else 'not '}related"
            yield Shape("", "circle", (x + u) / 2, (y + v) / 2, size=6, style="cell", label=words)
            if related:
                yield Shape("", "circle", (x + u) / 2, (y + v) / 2, size=4, style="ink")
