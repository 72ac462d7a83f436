"""The board drawn: six shells of squares round the nucleus, and the pieces on them.

Squares follow each other anti-clockwise, from the jump squares on the ray that points straight up.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from math import ceil, cos, hypot, radians, sin

from parlour.engine.contract import OVER, Record
from parlour.engine.polar import Point, Polar
from parlour.engine.scene import Shape
from parlour.games.quantum.board import (
    ABSORBS,
    CENTRE,
    DOWN,
    HOME,
    JUMP,
    NAMES,
    RING,
    RINGS,
    SQUARES,
    TRAY,
    UP,
    is_hole,
    number_of,
    start_of,
)
from parlour.games.quantum.elements import ELEMENTS
from parlour.games.quantum.options import WinForm
from parlour.games.quantum.standing import can_enter, count_in_centre
from parlour.games.quantum.state import NOBODY, SLOTS
from parlour.games.quantum.text import piece_name, square_name, who

MIDDLE: Point = (520.0, 520.0)
ROUND = Polar(*MIDDLE)
SHELL: tuple[int, ...] = tuple(RING.tolist())  # of each square
RIM, OUTERMOST = 494.0, 486.0  # radii of the edge of the board and of ring 6
GAP = 4.0  # between shells
PIECE = 17.0
BESIDE_NUMBER = -6.0  # where a piece stands on a numbered square, a little inwards of the middle
BESIDE_NAME = -9.0  # and on a blank one, whose name is longer
BESIDE_SIGN = -12.0  # where the sign of absorption is
NUMBER, GROUP = 14.5, 12.0  # sizes of what is written on a square
BLANK = 20.0  # of the name of a blank one
SYMBOLS = (28.0, 28.0, 26.0, 24.0, 23.0, 23.0)  # by ring

# The main groups have their own tints, noble gases none, all others a shade; every group is written too
GROUP_STYLES = {
    "1": "red",
    "2": "orange",
    "13": "yellow",
    "14": "green",
    "15": "blue",
    "16": "indigo",
    "17": "violet",
    "18": "cell",
}
BOLT = "M-5,21L3,7L-4,4L3,-13M-3,-8L3.6,-15L7,-6"  # an electric arrow pointing up
INWARDS = "M0,10L-9,-7L9,-7Z"  # a head pointing down, to the centre once it is turned


@dataclass(frozen=True)
class Shells:
    """Where things lie: five broad shells round the nucleus, or six."""

    first: int  # the innermost ring that is there

    @property
    def depth(self) -> float:
        """From the inside to the outside of a shell."""
        return 68.0 if self.first == 2 else 58.0

    @property
    def scale(self) -> float:
        return self.depth / 68

    @property
    def nucleus(self) -> float:
        """The radius of the centre."""
        return self.outer(self.first) - self.depth - GAP

    def outer(self, ring: int) -> float:
        return OUTERMOST - (6 - ring) * (self.depth + GAP)

    def middle(self, ring: int) -> float:
        return self.outer(ring) - self.depth / 2

    def squares(self) -> range:
        return range(start_of(self.first), SQUARES + 1)

    def place(self, square: int, outwards: float = 0.0) -> Point:
        return ROUND.at(self.middle(SHELL[square]) + outwards, angle(square))


@cache
def outline(shells: Shells, square: int) -> str:
    """The outline of a square, about its middle."""
    x, y = shells.place(square)
    outer, half = shells.outer(SHELL[square]), 180 / RINGS[SHELL[square] - 1]
    about = Polar(MIDDLE[0] - x, MIDDLE[1] - y)
    return about.sector(outer - shells.depth, outer, angle(square) + half, angle(square) - half)


def shells_of(o: Record) -> Shells:
    return Shells(SHELL[o.entry])


@cache
def angle(square: int) -> float:
    ring = SHELL[square]
    return -360 * (square - start_of(ring)) / RINGS[ring - 1]


def describe_square(s: Record, square: int) -> str:
    """A square in words: what it is, where it leads, and who stands there."""
    up = "no way up" if UP[square] == square else f"up to {square_name(int(UP[square]))}"
    parts = [_describe_kind(square), f"{up}, down to {square_name(int(DOWN[square]))}"]
    if JUMP[square]:
        parts.append(f"jump to {square_name(int(JUMP[square]))}")
    if s.at[square]:
        parts.append(piece_name(s.at[square] - 1))
    return "; ".join(parts)


def _describe_kind(square: int) -> str:
    if square == HOME:
        return "home"
    if ABSORBS[square]:
        return f"{square_name(square)}, absorption square"
    if is_hole(square):
        return square_name(square)
    element = ELEMENTS[number_of(square)]
    group = "lanthanides" if element.group == "Ln" else f"group {element.group}"
    name, symbol = element.name.lower(), element.symbol
    return f"{NAMES[square]}, {name}, {symbol}, {group}, electrons {element.electrons}, {element.configuration}"


def draw_board(s: Record, o: Record) -> Iterator[Shape]:
    """The board alone, for a state in which all pieces are in the centre."""
    shells = shells_of(o)
    yield from draw_shells(s, o)
    yield Shape("", "circle", *MIDDLE, size=shells.nucleus, style="cell")
    yield _entrance(o, shells)


def draw_shells(s: Record, o: Record) -> Iterator[Shape]:
    shells = shells_of(o)
    yield Shape("", "circle", *MIDDLE, size=RIM, style="frame")
    for ring in range(6, shells.first - 1, -1):
        yield Shape("", "circle", *MIDDLE, size=shells.outer(ring), style="hair")
        yield Shape("", "circle", *MIDDLE, size=shells.outer(ring) - shells.depth, style="hair")
    for square in shells.squares():
        yield _square(s, shells, square)
    yield from _links(s, o, shells)
    for square in shells.squares():
        yield from _face(shells, square, not s.at[square])
        if JUMP[square]:
            yield from _jump_sign(shells, square)
    yield _direction()


def _square(s: Record, shells: Shells, square: int) -> Shape:
    style = "faint"
    if ABSORBS[square]:
        style = "plate"
    elif not is_hole(square):
        style = GROUP_STYLES.get(ELEMENTS[number_of(square)].group, "shade")
    return Shape(
        f"square:{NAMES[square]}",
        "path",
        *shells.place(square),
        path=outline(shells, square),
        style=style,
        label=describe_square(s, square),
    )


@cache
def _face(shells: Shells, square: int, is_free: bool) -> tuple[Shape, ...]:
    """What is written on a square; a piece leaves only the number of a numbered one to be read."""
    k = shells.scale
    x, y = shells.place(square)
    if square == HOME:
        rings = [Shape("", "circle", x, y, size=size * k, style="gold") for size in (17.0, 21.0)]
        edge = Shape("", "path", x, y, path=outline(shells, square), style="gold")
        return edge, *rings, Shape("", "text", x, y, size=23 * k, text="H")
    if ABSORBS[square]:
        x, y = shells.place(square, k * BESIDE_SIGN)
        head = Shape("", "path", x, y, path=INWARDS, style="ink", turn=angle(square))
        name = _at_the_edge(shells, square, NAMES[square], NUMBER * k, "quiet", 1)
        return Shape("", "circle", x, y, size=15 * k, style="cell"), head, name
    if is_hole(square):
        if not is_free:
            return (_at_the_edge(shells, square, NAMES[square], NUMBER * k, "quiet", 1),)
        return (Shape("", "text", x, y, size=BLANK * k, text=NAMES[square], style="quiet"),)
    element = ELEMENTS[number_of(square)]
    number = _at_the_edge(shells, square, str(element.number), NUMBER * k, "plain", 1)
    if not is_free:
        return (number,)
    at = shells.place(square, -3.5 * k * abs(sin(radians(angle(square)))))  # clear of a number at its side
    symbol = Shape("", "text", *at, size=SYMBOLS[SHELL[square] - 1] * k, text=element.symbol)
    return number, symbol, _at_the_edge(shells, square, element.group, GROUP * k, "quiet", -1)


def _at_the_edge(shells: Shells, square: int, words: str, size: float, style: str, way: int) -> Shape:
    """Words as far outwards, or inwards, as they go without leaving their square."""
    turned = radians(angle(square))
    extent = 0.28 * size * len(words) * abs(sin(turned)) + 0.36 * size * abs(cos(turned))
    at = shells.place(square, way * (shells.depth / 2 - 1.5 - extent))
    return Shape("", "text", *at, size=size, text=words, style=style)


def _jump_sign(shells: Shells, square: int) -> Iterator[Shape]:
    """An electric arrow across the border to the next shell."""
    x, y = MIDDLE[0] + 17, MIDDLE[1] - shells.outer(SHELL[square])
    yield Shape("", "path", x, y, path=BOLT, style="gold")


def _direction() -> Shape:
    path = ROUND.arrow(RIM + 13, -7, -19, 6)
    return Shape("", "path", path=path, style="shade", label="pieces move anti-clockwise")


def _links(s: Record, o: Record, shells: Shells) -> Iterator[Shape]:
    """Where the squares lead on which the roller's pieces stand."""
    if s.turn == NOBODY or s.to_move == OVER:
        return
    for slot in range(o.pieces_per_player):
        square = s.place[s.turn, slot]
        if square > CENTRE:
            for target in (UP[square], DOWN[square]):
                if target != square:
                    yield Shape("", "path", path=_link(shells, square, int(target)), style="leader")


