"""How a position tells dice, sides, numbers and counters."""

import re
from dataclasses import dataclass
from typing import Any

from parlour.engine.fields import Bits, Named
from parlour.games.numeric.board import CELL, CELLS, label, numbers_of, words_of
from parlour.games.numeric.reach import HIGHEST, WORD

NONE = "none"


@dataclass(frozen=True)
class Dice(Named):
    """The dice of a throw, in any order; written with the highest first."""

    def read(self, value: Any) -> int:
        return super().read(value if value == self.none else "".join(sorted(str(value), reverse=True)))

    def describe(self) -> str:
        return "three or four dice, as 6431"


@dataclass(frozen=True)
class Sides(Bits):
    """Some of the sides, as bits."""

    def read(self, value: Any) -> int:
        return super().read("" if value == NONE else value)


@dataclass(frozen=True)
class Numbers:
    """A set of numbers, held as two words of bits: `14,96`."""

    def read_row(self, text: str, count: int) -> list[int]:
        numbers = [_read_number(part) for part in text.split(",")] if text != NONE else []
        if len(set(numbers)) < len(numbers):
            raise ValueError
        return [*words_of(numbers)]

    def write_row(self, numbers: list[int]) -> str:
        return ",".join(map(str, numbers_of(*numbers))) if numbers else ""

    def describe(self) -> str:
        return f"numbers from 1 to {HIGHEST}, each once"

    @property
    def bounds(self) -> tuple[int, int]:
        return 0, (1 << WORD) - 1


@dataclass(frozen=True)
class Laid:
    """The number on each cell, or 0: `C0:4,V1:5`."""

    def read_row(self, text: str, count: int) -> list[int]:
        cells = [0] * CELLS
        for name, _, number in (part.partition(":") for part in text.split(",") if text != NONE):
            if name not in CELL or cells[CELL[name]]:
                raise ValueError
            cells[CELL[name]] = _read_number(number)
        return cells

    def write_row(self, numbers: list[int]) -> str:
        return ",".join(f"{label(cell)}:{n}" for cell, n in enumerate(numbers) if n)

    def describe(self) -> str:
        return "cells, each once, and their counters, as C0:4,V1:5"

    @property
    def bounds(self) -> tuple[int, int]:
        return 0, HIGHEST


def _read_number(text: str) -> int:
    if not re.fullmatch("[0-9]{1,3}", text) or not 1 <= int(text) <= HIGHEST:
        raise ValueError
    return int(text)
