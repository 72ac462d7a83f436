"""The embedded database: it belongs to one process, other programs hold up nobody, and /health tells if it works."""

import asyncio
import resource
import sqlite3
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx
import pytest

from parlour.server.database import writer
from parlour.server.database.claim import Claim
from parlour.server.database.store import Store
from parlour.server.database.trial import EVERY_SECONDS, Trial
from parlour.server.database.writer import Busy, Unreachable, write_row
from parlour.server.live.house import House
from parlour.server.rooms import acts
from parlour.server.rooms.entries import Entry
from parlour.server.rooms.room import Room
from parlour.server.settings import Settings
from tests.server.people import new_database
from tests.server.serving import COMMAND, Server, free_port, running_server
from tests.server.table import sitting
from tests.tools import WITH_POSTGRES


@contextmanager
def held(file: Path) -> Iterator[None]:
    """Another program writes to the database, and takes its time."""
    connection = sqlite3.connect(file, isolation_level=None)
    connection.execute("BEGIN IMMEDIATE")
    try:
        yield
    finally:
        connection.execute("ROLLBACK")
        connection.close()


# One process


def test_a_second_process_on_the_same_file_says_what_to_do(tmp_path: Path) -> None:
    with running_server(tmp_path) as first:
        assert first.process is not None
        words = ["--port", str(free_port()), "--data", str(tmp_path)]
        second = subprocess.run([*COMMAND, *words], capture_output=True, text=True, timeout=60, check=False)
        assert second.returncode != 0
        told = " ".join(second.stderr.split())
        assert f"Parlour is already running with the database {tmp_path / 'parlour.db'}" in told
        assert f"as process {first.process.pid}: use that one, end it, or choose another folder" in told
        assert httpx.get(first.address + "/health").status_code == 200, "the first is none the worse for it"


def test_a_killed_server_leaves_the_file_to_the_next(tmp_path: Path) -> None:
    server = Server(tmp_path)
    for _ in range(2):
        server.start()
        server.kill()
    with running_server(tmp_path):
        pass


def test_the_claim_ends_with_the_house_and_is_private(tmp_path: Path) -> None:
    claim = Claim(tmp_path / "parlour.db")
    claim.take()
    assert (tmp_path / "parlour.db-claim").stat().st_mode & 0o777 == 0o600
    claim.drop()
    with running_server(tmp_path):
        pass


# Other programs


async def new_table(house: House) -> str:
    opening: dict[str, Any] = {"game": "stencil", "rules": 1, "options": {"first_player": "red"}, "host": "key"}
    code = (await house.open_room({**opening, "seats": [{}, {}]})).code
    for seat in (0, 1):
        await house.act(code, sitting(seat))
    return code


def toggle(room: Room, at: float) -> None:
    """Play something, and take it back: as often as one likes."""
    seat = room.play.to_move
    acts.move(room, "key", seat, room.after, room.play.legal[0].notation, at)
    acts.undo(room, "key", seat, room.after, at)


@dataclass
class Pauses:
    """How long the loop was held up at most, and how long a thread beside it: the machine may have had other work."""

    loop: float = 0.0
    thread: float = 0.0
    over: bool = False

    async def watch_loop(self) -> None:
        before = time.perf_counter()
        while not self.over:
            await asyncio.sleep(0.005)
            now = time.perf_counter()
            self.loop, before = max(self.loop, now - before), now

    def watch_thread(self) -> None:
        before = time.perf_counter()
        while not self.over:
            time.sleep(0.005)
            now = time.perf_counter()
            self.thread, before = max(self.thread, now - before), now


@pytest.fixture
def quick_disk(monkeypatch: pytest.MonkeyPatch) -> None:
    """Any disk is quick enough for the loop to commit by itself."""
    monkeypatch.setattr(writer, "QUICK_SECONDS", 1000.0)


@pytest.mark.usefixtures("quick_disk")
def test_a_program_that_holds_the_database_holds_up_nobody(tmp_path: Path) -> None:
    """Moves wait for it in a thread, through either door, and are played once it lets go; all else goes on."""

    async def work() -> None:
        house = House(Settings(data=str(tmp_path)))
        await house.open()
        code = await new_table(house)
        number = (await house.act(code, toggle)).number
        number = (await house.act(code, toggle)).number
        assert house.store._writer.is_quick
        pauses = Pauses()
        watched = asyncio.gather(pauses.watch_loop(), asyncio.to_thread(pauses.watch_thread))
        try:
            with held(tmp_path / "parlour.db"):
                answered: asyncio.Future[Room | Exception | None] = asyncio.get_running_loop().create_future()
                house.act_soon(code, toggle, answered.set_result)
                waiting = [asyncio.create_task(house.act(code, toggle)) for _ in range(2)]
                await asyncio.sleep(1.5)
                assert not answered.done()
                assert not any(task.done() for task in waiting)
                assert (await house.find(code)).room.code == code, "whoever looks is answered"
            rooms = await asyncio.gather(*waiting)
            assert await answered is rooms[0]
        finally:
            pauses.over = True
            await watched
        assert pauses.loop < pauses.thread + 2.0
        assert max(room.number for room in rooms) == number + 6
        assert [entry.number for entry in await house.store.load_since(code, 0)] == list(range(1, number + 7))
        await house.close()

    asyncio.run(work())


