"""Two server processes on one database: one house with two doors. Tested where PARLOUR_TEST_POSTGRES is set."""

import asyncio
import json
import random
import time
from collections.abc import Awaitable, Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import Any

import httpx
import psycopg
import pytest

from parlour.search.bots import RandomBot
from parlour.server.api.stream import StreamListener
from parlour.server.database.store import Store
from parlour.server.live.house import House
from parlour.server.live.schedule import derive_seed
from parlour.server.settings import Settings
from tests.server.chaos import Guest, View, at_play, new_http
from tests.server.logbook import Replay, Row, judge, own_database, read_logs
from tests.server.serving import UNLIMITED, Server
from tests.server.table import sitting
from tests.tools import WITH_POSTGRES, find_postgres

Pair = tuple[Server, Server]


@pytest.fixture(scope="module")
def pair(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Pair]:
    """Both are started at the same moment, on an empty database."""
    with own_database(find_postgres()) as database:
        one, two = (Server(tmp_path_factory.mktemp(name), database, dict(UNLIMITED)) for name in ("one", "two"))
        try:
            with ThreadPoolExecutor(2) as starting:
                list(starting.map(Server.start, (one, two)))
            yield one, two
        finally:
            one.kill()
            two.kill()


def addresses(pair: Pair, first: int) -> list[str]:
    return [pair[first].address, pair[1 - first].address]


def run(work: Callable[[httpx.AsyncClient], Awaitable[None]]) -> None:
    async def whole() -> None:
        async with new_http() as http, asyncio.timeout(240):
            await work(http)

    asyncio.run(whole())


async def judge_room(pair: Pair, guests: list[Guest]) -> list[Row]:
    """The log, which must be what everybody knows, whichever process is asked."""
    rows = read_logs(pair[0].database, pair[0].data)[guests[0].code]
    everybody = [guest.notes for guest in guests]
    for server in pair:
        guests[0].addresses = [server.address]
        assert judge(rows, everybody, *await guests[0].look()) == []
    return rows


def check_bots(rows: list[Row], secret: str) -> int:
    """How many moves bots made; each answers the very entry before it, so that none was made twice."""
    moves = [row for row in rows if row.kind == "moved" and "bot" in row.data]
    for row in moves:
        before = Replay(rows[: row.number - 1]).play
        codes = before.legal_codes()
        bot = RandomBot(derive_seed(secret, row.number - 1))
        assert row.data["code"] == (codes[0] if len(codes) == 1 else bot.choose(before))
    return len(moves)


def find_secret(database: str, code: str) -> str:
    with psycopg.connect(database) as connection:
        found = connection.execute("SELECT secret FROM rooms WHERE code = %s", [code]).fetchone()
    assert found is not None
    return str(found[0])


async def open_between(pair: Pair, http: httpx.AsyncClient, seed: str, **opening: Any) -> list[Guest]:
    """A room with two people, each at another door."""
    guests = [Guest(http, addresses(pair, first), random.Random(f"{seed} {first}")) for first in (0, 1)]
    opened = await guests[0].open(**opening)
    for seat, guest in enumerate(guests):
        await guest.sit(opened["code"], seat)
    return guests


