"""Positions as text: words of the form name=value, read strictly.

What words there are follows from the fields that a game declares; a game adds spellings of its own where those would
not read well, works out what follows from the rest, and says what cannot be.
"""

import re
from collections.abc import Sequence

from parlour.engine.contract import Record
from parlour.engine.fields import Field, Row
from parlour.engine.hooks import Positions
from parlour.engine.options import Choice, Coded, Whole


class PositionError(ValueError):
    """The text is not a position of this game; the message says what was wrong and what was expected."""


class Words:
    """The words of a position, to be taken one by one; whatever is left at the end was not understood."""

    def __init__(self, text: str) -> None:
        self.words: dict[str, str] = {}
        for word in text.split():
            name, separator, value = word.partition("=")
            if not separator or not value:
                raise PositionError(f"{word!r} is not part of a position: expected name=value")
            if name in self.words:
                raise PositionError(f"{name!r} is there twice")
            self.words[name] = value

    def take(self, name: str, default: str | None = None) -> str:
        value = self.words.pop(name, default)
        if value is None:
            raise PositionError(f"{name!r} is missing")
        return value

    def take_whole(self, name: str, low: int, high: int, default: int | None = None) -> int:
        text = self.take(name, None if default is None else str(default))
        return read_whole(name, text, low, high)

    def take_wholes(self, name: str, count: int, low: int, high: int, default: int) -> list[int]:
        """`count` numbers parted by commas; all of them the default where the word is missing."""
        texts = self.take(name, ",".join([str(default)] * count)).split(",")
        if len(texts) != count:
            raise PositionError(f"{name!r} has {len(texts)} numbers: expected {count}")
        return [read_whole(name, text, low, high) for text in texts]

    def take_choice(self, name: str, choices: Sequence[str], default: str | None = None) -> int:
        text = self.take(name, default)
        if text not in choices:
            raise PositionError(f"{name!r} cannot be {text!r}: expected one of {', '.join(choices)}")
        return choices.index(text)

    def finish(self) -> None:
        if self.words:
            raise PositionError(f"{next(iter(self.words))!r} is not part of a position of this game")


def write_position(fields: Sequence[Field], own: Positions, s: Record, o: Record) -> str:
    """All that has to be told of a state, in the order of the fields."""
    words: dict[str, object] = {}
    for field in fields:
        if field.name in own.spellings:
            words.update(own.spellings[field.name].write(s, o))
        elif not field.derived:
            words.update(_write_field(field, s, o))
    return write_words(**words)


def _write_field(field: Field, s: Record, o: Record) -> dict[str, str]:
    told = {word: [field.number_at(s, place) for place in places] for word, places in field.told_places(s, o).items()}
    kind, usual = field.kind, field.usual_for(s, o)
    if isinstance(kind, Row):
        return {word: kind.write_row(numbers) for word, numbers in told.items()}
    if field.told and not field.told(s, o):
        return {}
    if not field.told and all(number == usual for numbers in told.values() for number in numbers):
        return {}
    for numbers in told.values():
        while field.short and numbers[-1] == usual:
            numbers.pop()
    return {word: ",".join([kind.write(kind.decode(n)) for n in numbers]) for word, numbers in told.items()}


def read_position(fields: Sequence[Field], own: Positions, text: str, s: Record, o: Record) -> None:
    """Set up the zeroed state `s`. Raises PositionError for anything that is not a position under these options."""
    words = Words(text)
    for field in fields:
        if field.name in own.spellings:
            own.spellings[field.name].read(words, s, o)
        elif not field.derived:
            _read_field(words, field, s, o)
    words.finish()
    own.complete(s, o)
    for field in fields:
        if field.least or field.most:
            _check_limits(field, s, o)
    own.check(s, o)


def _read_field(words: Words, field: Field, s: Record, o: Record) -> None:
    usual = field.usual_for(s, o)
    for word, places in field.told_places(s, o).items():
        if not places:
            continue  # nothing of it is in use here
        text = words.words.pop(word, None)
        if text is None and usual is None:
            raise PositionError(f"{word!r} is missing")
        told = [] if text is None else _read_numbers(word, field, text, len(places))
        numbers = told + [usual] * (len(places) - len(told))
        for place, number in zip(places, numbers, strict=True):
            if not place:
                setattr(s, field.name, number)
            else:
                getattr(s, field.name)[place if len(place) > 1 else place[0]] = number


def _read_numbers(name: str, field: Field, text: str, count: int) -> list[int]:
    """The numbers of a text; the last may be missing where a field is short."""
    if isinstance(field.kind, Row):
        try:
            return field.kind.read_row(text, count)
        except ValueError:
            raise PositionError(f"{name!r} cannot be {text!r}: expected {field.kind.describe()}") from None
    texts = text.split(",")
    if len(texts) > count or (len(texts) < count and not field.short):
        raise PositionError(f"{name!r} has {len(texts)} entries: expected {count}, with commas between them")
    return [_read_number(name, field.kind, part) for part in texts]


def _read_number(name: str, kind: Coded, text: str) -> int:
    if isinstance(kind, Whole):
        return read_whole(name, text, *kind.bounds)
    try:
        return kind.encode(kind.read(text))
    except ValueError:
        one_of = "one of " if isinstance(kind, Choice) else ""
        raise PositionError(f"{name!r} cannot be {text!r}: expected {one_of}{kind.describe()}") from None


def _check_limits(field: Field, s: Record, o: Record) -> None:
    kind, (low, high) = field.kind, field.kind.bounds
    least = int(field.least(s, o)) if field.least else low
    most = int(field.most(s, o)) if field.most else high
    for number in field.numbers(s):
        if not least <= number <= most:
            name, told, expected = field.word or field.name, str(number), f"{least} to {most}"
            if not isinstance(kind, Whole | Row):
                told, first, last = (kind.write(kind.decode(value)) for value in (number, least, most))
                expected = f"at least {first}" if number < least else f"at most {last}" if last else ""
            if most < max(low, 0) or not expected:
                expected = "no such word here"
            raise PositionError(f"{name!r} cannot be {told}: expected {expected}")


def read_whole(name: str, text: str, low: int, high: int) -> int:
    if not re.fullmatch(r"-?[0-9]{1,18}", text):  # int() would take 1_0, +1 and other digits too
        raise PositionError(f"{name!r} cannot be {text!r}: expected a whole number")
    number = int(text)
    if not low <= number <= high:
        raise PositionError(f"{name!r} cannot be {number}: expected {low} to {high}")
    return number


def write_words(**words: object) -> str:
    """The words of a position; those that are None or empty are left out."""
    return " ".join([f"{name}={value}" for name, value in words.items() if value not in (None, "")])
