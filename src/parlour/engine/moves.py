"""What happens in a play, as a person reads it: what may be done, what chance may bring, what has happened."""

from dataclasses import dataclass
from typing import NamedTuple

from parlour.engine.people import say
from parlour.engine.scene import Shape


class IllegalAction(ValueError):
    """What was asked for cannot be played now; the message says why and what can."""


@dataclass(frozen=True)
class Action:
    """Something the seat to move may do: one thing a person does with one touch or a few."""

    code: int
    notation: str
    label: str  # a few words, for a button
    sentence: str  # what it means
    path: tuple[str, ...]  # the things to touch, in order
    target: str  # the cell on which something comes to rest, "" where nothing does
    pays: int = 0  # what it earns at once, where that is counted


@dataclass(frozen=True)
class Outcome:
    """Something chance may bring."""

    code: int
    notation: str
    sentence: str
    weight: int


class Event(NamedTuple):
    """Something that happened, and the sentence that says so."""

    ply: int
    kind: int
    numbers: tuple[int, int, int]
    words: str  # with a mark for everybody in it: `people.say` puts names there, or you
    names: tuple[str, ...] = ()  # of those who played

    @property
    def sentence(self) -> str:
        """As an onlooker reads it."""
        return say(self.words, self.names)


@dataclass(frozen=True)
class Frame:
    """What moves on the board, as it was when something happened."""

    sentence: str
    pieces: tuple[Shape, ...]


class Written(NamedTuple):
    """An action or outcome as a record writes it, and the turn it belongs to."""

    turn: int
    whose: str
    text: str