def _link(shells: Shells, square: int, target: int) -> str:
    """A line that winds from shell to shell, with a small head."""
    start, from_angle = shells.middle(SHELL[square]), angle(square)
    if target == CENTRE:
        end, sweep = shells.nucleus, 0.0
    else:
        end, sweep = shells.middle(SHELL[target]), (angle(target) - from_angle + 180) % 360 - 180
    way = 1 if end > start else -1
    start += shells.depth / 2 if way > 0 else BESIDE_NUMBER - PIECE  # not across the square's own number
    end -= way * (16.0 if target else 0.0)
    steps = max(1, ceil(abs(sweep) / 6))
    path = "M" + "L".join(
        ROUND.spot(start + (end - start) * i / steps, from_angle + sweep * i / steps) for i in range(steps + 1)
    )
    tip, before = (ROUND.at(end - (end - start) * i / 40, from_angle + sweep * (1 - i / 40)) for i in (0, 1))
    return path + _head(tip, before)


def _head(tip: Point, before: Point) -> str:
    """An arrow head at the tip of a line that comes from before."""
    far = hypot(tip[0] - before[0], tip[1] - before[1])
    u, v = 7 * (tip[0] - before[0]) / far, 7 * (tip[1] - before[1]) / far
    ends = [f"{tip[0] - u + w * v:.1f},{tip[1] - v - w * u:.1f}" for w in (0.5, -0.5)]
    return f"M{ends[0]}L{tip[0]:.1f},{tip[1]:.1f}L{ends[1]}"


