"""How entries get to disk. Whatever comes together is committed together: with many rooms the cost of a commit is
shared, with one it is paid at once.

A quick disk is not worth a thread: to wake one takes longer than to commit. So the loop commits by itself, at the end
of each of its rounds. Where commits take long a thread makes them, and whatever has gathered while the last one was
under way goes with the next. A thread cannot tell how long the disk took from how long it then waited for its turn to
go on, so now and then the loop makes one by itself, to see. The loop waits for nobody: while another program holds the
embedded database, the thread waits for it.
The statements go straight to the driver: SQLAlchemy would cost several times what the database does.
"""

import asyncio
import threading
import time
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from queue import SimpleQueue
from typing import Any, NamedTuple, TypeVar

from pydantic_core import to_json
from sqlalchemy import Engine

from parlour.server.rooms.entries import Entry

CHANNEL = "parlour"  # on which processes tell each other of new entries
COLUMNS = ("room", "number", "kind", "at", "data")
MOST_AT_ONCE = 64  # rounds of the loop in one commit
QUICK_SECONDS = 0.001  # a commit that may hold up everybody
MEMORY = 0.98  # of how long commits took: one that took long among many that did not says little
LOOK_SECONDS, LONGEST_LOOK = 1.0, 60.0  # until the loop looks whether they are quick again, each time twice as long
WAITING_MS = 5000  # how long the thread waits for a program that holds the embedded database
BUSY = 5  # what SQLite says then; further bits say more

INSERT = f"INSERT INTO entries ({', '.join(COLUMNS)})"
INSERT_EACH = f"{INSERT} VALUES (?, ?, ?, ?, ?)"
INSERT_ALL = f"{INSERT} SELECT * FROM unnest(%s::text[], %s::integer[], %s::text[], %s::float8[], %s::text[])"

Row = tuple[str, int, str, float, str]
T = TypeVar("T")


class Conflict(Exception):
    """Another process has added entries to this room in the meantime."""


class Unreachable(Exception):
    """The database does not answer."""


class Busy(Exception):
    """Another program holds the database. Nothing was written, and nobody has waited."""


class Append(NamedTuple):
    """Entries that wait to be committed."""

    rows: list[Row]
    done: Callable[[Exception | None], None]  # gets a Conflict or Unreachable, or None


def write_row(room: str, entry: Entry) -> Row:
    return room, entry.number, entry.kind, entry.at, to_json(entry.data).decode()


def settle(waiting: asyncio.Future[None], error: Exception | None) -> None:
    """Let whoever waits go on, unless they have left."""
    if waiting.done():
        return
    if error is None:
        waiting.set_result(None)
    else:
        waiting.set_exception(error)


@dataclass(frozen=True, slots=True)
class Job:
    """Anything else that is to be written."""

    work: Callable[[], Any]
    done: Future[Any]


