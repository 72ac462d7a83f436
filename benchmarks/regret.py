"""`python -m benchmarks.regret`: what each level of Stencil gives away, measured against exact play.

Every level plays against the one below it. At each of its decisions the exact solver says what the best move is worth
and what the chosen one is: win 1, draw ½, loss 0. The mean difference is the level's regret.
"""

from dataclasses import dataclass
from pathlib import Path

import click
from rich.console import Console
from rich.progress import track

from benchmarks.ladder import replace_marked
from parlour.engine.game import find_game
from parlour.engine.play import Play
from parlour.search.arena import luck_of
from parlour.search.bots import Bot, bot_names
from parlour.search.ratings import mean_and_error
from parlour.search.seating import new_bot
from parlour.search.solver import Solver

GAME = "stencil"
MARK = "regret"


@dataclass
class Regret:
    """What one bot lost at each of its decisions that mattered or not."""

    name: str
    losses: list[float]  # by decision
    by_play: list[float]  # the mean of each play: decisions of one play hang together


def measure(plays: int, console: Console) -> list[Regret]:
    """The regret of every level, and of random play."""
    game = find_game(GAME)
    assert game.solving is not None
    values = game.settle(**game.solving.defaults)
    loss, draw, win = game.solving.points
    solver = Solver(game, values)
    names = bot_names(game, values)
    found = []
    for below, name in zip((names[0], *names), names, strict=False):
        bot, other = new_bot(game, values, name), new_bot(game, values, below)
        regret = Regret(name, [], [])
        for number in track(range(plays), name, console=console, transient=True, disable=not console.is_terminal):
            seat = number % 2
            bots: list[Bot] = [bot, other] if seat == 0 else [other, bot]
            for at, seated in enumerate(bots):
                seated.begin(2 * number + at)
            play, lost = Play(game, values), list[float]()
            while not play.over:
                if play.at_chance:
                    play.roll(luck_of(f"regret {number // 2}", play.ply))
                    continue
                code = bots[play.to_move].choose(play)
                if play.to_move == seat and len(play.legal_codes()) > 1:
                    solution = solver.solve(play)
                    chosen = solution.moves[game.notation.write(play.s, play.o, code)]
                    worth = [win if value > 0 else loss if value < 0 else draw for value in (solution.value, chosen)]
                    lost.append(worth[0] - worth[1])
                play.push(code)
            regret.losses += lost
            regret.by_play.append(sum(lost) / max(1, len(lost)))
        found.append(regret)
    return found


def write_table(found: list[Regret]) -> str:
    lines = [
        "| level | name | points given away a decision | decisions that gave something away | decisions |",
        "|---:|---|---|---:|---:|",
    ]
    for number, regret in enumerate(found):
        mean, error = mean_and_error(regret.by_play)
        wrong = sum(loss > 0 for loss in regret.losses) / len(regret.losses)
        level = str(number) if number else "–"
        lines.append(
            f"| {level} | {regret.name.title()} | {mean:.4f} ± {error:.4f} | {wrong:.1%} | {len(regret.losses)} |"
        )
    return "\n".join(lines) + "\n"


@click.command()
@click.option("--plays", type=click.IntRange(2), default=100, show_default=True, help="Plays of every level.")
@click.option("--page", type=click.Path(exists=True, path_type=Path), help="Put the table into this page.")
def main(plays: int, page: Path | None) -> None:
    """Measure what each level of Stencil gives away against exact play."""
    table = write_table(measure(plays, Console(stderr=True, highlight=False)))
    click.echo(table)
    if page is not None:
        replace_marked(page, MARK, table)


if __name__ == "__main__":
    main(prog_name="python -m benchmarks.regret")
