"""`python -m benchmarks.boardgameio`: how many moves a second does a boardgame.io server make?

The server and the players are Node programs in `peer_boardgameio`. Besides boardgame.io, one package is pinned that it
needs older than what npm would choose: with koa-compose 4.2 its lobby answers nothing.
"""

import hashlib
import shutil
import subprocess
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

import click
from rich.console import Console

from benchmarks.backgammon import MissingPeer
from benchmarks.load import (
    COLUMNS,
    START_SECONDS,
    WARM_SECONDS,
    Load,
    NoFigures,
    ServerFault,
    hear,
    play,
    running,
)
from benchmarks.report import WIDTH, Report, print_report
from parlour.engine.cache import cache_root
from parlour.terminal.progress import follow, new_progress

SOURCE = Path(__file__).with_name("peer_boardgameio")
PACKAGE, SERVER, PLAYERS = "package.json", "server.cjs", "load.mjs"
NPM_WORDS = ("install", "--no-package-lock", "--engine-strict", "--ignore-scripts", "--no-audit", "--no-fund")


class MissingNode(MissingPeer):
    """Node or what it has to run is not there, so there is nothing to compare with."""


def find_program(name: str) -> str:
    found = shutil.which(name)
    if found is None:
        raise MissingNode(f"{name} is not installed: expected Node.js 18 or later with npm, which runs boardgame.io")
    return found


def install() -> Path:
    """The folder with boardgame.io and our programs for it; npm fills it once, outside the checkout."""
    find_program("node")
    npm = find_program("npm")
    stamp = hashlib.sha256((SOURCE / PACKAGE).read_bytes()).hexdigest()[:16]
    folder = cache_root() / "boardgameio" / stamp
    if not folder.exists():
        folder.parent.mkdir(parents=True, exist_ok=True)
        Console(stderr=True, highlight=False).print(f"npm installs boardgame.io into {folder} …", markup=False)
        with TemporaryDirectory(dir=folder.parent) as place:  # so that half an installation is none
            new = Path(place) / stamp
            new.mkdir()
            shutil.copy(SOURCE / PACKAGE, new)
            done = subprocess.run([npm, *NPM_WORDS], cwd=new, capture_output=True, text=True)
            if done.returncode:
                raise MissingNode(f"npm failed to install boardgame.io: expected success, got {done.stderr.strip()}")
            new.rename(folder)
    for name in (SERVER, PLAYERS):
        shutil.copy(SOURCE / name, folder)
    return folder


def measure(rooms: int, seconds: float, rate: float = 0.0, to_files: bool = False) -> Load:
    """Let so many rooms play at once on a new server, with `rate` moves a second over all of them or as many as can be.

    Raises MissingNode, ServerFault or NoFigures.
    """
    folder, node = install(), find_program("node")
    with TemporaryDirectory() as data, running([node, str(folder / SERVER), "0", *[data] * to_files]) as server:
        port, pid = map(int, hear(server, "the server", "listening ", START_SECONDS).split())
        return play(server, pid, [node, str(folder / PLAYERS)], port, rooms, seconds, rate)


@click.command()
@click.option("--rooms", multiple=True, default=(1, 100, 1000), show_default=True, type=click.IntRange(1))
@click.option("--seconds", default=10.0, show_default=True, type=click.FloatRange(1), help="That count, for each.")
@click.option("--rate", default=0.0, type=click.FloatRange(0), help="Moves a second over all rooms; 0: all it can.")
def main(rooms: Sequence[int], seconds: float, rate: float) -> None:
    """Measure how many moves a boardgame.io server makes, for each number of ROOMS that play at once."""
    try:
        install()
        with new_progress(Console(stderr=True, highlight=False)) as progress:
            cases = {f"{count} rooms": count for count in rooms}
            loads = [measure(count, seconds, rate) for count in follow(progress, "boardgame.io", cases)]
    except (MissingNode, ServerFault, NoFigures) as error:
        raise click.ClickException(str(error)) from None
    report = Report(
        section="boardgameio",
        question="How many moves a second does a boardgame.io server make?",
        how=(
            f"Two players in each room place counters on a 4×4 board in turn, for {seconds:g} s after "
            f"{WARM_SECONDS:g} s that do not count. A move takes from sending it until the server's update is with the "
            "player who made it. Server and players are a process each; CPU seconds and MB are the server's alone."
        ),
        columns=COLUMNS,
        rows=[load.row() for load in loads],
    )
    print_report(Console(width=WIDTH, highlight=False), report)


if __name__ == "__main__":
    main(prog_name="python -m benchmarks.boardgameio")
