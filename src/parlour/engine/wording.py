"""How things are said: small forms of words, and the sentences of a game's events.

A game declares in `state.py` which numbers go with an event, and in `text.py` what is said of it:

    class Event(Codes):
        PLACES = code("seat, cell")

    event = Sentences(
        Event,
        words={"seat": ("Red", "White"), "cell": CELLS},
        PLACES="{seat} places a counter on {cell}.",
    )

A number is said by the words of its name, a list of them or a function `(s, o, number)`, or as it is where there are
none. Any other name is a function of the event as a whole, `(s, o, a, b, c)`. Where a sentence takes several forms,
such a function gives the one to say.
"""

from collections.abc import Callable, Mapping, Sequence
from string import Formatter
from typing import Any, TypeAlias

from parlour.engine.codes import Codes
from parlour.engine.contract import Record

Words: TypeAlias = Sequence[str] | Callable[..., str]  # one for each number; or of the state, the options and numbers
Form: TypeAlias = str | Callable[[Record, Record, int, int, int], str]  # of a sentence


def capital(words: str) -> str:
    return words[:1].upper() + words[1:]


def count(number: int, thing: str) -> str:
    """`1 spin`, `2 spins`."""
    return f"{number} {thing}" + ("" if number == 1 else "s")


def listed(words: Sequence[str], last: str = "and") -> str:
    """`a`, `a and b`, `a, b and c`."""
    return f" {last} ".join(part for part in (", ".join(words[:-1]), *words[-1:]) if part)


def _names_in(template: str) -> list[str]:
    return [name for _, name, _, _ in Formatter().parse(template) if name is not None]


class Sentences:
    """What is said of each event: `sentences(s, o, kind, a, b, c)`. Raises TypeError where one is missing or odd."""

    def __init__(self, events: type[Codes], words: Mapping[str, Words], **forms: Form) -> None:
        self._forms: tuple[Form, ...] = events.table(**forms)
        self._names = [entry.line.split(", ") for entry in events.DECLARED]
        self._words = words
        for entry, form, names in zip(events.DECLARED, self._forms, self._names, strict=True):
            if isinstance(form, str):
                for name in _names_in(form):
                    if name not in names and name not in words:
                        raise TypeError(f"{entry.name} says {{{name}}}: expected one of {', '.join([*names, *words])}")

    def __call__(self, s: Record, o: Record, kind: int, a: int, b: int, c: int) -> str:
        form, numbers = self._forms[kind], dict(zip(self._names[kind], (a, b, c), strict=False))
        template = form if isinstance(form, str) else form(s, o, a, b, c)
        said: dict[str, Any] = {**numbers}
        for name in _names_in(template):
            if name in self._words:
                words = self._words[name]
                told = (numbers[name],) if name in numbers else (a, b, c)
                said[name] = words(s, o, *told) if callable(words) else words[told[0]]
        return capital(template.format_map(said))
