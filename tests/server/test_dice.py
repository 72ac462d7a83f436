"""What is said of a play's dice: found once, beside all else, and the same for everybody who asks."""

import asyncio
import json
import threading
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest

from parlour.server.app import create_api
from parlour.server.live import verdicts
from parlour.server.live.house import House
from parlour.server.live.verdicts import Verdicts
from parlour.server.rooms import acts
from parlour.server.rooms.views import show_verdict
from parlour.server.settings import Settings
from tests.server.people import PATIENCE_SECONDS
from tests.server.table import Table, open_table, play_at_random


class Slow:
    """Takes the place of the check: it waits until it is let go, and counts."""

    def __init__(self) -> None:
        self.go = threading.Event()
        self.threads: list[str] = []

    def __call__(self, play: Any) -> dict[str, Any]:
        self.threads.append(threading.current_thread().name)
        assert self.go.wait(PATIENCE_SECONDS)
        return show_verdict(play)


@pytest.fixture
def slow(monkeypatch: pytest.MonkeyPatch) -> Slow:
    found = Slow()
    monkeypatch.setattr(verdicts, "show_verdict", found)
    return found


def over(code: str = "rrrrrrrr") -> Table:
    """A short play that was given up, so that its secret is told."""
    table = open_table("quatro", "two")
    table.room.code = code
    play_at_random(table, 8)
    table.do(acts.resign, "Ann", 0)
    return table


@asynccontextmanager
async def new_verdicts() -> AsyncIterator[Verdicts]:
    found = Verdicts()
    yield found
    found.close()


def run(work: Any) -> None:
    asyncio.run(asyncio.wait_for(work, PATIENCE_SECONDS))


def test_all_who_ask_at_once_share_one_check_and_nobody_waits_for_it(slow: Slow) -> None:
    room = over().room

    async def ask() -> None:
        async with new_verdicts() as found:
            asked = [asyncio.ensure_future(found.find(room)) for _ in range(200)]
            for _ in range(50):  # the loop goes round, though the check does not come to an end
                await asyncio.sleep(0.001)
            assert not any(one.done() for one in asked)
            slow.go.set()
            answers = {await one for one in asked}
            assert [json.loads(answer) for answer in answers] == [show_verdict(room.play)]
            assert await found.find(room) in answers
            assert found.checked == 1
            assert found.seconds > 0

    run(ask())
    assert len(slow.threads) == 1
    assert threading.current_thread().name not in slow.threads


def test_somebody_who_goes_away_takes_the_answer_from_nobody(slow: Slow) -> None:
    room = over().room

    async def ask() -> None:
        async with new_verdicts() as found:
            first, second = (asyncio.ensure_future(found.find(room)) for _ in range(2))
            await asyncio.sleep(0.01)
            first.cancel()
            await asyncio.sleep(0.01)
            slow.go.set()
            assert json.loads(await second)["fair"]

    run(ask())
    assert len(slow.threads) == 1


def test_what_failed_is_tried_again(monkeypatch: pytest.MonkeyPatch) -> None:
    room, failures = over().room, iter([True])

    def fail_once(play: Any) -> dict[str, Any]:
        if next(failures, False):
            raise RuntimeError("no memory")
        return show_verdict(play)

    monkeypatch.setattr(verdicts, "show_verdict", fail_once)

    async def ask() -> None:
        async with new_verdicts() as found:
            with pytest.raises(RuntimeError, match="no memory"):
                await found.find(room)
            assert json.loads(await found.find(room))["fair"]

    run(ask())


def test_only_so_many_are_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(verdicts, "KEPT_VERDICTS", 2)
    rooms = [over(f"{letter * 8}").room for letter in "abc"]

    async def ask() -> None:
        async with new_verdicts() as found:
            for room in rooms:
                await found.find(room)
            assert found.checked == 3
            await found.find(rooms[2])
            await found.find(rooms[1])
            assert found.checked == 3
            await found.find(rooms[0])
            assert found.checked == 4

    run(ask())


def test_what_can_still_change_is_not_kept() -> None:
    table = open_table("quatro", "two")
    play_at_random(table, 8)

    async def ask() -> None:
        async with new_verdicts() as found:
            assert "not revealed yet" in json.loads(await found.find(table.room))["sentences"][0]
            table.do(acts.resign, "Ann", 0)
            assert json.loads(await found.find(table.room))["fair"]

    run(ask())


def test_the_server_answers_others_while_dice_are_checked(tmp_path: Path, slow: Slow) -> None:
    """Over the API: a burst for one play, and the room itself can be seen meanwhile."""
    settings = Settings(data=str(tmp_path), requests_per_second=0)
    house = House(settings)

    async def ask() -> None:
        app = create_api(settings, house)
        async with app.router.lifespan_context(app) as state:
            transport = httpx.ASGITransport(_with_state(app, dict(state or {})))
            async with httpx.AsyncClient(transport=transport, base_url="http://house") as http:
                code = (await http.post("/api/rooms", json={"game": "quatro", "preset": "two"})).json()["code"]
                key = (await http.post("/api/guests")).json()["key"]
                http.headers["Authorization"] = f"Bearer {key}"
                for seat in (0, 1):
                    assert (await http.post(f"/api/rooms/{code}/seats/{seat}", json={"name": "Ann"})).is_success
                assert (await http.post(f"/api/rooms/{code}/resign", json={"seat": 0})).is_success
                asked = [asyncio.create_task(http.get(f"/api/rooms/{code}/dice")) for _ in range(20)]
                while not slow.threads:
                    await asyncio.sleep(0.01)
                began = time.monotonic()
                assert (await http.get(f"/api/rooms/{code}")).json()["over"]
                assert time.monotonic() - began < PATIENCE_SECONDS / 2
                slow.go.set()
                assert all([(await one).json()["fair"] for one in asked])
                figures = (await http.get("/metrics")).text
                assert "parlour_dice_checked_total 1\n" in figures

    run(ask())
    assert len(slow.threads) == 1


def _with_state(app: Any, state: dict[str, Any]) -> Any:
    async def wrapped(scope: dict[str, Any], receive: Any, send: Any) -> None:
        await app({**scope, "state": dict(state)}, receive, send)

    return wrapped
