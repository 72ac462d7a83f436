"""The fields of a state: what each may hold, what it means, and how a position tells it.

From the declaration come the record type, the text of a position (`position.py`) and the bounds that conformance
checks.
"""

import random
import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from itertools import product
from math import prod
from typing import Any

import numpy as np

from parlour.engine.contract import OVER, Record
from parlour.engine.options import Coded, Whole

Found = Callable[[Record, Record], Any]  # worked out from a state and the options
Where = tuple[int, ...] | Found  # phases, or whether it is so here
Place = tuple[int, ...]  # of a number in a field: its indices
WIDTHS = (np.int8, np.int16, np.int32, np.int64)


@dataclass(frozen=True)
class Bits:
    """A set of things with names, held as bits and written one name after another."""

    names: tuple[str, ...]
    none: str = ""  # the word for an empty set, where that may be told

    def read(self, value: Any) -> int:
        found, rest = 0, str(value) if value != self.none else ""
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
    described: str = ""  # the names in a few words, where they are too many to be listed

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
        return self.described or f"one of {', '.join(self.names)}" + (f", or {self.none}" if self.none else "")

    def sample(self, rng: random.Random) -> int:
        return rng.randrange(-1, len(self.names))


@dataclass(frozen=True)
class Thrown(Named):
    """A throw of several dice, told in any order and named with the highest first: `6431`."""

    def read(self, value: Any) -> int:
        return super().read(value if value == self.none else "".join(sorted(str(value), reverse=True)))


@dataclass(frozen=True)
class Asked(Named):
    """A seat by name, or CHANCE or OVER, for which there are no words."""

    @property
    def bounds(self) -> tuple[int, int]:
        return OVER, len(self.names) - 1


class Row(ABC):
    """A kind of several numbers that are told together, in one text."""

    @abstractmethod
    def read_row(self, text: str, count: int) -> list[int]:
        """So many numbers; ValueError if the text means none."""

    @abstractmethod
    def write_row(self, numbers: list[int]) -> str:
        """The numbers as text that `read_row` takes back; "" where there is nothing to tell."""

    @abstractmethod
    def describe(self) -> str:
        """What is told, in a few words."""

    @property
    @abstractmethod
    def bounds(self) -> tuple[int, int]:
        """The least and the greatest number that a record may hold."""


def plain(name: str) -> str:
    """A name that is a number without leading zeros: 09 is 9, as in every number."""
    return str(int(name)) if re.fullmatch("[0-9]{1,9}", name) else name


@dataclass(frozen=True)
class Placed(Row):
    """A number for each of several places with names, told where it is not 0: `36:2,25:3`."""

    names: tuple[str, ...]
    least: int  # where something is told
    most: int
    example: str
    none: str = "none"  # the word where there is nothing at all

    def read_row(self, text: str, count: int) -> list[int]:
        told: dict[str, int] = {}
        for name, _, number in (part.partition(":") for part in text.split(",") if text != self.none):
            place = plain(name)
            found = int(number) if re.fullmatch("[0-9]{1,9}", number) else -1
            if place in told or place not in self.names or not self.least <= found <= self.most:
                raise ValueError
            told[place] = found
        return [told.get(name, 0) for name in self.names]

    def write_row(self, numbers: list[int]) -> str:
        return ",".join([f"{name}:{n}" for name, n in zip(self.names, numbers, strict=False) if n])

    def describe(self) -> str:
        return f"places, each once, and {self.least} to {self.most} there, as {self.example}"

    @property
    def bounds(self) -> tuple[int, int]:
        return 0, self.most


