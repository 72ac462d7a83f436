"""How positions tell the fields of a state; what follows from the options is worked out once, for it is asked often."""

from collections.abc import Callable, Sequence
from functools import lru_cache
from operator import attrgetter
from typing import Any

from parlour.engine.contract import Record
from parlour.engine.fields import Field, Place, Row, number_for
from parlour.engine.hooks import Positions
from parlour.engine.options import Coded

Told = dict[str, str]  # value by word
Teller = Callable[[Record], Told]  # what a position tells of a state
FEW = 1024  # values, of which each is spelled only once
NOTHING: Told = {}


def make_teller(fields: Sequence[Field], own: Positions, o: Record) -> Teller:
    """Tells all that has to be told of a state under these options, in the order of the fields."""
    tellers = [
        _tell_own(own.spellings[field.name].write, o) if field.name in own.spellings else _tell_field(field, o)
        for field in fields
        if field.name in own.spellings or not field.derived
    ]

    def tell(s: Record) -> Told:
        words: Told = {}
        for teller in tellers:
            words.update(teller(s))
        return words

    return tell


def _tell_own(write: Callable[[Record, Record], Any], o: Record) -> Teller:
    return lambda s: write(s, o)


def _tell_field(field: Field, o: Record) -> Teller:
    if field.shape == ():
        return _tell_number(field, o)
    tell = _tell_row(field, o) if isinstance(field.kind, Row) else _tell_numbers(field, o)
    told, is_plainly_usual = field.told, field.is_plainly_usual

    def tell_where_needed(s: Record) -> Told:
        if is_plainly_usual(s) or (told and not told(s, o)):
            return NOTHING
        return tell(s)

    return tell_where_needed


def _tell_number(field: Field, o: Record) -> Teller:
    """A single one: where the field says so, or else where it is not as usual."""
    read, word, told, usual = attrgetter(field.name), field.word or field.name, field.told, field.usual
    spell = _speller(field.kind_for(o))
    if told:
        return lambda s: {word: spell(read(s))} if told(s, o) else NOTHING
    if isinstance(usual, int) and not field.just:
        return lambda s: {word: spell(number)} if (number := read(s)) != usual else NOTHING
    return lambda s: {word: spell(number)} if (number := read(s)) != field.usual_for(s, o) else NOTHING


def _tell_row(field: Field, o: Record) -> Teller:
    """Several, which its kind tells together."""
    kind, find_numbers = field.kind_for(o), _reader(field, o)
    return lambda s: {word: kind.write_row(numbers) for word, numbers in find_numbers(s).items()}


def _tell_numbers(field: Field, o: Record) -> Teller:
    """Several with commas between them; where the field is short, without the last ones that are as usual."""
    spell, find_numbers = _speller(field.kind_for(o)), _reader(field, o)

    def tell(s: Record) -> Told:
        told = find_numbers(s)
        if field.short or not field.told:
            as_usual = _as_usual(field, told, s, o)
            if not field.told and told == as_usual:
                return NOTHING
            for word, numbers in told.items():
                while field.short and numbers[-1] == as_usual[word][len(numbers) - 1]:
                    numbers.pop()
        return {word: ",".join([spell(number) for number in numbers]) for word, numbers in told.items()}

    return tell


def _as_usual(field: Field, told: dict[str, list[int]], s: Record, o: Record) -> dict[str, list[Any]]:
    """What the numbers told would be if they were as usual."""
    usual = field.usual_for(s, o)
    if isinstance(usual, int):
        return {word: [usual] * len(numbers) for word, numbers in told.items()}
    places = field.told_places(s, o)
    return {word: [number_for(usual, place) for place in places[word]] for word in told}


def _reader(field: Field, o: Record) -> Callable[[Record], dict[str, list[int]]]:
    """Finds the words by which a field is told, and the numbers that each tells."""
    read = attrgetter(field.name)

    def find(s: Record, places: dict[str, Sequence[Place]]) -> dict[str, list[int]]:
        value = read(s)
        if isinstance(field.shape, int):
            return {word: [value[place[0]] for place in places[word]] for word in places}
        return {word: [value[place] for place in places[word]] for word in places}

    if field.row or callable(field.words):
        return lambda s: find(s, field.told_places(s, o))
    fixed = field.told_places(o, o)  # it asks the options alone
    return lambda s: find(s, fixed)


def _speller(kind: Coded | Row) -> Callable[[int], str]:
    """Spells a number of this kind."""
    if isinstance(kind, Row):
        return str

    def spell(number: int) -> str:
        return kind.write(kind.decode(number))

    low, high = kind.bounds
    return lru_cache(maxsize=None)(spell) if high - low < FEW else spell
