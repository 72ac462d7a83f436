"""Backups: all rooms and their logs in one file, taken while games are played, and brought back.

The file is an SQLite database with the tables of the server, whichever database it was taken from. So any tool can look
into it, and it can be brought back into SQLite or PostgreSQL, whichever it came from.
"""

import os
import sqlite3
import tempfile
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path

from sqlalchemy.exc import DBAPIError, SQLAlchemyError

from parlour.server.database.claim import Claim, InUse
from parlour.server.database.files import OWN_FILE, find_file, keep_private
from parlour.server.database.transfer import TransferError, copy_from_postgres, copy_to_postgres, upgrade_file

NAME = "parlour-%Y-%m-%d-%H%M%S.db"  # of a backup in a folder
BESIDE = ("-wal", "-shm", "-journal")


class BackupError(RuntimeError):
    """A backup could not be made or brought back; the message says why."""


@dataclass(frozen=True)
class Kept:
    """What a backup holds."""

    file: Path
    rooms: int
    entries: int

    def __str__(self) -> str:
        rooms = "1 room" if self.rooms == 1 else f"{self.rooms:,} rooms"
        return f"{rooms} with {self.entries:,} entries"


def make_backup(address: str, file: Path, replace: bool = False) -> Kept:
    """Write all that is committed now to a file, or to one named by the time in a folder. Raises BackupError.

    The file is there when it is whole, and not before.
    """
    if file.is_dir():
        file = file / time.strftime(NAME)
    if file.exists() and not replace:
        raise BackupError(f"{file} is there already: expected another name, or --replace to write over it")
    part = file.with_name(file.name + ".part")
    with telling_errors("the backup could not be made"):
        try:
            part.unlink(missing_ok=True)  # of one that was cut short
            os.close(os.open(part, os.O_CREAT | os.O_EXCL | os.O_RDWR, OWN_FILE))
            if address.startswith("postgres"):
                copy_from_postgres(address, part)
            else:
                copy_pages(source_file(address), part)
            kept = look_into(part, file)
            sync(part)
            part.replace(file)
            sync(file.parent)
        finally:
            for suffix in ("", *BESIDE):
                part.with_name(part.name + suffix).unlink(missing_ok=True)
    return kept


def restore_backup(file: Path, address: str, replace: bool = False) -> Kept:
    """Bring a backup back into a database that no server uses. Raises BackupError.

    All of it comes back, or nothing changes. A database with rooms is only written over if that is asked for.
    """
    if not file.is_file():
        raise BackupError(f"there is no file {file}")
    with (
        telling_errors(f"{file} could not be brought back"),
        tempfile.TemporaryDirectory(prefix="parlour-") as folder,  # nobody else can read it
    ):
        copy = Path(folder) / "copy.db"
        copy_pages(file, copy)
        kept = look_into(copy, file)
        upgrade_file(copy)
        if address.startswith("postgres"):
            copy_to_postgres(copy, address, replace)
        else:
            copy_to_file(copy, address, replace)
    return kept


@contextmanager
def telling_errors(trouble: str) -> Iterator[None]:
    try:
        yield
    except (InUse, TransferError) as error:
        raise BackupError(str(error)) from None
    except (SQLAlchemyError, sqlite3.Error, ImportError, OSError, ValueError) as error:
        reason = error.orig if isinstance(error, DBAPIError) else error
        raise BackupError(f"{trouble}: {' '.join(str(reason).split())}") from None


def source_file(address: str) -> Path:
    """Where the embedded database is."""
    file = find_file(address)
    if file is None or not file.is_file():
        raise BackupError(f"there is no database to back up at {file or address}")
    return file


def copy_pages(source: Path, target: Path) -> None:
    """A copy of an SQLite database as it is at one moment, whoever writes to it meanwhile; they need not wait."""
    with (
        closing(sqlite3.connect(f"{source.absolute().as_uri()}?mode=ro", uri=True)) as reading,
        closing(sqlite3.connect(target)) as writing,
    ):
        reading.backup(writing)  # all pages in one transaction
        writing.execute("PRAGMA journal_mode=DELETE")  # one file, and none beside it


def copy_to_file(copy: Path, address: str, replace: bool) -> None:
    """Into the embedded database, in one transaction."""
    file = find_file(address)
    if file is None:
        raise BackupError(f"a backup cannot be brought back into {address}: expected a file or PostgreSQL")
    claim = Claim(file)
    claim.take()
    try:
        keep_private(file)
        with closing(sqlite3.connect(copy)) as source, closing(sqlite3.connect(file)) as target:
            if not replace and (rooms := count_rows(target, "rooms")):
                raise BackupError(f"{file} has {rooms:,} rooms already: expected --replace to write over them")
            source.backup(target)
    finally:
        claim.drop()


def look_into(file: Path, called: Path) -> Kept:
    """What a backup holds that is to be called so. Raises BackupError if it is none, or a damaged one."""
    try:
        with closing(sqlite3.connect(file)) as connection:
            (state,) = connection.execute("PRAGMA integrity_check(1)").fetchone()
            rooms, entries = (count_rows(connection, name) for name in ("rooms", "entries"))
    except sqlite3.DatabaseError:
        state, rooms, entries = "unreadable", None, None
    if state != "ok" or rooms is None or entries is None:
        raise BackupError(f"{called} is not a backup of Parlour, or is damaged")
    return Kept(called, rooms, entries)


def count_rows(connection: sqlite3.Connection, table: str) -> int | None:
    """How many rows a table has; None if there is no such table."""
    if not connection.execute("SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = ?", (table,)).fetchone():
        return None
    (count,) = connection.execute(f"SELECT count(*) FROM {table}").fetchone()
    return int(count)


def sync(path: Path) -> None:
    """See to it that a file, or the name of one in a folder, is on disk; Windows does the latter by itself."""
    if path.is_dir() and os.name == "nt":
        return
    number = os.open(path, os.O_RDONLY if path.is_dir() else os.O_RDWR)
    try:
        os.fsync(number)
    finally:
        os.close(number)
