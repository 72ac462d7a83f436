"""How long does compiling a game take, and loading it compiled?

Run as a program with the name of a game, this compiles it in a process of its own and prints the seconds it took.
"""

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterable
from pathlib import Path
from time import perf_counter

from rich.progress import Progress

from benchmarks.report import Report
from parlour.engine.game import find_game
from parlour.search.simulate import random_games
from parlour.search.timing import Pace, Spread, spread
from parlour.terminal.progress import follow

ROOT = Path(__file__).parents[1]
PARTS = ("rules", "playouts")


def compile_here(name: str) -> dict[str, float]:
    """Compile a game, or load it compiled, and say how many seconds each part took."""
    game = find_game(name)
    start = perf_counter()
    game.warm()
    rules = perf_counter()
    random_games(game, game.encode(game.settle()), games=1, seed=0, limit=1)
    return {"rules": rules - start, "playouts": perf_counter() - rules}


def compile_apart(name: str, cache: Path) -> dict[str, float]:
    """The same in a new process that keeps its compiled code in `cache`."""
    done = subprocess.run(
        [sys.executable, "-m", "benchmarks.compiling", name],
        cwd=ROOT,
        env={**os.environ, "PARLOUR_CACHE": str(cache)},
        capture_output=True,
        text=True,
    )
    if done.returncode:
        raise RuntimeError(f"compiling {name} in a process of its own failed:\n{done.stderr}")
    seconds: dict[str, float] = json.loads(done.stdout)
    return seconds


def compile_times(name: str, pace: Pace) -> dict[str, Spread]:
    """Seconds to compile each part with an empty cache, and then, slice by slice, to load it from the filled one."""
    with tempfile.TemporaryDirectory() as folder:
        cache = Path(folder)
        cold = compile_apart(name, cache)
        filled = sorted(cache.rglob("*"))
        cached = [compile_apart(name, cache) for _ in range(pace.slices)]
        if sorted(cache.rglob("*")) != filled:
            raise RuntimeError(f"{name} was compiled again with a filled cache: did its sources change meanwhile?")
    times = {f"cold_{part}": spread([cold[part]]) for part in PARTS}
    return times | {f"cached_{part}": spread(run[part] for run in cached) for part in PARTS}


def measure(names: Iterable[str], pace: Pace, progress: Progress) -> Report:
    rows = []
    for name in follow(progress, "compiling", {name: name for name in names}):
        times = compile_times(name, pace)
        cold, cached = (sum(times[f"{state}_{part}"].median for part in PARTS) for state in ("cold", "cached"))
        rows.append(
            {
                "game": name,
                **{key: time if key.startswith("cached") else time.median for key, time in times.items()},
                "ratio": cold / cached,
            }
        )
    return Report(
        section="compiling",
        question="How long does compiling a game take, and loading it compiled, in seconds?",
        how=(
            "Each in a new process, whose start and imports are not counted. Cold: with an empty cache folder, once. "
            f"Cached: with the folder so filled, the median of {pace.slices} runs. "
            "Rules: the five functions of the rules and the doors from Python to them, and what Numba sets up at its "
            "first call. Playouts: random games, bound for the game."
        ),
        columns={
            "game": "game",
            "cold_rules": "rules, cold",
            "cold_playouts": "playouts, cold",
            "cached_rules": "rules, cached",
            "cached_playouts": "playouts, cached",
            "ratio": "cached is faster, times",
        },
        rows=rows,
    )


if __name__ == "__main__":
    print(json.dumps(compile_here(sys.argv[1])))
