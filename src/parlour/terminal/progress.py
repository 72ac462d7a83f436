"""Progress on stderr, drawn between measurements only: a thread that draws all the time would be measured too."""

from collections.abc import Iterator, Mapping
from typing import TypeVar

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

Item = TypeVar("Item")


def new_progress(console: Console) -> Progress:
    columns = (TextColumn("{task.description}", markup=False), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    return Progress(*columns, console=console, auto_refresh=False, transient=True)


def follow(progress: Progress, what: str, items: Mapping[str, Item]) -> Iterator[Item]:
    """The items one by one, each shown by its name while it is at work."""
    task = progress.add_task(what, total=len(items))
    for name, item in items.items():
        progress.update(task, description=f"{what}: {name}", refresh=True)
        yield item
        progress.update(task, advance=1, refresh=True)