@pytest.mark.usefixtures("quick_disk")
def test_what_comes_together_while_the_database_is_held_is_committed_in_the_end(tmp_path: Path) -> None:
    async def work() -> None:
        house = House(Settings(data=str(tmp_path)))
        await house.open()
        codes = [await new_table(house) for _ in range(3)]
        for _ in range(2):
            await asyncio.gather(*(house.act(code, toggle) for code in codes))
        assert house.store._writer.is_quick
        with held(tmp_path / "parlour.db"):
            waiting = [asyncio.create_task(house.act(code, toggle)) for code in codes]
            await asyncio.sleep(0.3)
            assert not any(task.done() for task in waiting)
        rooms = await asyncio.gather(*waiting)
        for room in rooms:
            assert len(await house.store.load_since(room.code, 0)) == room.number
        await house.close()

    asyncio.run(work())


def test_a_connection_that_waits_for_nobody_is_not_left_to_others(tmp_path: Path) -> None:
    async def work() -> None:
        store = Store(f"sqlite:///{tmp_path / 'parlour.db'}")
        await store.open(time.time)
        await store.new_room("aaaaaaaa", "bbbbbbbb", "secret", [Entry(1, "opened", 1.0, {})])
        with held(tmp_path / "parlour.db"):
            found = store._writer._try_rows([write_row("aaaaaaaa", Entry(2, "began", 1.0, {}))], 0)
        assert isinstance(found, Busy)
        connections = [store.engine.connect() for _ in range(5)]
        assert {one.exec_driver_sql("PRAGMA busy_timeout").scalar() for one in connections} == {5000}
        for one in connections:
            one.close()
        await store.close()

    asyncio.run(work())


# Health


def test_health_tries_no_oftener_than_once_a_second_however_many_ask() -> None:
    async def work() -> None:
        now, writes = 0.0, 0

        async def write() -> None:
            nonlocal writes
            writes += 1
            await asyncio.sleep(0.01)
            if writes == 2:
                raise Unreachable("full")

        trial = Trial(write, lambda: now)
        await asyncio.gather(*(trial.ask() for _ in range(50)))
        await trial.ask()
        assert writes == 1
        now += EVERY_SECONDS
        for _ in range(3):  # the answer of the last trial is everybody's, a bad one too
            with pytest.raises(Unreachable):
                await trial.ask()
        assert writes == 2
        now += EVERY_SECONDS
        await trial.ask()
        assert writes == 3

    asyncio.run(work())


def test_health_says_so_if_nothing_is_written_for_long(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("parlour.server.database.trial.PATIENCE_SECONDS", 0.05)

    async def work() -> None:
        trial = Trial(lambda: asyncio.sleep(0.3))
        with pytest.raises(Unreachable, match="has not written anything"):
            await trial.ask()
        await asyncio.sleep(0.3)
        await trial.ask()

    asyncio.run(work())


@pytest.mark.parametrize("kind", ["sqlite", *(["postgres"] if WITH_POSTGRES else [])])
def test_health_is_well_where_writing_is(tmp_path: Path, kind: str) -> None:
    with new_database(kind) as database, running_server(tmp_path, database) as server:
        assert httpx.get(server.address + "/health").json()["ok"] is True


def wait_for_health(server: Server, status: int) -> httpx.Response:
    deadline = time.monotonic() + 20
    while time.monotonic() < deadline:
        answer = httpx.get(server.address + "/health", timeout=20)
        if answer.status_code == status:
            return answer
        time.sleep(0.1)
    raise AssertionError(f"/health did not come to {status}: {answer.text}")


def test_health_is_not_well_on_a_full_disk_and_again_when_there_is_room(tmp_path: Path) -> None:
    """No file of the server's may grow any more, which is what a full disk is like."""
    with running_server(tmp_path) as server:
        assert server.process is not None
        process = server.process.pid
        before = resource.prlimit(process, resource.RLIMIT_FSIZE)
        resource.prlimit(process, resource.RLIMIT_FSIZE, (0, before[1]))
        answer = wait_for_health(server, 503)
        assert answer.json()["error"] == "nothing can be saved just now, so nothing was changed: try again soon"
        assert httpx.get(server.address + "/api/games").status_code == 200, "looking is possible"
        resource.prlimit(process, resource.RLIMIT_FSIZE, before)
        wait_for_health(server, 200)


def test_health_is_not_well_while_another_program_holds_the_database(tmp_path: Path) -> None:
    with running_server(tmp_path) as server:
        with held(tmp_path / "parlour.db"):
            wait_for_health(server, 503)
        wait_for_health(server, 200)


if WITH_POSTGRES:

    def test_health_is_not_well_where_a_shared_database_can_only_be_read(tmp_path: Path) -> None:
        import psycopg

        with new_database("postgres") as database, running_server(tmp_path, database) as server:
            with psycopg.connect(database, autocommit=True) as connection:
                name = connection.info.dbname
                connection.execute(f'ALTER DATABASE "{name}" SET default_transaction_read_only = on')
                connection.execute(
                    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
                    " WHERE datname = current_database() AND pid <> pg_backend_pid()"
                )
            wait_for_health(server, 503)
