"""What is written down, and what of it is in memory: rooms leave it and come back."""

import asyncio
import gc
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
from parlour.server.database.addresses import read_address
from parlour.server.database.store import CLOSED_SECONDS, Store
from parlour.server.database.writer import Conflict, Row, Unreachable, Writer
from parlour.server.live import memory
from parlour.server.live.house import House
from parlour.server.rooms import acts
from parlour.server.rooms.acts import Act
from parlour.server.rooms.entries import Entry
from parlour.server.rooms.refusal import Refused
from parlour.server.rooms.room import Room
from parlour.server.settings import Settings
from tests.server.logbook import own_database
from tests.server.people import DATABASES, new_database
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
    engine = create_engine(read_address(address))
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
def test_many_entries_at_once_of_which_one_is_there_already(database: str) -> None:
    async def write() -> None:
        store = Store(database)
        await store.open(time.time)
        await store.new_room("aaaaaaaa", "bbbbbbbb", "secret", [entry(1)])
        await store.append("aaaaaaaa", [entry(number) for number in range(2, 600)])
        appends = [store.append("aaaaaaaa", [entry(number)]) for number in range(600, 600 + 1024)]
        appends.insert(700, store.append("aaaaaaaa", [entry(5)]))
        answers = await asyncio.gather(*appends, return_exceptions=True)
        assert isinstance(answers.pop(700), Conflict)
        assert set(answers) == {None}
        assert await store.load_since("aaaaaaaa", 0) == [entry(number) for number in range(1, 600 + 1024)]
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


def test_dead_connections_are_given_up_within_a_minute_unless_the_address_says_otherwise() -> None:
    """A firewall that forgets one says nothing: without this a process might hear of no note for hours."""
    watched = read_address("postgres://someone@database/parlour").query
    idle, interval, count = (int(str(watched[f"keepalives_{name}"])) for name in ("idle", "interval", "count"))
    assert idle + interval * count <= 60
    assert watched["tcp_user_timeout"] == "60000"
    chosen = read_address("postgresql://database/parlour?keepalives_idle=5&sslmode=require").query
    assert (chosen["keepalives_idle"], chosen["keepalives_count"], chosen["sslmode"]) == ("5", "3", "require")


def test_a_thread_writes_where_commits_take_long(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """And the loop goes on meanwhile; once commits are quick again it makes them by itself."""
    monkeypatch.setattr(writer, "QUICK_SECONDS", 0.02)  # a busy machine takes several thousandths
    monkeypatch.setattr(writer, "LOOK_SECONDS", 1000.0)
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


def test_the_loop_looks_whether_commits_are_quick_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What a thread measures holds its waiting for a loop that never rests: commits would seem slow for ever."""
    monkeypatch.setattr(writer, "QUICK_SECONDS", 1.0)
    monkeypatch.setattr(writer, "LOOK_SECONDS", 0.2)
    writers: list[str] = []
    learn = Writer._learn

    def note(self: Writer, seconds: float, in_loop: bool) -> None:
        writers.append("loop" if in_loop else "thread")
        learn(self, seconds if in_loop else 5.0, in_loop)

    monkeypatch.setattr(Writer, "_learn", note)

    async def write() -> None:
        store = Store(f"sqlite:///{tmp_path / 'parlour.db'}")
        await store.open(time.time)
        await store.new_room("aaaaaaaa", "bbbbbbbb", "secret", [entry(1)])
        await store.append("aaaaaaaa", [entry(2)])
        await asyncio.sleep(0.3)
        for number in range(3, 6):
            await store.append("aaaaaaaa", [entry(number)])
        await store.close()

    asyncio.run(write())
    assert writers == ["thread", "loop", "loop", "loop"]


def test_the_loop_looks_less_and_less_often_where_commits_stay_slow(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(writer, "QUICK_SECONDS", 0.0)
    store = Store(f"sqlite:///{tmp_path / 'parlour.db'}")
    now = 100.0
    monkeypatch.setattr(time, "monotonic", lambda: now)
    store._writer._learn(0.02, in_loop=True)
    pauses = []
    for _ in range(8):
        pauses.append(store._writer._looks_at - now)
        now = store._writer._looks_at
        store._writer._learn(0.02, in_loop=True)
    assert pauses == [2.0, 4.0, 8.0, 16.0, 32.0, 60.0, 60.0, 60.0]


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
