"""Positions of Numeric: how numbers, counters and cards are told, what follows from them, and what cannot be."""

from collections import Counter
from collections.abc import Iterator

from parlour.engine.contract import CHANCE, OVER, Record
from parlour.engine.hooks import Spelling
from parlour.engine.position import PositionError, Words, read_whole
from parlour.games.numeric import cards, endings, placing, racks
from parlour.games.numeric.board import CELL, CELLS, NUMBERS, SEATS, label, numbers_of, words_of
from parlour.games.numeric.chances import has_three_dice
from parlour.games.numeric.options import EndCards, Variant
from parlour.games.numeric.pack import END_CARDS, PACK
from parlour.games.numeric.reach import FOUR, HIGHEST, makes
from parlour.games.numeric.state import AT_CHANCE, CARD_DUE, IN_THROW, SERVING, Ending, Phase
from parlour.games.numeric.turns import first_turns, seat_asked


def listed(numbers: list[int]) -> str:
    return ",".join(map(str, numbers))


def read_list(words: Words, name: str, most: int) -> list[int]:
    text = words.take(name, "none")
    numbers = [read_whole(name, part, 1, most) for part in text.split(",")] if text != "none" else []
    if len(set(numbers)) < len(numbers):
        raise PositionError(f"{name!r} has something twice: expected everything once")
    return numbers


def spell_sets(field: str, word: str) -> Spelling:
    """A set of numbers for each side, `A=14,96` or `rackA=2,9,64`; racks are only there with counters."""

    def write(s: Record, o: Record) -> dict[str, str]:
        return {word + SEATS[seat]: listed(numbers_of(*getattr(s, field).tolist()[seat])) for seat in range(o.players)}

    def read(words: Words, s: Record, o: Record) -> None:
        for seat in range(o.players if field == "own" or o.variant == Variant.COUNTERS else 0):
            low, high = words_of(read_list(words, word + SEATS[seat], HIGHEST))
            getattr(s, field)[seat, 0], getattr(s, field)[seat, 1] = low, high

    return Spelling(write, read)


def write_cells(s: Record, o: Record) -> dict[str, str]:
    return {"cells": ",".join(f"{label(cell)}:{s.cells[cell]}" for cell in range(CELLS) if s.cells[cell])}


def read_cells(words: Words, s: Record, o: Record) -> None:
    for part in words.take("cells", "none").split(",") if o.variant == Variant.COUNTERS and "cells" in words.words else []:
        name, _, number = part.partition(":")
        if name not in CELL or s.cells[CELL[name]]:
            raise PositionError(f"'cells' cannot hold {part!r}: expected a free cell and its counter, as V1:5")
        s.cells[CELL[name]] = read_whole("cells", number, 1, HIGHEST)


def write_pack(s: Record, o: Record) -> dict[str, str]:
    return {"pack": listed([card for card in s.pack if card])}


def read_pack(words: Words, s: Record, o: Record) -> None:
    for i, card in enumerate(read_list(words, "pack", PACK)):
        s.pack[i] = card


SPELLINGS = {
    "own": spell_sets("own", ""),
    "racks": spell_sets("racks", "rack"),
    "cells": Spelling(write_cells, read_cells),
    "pack": Spelling(write_pack, read_pack),
}
