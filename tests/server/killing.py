"""Kill the server again and again while games are played, and see that none is lost or forked.

    python -m tests.server.killing --games 200 [--database postgresql://… [--processes 2]] [--kills N] [--seed N]

With --kills games are played until the server was killed so often; without, as many as --games says. With --database a
database of its own is made beside the one that is named, and dropped in the end; then several servers can share it,
of which one is killed at a time.
"""

import argparse
import asyncio
import os
import random
import signal
import sys
import tempfile
import time
from collections.abc import Coroutine
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
SHORT_SECONDS = 1.5  # between kills, on average
LONG_STARTS = (8.0, 16.0)  # times as long as a server needs to start: bots come a while after it
LONG_EVERY = 8  # kills
ALL_AT_ONCE = 0.15  # how often all servers are killed, where there are several
IN_THE_ACT = 0.8  # how often it is killed just after a move was sent
TAKEN_OVER = 0.3  # how often somebody takes the place of a bot
DESERTED = 0.3  # how often one of two people goes away for good
COVERED = 0.3  # otherwise, how often somebody goes away for a while, and a bot plays for them
COVERING = "pip"  # that bot
AGAIN = 0.3  # how often all who are there play again
ABSENT_SECONDS = 1.0  # after which the others may claim the win, or let a bot play
STILLBORN = 0.2  # how often the server is killed while it starts
STILL_SECONDS = 600.0  # a game in which nothing happens for so long hangs

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
    claimed: int = 0  # wins
    covered: int = 0  # people for whom a bot played while they were away
    followed: int = 0  # rooms after which all played again
    again: int = 0  # requests that had to be sent again
    answered_again: int = 0  # of these, moves that were acknowledged in the end
    wrong: list[str] = field(default_factory=list)

    def __str__(self) -> str:
        return (
            f"{self.kills} kills ({self.stillborn} while starting), {self.over} of {self.games} games played to their "
            f"end, {self.moves} acknowledged moves, {self.undone} taken back, {self.claimed} wins "
            f"claimed, {self.covered} people stood in for, {self.followed} rematches, {self.bots} moves of bots, "
            f"{self.again} requests asked again "
            f"({self.answered_again} of them moves), {len(self.wrong)} violations"
        )


