"""Plays that go by themselves wait while nobody looks, and go on the moment somebody does."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from parlour.server.bots.readiness import Readiness
from parlour.server.live import house as house_module
from parlour.server.live.house import House
from parlour.server.live.memory import Live
from parlour.server.rooms import acts
from parlour.server.rooms.entries import Entry
from parlour.server.rooms.room import Room
from parlour.server.settings import Settings
from tests.server.people import DATABASES, new_database
from tests.server.table import open_table, sitting

UNWATCHED_SECONDS = 0.4
WENT_ON = "The play paused while nobody was watching, and goes on now."
BOTS = [{"name": "Random", "bot": "random"} for _ in range(2)]


def opening(**given: Any) -> dict[str, Any]:
    """Stencil to many games: bots do not come to an end soon."""
    game = open_table().room.play.game
    options = {"first_player": "red", "plate_choice": "fixed", "games": "99"}
    return {
        "game": game.name,
        "rules": game.version,
        "options": options,
        "host": "h",
        "seats": BOTS,
        "pace": 0.01,
    } | given


@asynccontextmanager
async def open_house(monkeypatch: pytest.MonkeyPatch, settings: Settings, **given: Any) -> AsyncIterator[House]:
    """A house whose bots play what comes first, without thinking."""
    house = House(settings, **given)

    async def choose(game: str, options: Any, placed: str, codes: list[int], bot: str, seed: int) -> int:
        await asyncio.sleep(0.001)
        return next(live.room.play.legal_codes()[0] for live in house.memory.all() if live.room.play.codes == codes)

    async def prepare(self: Readiness, game: str, what: str) -> None:
        pass

    monkeypatch.setattr(Readiness, "_prepare", prepare)
    monkeypatch.setattr(house.thinkers, "choose", choose)
    await house.open()
    try:
        yield house
    finally:
        await house.close()


def try_it(play: Callable[[], Awaitable[None]]) -> None:
    async def limited() -> None:
        await asyncio.wait_for(play(), 60)

    asyncio.run(limited())


async def stop(house: House, room: Room) -> int:
    """Wait until nothing happens in a room any more; the number of its last entry."""
    live = await house.find(room.code)
    while True:
        before = room.number
        await asyncio.sleep(UNWATCHED_SECONDS / 2)
        if room.number == before and live.thinking is None and house.schedule.waits(live):
            return before


async def go_on(room: Room, number: int) -> None:
    """Wait until bots have moved."""
    while room.number < number + 4:
        await asyncio.sleep(0.005)


def told(room: Room) -> list[str]:
    return [sentence.words for sentence in room.told if sentence.words == WENT_ON]


@pytest.mark.parametrize("database", DATABASES)
def test_bots_among_themselves_wait_until_somebody_looks(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, database: str
) -> None:
    async def play() -> None:
        monkeypatch.setattr(house_module, "OTHERS_SECONDS", UNWATCHED_SECONDS / 4)
        settings = Settings(data=str(tmp_path), database=address, unwatched_seconds=UNWATCHED_SECONDS)
        async with open_house(monkeypatch, settings) as house:
            room = await house.open_room(opening())
            await go_on(room, 3)
            number = await stop(house, room)
            assert room.on
            await asyncio.sleep(2 * UNWATCHED_SECONDS)
            assert (room.number, told(room)) == (number, [])
            house.presence.notice(room.code, "a stranger")
            await go_on(room, number)
            assert room.entries[number].kind == "went_on"
            assert told(room) == [WENT_ON]
            number = await stop(house, room)
            house.presence.notice(room.watch, "")
            await go_on(room, number)

    with new_database(database) as address:
        try_it(play)


def test_a_play_goes_on_as_long_as_somebody_listens(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def play() -> None:
        settings = Settings(data=str(tmp_path), unwatched_seconds=UNWATCHED_SECONDS)
        async with open_house(monkeypatch, settings) as house:
            room = await house.open_room(opening())
            listener: Any = Listener()
            live = await house.find(room.code)
            live.listeners.add(listener)
            await asyncio.sleep(3 * UNWATCHED_SECONDS)
            number = room.number
            await go_on(room, number)
            live.listeners.discard(listener)
            await stop(house, room)
            assert told(room) == []

    try_it(play)


class Listener:
    key = ""
    onlooker = 0
    hears_people = False

    def tell(self) -> None: ...

    def tell_people(self, event: bytes) -> None: ...

    def beat(self) -> None: ...

    def end(self) -> None: ...


def test_a_room_that_waited_goes_on_when_it_is_read_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It leaves memory as any other, and after the server was away somebody may come too."""

    async def play() -> None:
        settings = Settings(data=str(tmp_path), unwatched_seconds=UNWATCHED_SECONDS)
        async with open_house(monkeypatch, settings) as house:
            code = (await house.open_room(opening())).code
            number = await stop(house, (await house.find(code)).room)
        await asyncio.sleep(UNWATCHED_SECONDS)
        async with open_house(monkeypatch, settings) as house:
            await asyncio.sleep(UNWATCHED_SECONDS)
            assert len(house.memory) == 0
            room = (await house.find(code)).room
            assert room.number == number
            await go_on(room, number)
            assert told(room) == [WENT_ON]

    try_it(play)


