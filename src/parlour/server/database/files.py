"""The files of the embedded database. They hold secrets of dice that are still being thrown: they are kept private."""

import logging
import os
from pathlib import Path

from sqlalchemy import URL
from sqlalchemy.engine import make_url

BESIDE = ("", "-wal", "-shm", "-journal")  # the database, and what SQLite keeps beside it while it runs
OWN_FILE, OTHERS = 0o600, 0o077

log = logging.getLogger("parlour.store")


def find_file(address: str | URL) -> Path | None:
    """Where an address of SQLAlchemy's says that the database is; nothing for one that is in memory alone."""
    name = make_url(address).database or ""
    return Path(name) if name and name != ":memory:" and not name.startswith("file:") else None


def keep_private(file: Path) -> None:
    """See to it that only this user reads the database, one that is there or one to come. Raises OSError.

    SQLite gives the files beside it the same permissions when it makes them.
    """
    os.close(os.open(file, os.O_CREAT | os.O_RDWR, OWN_FILE))
    for suffix in BESIDE:
        _close_to_others(file.with_name(file.name + suffix))


def _close_to_others(file: Path) -> None:
    try:
        mode = file.stat().st_mode
        if mode & OTHERS and os.name != "nt":
            file.chmod(mode & ~OTHERS)
    except FileNotFoundError:
        return
    except PermissionError:  # it is another user's
        log.warning("others may read the database", extra={"file": str(file)})