if WITH_POSTGRES:

    @pytest.mark.parametrize("dies", [0, 1])
    def test_one_process_dies_and_the_game_goes_on_at_the_other(pair: Pair, dies: int) -> None:
        async def work(http: httpx.AsyncClient) -> None:
            table = {"game": "quatro", "preset": "three", "options": {"turn_cap": 18, "match": "single"}}
            guests = await open_between(pair, http, "dies", **table, bots={"2": "random"}, pace=0.0)
            async with at_play(guests):
                await guests[0].reach(14)
                assert not guests[dies].view["over"]
                pair[dies].kill()
            assert guests[dies].addresses[0] == pair[1 - dies].address
            await asyncio.to_thread(pair[dies].start)
            rows = await judge_room(pair, guests)
            assert check_bots(rows, find_secret(pair[0].database, guests[0].code)) >= 5

        run(work)

    def test_of_conflicting_moves_at_both_doors_one_is_played(pair: Pair) -> None:
        async def work(http: httpx.AsyncClient) -> None:
            guest = Guest(http, addresses(pair, 0), random.Random(5))
            watchers = [Guest(http, addresses(pair, first), random.Random(first)) for first in (0, 1)]
            opened = await guest.open(game="stencil", preset="quick")
            await guest.sit(opened["code"], 0, 1)
            for watcher in watchers:
                watcher.code = opened["watch"]
            rounds = 0
            async with at_play(watchers):
                view = await current(guest)
                while not view["over"]:
                    rounds += await contend(guest, view, pair)
                    view = await current(guest)
            assert rounds > 5
            await judge_room(pair, [guest, *watchers])

        run(work)

    def test_a_short_code_works_at_both_doors_until_the_play_begins(pair: Pair) -> None:
        with httpx.Client(timeout=20) as http:
            room = http.post(f"{pair[0].address}/api/rooms", json={"game": "stencil"}).json()["code"]
            for server in pair:
                short = http.get(f"{server.address}/api/rooms/{room}").json()["short"]
                for door in pair:
                    assert http.get(f"{door.address}/api/short-codes/{short}").json() == {"code": room}
            for seat, server in enumerate(pair):
                sat = http.post(f"{server.address}/api/rooms/{room}/seats/{seat}", json={"name": f"Person {seat}"})
                assert sat.is_success, sat.text
            assert http.get(f"{pair[1].address}/api/short-codes/{short}").status_code == 404
            deadline = time.monotonic() + 20
            while http.get(f"{pair[0].address}/api/short-codes/{short}").status_code != 404:
                assert time.monotonic() < deadline

    def test_real_dice_told_at_both_doors_fall_once(pair: Pair) -> None:
        async def work(http: httpx.AsyncClient) -> None:
            table = {"game": "quantum", "preset": "two", "options": {"turn_limit": 6}}
            guests = await open_between(pair, http, "dice", **table, dice="manual")
            for guest in guests:
                guest.rolls = True
            async with at_play(guests):
                pass
            rows = await judge_room(pair, guests)
            rolled = sum(row.kind == "rolled" for row in rows)
            late = sum(len(guest.notes.late) for guest in guests)
            assert rolled == sum(len(guest.notes.moves) for guest in guests) - sum(row.kind == "moved" for row in rows)
            assert late > 0

        run(work)

    def test_game_survives_that_the_database_hangs_up(pair: Pair) -> None:
        """All connections are cut, again and again; nobody is left behind at an old position."""

        async def work(http: httpx.AsyncClient) -> None:
            table = {"game": "quatro", "preset": "two", "options": {"turn_cap": 18, "match": "single"}}  # never shorter
            guests = await open_between(pair, http, "cuts", **table)
            async with at_play(guests):
                for ply in (6, 12, 18):
                    await guests[0].reach(ply)
                    cut_connections(pair[0].database)
            await meet(guests[0])
            await judge_room(pair, guests)

        run(work)

    def test_a_note_that_makes_no_sense_does_not_end_the_listening() -> None:
        async def work() -> None:
            heard: list[str] = []

            async def hear(room: str, number: int) -> None:
                heard.append(f"{room} {number}")

            async def miss() -> None:
                heard.append("listening")

            with own_database(find_postgres()) as database:
                store = Store(database)
                listening = asyncio.create_task(store.listen(hear, miss, lambda room, seat: None))
                while not heard:
                    await asyncio.sleep(0.01)
                with psycopg.connect(database, autocommit=True) as connection:
                    for note in ("bogus", "", "room x", "a b c", "rrrrrrrr 7"):
                        connection.execute("SELECT pg_notify('parlour', %s)", [note])
                async with asyncio.timeout(20):
                    while len(heard) < 2:
                        await asyncio.sleep(0.01)
                assert heard == ["listening", "rrrrrrrr 7"]
                listening.cancel()
                store.engine.dispose()

        asyncio.run(work())

    def test_a_note_that_cannot_be_taken_in_does_not_end_the_listening(caplog: pytest.LogCaptureFixture) -> None:
        async def work() -> None:
            heard: list[str] = []

            async def hear(room: str, number: int) -> None:
                if number == 1:
                    raise ZeroDivisionError
                heard.append(f"{room} {number}")

            async def miss() -> None:
                heard.append("listening")

            with own_database(find_postgres()) as database:
                store = Store(database)
                listening = asyncio.create_task(store.listen(hear, miss, lambda room, seat: None))
                async with asyncio.timeout(20):
                    for number, so_far in ((1, ["listening"]), (2, ["listening"] * 2)):
                        while heard != so_far:
                            await asyncio.sleep(0.01)
                        with psycopg.connect(database, autocommit=True) as connection:
                            connection.execute("SELECT pg_notify('parlour', %s)", [f"rrrrrrrr {number}"])
                    while heard[2:] != ["rrrrrrrr 2"]:
                        await asyncio.sleep(0.01)
                listening.cancel()
                store.engine.dispose()

        asyncio.run(work())
        assert "could not be taken in" in caplog.text

    def test_who_is_at_one_process_is_not_away_at_the_other() -> None:
        async def work() -> None:
            with own_database(find_postgres()) as database:
                houses = [House(Settings(database=database, absent_seconds=2.0)) for _ in range(2)]
                for house in houses:
                    await house.open()
                opening = {"game": "stencil", "rules": 1, "options": {}, "seats": [{}, {}], "host": "host"}
                code = (await houses[0].open_room(opening)).code
                for seat in (0, 1):
                    await houses[0].act(code, sitting(seat))
                await houses[1].find(code)
                for _ in range(12):
                    await asyncio.sleep(0.3)
                    houses[1].presence.notice(code, "key")
                    assert houses[0].presence.seconds_away(code, "key") < 1.9
                await asyncio.sleep(2.6)
                assert houses[0].presence.seconds_away(code, "key") >= 2.0
                for house in houses:
                    await house.close()

        asyncio.run(work())

    def test_who_looks_on_and_reacts_at_one_process_is_told_at_the_other() -> None:
        async def work() -> None:
            with own_database(find_postgres()) as database:
                houses = [House(Settings(database=database, absent_seconds=2.0)) for _ in range(2)]
                for house in houses:
                    await house.open()
                opening = {"game": "stencil", "rules": 1, "options": {}, "seats": [{}, {}], "host": "host"}
                code = (await houses[0].open_room(opening)).code
                for seat in (0, 1):
                    await houses[0].act(code, sitting(seat))
                lives = [await house.find(code) for house in houses]
                lines = [Line() for _ in houses]
                listeners = [
                    StreamListener(house, live, line, key, True, None, "text", True)
                    for house, live, line, key in zip(houses, lives, lines, ("eva", "key"), strict=True)
                ]
                for listener in listeners:
                    listener.begin()
                await lines[1].until(lambda told: told["onlookers"] == 1)  # Eva, who is at the other door
                await houses[0].react(code, "key", 0, "oops")
                for line in lines:
                    told = await line.until(lambda told: told["reactions"] != [])
                    assert [(one["seat"], one["what"]) for one in told["reactions"]] == [(0, "oops")]
                listeners[0].leave()
                await lines[1].until(lambda told: told["onlookers"] == 0)
                for house in houses:
                    await house.close()

        asyncio.run(work())


