"""Play for a long time as people do, and see that the server neither grows nor slows down.

    python -m tests.server.soak --minutes 30 [--tables 60] [--plot soak.svg] [--seed N]

People sit at tables, think, play, look back at the end and begin again; some look on, some leave for good. Every few
seconds memory, open files and the times of answers are noted, and drawn in the end.
"""

import argparse
import asyncio
import os
import random
import sys
import tempfile
import time
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx
from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn

from tests.server.chaos import Guest, new_http
from tests.server.killing import TABLES
from tests.server.plotting import Panel, draw
from tests.server.serving import UNLIMITED, Server, running_server

SAMPLE_SECONDS = 5.0
LOOK_BACK = "analysis"  # what is asked for after a play
THINKING_SECONDS = 1.5  # on average, before a move
LEAVING = 0.1  # how often somebody leaves for good in the middle of a game
SETTINGS: dict[str, Any] = UNLIMITED | {"idle_seconds": 60, "unwatched_seconds": 20}
MEMORY_GROWTH = 1.15  # at most, from the middle third to the last
MORE_FILES = 40  # at most, from the middle third to the last


@dataclass
class Sample:
    minute: float
    memory_mb: float
    files: int
    median_ms: float
    slowest_ms: float  # 99 of 100 answers were faster
    answers: int