class Writer:
    """A thread of its own costs less than an async driver. It takes whatever is in line when it comes to it."""

    def __init__(self, engine: Engine) -> None:
        self.engine = engine
        self.shared = engine.dialect.name == "postgresql"
        self._waiting: list[Append] = []  # for the end of this round of the loop
        self._line: SimpleQueue[list[Append] | Job | None] = SimpleQueue()  # None at its end
        self._in_line = 0  # items that the thread has not done
        self._thread: threading.Thread | None = None
        self._connection: Any = None  # kept
        self._cursor: Any = None  # the driver's own
        self._waits = WAITING_MS  # for a program that holds the database, as the connection is set now
        self._seconds = QUICK_SECONDS  # that a commit took of late; at first nobody knows
        self._looks_at = time.monotonic() + LOOK_SECONDS
        self._look_pause = LOOK_SECONDS

    @property
    def is_quick(self) -> bool:
        """Whether the loop may commit by itself."""
        idle = not self._in_line and not self.shared and self._thread is not None
        if not idle or self._connection is None:
            return False
        return self._seconds < QUICK_SECONDS or time.monotonic() >= self._looks_at

    async def append(self, rows: list[Row]) -> None:
        """Commit these. Raises Conflict if the log has gone on without them, Unreachable."""
        committed: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.append_soon(rows, partial(settle, committed))
        await committed

    def append_soon(self, rows: list[Row], done: Callable[[Exception | None], None]) -> None:
        """The same for whoever does not wait: `done` is told what was in the way."""
        if self._thread is None:
            done(Unreachable("the house is closed"))
            return
        if not self._waiting:
            asyncio.get_running_loop().call_soon(self._flush)
        self._waiting.append(Append(rows, done))

    def _flush(self) -> None:
        """Commit what has come together in this round, or put it in line."""
        waiting, self._waiting = self._waiting, []
        if waiting and self.is_quick:
            told = self._try(waiting, 0)
            self._tell([(append, error) for append, error in told if not isinstance(error, Busy)])
            waiting = [append for append, error in told if isinstance(error, Busy)]
        if waiting:
            self._in_line += 1
            self._line.put(waiting)

    async def run(self, work: Callable[..., T], *given: Any) -> T:
        """Do something else in the thread."""
        if self._thread is None:
            self._thread = threading.Thread(
                target=self._work, args=(asyncio.get_running_loop(),), name="parlour-write", daemon=True
            )
            self._thread.start()
        job = Job(partial(work, *given), Future())
        self._in_line += 1
        self._line.put(job)
        result: T = await asyncio.wrap_future(job.done)
        return result

    async def close(self) -> None:
        """Commit what is in line, and let go."""
        if self._thread is None:
            return
        self._flush()  # what waits comes first
        await self.run(self._disconnect)
        self._line.put(None)
        self._thread.join()
        self._thread = None

    def _tell(self, told: Sequence[tuple[Append, Exception | None]]) -> None:
        for append, error in told:
            append.done(error)

    def _leave_line(self, items: int, told: Sequence[tuple[Append, Exception | None]] = ()) -> None:
        self._in_line -= items
        self._tell(told)

    # In the thread

    def _work(self, loop: asyncio.AbstractEventLoop) -> None:
        open_for_more = True
        while open_for_more:
            taken = [self._line.get()]
            while len(taken) < MOST_AT_ONCE and not self._line.empty():
                taken.append(self._line.get())
            rounds = [item for item in taken if isinstance(item, list)]
            if rounds:
                told = self._try([append for appends in rounds for append in appends], WAITING_MS)
                loop.call_soon_threadsafe(self._leave_line, len(rounds), told)
            for item in taken:
                if isinstance(item, Job):
                    self._do(item)
                    loop.call_soon_threadsafe(self._leave_line, 1)
                elif item is None:
                    open_for_more = False

    def _do(self, job: Job) -> None:
        if not job.done.set_running_or_notify_cancel():  # whoever asked has left
            return
        try:
            job.done.set_result(job.work())
        except BaseException as error:
            job.done.set_exception(error)

    def _disconnect(self) -> None:
        if self._connection is not None:
            self._connection.close()
            self._connection = self._cursor = None

    # In the loop or in the thread, never in both at once

    def _try(self, batch: Sequence[Append], waits: int) -> list[tuple[Append, Exception | None]]:
        """Commit all of them, or if they do not go together one by one, and say what came of each."""
        error = self._try_rows([row for append in batch for row in append.rows], waits)
        if isinstance(error, Conflict) and len(batch) > 1:
            return [(append, self._try_rows(append.rows, waits)) for append in batch]
        return [(append, error) for append in batch]

    def _try_rows(self, rows: Sequence[Row], waits: int) -> Exception | None:
        """Commit them, and say what was in the way. Another program is waited for so many thousandths of a second."""
        try:
            self._commit(rows, waits)
        except self.engine.dialect.loaded_dbapi.IntegrityError:
            return Conflict()
        except Exception as error:  # whatever it was, those who wait must hear of it
            if not waits and getattr(error, "sqlite_errorcode", 0) & 0xFF == BUSY:
                self._seconds = max(self._seconds, QUICK_SECONDS)  # the thread sees to the next ones
                self._looks_at = time.monotonic() + LOOK_SECONDS
                return Busy()
            return Unreachable(f"the database cannot be used: {error}")
        return None

    def _commit(self, rows: Sequence[Row], waits: int) -> None:
        """All in one transaction."""
        started = time.perf_counter()
        try:
            if self._connection is None:
                self._connection = self.engine.raw_connection()
                self._cursor = self._connection.driver_connection.cursor()
                self._waits = WAITING_MS
            if self._waits != waits and not self.shared:
                self._cursor.execute(f"PRAGMA busy_timeout={waits}")
                self._waits = waits
            if len(rows) == 1 and not self.shared:
                self._cursor.execute(INSERT_EACH, rows[0])  # a transaction by itself
            else:
                if not self.shared:
                    self._cursor.execute("BEGIN IMMEDIATE")
                begun = time.perf_counter()
                self._write(rows)
                started += time.perf_counter() - begun  # the disk is what takes long, or not, and who else writes to it
                self._connection.commit()
        except BaseException:
            connection, self._connection = self._connection, None
            with suppress(Exception):
                connection.rollback()
            with suppress(Exception):  # one of the embedded database may be set to wait for nobody, and goes for good
                (connection.close if self.shared else connection.invalidate)()
            raise
        finally:
            self._learn(time.perf_counter() - started, in_loop=not waits)

    def _learn(self, seconds: float, in_loop: bool) -> None:
        """What a commit took."""
        was_slow = self._seconds >= QUICK_SECONDS
        known = seconds if in_loop and was_slow and seconds < QUICK_SECONDS else self._seconds
        self._seconds = MEMORY * known + (1 - MEMORY) * seconds
        if in_loop and self._seconds >= QUICK_SECONDS:
            self._look_pause = min(2 * self._look_pause, LONGEST_LOOK) if was_slow else LOOK_SECONDS
            self._looks_at = time.monotonic() + self._look_pause

    def _write(self, rows: Sequence[Row]) -> None:
        if not self.shared:
            self._cursor.executemany(INSERT_EACH, rows)
            return
        self._cursor.execute(INSERT_ALL, [list(column) for column in zip(*rows, strict=True)])
        notes = list({row[0]: f"{row[0]} {row[1]}" for row in rows}.values())
        self._cursor.execute(f"SELECT pg_notify('{CHANNEL}', note) FROM unnest(%s::text[]) AS note", [notes])
