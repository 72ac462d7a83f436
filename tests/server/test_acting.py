"""Moves are taken in without a task, committed together and answered from the commit; whatever has to wait, waits."""

import asyncio
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import text

from parlour.server.database.writer import Row, Unreachable, Writer
from parlour.server.live.house import House
from parlour.server.rooms import acts
from parlour.server.rooms.acts import Act
from parlour.server.rooms.refusal import Refused
from parlour.server.rooms.room import Room
from parlour.server.settings import Settings
from tests.server.table import sitting
from tests.server.test_store import OPENING, looking_into


async def soon(house: House, *asked: tuple[str, Act]) -> list[Room | Exception | None]:
    """What is answered to several things asked for in one round of the loop."""
    loop = asyncio.get_running_loop()
    answers: list[asyncio.Future[Room | Exception | None]] = [loop.create_future() for _ in asked]
    for (code, do), answer in zip(asked, answers, strict=True):
        house.act_soon(code, do, answer.set_result)
    return await asyncio.gather(*answers)


def test_what_comes_together_is_committed_together(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    database = f"sqlite:///{tmp_path / 'parlour.db'}"
    commits: list[int] = []
    commit = Writer._commit

    def counted_commit(self: Writer, rows: Sequence[Row], waits: int) -> None:
        commits.append(len(rows))
        commit(self, rows, waits)

    def eve(room: Room, at: float) -> None:
        acts.sit(room, "another key", 0, "Eve", "", at)

    async def act() -> None:
        house, other = House(Settings(database=database)), House(Settings(database=database))
        for opened in (house, other):
            await opened.open()
        code, second = [(await house.open_room(OPENING)).code for _ in range(2)]
        for room in (code, second):
            await house.act(room, sitting(0))
        assert await soon(house, ("zzzzzzzz", sitting(0))) == [None]  # no such room
        live = await house.find(code)
        async with live.lock:
            assert await soon(house, (code, sitting(1))) == [None]  # somebody else is at it
        await other.find(code)
        monkeypatch.setattr(Writer, "_commit", counted_commit)
        rooms = [live.room, (await house.find(second)).room]
        before = sum(room.number for room in rooms)
        assert await soon(house, *((room.code, sitting(1)) for room in rooms), (code, sitting(1))) == [*rooms, None]
        entries = sum(room.number for room in rooms)
        assert commits == [entries - before]
        with looking_into(database) as engine, engine.connect() as connection:
            assert connection.execute(text("SELECT count(*) FROM entries")).scalar() == entries
        (refused,) = await soon(house, (code, eve))
        assert isinstance(refused, Refused)
        assert (house.counts.acts, house.counts.refusals, house.counts.conflicts) == (5, 1, 0)

        assert await soon(other, (code, sitting(1))) == [None]  # the log has gone on without it
        assert other.counts.conflicts == 1
        assert (await other.act(code, sitting(1))).number == live.room.number
        for opened in (house, other):
            await opened.close()

    asyncio.run(act())


def test_what_cannot_be_committed_is_answered_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def act() -> None:
        house = House(Settings(database=f"sqlite:///{tmp_path / 'parlour.db'}"))
        await house.open()
        codes = [(await house.open_room(OPENING)).code for _ in range(2)]
        for code in codes:
            await house.act(code, sitting(0))
        answers: list[asyncio.Future[Any]] = [asyncio.get_running_loop().create_future() for _ in codes]
        with monkeypatch.context() as broken:
            broken.setattr(Writer, "_commit", lambda self, rows, waits: 1 / 0)
            for code, answer in zip(codes, answers, strict=True):
                house.act_soon(code, sitting(1), answer.set_result)
            assert [type(answer) for answer in await asyncio.gather(*answers)] == [Unreachable, Unreachable]
        for code in codes:
            assert not (await house.find(code)).room.begun  # as it was committed
            assert (await house.act(code, sitting(1))).begun
        await house.close()

    asyncio.run(act())


def test_whoever_is_next_in_line_is_not_overtaken(tmp_path: Path) -> None:
    """Between one who lets a room go and the next, who has waited for it, it is free for nobody else."""

    async def act() -> None:
        house = House(Settings(database=f"sqlite:///{tmp_path / 'parlour.db'}"))
        await house.open()
        code = (await house.open_room(OPENING)).code
        live = await house.find(code)
        await live.lock.acquire()
        next_one = asyncio.create_task(house.act(code, sitting(0)))
        await asyncio.sleep(0)
        live.lock.release()
        assert not live.lock.locked()
        assert await soon(house, (code, sitting(1))) == [None]
        assert (await next_one).sitters[0].taken
        assert (await house.act(code, sitting(1))).begun
        assert live.settled
        await house.close()

    asyncio.run(act())
