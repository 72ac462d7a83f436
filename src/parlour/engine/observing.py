"""Observations: what a seat sees of a state, as numbers for a learner.

`observe(s, o, seat, out)` is in the language of rules, so it runs on every target. Where a game has none of its own
(`Game.observing`), it is written here from the fields that the game declares:

- The seat that looks comes first, then the others in the order of play, wherever something is held for each seat
  (`by_seat`) or is a seat itself (`seats`, and always `turn` and `to_move`). Seats that do not play are 0.
- Codes and names are one-hot: a 1 in the place of what holds, and nothing but 0 where nothing does.
- Sets are a flag for each member, dice are one-hot by their faces.
- Whole numbers are scaled by their bounds to 0 … 1. Those without a bound worth the name are v / (|v| + 100).
- What follows from the rest (`derived`) is left out.

The shape is the same for every play of a game, whatever its options. `table` of an observation tells every number.
"""

import hashlib
import importlib.util
import os
import sys
from dataclasses import dataclass
from itertools import accumulate
from pathlib import Path
from threading import get_ident
from types import ModuleType
from typing import Any

from parlour.engine.cache import cache_root
from parlour.engine.fields import Asked, Bits, Dice, Field, Listed, Named
from parlour.engine.options import Choice

SCHEME = 1  # of deriving; raised whenever the same fields would give other numbers
BOUNDED = 4096  # a whole number with a wider range than this has no bound worth the name
HALFWAY = 100  # such a number comes to a half
ALWAYS_SEATS = ("turn", "to_move")
INDENT = "    "


@dataclass(frozen=True)
class Part:
    """Some numbers of an observation that belong together."""

    name: str
    size: int
    line: str  # what they mean
    how: str  # how a number comes about


class Parts(tuple[Part, ...]):
    """All parts of an observation in their order, as a game's `observing.py` declares them."""

    def __new__(cls, *parts: tuple[str, int, str, str]) -> "Parts":
        return super().__new__(cls, (Part(*part) for part in parts))

    @property
    def places(self) -> tuple[int, ...]:
        """Where each part begins."""
        return tuple(accumulate((part.size for part in self[:-1]), initial=0))


@dataclass(frozen=True)
class Observation:
    """What a game's observations consist of, and the module that makes them."""

    version: str  # changes whenever the numbers do
    parts: tuple[Part, ...]
    module: Any  # with `observe`

    @property
    def size(self) -> int:
        return sum(part.size for part in self.parts)

    @property
    def table(self) -> str:
        """Every part and where it lies, in Markdown."""
        rows, at = ["| from | to | name | meaning | numbers |", "|---:|---:|---|---|---|"], 0
        for part in self.parts:
            rows.append(f"| {at} | {at + part.size - 1} | `{part.name}` | {part.line} | {part.how} |")
            at += part.size
        return "\n".join(rows)


def own_observation(name: str, own: Any) -> Observation:
    """That of a game which knows better: its `observing.py`."""
    return Observation(f"{name}-{own.VERSION}", own.PARTS, own)


def derive_observation(name: str, seats: int, fields: tuple[Field, ...]) -> Observation:
    """One made from the fields of a state, for so many seats."""
    derived = [derive_field(field, seats) for field in fields if is_seen(field)]
    module = _write_module(name, _write_source(name, derived))
    return Observation(f"{name}-derived-{SCHEME}", tuple(part for part, _ in derived), module)


def is_seen(field: Field) -> bool:
    return field.name in ALWAYS_SEATS or not field.derived


# How a number is written: how many places it takes, the lines that fill them, and what that is called.
# In these lines v is the number, and `at` the first of its places.
Written = tuple[int, list[str], str]


def derive_field(field: Field, seats: int) -> tuple[Part, list[str]]:
    """What a field is in an observation, and the lines that write it."""
    kind = field.kind
    dimensions = list(field.dimensions)
    indices = [f"i{k}" for k in range(len(dimensions))]
    own_first = field.by_seat and bool(dimensions) and dimensions[0] == seats
    size, write, how = _encode(field, seats)
    loops = list(zip(indices, dimensions, strict=True))
    if isinstance(kind, Listed):  # its last index is the word in which something is held
        loops.pop()
        indices[-1] = f"k // {kind.width}"
    lines, at, deep = [], "first", 0
    stride = size
    for index, length in reversed(loops):
        at += f" + {stride} * {index}"
        stride *= length
    for nth, (index, length) in enumerate(loops):
        limit = "players" if own_first and nth == 0 else str(length)
        lines.append(INDENT * deep + f"for {index} in range({limit}):")
        deep += 1
    if own_first:
        indices[0] = f"(seat + {indices[0]}) % players"
    value = f"s.{field.name}" + (f"[{', '.join(indices)}]" if indices else "")
    lines.append(INDENT * deep + f"at = {at}")
    if not isinstance(kind, Listed):
        lines.append(INDENT * deep + f"v = {value}")
    lines += [INDENT * deep + line.replace("WORD", value) for line in write]
    each = " × ".join(str(length) for _, length in loops)
    order = "own seat first; " if own_first else ""
    part = Part(field.name, stride, field.line, order + (f"{each} × {how}" if each else how))
    return part, lines


