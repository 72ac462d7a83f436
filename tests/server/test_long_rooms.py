"""Rooms with long logs: whoever comes to one holds up nobody else."""

import asyncio
import random
from pathlib import Path

import pytest

from parlour.server.live.house import House
from parlour.server.rooms.entries import Entry
from parlour.server.rooms.room import MANUAL, Room
from parlour.server.settings import Settings
from tests.form import samples
from tests.server.people import DATABASES, new_database
from tests.server.table import SECRET, Table, open_table

LONG = 7200  # entries


def open_long_table(entries: int) -> Table:
    """Quatro by anybody's dice and at random, which is far from an end even then."""
    table = open_table("quatro", dice=MANUAL)
    room, rng = table.room, random.Random(1)
    while room.number < entries:
        play = room.play
        if play.at_chance:
            room.add("rolled", table.at, seat=0, code=rng.choice(play.outcome_codes()))
        else:
            room.add("moved", table.at, seat=play.to_move, code=rng.choice(play.legal_codes()))
    return table


async def most_at_once(work: "asyncio.Task[object]", taken: list[int]) -> int:
    """The most entries that happen before anything else gets its turn."""
    most = before = 0
    while not work.done():
        await asyncio.sleep(0)
        most, before = max(most, len(taken) - before), len(taken)
    return most


@pytest.mark.parametrize("database", DATABASES)
def test_reading_a_long_room_holds_up_nobody(tmp_path: Path, database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    table = open_long_table(samples(LONG // 4, LONG))
    taken: list[int] = []
    take = Room.take

    def counted_take(self: Room, entry: Entry) -> None:
        taken.append(entry.number)
        take(self, entry)

    monkeypatch.setattr(Room, "take", counted_take)

    async def come(address: str) -> None:
        house = House(Settings(data=str(tmp_path), database=address))
        await house.open()
        try:
            await house.store.new_room(table.room.code, table.room.watch, SECRET, table.room.entries)
            await asyncio.sleep(0.5)  # all that a house does when it opens is done
            coming = asyncio.create_task(house.find(table.room.code))
            assert await most_at_once(coming, taken) < table.room.number // 4
            room = (await coming).room
            assert (room.number, room.play.position) == (table.room.number, table.room.play.position)
            assert await house.find(table.room.watch) is await coming
        finally:
            await house.close()

    with new_database(database) as address:
        asyncio.run(come(address))


def test_two_who_come_by_different_codes_are_in_the_same_room(tmp_path: Path) -> None:
    table = open_long_table(300)

    async def come() -> None:
        house = House(Settings(data=str(tmp_path)))
        await house.open()
        try:
            await house.store.new_room(table.room.code, table.room.watch, SECRET, table.room.entries)
            players, spectators = await asyncio.gather(house.find(table.room.code), house.find(table.room.watch))
            assert players is spectators
        finally:
            await house.close()

    asyncio.run(come())


def test_a_short_room_does_not_wait_for_a_long_one(tmp_path: Path) -> None:
    read: list[int] = []

    async def come() -> None:
        house = House(Settings(data=str(tmp_path)))

        async def take_all(table: Table) -> None:
            again = Room(table.room.code, table.room.watch)
            await house.memory.take_all(again, table.room.entries)
            read.append(again.number)

        await asyncio.gather(*(take_all(table) for table in tables))

    tables = open_long_table(600), open_long_table(40)
    asyncio.run(come())
    assert read == [40, 600]


@pytest.mark.parametrize("part", [0.0, 0.5, 1.0])
def test_looking_back_shows_what_was_there(part: float) -> None:
    """However far back, it takes no longer."""
    play = open_long_table(400).room.play
    ply = int(part * play.ply)
    there = play.at(ply)
    slowly = play.at(play.ply)
    slowly.undo(play.ply - ply)
    assert (there.ply, there.position, there.events) == (ply, slowly.position, slowly.events)
    assert (there.codes, there.written, there.record()) == (slowly.codes, slowly.written, slowly.record())
    there.undo(min(3, ply))
    slowly.undo(min(3, ply))
    assert there.position == slowly.position
