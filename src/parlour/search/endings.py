"""Tables of endings that are known exactly: worked out once, kept in the cache, and shared by all who read them.

A file is named after the game, the family of options it is for, and a hash of the sources that worked it out. It begins
with a card, a line that tells what follows and has a hash of both, so that a file which is broken or was made for
something else is told from a good one; it is then worked out anew.
"""

import hashlib
import json
import logging
import os
import sys
from collections.abc import Iterator
from mmap import ACCESS_COPY, mmap
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from parlour.engine.bind import bind, source_stamp
from parlour.engine.cache import cache_root
from parlour.engine.game import Game
from parlour.engine.hooks import Ending
from parlour.engine.options import Values
from parlour.engine.targets import CPU

FORMAT = 1
WIDE = 64  # every array begins at a multiple of so many bytes

log = logging.getLogger(__name__)


class EndingError(ValueError):
    """A file of endings that cannot be used; the message says why."""


def family_of(game: Game, values: Values) -> str | None:
    """Which table goes with these options, if any does."""
    return game.ending.family(values) if game.ending else None


def no_table(game: Game) -> Any:
    """What stands in the place of a table where there is none."""
    return game.ending.none if game.ending else np.zeros(0)


def find_table(game: Game, values: Values) -> Any:
    """The table for these options: read, or worked out and kept if there is none that can be used."""
    key = game.name, family_of(game, values)
    if key not in _read:
        _read[key] = read_or_build(game, values)
    return _read[key]


_read: dict[tuple[str, str | None], Any] = {}  # by game and family


def file_of(game: Game, values: Values) -> Path:
    """Where a table lies, once it has been worked out."""
    ending = ending_of(game)
    modules = (sys.modules[ending.rules.__name__], sys.modules[ending.build.__module__])
    stamp = source_stamp(CPU, *modules)
    return cache_root() / "endings" / f"{game.name}-{family_of(game, values)}-{stamp}.table"


def ending_of(game: Game) -> Ending:
    if game.ending is None:
        raise EndingError(f"no endings of {game.title} are known: its folder would need an ending.py")
    return game.ending


def read_or_build(game: Game, values: Values) -> Any:
    file = file_of(game, values)
    if file.exists():
        try:
            return read_table(file, game, values)
        except EndingError as error:
            log.warning("%s. It is worked out anew.", error)
    ending = ending_of(game)
    table = ending.build(values, bind(ending.rules, CPU))
    try:
        write_table(file, table, game, values)
    except OSError as error:
        log.warning("the endings of %s are not kept, and worked out again next time: %s", game.title, error)
        return table
    return read_table(file, game, values)


def write_table(file: Path, table: Any, game: Game, values: Values) -> None:
    """Write a file beside the old one, then put it in its place."""
    card = describe(game, values) | {"lengths": [len(array) for array in table]}
    card["hash"] = hash_of(card, table)
    file.parent.mkdir(parents=True, exist_ok=True)
    beside = file.with_suffix(f".{os.getpid()}")  # others may be at it as well
    try:
        with beside.open("wb") as out:
            out.write(json.dumps(card).encode() + b"\n")
            for array in table:
                out.write(bytes(-out.tell() % WIDE))
                out.write(array.tobytes())
        beside.replace(file)
    finally:
        beside.unlink(missing_ok=True)


def read_table(file: Path, game: Game, values: Values) -> Any:
    """The table in a file. Raises EndingError where it is broken, or was made for something else.

    It is not copied: the processes of a machine share its memory, which nobody changes.
    """
    try:
        with file.open("rb") as opened:
            memory = mmap(opened.fileno(), 0, access=ACCESS_COPY)
        end = memory.find(b"\n")
        card = json.loads(memory[: max(0, end)])
        if not isinstance(card, dict):
            raise ValueError("its first line is no card")
        wanted = describe(game, values)
        for key, value in wanted.items():
            if card.get(key) != value:
                raise EndingError(f"{file.name} was made for another {key}: {card.get(key)!r}; expected {value!r}")
        table = type(ending_of(game).none)(*read_arrays(memory, end + 1, wanted["types"], card["lengths"]))
    except FileNotFoundError:
        raise EndingError(f"there is no file {file}") from None
    except EndingError:
        raise
    except (OSError, ValueError, KeyError, TypeError, OverflowError) as error:
        raise EndingError(f"{file.name} is broken, or no file of endings at all: {error}") from None
    if card.get("hash") != hash_of(card, table):
        raise EndingError(f"{file.name} is damaged: its contents do not go with its hash")
    return table


def read_arrays(memory: mmap, at: int, types: list[str], lengths: list[int]) -> Iterator[NDArray[Any]]:
    """The arrays of a table, one after another; such memory looks as if it could be written to, as all other does."""
    for dtype, length in zip(types, lengths, strict=True):
        at += -at % WIDE
        yield np.frombuffer(memory, dtype, length, at)
        at += length * np.dtype(dtype).itemsize
    if at != len(memory):
        raise ValueError(f"it has {len(memory)} bytes: expected {at}")


def describe(game: Game, values: Values) -> dict[str, Any]:
    """What a card has to say."""
    return {
        "format": FORMAT,
        "game": game.name,
        "family": family_of(game, values),
        "types": [array.dtype.str for array in ending_of(game).none],
    }


def hash_of(card: dict[str, Any], table: Any) -> str:
    told = {key: value for key, value in card.items() if key != "hash"}
    digest = hashlib.sha256(json.dumps(told, sort_keys=True).encode())
    for array in table:
        digest.update(array)
    return digest.hexdigest()
