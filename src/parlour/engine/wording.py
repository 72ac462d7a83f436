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
from typing import TypeAlias

from parlour.engine.codes import Codes
from parlour.engine.contract import Record

Words: TypeAlias = Sequence[str] | Callable[..., str]  # one for each number; or of the state, the options and numbers
Part: TypeAlias = tuple[Words | None, int]  # the words for a number, if there are any, and which of the numbers it is
WHOLE = -1  # not one of them: the event as a whole


def capital(words: str) -> str:
    return words[:1].upper() + words[1:]


def count(number: int, thing: str) -> str:
    """`1 spin`, `2 spins`."""
    return f"{number} {thing}" + ("" if number == 1 else "s")


def listed(words: Sequence[str], last: str = "and") -> str:
    """`a`, `a and b`, `a, b and c`."""
    return f" {last} ".join(part for part in (", ".join(words[:-1]), *words[-1:]) if part)


def leave_gaps(says: str) -> str:
    """The same form of words, with its gaps in their order instead of by name."""
    parts = []
    for text, name, spec, _ in Formatter().parse(says):
        parts.append(text.replace("{", "{{").replace("}", "}}"))
        if name is not None:
            parts.append(f"{{:{spec}}}" if spec else "{}")
    return "".join(parts)


class Sentences:
    """What is said of each event or phase: `sentences(s, o, kind, a, b, c)`. TypeError where a word is missing."""

    def __init__(self, events: type[Codes], words: Mapping[str, Words]) -> None:
        self._events: dict[int, tuple[str, list[Part]]] = {}  # what is said, with gaps, and what comes into them
        for entry in events.DECLARED:
            numbers = entry.line.split(", ")
            names = [name for _, name, _, _ in Formatter().parse(entry.says) if name is not None]
            for name in names:
                if name not in numbers and name not in words:
                    raise TypeError(f"{entry.name} says {{{name}}}: expected one of {', '.join([*numbers, *words])}")
            places = {name: place for place, name in enumerate(numbers)}
            parts = [(words.get(name), places.get(name, WHOLE if callable(words.get(name)) else 0)) for name in names]
            self._events[entry.first] = leave_gaps(entry.says), parts

    def __call__(self, s: Record, o: Record, kind: int, a: int = 0, b: int = 0, c: int = 0) -> str:
        says, parts = self._events[kind]
        numbers = (a, b, c)
        said: list[object] = []
        for words, place in parts:
            if words is None:
                said.append(numbers[place])
            elif not callable(words):
                said.append(words[numbers[place]])
            elif place == WHOLE:
                said.append(words(s, o, a, b, c))
            else:
                said.append(words(s, o, numbers[place]))
        return capital(says.format(*said))
