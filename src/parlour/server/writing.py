"""How entries get to disk. They wait in one line, and whatever has gathered there while the last commit was under way
goes with the next: with many rooms the cost of a commit is shared, with one it is paid at once.

The statements go straight to the driver: SQLAlchemy would cost several times what the database does.
"""

import asyncio
import json
import threading
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from queue import SimpleQueue
from typing import Any, TypeVar

from sqlalchemy import Engine

from parlour.server.entries import Entry

CHANNEL = "parlour"  # on which processes tell each other of new entries
COLUMNS = ("room", "number", "kind", "at", "data")
MOST_AT_ONCE = 512  # appends in one commit
MOST_ROWS = 256  # in one statement

Row = tuple[str, int, str, float, str]
T = TypeVar("T")


class Conflict(Exception):
    """Another process has added entries to this room in the meantime."""


class Unreachable(Exception):
    """The database does not answer."""


@dataclass(frozen=True, slots=True)
class Append:
    """Entries that wait to be committed."""

    rows: list[Row]
    done: asyncio.Future[None]


write_data = json.JSONEncoder(separators=(",", ":")).encode


def write_row(room: str, entry: Entry) -> Row:
    return room, entry.number, entry.kind, entry.at, write_data(entry.data)


@dataclass(frozen=True, slots=True)
class Job:
    """Anything else that is to be written."""

    work: Callable[[], Any]
    done: Future[Any]


class Writer:
    """A thread of its own, which costs less than an async driver. It takes whatever is in line when it comes to it."""

    def __init__(self, engine: Engine) -> None:
        self.engine = engine
        self.shared = engine.dialect.name == "postgresql"
        self._line: SimpleQueue[Append | Job | None] = SimpleQueue()  # None at its end
        self._thread: threading.Thread | None = None
        self._connection: Any = None  # the driver's own, kept
        self._statements: dict[int, str] = {}  # for so many rows

    async def append(self, rows: list[Row]) -> None:
        """Commit these. Raises Conflict if the log has gone on without them, Unreachable."""
        if self._thread is None:
            raise Unreachable("the house is closed")
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._line.put(Append(rows, done))
        await done

    async def run(self, work: Callable[..., T], *given: Any) -> T:
        """Do something else in the same thread."""
        if self._thread is None:
            self._thread = threading.Thread(
                target=self._work, args=(asyncio.get_running_loop(),), name="parlour-write", daemon=True
            )
            self._thread.start()
        job = Job(partial(work, *given), Future())
        self._line.put(job)
        result: T = await asyncio.wrap_future(job.done)
        return result

    async def close(self) -> None:
        """Commit what is in line, and let go."""
        if self._thread is None:
            return
        await self.run(self._disconnect)
        self._line.put(None)
        self._thread.join()
        self._thread = None

    def _tell(self, told: Sequence[tuple[Append, Exception | None]]) -> None:
        for append, error in told:
            if append.done.done():  # whoever asked has left
                continue
            if error is None:
                append.done.set_result(None)
            else:
                append.done.set_exception(error)

    # In the thread

    def _work(self, loop: asyncio.AbstractEventLoop) -> None:
        open_for_more = True
        while open_for_more:
            taken = [self._line.get()]
            while len(taken) < MOST_AT_ONCE and not self._line.empty():
                taken.append(self._line.get())
            appends = [item for item in taken if isinstance(item, Append)]
            if appends:
                loop.call_soon_threadsafe(self._tell, self._try(appends))
            for item in taken:
                if isinstance(item, Job):
                    self._do(item)
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
            self._connection = None

    def _try(self, batch: Sequence[Append]) -> list[tuple[Append, Exception | None]]:
        """Commit all of them, or if they do not go together one by one, and say what came of each."""
        try:
            self._commit([row for append in batch for row in append.rows])
        except self.engine.dialect.loaded_dbapi.IntegrityError:
            if len(batch) > 1:
                return [told for append in batch for told in self._try([append])]
            return [(batch[0], Conflict())]
        except Exception as error:  # whatever it was, those who wait must hear of it
            return [(append, Unreachable(f"the database cannot be used: {error}")) for append in batch]
        return [(append, None) for append in batch]

    def _commit(self, rows: Sequence[Row]) -> None:
        """All in one transaction."""
        if self._connection is None:
            self._connection = self.engine.raw_connection()
        connection = self._connection
        try:
            cursor = connection.cursor()
            if not self.shared:
                cursor.execute("BEGIN")
            first = 0
            while left := len(rows) - first:
                count = min(MOST_ROWS, 1 << left.bit_length() - 1)  # few different statements: the driver keeps them
                chunk = rows[first : first + count]
                cursor.execute(self._insert(count), [value for row in chunk for value in row])
                first += count
            if self.shared:
                notes = list({row[0]: f"{row[0]} {row[1]}" for row in rows}.values())
                cursor.execute(f"SELECT pg_notify('{CHANNEL}', note) FROM unnest(%s::text[]) AS note", [notes])
            connection.commit()
        except BaseException:
            self._connection = None
            with suppress(Exception):
                connection.rollback()
            with suppress(Exception):
                connection.close()
            raise

    def _insert(self, count: int) -> str:
        if count not in self._statements:
            values = ", ".join(["%s" if self.shared else "?"] * len(COLUMNS))
            rows = ", ".join([f"({values})"] * count)
            self._statements[count] = f"INSERT INTO entries ({', '.join(COLUMNS)}) VALUES {rows}"
        return self._statements[count]
