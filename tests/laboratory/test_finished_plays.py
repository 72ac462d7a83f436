"""Plays that people finished on a server, as data: the same columns as plays of bots, and no word of who they are."""

import asyncio
from pathlib import Path

import polars as pl
import pytest

from parlour.engine.game import find_game
from parlour.server.database.finished import PERSON, read_finished
from parlour.server.database.store import Store
from parlour.server.rooms import acts
from parlour.server.rooms.acts import STAND_IN
from tests.server.people import DATABASES, new_database
from tests.server.table import DECIDED, NAMES, Table, open_table
from tests.terminal.runner import one_line, parlour

GAME = find_game("stencil")
SHORT = {**DECIDED, "games": "1"}


def finish(table: Table) -> Table:
    """Play to the end, always the first move."""
    while not table.room.over:
        table.move()
    return table


def keep(path: Path, *tables: Table) -> str:
    """An embedded database with these rooms."""
    return keep_at(f"sqlite:///{path}", *tables)


def keep_at(address: str, *tables: Table) -> str:
    async def write() -> None:
        store = Store(address)
        await store.open(lambda: 1000.0)
        for number, table in enumerate(tables):
            await store.new_room(f"room{number}", f"watch{number}", "secret", table.room.entries)
        await store.close()

    asyncio.run(write())
    return address


def resigned() -> Table:
    table = open_table(options=SHORT)
    table.move()
    table.do(acts.resign, NAMES[1], 1)
    return table


def test_finished_plays_have_the_columns_of_all_plays(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    whole, given_up, going_on = finish(open_table(options=SHORT)), resigned(), open_table(options=SHORT)
    other = open_table("quatro", "backgammon")
    address = keep(tmp_path / "parlour.db", whole, given_up, going_on, other)
    result = parlour(
        *("lab", "plays", "stencil", "--from-database", address),
        *("--out", "plays.parquet", "--decisions", "decisions.parquet"),
    )
    assert result.exit_code == 0, result.output
    plays, decisions = pl.read_parquet("plays.parquet"), pl.read_parquet("decisions.parquet")
    assert plays["codes"].to_list() == [whole.room.play.codes, given_up.room.play.codes]
    assert plays["ended"].to_list() == ["won", "resigned"]
    assert plays["winner"].to_list() == [next(iter(whole.room.winners())), 0]
    assert plays["score_1"].to_list() == [whole.room.play.score[0] if whole.room.play.score else None, None]
    assert set(plays["bot_1"]) == set(decisions["by"]) == {PERSON}
    parlour("lab", "plays", "stencil", "--bots", "random", "--plays", "2", "--out", "bots.parquet")
    assert plays.schema == pl.read_parquet_schema("bots.parquet")


@pytest.mark.parametrize("kind", DATABASES)
def test_plays_are_read_from_any_database_that_a_server_can_have(kind: str, tmp_path: Path) -> None:
    with new_database(kind) as address:
        kept = keep_at(address or f"sqlite:///{tmp_path / 'parlour.db'}", finish(open_table(options=SHORT)), resigned())
        assert [one.ending for one in read_finished(kept, GAME).plays] == ["", "resigned"]


def test_nobody_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    address = keep(tmp_path / "parlour.db", finish(open_table(options=SHORT)))
    parlour(
        *("lab", "plays", "stencil", "--from-database", address),
        *("--out", "plays.parquet", "--decisions", "decisions.parquet"),
    )
    for name in ("plays.parquet", "decisions.parquet"):
        told = {str(value) for row in pl.read_parquet(name).rows() for value in row}
        assert not told & {"Ann", "Ben", "room0", "watch0", "secret", "seed0", "seed1"}
        assert "Ann" not in str(pl.read_parquet_metadata(name))


def test_who_really_decided_is_told_where_a_bot_stood_in(tmp_path: Path) -> None:
    table = open_table(options=SHORT)
    seat = table.room.play.to_move
    table.room.add("stood_in", table.at, seat=seat, bot=STAND_IN)
    table.bot_moves()
    table.room.add("returned", table.at, seat=seat)
    (found,) = read_finished(keep(tmp_path / "parlour.db", finish(table)), GAME).plays
    assert found.players == (PERSON, PERSON)
    assert found.by[:2] == (STAND_IN, PERSON)


def test_reading_changes_nothing_and_a_server_may_be_using_it(tmp_path: Path) -> None:
    async def read_beside() -> int:
        store = Store(address)
        await store.open(lambda: 1000.0)
        try:
            return len(await asyncio.to_thread(lambda: read_finished(address, GAME).plays))
        finally:
            await store.close()

    address = keep(tmp_path / "parlour.db", resigned())
    before = (tmp_path / "parlour.db").read_bytes()
    assert len(read_finished(address, GAME).plays) == 1
    assert (tmp_path / "parlour.db").read_bytes() == before
    assert asyncio.run(read_beside()) == 1


def test_what_other_rules_decided_is_left_out_and_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    old = resigned()
    old.room.entries[0] = old.room.entries[0]._replace(data={**old.room.entries[0].data, "rules": 999})
    address = keep(tmp_path / "parlour.db", old, resigned())
    result = parlour("lab", "plays", "stencil", "--from-database", address, "--out", "plays.parquet")
    assert "Left out, because other rules than those of today were played: 1." in one_line(result.output)
    assert pl.read_parquet("plays.parquet").height == 1


@pytest.mark.parametrize(
    ("address", "sentence"),
    [
        ("sqlite:///none.db", "there is no database none.db"),
        ("mysql://somewhere/parlour", "that is not the address of a database"),
        ("sqlite:///text.db", "the database cannot be read: file is not a database"),
        ("sqlite:///empty.db", "the database cannot be read: no such table: entries"),
    ],
)
def test_a_database_that_cannot_be_read_is_told_in_a_sentence(
    address: str, sentence: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("text.db").write_text("This is a letter, and long enough to be taken for a header, but no database.\n" * 40)
    Path("empty.db").touch()
    result = parlour("lab", "plays", "stencil", "--from-database", address, "--out", "plays.parquet")
    assert result.exit_code == 1
    assert sentence in one_line(result.output)
    assert not Path("plays.parquet").exists()
    assert not Path("none.db").exists()
