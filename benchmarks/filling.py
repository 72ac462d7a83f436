"""How much memory do rooms take on the server, and how much of it is given back once nobody uses them?"""

import asyncio
import re
import sys
import time
import urllib.request
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, closing, contextmanager
from itertools import cycle, islice
from pathlib import Path
from tempfile import TemporaryDirectory

from rich.progress import Progress

from benchmarks.load import ServerFault, read_memory_mb, running
from benchmarks.players import Line
from benchmarks.report import Report
from benchmarks.serving import LIMITS, PORT, SERVE, wait_until_open
from parlour.engine.game import Game
from parlour.search.outside import Program
from parlour.search.timing import FULL, Pace
from parlour.server.launch import find_port

ROOMS, QUICK_ROOMS = 3000, 300
MOVES = 8  # in each
IDLE_SECONDS, QUICK_IDLE_SECONDS = 300, 40  # longer than it takes to fill all rooms
SWEEP_SECONDS = 60  # within which the server then lets all of them go
# Python hands memory back by the megabyte, if nothing at all is left in it; the system's library by the page.
ALLOCATORS: Mapping[str, Sequence[str]] = {"Python": [], "the system": ["PYTHONMALLOC=malloc"]}


async def fill(port: int, games: Mapping[str, Game], rooms: int, progress: Progress) -> None:
    """Open rooms for all games in turn, and play a little in each."""
    desk = Line(port)
    await desk.open()
    _, guest = await desk.ask("POST", "/api/guests")
    desk.close()
    line = Line(port, guest["key"])
    await line.open()
    with closing(line):
        for name in progress.track(islice(cycle(games), rooms), rooms, description="rooms"):
            await open_room(line, name)


async def open_room(line: Line, game: str) -> None:
    """One in which the same person has all seats, and makes the first moves."""
    _, opened = await line.ask("POST", "/api/rooms", {"game": game})
    address = f"/api/rooms/{opened['code']}"
    _, room = await line.ask("GET", f"{address}?detail=text")
    for seat in range(len(room["seats"])):
        await line.ask("POST", f"{address}/seats/{seat}", {"name": f"Player {seat}"})
    for _ in range(MOVES):
        _, room = await line.ask("GET", f"{address}?detail=text")
        if room["legal"]:
            move = {"seat": room["to_move"], "after": room["after"], "move": room["legal"][0]["notation"]}
            await line.ask("POST", f"{address}/moves", move)


def count_rooms(port: int) -> int:
    """Those in memory."""
    with urllib.request.urlopen(f"http://127.0.0.1:{port}/metrics") as answer:
        found = re.search(r"^parlour_rooms_live (\d+)$", answer.read().decode(), re.MULTILINE)
    if found is None:
        raise ServerFault("the server's metrics do not tell how many rooms are in memory: expected parlour_rooms_live")
    return int(found[1])


def wait_until_empty(port: int, seconds: float) -> None:
    deadline = time.monotonic() + seconds
    while count_rooms(port):
        if time.monotonic() > deadline:
            raise ServerFault(f"{count_rooms(port)} rooms are in memory after {seconds:g} seconds: expected none")
        time.sleep(1)


@contextmanager
def serving(variables: Sequence[str]) -> Iterator[tuple[Program, int]]:
    """A server that bears any number of rooms, and its port."""
    port = find_port("127.0.0.1", PORT)
    with TemporaryDirectory() as data:
        words = ["env", *variables, sys.executable, "-c", SERVE, "serve", f"--port={port}", f"--data={Path(data)}"]
        with running([*words, "--log-level=warning"]) as server:
            wait_until_open(server, port)
            yield server, port


def measure(games: Mapping[str, Game], pace: Pace, progress: Progress) -> Report:
    rooms, idle = (ROOMS, IDLE_SECONDS) if pace == FULL else (QUICK_ROOMS, QUICK_IDLE_SECONDS)
    settings = [*(f"PARLOUR_{name}=0" for name in LIMITS), f"PARLOUR_IDLE_SECONDS={idle}"]
    rows: list[dict[str, str | float]] = []
    with ExitStack() as stack:
        servers = [stack.enter_context(serving([*settings, *variables])) for variables in ALLOCATORS.values()]
        for name, (server, port) in zip(ALLOCATORS, servers, strict=True):
            empty = read_memory_mb(server.pid)
            asyncio.run(fill(port, games, rooms, progress))
            filled, there = read_memory_mb(server.pid), count_rooms(port)
            if there < rooms:
                raise ServerFault(f"{there} rooms are in memory: expected {rooms}; this machine is too slow for it")
            each = 1000 * (filled - empty) / rooms
            rows.append({"allocator": name, "rooms": rooms, "empty": empty, "filled": filled, "each": each})
        for row, (server, port) in zip(rows, servers, strict=True):
            wait_until_empty(port, idle + SWEEP_SECONDS)
            row["after"] = read_memory_mb(server.pid)
    return Report(
        section="memory",
        question="How much memory do rooms take on the server, and how much of it is given back once nobody uses them?",
        how=(
            f"Rooms of all games in turn, one person on all seats of each, {MOVES} moves made in it; after {idle} s "
            "in which nobody came the server forgets a room. MB are resident memory of the server's process."
        ),
        columns={
            "allocator": "memory is managed by",
            "rooms": "rooms",
            "empty": "MB at the start",
            "filled": "MB with the rooms",
            "each": "KB a room",
            "after": "MB once they are forgotten",
        },
        rows=rows,
    )
