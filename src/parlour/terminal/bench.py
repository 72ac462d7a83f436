"""How fast a game is, at the command line: a bar while it is measured, then a table or JSON."""

import json
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from time import perf_counter
from typing import Any

from rich.console import Console
from rich.text import Text

from parlour.engine.game import Game
from parlour.engine.options import Values, changed
from parlour.search.simulate import random_games
from parlour.search.speed import LIMIT, PLIES, SIMULATIONS, Speed, measure_speed
from parlour.search.timing import Pace, describe_machine
from parlour.search.warming import SEARCH, make_ready
from parlour.terminal.figures import print_machine, write_number
from parlour.terminal.progress import new_progress
from parlour.terminal.screen import new_table

STEPS = 3  # things that are measured one after another
COLUMNS = ("what", "median", "low", "high", "unit")


@dataclass(frozen=True)
class Bench:
    """A game that was measured, and all that its figures depend on."""

    game: Game
    values: Values
    pace: Pace
    machine: dict[str, Any]
    ready_seconds: float
    speed: Speed

    @property
    def options(self) -> dict[str, str]:
        return changed(self.game.options, self.values)


def run_bench(console: Console, game: Game, values: Values, pace: Pace) -> Bench:
    """Make a game ready and measure it."""
    machine = describe_machine()
    with new_progress(console) as progress:
        task = progress.add_task(f"{game.title}: compiling", total=None)

        def count(done: int, wanted: int) -> None:
            progress.update(task, completed=done, total=wanted, refresh=True)

        start = perf_counter()
        make_ready(game, SEARCH, count)
        random_games(game, game.encode(values), games=1, seed=0, limit=1)
        ready = perf_counter() - start
        done = iter(range(STEPS))

        def watch(what: str) -> None:
            text = f"{game.title}: measuring the {what}"
            progress.update(task, description=text, completed=next(done), total=STEPS, refresh=True)

        return Bench(game, values, pace, machine, ready, measure_speed(game, values, pace, watch))


def show_bench(console: Console, bench: Bench, as_json: bool) -> None:
    speed = bench.speed
    if as_json:
        facts = {
            "game": bench.game.name,
            "rules": bench.game.version,
            "options": bench.options,
            "machine": bench.machine,
            "pace": asdict(bench.pace),
            "ready_seconds": bench.ready_seconds,
            **asdict(speed),
        }
        console.out(json.dumps(facts, indent=2), highlight=False)
        return
    words = " ".join(f"{name}={text}" for name, text in bench.options.items())
    console.print(Text.assemble((bench.game.title, "bold"), f", {words or 'with its default options'}"))
    print_machine(console, bench.machine, bench.pace)
    console.print()
    table = new_table(*COLUMNS, right=("median", "low", "high"))
    for what, figure, unit in (
        ("random games, compiled", speed.compiled_games, "a second"),
        ("random decisions, compiled", speed.compiled_decisions, "a second"),
        ("random decisions, interpreted", speed.interpreted_decisions, "a second"),
        ("simulations of the search", speed.simulations, "a second"),
        ("referee lists what may be played", speed.legal_micros, "µs"),
        ("referee checks and plays a move", speed.push_micros, "µs"),
    ):
        table.add_row(what, *(write_number(part) for part in (figure.median, figure.low, figure.high)), unit)
    console.print(table)
    console.print()
    console.print(Text(" ".join(_remarks(bench)), style="dim"))


def _remarks(bench: Bench) -> Iterator[str]:
    """What helps to read the figures."""
    speed = bench.speed
    yield f"A random game takes {write_number(speed.decisions_a_game)} decisions."
    if speed.broken_off:
        yield f"{speed.broken_off:.0%} of them were broken off after {LIMIT:,} decisions: compare decisions, not games."
    leaf = "a judgement by the game's knowledge" if speed.by_knowledge else "a random play to the end"
    yield f"Searches start somewhere in random plays and make {SIMULATIONS} simulations; each ends in {leaf}."
    yield f"The referee goes through the first {PLIES} actions and outcomes of a random play, telling all in words."
    yield f"The game was ready after {bench.ready_seconds:.1f} s of compiling, or of loading what was compiled before."
