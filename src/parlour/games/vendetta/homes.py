"""The homes in the corners, outside their gates, with what is said of each family and the men it has lost."""

from collections.abc import Iterator
from dataclasses import dataclass
from math import cos, radians, sin

from parlour.engine.contract import Record
from parlour.engine.polar import Point
from parlour.engine.scene import Shape
from parlour.games.vendetta.standing import duty, progress
from parlour.games.vendetta.state import AT_HOME, GODFATHER, LOST, WON, letters
from parlour.games.vendetta.text import who
from parlour.games.vendetta.track import HEIGHT, MIDDLE, RIM, WIDTH, Track, draw_piece

EDGE = 10.0  # between the sheet's edge and what is drawn
HOME = 136.0  # the side of a home
DOOR = 22.0  # how much of its corner is cut off
APART = 40.5  # between men in home
PLACES = ((0, 0), (-1, -1), (0, -1), (1, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0))  # the Godfather in the middle
SOLDIER, LEADER = 16.6, 20.0  # radii of men in home
FALLEN, FALLEN_APART = 12.5, 25.5
FIRST_ROW = 5  # how many lost men stand in the first of two rows


@dataclass(frozen=True)
class Corner:
    """A corner of the sheet: -1 or 1 to the right, -1 or 1 downwards."""

    right: int
    below: int

    def place(self, across: float, down: float) -> Point:
        """So far from the edges of the sheet."""
        return (WIDTH - across if self.right > 0 else across), (HEIGHT - down if self.below > 0 else down)

    @property
    def middle(self) -> Point:
        """Of the home."""
        return self.place(EDGE + HOME / 2, MIDDLE[1] - RIM + HOME / 2)

    def outline(self, inset: float) -> str:
        """Of the home: a square whose corner towards the gate is cut off."""
        side = HOME / 2 - inset
        short = side - DOOR + 0.6 * inset
        corners = [(-side, -side), (side, -side), (side, short), (short, side), (-side, side)]
        return f"M{'L'.join(f'{-u * self.right:g},{-v * self.below:g}' for u, v in corners)}Z"

    @property
    def outer(self) -> str:
        """Where text at the edge is anchored."""
        return "end" if self.right > 0 else "start"

    @property
    def inner(self) -> str:
        return "start" if self.right > 0 else "end"


def corner_of(o: Record, track: Track, seat: int) -> Corner:
    angle = radians(track.angle(o.gate[seat]))
    return Corner(1 if sin(angle) > 0 else -1, 1 if cos(angle) < 0 else -1)


def draw_home(s: Record, o: Record, track: Track, seat: int) -> Iterator[Shape]:
    corner = corner_of(o, track, seat)
    inside = sum(s.pos[seat, slot] in (AT_HOME, WON) for slot in range(o.soldiers + 1))
    yield from _draw_house(o, track, seat, f"{who(o, seat)}'s home, {inside} inside")
    for slot in range(o.soldiers + 1):
        if s.pos[seat, slot] not in (AT_HOME, WON):
            size = LEADER if slot == GODFATHER else SOLDIER
            yield Shape("", "circle", *_place_in_home(corner, slot), size=size - 4, style="faint")
    yield from _draw_words(s, o, corner, seat)


def draw_empty_home(o: Record, track: Track, seat: int) -> Iterator[Shape]:
    """A home on paper: its letter, and places for the men who are not there yet."""
    corner = corner_of(o, track, seat)
    yield from _draw_house(o, track, seat)
    for slot in range(o.soldiers + 1):
        at = _place_in_home(corner, slot)
        yield Shape("", "circle", *at, size=LEADER if slot == GODFATHER else SOLDIER, style="faint")
    yield Shape("", "text", *_place_in_home(corner, GODFATHER), size=26, text=letters(o)[seat])


