"""The commands of the laboratory. What the extra `lab` brings is imported when a command needs it."""

import json
import shlex
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, fields
from functools import wraps
from pathlib import Path
from typing import Any

import click
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn

from parlour.arguments import game_argument, new_play, rule_options
from parlour.engine.game import Game
from parlour.laboratory.plan import Plan, new_plan
from parlour.laboratory.refusal import explain_missing
from parlour.terminal.files import check_places, write_texts

Telling = Callable[[str, int, int], None]


@click.group()
def lab() -> None:
    """Measure a game: is it fair, how long does it take, does skill matter?"""


@dataclass(frozen=True)
class Run:
    """What is to be played, as it was asked for: by which rules, who, and how much."""

    players: int | None
    preset: str | None
    given: tuple[str, ...]
    bots: str
    plays: int
    seed: int
    workers: int | None

    def plan(self, game: Game, *more: str) -> Plan:
        """It as a plan, with more options of the rules. Raises OptionError."""
        values = new_play(game, self.players, self.preset, (*self.given, *more)).values
        return new_plan(game, values, self.bots, self.seed)

    @property
    def rules(self) -> dict[str, Any]:
        """How the rules were asked for, as `write_command` wants it."""
        return {"players": self.players, "preset": self.preset, "option": self.given}


def run_options(plays: int, counted: str = "At least this many.") -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """The options by which it is chosen what is played, who plays and how much; the command gets them as a `Run`."""

    def decorate(command: Callable[..., Any]) -> Callable[..., Any]:
        @wraps(command)
        def gather(*args: Any, **given: Any) -> Any:
            run = Run(**{part.name: given.pop(part.name) for part in fields(Run)})
            return command(*args, run=run, **given)

        gathered: Callable[..., Any] = gather
        for option in (
            place_options,
            click.option("--seed", type=int, default=0, show_default=True, metavar="N"),
            click.option("--plays", type=click.IntRange(2), default=plays, show_default=True, help=counted),
            click.option(
                "--bots",
                default="dora",
                show_default=True,
                metavar="WHO",
                help="Who plays: a level, random, greedy, cautious or child for every seat; A,B,… one for each, "
                "changing seats; or A+B+…, of whom every seat is drawn. dora:wavering=0.2 is a level with a change.",
            ),
            rule_options,
        ):
            gathered = option(gathered)
        return gathered

    return decorate


def place_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """The options by which it is chosen where everything is played."""
    on = click.option(
        "--on",
        callback=play_on,
        expose_value=False,
        metavar="CLUSTER",
        help="Play on a Ray cluster instead of this machine's cores: ray, ray://host:10001 or host:6379.",
    )
    workers = click.option("--workers", type=click.IntRange(1), metavar="N", help="Processes; one for each core.")
    return on(workers(command))


def play_on(ctx: click.Context, param: click.Parameter, on: str | None) -> None:
    """Have whatever the command plays be played on that cluster."""
    if on is not None:
        with explain_missing("cluster"):
            from parlour.laboratory.cluster import playing_on
        ctx.with_resource(playing_on(on))


@contextmanager
def show_progress() -> Iterator[Telling]:
    """A bar on a terminal, with the time left."""
    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
        TimeRemainingColumn(),
    )
    console = Console(stderr=True, highlight=False)
    with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as progress:
        task = progress.add_task("Getting ready", total=None)

        def tell(what: str, done: int, wanted: int) -> None:
            progress.update(task, description=what, completed=done, total=wanted)

        yield tell


def write_command(command: str, game: Game, **options: Any) -> str:
    """A command with which anybody gets the same; options that were not given are left out."""
    words = ["parlour", "lab", command, game.name]
    for name, value in options.items():
        for part in value if isinstance(value, tuple) else (value,):
            words += [] if part is None else [f"--{name}", str(part)]
    return shlex.join(words)


@lab.command()
@game_argument
@run_options(plays=1000)
@click.option("--options", "try_options", is_flag=True, help="Also find options that would change nothing.")
@click.option("--out", metavar="FILE.html", help="Where the page is written, instead of GAME-report.html.")
@click.option("--json", "json_file", metavar="FILE", help="Write all numbers here too.")
@click.option("--csv", "csv_file", metavar="FILE", help="Write one line for every play here too.")
@click.pass_obj
def report(
    console: Console,
    game: Game,
    run: Run,
    try_options: bool,
    out: str | None,
    json_file: str | None,
    csv_file: str | None,
) -> None:
    """Make a page about a game: fairness, length, excitement, skill, and what never happens.

    What was played is kept: asked for more plays, or interrupted, a report goes on from there.
    """
    with explain_missing():
        from parlour.laboratory.frames import write_csv
        from parlour.laboratory.page import sum_up, write_page
        from parlour.laboratory.report import make_report
    page = out or f"{game.name}-report.html"
    check_places(page, json_file, csv_file)
    with show_progress() as tell:
        made = make_report(run.plan(game), run.plays, run.workers, tell, try_options)
    command = write_command("report", game, **run.rules, bots=run.bots, plays=run.plays, seed=run.seed)
    command += " --options" if try_options else ""
    write_texts(
        {
            page: write_page(made.findings, made.rows, made.looks, command),
            json_file: json.dumps(made.findings.as_dict(), indent=2) + "\n",
            csv_file: write_csv(made.rows),
        }
    )
    console.print(sum_up(made.findings), markup=False)
    console.print(f"The page is {Path(page)}.", markup=False)
