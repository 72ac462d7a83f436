"""Kill the server again and again while games are played, and see that none is lost or forked.

    python -m tests.server.killing --games 200 [--database postgresql://…] [--kills N] [--seed N]

With --database a database of its own is made beside the one that is named, and dropped in the end.
"""

import argparse
import asyncio
import os
import random
import signal
import sys
import tempfile
from contextlib import nullcontext, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

from tests.server.chaos import Guest, new_http
from tests.server.logbook import judge, own_database, read_logs
from tests.server.serving import UNLIMITED, Server

AT_ONCE = 24  # games
SHORT_SECONDS = 2.5  # between kills, on average
LONG_SECONDS = (8.0, 16.0)  # every fifth time: bots need some seconds to start thinking
IN_THE_ACT = 0.8  # how often it is killed just after a move was sent
STILLBORN = 0.2  # how often the server is killed while it starts
GAME_SECONDS = 600.0  # a game that takes longer hangs

# A game, and options under which it ends soon.
TABLES: list[tuple[str, str | None, dict[str, Any]]] = [
    ("numeric", "age_6_8", {"players": 2}),
    ("numeric", "hex", {"players": 3, "max_throws": 12}),
    ("quantum", "two", {"turn_limit": 12}),
    ("quantum", "three", {"turn_limit": 12}),
    ("quatro", "two", {"turn_cap": 12, "match": "single"}),
    ("quatro", "three", {"turn_cap": 12, "match": "single"}),
    ("quatro", "backgammon", {"turn_cap": 12, "match": "single"}),
    ("stencil", "quick", {}),
    ("stencil", "patent", {"games": 2}),
    ("vendetta", "two", {"turn_limit": 30}),
    ("vendetta", "four", {"turn_limit": 30}),
]
PLIES = 80  # after so many, a play of two may be given up


@dataclass
class Tally:
    games: int = 0
    over: int = 0
    kills: int = 0
    stillborn: int = 0  # of these, before the server was up
    moves: int = 0  # acknowledged
    bots: int = 0  # moves of bots
    undone: int = 0
    again: int = 0  # requests that had to be sent again
    answered_again: int = 0  # of these, moves that were acknowledged in the end
    wrong: list[str] = field(default_factory=list)

    def __str__(self) -> str:
        return (
            f"{self.kills} kills ({self.stillborn} while starting), {self.over} of {self.games} games played to their "
            f"end, {self.moves} acknowledged moves, {self.undone} taken back, {self.bots} moves of bots, {self.again} "
            f"requests asked again ({self.answered_again} of them moves), {len(self.wrong)} violations"
        )


class Party:
    """A room and everybody round it."""

    def __init__(
        self, http: httpx.AsyncClient, address: str, number: int, rng: random.Random, sending: asyncio.Event
    ) -> None:
        self.rng = rng
        self.table = TABLES[number % len(TABLES)]
        self.guests = [Guest(http, [address], random.Random(rng.random()))]
        self.http = http
        self.sending = sending

    async def play(self) -> None:
        """Open the room, sit down, and play to the end."""
        rng, host = self.rng, self.guests[0]
        game, preset, options = self.table
        players = options.get("players") or {"three": 3, "four": 4}.get(preset or "", 2)
        kinds = self._choose_kinds(players)
        bots = {str(seat): "random" for seat, kind in enumerate(kinds) if kind == "bot"}
        manual = bool(set(kinds) - {"bot"}) and rng.random() < 0.15
        opening = {"game": game, "preset": preset, "options": options, "bots": bots, "pace": 0.0}
        opened = await host.open(**opening, dice="manual" if manual else "fair")
        host.rolls = manual
        await host.sit(opened["code"], *(seat for seat, kind in enumerate(kinds) if kind == "host"))
        for seat, kind in enumerate(kinds):
            if kind == "guest":
                guest = Guest(self.http, host.addresses, random.Random(rng.random()))
                self.guests.append(guest)
                await guest.sit(opened["code"], seat)
        for guest in self.guests:
            guest.plies = PLIES
            guest.undoing = 0.04
            guest.sending = self.sending
        async with asyncio.timeout(GAME_SECONDS):
            await asyncio.gather(*(guest.play() for guest in self.guests))

    def _choose_kinds(self, players: int) -> list[str]:
        """Who sits where: the host alone, the host and others, bots among them, or the host only looks on."""
        sort = self.rng.choice(["hot-seat", "people", "people", "bots", "bots", "mixed", "watched"])
        if sort == "hot-seat":
            return ["host"] * players
        if sort == "watched":
            return ["bot"] * players
        others = {"people": ["guest"], "bots": ["bot"], "mixed": ["host", "guest", "bot"]}[sort]
        kinds = ["host", *self.rng.choices(others, k=players - 1)]
        self.rng.shuffle(kinds)
        return kinds


