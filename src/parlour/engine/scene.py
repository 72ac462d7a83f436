"""Scenes: a board and its pieces as a few kinds of shapes with stable ids. Clients draw them and know no rules.

Coordinates are in the scene's own units, y downwards. A shape's `style` names how it looks (see `svg.STYLES`);
`seat` gives it that seat's colour and mark. Two scenes of one play differ only in shapes with the same id, so
a client animates by comparing ids.

Kinds, each drawn about (x, y) and turned by `turn`:
circle (size), rect (width, height), path (path data with its origin at x, y), text (text, size, anchor),
piece (size, seat; its text, if any, in place of the mark), die (size, seat; its text 1 to 6 as pips, any other as it
is), button (width, height, text).
"""

from collections.abc import Callable
from dataclasses import MISSING, dataclass, field, fields, replace
from typing import Any

from parlour.engine.people import MARK, say

TINTS = ("vermilion", "blue", "amber", "green", "purple", "sky", "ink", "chalk")
NARROW, WIDE = " .,:;'’!|-()fijltI", "mwMW"
WIDTHS = dict.fromkeys(NARROW, 0.3) | dict.fromkeys(WIDE, 0.85)  # of letters, for their height
SMALL, CAPITAL = 0.5, 0.72  # the same of all others
SMALLEST = 0.6  # to which part of its size a name is written smaller, before it is cut short
ROOM = 6.0  # how wide a name and what goes with it may be, for its height, in full size: about twelve letters
MARKS = ("disc", "square", "triangle", "diamond", "ring", "cross", "star", "bar")


@dataclass(frozen=True)
class Shape:
    """One thing to draw. `kind` says which of the numbers matter."""

    id: str  # "" for ornaments that nobody touches or moves
    kind: str  # circle, rect, path, text, piece, die, button
    x: float = 0.0  # the centre
    y: float = 0.0
    size: float = 0.0  # radius of a circle or piece, height of text, side of a die
    width: float = 0.0  # of a rect or button
    height: float = 0.0
    path: str = ""  # SVG path data, for kind path
    text: str = ""  # what is written on it
    style: str = "ink"
    seat: int | None = None
    label: str = ""  # what it is, for a screen reader
    turn: float = 0.0  # degrees clockwise
    anchor: str = "middle"  # which part of a text stands at x: start, middle, end

    on: str = ""  # the id of what it stands on, where a client has use for it
    spins: bool = False  # whether it goes round before it stands when its turn changes, as a spinner does
    like: str = ""  # the id of what a touch of it means, where that is another: of two that stand alike either will do
    counted: bool = False  # one of many that are all the same: if it goes where another left, only that other has moved
    duty: bool = False  # whether it tells whose turn it is: where somebody gave up it is nobody's. No client needs it

    def named(self, name: Callable[[str], str]) -> "Shape":
        """The same with people in its words, put there by `name`; a long name is written smaller, or cut short.

        How much room there is the `width` of a text may tell, where it is not that of a usual name.
        """
        if MARK not in self.label and MARK not in self.text:
            return self
        label, words, width = name(self.label), name(self.text), self.width
        room = max(ROOM, measure(say(self.text)))
        if self.kind == "text" and width:
            room, width = width / self.size, 0.0
        words = shorten(words, room / SMALLEST)
        size = self.size * min(1.0, room / max(SMALL, measure(words)))
        return replace(self, label=label, text=words, size=size, width=width)

    def as_dict(self) -> dict[str, Any]:
        """Plain data, ready for JSON; what has its default value is left out."""
        return {
            name: value for name, value in vars(self).items() if name != "duty" and value != USUAL.get(name, MISSING)
        }


USUAL: dict[str, Any] = {item.name: item.default for item in fields(Shape) if item.default is not MISSING}


def measure(words: str) -> float:
    """How wide words are for their height, in the letters that boards are written in."""
    return sum(WIDTHS.get(letter, CAPITAL if letter.isupper() else SMALL) for letter in words)


def shorten(words: str, room: float) -> str:
    """Words cut short where they are wider, for their height, than there is room."""
    if measure(words) <= room:
        return words
    while words and measure(words) + SMALL > room:
        words = words[:-1]
    return words.rstrip() + "…"


def fit_size(words: str, width: float, most: float, letter: float) -> float:
    """The size in which words take no more than the width; a letter is so wide for its height."""
    return min(most, width / (letter * len(words)))


@dataclass(frozen=True)
class Card:
    """Facts about a thing on a board, for whoever points at it: `drawing.cards` has them, by the ids of the things."""

    title: str
    rows: tuple[tuple[str, str], ...] = ()  # what is told of, and what is so

    def as_dict(self) -> dict[str, Any]:
        return {"title": self.title, "rows": [{"name": name, "text": text} for name, text in self.rows]}


@dataclass(frozen=True)
class Scene:
    """A figure: the still board first, then what moves on it."""

    title: str
    caption: str
    width: float
    height: float
    board: tuple[Shape, ...]
    pieces: tuple[Shape, ...] = field(default=())
    tints: tuple[str, ...] = TINTS  # the colour of each seat; its mark goes by its number alone
    decides: tuple[str, ...] = ()  # the ids of what decided a play that is over: clients let it shine

    @property
    def shapes(self) -> tuple[Shape, ...]:
        return self.board + self.pieces

    def as_dict(self) -> dict[str, Any]:
        """Plain data, ready for JSON."""
        return {
            **vars(self),
            "board": [shape.as_dict() for shape in self.board],
            "pieces": [shape.as_dict() for shape in self.pieces],
        }

    def named(self, name: Callable[[str], str]) -> "Scene":
        """The same with people in its words."""
        board, pieces = (tuple(shape.named(name) for shape in shapes) for shapes in (self.board, self.pieces))
        return replace(self, caption=name(self.caption), board=board, pieces=pieces)

    def at_rest(self) -> "Scene":
        """The same when nobody has a turn any more, though the rules would go on."""
        board, pieces = (tuple(shape for shape in shapes if not shape.duty) for shapes in (self.board, self.pieces))
        return replace(self, board=board, pieces=pieces)

    def ids(self) -> list[str]:
        """The ids of everything that can be touched or moves."""
        return [shape.id for shape in self.shapes if shape.id]