def _encode(field: Field, seats: int) -> Written:
    """How one number of a field is written."""
    kind = field.kind
    low, high = kind.bounds
    if isinstance(kind, Listed):
        n = len(kind.names)
        write = [f"for k in range({n}):", f"{INDENT}out[at + k] = WORD >> k % {kind.width} & 1"]
        return n, write, f"{n} flags"
    if isinstance(kind, Bits) and field.seats:
        write = ["for k in range(players):", f"{INDENT}out[at + k] = v >> (seat + k) % players & 1"]
        return seats, write, f"{seats} flags, own seat first"
    if isinstance(kind, Bits):
        n = len(kind.names)
        return n, [f"for k in range({n}):", f"{INDENT}out[at + k] = v >> k & 1"], f"{n} flags"
    if field.seats or field.name in ALWAYS_SEATS or isinstance(kind, Asked):
        write = ["if 0 <= v < players:", f"{INDENT}out[at + (v - seat + players) % players] = 1.0"]
        return seats, write, f"one-hot of {seats}, own seat first"
    if isinstance(kind, Choice):
        return _encode_choice(sorted(kind.encode(value) for value in kind.values))
    if isinstance(kind, Named):
        return _encode_choice(range(0 if low == -1 else low, high + 1))
    if isinstance(kind, Dice):
        return _encode_choice(range(1, high + 1))
    if (low, high) == (0, 1):
        return 1, ["out[at] = v"], "0 or 1"
    if high - low <= BOUNDED:
        shifted = f"(v - {low})" if low else "v"
        return 1, [f"out[at] = {shifted} / {high - low}"], f"{low} … {high} scaled to 0 … 1"
    return 1, [f"out[at] = v / (abs(v) + {HALFWAY})"], f"v / (abs(v) + {HALFWAY})"


def _encode_choice(numbers: Any) -> Written:
    """One-hot: a place for each of several numbers."""
    found = list(numbers)
    how = f"one-hot of {len(found)}"
    if found == list(range(found[0], found[-1] + 1)):
        place = f"v - {found[0]}" if found[0] else "v"
        return len(found), [f"if {found[0]} <= v <= {found[-1]}:", f"{INDENT}out[at + {place}] = 1.0"], how
    lines = [line for k, n in enumerate(found) for line in (f"if v == {n}:", f"{INDENT}out[at + {k}] = 1.0")]
    return len(found), lines, how


def _write_source(name: str, derived: list[tuple[Part, list[str]]]) -> str:
    functions, calls, at = [], [], 0
    for part, lines in derived:
        body = "".join(f"{INDENT}{line}\n" for line in lines)
        functions.append(f"def observe_{part.name}(s, o, seat, players, first, out):\n{body}")
        calls.append(f"{INDENT}observe_{part.name}(s, o, seat, o.players, {at}, out)\n")
        at += part.size
    head = f'"""What a seat sees of {name}, written from the fields of its state."""\n'
    return "\n\n".join([head, *functions, "def observe(s, o, seat, out):\n" + "".join(calls)])


def _write_module(game: str, source: str) -> ModuleType:
    """The source as a module with a file of its own: compilers want one, and so does whoever looks into it."""
    stamp = hashlib.sha256(source.encode()).hexdigest()[:16]
    name = f"parlour_observing_{game}_{stamp}"
    if name in sys.modules:
        return sys.modules[name]
    file = cache_root() / "observing" / f"{name}.py"
    if not file.exists() or file.read_text(encoding="utf-8") != source:
        file.parent.mkdir(exist_ok=True)
        beside = file.with_suffix(f".{os.getpid()}-{get_ident()}")
        beside.write_text(source, encoding="utf-8")
        beside.replace(file)
    return _import_file(name, file)


def _import_file(name: str, file: Path) -> ModuleType:
    spec = importlib.util.spec_from_file_location(name, file)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    return module
