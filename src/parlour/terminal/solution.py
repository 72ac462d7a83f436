"""Solving a position and showing what was found."""

from itertools import groupby
from time import perf_counter

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, SpinnerColumn, TextColumn, TimeElapsedColumn
from rich.text import Text

from parlour.engine.game import Game
from parlour.engine.play import Play
from parlour.search.solver import solve
from parlour.terminal.screen import new_table


def options_for_solving(game: Game, given: tuple[str, ...]) -> tuple[str, ...]:
    """The options the game is solved with, besides those given."""
    named = {word.partition("=")[0] for word in given}
    defaults = game.solving.defaults if game.solving else {}
    return tuple(f"{name}={value}" for name, value in defaults.items() if name not in named)


def show_solution(console: Console, play: Play) -> None:
    """Solve the position of a play, with a bar, and tell what every move is worth, the best first."""
    columns = (
        SpinnerColumn(),
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
    )
    with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as progress:
        task = progress.add_task("Compiling", total=None)
        start = 0.0

        def watch(done: int, moves: int, positions: int) -> None:
            nonlocal start
            start = start or perf_counter()
            pace = positions / max(perf_counter() - start, 0.1)
            told = f"Solving: {positions:,} positions, {pace:,.0f} a second"
            progress.update(task, description=told, completed=done, total=moves)

        solution = solve(play, watch)
        seconds = perf_counter() - start
    console.print(f"{play.seat_name(play.to_move)} to move {describe_value(solution.value)}.", markup=False)
    console.print()
    table = new_table("value", "moves")
    for value, moves in groupby(solution.moves, key=lambda move: solution.moves[move]):
        table.add_row(Text(describe_value(value)), Text(" ".join(moves)))
    console.print(table)
    console.print()
    console.print(Text(f"{solution.positions:,} positions in {seconds:.1f} s", style="dim"))


def describe_value(value: int) -> str:
    """A value in words: `wins in 11 turns`, `draws`, `loses in 6 turns`."""
    if value == 0:
        return "draws"
    turns = f"{abs(value)} turn" + ("" if abs(value) == 1 else "s")
    return f"wins in {turns}" if value > 0 else f"loses in {turns}"
