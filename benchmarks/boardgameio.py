"""`python -m benchmarks.boardgameio`: how many moves a second does a boardgame.io server make?

The server and the players are Node programs in `peer_boardgameio`. Besides boardgame.io, one package is pinned that it
needs older than what npm would choose: with koa-compose 4.2 its lobby answers nothing.
"""

import hashlib
import json
import shutil
import subprocess
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

import click
from rich.console import Console

from benchmarks.backgammon import MissingPeer
from benchmarks.load import COLUMNS, Load, NoFigures, read_cpu_seconds, read_memory_mb
from benchmarks.progress import follow, new_progress
from benchmarks.report import WIDTH, Report, print_report
from parlour.engine.bind import cache_root
from parlour.search.outside import Program, Silence

SOURCE = Path(__file__).with_name("peer_boardgameio")
PACKAGE, SERVER, PLAYERS = "package.json", "server.cjs", "load.mjs"
NPM_WORDS = ("install", "--no-package-lock", "--engine-strict", "--ignore-scripts", "--no-audit", "--no-fund")
START_SECONDS, ROOM_SECONDS, QUIT_SECONDS = 30.0, 0.2, 2.0  # a room is opened in a fraction of that
WARM_SECONDS = 6.0  # played before anything counts: Node compiles what it has run a few thousand times
LATE_SECONDS = 30.0


class MissingNode(MissingPeer):
    """Node or what it has to run is not there, so there is nothing to compare with."""


class PeerFault(RuntimeError):
    """The server or its players did not do what they should. The message says what was expected."""


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


@contextmanager
def running(words: Sequence[str]) -> Iterator[Program]:
    """A program that is ended whatever happens; should we be killed, it ends with its input."""
    program = Program(words)
    try:
        yield program
    finally:
        program.end(QUIT_SECONDS)


def hear(program: Program, who: str, word: str, seconds: float) -> str:
    """What follows the word that has to come next."""
    heard = program.hear(time.monotonic() + seconds)
    if isinstance(heard, str) and heard.startswith(word):
        return heard.removeprefix(word)
    if heard is Silence.LATE:
        did = f"said nothing for {seconds:g} seconds"
    else:
        did = program.describe_end() if isinstance(heard, Silence) else f"said {heard!r}"
    complaint = f". It complained: {program.complaint}" if program.complaint else ""
    raise PeerFault(f"{who} {did}: expected {word!r}{complaint}")


def measure(rooms: int, seconds: float, rate: float = 0.0) -> Load:
    """Let so many rooms play at once on a new server, with `rate` moves a second over all of them or as many as can be.

    Raises MissingNode, PeerFault or NoFigures.
    """
    folder, node = install(), find_program("node")
    with running([node, str(folder / SERVER), "0"]) as server:
        port, pid = map(int, hear(server, "the server", "listening ", START_SECONDS).split())
        numbers = {"port": port, "rooms": rooms, "seconds": seconds, "rate": rate, "warmup": WARM_SECONDS}
        words = [f"--{name}={number}" for name, number in numbers.items()]
        with running([node, str(folder / PLAYERS), *words]) as players:
            hear(players, "the players", "playing", START_SECONDS + ROOM_SECONDS * rooms + WARM_SECONDS)
            before = read_cpu_seconds(pid)
            hear(players, "the players", "played", seconds + LATE_SECONDS)
            spent, memory = read_cpu_seconds(pid) - before, read_memory_mb(pid)
            found = json.loads("{" + hear(players, "the players", "{", LATE_SECONDS))
        if found["errors"] or not found["moves"] or not spent:
            did = f"{found['errors']} rooms failed after {found['moves']} moves in {spent:.2f} s of processor time"
            complaint = f". The server complained: {server.complaint}" if server.complaint else ""
            raise PeerFault(f"{did}: expected moves and no failures{complaint}")
    return Load(
        rooms=rooms,
        rate=rate,
        seconds=found["seconds"],
        moves=found["moves"],
        cpu_seconds=spent,
        p50_ms=found["p50_ms"],
        p99_ms=found["p99_ms"],
        max_ms=found["max_ms"],
        memory_mb=memory,
    )


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
    except (MissingNode, PeerFault, NoFigures) as error:
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
