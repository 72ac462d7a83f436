"""`parlour backup` while games are played, and `parlour restore`: nothing that was answered for is lost."""

import asyncio
import os
import random
import sqlite3
import stat
from collections.abc import Iterator
from contextlib import ExitStack, closing
from pathlib import Path
from typing import Any

import psycopg
import pytest
from click.testing import CliRunner, Result

from parlour.cli import main
from parlour.server.database.claim import Claim
from tests.form import is_thorough
from tests.server.chaos import Guest, new_http
from tests.server.logbook import Row, judge, read_logs
from tests.server.people import DATABASES, new_database
from tests.server.serving import running_server
from tests.tools import WITH_POSTGRES

GAMES: list[tuple[str, dict[str, Any]]] = [
    ("stencil", {"preset": "quick"}),
    ("quantum", {"preset": "two", "options": {"turn_limit": 12}}),
    ("numeric", {"preset": "age_6_8", "options": {"players": 2}}),
]
BEFORE = 25  # moves that are acknowledged before the backup begins


def run(*words: str | Path) -> Result:
    return CliRunner().invoke(main, [str(word) for word in words])


def where(database: str, data: Path) -> list[str]:
    return ["--database", database] if database else ["--data", str(data)]


@pytest.fixture
def databases() -> Iterator[ExitStack]:
    with ExitStack() as stack:
        yield stack


class Table:
    """Two people at one game."""

    def __init__(self, game: str, opening: dict[str, Any], http: Any, address: str) -> None:
        self.opening = {"game": game, **opening}
        self.guests = [Guest(http, [address], random.Random(f"{game} {seat}")) for seat in (0, 1)]

    async def open(self) -> None:
        opened = await self.guests[0].open(**self.opening)
        for seat, guest in enumerate(self.guests):
            await guest.sit(opened["code"], seat)

    async def play(self) -> None:
        await asyncio.gather(*(guest.play() for guest in self.guests))

    @property
    def code(self) -> str:
        return self.guests[0].code

    def count(self) -> int:
        return sum(len(guest.notes.moves) for guest in self.guests)

    def last_number(self) -> int:
        """The last entry that somebody was told of."""
        return max((move.number for guest in self.guests for move in guest.notes.moves), default=1)


async def play_and_back_up(address: str, words: list[str], file: Path) -> tuple[list[Table], dict[str, int]]:
    """Play, back up in the midst of it, and play to the end; what had been acknowledged when the backup began."""
    async with new_http() as http, asyncio.timeout(400):
        tables = [Table(game, opening, http, address) for game, opening in GAMES for _ in range(2)]
        await asyncio.gather(*(table.open() for table in tables))
        async with asyncio.TaskGroup() as together:
            for table in tables:
                together.create_task(table.play())
            while sum(table.count() for table in tables) < BEFORE:
                await asyncio.sleep(0.01)
            acknowledged = {table.code: table.last_number() for table in tables}
            told = await asyncio.to_thread(run, "backup", file, *words)
            assert told.exit_code == 0, told.output
            assert f"Kept in {file}: {len(tables)} rooms with " in told.output
    return tables, acknowledged


async def play_on(tables: list[Table], address: str, kept: dict[str, list[Row]]) -> None:
    """With what is known of the rooms as they were, and with the same keys."""
    async with new_http() as http, asyncio.timeout(400):
        for table in tables:
            for guest in table.guests:
                guest.http, guest.addresses, guest.view, guest.last = http, [address], {}, 0
                forget(guest, len(kept[table.code]))
        await asyncio.gather(*(table.play() for table in tables))
        for table in tables:
            table.guests[0].view = {"looked": await table.guests[0].look()}


def forget(guest: Guest, number: int) -> None:
    """All that came after that entry."""
    notes = guest.notes
    notes.moves = [move for move in notes.moves if move.number <= number]
    notes.seen = {seen: shown for seen, shown in notes.seen.items() if seen <= number}
    notes.asked = [asked for asked in notes.asked if asked[1] < number]
    notes.late = []


PAIRS = [(one, other) for one in DATABASES for other in DATABASES]


