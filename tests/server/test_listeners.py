"""Those who listen to a room, in this process: with other times than a server has, and cut off at any moment."""

import asyncio
import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from parlour.server.api.stream import Events, StreamListener, write_news
from parlour.server.database.store import Stored
from parlour.server.database.writer import Unreachable
from parlour.server.live import audience
from parlour.server.live.house import House
from parlour.server.live.memory import Live
from parlour.server.rooms import acts
from parlour.server.rooms.acts import Act
from parlour.server.rooms.entries import Entry
from parlour.server.settings import Settings
from tests.server.table import sitting

DECIDED = {"first_player": "red"}  # Stencil without chance


async def open_house(tmp_path: Path) -> tuple[House, Live]:
    house = House(Settings(data=str(tmp_path)))
    await house.open()
    opening = {"game": "stencil", "rules": 1, "options": DECIDED, "seats": [{}, {}], "host": ""}
    room = await house.open_room(opening)
    return house, await house.find(room.code)


@dataclass
class Line:
    """A connection that keeps what is written to it."""

    is_full: bool = False
    chunks: list[bytes] = field(default_factory=list)
    listener: StreamListener | None = None

    def write_chunk(self, data: bytes) -> None:
        self.chunks.append(data)

    async def hear(self, count: int) -> list[bytes]:
        """So many chunks, and no more."""
        async with asyncio.timeout(5):
            while len(self.chunks) < count:
                await asyncio.sleep(0.005)
        heard, self.chunks = self.chunks, []
        assert len(heard) == count
        return heard


def listen_to(house: House, live: Live, last: int | None = None) -> tuple[StreamListener, Line]:
    line = Line()
    listener = StreamListener(house, live, line, "", True, last, "text")
    listener.begin()
    return listener, line


