"""What a game server bears: moves of many rooms at once, and what they cost the process that serves them."""

import json
import os
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from parlour.search.outside import Program, Silence

START_SECONDS, ROOM_SECONDS, QUIT_SECONDS = 30.0, 0.2, 2.0  # a room is opened in a fraction of that
WARM_SECONDS = 6.0  # played before anything counts: Node compiles what it has run a few thousand times
LATE_SECONDS = 30.0

TICKS = os.sysconf("SC_CLK_TCK") if hasattr(os, "sysconf") else 0  # a second, in which Linux counts processor time
MEGABYTE = 1_000_000

COLUMNS = {
    "rooms": "rooms",
    "rate": "moves/s asked for",
    "moves_per_second": "moves/s",
    "moves_per_cpu_second": "moves/CPU s",
    "p50_ms": "p50 ms",
    "p99_ms": "p99 ms",
    "max_ms": "longest ms",
    "memory_mb": "MB",
}


class NoFigures(RuntimeError):
    """The system does not tell what a process uses."""


class ServerFault(RuntimeError):
    """A server or its players did not do what they should. The message says what was expected."""


@dataclass(frozen=True)
class Load:
    """How a server did. A move counts once the server's word that it was made is with the player who made it."""

    rooms: int
    rate: float  # moves a second that were asked for, over all rooms; 0 for as many as there can be
    seconds: float
    moves: int
    cpu_seconds: float  # of the server's process alone
    p50_ms: float  # from sending a move to hearing that it was made
    p99_ms: float
    max_ms: float
    memory_mb: float  # resident at the end, in millions of bytes

    @property
    def moves_per_second(self) -> float:
        return self.moves / self.seconds

    @property
    def moves_per_cpu_second(self) -> float:
        return self.moves / self.cpu_seconds

    def row(self) -> dict[str, Any]:
        """A row of a report with COLUMNS."""
        return {key: getattr(self, key) for key in COLUMNS} | {"rate": self.rate or "all it can"}


def read_cpu_seconds(pid: int) -> float:
    """Processor time a process has used so far, in all its threads, to a hundredth of a second."""
    fields = _read(pid, "stat").rpartition(")")[2].split()  # the name before may hold anything
    return (int(fields[11]) + int(fields[12])) / TICKS


def read_memory_mb(pid: int) -> float:
    """What a process has resident in memory."""
    return int(_read(pid, "statm").split()[1]) * os.sysconf("SC_PAGE_SIZE") / MEGABYTE


def _read(pid: int, name: str) -> str:
    try:
        return Path(f"/proc/{pid}/{name}").read_text()
    except OSError as error:
        raise NoFigures(f"what process {pid} uses is not told, {error.strerror}: expected Linux's /proc") from None


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
    raise ServerFault(f"{who} {did}: expected {word!r}{complaint}")


def play(server: Program, pid: int, players: Sequence[str], port: int, rooms: int, seconds: float, rate: float) -> Load:
    """Let players loose on a server, and tell what they found and what it cost the server's process.

    The players say `playing` when it begins to count and `played` when that is over, and then their figures as JSON.
    """
    numbers = {"port": port, "rooms": rooms, "seconds": seconds, "rate": rate, "warmup": WARM_SECONDS}
    with running([*players, *(f"--{name}={number}" for name, number in numbers.items())]) as program:
        hear(program, "the players", "playing", START_SECONDS + ROOM_SECONDS * rooms + WARM_SECONDS)
        before = read_cpu_seconds(pid)
        hear(program, "the players", "played", seconds + LATE_SECONDS)
        spent, memory = read_cpu_seconds(pid) - before, read_memory_mb(pid)
        found = json.loads("{" + hear(program, "the players", "{", LATE_SECONDS))
    if found["errors"] or not found["moves"] or not spent:
        did = f"{found['errors']} rooms failed after {found['moves']} moves in {spent:.2f} s of processor time"
        complaint = f". The server complained: {server.complaint}" if server.complaint else ""
        raise ServerFault(f"{did}: expected moves and no failures{complaint}")
    times = {name: found[name] for name in ("p50_ms", "p99_ms", "max_ms")}
    return Load(rooms, rate, found["seconds"], found["moves"], spent, **times, memory_mb=memory)
