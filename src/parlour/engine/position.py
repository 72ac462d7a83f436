"""Positions as text: words of the form name=value, read strictly.

What words there are follows from the fields that a game declares; a game adds spellings of its own where those would
not read well, works out what follows from the rest, and says what cannot be.
"""

import re
from collections.abc import Mapping, Sequence
from typing import Any

from parlour.engine.codes import Code, Codes
from parlour.engine.contract import Record
from parlour.engine.fields import Bits, Field, Named, Place, Row, number_for
from parlour.engine.hooks import Positions
from parlour.engine.options import Choice, Coded, Whole
from parlour.engine.telling import Teller, make_teller

Places = Sequence[Place]


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

    def take_row(self, name: str, kind: Row, count: int) -> list[int]:
        return read_row(name, kind, self.take(name), count)

    def finish(self) -> None:
        if self.words:
            raise PositionError(f"{next(iter(self.words))!r} is not part of a position of this game")


def write_position(tell: Teller, s: Record) -> str:
    """All that has to be told of a state."""
    return write_words(tell(s))


def read_position(fields: Sequence[Field], own: Positions, text: str, s: Record, o: Record) -> None:
    """Set up the zeroed state `s`. Raises PositionError for anything that is not a position under these options."""
    words = Words(text)
    plain = [field for field in fields if field.name not in own.spellings and not field.derived]
    for field in plain:
        _read_field(words, field, s, o)
        _check_told(field, find_phase(fields, s), s, o)
    for name, spelling in own.spellings.items():
        spelling.read(words, s, o)
        _check_told(next(field for field in fields if field.name == name), find_phase(fields, s), s, o)
    words.finish()
    tell = make_teller(fields, own, o)
    told = tell(s)
    own.complete(s, o)
    _ask(find_phase(fields, s), s)
    _compare(told, tell(s))
    for field in fields:
        _check_limits(field, s, o)
    for find_faults in own.faults:
        for wrong, sentence in find_faults(s, o):
            if wrong:
                raise PositionError(sentence)


def find_phase(fields: Sequence[Field], s: Record) -> Code | None:
    """What is declared of the phase that a state is in."""
    kinds = [field.kind for field in fields if field.name == "phase"]
    codes = kinds[0].codes if kinds and isinstance(kinds[0], Choice) else None
    return codes.find(s.phase) if codes else None


def _read_field(words: Words, field: Field, s: Record, o: Record) -> None:
    usual = field.usual_for(s, o)
    for place in field.places if field.unused else ():
        _put(field, s, place, field.unused)
    for word, places in field.told_places(s, o).items():
        if not places:
            continue  # nothing of it is in use here
        text = words.words.pop(word, None)
        if text is None and usual is None:
            raise PositionError(f"{word!r} is missing")
        told = [] if text is None else _read_numbers(word, field, text, len(places), o)
        for place, number in zip(places, told, strict=False):
            _put(field, s, place, number)
        for place in places[len(told) :]:
            _put(field, s, place, number_for(usual, place))


def _put(field: Field, s: Record, place: Place, number: int | None) -> None:
    if not place:
        setattr(s, field.name, number)
    else:
        getattr(s, field.name)[place if len(place) > 1 else place[0]] = number


def _read_numbers(name: str, field: Field, text: str, count: int, o: Record) -> list[int]:
    """The numbers of a text; the last may be missing where a field is short."""
    kind = field.kind_for(o)
    if isinstance(kind, Row):
        return read_row(name, kind, text, count)
    texts = text.split(",")
    if len(texts) > count or (len(texts) < count and not field.short):
        raise PositionError(f"{name!r} has {len(texts)} entries: expected {count}, with commas between them")
    return [_read_number(name, kind, part) for part in texts]


def read_row(name: str, kind: Row, text: str, count: int) -> list[int]:
    try:
        return kind.read_row(text, count)
    except ValueError:
        raise PositionError(f"{name!r} cannot be {text!r}: expected {kind.describe()}") from None


def _read_number(name: str, kind: Coded, text: str) -> int:
    if isinstance(kind, Whole):
        return read_whole(name, text, *kind.bounds)
    try:
        return kind.encode(kind.read(text))
    except ValueError:
        one_of = "one of " if isinstance(kind, Choice) else ""
        raise PositionError(f"{name!r} cannot be {text!r}: expected {one_of}{kind.describe()}") from None


def _check_told(field: Field, phase: Code | None, s: Record, o: Record) -> None:
    """What has to be so before anything is worked out."""
    kind = field.kind_for(o)
    if isinstance(kind, Choice) and kind.codes:
        _check_codes(field, kind.codes, s, o)
    for word, places in field.told_places(s, o).items():
        _check_where(word, field, places, phase, s, o)
        _check_names(word, field, places, s, o)