@pytest.mark.parametrize(("source", "target"), PAIRS if is_thorough() else PAIRS[:: max(1, len(PAIRS) - 1)])
def test_a_backup_while_games_are_played_has_all_that_was_answered_for(
    source: str, target: str, tmp_path: Path, databases: ExitStack
) -> None:
    (first := tmp_path / "first").mkdir()
    (second := tmp_path / "second").mkdir()
    file = tmp_path / "backup.db"
    database = databases.enter_context(new_database(source))
    with running_server(first, database) as server:
        tables, acknowledged = asyncio.run(play_and_back_up(server.address, where(database, first), file))
    played = read_logs(database, first)

    other = databases.enter_context(new_database(target))
    told = run("restore", file, *where(other, second))
    assert told.exit_code == 0, told.output
    kept = read_logs(other, second)
    assert set(kept) == {table.code for table in tables}
    for code, rows in kept.items():
        assert rows == played[code][: len(rows)], "as it was, and nothing else"
        assert len(rows) >= acknowledged[code], "what was answered for before the backup is in it"
    assert any(len(rows) < len(played[code]) for code, rows in kept.items()), "games went on after the backup"

    with running_server(second, other):  # which writes down how long the house was closed
        pass
    with running_server(second, other) as server:
        asyncio.run(play_on(tables, server.address, kept))
    finished = read_logs(other, second)
    for table in tables:
        looked = table.guests[0].view["looked"]
        assert judge(finished[table.code], [guest.notes for guest in table.guests], *looked) == []


def fill(folder: Path, rooms: int = 1) -> dict[str, list[Row]]:
    """A database with rooms in it, as a server leaves it."""
    folder.mkdir(exist_ok=True)
    with running_server(folder) as server:

        async def open_rooms() -> None:
            async with new_http() as http:
                for number in range(rooms):
                    await Guest(http, [server.address], random.Random(f"{folder} {number}")).open(game="stencil")

        asyncio.run(open_rooms())
        assert server.stop() == 0
    return read_logs("", folder)


def test_a_backup_is_for_its_owner_alone_and_is_one_whole_file(tmp_path: Path) -> None:
    fill(tmp_path / "data")
    (folder := tmp_path / "backups").mkdir()
    for _ in range(2):
        told = run("backup", folder / "one.db", "--data", tmp_path / "data", "--replace")
        assert told.exit_code == 0, told.output
    assert [file.name for file in folder.iterdir()] == ["one.db"]
    if os.name != "nt":
        assert stat.S_IMODE((folder / "one.db").stat().st_mode) == 0o600
    told = run("backup", folder, "--data", tmp_path / "data")
    assert told.exit_code == 0, told.output
    (dated,) = (file for file in folder.iterdir() if file.name != "one.db")
    assert f"Kept in {dated}: 1 room with " in told.output


def test_nothing_that_is_there_is_overwritten_without_being_asked(tmp_path: Path) -> None:
    one, other = fill(tmp_path / "one"), fill(tmp_path / "other", rooms=2)
    file = tmp_path / "backup.db"
    file.write_text("precious")
    told = run("backup", file, "--data", tmp_path / "one")
    assert (told.exit_code, file.read_text()) == (1, "precious")
    assert "is there already" in told.output
    assert run("backup", file, "--data", tmp_path / "one", "--replace").exit_code == 0

    told = run("restore", file, "--data", tmp_path / "other")
    assert told.exit_code == 1
    assert "has 2 rooms already: expected --replace" in told.output
    assert read_logs("", tmp_path / "other") == other
    assert run("restore", file, "--data", tmp_path / "other", "--replace").exit_code == 0
    assert read_logs("", tmp_path / "other") == one


@pytest.mark.parametrize("kind", DATABASES)
def test_a_running_server_keeps_its_rooms(kind: str, tmp_path: Path, databases: ExitStack) -> None:
    fill(tmp_path / "old")
    file = tmp_path / "backup.db"
    assert run("backup", file, "--data", tmp_path / "old").exit_code == 0
    (data := tmp_path / "data").mkdir()
    database = databases.enter_context(new_database(kind))
    with running_server(data, database):
        told = run("restore", file, *where(database, data), "--replace")
        assert told.exit_code == 1
        assert ("a server uses this database" if database else "already running") in told.output
        assert read_logs(database, data) == {}


