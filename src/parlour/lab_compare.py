"""`parlour lab compare`: rules against rules, on shared luck."""

import json
import shlex
from dataclasses import replace
from pathlib import Path

import click
from rich.console import Console

from parlour.arguments import game_argument
from parlour.engine.game import Game
from parlour.lab_commands import Run, run_options, show_progress, write_command
from parlour.laboratory.refusal import LaboratoryError, explain_missing
from parlour.terminal.files import check_places, write_texts
from parlour.terminal.screen import new_table

USUAL = "as they are"


@click.command()
@game_argument
@click.option(
    "--a", "first", default="", metavar="RULES", help="The rules to compare with; by default, the usual ones."
)
@click.option(
    "--b",
    "others",
    multiple=True,
    required=True,
    metavar="RULES",
    help="Other rules, as NAME=VALUE with spaces between, preset=NAME too. Again for a third set, and so on.",
)
@run_options(plays=10_000, counted="At most this many of each.")
@click.option(
    "--within",
    type=click.FloatRange(0.1, 50),
    default=5.0,
    show_default=True,
    metavar="PERCENT",
    help="A difference up to this does not matter: of lengths a part, of shares so many points of a hundred.",
)
@click.option("--out", metavar="FILE.html", help="Where the page is written, instead of GAME-comparison.html.")
@click.option("--json", "json_file", metavar="FILE", help="Write all numbers here too.")
@click.option("--csv", "csv_file", metavar="FILE", help="Write one line for every play here too.")
@click.pass_obj
def compare(
    console: Console,
    game: Game,
    first: str,
    others: tuple[str, ...],
    run: Run,
    within: float,
    out: str | None,
    json_file: str | None,
    csv_file: str | None,
) -> None:
    """Compare rules: what differs, by how much, and what does not.

    Rules are compared with the same luck, and plays go on until everything is known. --players, --preset and -o hold
    for all of them.

    parlour lab compare quatro --preset two --b men=11 --b men=13
    """
    with explain_missing():
        from parlour.laboratory.comparison import compare as compare_plans
        from parlour.laboratory.comparison_page import list_numbers, sum_up, write_comparison
        from parlour.laboratory.frames import write_variants
    variants = [(text or USUAL, read_rules(run, text).plan(game)) for text in (first, *others)]
    page = out or f"{game.name}-comparison.html"
    check_places(page, json_file, csv_file)
    with show_progress() as tell:
        found, rows = compare_plans(variants, run.plays, within / 100, run.workers, tell)
    facts = {"a": first or None, "b": others, **run.rules, "bots": run.bots}
    command = write_command("compare", game, **facts, plays=run.plays, within=within, seed=run.seed)
    write_texts(
        {
            page: write_comparison(found, command),
            json_file: json.dumps(found.as_dict(), indent=2) + "\n",
            csv_file: write_variants(found.names, rows),
        }
    )
    for name, rules in zip(found.names, found.rules, strict=True):
        console.print(f"{name}: {rules}", markup=False, highlight=False)
    heads, lines = list_numbers(found)
    table = new_table(*heads, right=heads[1:])
    for line in lines:
        table.add_row(*line)
    console.print(table)
    for sentence in sum_up(found):
        console.print(sentence, markup=False, highlight=False)
    console.print(f"The page is {Path(page)}.", markup=False)


def read_rules(run: Run, text: str) -> Run:
    """The rules that all have in common, changed as a text says."""
    try:
        words = shlex.split(text)
    except ValueError:
        raise LaboratoryError(f"{text!r} cannot be read: a quotation mark is missing") from None
    own = [word for word in words if not word.startswith("preset=")]
    presets = [word.partition("=")[2] for word in words if word.startswith("preset=")]
    if len(presets) > 1:
        raise LaboratoryError(f"{text!r} names {len(presets)} presets: expected one")
    changed = {word.partition("=")[0] for word in own}
    return replace(
        run,
        players=None if "players" in changed else run.players,
        preset=presets[0] if presets else run.preset,
        given=(*(word for word in run.given if word.partition("=")[0] not in changed), *own),
    )