def _check_codes(field: Field, codes: type[Codes], s: Record, o: Record) -> None:
    """Whether these options ever come to such a phase."""
    known = [entry for entry in codes.DECLARED if not entry.when or entry.when(o)]
    for number in field.numbers(s):
        if codes.find(number) not in known:
            expected = ", ".join(entry.word for entry in known)
            told = f"{field.word or field.name!r} cannot be {codes.word(number)!r}"
            raise PositionError(f"{told} under these options: expected one of {expected}")


def _check_where(word: str, field: Field, places: Places, phase: Code | None, s: Record, o: Record) -> None:
    """Whether it differs from the usual where it has to, and only where it may."""
    usual, belongs, kind = field.elsewhere(s, o), field.belongs(s, o), field.kind_for(o)
    numbers = [field.number_at(s, place) for place in places]
    for place, number in zip(places, numbers, strict=True):
        differs = number != number_for(usual, place)
        if differs and not belongs:
            told = kind.write_row(numbers) if isinstance(kind, Row) else _spell(kind, number)
            where = f"in phase {phase.word}" if phase and isinstance(field.just or field.only, tuple) else "here"
            raise PositionError(f"{word!r} cannot be {told}: expected no such word {where}")
        if field.just and belongs and not differs:
            raise PositionError(f"{word!r} is missing")


def _check_names(word: str, field: Field, places: Places, s: Record, o: Record) -> None:
    """Whether it names as many things as it should, and none of them twice."""
    kind, numbers = field.kind_for(o), [field.number_at(s, place) for place in places]
    named = [number for number in numbers if number != kind.bounds[0]]
    twice = [number for number in named if named.count(number) > 1]
    if field.distinct and twice:
        raise PositionError(f"{word!r} has {_spell(kind, twice[0])} twice: expected each once")
    count = field.count(s, o) if field.count else None
    if count not in (None, len(named)):
        raise PositionError(f"{word!r} names {len(named) or 'none'}: expected {count}")


def _ask(phase: Code | None, s: Record) -> None:
    """Who is asked, where the phase says so."""
    if phase and phase.by is not None:
        s.to_move = getattr(s, phase.by) if isinstance(phase.by, str) else phase.by


def _compare(told: dict[str, str], found: dict[str, str]) -> None:
    """What was told is what follows from the rest, wherever a game has worked it out once more."""
    for word in {**told, **found}:
        value, follows = told.get(word, ""), found.get(word, "")
        if value != follows:
            raise PositionError(
                f"{word!r} cannot be {value or 'left out'}: expected {follows or 'no such word'}, by all the rest"
            )


def _check_limits(field: Field, s: Record, o: Record) -> None:
    kind, (low, high) = field.kind_for(o), field.kind.bounds
    total, wanted = sum(field.numbers(s)), field.total(s, o) if field.total else None
    if wanted not in (None, total):
        raise PositionError(f"{field.word or field.name!r} adds up to {total}: expected {wanted}")
    least, most, exact = (limit(s, o) if limit else None for limit in (field.least, field.most, field.exact))
    if least is None and most is None and exact is None:
        return
    for word, places in field.told_places(s, o).items():
        for place in places:
            fixed = number_for(exact, place)
            lowest, highest = number_for(least, place), number_for(most, place)
            first = fixed if fixed is not None else low if lowest is None else lowest
            last = fixed if fixed is not None else high if highest is None else highest
            number = field.number_at(s, place)
            if not first <= number <= last:
                expected = _describe_limits(kind, low, first, last)
                raise PositionError(f"{word!r} cannot be {_spell(kind, number)}: expected {expected}")


def _describe_limits(kind: Any, low: int, first: int, last: int) -> str:
    if last < max(low, 0) or not _spell(kind, last):
        return "no such word here"
    if first == last:
        return _spell(kind, last)
    if isinstance(kind, Choice):
        return f"one of {', '.join(str(value) for value in kind.values if first <= kind.encode(value) <= last)}"
    if isinstance(kind, Named):
        return f"one of {', '.join(kind.names[max(first, 0) : last + 1])}" + (f", or {kind.none}" if first < 0 else "")
    return f"at most {_spell(kind, last)}" if isinstance(kind, Bits) else f"{first} to {last}"


def _spell(kind: Coded | Row, number: int) -> str:
    return str(number) if isinstance(kind, Row) else kind.write(kind.decode(number))


def read_whole(name: str, text: str, low: int, high: int) -> int:
    if not re.fullmatch(r"-?[0-9]{1,18}", text):  # int() would take 1_0, +1 and other digits too
        raise PositionError(f"{name!r} cannot be {text!r}: expected a whole number")
    number = int(text)
    if not low <= number <= high:
        raise PositionError(f"{name!r} cannot be {number}: expected {low} to {high}")
    return number


def write_words(words: Mapping[str, object]) -> str:
    """The words of a position; those that are None or empty are left out."""
    return " ".join([f"{name}={value}" for name, value in words.items() if value not in (None, "")])
