"""What decides the plays of bots, as a few hashes: results may be put together only where all of them agree.

Words and pictures are left out, for they decide nothing. A program of somebody's own is known by its command alone.
"""

import hashlib
import inspect
import sys
from collections.abc import Callable
from dataclasses import asdict
from pathlib import Path
from types import ModuleType
from typing import Any

from parlour.engine.bind import imported_names
from parlour.engine.game import Game
from parlour.engine.options import Values
from parlour.search import bots
from parlour.search.knowledge import levels_of, weighing_of
from parlour.search.weights import find_file


def stamp_play(game: Game, values: Values, *functions: Callable[..., Any]) -> dict[str, str]:
    """A hash for each of the things that decide how bots play a game under these options.

    The functions are those by which they are brought to play, beside all that bots themselves call.
    """
    options = game.encode(values)
    rules = sys.modules[game.rules.__name__]
    own = rules.__package__ or rules.__name__
    weighing = weighing_of(game, options)
    levels = [
        {name: part for name, part in asdict(level).items() if name != "line"} for level in levels_of(game, values)
    ]
    net = find_file(game, values)
    return {
        "rules": _hash(read_sources(own, rules), options.tobytes()),
        "knowledge": _hash(
            read_sources(own, sys.modules[game.knowledge.__name__]) if game.knowledge else b"",
            b"" if weighing is None else f"{weighing.terms} {weighing.weights.tolist()}".encode(),
        ),
        "levels": _hash(str(levels).encode()),
        "search": _hash(
            read_sources(__package__, bots), *(inspect.getsource(function).encode() for function in functions)
        ),
        **({"net": _hash(net.read_bytes())} if net else {}),
        **({"ending": _hash(read_sources(own, sys.modules[game.ending.rules.__name__]))} if game.ending else {}),
    }


def read_sources(package: str, module: ModuleType) -> bytes:
    """The file of a module, and of all that it imports from that package."""
    found: dict[str, Path] = {}
    waiting = [module]
    while waiting:
        name, file = waiting[-1].__name__, waiting.pop().__file__
        if file is None or name in found:
            continue
        found[name] = Path(file)
        imported = imported_names(found[name].read_bytes())
        waiting += [sys.modules[other] for other in imported if _inside(other, package) and other in sys.modules]
    return b"".join(name.encode() + b"\0" + file.read_bytes() + b"\0" for name, file in sorted(found.items()))


def _inside(name: str, package: str) -> bool:
    return name.startswith(package + ".")


def _hash(*parts: bytes) -> str:
    return hashlib.sha256(b"\0\0".join(parts)).hexdigest()[:16]