@dataclass
class Line:
    """A connection that keeps what is told of people."""

    is_full: bool = False
    told: list[dict[str, Any]] = field(default_factory=list)
    listener: StreamListener | None = None

    def write_chunk(self, data: bytes) -> None:
        if data.startswith(b"event: people\ndata: "):
            self.told.append(json.loads(data.removeprefix(b"event: people\ndata: ")))

    async def until(self, wanted: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
        async with asyncio.timeout(30):
            while not self.told or not wanted(self.told[-1]):
                await asyncio.sleep(0.02)
        return self.told[-1]


async def meet(guest: Guest) -> None:
    """Until all processes have heard of everything: one that was cut off comes a moment later."""
    while True:
        answers = [
            await guest.http.get(f"{at}/api/rooms/{guest.code}", params={"detail": "text"}) for at in guest.addresses
        ]
        if all(answer.is_success for answer in answers) and len({answer.json()["number"] for answer in answers}) == 1:
            return
        await asyncio.sleep(0.05)


async def current(guest: Guest) -> View:
    """The room as the log has it, at whichever door it was heard of first."""
    views = []
    for address in guest.addresses:
        answer = await guest.http.get(
            f"{address}/api/rooms/{guest.code}", params={"detail": "text"}, headers=guest.headers
        )
        views.append(answer.json())
        note(guest, views[-1])
    return max(views, key=lambda view: int(view["number"]))


def note(guest: Guest, view: View) -> None:
    """Remember what was shown, for the judge to compare."""
    shown = (view["after"], view["position"])
    if guest.notes.seen.setdefault(view["number"], shown) != shown:
        guest.notes.faults.append(f"entry {view['number']} was shown in two ways: {shown}")


async def contend(guest: Guest, view: View, pair: Pair) -> bool:
    """Answer at both doors at once, if there are two answers, while others look on; whether there were."""
    seat, after = view["to_move"], view["after"]
    moves: list[str] = [action["notation"] for action in view["legal"]]
    chosen = guest.rng.sample(moves, 2) if len(moves) > 1 else moves * 2
    bodies = [{"seat": seat, "after": after, "move": move} for move in chosen]
    guest.notes.asked += [(seat, after, move) for move in chosen]

    async def post(server: Server, body: View) -> httpx.Response:
        return await guest.http.post(f"{server.address}/api/rooms/{guest.code}/moves", json=body, headers=guest.headers)

    async def look(server: Server) -> None:
        await asyncio.sleep(guest.rng.uniform(0.0, 0.01))
        found = await guest.http.get(
            f"{server.address}/api/rooms/{guest.code}", params={"detail": "text"}, headers=guest.headers
        )
        note(guest, found.json())

    looks = [look(server) for server in pair for _ in range(4)]
    answers = await asyncio.gather(*(post(*each) for each in zip(pair, bodies, strict=True)), *looks)
    statuses = sorted(answer.status_code for answer in answers if answer is not None)
    assert statuses == ([200, 409] if chosen[0] != chosen[1] else [200, 200])
    for body, answer in zip(bodies, answers[:2], strict=True):
        if answer is not None and answer.status_code == 200:
            guest.acknowledge(seat, after, body["move"], answer, 1)
    return chosen[0] != chosen[1]


def cut_connections(database: str) -> None:
    with psycopg.connect(database) as connection:
        connection.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
            " WHERE datname = current_database() AND pid <> pg_backend_pid()"
        )
