"""The round track drawn: 48 spaces with their markings, who stands on them, and who is chained to whom."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from math import cos, hypot, radians, sin

from parlour.engine.contract import Record
from parlour.engine.polar import Point
from parlour.engine.scene import Shape
from parlour.games.vendetta import figures
from parlour.games.vendetta.board import MARKINGS, SPACES, Marking
from parlour.games.vendetta.options import SilencedSoldier, Theme
from parlour.games.vendetta.standing import (
    Group,
    gate_of,
    is_closed,
    is_exposed,
    mark_letter,
    named_for,
    piece_letter,
    piece_words,
    space_words,
)
from parlour.games.vendetta.state import GODFATHER, NOBODY, letters
from parlour.games.vendetta.text import MARKS, leader, marking

WIDTH, HEIGHT = 1000.0, 1164.0
MIDDLE: Point = (WIDTH / 2, HEIGHT / 2)
STEP = 360 / SPACES
RIM, INNER = 491.0, 248.0  # radii of the track
HELD, FREE = 466.0, 444.0  # where hostages are put, and where the places of the free begin
WORD, LETTER, ICON, NUMBER = 309.0, 313.0, 291.0, 264.0
SOLDIER, LEADER = 19.0, 23.0  # radii of pieces
STYLES = {Marking.HIT: "red", Marking.FBI: "indigo", Marking.MASSACRE: "violet", Marking.SILENCED: "shade"}
# Hostages by their number, nearest to the captor first: the radius of a piece, then for each how far it is aside and
# further out than the middle of their place
HOSTAGES: dict[int, tuple[float, tuple[Point, ...]]] = {
    1: (16.0, ((0, 0),)),
    2: (13.6, ((-14.8, 0), (14.8, 0))),
    3: (12.0, ((0, -11.0), (-13.5, 9.6), (13.5, 9.6))),
}


@dataclass(frozen=True)
class Track:
    """Where things lie, the track being turned as the viewer sees it. Angles run clockwise from the top."""

    first: float  # the angle of space 0

    def angle(self, space: float) -> float:
        return (self.first + space * STEP) % 360

    def at(self, radius: float, space: float) -> Point:
        angle = radians(self.angle(space))
        return MIDDLE[0] + radius * sin(angle), MIDDLE[1] - radius * cos(angle)

    def spot(self, radius: float, space: float) -> str:
        x, y = self.at(radius, space)
        return f"{x:.2f},{y:.2f}"

    def wedge(self, space: float, inner: float, outer: float, inset: float = 0.0) -> str:
        """The outline of a space, or a line so far inside it."""
        near, far = inner + inset, outer - inset
        thin, wide = (0.5 - inset / radius / radians(STEP) for radius in (near, far))
        return (
            f"M{self.spot(near, space - thin)}L{self.spot(far, space - wide)}"
            f"A{far:g},{far:g} 0 0 1 {self.spot(far, space + wide)}"
            f"L{self.spot(near, space + thin)}A{near:g},{near:g} 0 0 0 {self.spot(near, space - thin)}Z"
        )

    @property
    def beside(self) -> tuple[float, float]:
        """The spaces to the right and to the left of the middle."""
        right = ((90 - self.first) / STEP) % SPACES
        return right, right + SPACES / 2

    def reading(self, space: float) -> float:
        """How text along the radius is turned, so that nobody reads it upside down."""
        angle = self.angle(space)
        return angle - 90 if angle <= 180 else angle - 270


def turned_for(o: Record, seat: int | None) -> Track:
    """The viewer's own gate is at the lower left; for a spectator that of the first seat."""
    return Track(225 - o.gate[seat or 0] * STEP)


def draw_track(o: Record, track: Track, places: dict[int, list[Group]], pointed: tuple[int, ...]) -> Iterator[Shape]:
    yield Shape("", "circle", *MIDDLE, size=RIM + 5, style="cell")
    for space in range(SPACES):
        yield from _draw_space(o, track, space, places.get(space, []), space in pointed)
    for radius in (RIM, INNER):
        yield Shape("", "circle", *MIDDLE, size=radius, style="heavy")
    yield Shape("", "circle", *MIDDLE, size=INNER - 5, style="hair")
    for space, groups in sorted(places.items()):
        if is_closed(groups):  # R12. A double line
            yield Shape("", "path", path=track.wedge(space, INNER, RIM, 2), style="heavy")
            yield Shape("", "path", path=track.wedge(space, INNER, RIM, 5.5), style="hair")


def _draw_space(o: Record, track: Track, space: int, groups: list[Group], pointed: bool) -> Iterator[Shape]:
    gate, mark = gate_of(o, space), int(MARKINGS[o.layout, space])
    label = space_words(o, space, groups) + (", where the spinner points" if pointed else "")
    path = track.wedge(space, INNER, RIM)
    yield Shape(f"space:{space}", "path", path=path, style=STYLES.get(mark, "cell"), label=label)
    if gate != NOBODY:
        yield Shape("", "path", path=path, style="wash", seat=gate)
    if mark == Marking.SILENCED and o.silenced_soldier == SilencedSoldier.FIXED:  # where nobody is ever held
        yield Shape("", "path", path=track.wedge(space, FREE, RIM), style="plate")
    elif len(groups) < 2:
        yield _hostage_mark(o, track, space, is_closed(groups))
    yield Shape("", "text", *track.at(NUMBER, space), size=18, text=str(space), style="plain")
    crowd = len(groups[-1][1]) if groups else 0
    if mark in STYLES:
        yield from _draw_marking(o, track, space, mark, crowd > 1)
    elif gate != NOBODY:
        yield from _draw_gate(o, track, space, gate, crowd > 1)


