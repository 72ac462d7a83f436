"""`python -m benchmarks.ladder`: every level against the one below it, for the table in docs/opponents.md.

Each kind of play is measured into a file of its own, so a run that was broken off goes on where it stopped.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from time import perf_counter

import click
from rich.console import Console

from parlour.engine.game import Game, find_game
from parlour.engine.options import Values
from parlour.search.arena import Contest
from parlour.search.bots import CAST, RANDOM
from parlour.search.knowledge import levels_of
from parlour.search.line import Line
from parlour.search.ratings import Meeting, meetings
from parlour.search.seating import new_bot
from parlour.terminal.contest import new_contest, play_contest

MARK = "ladder"
TIMED_PLIES = 120  # from which the time of a move is told


@dataclass(frozen=True)
class Kind:
    """A kind of play that has a ladder of its own."""

    game: str
    preset: str | None
    options: str = ""  # more of them, as they are typed

    @property
    def title(self) -> str:
        words = [
            find_game(self.game).title,
            *([f"`{self.preset}`"] if self.preset else []),
            *([f"`{self.options}`"] if self.options else []),
        ]
        return " ".join(words)

    @property
    def file(self) -> str:
        return (
            "-".join(word for word in (self.game, self.preset or "", self.options.replace(" ", "-")) if word) + ".jsonl"
        )

    def settle(self) -> tuple[Game, Values]:
        game = find_game(self.game)
        return game, game.settle(self.preset, **dict(word.split("=", 1) for word in self.options.split()))


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


def measure(console: Console, kind: Kind, games: int, folder: Path, workers: int | None) -> str:
    """The table of one kind of play, in Markdown."""
    game, values = kind.settle()
    names = (RANDOM, *CAST[: len(levels_of(game, values))])
    contest = new_contest(game, values, names, ladder=True, seed=0)
    console.print(kind.title, markup=False)
    met = meetings(play_contest(console, contest, games, folder / kind.file, workers))
    return write_table(kind, contest, met, [move_seconds(game, values, name) for name in names[1:]])


def move_seconds(game: Game, values: Values, name: str) -> tuple[float, float]:
    """The mean and the longest time of a decision, on one core, in a play against itself."""
    bot = new_bot(game, values, name)
    bot.begin(0)
    line, taken = Line(game, values), [0.0]
    parts = iter([(0.5 + ply * 0.6180339887498949) % 1 for ply in range(TIMED_PLIES)])
    for part in parts:
        if line.over:
            break
        if line.at_chance:
            line.draw(part)
        elif len(codes := line.legal_codes()) == 1:
            line.push(codes[0])
        else:
            start = perf_counter()
            code = bot.choose(line)
            taken.append(perf_counter() - start)
            line.push(code)
    return sum(taken) / max(1, len(taken) - 1), max(taken)


def write_table(kind: Kind, contest: Contest, met: Sequence[Meeting], seconds: Sequence[tuple[float, float]]) -> str:
    game, values = kind.settle()
    two = contest.seats == 2
    against = "wins against the one before" if two else "wins, of a fair share, among the one before"
    lines = [
        f"### {kind.title}, {contest.seats} seats",
        "",
        f"| level | name | how it plays | {against} | plays | seconds a move: mean, longest |",
        "|---:|---|---|---|---:|---:|",
    ]
    for number, (level, meeting, taken) in enumerate(zip(levels_of(game, values), met, seconds, strict=True), 1):
        if two:
            result = f"{meeting.share:.1%} ± {meeting.share_error:.1%}"
        else:
            result = f"{meeting.ratio:.2f} ± {meeting.share_error / meeting.fair:.2f} times"
        lines.append(
            f"| {number} | {meeting.pair[0].title()} | {level.line} | {result} | {meeting.plays} | "
            f"{taken[0]:.3f}, {taken[1]:.3f} |"
        )
    return "\n".join(lines) + "\n"


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
@click.option("--folder", type=click.Path(file_okay=False, path_type=Path), default=Path("ladder"), show_default=True)
@click.option("--workers", type=click.IntRange(1), help="Plays at a time; one for each core unless given.")
@click.option("--page", type=click.Path(exists=True, path_type=Path), help="Put the tables into this page.")
def main(games: tuple[str, ...], plays: int, folder: Path, workers: int | None, page: Path | None) -> None:
    """Measure the ladders of all GAMES, or of those named, and print their tables."""
    console = Console(stderr=True, highlight=False)
    folder.mkdir(exist_ok=True)
    tables = []
    for kind in KINDS:
        if not games or kind.game in games:
            tables.append(measure(console, kind, plays, folder, workers))
            click.echo(tables[-1])
    if page is not None:
        replace_marked(page, MARK, "\n".join(tables))


if __name__ == "__main__":
    main(prog_name="python -m benchmarks.ladder")