def _draw_house(o: Record, track: Track, seat: int, label: str = "") -> Iterator[Shape]:
    """The house alone, and the way to its gate."""
    corner = corner_of(o, track, seat)
    x, y = corner.middle
    yield from _draw_way(o, track, seat)
    yield Shape(f"home:{letters(o)[seat]}", "path", x, y, path=corner.outline(0), style="cell", label=label)
    yield Shape("", "path", x, y, path=corner.outline(0), style="heavy")
    yield Shape("", "path", x, y, path=corner.outline(5), style="wash", seat=seat)
    yield Shape("", "path", x, y, path=corner.outline(5), style="hair")


def _draw_way(o: Record, track: Track, seat: int) -> Iterator[Shape]:
    """An arrow from home to the gate."""
    x, y = track.at(RIM + 7, o.gate[seat])
    turn = track.angle(o.gate[seat])
    yield Shape("", "path", x, y, path="M-13,-16L13,-16L0,0Z", style="seat", seat=seat, turn=turn)


def _place_in_home(corner: Corner, slot: int) -> Point:
    x, y = corner.middle
    x, y = x + 2.5 * corner.right, y + 2.5 * corner.below  # away from the door
    return x + PLACES[slot][0] * APART, y + PLACES[slot][1] * APART


def _draw_words(s: Record, o: Record, corner: Corner, seat: int) -> Iterator[Shape]:
    """Who it is and how far the Godfather has come, in the strip beyond the track."""
    lines = (28.0, 66.0) if corner.below < 0 else (66.0, 28.0)
    out = s.out[seat] > 0
    doing = duty(s, seat)
    if doing:
        x, y = corner.place(240, (lines[0] + lines[1]) / 2)
        for style in ("wash", "faint"):
            yield Shape("", "rect", x, y, width=468, height=76, style=style, seat=seat, duty=True)
    x, y = corner.place(EDGE + 22, lines[0])
    name = who(o, seat)
    letter, style = letters(o)[seat], "spent" if out else "ink"
    yield Shape(f"family:{seat}", "piece", x, y, size=17, seat=seat, text=letter, style=style, label=name)
    x, y = corner.place(EDGE + 50, lines[0])
    yield Shape("", "text", x, y, size=30, text=name, style="quiet" if out else "ink", anchor=corner.outer)
    if doing:
        x, y = corner.place(464, lines[0])
        yield Shape("", "text", x, y, size=25, text=doing, style="italic", anchor=corner.inner, duty=True)
    x, y = corner.place(EDGE + 6, lines[1])
    words = progress(s, o, seat)
    yield Shape("", "text", x, y, size=23, text=words, style="quiet" if out else "italic", anchor=corner.outer)


def draw_housed(s: Record, o: Record, track: Track, seat: int) -> Iterator[Shape]:
    """The men in home, and those that are lost beside it."""
    corner = corner_of(o, track, seat)
    lost = [slot for slot in range(o.soldiers + 1) if s.pos[seat, slot] == LOST]
    if lost:
        x, y = corner.place(EDGE + HOME + 6, MIDDLE[1] - RIM + 14)
        yield Shape("", "text", x, y, size=21, text="lost", style="italic", anchor=corner.outer)
    for slot in range(o.soldiers + 1):
        if s.pos[seat, slot] in (AT_HOME, WON):
            size = LEADER if slot == GODFATHER else SOLDIER
            yield from draw_piece(s, o, seat, slot, *_place_in_home(corner, slot), size)
        elif slot in lost:
            yield from draw_piece(s, o, seat, slot, *_place_of_lost(corner, lost.index(slot)), FALLEN)


def _place_of_lost(corner: Corner, i: int) -> Point:
    """Two rows between the home, the strip and the track; the first leaves room for its word, as large as it gets."""
    row, column = divmod(i, FIRST_ROW)
    across = EDGE + HOME + (74 if row == 0 else 22) + column * FALLEN_APART
    return corner.place(across, MIDDLE[1] - RIM + 14 + row * (FALLEN_APART + 1))
