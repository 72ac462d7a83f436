"""`parlour lab levels`: how much stronger each level of a game is, and what it gives away."""

import json
from dataclasses import asdict

import click
from rich.console import Console

from parlour.arguments import game_argument, new_play, rule_options
from parlour.engine.game import Game
from parlour.lab_commands import place_options, show_progress
from parlour.laboratory.refusal import LaboratoryError, explain_missing
from parlour.terminal.files import check_places, write_texts


@click.command()
@game_argument
@rule_options
@click.option(
    "--plays", type=click.IntRange(2), default=200, show_default=True, help="At least this many for every step."
)
@click.option("--exact", type=click.IntRange(2), metavar="N", help="Also N plays of each level against exact values.")
@click.option("--time", "timed", is_flag=True, help="Also how long each level thinks; that differs by machine.")
@click.option("--seed", type=int, default=0, show_default=True, metavar="N")
@place_options
@click.option("--json", "json_file", metavar="FILE", help="Write all numbers here too.")
@click.pass_obj
def levels(
    console: Console,
    game: Game,
    players: int | None,
    preset: str | None,
    given: tuple[str, ...],
    plays: int,
    exact: int | None,
    timed: bool,
    seed: int,
    workers: int | None,
    json_file: str | None,
) -> None:
    """Measure the levels of a game: each against the one below it.

    The tables are Markdown. --exact needs a game that can be solved, by options under which it can.
    """
    with explain_missing():
        from parlour.laboratory.ladder import climb, time_moves, title_of, write_ladder
        from parlour.laboratory.regret import measure_regrets, write_regrets
    values = new_play(game, players, preset, given).values
    if exact is not None and game.solving is None:
        raise LaboratoryError(f"{game.title} has no exact values: leave out --exact")
    check_places(json_file)
    with show_progress() as tell:
        rungs = climb(game, values, plays, seed, workers, tell)
        paces = [time_moves(game, values, rung.name) for rung in rungs] if timed else []
        regrets = measure_regrets(game, values, exact, tell) if exact is not None else []
    options = [*([f"players={players}"] if players else []), *given]
    click.echo(write_ladder(title_of(game.name, preset, options), rungs, paces))
    if regrets:
        click.echo(write_regrets(regrets))
    console.print("± is half of a 95% interval; plays that share their luck count as one.", markup=False)
    if json_file is not None:
        facts = {
            "levels": [asdict(rung) for rung in rungs],
            "seconds": [asdict(pace) for pace in paces],
            "regrets": [
                {"name": regret.name, "given_away": asdict(regret.given_away), "wrong": regret.wrong}
                for regret in regrets
            ],
        }
        write_texts({json_file: json.dumps(facts, indent=2) + "\n"})
