"""`python -m benchmarks.ladder`: the tables of `parlour lab levels` for every kind of play in docs/opponents.md.

What was played is kept by the laboratory, so a run that was broken off goes on where it stopped.
"""

from dataclasses import dataclass
from pathlib import Path

import click

from parlour.engine.game import Game, find_game
from parlour.engine.options import Values
from parlour.lab_commands import show_progress
from parlour.laboratory.ladder import climb, time_moves, title_of, write_ladder

MARK = "ladder"


@dataclass(frozen=True)
class Kind:
    """A kind of play that has a ladder of its own."""

    game: str
    preset: str

    def settle(self) -> tuple[Game, Values]:
        game = find_game(self.game)
        return game, game.settle(self.preset)


KINDS = (
    Kind("stencil", "quick"),
    Kind("quatro", "two"),
    Kind("quatro", "backgammon"),
    Kind("quatro", "three"),
    Kind("quatro", "four"),
    Kind("numeric", "basic"),
    Kind("numeric", "zones"),
    Kind("numeric", "hex"),
    Kind("numeric", "counters"),
    Kind("vendetta", "two"),
    Kind("vendetta", "three"),
    Kind("vendetta", "four"),
    Kind("quantum", "two"),
    Kind("quantum", "three"),
    Kind("quantum", "four"),
)


def measure(kind: Kind, plays: int, workers: int | None) -> str:
    """The table of one kind of play, in Markdown."""
    game, values = kind.settle()
    with show_progress() as tell:
        rungs = climb(game, values, plays, workers=workers, tell=tell)
        paces = [time_moves(game, values, rung.name) for rung in rungs]
    return write_ladder(title_of(kind.game, kind.preset), rungs, paces)


def replace_marked(page: Path, mark: str, text: str) -> None:
    """Put a text between its marks in a page."""
    start, end = f"<!-- {mark} -->", f"<!-- end of {mark} -->"
    before, _, rest = page.read_text().partition(start)
    _, _, after = rest.partition(end)
    if not rest or not after:
        raise click.ClickException(f"{page} has no place for this: expected the lines {start} and {end}")
    page.write_text(f"{before}{start}\n\n{text.strip()}\n\n{end}{after}")


@click.command()
@click.argument("games", nargs=-1)
@click.option("--plays", type=click.IntRange(2), default=200, show_default=True, help="Plays of every step at least.")
@click.option("--workers", type=click.IntRange(1), help="Plays at a time; one for each core unless given.")
@click.option("--page", type=click.Path(exists=True, path_type=Path), help="Put the tables into this page.")
def main(games: tuple[str, ...], plays: int, workers: int | None, page: Path | None) -> None:
    """Measure the ladders of all GAMES, or of those named, and print their tables."""
    tables = []
    for kind in KINDS:
        if not games or kind.game in games:
            tables.append(measure(kind, plays, workers))
            click.echo(tables[-1])
    if page is not None:
        replace_marked(page, MARK, "\n".join(tables))


if __name__ == "__main__":
    main(prog_name="python -m benchmarks.ladder")