def test_what_is_no_backup_is_refused(tmp_path: Path) -> None:
    before = fill(tmp_path / "data", rooms=3)
    file = tmp_path / "backup.db"
    assert run("backup", file, "--data", tmp_path / "data").exit_code == 0
    whole = file.read_bytes()
    with closing(sqlite3.connect(tmp_path / "other.db")) as other:
        other.execute("CREATE TABLE recipes (name TEXT)")
    for damaged in (b"", b"no database" * 100, whole[: len(whole) // 2], (tmp_path / "other.db").read_bytes()):
        file.write_bytes(damaged)
        told = run("restore", file, "--data", tmp_path / "data", "--replace")
        assert told.exit_code == 1
        assert str(file) in told.output
        assert read_logs("", tmp_path / "data") == before


if WITH_POSTGRES:

    def test_postgresql_counts_on_after_what_was_brought_back(tmp_path: Path, databases: ExitStack) -> None:
        fill(tmp_path / "data")
        file = tmp_path / "backup.db"
        assert run("backup", file, "--data", tmp_path / "data").exit_code == 0
        with closing(sqlite3.connect(file)) as kept:
            kept.execute("INSERT INTO closures (id, since, until) VALUES (1, 10, 20), (2, 30, 40)")
            kept.commit()
        database = databases.enter_context(new_database("postgres"))
        assert run("restore", file, "--database", database).exit_code == 0
        with psycopg.connect(database) as connection:
            connection.execute("INSERT INTO closures (since, until) VALUES (50, 60)")
            assert connection.execute("SELECT id FROM closures ORDER BY id").fetchall() == [(1,), (2,), (3,)]


def test_a_backup_of_a_later_version_is_refused(tmp_path: Path) -> None:
    fill(tmp_path / "data")
    file = tmp_path / "backup.db"
    assert run("backup", file, "--data", tmp_path / "data").exit_code == 0
    with closing(sqlite3.connect(file)) as later:
        later.execute("UPDATE alembic_version SET version_num = '9999'")
        later.commit()
    told = run("restore", file, "--data", tmp_path / "new")
    assert told.exit_code == 1
    assert "expected a newer Parlour" in told.output


@pytest.mark.parametrize("kind", DATABASES)
def test_a_backup_of_an_earlier_version_is_brought_up_to_date(kind: str, tmp_path: Path, databases: ExitStack) -> None:
    fill(tmp_path / "data")
    file = tmp_path / "backup.db"
    assert run("backup", file, "--data", tmp_path / "data").exit_code == 0
    with closing(sqlite3.connect(file)) as earlier:
        earlier.execute("DROP TABLE short_codes")
        earlier.execute("UPDATE alembic_version SET version_num = '0001'")
        earlier.commit()
    database = databases.enter_context(new_database(kind))
    (new := tmp_path / "new").mkdir()
    told = run("restore", file, *where(database, new))
    assert told.exit_code == 0, told.output
    assert read_logs(database, new) == read_logs("", tmp_path / "data")
    with running_server(new, database):
        pass  # or it could not have started


def test_a_name_that_no_file_can_have_is_refused(tmp_path: Path) -> None:
    told = run("restore", tmp_path / ("x" * 5000), "--data", tmp_path)
    assert told.exit_code == 1
    assert "could not be used: File name too long" in told.output


@pytest.mark.parametrize("words", [["backup", "out.db"], ["restore", "nowhere.db"]])
def test_what_is_not_there_is_said_so_and_not_made(words: list[str], tmp_path: Path) -> None:
    told = run(words[0], tmp_path / words[1], "--data", tmp_path / "nowhere")
    assert told.exit_code == 1
    assert "there is no" in told.output
    assert [*tmp_path.glob("*.db*")] == []


def test_a_backup_does_not_disturb_the_claim_of_a_server(tmp_path: Path) -> None:
    fill(tmp_path / "data")
    claim = Claim(tmp_path / "data" / "parlour.db")
    claim.take()
    try:
        assert run("backup", tmp_path / "backup.db", "--data", tmp_path / "data").exit_code == 0
    finally:
        claim.drop()
