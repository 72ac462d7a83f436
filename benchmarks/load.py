"""What a game server bears: moves of many rooms at once, and what they cost the process that serves them."""

import os
from dataclasses import dataclass
from pathlib import Path
from typing import Any

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
