"""`parlour lab ban`: what an action, or a kind of action, is worth."""

import json

import click
from rich.console import Console

from parlour.arguments import game_argument
from parlour.engine.game import Game
from parlour.lab_commands import Run, run_options, show_progress
from parlour.laboratory.refusal import explain_missing
from parlour.terminal.files import check_places, write_texts
from parlour.terminal.screen import new_table


@click.command()
@game_argument
@click.argument("banned", nargs=-1, required=True, metavar="ACTION...")
@run_options(plays=1000)
@click.option("--json", "json_file", metavar="FILE", help="Write all numbers here too.")
@click.pass_obj
def ban(
    console: Console,
    game: Game,
    banned: tuple[str, ...],
    run: Run,
    json_file: str | None,
) -> None:
    """Measure what an action is worth: one bot never chooses it while it can do anything else.

    An ACTION is a kind, such as claim, or a single one as it is written, such as b2. It may also be something that
    bots weigh, such as danger; then one does not care for it. At last nobody chooses it: what becomes of the game?
    """
    with explain_missing():
        from parlour.laboratory.ban import measure_ban, say_ban
        from parlour.laboratory.comparison_page import list_numbers, sum_up
    check_places(json_file)
    with show_progress() as tell:
        found = measure_ban(run.plan(game), banned, run.plays, run.workers, tell)
    console.print(say_ban(found), markup=False, highlight=False)
    for name, who in zip(found.game.names, found.game.rules, strict=True):
        console.print(f"{name}: {who}", markup=False, highlight=False)
    heads, lines = list_numbers(found.game)
    table = new_table(*heads, right=heads[1:])
    for line in lines:
        table.add_row(*line)
    console.print(table)
    for sentence in sum_up(found.game):
        console.print(sentence, markup=False, highlight=False)
    if json_file is not None:
        write_texts({json_file: json.dumps(found.as_dict(), indent=2) + "\n"})
