"""How things are said: small forms of words, and the sentences of a game's events.

A game declares in `state.py` which numbers go with an event and what is said of it, and in `text.py` their words:

    class Event(Codes):
        PLACES = event("seat, cell", "{seat} [places] a counter on {cell}.")

    event = Sentences(Event, {"seat": lambda s, o, number: person(number, COLOURS[number]), "cell": CELLS})

What is asked in a phase is declared and said in the same way, without numbers. Whoever is meant is told by a mark, and
what agrees with them stands in square brackets: `people.py` says how names come in, or you.

A number is said by the words of its name, a list of them or a function `(s, o, number)`, or as it is where there are
none. Any other name is a function of the event as a whole, `(s, o, a, b, c)`.
"""

from collections.abc import Callable, Mapping, Sequence
from string import Formatter
from typing import Any, TypeAlias

from parlour.engine.codes import Codes
from parlour.engine.contract import Record

Words: TypeAlias = Sequence[str] | Callable[..., str]  # one for each number; or of the state, the options and numbers


def capital(words: str) -> str:
    return words[:1].upper() + words[1:]


def count(number: int, thing: str) -> str:
    """`1 spin`, `2 spins`."""
    return f"{number} {thing}" + ("" if number == 1 else "s")


def listed(words: Sequence[str], last: str = "and") -> str:
    """`a`, `a and b`, `a, b and c`."""
    return f" {last} ".join(part for part in (", ".join(words[:-1]), *words[-1:]) if part)


class Sentences:
    """What is said of each event or phase: `sentences(s, o, kind, a, b, c)`. TypeError where a word is missing."""

    def __init__(self, events: type[Codes], words: Mapping[str, Words]) -> None:
        self._words = words
        self._events: dict[int, tuple[str, list[str], list[str]]] = {}
        for entry in events.DECLARED:
            numbers = entry.line.split(", ")
            names = [name for _, name, _, _ in Formatter().parse(entry.says) if name is not None]
            for name in names:
                if name not in numbers and name not in words:
                    raise TypeError(f"{entry.name} says {{{name}}}: expected one of {', '.join([*numbers, *words])}")
            self._events[entry.first] = entry.says, numbers, names

    def __call__(self, s: Record, o: Record, kind: int, a: int = 0, b: int = 0, c: int = 0) -> str:
        says, declared, names = self._events[kind]
        numbers = dict(zip(declared, (a, b, c), strict=False))
        said: dict[str, Any] = {**numbers}
        for name in names:
            if name in self._words:
                words = self._words[name]
                told = (numbers[name],) if name in numbers else (a, b, c)
                said[name] = words(s, o, *told) if callable(words) else words[told[0]]
        return capital(says.format_map(said))
