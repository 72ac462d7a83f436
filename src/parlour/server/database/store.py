"""The database: rooms and their logs. An entry is acknowledged when it is committed, and not before."""

import asyncio
import json
import logging
import re
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from typing import Any, TypeVar

from sqlalchemy import Connection, Engine, create_engine, delete, event, exists, insert, or_, select, text, update
from sqlalchemy.exc import IntegrityError, SQLAlchemyError

from parlour.server.database import tables
from parlour.server.database.addresses import read_address
from parlour.server.database.claim import Claim
from parlour.server.database.files import find_file, keep_private
from parlour.server.database.migrating import migrate
from parlour.server.database.trial import Trial
from parlour.server.database.writer import CHANNEL, COLUMNS, WAITING_MS, Conflict, Unreachable, Writer, write_row
from parlour.server.rooms.entries import Entry
from parlour.server.rooms.short_codes import LASTS_SECONDS

PULSE_SECONDS = 5.0  # between signs that the house is open
SHARED_PULSE_SECONDS = 1.0  # the same where several processes share it
CLOSED_SECONDS = 3.0  # a house that several share was closed if none of them gave a sign for so long
NOTE = re.compile(r"(\w+) ([0-9]{1,10})")  # what processes tell each other: a room, and an entry or a seat
READERS = 4  # threads that read
MOST_WAITING = 200  # rooms that are looked at for one list
HERE = "parlour_here"  # on which processes tell each other of people
REACTED = "parlour_reacted"  # and of how they react

T = TypeVar("T")
log = logging.getLogger("parlour.store")


@dataclass(frozen=True)
class Stored:
    """A room as it was found in the database."""

    code: str
    watch: str
    secret: str
    entries: list[Entry]