def test_whoever_looks_in_time_is_told_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def play() -> None:
        settings = Settings(data=str(tmp_path), unwatched_seconds=UNWATCHED_SECONDS)
        async with open_house(monkeypatch, settings) as house:
            room = await house.open_room(opening())
            for _ in range(8):
                await asyncio.sleep(UNWATCHED_SECONDS / 3)
                house.presence.notice(room.code, "")
            assert told(room) == []
            await go_on(room, room.number)

    try_it(play)


@pytest.mark.parametrize("clock", ["none", "move"])
def test_stand_ins_and_sand_timers_of_the_absent_wait_too(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, clock: str
) -> None:
    """A sand timer lets a bot decide, time after time: two who left would be played for without end."""

    async def play() -> None:
        settings = Settings(data=str(tmp_path), unwatched_seconds=UNWATCHED_SECONDS)
        async with open_house(monkeypatch, settings) as house:
            timing = {"kind": clock, "seconds": 0.02, "increment": 0.0}
            room = await house.open_room(opening(seats=[{}, {}], clock=timing))
            for seat in (0, 1):
                await house.act(room.code, sitting(seat))
            if clock == "none":
                for seat in (0, 1):
                    await house.act(room.code, standing_in(seat))
            await go_on(room, room.number)
            number = await stop(house, room)
            house.presence.notice(room.code, "")
            await go_on(room, number)

    try_it(play)


def standing_in(seat: int) -> acts.Act:
    return lambda room, at: acts.stand_in(room, "key", seat, "pip", at)


def test_a_bot_answers_a_person_who_has_left(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """That is one answer to one move, and ends by itself."""

    async def play() -> None:
        settings = Settings(data=str(tmp_path), unwatched_seconds=UNWATCHED_SECONDS)
        async with open_house(monkeypatch, settings) as house:
            room = await house.open_room(opening(seats=[{}, BOTS[0]], pace=2 * UNWATCHED_SECONDS))
            await house.act(room.code, sitting(0))
            text = room.play.legal[0].notation
            await house.act(room.code, lambda room, at: acts.move(room, "key", 0, room.after, text, at))
            while room.play.to_move != 0:
                await asyncio.sleep(0.01)
            assert told(room) == []

    try_it(play)


def test_who_looks_while_a_move_is_written_disturbs_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def play() -> None:
        settings = Settings(data=str(tmp_path), unwatched_seconds=10.0)  # a busy machine takes its time for four moves
        async with open_house(monkeypatch, settings) as house:
            append, writing = house.store.append, asyncio.Event()

            async def append_slowly(code: str, entries: Sequence[Entry]) -> None:
                writing.set()
                await asyncio.sleep(0.05)
                await append(code, entries)

            monkeypatch.setattr(house.store, "append", append_slowly)
            room = await house.open_room(opening())
            live = await house.find(room.code)
            await writing.wait()
            live.looked_at = 0.0  # a long time ago
            house.presence.notice(room.code, "")
            await go_on(room, room.number)
            assert not live.dropped

    try_it(play)


def test_nothing_waits_where_the_setting_is_0(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def play() -> None:
        async with open_house(monkeypatch, Settings(data=str(tmp_path), unwatched_seconds=0.0)) as house:
            live = await house.find((await house.open_room(opening())).code)
            live.looked_at = 0.0
            assert not house.schedule.waits(live)
            await go_on(live.room, live.room.number)

    try_it(play)


@pytest.mark.parametrize("database", [kind for kind in DATABASES if kind != "sqlite"])
def test_the_process_at_which_somebody_looks_carries_the_play_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, database: str
) -> None:
    """At once: nobody else has moved for long."""

    async def play() -> None:
        monkeypatch.setattr(house_module, "OTHERS_SECONDS", 3 * UNWATCHED_SECONDS)
        settings = Settings(database=address, unwatched_seconds=UNWATCHED_SECONDS)
        async with open_house(monkeypatch, settings) as here, open_house(monkeypatch, settings) as there:
            room = await here.open_room(opening())
            number = await stop(here, room)
            await asyncio.sleep(4 * UNWATCHED_SECONDS)
            live: Live = await there.find(room.code)
            started = asyncio.get_running_loop().time()
            await go_on(live.room, number)
            assert asyncio.get_running_loop().time() - started < UNWATCHED_SECONDS
            assert told(live.room) == [WENT_ON]

    with new_database(database) as address:
        try_it(play)