class Party:
    """A room and everybody round it."""

    def __init__(
        self, http: httpx.AsyncClient, addresses: list[str], number: int, rng: random.Random, sending: asyncio.Event
    ) -> None:
        self.rng = rng
        self.table = TABLES[number % len(TABLES)]
        self.http = http
        self.addresses = addresses
        self.guests = [self._invite()]
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
        if "guest" in kinds and "host" in kinds:
            await host.welcome()
        for seat, kind in enumerate(kinds):
            if kind == "guest":
                guest = self._invite()
                self.guests.append(guest)
                await guest.sit(opened["code"], seat)
        if "host" in kinds and "bot" in kinds and rng.random() < TAKEN_OVER:
            await self._replace_bot(kinds.index("bot"))
        for guest in self.guests:
            guest.plies = PLIES
            guest.undoing = 0.04
            guest.renaming = 0.02
            guest.sending = self.sending
        going = [guest.play() for guest in self.guests]
        deserted = sorted(kinds) == ["guest", "host"] and not manual and rng.random() < DESERTED
        if deserted:
            self.guests[1].stays = rng.randrange(PLIES // 4)
            going.append(host.outwait(self.guests[1]))
        elif {"guest", "host"} <= set(kinds) and not manual and rng.random() < COVERED:
            self.guests[1].stays = rng.randrange(PLIES // 4)
            going.append(host.cover(self.guests[1], COVERING))
        await self.follow(going)
        if not deserted and rng.random() < AGAIN:
            await self.follow([guest.play_again() for guest in self.guests if guest.notes.seats])

    async def follow(self, going: list[Coroutine[Any, Any, None]]) -> None:
        """Wait until all are done. Raises TimeoutError where nothing happens any more."""
        task = asyncio.gather(*going)
        try:
            while not task.done():
                before = [guest.view.get("number") for guest in self.guests]
                await asyncio.wait({task}, timeout=STILL_SECONDS)
                if not task.done() and before == [guest.view.get("number") for guest in self.guests]:
                    raise TimeoutError
            await task
        finally:
            task.cancel()

    async def _replace_bot(self, seat: int) -> None:
        """Somebody comes when the play has begun, and takes the place of a bot."""
        host = self.guests[0]
        newcomer = self._invite()
        if await host.free(seat) and await newcomer.take_over(host.code, seat):
            self.guests.append(newcomer)

    def _invite(self) -> Guest:
        """Somebody who comes to any of the servers, and goes to the next when it does not answer."""
        addresses = self.rng.sample(self.addresses, len(self.addresses))
        return Guest(self.http, addresses, random.Random(self.rng.random()))

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


def tell_state(party: Party) -> str:
    """Where a game stands for whoever opened it, and what each guest has asked for last."""
    view = party.guests[0].view
    seats = [seat["bot"] or seat["name"] for seat in view.get("seats", [])]
    last = [guest.notes.asked[-1] if guest.notes.asked else None for guest in party.guests]
    told = f"entry {view.get('number')}, seat {view.get('to_move')} of {seats} is to move"
    return f"{told}, asked last for {last}, late {[guest.notes.late for guest in party.guests]}"


class Killing:
    """So many games, killed at most so often; or, if no number of games is given, as many as there are until then."""

    def __init__(self, games: int | None, servers: list[Server], seed: int, most_kills: int) -> None:
        self.games = games
        self.servers = servers
        self.rng = random.Random(seed)
        self.most_kills = most_kills
        self.tally = Tally()
        self.parties: list[Party] = []
        self.sending = asyncio.Event()  # set by whoever sends a move
        self.starting = 0.0  # seconds that a server needed to start
        self.played = asyncio.Event()  # all games are over
        self.progress = Progress(
            TextColumn("{task.description}"),
            BarColumn(),
            MofNCompleteColumn(),
            TimeElapsedColumn(),
            console=Console(stderr=True),
        )

    async def run(self) -> Tally:
        with self.progress:
            self.kills_bar = self.progress.add_task("kills", total=None if self.games else self.most_kills)
            self.games_bar = self.progress.add_task("games", total=self.games)
            async with new_http() as http:
                await asyncio.gather(*(self._start(server) for server in self.servers))
                killer = asyncio.create_task(self._kill())
                playing = asyncio.gather(*(self._play_on(http) for _ in range(AT_ONCE)))
                both: set[asyncio.Future[Any]] = {playing, killer}
                await asyncio.wait(both, return_when=asyncio.FIRST_COMPLETED)
                if killer.done():  # it has killed often enough, or could not start the server again
                    killer.result()
                await playing
                self.played.set()
                await killer
                await self._end_on()
        return self.tally

    async def _play_on(self, http: httpx.AsyncClient) -> None:
        """One game after the other."""
        addresses = [server.address for server in self.servers]
        while len(self.parties) < self.games if self.games else self.tally.kills < self.most_kills:
            rng = random.Random(self.rng.random())
            party = Party(http, addresses, len(self.parties), rng, self.sending)
            self.parties.append(party)
            try:
                await party.play()
                self.tally.over += 1
            except TimeoutError:
                self.tally.wrong.append(f"{party.table} in room {party.guests[0].code} hangs: {tell_state(party)}")
            self.progress.advance(self.games_bar)

    async def _kill(self) -> None:
        """Kill, and start again: one server, or now and then all at once."""
        while self.tally.kills < self.most_kills:
            long = self.tally.kills % LONG_EVERY == LONG_EVERY - 1
            up = self.starting * self.rng.uniform(*LONG_STARTS) if long else self.rng.expovariate(1 / SHORT_SECONDS)
            with suppress(TimeoutError):
                await asyncio.wait_for(self.played.wait(), up)
                return
            if self.rng.random() < IN_THE_ACT:
                self.sending.clear()
                with suppress(TimeoutError):
                    await asyncio.wait_for(self.sending.wait(), 2.0)
                await asyncio.sleep(self.rng.uniform(0.0, 0.006))
            victims = self.servers if self.rng.random() < ALL_AT_ONCE else [self.rng.choice(self.servers)]
            for server in victims:
                self._strike(server)
            for server in victims:
                await asyncio.to_thread(server.kill)  # waits until it is gone
                self._count()
            await asyncio.sleep(self.rng.choice([0.0, 0.2]))
            await asyncio.gather(*(self._start(server) for server in victims))

    async def _start(self, server: Server) -> None:
        """Start the server; now and then it dies before it is up."""
        while self.tally.kills < self.most_kills and self.rng.random() < STILLBORN:
            starting = asyncio.create_task(asyncio.to_thread(server.start))
            await asyncio.sleep(self.rng.uniform(0.1, 2.0))
            self._strike(server)
            with suppress(RuntimeError):  # it did not start
                await starting
            await asyncio.to_thread(server.kill)
            self.tally.stillborn += 1
            self._count()
        begun = time.monotonic()
        await asyncio.to_thread(server.start)
        self.starting = time.monotonic() - begun

    def _strike(self, server: Server) -> None:
        """Without any wait: a request may be under way at this very moment."""
        if server.process is not None:
            with suppress(ProcessLookupError):
                os.killpg(server.process.pid, signal.SIGKILL)

    def _count(self) -> None:
        self.tally.kills += 1
        self.progress.advance(self.kills_bar)

    async def _end_on(self) -> None:
        """One last kill of all, and then compare what everybody knows."""
        for server in self.servers:
            await asyncio.to_thread(server.kill)
            self._count()
        await asyncio.gather(*(asyncio.to_thread(server.start) for server in self.servers))
        logs = read_logs(self.servers[0].database, self.servers[0].data)
        self.tally.games = len(self.parties)
        for party in self.progress.track(self.parties, description="compared"):
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
            self.tally.claimed += sum(notes.claims for notes in everybody)
            self.tally.covered += sum(notes.covers is not None for notes in everybody)
            self.tally.followed += sum(row.kind == "followed" for row in rows)
            self.tally.wrong += [
                f"{party.table[0]} in room {host.code}: room {notes.following!r}, which follows, is lost"
                for notes in everybody
                if notes.following and notes.following not in logs
            ]
            self.tally.bots += sum("bot" in row.data for row in rows if row.kind == "moved")
            self.tally.again += sum(guest.again for guest in party.guests)
            self.tally.answered_again += sum(move.tries > 1 for notes in everybody for move in notes.moves)


def kill_and_judge(games: int | None, database: str, seed: int, kills: int, folder: Path, processes: int = 1) -> Tally:
    """Play, kill and compare, on a PostgreSQL database of one's own or, without an address, on SQLite in the folder."""
    with own_database(database) if database else nullcontext("") as address:
        servers = []
        for number in range(processes):
            (data := folder / str(number)).mkdir()
            servers.append(Server(data, address, UNLIMITED | {"open_tables": True, "absent_seconds": ABSENT_SECONDS}))
        try:
            return asyncio.run(Killing(games, servers, seed, kills).run())
        finally:
            for server in servers:
                server.kill()


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.server.killing", description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--games", type=int, help="how many to play (200, or as many as there is time for)")
    parser.add_argument("--database", default="", help="PostgreSQL instead of SQLite: postgresql://…")
    parser.add_argument("--processes", type=int, default=1, help="servers on the one database (1)")
    parser.add_argument("--kills", type=int, help="at most; without --games, exactly so many and then one more")
    parser.add_argument("--seed", type=int, default=1, help="another one plays and kills otherwise (1)")
    given = parser.parse_args()
    if given.processes < 1 or (given.processes > 1 and not given.database):
        parser.error("several processes need --database postgresql://…; one is the least")
    games = given.games or (None if given.kills else 200)
    with tempfile.TemporaryDirectory() as folder:
        tally = kill_and_judge(games, given.database, given.seed, given.kills or 10**6, Path(folder), given.processes)
    print(f"{'PostgreSQL' if given.database else 'SQLite'}, processes: {given.processes}: {tally}")
    for fault in tally.wrong:
        print(fault)
    return 1 if tally.wrong else 0


if __name__ == "__main__":
    sys.exit(main())
