"""The command `parlour lab plays`: plays and decisions as data, of bots or from a server."""

from collections.abc import Callable, Sequence
from importlib.metadata import version
from typing import Any

import click
import numpy as np
from click.core import ParameterSource
from rich.console import Console

from parlour.arguments import game_argument
from parlour.engine.game import Game
from parlour.lab_commands import Run, run_options, show_progress
from parlour.laboratory.courses import Played, list_played
from parlour.laboratory.refusal import LaboratoryError, explain_missing
from parlour.laboratory.runs import list_facts
from parlour.terminal.files import check_places, write_together

ENDING = ".parquet"
CHOSEN_HERE = {  # what a database has settled already
    "players": "--players",
    "preset": "--preset",
    "given": "--option",
    "bots": "--bots",
    "plays": "--plays",
    "seed": "--seed",
    "workers": "--workers",
    "on": "--on",
}

Watch = Callable[[int, int], None]


@click.command()
@game_argument
@run_options(plays=1000)
@click.option("--out", required=True, metavar="FILE.parquet", help="Where the plays are written, one row for each.")
@click.option("--decisions", metavar="FILE.parquet", help="Write their decisions here too, one row for each.")
@click.option(
    "--from-database",
    "database",
    metavar="URL",
    help="Take the finished plays of a server instead: sqlite:///path/to/parlour.db or postgresql://….",
)
@click.pass_context
def plays(
    ctx: click.Context,
    game: Game,
    run: Run,
    out: str,
    decisions: str | None,
    database: str | None,
) -> None:
    """Write plays as data: one row for every play and, if you like, for every decision.

    The same seed and the same version of Parlour write the same bytes.
    """
    with explain_missing():
        from parlour.laboratory.datasets import frame_all, write_parquet
    console: Console = ctx.obj
    check_files(out, decisions)
    check_places(out, decisions)
    said: Sequence[str] = ()
    with show_progress() as tell:
        if database is None:
            plan = run.plan(game)
            played = list_played(plan, run.plays, run.workers, lambda done, wanted: tell("Playing", done, wanted))
            facts: dict[str, Any] = list_facts(plan)
        else:
            check_nothing_else(ctx)
            played, said = load_played(database, game, lambda done, wanted: tell("Reading", done, wanted))
            facts = {"game": game.name, "rules": game.version}
        facts["version"] = version("parlour")
        rows, made = frame_all(game, played, bool(decisions), lambda done, wanted: tell("Retracing", done, wanted))
        files = {out: write_parquet(rows, facts)}
        if decisions is not None and made is not None:
            files[decisions] = write_parquet(made, facts)
        write_together(files)
    for sentence in said:
        console.print(sentence, markup=False)
    console.print(f"{rows.height:,} plays are in {out}.", markup=False)
    if made is not None:
        console.print(f"{made.height:,} decisions are in {decisions}.", markup=False)


def check_files(out: str, decisions: str | None) -> None:
    """Whether files of these names can hold data of this kind."""
    for name in (out, decisions):
        if name is not None and not name.endswith(ENDING):
            raise LaboratoryError(f"plays are written as Parquet: expected a name that ends in {ENDING}, not {name!r}")
    if out == decisions:
        raise LaboratoryError(f"plays and decisions are files of their own: expected two names, not {out!r} twice")


def check_nothing_else(ctx: click.Context) -> None:
    """What was played on a server was settled there."""
    for name, word in CHOSEN_HERE.items():
        if ctx.get_parameter_source(name) is not ParameterSource.DEFAULT:
            raise LaboratoryError(
                f"{word} says what is to be played, and --from-database takes what was: expected one of them"
            )


def load_played(address: str, game: Game, watch: Watch) -> tuple[list[Played], Sequence[str]]:
    """The plays in a server's database, and what is said of those that were left out."""
    from parlour.server.database.finished import UnreadableDatabase, read_finished

    try:
        found = read_finished(address, game, watch)
    except UnreadableDatabase as error:
        raise LaboratoryError(str(error)) from None
    if not found.plays:
        raise LaboratoryError(f"no play of {game.title} by the rules of today is finished in that database")
    played = [
        Played(number, number, one.values, one.players, np.array(one.codes, np.int16), one.by, one.ending, one.winner)
        for number, one in enumerate(found.plays)
    ]
    said = []
    if found.other_rules:
        said.append(f"Left out, because other rules than those of today were played: {found.other_rules:,}.")
    if found.placed:
        said.append(f"Left out, because they began from a position: {found.placed:,}.")
    return played, said