@dataclass(frozen=True)
class Bunks:
    """The places in the nucleus: a block for each seat, its pieces in rows, with room at the right for their number."""

    seats: int
    pieces: int
    columns: int
    radius: float

    @property
    def rows(self) -> int:
        """Of each seat."""
        return ceil(self.pieces / self.columns)

    @property
    def width(self) -> float:
        return self.columns + 1.1

    @property
    def height(self) -> float:
        return self.seats * (self.rows + 0.25) - 0.25

    @property
    def step(self) -> float:
        """Between pieces, so that all of them fit."""
        return min(38.0, 2 * self.radius / hypot(self.width, self.height))

    def place(self, seat: int, slot: float, row: float) -> Point:
        across = slot + 0.5 - self.width / 2
        down = seat * (self.rows + 0.25) + row + 0.5 - self.height / 2
        return MIDDLE[0] + across * self.step, MIDDLE[1] + down * self.step

    def bunk(self, seat: int, slot: int) -> Point:
        return self.place(seat, slot % self.columns, slot // self.columns)


def bunks_of(o: Record) -> Bunks:
    radius = shells_of(o).nucleus - 20
    return max(
        (Bunks(o.players, o.pieces_per_player, columns, radius) for columns in range(1, o.pieces_per_player + 1)),
        key=lambda bunks: (bunks.step, -bunks.rows),
    )


def draw_nucleus(s: Record, o: Record) -> Iterator[Shape]:
    """The centre, with an empty place for every piece that has left it."""
    shells, bunks = shells_of(o), bunks_of(o)
    inside = [count_in_centre(s, o, seat) for seat in range(o.players)]
    words = ", ".join(f"{who(seat)} {n}" for seat, n in enumerate(inside))
    yield Shape("centre", "circle", *MIDDLE, size=shells.nucleus, style="cell", label=f"centre: {words}")
    if o.win_form == WinForm.BALANCE:
        yield from _gauge(s, o, shells)
    yield _entrance(o, shells)
    for seat, n in enumerate(inside):
        for slot in range(o.pieces_per_player):
            if s.place[seat, slot] != CENTRE:
                yield Shape("", "circle", *bunks.bunk(seat, slot), size=0.3 * bunks.step, style="faint")
        at = bunks.place(seat, bunks.columns + 0.1, (bunks.rows - 1) / 2)
        yield Shape("", "text", *at, size=min(24.0, 0.78 * bunks.step), text=str(n), style="plain")


def _entrance(o: Record, shells: Shells) -> Shape:
    words = f"pieces enter on {square_name(o.entry)} with a six"
    return Shape("", "path", MIDDLE[0], MIDDLE[1] - shells.nucleus, path="M-7,5L0,-6L7,5Z", style="ink", label=words)


def _gauge(s: Record, o: Record, shells: Shells) -> Iterator[Shape]:
    """A segment for every piece, full for those in the centre: in balance they fill just one half."""
    total, outer = o.players * o.pieces_per_player, shells.nucleus - 4
    step = 360 / total
    for i in range(total):
        path = ROUND.sector(outer - 8, outer, -(i + 0.1) * step, -(i + 0.9) * step)
        yield Shape("", "path", path=path, style="ink" if i < s.centre else "faint")
    x, y = ROUND.at(outer - 4, 180)
    yield Shape("", "path", x, y, path="M0,8V-14", style="heavy", label=f"balance is at {total // 2}")


def _inwards(square: int) -> float:
    if square == HOME:
        return 0.0
    return BESIDE_NAME if is_hole(square) else BESIDE_NUMBER


def draw_pieces(s: Record, o: Record) -> Iterator[Shape]:
    """Pieces on the board and in the centre; those in trays lie beside the board."""
    shells, bunks, enters = shells_of(o), bunks_of(o), can_enter(s, o)
    for seat in range(o.players):
        for slot in range(o.pieces_per_player):
            square, piece = s.place[seat, slot], SLOTS * seat + slot
            if square == TRAY:
                continue
            if square == CENTRE:
                (x, y), size = bunks.bunk(seat, slot), min(PIECE, 0.43 * bunks.step)
            else:
                (x, y), size = shells.place(square, _inwards(square)), PIECE
                if s.at[square] not in (0, piece + 1):  # in the air above another, or home where another stood
                    x, y = shells.place(square, -2 * PIECE)
            where = "in the centre" if square == CENTRE else f"on {square_name(square)}"
            label = f"{piece_name(piece)} {where}"
            below = "" if square == CENTRE else f"square:{NAMES[square]}"
            like = "enter" if enters and square == CENTRE and seat == s.turn else ""  # any of them comes in
            yield Shape(f"piece:{seat}.{slot}", "piece", x, y, size=size, seat=seat, label=label, on=below, like=like)