def test_a_sign_of_life_comes_now_and_then(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(audience, "HEARTBEAT_SECONDS", 0.05)

    async def listen() -> None:
        house, live = await open_house(tmp_path)
        listener, line = listen_to(house, live, live.room.number)
        assert await line.hear(1) == [b"retry: 1000\n\n"]
        for _ in range(2):
            assert await line.hear(1) == [b": still here\n\n"]
        listener.leave()
        assert not live.listeners
        await asyncio.sleep(0.2)
        assert not line.chunks
        await house.close()

    asyncio.run(listen())


def test_a_listener_follows_a_room_that_was_read_anew(tmp_path: Path) -> None:
    """So it is when another process was faster, or the database failed in between."""

    async def listen() -> None:
        house, live = await open_house(tmp_path)
        code = live.room.code
        listener, line = listen_to(house, live)
        assert b"id: 1\n" in (await line.hear(2))[1]
        house.memory.drop(live)
        again = await house.find(code)
        assert again is not live
        await house.act(code, sitting(0))
        assert b"id: 2\n" in (await line.hear(1))[0]
        assert (live.listeners, again.listeners) == (set(), {listener})
        listener.leave()
        assert not again.listeners
        await house.close()

    asyncio.run(listen())


@pytest.mark.parametrize("error", [Unreachable("the disk is gone"), ValueError("that is no entry")])
def test_a_listener_goes_when_the_room_cannot_be_read_any_more(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, error: Exception
) -> None:
    async def listen() -> None:
        house, live = await open_house(tmp_path)
        listener, line = listen_to(house, live)
        await line.hear(2)

        async def fail(code: str) -> None:
            raise error

        monkeypatch.setattr(house.store, "load", fail)
        house.memory.drop(live)
        await asyncio.wait_for(listener.over.wait(), 5)
        await house.close()

    asyncio.run(listen())


@pytest.mark.parametrize("end", ["streams", "house"])
def test_a_listener_goes_when_the_house_closes_while_the_room_is_read_anew(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, end: str
) -> None:
    async def listen() -> None:
        house, live = await open_house(tmp_path)
        listener, line = listen_to(house, live)
        await line.hear(2)
        load, reading = house.store.load, asyncio.Event()

        async def load_later(code: str) -> Stored | None:
            await reading.wait()
            return await load(code)

        monkeypatch.setattr(house.store, "load", load_later)
        house.memory.drop(live)
        await asyncio.sleep(0.02)
        if end == "streams":
            house.close_streams()
            reading.set()
        else:
            await house.close()
        await asyncio.wait_for(listener.over.wait(), 5)
        await house.close()

    asyncio.run(listen())


def test_a_room_in_which_something_happens_all_the_time_is_told_of(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    async def listen() -> None:
        house, live = await open_house(tmp_path)
        append = house.store.append

        async def append_slowly(room: str, entries: Sequence[Entry]) -> None:
            await asyncio.sleep(0.005)
            await append(room, entries)

        monkeypatch.setattr(house.store, "append", append_slowly)

        async def act() -> None:
            for _ in range(40):
                await house.act(live.room.code, sitting(0))
                await house.act(live.room.code, lambda room, at: acts.leave(room, "key", 0, at))

        acting = asyncio.create_task(act())
        await asyncio.sleep(0.02)
        assert live.lock.locked()
        _, line = listen_to(house, live)
        await acting
        assert len(line.chunks) > 20
        await house.close()

    asyncio.run(listen())


def test_one_listener_who_cannot_be_told_leaves_the_others_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def listen() -> None:
        house, live = await open_house(tmp_path)
        listeners = [listen_to(house, live) for _ in range(3)]
        for _, line in listeners:
            await line.hear(2)

        def fail(data: bytes) -> None:
            raise RuntimeError("no such line")

        monkeypatch.setattr(listeners[1][1], "write_chunk", fail)
        await house.act(live.room.code, sitting(0))
        for i in (0, 2):
            assert b"id: 2\n" in (await listeners[i][1].hear(1))[0]
        assert [listener.over.is_set() for listener, _ in listeners] == [False, True, False]
        await house.close()

    asyncio.run(listen())


def test_nothing_is_told_that_is_not_committed(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    async def listen() -> None:
        house, live = await open_house(tmp_path)
        _, line = listen_to(house, live)
        await line.hear(2)
        committing = asyncio.Event()
        append = house.store.append

        async def append_later(room: str, entries: Sequence[Entry]) -> None:
            await committing.wait()
            await append(room, entries)

        monkeypatch.setattr(house.store, "append", append_later)
        acting = asyncio.create_task(house.act(live.room.code, sitting(0)))
        await asyncio.sleep(0.05)
        assert live.room.number == 2  # in memory
        house.wake(live)
        await asyncio.sleep(0.05)
        assert not line.chunks
        committing.set()
        await acting
        assert b"id: 2\n" in (await line.hear(1))[0]
        await house.close()

    asyncio.run(listen())


def test_a_slow_listener_gets_the_last_state_and_all_sentences(tmp_path: Path) -> None:
    async def listen() -> None:
        house, live = await open_house(tmp_path)
        listener, line = listen_to(house, live)
        await line.hear(2)
        line.is_full = True
        for seat in (0, 1):
            await house.act(live.room.code, sitting(seat, f"P{seat}"))
            await asyncio.sleep(0.02)
        assert not line.chunks
        line.is_full = False
        listener.tell_on()
        heard = json.loads((await line.hear(1))[0].decode().split("data: ")[1])
        assert heard["number"] == live.room.number
        assert [told["sentence"] for told in heard["told"]][:3] == ["P0 sat down.", "P1 sat down.", "The play begins."]
        await house.close()

    asyncio.run(listen())


def seat_person(key: str, seat: int) -> Act:
    return lambda room, at: acts.sit(room, key, seat, key, "", at)


def test_who_may_see_the_same_is_told_the_same_with_clocks_that_run(tmp_path: Path) -> None:
    now = 1000.0
    players = ["Ann", "Ben"]

    async def listen() -> None:
        nonlocal now
        house = House(Settings(data=str(tmp_path)), lambda: now)
        await house.open()
        clock = {"kind": "total", "seconds": 500.0, "increment": 0.0}
        opening = {"game": "stencil", "rules": 1, "options": DECIDED, "seats": [{}, {}], "host": "", "clock": clock}
        code = (await house.open_room(opening)).code
        for seat, key in enumerate(players):
            await house.act(code, seat_person(key, seat))
        live = await house.find(code)

        def told(key: str, invited: bool = True, seen: int = 0, detail: str = "text") -> Any:
            event = write_news(house, live, key, invited, seen, detail)
            assert event == write_news(house, live, key, invited, seen, detail)
            return json.loads(event.split(b"data: ")[1])

        for detail in ("full", "text"):
            views = [told(key, detail=detail) for key in ("", *players)]
            assert [view["yours"] for view in views] == [[], [0], [1]]
            assert [bool(view["legal"]) for view in views].count(True) == 1
            assert told("", invited=False, detail=detail)["code"] is None
            assert len(told("", seen=2, detail=detail)["told"]) < len(views[0]["told"])
        brief = write_news(house, live, "", True, 0, "brief")
        assert brief is write_news(house, live, players[0], False, 0, "brief")
        running = told("")["clock"]["running"]
        now += 60
        for detail in ("text", "brief"):
            assert told("", detail=detail)["clock"]["left"][running] == 440
        await house.close()

    asyncio.run(listen())


@pytest.mark.parametrize("leaves", [True, False])
def test_a_listener_who_leaves_or_has_to_go_is_let_go(tmp_path: Path, leaves: bool) -> None:
    async def listen() -> None:
        house, live = await open_house(tmp_path)
        left = asyncio.Event()
        sent: list[Any] = []

        async def receive() -> dict[str, Any]:
            await left.wait()
            return {"type": "http.disconnect"}

        async def send(message: Any) -> None:
            sent.append(message)

        line = Line(is_full=True)  # and reads nothing
        scope = {"type": "http", "asgi": {"spec_version": "2.3"}}
        listener = StreamListener(house, live, line, "", True, None, "text")
        answering = asyncio.create_task(Events(listener)(scope, receive, send))
        await line.hear(1)
        assert live.listeners == {line.listener} == {listener}
        if leaves:
            left.set()
        else:
            house.close_streams()
        await asyncio.wait_for(answering, 5)
        assert (live.listeners, line.listener) == (set(), None)
        assert [message["type"] for message in sent] == ["http.response.start", "http.response.body"]
        await house.close()

    asyncio.run(listen())