@dataclass(frozen=True)
class Listed(Row):
    """A set of things with names, held as bits in several words and listed with commas: `14,96`."""

    names: tuple[str, ...]
    width: int  # how many are held in one word
    none: str = "none"

    def read_row(self, text: str, count: int) -> list[int]:
        numbers = [0] * count
        for name in text.split(",") if text != self.none else ():
            word, bit = divmod(self.names.index(plain(name)), self.width)
            if numbers[word] >> bit & 1:
                raise ValueError
            numbers[word] |= 1 << bit
        return numbers

    def write_row(self, numbers: list[int]) -> str:
        held = [numbers[i // self.width] >> i % self.width & 1 if numbers else 0 for i in range(len(self.names))]
        return ",".join([name for name, there in zip(self.names, held, strict=True) if there])

    def describe(self) -> str:
        return f"some of {self.names[0]} to {self.names[-1]}, each once"

    @property
    def bounds(self) -> tuple[int, int]:
        return 0, (1 << self.width) - 1


@dataclass(frozen=True)
class Bag(Row):
    """How many there are of each of several things with a letter, told one by one and the last first: `66421`."""

    letters: tuple[str, ...]  # "" for what there is none of
    most: int  # things in it

    def read_row(self, text: str, count: int) -> list[int]:
        if len(text) > self.most or not set(text) <= set(self.letters):
            raise ValueError
        return [text.count(letter) if letter else 0 for letter in self.letters]

    def write_row(self, numbers: list[int]) -> str:
        return "".join([letter * n for letter, n in zip(self.letters, numbers, strict=True)][::-1])

    def describe(self) -> str:
        return f"some of {', '.join(filter(None, self.letters))}, one after another"

    @property
    def bounds(self) -> tuple[int, int]:
        return 0, self.most


@dataclass(frozen=True)
class Dice(Row):
    """Several dice, told as digits in any order and held with the lowest first; all 0 before they are thrown."""

    none: str = "none"

    def read_row(self, text: str, count: int) -> list[int]:
        if text == self.none:
            return [0] * count
        if not re.fullmatch(f"[1-6]{{{count}}}", text):
            raise ValueError
        return sorted(map(int, text))

    def write_row(self, numbers: list[int]) -> str:
        return "".join(map(str, reversed(numbers))) if any(numbers) else ""

    def describe(self) -> str:
        return "the numbers that the dice show, as 53"

    @property
    def bounds(self) -> tuple[int, int]:
        return 0, 6


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
    names: Callable[[Record], Sequence[str]] | None = None  # under these options, where its kind does not know them
    usual: int | Found | None = 0  # None: it has to be told
    told: Found | None = None  # whether a position tells it, where that is not when it differs from the usual
    only: Where | None = None  # where it may differ from the usual
    just: Where | None = None  # where it has to be told, and differs from the usual; elsewhere it does not
    least: Found | None = None  # its least value here, or that of each number, where the kind allows less
    most: Found | None = None  # its greatest value here, or that of each number, where the kind allows more
    exact: Found | None = None  # the only value it can have here, or that of each number; None for any
    distinct: bool = False  # no two of its numbers are the same, but for the least of its kind, which names nothing
    count: Found | None = None  # how many of its numbers name something; None for any
    total: Found | None = None  # what its numbers add up to; None for anything
    derived: bool = False  # a position does not tell it: it follows from the rest
    by_seat: bool = False  # a number or a row for each seat; a position tells those of the seats that play
    seats: bool = False  # its numbers are seats, or its bits are: an observation tells them from the one who looks
    row: Found | None = None  # how many numbers of it, or of each of its rows, are in use and told
    unused: int = 0  # what those of its numbers are that are not in use
    short: bool = False  # the last numbers are left out as long as they are the usual one

    @property
    def dimensions(self) -> tuple[int, ...]:
        return (self.shape,) if isinstance(self.shape, int) else self.shape

    @property
    def size(self) -> int:
        return prod(self.dimensions)

    @cached_property
    def places(self) -> tuple[Place, ...]:
        """Where its numbers lie; () for a single one."""
        return tuple(product(*(range(length) for length in self.dimensions)))

    def number_at(self, s: Record, place: Place) -> int:
        value = getattr(s, self.name)
        number: int = value[place if len(place) > 1 else place[0]] if place else value
        return number

    def numbers(self, s: Record) -> list[int]:
        """All its numbers in a state."""
        return [self.number_at(s, place) for place in self.places]

    def told_places(self, s: Record, o: Record) -> dict[str, Sequence[Place]]:
        """The words by which a position tells it, and where the numbers of each lie."""
        places: Sequence[Place] = self.places
        if self.by_seat:
            places = [place for place in places if place[0] < o.players]
        if self.row:
            shown = self.row(s, o)
            places = [place for place in places if place[-1] < shown]
        words = self.words(s, o) if callable(self.words) else self.words
        if not words:
            return {self.word or self.name: places}
        found: dict[str, list[Place]] = {}
        for place in places:
            found.setdefault(words[place[0]], []).append(place)
        return dict(found)

    def kind_for(self, o: Record) -> Any:
        """Its kind, with the names that go with these options."""
        kind: Any = self.kind
        return _rename(kind, tuple(self.names(o))) if self.names else kind

    def belongs(self, s: Record, o: Record) -> bool:
        """Whether it may differ from the usual here."""
        where = self.just or self.only
        return where is None or bool(where(s, o) if callable(where) else s.phase in where)

    def usual_for(self, s: Record, o: Record) -> Any:
        """What it is where nothing is told, a number or one for each; None where it has to be told."""
        return None if self.just and self.belongs(s, o) else self.elsewhere(s, o)

    def elsewhere(self, s: Record, o: Record) -> Any:
        return self.usual(s, o) if callable(self.usual) else self.usual


@lru_cache
def _rename(kind: Any, names: tuple[str, ...]) -> Any:
    return replace(kind, names=names)


def number_for(found: Any, place: Place) -> int | None:
    """Of a number, or of one for each, that of a place."""
    at = found[place[0]] if isinstance(found, Sequence) else found
    return None if at is None else int(at)


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
