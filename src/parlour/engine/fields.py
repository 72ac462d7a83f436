"""The fields of a state: what each may hold, what it means, and how a position tells it.

From the declaration come the record type, the text of a position (`position.py`) and the bounds that conformance
checks.
"""

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import product
from math import prod
from typing import Any, Protocol, runtime_checkable

import numpy as np

from parlour.engine.contract import OVER, Record
from parlour.engine.options import Coded, Whole

Found = Callable[[Record, Record], Any]  # worked out from a state and the options
WIDTHS = (np.int8, np.int16, np.int32, np.int64)


@dataclass(frozen=True)
class Bits:
    """A set of things with names, held as bits and written one name after another."""

    names: tuple[str, ...]

    def read(self, value: Any) -> int:
        found, rest = 0, str(value)
        while rest:
            name = next((name for name in self.names if rest.startswith(name)), None)
            if name is None or found >> self.names.index(name) & 1:
                raise ValueError
            found |= 1 << self.names.index(name)
            rest = rest[len(name) :]
        return found

    def write(self, value: int) -> str:
        return "".join([name for i, name in enumerate(self.names) if value >> i & 1])

    def encode(self, value: int) -> int:
        return value

    def decode(self, number: int) -> int:
        return number

    @property
    def bounds(self) -> tuple[int, int]:
        return 0, (1 << len(self.names)) - 1

    def describe(self) -> str:
        return f"some of {self.names[0]} to {self.names[-1]}, one after another and each once"

    def sample(self, rng: random.Random) -> int:
        return rng.randrange(1 << len(self.names))


@dataclass(frozen=True)
class Named:
    """One of several things by name, held as its place among them, or none, held as -1; "" if none is never told."""

    names: tuple[str, ...]
    none: str = ""  # the word for none, where there may be none

    def read(self, value: Any) -> int:
        return -1 if value == self.none != "" else self.names.index(value)

    def write(self, value: int) -> str:
        return self.names[value] if value >= 0 else self.none

    def encode(self, value: int) -> int:
        return value

    def decode(self, number: int) -> int:
        return number

    @property
    def bounds(self) -> tuple[int, int]:
        return -1, len(self.names) - 1

    def describe(self) -> str:
        return f"one of {', '.join(self.names)}" + (f", or {self.none}" if self.none else "")

    def sample(self, rng: random.Random) -> int:
        return rng.randrange(-1, len(self.names))


@dataclass(frozen=True)
class Asked(Named):
    """A seat by name, or CHANCE or OVER, for which there are no words."""

    @property
    def bounds(self) -> tuple[int, int]:
        return OVER, len(self.names) - 1


@runtime_checkable
class Row(Protocol):
    """A kind of several numbers that are told together, in one text."""

    def read_row(self, text: str, count: int) -> list[int]:
        """So many numbers; ValueError if the text means none."""

    def write_row(self, numbers: list[int]) -> str:
        """The numbers as text that `read_row` takes back; "" where there is nothing to tell."""

    def describe(self) -> str:
        """What is told, in a few words."""

    @property
    def bounds(self) -> tuple[int, int]:
        """The least and the greatest number that a record may hold."""


@dataclass(frozen=True)
class Field:
    """One field of a state, or of an options record beyond the options themselves.

    A position tells it as `word=value`, several numbers with commas between them, or one word for each of them, or for
    each row. It is left out where it is as usual, and taken for that where it is missing. `complete` of the game works
    out the others.
    """

    name: str
    kind: Coded | Row
    line: str  # what it means
    shape: int | tuple[int, ...] = ()
    word: str = ""  # in a position, if not the name
    words: tuple[str, ...] | Found = ()  # one for each number, or for each row, where each has a word of its own
    usual: int | Found | None = 0  # None: it has to be told
    told: Found | None = None  # whether a position tells it, where that is not when it differs from the usual
    least: Found | None = None  # its least value here, where that is more than its kind allows
    most: Found | None = None  # its greatest value here, where that is less than its kind allows
    derived: bool = False  # a position does not tell it: it follows from the rest
    by_seat: bool = False  # a number or a row for each seat; a position tells those of the seats that play
    row: Found | None = None  # how many numbers of it, or of each of its rows, are in use and told
    short: bool = False  # the last numbers are left out as long as they are the usual one

    @property
    def dimensions(self) -> tuple[int, ...]:
        return (self.shape,) if isinstance(self.shape, int) else self.shape

    @property
    def size(self) -> int:
        return prod(self.dimensions)

    def places(self) -> Iterator[tuple[int, ...]]:
        """Where its numbers lie; () for a single one."""
        return product(*(range(length) for length in self.dimensions))

    def number_at(self, s: Record, place: tuple[int, ...]) -> int:
        value = getattr(s, self.name)
        number: int = value[place if len(place) > 1 else place[0]] if place else value
        return number

    def numbers(self, s: Record) -> list[int]:
        """All its numbers in a state."""
        return [self.number_at(s, place) for place in self.places()]

    def told_places(self, s: Record, o: Record) -> dict[str, list[tuple[int, ...]]]:
        """The words by which a position tells it, and where the numbers of each lie."""
        places = [place for place in self.places() if not self.by_seat or place[0] < o.players]
        if self.row:
            shown = self.row(s, o)
            places = [place for place in places if place[-1] < shown]
        words = self.words(s, o) if callable(self.words) else self.words
        if not words:
            return {self.word or self.name: places}
        found: dict[str, list[tuple[int, ...]]] = {}
        for place in places:
            found.setdefault(words[place[0]], []).append(place)
        return found

    def usual_for(self, s: Record, o: Record) -> int | None:
        return self.usual(s, o) if callable(self.usual) else self.usual


TO_MOVE = Field("to_move", Whole(OVER, 99), "the seat asked, or CHANCE, or OVER", derived=True)


def whole_fields(declared: tuple[Field, ...]) -> tuple[Field, ...]:
    """The fields of a state; whom it asks need not be declared."""
    return declared if any(field.name == TO_MOVE.name for field in declared) else (*declared, TO_MOVE)


def record_type(fields: tuple[Field, ...]) -> np.dtype[Any]:
    """Each field as narrow as its bounds allow, the widest first, so that none has to be padded."""
    typed = [(field.name, narrowest(*field.kind.bounds), field.dimensions) for field in fields]
    typed.sort(key=lambda entry: -np.dtype(entry[1]).itemsize)
    return np.dtype(typed, align=True)


def narrowest(low: int, high: int) -> type[np.signedinteger[Any]]:
    """The smallest type of whole numbers that holds these."""
    for width in WIDTHS:
        if np.iinfo(width).min <= low and high <= np.iinfo(width).max:
            return width
    raise ValueError(f"no type holds {low} to {high}: expected bounds within 64 bits")
