"""What a search varies: options, and which of their values it may choose."""

import re
from dataclasses import dataclass
from math import prod
from typing import Any

from parlour.engine.game import Game
from parlour.engine.options import Choice, Flag, Option, OptionError, Whole
from parlour.laboratory.refusal import LaboratoryError

MOST_VALUES = 1000  # of one option

RANGE = re.compile(r"(-?\d+)\.\.(-?\d+)")


@dataclass(frozen=True)
class Varied:
    """An option, and its values as text; those that are ordered have more and less, and something between."""

    option: str
    values: tuple[str, ...]
    ordered: bool


def read_varied(game: Game, text: str) -> Varied:
    """What somebody wrote: NAME for all values of an option, NAME=A,B,… or A|B|… for some, NAME=LOW..HIGH for a
    range.

    Raises OptionError and LaboratoryError.
    """
    name, separator, written = text.partition("=")
    known = {option.name: option for option in game.options}
    if name not in known:
        raise OptionError(f"there is no option {name!r}: expected one of {', '.join(sorted(known))}")
    option = known[name]
    values = list_chosen(option, written) if separator else list_all(option)
    if len(values) < 2:
        raise LaboratoryError(f"{text!r} leaves nothing to vary: expected at least two values, of {describe(option)}")
    return Varied(name, tuple(map(option.kind.write, values)), isinstance(values[0], int) and not is_flag(option))


def list_all(option: Option) -> list[Any]:
    kind = option.kind
    if isinstance(kind, Choice):
        return list(kind.values)
    if isinstance(kind, Flag):
        return [False, True]
    if isinstance(kind, Whole) and (kind.high - kind.low) // kind.step < MOST_VALUES:
        return [*([0] if kind.zero else []), *range(kind.low, kind.high + 1, kind.step)]
    raise LaboratoryError(
        f"{option.name} has too many values to try them all: expected some of them, as {option.name}=A,B,… or "
        f"{option.name}=LOW..HIGH"
    )


def list_chosen(option: Option, written: str) -> list[Any]:
    span = RANGE.fullmatch(written.strip())
    if span is None or not isinstance(option.kind, Whole | Choice):
        words = written.split("|" if "|" in written else ",")  # some values have commas of their own
        return list(dict.fromkeys(option.read(word.strip()) for word in words))
    low, high = int(span[1]), int(span[2])
    if high - low >= MOST_VALUES:
        raise LaboratoryError(f"{option.name}={written} has too many values: expected at most {MOST_VALUES:,}")
    values = []
    for number in range(low, high + 1):
        try:
            values.append(option.kind.read(str(number)))
        except ValueError:
            continue  # between two steps, or beyond what the option takes
    return values


def is_flag(option: Option) -> bool:
    return isinstance(option.kind, Flag)


def describe(option: Option) -> str:
    return option.kind.describe()


def count_combinations(varied: list[Varied]) -> int:
    return prod(len(one.values) for one in varied)
