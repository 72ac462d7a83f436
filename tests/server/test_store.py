"""What is written down: rooms leave memory and come back, and a server that died goes on where it was."""

import asyncio
import gc
import os
import random
import signal
import threading
import time
import weakref
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import Engine, create_engine, inspect, text

from parlour.server.database import tables, writer
from parlour.server.database.store import CLOSED_SECONDS, Store
from parlour.server.database.writer import MOST_ROWS, Conflict, Row, Unreachable, Writer
from parlour.server.live import memory
from parlour.server.live.house import House
from parlour.server.rooms import acts
from parlour.server.rooms.acts import Act
from parlour.server.rooms.entries import Entry
from parlour.server.rooms.refusal import Refused
from parlour.server.rooms.room import Room
from parlour.server.settings import Settings
from tests.server.logbook import own_database
from tests.server.people import DATABASES, Person, new_client, new_database
from tests.server.serving import Server, running_server
from tests.server.table import sitting
from tests.tools import WITH_POSTGRES, find_postgres

DECIDED = {"first_player": "red"}  # Stencil without chance
OPENING = {"game": "stencil", "rules": 1, "options": DECIDED, "seats": [{}, {}], "host": "host"}
ROOMS = 3  # in memory


@pytest.fixture(params=DATABASES)
def database(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    with new_database(request.param) as address:
        yield address or f"sqlite:///{tmp_path / 'parlour.db'}"


@pytest.fixture(params=["quick", "slow"])
def disk(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """A disk that the loop may wait for, and one that it may not."""
    monkeypatch.setattr(writer, "QUICK_SECONDS", 1000.0 if request.param == "quick" else 0.0)


@contextmanager
def looking_into(address: str) -> Iterator[Engine]:
    engine = create_engine(address.replace("postgresql://", "postgresql+psycopg://"))
    try:
        yield engine
    finally:
        engine.dispose()


def entry(number: int, word: str = "") -> Entry:
    return Entry(number, "sat", 12.5 + number, {"seat": number, "name": word or f"Zoë “{number}”"})


# The store


@pytest.mark.usefixtures("disk")
def test_entries_come_back_as_they_were(database: str) -> None:
    async def write() -> None:
        store = Store(database)
        await store.open(time.time)
        await store.new_room("aaaaaaaa", "bbbbbbbb", "secret", [entry(1), entry(2)])
        await asyncio.gather(*(store.append("aaaaaaaa", [entry(number)]) for number in range(3, 40)))
        for code in ("aaaaaaaa", "bbbbbbbb"):
            stored = await store.load(code)
            assert stored is not None
            assert (stored.code, stored.watch, stored.secret) == ("aaaaaaaa", "bbbbbbbb", "secret")
            assert stored.entries == [entry(number) for number in range(1, 40)]
        assert await store.load_since("aaaaaaaa", 37) == [entry(38), entry(39)]
        assert await store.load("cccccccc") is None
        await store.close()

    asyncio.run(write())


if WITH_POSTGRES:

    def test_a_database_that_was_made_without_an_encoding_has_names_in_any_letters() -> None:
        made = "ENCODING 'SQL_ASCII' LC_COLLATE 'C' LC_CTYPE 'C' TEMPLATE template0"
        with own_database(find_postgres(), made) as address:
            test_entries_come_back_as_they_were(address)


@pytest.mark.usefixtures("disk")
def test_the_log_does_not_fork(database: str) -> None:
    async def write() -> None:
        store = Store(database)
        await store.open(time.time)
        await store.new_room("aaaaaaaa", "bbbbbbbb", "secret", [entry(1)])
        await store.new_room("cccccccc", "dddddddd", "secret", [entry(1)])
        with pytest.raises(Conflict):
            await store.new_room("aaaaaaaa", "eeeeeeee", "other", [entry(1)])
        # one after the other in the same commit: whoever is late fails, and nobody else does
        writes = [store.append("aaaaaaaa", [entry(2, f"writer {n}"), entry(3)]) for n in range(5)]
        writes.append(store.append("cccccccc", [entry(2)]))
        answers = await asyncio.gather(*writes, return_exceptions=True)
        assert answers[5] is None
        assert sum(answer is None for answer in answers[:5]) == 1
        assert sum(isinstance(answer, Conflict) for answer in answers[:5]) == 4
        stored = await store.load("aaaaaaaa")
        assert stored is not None
        assert [found.number for found in stored.entries] == [1, 2, 3]
        await store.close()

    asyncio.run(write())


@pytest.mark.usefixtures("disk")
def test_more_entries_at_once_than_one_statement_takes(database: str) -> None:
    async def write() -> None:
        store = Store(database)
        await store.open(time.time)
        await store.new_room("aaaaaaaa", "bbbbbbbb", "secret", [entry(1)])
        await store.append("aaaaaaaa", [entry(number) for number in range(2, 600)])
        appends = [store.append("aaaaaaaa", [entry(number)]) for number in range(600, 600 + 4 * MOST_ROWS)]
        appends.insert(700, store.append("aaaaaaaa", [entry(5)]))
        answers = await asyncio.gather(*appends, return_exceptions=True)
        assert isinstance(answers.pop(700), Conflict)
        assert set(answers) == {None}
        assert await store.load_since("aaaaaaaa", 0) == [entry(number) for number in range(1, 600 + 4 * MOST_ROWS)]
        await store.close()

    asyncio.run(write())


@pytest.mark.usefixtures("disk")
def test_who_leaves_before_it_is_written_stops_nobody(database: str) -> None:
    async def write() -> None:
        store = Store(database)
        await store.open(time.time)
        await store.new_room("aaaaaaaa", "bbbbbbbb", "secret", [entry(1)])
        tasks = [
            asyncio.create_task(work)
            for n in range(9)
            for work in (
                store.new_room(f"ccccccc{n}", f"ddddddd{n}", "secret", [entry(1)]),
                store.append("aaaaaaaa", [entry(n + 2)]),
            )
        ]
        await asyncio.sleep(0)
        for task in tasks:
            task.cancel()
        assert all(
            isinstance(left, asyncio.CancelledError) for left in await asyncio.gather(*tasks, return_exceptions=True)
        )
        await store.new_room("eeeeeeee", "ffffffff", "secret", [entry(1)])  # for which all others are waited
        await store.append("aaaaaaaa", [entry(11)])
        assert await store.load_since("aaaaaaaa", 0) == [entry(number) for number in range(1, 12)]
        await store.close()
        with pytest.raises(Unreachable):
            await store.append("aaaaaaaa", [entry(12)])

    asyncio.run(write())


def test_migrations_leave_an_existing_database_as_it_is(database: str) -> None:
    async def write(first: bool) -> None:
        store = Store(database)
        await store.open(time.time)
        if first:
            await store.new_room("aaaaaaaa", "bbbbbbbb", "secret", [entry(1)])
        stored = await store.load("aaaaaaaa")
        assert stored is not None
        assert stored.entries == [entry(1)]
        await store.close()

    for first in (True, False):
        asyncio.run(write(first))
    with looking_into(database) as engine, engine.connect() as connection:
        assert compare_metadata(MigrationContext.configure(connection), tables.metadata) == []
        assert connection.execute(text("SELECT version_num FROM alembic_version")).scalars().all() == ["0002"]
        assert inspect(connection).get_pk_constraint("entries")["constrained_columns"] == ["room", "number"]


@pytest.mark.usefixtures("disk")
def test_a_database_that_fails_tells_no_secret(database: str) -> None:
    async def write() -> None:
        store = Store(database)
        await store.open(time.time)
        with looking_into(database) as engine, engine.begin() as connection:
            connection.execute(text("DROP TABLE entries"))
        with pytest.raises(Unreachable) as failure:
            await store.new_room("aaaaaaaa", "bbbbbbbb", "the-secret", [entry(1, "the-name")])
        assert "the-secret" not in str(failure.value)
        with pytest.raises(Unreachable) as failure:
            await store.append("aaaaaaaa", [entry(2, "the-name")])
        assert "the-name" not in str(failure.value)
        await store.close()

    asyncio.run(write())


def test_a_thread_writes_where_commits_take_long(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """And the loop goes on meanwhile; once commits are quick again it makes them by itself."""
    writers: list[str] = []
    commit = Writer._commit
    pause = 0.05

    def slow_commit(self: Writer, rows: Sequence[Row], waits: int) -> None:
        writers.append(threading.current_thread().name)
        time.sleep(pause)
        self._seconds = writer.MEMORY * self._seconds + (1 - writer.MEMORY) * pause
        commit(self, rows, waits)

    monkeypatch.setattr(Writer, "_commit", slow_commit)

    async def write() -> None:
        nonlocal pause
        store = Store(f"sqlite:///{tmp_path / 'parlour.db'}")
        await store.open(time.time)
        await store.new_room("aaaaaaaa", "bbbbbbbb", "secret", [entry(1)])
        for number in range(2, 6):
            await store.append("aaaaaaaa", [entry(number)])
        assert writers == ["parlour-write"] * 4
        pause = 0.0
        number = 6
        while writers[-1] == "parlour-write" and number < 200:
            await store.append("aaaaaaaa", [entry(number)])
            number += 1
        assert writers[-1] == "MainThread"
        with pytest.raises(Conflict):
            await store.append("aaaaaaaa", [entry(number - 1)])
        assert await store.load_since("aaaaaaaa", 0) == [entry(written) for written in range(1, number)]
        await store.close()

    asyncio.run(write())


@pytest.mark.parametrize("away", [2.0, 10.0, 500.0])
def test_the_time_in_which_the_house_was_closed_is_noted(database: str, away: float) -> None:
    """Where several processes share a database, another may be open if the last sign of any is very young."""

    async def visit(at: float) -> list[tuple[float, float]]:
        store = Store(database)
        await store.open(lambda: at)
        await store.close()
        return store.closures

    assert asyncio.run(visit(1000.0)) == []
    may_be_open = away < CLOSED_SECONDS and database.startswith("postgresql")
    assert asyncio.run(visit(1000.0 + away)) == ([] if may_be_open else [(1000.0, 1000.0 + away)])


# The house


async def new_house(tmp_path: Path, **settings: Any) -> House:
    house = House(Settings(data=str(tmp_path), **settings))
    await house.open()
    return house


async def wait_until_empty(house: House) -> None:
    for _ in range(200):
        if not house.memory.all():
            return
        await asyncio.sleep(0.02)
    raise AssertionError("the room stayed in memory")


def test_idle_rooms_leave_memory_and_come_back(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(memory, "SWEEP_SECONDS", 0.02)

    async def idle() -> None:
        house = await new_house(tmp_path, idle_seconds=0.05)
        code = (await house.open_room(OPENING)).code
        room = await house.act(code, sitting(0))
        await wait_until_empty(house)
        again = (await house.find(room.watch)).room
        assert again is not room
        assert again.entries == room.entries
        assert house.counts.loaded == 1
        listener: Any = object()
        (await house.find(code)).listeners.add(listener)
        await asyncio.sleep(0.2)
        assert len(house.memory) == 1  # somebody looks at it
        (await house.find(code)).listeners.discard(listener)
        await wait_until_empty(house)
        await house.close()

    asyncio.run(idle())


def test_nothing_of_a_room_that_left_memory_is_kept(tmp_path: Path) -> None:
    """Not even while signs of life are given from room to room, which takes a while."""

    async def leave() -> None:
        house = await new_house(tmp_path)
        for _ in range(ROOMS):
            await house.open_room(OPENING)
        beating = asyncio.create_task(house.audience.beat())
        await asyncio.sleep(0.01)
        gone = [weakref.ref(live) for live in house.memory.all()]
        for live in house.memory.all():
            house.memory.drop(live)
        del live
        gc.collect()
        assert [kept() for kept in gone] == [None] * ROOMS
        beating.cancel()
        await house.close()

    asyncio.run(leave())


def test_a_clock_that_ran_out_while_nobody_looked(tmp_path: Path) -> None:
    async def play() -> None:
        house = await new_house(tmp_path)
        timing = {"kind": "total", "seconds": 0.1, "increment": 0.0}
        code = (await house.open_room(OPENING | {"clock": timing})).code
        for seat in (0, 1):
            await house.act(code, sitting(seat))
        house.memory.drop(await house.find(code))
        await asyncio.sleep(0.15)
        live = await house.find(code)
        assert not live.room.over
        for _ in range(100):
            await asyncio.sleep(0.02)
            if live.room.over:
                break
        assert live.room.ending is not None
        assert live.room.ending.reason == "time"
        await house.close()

    asyncio.run(play())


def test_many_ask_for_a_room_that_is_not_in_memory(tmp_path: Path) -> None:
    async def ask() -> None:
        house = await new_house(tmp_path)
        room = await house.open_room(OPENING)
        house.memory.drop(await house.find(room.code))
        found = await asyncio.gather(*(house.find(code) for code in [room.code, room.watch] * 10))
        assert len({id(live) for live in found}) == 1
        assert len(house.memory) == 1
        await house.close()

    asyncio.run(ask())


def test_an_act_that_fails_leaves_nothing(tmp_path: Path) -> None:
    async def fail() -> None:
        house = await new_house(tmp_path)
        code = (await house.open_room(OPENING)).code

        def half(room: Room, at: float) -> None:
            acts.sit(room, "key", 0, "Ann", "", at)
            raise ZeroDivisionError

        with pytest.raises(ZeroDivisionError):
            await house.act(code, half)
        assert (await house.find(code)).room.number == 1
        await house.act(code, sitting(0, "Ben"))
        assert (await house.find(code)).room.name(0) == "Ben"
        await house.close()

    asyncio.run(fail())


def test_two_houses_on_one_log(database: str) -> None:
    """Neither knows of the other but by the log: whoever is late reads it again and tries once more."""

    async def race() -> None:
        houses = [House(Settings(database=database)) for _ in range(2)]
        for house in houses:
            await house.open()
        code = (await houses[0].open_room(OPENING | {"seats": [{}] * 4, "game": "quatro", "options": {}})).code
        await houses[1].find(code)
        await asyncio.gather(*(houses[seat % 2].act(code, sitting(seat, f"P{seat}")) for seat in range(4)))
        for house in houses:
            await house.close()
        store = Store(database)
        await store.open(time.time)
        stored = await store.load(code)
        assert stored is not None
        assert sorted(found.data["name"] for found in stored.entries if found.kind == "sat") == ["P0", "P1", "P2", "P3"]
        assert [found.kind for found in stored.entries].count("began") == 1
        await store.close()

    asyncio.run(race())


def moving(seat: int, after: int, text: str) -> Act:
    return lambda room, at: acts.move(room, "key", seat, after, text, at)


def answer_current(after: int, live: memory.Live) -> bool:
    acts.require_current(live.room, after)
    return True


def test_a_process_that_has_not_heard_of_a_move_refuses_no_answer_to_it(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """News takes its time between processes; whoever is quicker is not told that the board has changed."""

    async def hear_nothing(house: House, code: str, number: int) -> None:
        pass

    monkeypatch.setattr(House, "_hear", hear_nothing)

    async def play() -> None:
        houses = [House(Settings(database=database)) for _ in range(2)]
        for house in houses:
            await house.open()
            house.store.shared = True  # as with PostgreSQL
        code = (await houses[0].open_room(OPENING)).code
        for seat in (0, 1):
            await houses[0].act(code, sitting(seat))
        await asyncio.sleep(0.1)
        room = (await houses[1].find(code)).room
        for ply in range(6):
            seat, after = room.play.to_move, room.after
            room = await houses[ply % 2].act(code, moving(seat, after, room.play.legal[0].notation))
            assert room.play.ply == ply + 1
            behind = houses[1 - ply % 2]
            assert (await behind.find(code)).room.after < room.after
            if ply % 3:
                assert await behind.ask(code, partial(answer_current, room.after))
        with pytest.raises(Refused, match="the board has changed"):
            await houses[0].act(code, moving(0, 1, "K1"))
        for house in houses:
            await house.close()

    asyncio.run(play())


# A server that is killed and started again


@pytest.fixture(scope="module", params=DATABASES)
def server(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with (
        new_database(request.param) as address,
        running_server(tmp_path_factory.mktemp("house"), address, rooms=ROOMS) as server,
    ):
        yield server


@pytest.fixture
def ann(server: Server) -> Iterator[Person]:
    with new_client(server) as client:
        yield Person(client, "Ann")


def live_rooms(person: Person) -> int:
    metrics = person.client.get("/metrics").text
    return next(int(line.split()[1]) for line in metrics.splitlines() if line.startswith("parlour_rooms_live "))


def test_more_rooms_than_memory_holds(ann: Person) -> None:
    codes = [ann.open(options=DECIDED)["code"] for _ in range(ROOMS * 3)]
    for code in codes:
        ann.sit(code, 0, 1)
    for ply in range(1, 4):
        for code in codes:
            assert ann.move(code).is_success
            assert ann.see(code)["ply"] == ply
            assert live_rooms(ann) <= ROOMS


def test_everything_is_as_before_after_a_power_cut(server: Server, ann: Person) -> None:
    ben = Person(ann.client, "Ben")
    chooser = random.Random(7)
    codes = []
    for game, opening in (
        ("stencil", {"options": DECIDED}),
        ("quatro", {"preset": "three", "clock": {"kind": "total", "seconds": 900.0, "increment": 3.0}}),
        ("numeric", {"options": {"move_seconds": 300, "max_attempts": 3}, "takebacks": "never"}),
        ("vendetta", {"preset": "two", "dice": "manual"}),
        ("quantum", {}),
    ):
        code = ann.open(game, **opening)["code"]
        codes.append(code)
        seats = len(ann.see(code)["seats"])
        ann.sit(code, *range(1, seats), seed="ann")
        ben.sit(code, 0, seed="ben")
        for _ in range(8):
            for person in (ann, ben):
                view = person.see(code, "text")
                if found := view["legal"] or view["outcomes"]:
                    person.move(code, chooser.choice(found)["notation"])
    ben.do("POST", f"/rooms/{codes[0]}/resign", seat=0)
    ben.do("POST", f"/rooms/{codes[0]}/offers", seat=0, what="rematch")
    ben.do("POST", f"/rooms/{codes[1]}/resign", seat=0)
    if not ann.see(codes[3])["over"]:  # of Vendetta some plays are as short as that
        ann.do("POST", f"/rooms/{codes[3]}/offers", seat=1, what="draw")
    codes.append(ann.open("quatro")["code"])  # with open seats
    ann.sit(codes[-1], 2)

    def views() -> list[dict[str, Any]]:
        return [person.see(code) for code in codes for person in (ann, ben, Person(ann.client, "Eva"))]

    def records() -> list[str]:
        return [ann.ask("GET", f"/rooms/{code}/record").text for code in codes]

    before = views(), records()
    server.kill()
    server.start()
    after = views(), records()
    assert after[1] == before[1]
    for was, now in zip(before[0], after[0], strict=True):
        clocks = was.pop("clock"), now.pop("clock")
        assert now == was
        if clocks[0]:
            assert now["over"] or clocks[1]["running"] == clocks[0]["running"]
            assert clocks[1]["left"] == pytest.approx(clocks[0]["left"], abs=60)
    in_turn = next(person for person in (ann, ben) if person.see(codes[4])["legal"])
    assert in_turn.move(codes[4]).is_success


def address_of(server: Server) -> str:
    return server.database or f"sqlite:///{server.data / 'parlour.db'}"


def test_clocks_stand_still_while_the_house_is_closed(server: Server, ann: Person) -> None:
    timing = {"kind": "total", "seconds": 500.0, "increment": 0.0}
    code = ann.open(options=DECIDED, clock=timing)["code"]
    ann.sit(code, 0, 1)
    view = ann.see(code)
    move = {"seat": view["to_move"], "after": view["after"], "move": "K1"}
    done = ann.do("POST", f"/rooms/{code}/moves", **move)
    seat = ann.see(code)["to_move"]
    server.kill()
    with looking_into(address_of(server)) as engine, engine.begin() as connection:
        connection.execute(text("UPDATE entries SET at = at - 100000"))  # so all that was long ago
        connection.execute(text("UPDATE pulse SET at = at - 100000"))
    server.start()
    view = ann.see(code)
    assert not view["over"]
    assert view["clock"]["running"] == seat
    assert 400 < view["clock"]["left"][seat] <= 500
    assert (
        ann.do("POST", f"/rooms/{code}/moves", **move) == done
    )  # the answer may have been lost: it is not played again
    assert ann.see(code)["ply"] == 1
    assert ann.move(code).is_success


@pytest.mark.parametrize("seconds", [1.0, 13.0])
def test_a_short_outage_takes_nobody_time(tmp_path: Path, seconds: float) -> None:
    """Of a server that has the database for itself: it was closed from its last sign of life on."""
    database = f"sqlite:///{tmp_path / 'parlour.db'}"
    clock = {"kind": "total", "seconds": 10.0}

    async def play() -> None:
        at = 1000.0
        house = House(Settings(database=database), now=lambda: at)
        await house.open()
        code = (await house.open_room(OPENING | {"clock": clock})).code
        for seat in (0, 1):
            await house.act(code, sitting(seat))
        at += 4.0
        await house.close()  # which leaves a last sign; who is killed left one a few seconds before
        at += seconds
        again = House(Settings(database=database), now=lambda: at)
        await again.open()
        room = (await again.find(code)).room
        assert room.clock.running is not None
        assert room.clock.seconds_left(room.clock.running, at) == pytest.approx(6.0)
        assert not (await again.act(code, acts.expire)).over
        await again.close()

    asyncio.run(play())


def thinking_processes(server: Server) -> list[int]:
    """The children of this server in which bots think."""
    assert server.process is not None
    found = []
    for folder in Path("/proc").iterdir():
        try:
            parent = int((folder / "stat").read_text().rsplit(")", 1)[1].split()[1])
            if parent == server.process.pid and b"spawn_main" in (folder / "cmdline").read_bytes():
                found.append(int(folder.name))
        except (OSError, ValueError, IndexError):  # not a process, or one that is gone already
            continue
    return found


def test_a_process_in_which_bots_think_is_replaced(server: Server, ann: Person) -> None:
    code = ann.open(options=DECIDED, bots={"1": "random"})["code"]
    ann.sit(code, 0)
    ann.play_on(code, 2)
    ann.wait_for(code, lambda view: view["legal"])
    killed = thinking_processes(server)
    assert killed
    for process in killed:
        os.kill(process, signal.SIGKILL)
    ply = ann.see(code)["ply"]
    ann.play_on(code, 2)
    assert ann.wait_for(code, lambda view: view["legal"])["ply"] >= ply + 4
    assert thinking_processes(server)
    assert not set(thinking_processes(server)) & set(killed)
