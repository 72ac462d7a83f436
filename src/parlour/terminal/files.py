"""Records as files: reading and saving, with every trouble said in a sentence."""

from collections.abc import Mapping
from contextlib import suppress
from errno import EISDIR, ENOENT
from pathlib import Path

from parlour.engine.play import Play
from parlour.engine.record import RecordError
from parlour.engine.replay import read_record


class FileError(ValueError):
    """A file could not be read or written; the message names it and says why."""


def load_play(name: str) -> Play:
    """The play in a record file. Raises FileError, naming the line where the record is at fault."""
    try:
        return read_record(read_text(name))
    except RecordError as error:
        raise FileError(f"{name}, {error}") from None


def read_text(name: str) -> str:
    try:
        return _path(name).read_text(encoding="utf-8-sig")  # some editors begin a file with a mark
    except UnicodeDecodeError:
        raise FileError(f"{name} cannot be read: it is not text") from None
    except (OSError, ValueError, RuntimeError) as error:
        raise FileError(f"{name} cannot be read: {_reason(error)}") from None


def write_text(name: str, text: str) -> None:
    try:
        _path(name).write_text(text, encoding="utf-8")
    except (OSError, ValueError, RuntimeError) as error:
        raise FileError(f"{name} cannot be written: {_reason(error)}") from None


def write_bytes(name: str, data: bytes) -> None:
    try:
        _path(name).write_bytes(data)
    except (OSError, ValueError, RuntimeError) as error:
        raise FileError(f"{name} cannot be written: {_reason(error)}") from None


def write_together(files: Mapping[str, bytes]) -> None:
    """Write several files whole, or none of them: each beside its place first, so that older ones stay till the end."""
    parts: list[tuple[Path, Path]] = []
    name = ""
    try:
        for name, data in files.items():
            path = _path(name).resolve()
            if path.exists() and not path.is_file():  # /dev/stdout, a pipe: nothing else can be put in its place
                path.write_bytes(data)
                continue
            part = path.with_name(path.name + ".part")
            parts.append((part, path))
            part.write_bytes(data)
        for part, path in parts:
            part.replace(path)
    except (OSError, ValueError, RuntimeError) as error:
        raise FileError(f"{name} cannot be written: {_reason(error)}") from None
    finally:
        for part, _ in parts:
            with suppress(OSError):
                part.unlink(missing_ok=True)


def write_texts(files: Mapping[str | None, str]) -> None:
    """The same for texts; what has no name is not asked for."""
    write_together({name: text.encode() for name, text in files.items() if name is not None})


def check_places(*names: str | None) -> None:
    """Whether files could be written there, for who would else learn it after a long wait. Raises FileError."""
    asked = [name for name in names if name is not None]
    for at, name in enumerate(asked):
        if name in asked[:at]:
            raise FileError(f"{name} is named twice: expected a file for each")
        try:
            path = _path(name)
            if path.is_dir():
                raise IsADirectoryError(EISDIR, "is a directory")
            if not path.parent.is_dir():
                raise FileNotFoundError(ENOENT, "no such file or directory")
        except (OSError, ValueError, RuntimeError) as error:
            raise FileError(f"{name} cannot be written: {_reason(error)}") from None


def save_play(name: str, play: Play) -> None:
    """Write the record; an older record may be replaced, any other file is left alone."""
    if is_file(name) and not _is_record(read_text(name)):
        raise FileError(f"{name} is there already and is not a record: choose another name")
    try:
        path = _path(name)
        part = path.with_name(path.name + ".part")  # an older record gives way only to a whole one
        try:
            part.write_text(play.record(), encoding="utf-8")
            part.replace(path)
        finally:
            part.unlink(missing_ok=True)
    except (OSError, ValueError, RuntimeError) as error:
        raise FileError(f"{name} cannot be written: {_reason(error)}") from None


def _is_record(text: str) -> bool:
    """Whether a text begins as a record does; comments, which other files have too, prove nothing."""
    lines = (line.strip() for line in text.splitlines())
    return next((line for line in lines if line and not line.startswith(";")), "").startswith("[Game ")


def is_file(name: str) -> bool:
    try:
        return _path(name).is_file()
    except (OSError, ValueError, RuntimeError):
        return False


def _path(name: str) -> Path:
    return Path(name).expanduser()


def _reason(error: Exception) -> str:
    text = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
    return text[:1].lower() + text[1:]
