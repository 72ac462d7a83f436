"""`parlour lab search`: which rules come closest to what is wished for?"""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import urlencode

import click
from rich.console import Console

from parlour.arguments import game_argument
from parlour.engine.game import Game
from parlour.engine.options import changed
from parlour.lab_commands import Run, run_options, show_progress, write_command
from parlour.laboratory.plan import Plan
from parlour.laboratory.refusal import LaboratoryError, explain_missing
from parlour.laboratory.varying import read_varied
from parlour.terminal.files import check_places, write_texts

if TYPE_CHECKING:
    from parlour.laboratory.searching import Try

ADDRESS = "http://127.0.0.1:8080"  # where `parlour` alone opens


@click.command()
@game_argument
@click.option(
    "--vary",
    multiple=True,
    required=True,
    metavar="NAME[=VALUES]",
    help="An option to vary: over all its values, some (NAME=A,B) or a range (NAME=2..9). Again for another one.",
)
@click.option(
    "--aim",
    "aimed",
    multiple=True,
    required=True,
    metavar="AIM",
    help="What you want: fair, length=60, draws=low, choices=high … Again for another one.",
)
@run_options(plays=200, counted="At least this many of each rule set.")
@click.option("--tries", type=click.IntRange(1), default=24, show_default=True, help="At most this many rule sets.")
@click.option("--address", default=ADDRESS, show_default=True, metavar="URL", help="The server that links lead to.")
@click.option("--out", metavar="FILE.html", help="Where the page is written, instead of GAME-search.html.")
@click.option("--json", "json_file", metavar="FILE", help="Write all numbers here too.")
@click.pass_obj
def search(
    console: Console,
    game: Game,
    vary: tuple[str, ...],
    aimed: tuple[str, ...],
    run: Run,
    tries: int,
    address: str,
    out: str | None,
    json_file: str | None,
) -> None:
    """Search the options of a game for rules that come closest to your aims.

    Where several aims pull in different directions you get the front: the rules that no others beat in every aim.
    """
    with explain_missing():
        from parlour.laboratory.aims import read_aim
        from parlour.laboratory.search_page import name_try, pick_shown, sum_up, write_search
        from parlour.laboratory.searching import search_rules
    varied = [read_varied(game, text) for text in vary]
    check_varied([one.option for one in varied], run)
    usual = run.plan(game)
    aims = [read_aim(text, usual.seats) for text in aimed]
    if len({aim.name for aim in aims}) < len(aims):
        raise LaboratoryError("the same is aimed at twice: expected each aim once")

    def plan_of(chosen: Mapping[str, str]) -> Plan:
        return run.plan(game, *(f"{name}={value}" for name, value in chosen.items()))

    def address_of(one: "Try") -> str:
        query = urlencode(changed(game.options, one.values))
        return f"{address.rstrip('/')}/play/{game.name}" + (f"?{query}" if query else "")

    page = out or f"{game.name}-search.html"
    check_places(page, json_file)
    with show_progress() as tell:
        found = search_rules(plan_of, varied, aims, tries, run.plays, run.seed, run.workers, tell)
    chosen = {"vary": vary, "aim": aimed, **run.rules, "bots": run.bots}
    command = write_command("search", game, **chosen, plays=run.plays, tries=tries, seed=run.seed)
    write_texts(
        {
            page: write_search(found, game.title, usual.describe(), run.plays, address_of, command),
            json_file: json.dumps(found.as_dict(), indent=2) + "\n",
        }
    )
    console.print(sum_up(found), markup=False)
    for number, one in enumerate(pick_shown(found), 1):
        console.print(f"{number}. {name_try(one)}: {address_of(one)}", markup=False, soft_wrap=True)
    console.print(f"The page is {Path(page)}.", markup=False)


def check_varied(names: list[str], run: Run) -> None:
    """Whether no option is varied twice, or set as well."""
    fixed = [word.partition("=")[0] for word in run.given] + (["players"] if run.players is not None else [])
    for at, name in enumerate(names):
        if name in names[:at]:
            raise LaboratoryError(f"{name} is varied twice: expected each option once")
        if name in fixed:
            raise LaboratoryError(f"{name} is set and varied: expected one of them")
