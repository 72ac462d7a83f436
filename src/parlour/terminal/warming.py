"""Compiling ahead of time, so that nobody waits for it later."""

from collections.abc import Sequence
from time import perf_counter

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

from parlour.engine.game import Game
from parlour.search.simulate import random_games
from parlour.search.warming import make_ready


def warm_game(game: Game) -> None:
    """Everything compiled for one game: its rules, playouts, the search of its opponents and a look back at plays."""
    make_ready(game)
    random_games(game, game.encode(game.settle()), games=1, seed=0, limit=1)


def warm_games(console: Console, games: Sequence[Game]) -> None:
    """One game after another, with a bar and the seconds each took."""
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    with Progress(*columns, console=console, transient=True) as progress:
        task = progress.add_task("", total=len(games))
        for game in games:
            progress.update(task, description=game.title)
            start = perf_counter()
            warm_game(game)
            progress.advance(task)
            progress.print(f"{game.title} is ready after {perf_counter() - start:.1f} s.", markup=False)
