"""The embedded database belongs to one process at a time: others would not hear of what it writes."""

import os
import sys
from contextlib import suppress
from pathlib import Path

SUFFIX = "-claim"  # of the file beside the database
FAR_OFF = 1 << 20  # the byte that is locked, behind all that is written in the file


class InUse(RuntimeError):
    """Another process has the database; the message says what can be done."""


class Claim:
    """A lock of the operating system's: it ends with the process, however that ends, and leaves nothing to tidy up."""

    def __init__(self, database: Path) -> None:
        self.database = database
        self._file: int | None = None

    def take(self) -> None:
        """Raises InUse, OSError."""
        file = os.open(self.database.with_name(self.database.name + SUFFIX), os.O_CREAT | os.O_RDWR, 0o600)
        try:
            lock(file)
        except (BlockingIOError, PermissionError):
            holder = os.read(file, 20).decode(errors="replace").strip()
            os.close(file)
            raise InUse(
                f"Parlour is already running with the database {self.database}, as process {holder or 'unknown'}: "
                "use that one, end it, or choose another folder with --data"
            ) from None
        os.ftruncate(file, 0)
        os.write(file, f"{os.getpid()}\n".encode())
        self._file = file

    def drop(self) -> None:
        if self._file is not None:
            with suppress(OSError):
                os.close(self._file)
            self._file = None


if sys.platform == "win32":
    import msvcrt

    def lock(file: int) -> None:
        os.lseek(file, FAR_OFF, os.SEEK_SET)
        msvcrt.locking(file, msvcrt.LK_NBLCK, 1)
        os.lseek(file, 0, os.SEEK_SET)

else:
    import fcntl

    def lock(file: int) -> None:
        fcntl.lockf(file, fcntl.LOCK_EX | fcntl.LOCK_NB, 1, FAR_OFF)  # processes that this one starts do not have it
