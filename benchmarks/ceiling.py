"""`python -m benchmarks.ceiling`: how much anybody could win against Octavia, for every kind of play.

These are the tables of `parlour lab ceiling`. What was looked at is kept by the laboratory, so a run that was broken
off goes on where it stopped, and more plays are added to those there are.
"""

from pathlib import Path

import click

from benchmarks.ladder import KINDS, Kind, replace_marked
from parlour.lab_ceiling import look_options
from parlour.lab_commands import show_progress
from parlour.laboratory.ceiling import HEADS, list_ceiling, measure_ceiling
from parlour.laboratory.ladder import title_of
from parlour.laboratory.plan import new_plan
from parlour.search.bots import bot_names

MARK = "ceiling"


def measure(kind: Kind, plays: int, looks: int, deeper: int, workers: int | None) -> str:
    """The line of one kind of play, in Markdown."""
    game, values = kind.settle()
    plan = new_plan(game, values, bot_names(game, values)[-1])
    with show_progress() as tell:
        found = measure_ceiling(plan, plays, looks, deeper, workers, tell)
    return f"| {' | '.join((title_of(kind.game, kind.preset), *list_ceiling(found)))} |"


@click.command()
@click.argument("wanted", nargs=-1, metavar="[GAME[:PRESET]]...")
@click.option("--plays", type=click.IntRange(2), default=40, show_default=True, help="Plays of every kind at least.")
@look_options
@click.option("--workers", type=click.IntRange(1), help="Plays at a time; one for each core unless given.")
@click.option("--page", type=click.Path(exists=True, path_type=Path), help="Put the table into this page.")
def main(wanted: tuple[str, ...], plays: int, looks: int, deeper: int, workers: int | None, page: Path | None) -> None:
    """Measure the ceilings of all kinds of play, or of those wanted, and print their table."""
    lines = [f"| game | {' | '.join(HEADS)} |", f"|---|{'---|' * len(HEADS)}"]
    for kind in KINDS:
        if not wanted or {kind.game, f"{kind.game}:{kind.preset}"} & set(wanted):
            lines.append(measure(kind, plays, looks, deeper, workers))
            click.echo(lines[-1])
    if page is not None:
        replace_marked(page, MARK, "\n".join(lines))


if __name__ == "__main__":
    main(prog_name="python -m benchmarks.ceiling")
