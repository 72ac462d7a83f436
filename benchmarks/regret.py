"""`python -m benchmarks.regret`: what each level of Stencil gives away, measured against exact play."""

from pathlib import Path

import click

from benchmarks.ladder import replace_marked
from parlour.engine.game import find_game
from parlour.lab_commands import show_progress
from parlour.laboratory.regret import measure_regrets, write_regrets

GAME = "stencil"
MARK = "regret"


@click.command()
@click.option("--plays", type=click.IntRange(2), default=100, show_default=True, help="Plays of every level.")
@click.option("--page", type=click.Path(exists=True, path_type=Path), help="Put the table into this page.")
def main(plays: int, page: Path | None) -> None:
    """Measure what each level of Stencil gives away against exact play."""
    game = find_game(GAME)
    assert game.solving is not None
    with show_progress() as tell:
        table = write_regrets(measure_regrets(game, game.settle(**game.solving.defaults), plays, tell))
    click.echo(table)
    if page is not None:
        replace_marked(page, MARK, table)


if __name__ == "__main__":
    main(prog_name="python -m benchmarks.regret")
