"""Two processes on one PostgreSQL, cut off at the worst moments: nobody is left behind, and nothing is done twice."""

import asyncio
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from typing import Any, TypeVar

import psycopg
import pytest

from parlour.server.database.store import Stored
from parlour.server.database.writer import Row, Unreachable
from parlour.server.live.house import House
from parlour.server.settings import Settings
from tests.server.logbook import own_database
from tests.server.table import sitting
from tests.server.test_listeners import Line, listen_to
from tests.server.test_store import OPENING
from tests.tools import WITH_POSTGRES, find_postgres

T = TypeVar("T")


@asynccontextmanager
async def two_houses() -> AsyncIterator[tuple[House, House, str]]:
    """Both are open, and the code of a room that was opened at the first of them."""
    with own_database(find_postgres()) as database:
        houses = [House(Settings(database=database)) for _ in range(2)]
        try:
            for house in houses:
                await house.open()
            yield houses[0], houses[1], (await houses[0].open_room(OPENING)).code
        finally:
            for house in houses:
                await house.close()


async def until(happened: Callable[[], bool]) -> None:
    async with asyncio.timeout(30):
        while not happened():
            await asyncio.sleep(0.01)


async def hear_of(line: Line, number: int) -> None:
    await until(lambda: any(chunk.startswith(b"id: %d\n" % number) for chunk in line.chunks))


def cut_listening(house: House) -> None:
    """End the connections on which processes hear of each other, and no others."""
    address = house.store.engine.url.set(drivername="postgresql").render_as_string(hide_password=False)
    with psycopg.connect(address) as connection:
        cut = connection.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
            " WHERE datname = current_database() AND query LIKE 'LISTEN %'"
        ).fetchall()
    assert cut == [(True,), (True,)]


if WITH_POSTGRES:

    @pytest.mark.parametrize("failures", [0, 1, 2])
    def test_what_is_added_while_nobody_hears_is_told_afterwards(
        monkeypatch: pytest.MonkeyPatch, failures: int
    ) -> None:
        """Also where the room cannot be read on, but anew; whoever cannot be told at all is let go, and comes again."""
        connect = psycopg.AsyncConnection.connect
        deaf, healed = 0, asyncio.Event()

        async def connect_later(*given: Any, **named: Any) -> psycopg.AsyncConnection[Any]:
            nonlocal deaf
            deaf += 1
            await healed.wait()
            return await connect(*given, **named)

        async def work() -> None:
            async with two_houses() as (one, other, code):
                live = await other.find(code)
                listener, line = listen_to(other, live)
                await hear_of(line, 1)
                await one.act(code, sitting(0))
                await hear_of(line, 2)  # both hear
                monkeypatch.setattr(psycopg.AsyncConnection, "connect", connect_later)
                await asyncio.to_thread(cut_listening, one)
                await until(lambda: deaf == 2)
                number = (await one.act(code, sitting(1))).number
                await asyncio.sleep(0.1)
                assert other.memory.get(code) is live
                assert live.room.number == 2
                read, left = other.store._read, failures

                async def read_in_vain(work: Callable[[], T]) -> T:
                    nonlocal left
                    if left:
                        left -= 1
                        raise Unreachable("the connection is lost")
                    return await read(work)

                monkeypatch.setattr(other.store, "_read", read_in_vain)
                healed.set()
                if failures < 2:
                    await hear_of(line, number)
                    assert (listener.live is live) == (not failures)
                    assert not listener.over.is_set()
                else:
                    await asyncio.wait_for(listener.over.wait(), 30)
                    _, line = listen_to(other, await other.find(code), 2)
                    await hear_of(line, number)

        asyncio.run(work())

    def test_what_is_added_while_a_room_is_read_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
        """The note of it comes before there is a room in memory that could be behind."""
        heard: list[House] = []
        hear = House._hear

        async def note(house: House, code: str, number: int) -> None:
            heard.append(house)
            await hear(house, code, number)

        monkeypatch.setattr(House, "_hear", note)

        async def work() -> None:
            async with two_houses() as (one, other, code):
                load, was_read, arrives = other.store.load, asyncio.Event(), asyncio.Event()

                async def load_slowly(code: str) -> Stored | None:
                    stored = await load(code)
                    was_read.set()
                    await arrives.wait()
                    return stored

                monkeypatch.setattr(other.store, "load", load_slowly)
                coming = asyncio.create_task(other.find(code))
                await was_read.wait()
                await one.act(code, sitting(0))
                await until(lambda: other in heard)
                arrives.set()
                _, line = listen_to(other, await coming)
                await hear_of(line, 2)

        asyncio.run(work())

    def test_what_was_committed_when_the_connection_was_lost_is_told_and_not_done_again(
        monkeypatch: pytest.MonkeyPatch,
    ) -> None:
        async def work() -> None:
            async with two_houses() as (one, other, code):
                lines = [listen_to(house, await house.find(code))[1] for house in (one, other)]
                for line in lines:
                    await hear_of(line, 1)
                writer = one.store._writer
                commit = writer._commit

                def commit_and_lose(rows: Sequence[Row], waits: int) -> None:
                    commit(rows, waits)
                    raise psycopg.OperationalError("the connection is lost")

                with monkeypatch.context() as broken:
                    broken.setattr(writer, "_commit", commit_and_lose)
                    with pytest.raises(Unreachable):
                        await one.act(code, sitting(0))
                for line in lines:
                    await hear_of(line, 2)
                assert (await one.act(code, sitting(0))).number == 2
                assert [entry.kind for entry in await other.store.load_since(code, 0)] == ["opened", "sat"]

        asyncio.run(work())
