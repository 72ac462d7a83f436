"""`parlour lab ceiling`: how much anybody could win against a bot at all."""

import json
from collections.abc import Callable
from dataclasses import asdict
from typing import Any

import click
from rich.console import Console

from parlour.arguments import game_argument, new_play, rule_options
from parlour.engine.game import Game
from parlour.lab_commands import place_options, show_progress
from parlour.laboratory.plan import new_plan
from parlour.laboratory.refusal import explain_missing
from parlour.search.bots import bot_names
from parlour.terminal.files import check_places, write_texts
from parlour.terminal.screen import new_table


def look_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """The options by which it is chosen how many decisions are looked at, and how closely."""
    looks = click.option(
        "--looks", type=click.IntRange(1), default=5, show_default=True, help="Decisions of each, chosen by lot."
    )
    deeper = click.option(
        "--deeper",
        type=click.IntRange(1),
        default=10,
        show_default=True,
        help="Times as long as the strongest level, the judge thinks.",
    )
    return looks(deeper(command))


@click.command()
@game_argument
@rule_options
@click.option("--bot", metavar="WHO", help="Against whom: a level, or one with a change; the strongest unless given.")
@click.option("--plays", type=click.IntRange(2), default=40, show_default=True, help="At least this many.")
@look_options
@click.option("--seed", type=int, default=0, show_default=True, metavar="N")
@place_options
@click.option("--json", "json_file", metavar="FILE", help="Write all numbers here too.")
@click.pass_obj
def ceiling(
    console: Console,
    game: Game,
    players: int | None,
    preset: str | None,
    given: tuple[str, ...],
    bot: str | None,
    plays: int,
    looks: int,
    deeper: int,
    seed: int,
    workers: int | None,
    json_file: str | None,
) -> None:
    """Estimate how much anybody could win against a bot at all.

    What it gives away in plays against itself, as a far deeper search sees it, is what is left to be won from it.
    """
    with explain_missing():
        from parlour.laboratory.ceiling import HEADS, list_ceiling, measure_ceiling, say_ceiling
    values = new_play(game, players, preset, given).values
    check_places(json_file)
    plan = new_plan(game, values, bot or bot_names(game, values)[-1], seed)
    with show_progress() as tell:
        found = measure_ceiling(plan, plays, looks, deeper, workers, tell)
    table = new_table(*HEADS, right=HEADS[1:])
    table.add_row(*list_ceiling(found))
    console.print(table)
    for sentence in say_ceiling(found):
        console.print(sentence, markup=False, highlight=False)
    if json_file is not None:
        write_texts({json_file: json.dumps(asdict(found), indent=2) + "\n"})
