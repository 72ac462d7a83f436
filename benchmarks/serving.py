"""How many moves does the server bear, each committed to disk, against boardgame.io on files and in memory?"""

import sys
import time
import urllib.request
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

from rich.progress import Progress

from benchmarks import boardgameio
from benchmarks.load import COLUMNS, START_SECONDS, WARM_SECONDS, Load, ServerFault, play, running
from benchmarks.report import Report
from parlour.engine.game import Game
from parlour.search.outside import Program
from parlour.search.timing import FULL, Pace
from parlour.server.launch import find_port
from parlour.terminal.progress import follow

OURS, ON_FILES, IN_MEMORY = "Parlour, to disk", "boardgame.io, to files", "boardgame.io, in memory"
LOADS = ((1, 0.0), (100, 0.0), (1000, 0.0), (1000, 500.0), (1000, 1500.0))  # rooms, moves a second over all of them
SECONDS, QUICK_SECONDS = 10.0, 2.0
PORT = 20_000
LIMITS = ("REQUESTS_PER_SECOND", "ROOMS_PER_HOUR", "PLIES", "ENTRIES")  # one address asks for everybody, without end
SERVE = "import sys; from parlour.cli import main; sys.argv[0] = 'parlour'; main()"


def measure_ours(rooms: int, seconds: float, rate: float) -> Load:
    """The same as `boardgameio.measure`, with a Parlour server on a database file of its own."""
    port = find_port("127.0.0.1", PORT)
    with TemporaryDirectory() as data:
        limits = [f"PARLOUR_{name}=0" for name in LIMITS]
        words = ["env", *limits, sys.executable, "-c", SERVE, "serve", f"--port={port}", f"--data={Path(data)}"]
        with running([*words, "--log-level=warning"]) as server:
            wait_until_open(server, port)
            return play(server, server.pid, [sys.executable, "-m", "benchmarks.players"], port, rooms, seconds, rate)


def wait_until_open(server: Program, port: int) -> None:
    deadline = time.monotonic() + START_SECONDS
    while time.monotonic() < deadline:
        try:
            with urllib.request.urlopen(f"http://127.0.0.1:{port}/health", timeout=1):
                return
        except OSError:
            time.sleep(0.05)
    raise ServerFault(f"the server did not open in {START_SECONDS:g} seconds. It complained: {server.complaint}")


def measure(games: Mapping[str, Game], pace: Pace, progress: Progress) -> Report:
    seconds = SECONDS if pace == FULL else QUICK_SECONDS
    boardgameio.install()
    found: dict[str, list[Load]] = {OURS: [], ON_FILES: [], IN_MEMORY: []}
    cases = {
        f"{rooms} room{'s' * (rooms > 1)}" + (f" and {rate:g} moves/s" if rate else ""): (rooms, rate)
        for rooms, rate in LOADS
    }
    for rooms, rate in follow(progress, "server", cases):
        found[OURS].append(measure_ours(rooms, seconds, rate))
        for peer in (ON_FILES, IN_MEMORY):
            found[peer].append(boardgameio.measure(rooms, seconds, rate, to_files=peer == ON_FILES))
    rows = [{"server": name} | loads[i].row() for i in range(len(LOADS)) for name, loads in found.items()]
    waits = [f"{ours.p99_ms:.0f} ms with {case}" for case, ours in zip(cases, found[OURS], strict=True) if ours.rate]
    return Report(
        section="server",
        question="How many moves does the server bear, each committed to disk, against boardgame.io?",
        how=(
            "Two players in each room place counters on a 4×4 board in turn, each on connections of its own, and hear "
            f"of every change, for {seconds:g} s after {WARM_SECONDS:g} s that do not count. A move takes from sending "
            "it until the server's word that it was made is with the player who made it. Server and players are a "
            "process each; CPU seconds and MB are the server's alone. To files boardgame.io writes what a match is "
            "like now, by its own FlatFile storage, and leaves it to the system when that is on disk; we write every "
            "move there before it is answered."
        ),
        columns={"server": "server", **COLUMNS},
        rows=rows,
        summary=(
            f"Moves per second of processor time, ours by theirs to files: {compare(found, ON_FILES, cases)}.",
            f"Ours to disk by theirs in memory: {compare(found, IN_MEMORY, cases)}.",
            f"99 % of our moves are answered within {'; '.join(waits)}.",
        ),
    )


def compare(found: Mapping[str, Sequence[Load]], peer: str, cases: Iterable[str]) -> str:
    """In each of the cases, how many moves a second of processor time is good for here, for one of a peer's."""
    return "; ".join(
        f"{ours.moves_per_cpu_second / theirs.moves_per_cpu_second:.2f} with {case}"
        for case, ours, theirs in zip(cases, found[OURS], found[peer], strict=True)
    )