def _hostage_mark(o: Record, track: Track, space: int, closed: bool) -> Shape:
    """An H or a pentagon, or a lock where nobody may come."""
    x, y = track.at(HELD, space)
    if closed:
        words = f"space {space} is closed: two or more pieces keep all others out"
        return Shape("", "path", x, y, path=figures.LOCK, label=words)
    if o.theme == Theme.MAFIA:
        return Shape("", "text", x, y, size=24, text="H", style="faint", turn=track.angle(space))
    return Shape("", "path", x, y, path=figures.PENTAGON, style="faint", turn=track.angle(space))


def _draw_marking(o: Record, track: Track, space: int, mark: int, crowded: bool) -> Iterator[Shape]:
    """An icon and a word; where two or three pieces stand on the word, a letter."""
    yield Shape("", "path", *track.at(ICON, space), path=figures.ICONS[o.theme][mark])
    if crowded:
        yield Shape("", "text", *track.at(LETTER, space), size=20, text=mark_letter(o, space), style="plain")
    else:
        yield from _draw_word(track, space, marking(o, space))


def _draw_word(track: Track, space: int, words: str) -> Iterator[Shape]:
    """A word along the radius, or two beside each other."""
    parts, turn = words.split(), track.reading(space)
    if parts[0] == "the":
        parts = parts[1:]
    right = track.angle(space) <= 180
    for i, part in enumerate(parts):
        below = 0.38 * (i - (len(parts) - 1) / 2) * (1 if right else -1)
        x, y = track.at(WORD, space + below)
        size = 17.0 if len(parts) > 1 else 20.0 if len(part) > 5 else 23.0
        yield Shape("", "text", x, y, size=size, text=part, turn=turn, anchor="start" if right else "end")


def _draw_gate(o: Record, track: Track, space: int, gate: int, crowded: bool) -> Iterator[Shape]:
    x, y = track.at(ICON, space)
    yield Shape("", "text", x, y, size=26, text=letters(o)[gate])
    if not crowded:
        yield from _draw_word(track, space, "gate")


def draw_men(s: Record, o: Record, track: Track, places: dict[int, list[Group]]) -> Iterator[Shape]:
    """The free in the middle of their space, hostages at its outer edge, chained in the order they are held."""
    for space, groups in sorted(places.items()):
        *held, (holder, slots) = groups
        if held:
            slots = sorted(slots, key=lambda slot: slot == GODFATHER)  # only soldiers hold
        chain: list[tuple[Point, float]] = []
        radius = FREE
        for slot in slots:
            size = LEADER if slot == GODFATHER else SOLDIER
            x, y = track.at(radius - size - 1, space)
            radius -= 2 * size + 1
            chain = chain or [((x, y), size)]
            yield from draw_piece(s, o, holder, slot, x, y, size)
        if is_exposed(groups):
            (x, y), size = chain[0]
            yield Shape(
                "",
                "circle",
                x,
                y,
                size=size + 5.5,
                style="gold",
                label=f"alone: a {MARKS[o.theme][Marking.HIT]} here would kill him",
            )
        if not held:
            continue
        size, spots = HOSTAGES[len(held)]
        for (seat, (slot,)), (aside, out) in zip(reversed(held), spots, strict=True):
            angle = radians(track.angle(space))
            x, y = track.at(HELD + out, space)
            x, y = x + aside * cos(angle), y + aside * sin(angle)
            radius = size + 2 if slot == GODFATHER else size
            chain.append(((x, y), radius))
            yield from draw_piece(s, o, seat, slot, x, y, radius)
        for one, other in pairwise(chain):
            yield from _draw_chain(one, other)


def draw_piece(s: Record, o: Record, seat: int, slot: int, x: float, y: float, size: float) -> Iterator[Shape]:
    """A piece bears its family's letter; a Godfather is larger, with a letter more and a second line round him."""
    name, text = f"{seat}.{slot}", letters(o)[seat] + (piece_letter(o, slot) if slot == GODFATHER else "")
    named = named_for(s, o, seat, slot)
    like = "" if named == slot else f"piece:{seat}.{named}"
    label = piece_words(s, o, seat, slot)
    yield Shape(f"piece:{name}", "piece", x, y, size=size, seat=seat, text=text, label=label, like=like)
    if slot == GODFATHER:
        yield Shape(f"line:{name}", "circle", x, y, size=size + 2.5, style="heavy", label=leader(o))


def _draw_chain(one: tuple[Point, float], other: tuple[Point, float]) -> Iterator[Shape]:
    """Beads from the edge of one piece to the edge of the other."""
    ((x, y), size), ((u, v), reach) = one, other
    far = hypot(u - x, v - y)
    start, end, bead = size - 1.5, far - reach + 1.5, 3.0 if reach > 14 else 2.4
    links = max(2, round((end - start) / 5) + 1)
    for i in range(links):
        part = (start + (end - start) * i / (links - 1)) / far
        yield Shape("", "circle", x + (u - x) * part, y + (v - y) * part, size=bead, style="cell")
