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
Part: TypeAlias = Callable[[Record, Record, tuple[int, int, int]], Any]  # what stands in one gap of a sentence


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
        self._said: dict[int, tuple[str, tuple[Part, ...]]] = {}
        for entry in events.DECLARED:
            pieces, parts, numbers = "", [], entry.line.split(", ")
            for before, name, form, _ in Formatter().parse(entry.says):
                pieces += before.replace("{", "{{").replace("}", "}}")
                if name is None:
                    continue
                if name not in numbers and name not in words:
                    raise TypeError(f"{entry.name} says {{{name}}}: expected one of {', '.join([*numbers, *words])}")
                pieces += f"{{:{form}}}" if form else "{}"
                parts.append(_part(words.get(name), numbers.index(name) if name in numbers else None))
            self._said[entry.first] = pieces, tuple(parts)

    def __call__(self, s: Record, o: Record, kind: int, a: int = 0, b: int = 0, c: int = 0) -> str:
        pieces, parts = self._said[kind]
        told = a, b, c
        return capital(pieces.format(*[part(s, o, told) for part in parts]))


def _part(words: Words | None, which: int | None) -> Part:
    """How a name is said: by which of the numbers, or by the event as a whole; each is settled once."""
    if words is None:
        assert which is not None
        return lambda s, o, told: told[which]
    if not callable(words):
        said, at = words, which or 0
        return lambda s, o, told: said[told[at]]
    say = words
    if which is None:
        return lambda s, o, told: say(s, o, *told)
    return lambda s, o, told: say(s, o, told[which])