@dataclass
class Soak:
    server: Server
    tables: int
    seconds: float
    rng: random.Random
    answered: list[float] = field(default_factory=list)  # seconds, since the last sample
    looked_back: list[float] = field(default_factory=list)  # the same for looks back at a play, which are worked out
    samples: list[Sample] = field(default_factory=list)
    faults: list[str] = field(default_factory=list)
    games: int = 0  # to their end
    left: int = 0  # games that were left
    answers: int = 0

    async def run(self) -> None:
        end = time.monotonic() + self.seconds
        columns = (TextColumn("{task.description}"), BarColumn(), TimeElapsedColumn(), TimeRemainingColumn())
        with Progress(*columns, console=Console(stderr=True)) as progress:
            bar = progress.add_task("playing", total=self.seconds)
            async with new_http() as http:
                tasks = [asyncio.create_task(self._sit_at_a_table(http, number)) for number in range(self.tables)]
                while time.monotonic() < end:
                    await asyncio.sleep(min(SAMPLE_SECONDS, max(0.01, end - time.monotonic())))
                    self._sample(self.seconds - (end - time.monotonic()))
                    progress.update(bar, completed=self.seconds - (end - time.monotonic()))
                for task in tasks:
                    task.cancel()
                for result in await asyncio.gather(*tasks, return_exceptions=True):
                    if not isinstance(result, asyncio.CancelledError):
                        self.faults.append(repr(result))

    async def _sit_at_a_table(self, http: httpx.AsyncClient, number: int) -> None:
        """One game after the other."""
        await asyncio.sleep(self.rng.uniform(0, THINKING_SECONDS))
        while True:
            game, preset, options = TABLES[number % len(TABLES)]
            number += self.rng.randrange(1, len(TABLES))
            host = Player(http, self.server.address, self)
            players = options.get("players") or {"three": 3, "four": 4}.get(preset or "", 2)
            people = self.rng.randrange(1, players + 1)
            bots = {str(seat): "random" for seat in range(people, players)}
            opened = await host.open(game=game, preset=preset, options=options, bots=bots, pace=0.2)
            party = [host, *(Player(http, self.server.address, self) for _ in range(people - 1))]
            for seat, player in enumerate(party):
                await player.sit(opened["code"], seat)
            if self.rng.random() < LEAVING:
                party[0].leaves_after = self.rng.randrange(1, 20)
            watcher = Player(http, self.server.address, self)
            watcher.code = opened["code"]
            try:
                async with asyncio.TaskGroup() as together:  # if one leaves for good, the others do
                    for doing in (*(player.play() for player in party), watcher.watch_a_little()):
                        together.create_task(doing)
                await host.look()
                await host.ask("GET", f"/api/rooms/{host.code}/{LOOK_BACK}")
                self.games += 1
            except* Left:
                self.left += 1
            self.faults += [fault for player in party for fault in player.notes.faults]

    def _sample(self, passed: float) -> None:
        times = sorted(self.answered) or [0.0]
        self.answers += len(self.answered)
        self.answered.clear()
        memory, files = look_at(self.server)
        median, slow = times[len(times) // 2], times[len(times) * 99 // 100]
        self.samples.append(Sample(passed / 60, memory, files, 1000 * median, 1000 * slow, len(times)))

    def judge(self) -> list[str]:
        """What is wrong with it, in sentences."""
        third = len(self.samples) // 3
        middle, last = self.samples[third : 2 * third], self.samples[2 * third :]
        wrong = self.faults[:20]
        if third:
            before, after = (sum(one.memory_mb for one in part) / len(part) for part in (middle, last))
            if after > MEMORY_GROWTH * before:
                wrong.append(f"memory grew from {before:.0f} to {after:.0f} MB")
            least, most = min(one.files for one in middle), min(one.files for one in last)
            if most > least + MORE_FILES:
                wrong.append(f"open files grew from {least} to {most}")
        return wrong


class Left(Exception):
    """Somebody has left for good."""


class Player(Guest):
    """Somebody who thinks before they move, and may leave."""

    def __init__(self, http: httpx.AsyncClient, address: str, soak: Soak) -> None:
        super().__init__(http, [address], random.Random(soak.rng.random()))
        self.soak = soak
        self.leaves_after = 10**6  # moves

    async def ask(self, method: str, path: str, body: Any = None) -> tuple[httpx.Response, int]:
        started = time.monotonic()
        answer = await super().ask(method, path, body)
        kept = self.soak.looked_back if path.endswith(LOOK_BACK) else self.soak.answered
        kept.append(time.monotonic() - started)
        return answer

    async def move(self, seat: int, after: int, move: str) -> None:
        await asyncio.sleep(self.rng.expovariate(1 / THINKING_SECONDS))
        if len(self.notes.moves) >= self.leaves_after:
            raise Left
        await super().move(seat, after, move)

    async def watch_a_little(self) -> None:
        async def listen() -> None:
            while not self.view.get("over"):
                await self.listen()

        with suppress(TimeoutError, httpx.TransportError):
            await asyncio.wait_for(listen(), self.rng.uniform(1, 30))


def look_at(server: Server) -> tuple[float, int]:
    """Memory of the server with all its processes, in MB, and the files that it has open."""
    assert server.process is not None
    group = [server.process.pid, *children(server.process.pid)]
    memory = sum(resident_mb(pid) for pid in group)
    return memory, len(os.listdir(f"/proc/{server.process.pid}/fd"))


def children(pid: int) -> list[int]:
    found = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    return [child for number in found for child in (int(number), *children(int(number)))]


def resident_mb(pid: int) -> float:
    lines = Path(f"/proc/{pid}/status").read_text().splitlines()
    return next((int(line.split()[1]) / 1024 for line in lines if line.startswith("VmRSS")), 0.0)


def soak(folder: Path, minutes: float, tables: int, seed: int) -> Soak:
    with running_server(folder, **SETTINGS) as server:
        running = Soak(server, tables, 60 * minutes, random.Random(seed))
        asyncio.run(running.run())
        if '"level": "error"' in server.log.read_text():
            running.faults.append("there are errors in the server's log")
    return running


def draw_samples(samples: Sequence[Sample]) -> str:
    times = {"median": [one.median_ms for one in samples], "99 of 100": [one.slowest_ms for one in samples]}
    panels = [
        Panel("memory, MB", {"": [one.memory_mb for one in samples]}),
        Panel("open files", {"": [one.files for one in samples]}),
        Panel("answers, ms", times),
    ]
    return draw("minutes", [one.minute for one in samples], panels)


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.server.soak", description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--minutes", type=float, default=30, help="how long (30)")
    parser.add_argument("--tables", type=int, default=60, help="at which people play at the same time (60)")
    parser.add_argument("--plot", type=Path, default=Path("soak.svg"), help="where to draw it (soak.svg)")
    parser.add_argument("--seed", type=int, default=1, help="another one plays otherwise (1)")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        found = soak(Path(folder), given.minutes, given.tables, given.seed)
    given.plot.write_text(draw_samples(found.samples))
    first, last = found.samples[len(found.samples) // 3], found.samples[-1]
    medians = sorted(sample.median_ms for sample in found.samples)
    slowest = sorted(sample.slowest_ms for sample in found.samples)
    print(f"{found.answers} answers in {given.minutes:g} minutes at {given.tables} tables")
    print(f"{found.games} games to their end, {found.left} left before")
    print(f"memory {first.memory_mb:.0f} MB after a third, {last.memory_mb:.0f} MB in the end")
    print(f"open files {first.files} after a third, {last.files} in the end")
    middle = len(medians) // 2
    print(f"answers: median {medians[middle]:.1f} ms, 99 of 100 within {slowest[middle]:.0f} ms; drawn in {given.plot}")
    waited = sorted(found.looked_back) or [0.0]
    print(f"{len(found.looked_back)} looks back: median {waited[len(waited) // 2]:.1f} s, longest {waited[-1]:.0f} s")
    wrong = found.judge()
    for sentence in wrong:
        print(sentence)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
