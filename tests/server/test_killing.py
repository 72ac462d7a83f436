"""The server is killed while games are played, and while it prepares its database: nothing is lost or forked."""

import asyncio
import random
import time
from contextlib import nullcontext, suppress
from pathlib import Path
from typing import Any

import httpx
import pytest
from sqlalchemy import event

from parlour.server.database.store import Store
from tests.form import samples
from tests.server.killing import TABLES, Party, kill_and_judge
from tests.server.people import DATABASES
from tests.tools import WITH_POSTGRES, find_postgres


class PowerCut(BaseException):
    pass


@pytest.mark.parametrize(
    "kind", [pytest.param(kind, marks=pytest.mark.thorough if kind == "postgres" else ()) for kind in DATABASES]
)
def test_killing_loses_nothing(kind: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tests.server.killing.AT_ONCE", 6)
    database = find_postgres() if kind == "postgres" else ""
    tally = kill_and_judge(None, database, seed=2, kills=samples(1, 3), folder=tmp_path)
    assert tally.wrong == []
    assert tally.over == tally.games >= 6
    assert tally.kills >= samples(2, 4), "as often as was asked for, and once more before all is compared"
    assert tally.moves > 50


if WITH_POSTGRES:

    def test_killing_one_of_two_processes_loses_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr("tests.server.killing.AT_ONCE", 6)
        tally = kill_and_judge(None, find_postgres(), seed=3, kills=3, folder=tmp_path, processes=2)
        assert tally.wrong == []
        assert tally.over == tally.games >= 6
        assert tally.kills >= 5, "as often as was asked for, and both once more before all is compared"


@pytest.mark.parametrize("ends", [True, False])
def test_a_game_is_given_up_where_nothing_happens_and_not_where_it_is_slow(
    ends: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tests.server.killing.STILL_SECONDS", 0.05)

    async def play_slowly() -> None:
        async with httpx.AsyncClient() as http:
            party = Party(http, ["http://nowhere.example"], 0, random.Random(1), asyncio.Event())

            async def move() -> None:
                for number in range(200):  # over several times as long as nothing may happen
                    party.guests[0].view = {"number": number}
                    await asyncio.sleep(0.002)
                if not ends:
                    await asyncio.Event().wait()

            await party.follow([move()])
            assert party.guests[0].view == {"number": 199}

    with nullcontext() if ends else pytest.raises(TimeoutError):
        asyncio.run(play_slowly())


def test_killing_plays_every_game() -> None:
    assert {name for name, _, _ in TABLES} == {"numeric", "quantum", "quatro", "stencil", "vendetta"}


@pytest.mark.parametrize("statements", range(1, 14))
def test_power_cut_while_the_database_is_prepared(statements: int, tmp_path: Path) -> None:
    """However far the first start came, the second one finds a database that it can use."""
    address = f"sqlite:///{tmp_path / 'parlour.db'}"
    asyncio.run(open_and_close(address, statements))
    asyncio.run(open_and_close(address, 10**6))


async def open_and_close(address: str, statements: int) -> None:
    """Open the house's books; the power goes before so many statements are through."""
    store = Store(address)
    left = statements

    @event.listens_for(store.engine, "before_cursor_execute")
    def count(*_: Any) -> None:
        nonlocal left
        left -= 1
        if left < 0:
            raise PowerCut

    try:
        with suppress(PowerCut):
            await store.open(time.time)
    finally:
        await store.close()