class Store:
    def __init__(self, address: str) -> None:
        url = read_address(address)
        self.shared = url.get_backend_name() == "postgresql"  # several processes may use it at once
        file = None if self.shared else find_file(url)
        self.claim = None if file is None else Claim(file)
        if file is not None:
            keep_private(file)
        self.engine: Engine = create_engine(url, hide_parameters=True)  # errors are logged, secrets are not
        if not self.shared:
            event.listen(self.engine, "connect", _prepare_sqlite)
            event.listen(self.engine, "begin", _begin_sqlite)
        self.closures: list[tuple[float, float]] = []
        self._readers = ThreadPoolExecutor(READERS, "parlour-read")
        self._writer = Writer(self.engine)
        self._beating: asyncio.Task[None] | None = None
        self._now: Callable[[], float] = time.time
        self.trial = Trial(self.sign)  # whether something can be written

    async def open(self, now: Callable[[], float]) -> None:
        """Prepare the database, and start to write. Raises Unreachable, InUse."""
        if self.claim is not None:
            self.claim.take()
        self._now = now
        self.closures = await self._write(self._prepare, now())
        self._beating = asyncio.create_task(self._beat())

    async def close(self) -> None:
        """Commit what waits, and let go of the database."""
        if self._beating is not None:
            self._beating.cancel()
            with suppress(asyncio.CancelledError):
                await self._beating
        await self._writer.close()
        self._readers.shutdown()
        self.engine.dispose()
        if self.claim is not None:
            self.claim.drop()

    async def _write(self, work: Callable[..., T], *given: Any) -> T:
        """Write something that is no entry of a room in play. Raises Unreachable, Conflict."""
        with telling_errors():
            return await self._writer.run(work, *given)

    async def _read(self, work: Callable[[], T]) -> T:
        """Read without holding up anybody else. Raises Unreachable."""
        with telling_errors():
            return await asyncio.get_running_loop().run_in_executor(self._readers, work)

    def _prepare(self, at: float) -> list[tuple[float, float]]:
        with self.engine.begin() as connection:
            migrate(connection)
            seen = connection.execute(select(tables.pulse.c.at)).scalar()
            if seen is None:
                connection.execute(insert(tables.pulse).values(id=1, at=at))
            elif at - seen > (CLOSED_SECONDS if self.shared else 0.0):  # alone, it was closed until now
                connection.execute(insert(tables.closures).values(since=seen, until=at))
                connection.execute(update(tables.pulse).values(at=at))
            closed = connection.execute(select(tables.closures.c.since, tables.closures.c.until))
            return [(row.since, row.until) for row in closed]

    async def _beat(self) -> None:
        try:
            while True:
                await asyncio.sleep(SHARED_PULSE_SECONDS if self.shared else PULSE_SECONDS)
                with suppress(Unreachable):
                    await self.sign()
        finally:
            with suppress(Unreachable, Conflict):
                await self.sign()

    async def sign(self) -> None:
        """Write down that the house is open. Raises Unreachable."""

        def write() -> None:
            with self.engine.begin() as connection:
                connection.execute(update(tables.pulse).values(at=self._now()))

        await self._write(write)

    async def new_room(self, code: str, watch: str, secret: str, entries: Sequence[Entry], short: str = "") -> None:
        """A room with its first entries, and a short code if it has one. Raises Conflict if a code is taken."""

        def write() -> None:
            with self.engine.begin() as connection:
                connection.execute(insert(tables.rooms).values(code=code, watch=watch, secret=secret))
                rows = [dict(zip(COLUMNS, write_row(code, entry), strict=True)) for entry in entries]
                connection.execute(insert(tables.entries), rows)
                if short:
                    at, kept = entries[0].at, tables.short_codes
                    connection.execute(delete(kept).where(kept.c.at < at - LASTS_SECONDS))
                    connection.execute(insert(kept).values(short=short, room=code, at=at))

        await self._write(write)

    async def find_short_code(self, short: str, at: float) -> str | None:
        """The code of the room that has this short one."""
        kept = tables.short_codes.c

        def read() -> str | None:
            with self.engine.connect() as connection:
                query = select(kept.room).where(kept.short == short, kept.at >= at - LASTS_SECONDS)
                return connection.execute(query).scalar()

        return await self._read(read)

    async def list_waiting(self, at: float) -> list[str]:
        """The codes of rooms that may wait and whose makers have said that anybody may join, the latest first."""
        kept, entry = tables.short_codes.c, tables.entries.c

        def read() -> list[str]:
            with self.engine.connect() as connection:
                query = select(kept.room).where(kept.at >= at - LASTS_SECONDS)
                query = query.where(exists().where(entry.room == kept.room, entry.kind == "welcomed"))
                return list(connection.execute(query.order_by(kept.at.desc()).limit(MOST_WAITING)).scalars())

        return await self._read(read)

    async def free_short_code(self, short: str, room: str) -> None:
        """Let another room have it. Raises Unreachable."""
        kept = tables.short_codes

        def write() -> None:
            with self.engine.begin() as connection:
                connection.execute(delete(kept).where(kept.c.short == short, kept.c.room == room))

        await self._write(write)

    async def append(self, room: str, entries: Sequence[Entry]) -> None:
        """Commit further entries. Raises Conflict if the log has gone on without them."""
        await self._writer.append([write_row(room, entry) for entry in entries])

    def append_soon(self, room: str, entries: Sequence[Entry], done: Callable[[Exception | None], None]) -> None:
        """The same for whoever does not wait: `done` gets what was in the way, or None."""
        self._writer.append_soon([write_row(room, entry) for entry in entries], done)

    async def load(self, code: str) -> Stored | None:
        """The room with this code, or the one that is watched by it."""
        room = tables.rooms

        def read() -> Stored | None:
            with self.engine.connect() as connection:
                query = select(room).where(or_(room.c.code == code, room.c.watch == code))
                found = connection.execute(query).first()
                if found is None:
                    return None
                return Stored(found.code, found.watch, found.secret, _read_entries(connection, found.code, 0))

        return await self._read(read)

    async def load_since(self, room: str, number: int) -> list[Entry]:
        def read() -> list[Entry]:
            with self.engine.connect() as connection:
                return _read_entries(connection, room, number)

        return await self._read(read)

    async def tell_who_is_here(self, people: Sequence[tuple[str, int]]) -> None:
        """Tell other processes that people gave signs of life, by room and number. Raises Unreachable."""
        if people:
            await self._tell(HERE, people)

    async def tell_reaction(self, room: str, number: int) -> None:
        """Tell all processes, this one too, how somebody reacts. Raises Unreachable."""
        await self._tell(REACTED, [(room, number)])

    async def _tell(self, channel: str, notes: Sequence[tuple[str, int]]) -> None:
        def tell() -> None:
            telling = text(f"SELECT pg_notify('{channel}', note) FROM unnest(CAST(:notes AS text[])) AS note")
            with self.engine.begin() as connection:
                connection.execute(telling, {"notes": [f"{room} {number}" for room, number in notes]})

        await self._write(tell)

    async def listen(
        self,
        heard: Callable[[str, int], Awaitable[None]],
        missed: Callable[[], Awaitable[None]],
        here: Callable[[str, int], None],
        reacted: Callable[[str, int], None] = lambda room, number: None,
    ) -> None:
        """Tell of entries that any process has added, for ever; `missed` when some may have gone unheard.

        `here` is told of people who gave a sign of life, and `reacted` of how they react, at any process.
        """
        pause = 0.0
        while self.shared:
            try:
                async for channel, room, number in self._notes(missed):
                    pause = 0.0
                    if channel == HERE:
                        here(room, number)
                    elif channel == REACTED:
                        reacted(room, number)
                    else:
                        await heard(room, number)
            except (SQLAlchemyError, OSError, Unheard):
                pass  # the connection is made anew
            except Exception:
                log.exception("something another process told could not be taken in, and all is read again")
            await asyncio.sleep(pause)
            pause = min(2 * pause + 0.05, 1.0)

    async def _notes(self, missed: Callable[[], Awaitable[None]]) -> AsyncIterator[tuple[str, str, int]]:
        import psycopg

        url = self.engine.url.set(drivername="postgresql").render_as_string(hide_password=False)
        try:
            async with await psycopg.AsyncConnection.connect(url, autocommit=True) as connection:
                for channel in (CHANNEL, HERE, REACTED):
                    await connection.execute(f"LISTEN {channel}")
                await missed()
                async for note in connection.notifies():
                    if found := NOTE.fullmatch(note.payload):  # anybody who may use the database can send anything
                        yield note.channel, found[1], int(found[2])
        except psycopg.Error as error:
            raise Unheard from error


@contextmanager
def telling_errors() -> Iterator[None]:
    """Raise Conflict or Unreachable for whatever the database says."""
    try:
        yield
    except IntegrityError:
        raise Conflict from None
    except (SQLAlchemyError, OSError) as error:
        raise Unreachable(f"the database cannot be used: {error}") from error


class Unheard(Exception):
    """The connection on which notes are heard is gone."""


def _read_entries(connection: Connection, room: str, since: int) -> list[Entry]:
    entry = tables.entries.c
    query = select(entry.number, entry.kind, entry.at, entry.data)
    query = query.where(entry.room == room, entry.number > since).order_by(entry.number)
    return [Entry(row.number, row.kind, row.at, json.loads(row.data)) for row in connection.execute(query)]


def _prepare_sqlite(connection: Any, _: Any) -> None:
    connection.isolation_level = None  # the driver's own transactions leave out the making of tables
    cursor = connection.cursor()
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", f"busy_timeout={WAITING_MS}"):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


def _begin_sqlite(connection: Connection) -> None:
    connection.exec_driver_sql("BEGIN")
