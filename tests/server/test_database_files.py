"""The files of the embedded database: nobody but the user who runs the server reads them."""

import asyncio
import os
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from parlour.server.database.store import Store
from parlour.server.rooms.entries import Entry
from parlour.server.settings import Settings


def modes(folder: Path) -> dict[str, str]:
    return {path.name: oct(path.stat().st_mode & 0o777) for path in (folder, *folder.iterdir())}


@pytest.fixture
def usual_umask() -> Iterator[None]:
    before = os.umask(0o022)
    yield
    os.umask(before)


@pytest.mark.usefixtures("usual_umask")
def test_other_users_of_the_machine_cannot_read_the_database(tmp_path: Path) -> None:
    async def write() -> None:
        store = Store(Settings(data=str(tmp_path / "new")).database_address)
        await store.open(time.time)
        await store.new_room("aaaaaaaa", "bbbbbbbb", "secret", [Entry(1, "left", 12.5, {"seat": 0})])
        assert modes(tmp_path / "new") == {
            "new": "0o700",
            "parlour.db": "0o600",
            "parlour.db-wal": "0o600",
            "parlour.db-shm": "0o600",
            "parlour.db-claim": "0o600",
        }
        await store.close()

    asyncio.run(write())


@pytest.mark.usefixtures("usual_umask")
def test_a_database_that_was_open_to_others_is_closed_to_them(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    folder = tmp_path / "parlour"
    folder.mkdir()
    for name in ("parlour.db", "parlour.db-wal", "parlour.db-shm"):
        (folder / name).touch()
    assert set(modes(folder).values()) == {"0o755", "0o644"}
    Store(Settings().database_address)
    assert set(modes(folder).values()) == {"0o700", "0o600"}


@pytest.mark.usefixtures("usual_umask")
def test_a_folder_that_was_chosen_keeps_its_permissions(tmp_path: Path) -> None:
    """Somebody else may have business there; the files in it are private all the same."""
    tmp_path.chmod(0o755)
    Store(Settings(data=str(tmp_path)).database_address)
    assert modes(tmp_path) == {tmp_path.name: "0o755", "parlour.db": "0o600"}