class Killing:
    def __init__(self, games: int, server: Server, seed: int, most_kills: int) -> None:
        self.server = server
        self.rng = random.Random(seed)
        self.most_kills = most_kills
        self.tally = Tally(games)
        self.sending = asyncio.Event()  # set by whoever sends a move
        self.played = asyncio.Event()  # all games are over
        self.progress = Progress(
            TextColumn("{task.description}"),
            BarColumn(),
            MofNCompleteColumn(),
            TextColumn("{task.fields[kills]} kills"),
            TimeElapsedColumn(),
            console=Console(stderr=True),
        )

    async def run(self) -> Tally:
        with self.progress:
            self.bar = self.progress.add_task("games", total=self.tally.games, kills=0)
            async with new_http() as http:
                await self._start()
                killer = asyncio.create_task(self._kill())
                waiting = asyncio.Semaphore(AT_ONCE)
                parties = [
                    Party(http, self.server.address, number, random.Random(self.rng.random()), self.sending)
                    for number in range(self.tally.games)
                ]
                playing = asyncio.gather(*(self._play(party, waiting) for party in parties))
                both: set[asyncio.Future[Any]] = {playing, killer}
                await asyncio.wait(both, return_when=asyncio.FIRST_COMPLETED)
                if killer.done():  # it has killed often enough, or could not start the server again
                    killer.result()
                await playing
                self.played.set()
                await killer
                await self._end_on(http, parties)
        return self.tally

    async def _play(self, party: Party, waiting: asyncio.Semaphore) -> None:
        async with waiting:
            try:
                await party.play()
                self.tally.over += 1
            except TimeoutError:
                self.tally.wrong.append(f"{party.table} in room {party.guests[0].code} hangs: {party.guests[0].view}")
            self.progress.advance(self.bar)

    async def _kill(self) -> None:
        """Kill, and start again."""
        while self.tally.kills < self.most_kills:
            long = self.tally.kills % 5 == 4
            up = self.rng.uniform(*LONG_SECONDS) if long else self.rng.expovariate(1 / SHORT_SECONDS)
            with suppress(TimeoutError):
                await asyncio.wait_for(self.played.wait(), up)
                return
            if self.rng.random() < IN_THE_ACT:
                self.sending.clear()
                with suppress(TimeoutError):
                    await asyncio.wait_for(self.sending.wait(), 2.0)
                await asyncio.sleep(self.rng.uniform(0.0, 0.006))
            self._strike()
            await asyncio.to_thread(self.server.kill)  # waits until it is gone
            self._count()
            await asyncio.sleep(self.rng.choice([0.0, 0.2]))
            await self._start()

    async def _start(self) -> None:
        """Start the server; now and then it dies before it is up."""
        while self.tally.kills < self.most_kills and self.rng.random() < STILLBORN:
            starting = asyncio.create_task(asyncio.to_thread(self.server.start))
            await asyncio.sleep(self.rng.uniform(0.3, 3.0))
            self._strike()
            with suppress(RuntimeError):  # it did not start
                await starting
            await asyncio.to_thread(self.server.kill)
            self.tally.stillborn += 1
            self._count()
        await asyncio.to_thread(self.server.start)

    def _strike(self) -> None:
        """Without any wait: a request may be under way at this very moment."""
        if self.server.process is not None:
            with suppress(ProcessLookupError):
                os.killpg(self.server.process.pid, signal.SIGKILL)

    def _count(self) -> None:
        self.tally.kills += 1
        self.progress.update(self.bar, kills=self.tally.kills)

    async def _end_on(self, http: httpx.AsyncClient, parties: list[Party]) -> None:
        """One last kill, and then compare what everybody knows."""
        await asyncio.to_thread(self.server.kill)
        self._count()
        await asyncio.to_thread(self.server.start)
        logs = read_logs(self.server.database, self.server.data)
        for party in parties:
            host = party.guests[0]
            rows = logs.get(host.code, [])
            if not rows:
                self.tally.wrong.append(f"{party.table}: room {host.code!r} is lost")
                continue
            everybody = [guest.notes for guest in party.guests]
            found = judge(rows, everybody, *await host.look())
            self.tally.wrong += [f"{party.table[0]} in room {host.code}: {fault}" for fault in found]
            self.tally.moves += sum(len(notes.moves) for notes in everybody)
            self.tally.undone += sum(len(notes.undone) for notes in everybody)
            self.tally.bots += sum("bot" in row.data for row in rows if row.kind == "moved")
            self.tally.again += sum(guest.again for guest in party.guests)
            self.tally.answered_again += sum(move.tries > 1 for notes in everybody for move in notes.moves)


def kill_and_judge(games: int, database: str, seed: int, kills: int, folder: Path) -> Tally:
    """Play, kill and compare, on a PostgreSQL database of one's own or, without an address, on SQLite in the folder."""
    with own_database(database) if database else nullcontext("") as address:
        server = Server(folder, address, dict(UNLIMITED))
        try:
            return asyncio.run(Killing(games, server, seed, kills).run())
        finally:
            server.kill()


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.server.killing", description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--games", type=int, default=200, help="how many to play (200)")
    parser.add_argument("--database", default="", help="PostgreSQL instead of SQLite: postgresql://…")
    parser.add_argument("--kills", type=int, default=10**6, help="at most; as long as games are played if not given")
    parser.add_argument("--seed", type=int, default=1, help="another one plays and kills otherwise (1)")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        tally = kill_and_judge(given.games, given.database, given.seed, given.kills, Path(folder))
    print(f"{'PostgreSQL' if given.database else 'SQLite'}: {tally}")
    for fault in tally.wrong[:50]:
        print(fault)
    return 1 if tally.wrong else 0


if __name__ == "__main__":
    sys.exit(main())
