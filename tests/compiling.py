"""Compiling before the tests: once for all workers, only the games they need, and told in one line."""

import os
import re
import sys
import threading
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from multiprocessing.queues import Queue
from pathlib import Path
from time import perf_counter

from parlour.engine import doors
from parlour.engine.bind import source_stamp
from parlour.engine.cache import cache_root
from parlour.engine.game import Game, find_game, games
from parlour.engine.targets import CPU
from parlour.environments import Batch, loops
from parlour.search import counting, playout, solving, tree
from parlour.search.simulate import perft, random_games, random_trace
from parlour.search.warming import STUDY, make_ready

TESTS = Path(__file__).parent

Told = tuple[str, int, int]  # a game, how many of its functions are compiled, and of how many
_told: "Queue[Told | None] | None" = None  # in a process that compiles


def games_needed(paths: Iterable[Path]) -> list[str]:
    """The games that tests in these files or folders call compiled, by what the files name."""
    known = list(games())
    needed: set[str] = set()
    for path in paths:
        files = sorted(path.rglob("test_*.py")) if path.is_dir() else [path] if path.exists() else []  # pytest says so
        for file in files:
            needed |= _named_by(file, known)
    return [name for name in known if name in needed]


def _named_by(file: Path, known: Sequence[str]) -> set[str]:
    parts = file.relative_to(TESTS).parts if file.is_relative_to(TESTS) else ()
    if parts[:1] == ("games",):
        return {parts[1]} & set(known)
    text = file.read_text(encoding="utf-8")
    if re.search(r"\bgames\(\)", text):
        return set(known)
    return set(re.findall(rf"\b({'|'.join(known)})\b", text))


def is_compiled(name: str) -> bool:
    return _find_mark(find_game(name)).exists()


def compile_games(names: Sequence[str], show: Callable[[str], None]) -> float:
    """Compile several games at a time into the cache on disk, showing how far it is; returns the seconds it took."""
    start = perf_counter()
    context = get_context("spawn")
    told: Queue[Told | None] = context.Queue()
    teller = threading.Thread(target=_tell, args=(told, show), daemon=True)
    teller.start()
    with ProcessPoolExecutor(os.cpu_count(), context, initializer=_listen, initargs=(told,)) as pool:
        list(pool.map(compile_game, names))
    told.put(None)
    teller.join()
    return perf_counter() - start


def compile_game(name: str) -> None:
    """All that most tests of a game call."""
    game = find_game(name)
    make_ready(game, STUDY, lambda done, wanted: _told.put((name, done, wanted)) if _told else None)
    options = game.encode(game.settle())
    states, _ = random_trace(game, options, seed=0, limit=10)
    perft(game, states, options, depth=1)
    random_games(game, options, games=1, seed=0, limit=1)
    batch = Batch(game)
    batch.step(batch.random_actions())
    assert len(batch.mask) == len(batch.observation) == 1
    mark = _find_mark(game)
    mark.parent.mkdir(parents=True, exist_ok=True)
    mark.touch()


def _listen(told: "Queue[Told | None]") -> None:
    global _told
    _told = told


def _tell(told: "Queue[Told | None]", show: Callable[[str], None]) -> None:
    """What the compiling processes tell, as one line for all of them."""
    far: dict[str, tuple[int, int]] = {}
    while (news := told.get()) is not None:
        name, done, wanted = news
        far[name] = done, wanted
        show(", ".join(f"{game} {done}/{wanted}" for game, (done, wanted) in far.items()))


def _find_mark(game: Game) -> Path:
    """The empty file that says it was all compiled before; its name changes with all that compiled code depends on."""
    own = (game.rules, game.knowledge, game.solving and game.solving.rules)
    modules = [sys.modules[part.__name__] for part in own if part]
    stamp = source_stamp(CPU, doors, tree, solving, playout, counting, loops, *modules)
    return cache_root() / "ready" / f"{game.name}-tests-{stamp}"
