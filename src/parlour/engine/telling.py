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
Part = Callable[[Record, Told], None]  # adds to that what is told of one field
SPELLED = 1024  # values of a kind that are remembered in words


def make_teller(fields: Sequence[Field], own: Positions, o: Record) -> Teller:
    """Tells all that has to be told of a state under these options, in the order of the fields."""
    parts = [
        _tell_own(own.spellings[field.name].write, o) if field.name in own.spellings else _tell_field(field, o)
        for field in fields
        if field.name in own.spellings or not field.derived
    ]

    def tell(s: Record) -> Told:
        told: Told = {}
        for part in parts:
            part(s, told)
        return told

    return tell


def _tell_own(write: Callable[[Record, Record], Any], o: Record) -> Part:
    return lambda s, words: words.update(write(s, o))


def _tell_field(field: Field, o: Record) -> Part:
    if field.shape == ():
        return _tell_number(field, o)
    tell = _tell_row(field, o) if isinstance(field.kind, Row) else _tell_numbers(field, o)
    told = field.told

    def tell_where_told(s: Record, words: Told) -> None:
        if told and told(s, o):
            tell(s, words)

    return tell_where_told if told else tell


def _tell_number(field: Field, o: Record) -> Part:
    """A single one: where the field says so, or else where it is not as usual."""
    read, word, told, usual = attrgetter(field.name), field.word or field.name, field.told, field.usual
    spell = _speller(field.kind_for(o))

    def tell_where_told(s: Record, words: Told) -> None:
        if told and told(s, o):
            words[word] = spell(read(s))

    def tell_other_than_always(s: Record, words: Told) -> None:
        number = read(s)
        if number != usual:
            words[word] = spell(number)

    def tell_other_than_here(s: Record, words: Told) -> None:
        number = read(s)
        if number != field.usual_for(s, o):
            words[word] = spell(number)

    if told:
        return tell_where_told
    return tell_other_than_always if isinstance(usual, int) and not field.just else tell_other_than_here


def _tell_row(field: Field, o: Record) -> Part:
    """Several, which its kind tells together."""
    kind, find_numbers = field.kind_for(o), _reader(field, o)

    def tell(s: Record, words: Told) -> None:
        for word, numbers in find_numbers(s).items():
            words[word] = kind.write_row(numbers)

    return tell


def _tell_numbers(field: Field, o: Record) -> Part:
    """Several with commas between them; where the field is short, without the last ones that are as usual."""
    spell, read = _speller(field.kind_for(o)), attrgetter(field.name)
    find_numbers = _reader(field, o)
    always = field.usual if isinstance(field.usual, int) and not field.just else None  # as usual, wherever that is
    asks_usual = always is None and (field.short or not field.told)

    def write(s: Record, usual: Any) -> Told:
        told = find_numbers(s)
        if not field.told and isinstance(usual, int) and _are_all(usual, told):
            return {}
        if field.short or not (usual is None or isinstance(usual, int)):
            as_usual = _as_usual(field, usual, told, s, o)
            if not field.told and told == as_usual:
                return {}
            for word, numbers in told.items():
                while field.short and numbers[-1] == as_usual[word][len(numbers) - 1]:
                    numbers.pop()
        return {word: ",".join(map(spell, numbers)) for word, numbers in told.items()}

    def tell(s: Record, words: Told) -> None:
        words.update(write(s, field.usual_for(s, o) if asks_usual else always))

    kept: dict[tuple[bytes, Any], Told] = {}  # the numbers, and what would be usual

    def tell_as_before(s: Record, words: Told) -> None:
        usual = field.usual_for(s, o) if asks_usual else always
        held = read(s).tobytes(), usual if usual is None or isinstance(usual, int) else tuple(usual)
        told = kept.get(held)
        if told is None:
            told = write(s, usual)
            if len(kept) >= SPELLED:
                kept.clear()
            kept[held] = told
        words.update(told)

    return tell if field.row or callable(field.words) else tell_as_before  # the same numbers mean the same words


def _are_all(usual: int, told: dict[str, list[int]]) -> bool:
    for numbers in told.values():
        if numbers.count(usual) != len(numbers):
            return False
    return True


def _as_usual(field: Field, usual: Any, told: dict[str, list[int]], s: Record, o: Record) -> dict[str, list[Any]]:
    """What the numbers told would be if they were as usual."""
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
    if not isinstance(field.shape, int) or not all(map(_lie_together, fixed.values())):
        return lambda s: find(s, fixed)
    pieces = [(word, slice(places[0][0], places[-1][0] + 1)) for word, places in fixed.items()]

    def find_pieces(s: Record) -> dict[str, list[int]]:
        value, found = read(s), {}
        for word, piece in pieces:
            found[word] = value[piece].tolist()
        return found

    return find_pieces


def _lie_together(places: Sequence[Place]) -> bool:
    return [place[0] for place in places] == list(range(places[0][0], places[0][0] + len(places))) if places else False


def _speller(kind: Coded | Row) -> Callable[[int], str]:
    """Spells a number of this kind."""
    if isinstance(kind, Row):
        return str

    def spell(number: int) -> str:
        return kind.write(kind.decode(number))

    return lru_cache(SPELLED)(spell)
