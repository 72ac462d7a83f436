"""Whole numbers with names: phases, events, actions, outcomes, the choices of an option.

A game declares each of them once, in a class, with a line on what it stands for:

    class Action(Codes):
        PLACE = run(16, "a counter on that cell")
        NO_CLAIM = code("nothing to place, and no claim")

Rules read `Phase.PLAYING`, an ordinary number; of a run, the name is its first number. In text a code is its name in
small letters, unless a `word` is given. The numbers go by the order of declaration, and nothing else does.

A phase says what is asked in it, who decides, and under which options there is such a phase:

    class Phase(Codes):
        DOUBLING = phase("{mover} rolls, or doubles first.", by="turn", when=lambda o: o.cube)
        ROLLING = phase("{mover} rolls.", by=CHANCE)
"""

from collections import namedtuple
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, ClassVar, NamedTuple, cast


@dataclass(frozen=True)
class _Declared:
    line: str
    word: str
    count: int
    says: str = ""
    by: int | str | None = None
    when: Callable[[Any], object] | None = None


def code(line: str = "", word: str = "") -> int:
    """One number, to be declared in a class of codes: what it stands for, and its word if that is not its name."""
    return cast(int, _Declared(line, word, 1))


def event(numbers: str, says: str) -> int:
    """One kind of event: the names of the numbers that go with it, and what is said of it (`wording.Sentences`)."""
    return cast(int, _Declared(numbers, "", 1, says))


def phase(says: str, word: str = "", by: int | str | None = None, when: Callable[[Any], object] | None = None) -> int:
    """One phase: who is asked to do what in it, or what is awaited (`wording.Sentences`).

    For positions, who decides in it and under which options there is such a phase.
    """
    return cast(int, _Declared("", word, 1, says, by, when))


def run(count: int, line: str = "") -> int:
    """So many numbers in a row, such as one for each cell."""
    return cast(int, _Declared(line, "", count))


class Code(NamedTuple):
    """What was declared under one name."""

    name: str
    word: str
    line: str
    first: int
    size: int  # how many numbers there are
    says: str = ""  # of an event or a phase
    by: int | str | None = None  # of a phase: CHANCE, OVER, or the field that names the seat asked
    when: Callable[[Any], object] | None = None  # of a phase: whether these options ever come to it


class Codes:
    """A family of numbers with names. A class of codes is never instantiated."""

    DECLARED: ClassVar[tuple[Code, ...]] = ()
    SIZE: ClassVar[int] = 0  # how many numbers there are in all
    START: ClassVar[int] = 0  # the first of them
    ASKS: ClassVar[str] = ""  # what is chosen between them, where they are the values of an option
    TITLE: ClassVar[str] = ""  # and what a form calls that option

    def __init_subclass__(cls, start: int = 0, asks: str = "", title: str = "") -> None:
        declared, at = [], start
        for name, value in list(vars(cls).items()):
            if isinstance(value, _Declared):
                if hasattr(Codes, name):
                    raise TypeError(
                        f"{cls.__name__} cannot declare {name}: every class of codes has something so named"
                    )
                word = value.word or name.lower()
                declared.append(Code(name, word, value.line, at, value.count, value.says, value.by, value.when))
                setattr(cls, name, at)
                at += value.count
        cls.DECLARED, cls.SIZE, cls.START = tuple(declared), at - start, start
        cls.ASKS, cls.TITLE = asks, title
        words = [entry.word for entry in declared]
        if len(set(words)) < len(words):
            raise TypeError(f"{cls.__name__} declares a word twice: {', '.join(words)}")

    @classmethod
    def words(cls) -> tuple[str, ...]:
        return tuple(entry.word for entry in cls.DECLARED)

    @classmethod
    def find(cls, number: int) -> Code:
        """What a number belongs to. Raises LookupError."""
        for entry in cls.DECLARED:
            if entry.first <= number < entry.first + entry.size:
                return entry
        raise LookupError(f"{number} is none of {cls.__name__}: expected {cls.START} to {cls.START + cls.SIZE - 1}")

    @classmethod
    def word(cls, number: int) -> str:
        return cls.find(number).word

    @classmethod
    def number(cls, word: str) -> int:
        """The number of a word. Raises LookupError."""
        for entry in cls.DECLARED:
            if entry.word == word:
                return entry.first
        raise LookupError(f"{word!r} is none of {cls.__name__}: expected one of {', '.join(cls.words())}")

    @classmethod
    def table(cls, **rows: Any) -> tuple[Any, ...]:
        """One thing for each name, in the order of their numbers: what rules look up by `table[o.option]`."""
        names = [entry.name for entry in cls.DECLARED]
        if set(rows) != set(names):
            raise TypeError(f"a table of {cls.__name__} has {', '.join(rows)}: expected one row for each of {names}")
        return tuple(rows[name] for name in names)

    @classmethod
    def each(cls) -> Iterator[tuple[int, str]]:
        """Every number declared, with its word."""
        return ((entry.first, entry.word) for entry in cls.DECLARED)


def constants(codes: type[Codes]) -> Any:
    """The numbers as a tuple with names, which is how compiled code reads them."""
    numbers = {entry.name: entry.first for entry in codes.DECLARED}
    make: Any = namedtuple  # its fields are known only here
    return make(codes.__name__, list(numbers))(**numbers)
