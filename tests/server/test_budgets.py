"""What bots, plays and logs may cost: all have their share, and whoever has had it is told so."""

import asyncio
import time
from pathlib import Path
from typing import Any

import pytest

from parlour.server.live import schedule
from parlour.server.live.house import House
from parlour.server.network.guard import Buckets
from parlour.server.rooms import acts
from parlour.server.settings import Settings
from tests.server.people import DATABASES, new_database
from tests.server.table import DECIDED, NAMES, Table, open_table, refusal
from tests.server.test_unwatched import go_on, open_house, opening, try_it

THINKING_SECONDS = 0.01


# Bots


def test_many_rooms_of_one_address_do_not_hold_up_the_bots_of_another(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Forty against one: it has its turn after every thought or two of theirs, not after forty."""

    async def play() -> None:
        async with open_house(monkeypatch, Settings(data=str(tmp_path))) as house:
            thoughts: list[str] = []
            find_first = house.thinkers.choose

            async def choose(*given: Any) -> int:
                await asyncio.sleep(THINKING_SECONDS)
                found = await find_first(*given)
                thoughts.append("somebody")
                return found

            monkeypatch.setattr(house.thinkers, "choose", choose)
            for _ in range(40):
                await house.open_room(opening(pace=0.0), "10.0.0.1")
            while len(thoughts) < 3:
                await asyncio.sleep(0.001)
            before = len(thoughts)
            room = await house.open_room(opening(pace=0.0), "10.0.0.2")
            while room.play.ply < 4:
                await asyncio.sleep(0.001)
            assert len(thoughts) - before < 40, "not one of each of the others, let alone four"

    try_it(play)


def test_a_hint_waits_for_its_turn_and_no_longer(tmp_path: Path) -> None:
    async def ask() -> None:
        house = House(Settings(data=str(tmp_path)))
        asked: list[str] = []

        async def work(who: str) -> None:
            async with house.thinkers.turns.take(who):
                await asyncio.sleep(0.001)
                asked.append(who)

        await asyncio.gather(*(work("many") for _ in range(20)), work("one"))
        assert asked.index("one") <= 2

    asyncio.run(ask())


@pytest.mark.parametrize("database", DATABASES)
def test_bots_that_moved_too_often_slow_down_and_say_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, database: str
) -> None:
    async def play() -> None:
        now = time.monotonic()
        spent = Buckets(40 / 60, 40, lambda: now)  # nothing comes in while the time stands still
        settings = Settings(data=str(tmp_path), database=address, bot_moves_per_minute=40)
        monkeypatch.setattr(schedule, "SLOW_SECONDS", 0.01)
        async with open_house(monkeypatch, settings, spend=spent.take) as house:
            rooms = [await house.open_room(opening(), "10.0.0.1") for _ in range(2)]
            while not all(room.entries[-1].kind == "slowed" for room in rooms):
                await asyncio.sleep(0.01)
            assert sum(room.play.ply for room in rooms) == 40
            sentence = "The bots slow down: one address may have 40 of their moves in a minute."
            assert [room.told[-1].words for room in rooms] == [sentence, sentence]
            other = await house.open_room(opening(), "10.0.0.2")
            await go_on(other, 10)
            now += 60.0
            for room in rooms:
                await go_on(room, room.number)
            assert [sum(entry.kind == "slowed" for entry in room.entries) for room in rooms] == [1, 1]

    with new_database(database) as address:
        try_it(play)


def test_who_has_no_address_pays_by_the_key_of_the_host(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """So it is with a room that was just read from its log; whoever looks at it next gives an address."""

    async def play() -> None:
        async with open_house(monkeypatch, Settings(data=str(tmp_path))) as house:
            live = await house.find((await house.open_room(opening(seats=[{}, {}]))).code)
            assert live.account == "h"
            house.presence.notice(live.room.code, "", "10.0.0.1")
            house.presence.notice(live.room.code, "", "10.0.0.2")
            assert live.account == "10.0.0.1"

    try_it(play)


# Plays and logs


def test_a_play_that_is_as_long_as_may_be_stays_as_it_is(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def play() -> None:
        settings = Settings(data=str(tmp_path), plies=20)
        async with open_house(monkeypatch, settings) as house:
            room = await house.open_room(opening())
            while not room.filled:
                await asyncio.sleep(0.01)
            await asyncio.sleep(0.1)
            assert room.play.ply == 20
            assert room.on
            assert room.told[-1].words == (
                "This play has 20 moves and throws, the most there can be. "
                "The play stays as it is; you can go on from its position in a new room."
            )
            assert room.entries[-1].kind == "filled"
        async with open_house(monkeypatch, Settings(data=str(tmp_path), plies=30)) as house:
            again = (await house.find(room.code)).room
            while again.play.ply < 30:
                await asyncio.sleep(0.01)
            assert [entry.kind for entry in again.entries].count("filled") == 2, "once for each length"

    try_it(play)


def fill(**most: int) -> Table:
    table = open_table(options=DECIDED)
    for name, count in most.items():
        setattr(table.room, name, count)
    while not table.room.full:
        table.move()
    return table


def test_who_moves_in_a_full_play_is_told_so_and_can_still_end_it() -> None:
    table = fill(most_plies=6)
    seat = table.room.play.to_move
    assert table.room.entries[-1].kind == "filled"
    view = table.show(NAMES[seat])
    assert (view["legal"], view["over"]) == ([], False)
    assert view["asked"] == "This play has 6 moves and throws, the most there can be."
    with refusal(409, "this play has 6 moves and throws, the most there can be: give up"):
        table.move("K1")
    last = next(entry for entry in reversed(table.room.entries) if entry.kind == "moved")
    again = (last.data["seat"], last.number - 1, last.data["text"])
    table.do(acts.move, NAMES[again[0]], *again)  # an answer that was lost is given again
    table.do(acts.offer, NAMES[seat], seat, "draw")
    table.do(acts.answer, NAMES[1 - seat], 1 - seat, "draw", True)
    assert table.room.over
    assert table.reread().room.play.record() == table.room.play.record()


def test_a_full_log_takes_no_more_but_giving_up() -> None:
    table = fill(most_entries=12)
    seat = table.room.play.to_move
    number = table.room.number
    full = "12 things have happened in this room, the most there can be: go on in a new room"
    for act, given in (
        (acts.offer, (seat, "draw")),
        (acts.undo, (1 - seat, table.room.after)),
        (acts.stand_in, (seat, "pip")),
    ):
        with refusal(409, full):
            table.do(act, NAMES[given[0]], *given)
    table.at += 10_000
    table.do(acts.expire)
    assert table.room.number == number
    table.do(acts.resign, NAMES[seat], seat)
    assert table.room.over
    assert table.room.play.tags["Secret"]


def test_sitting_down_and_getting_up_again_has_an_end() -> None:
    table = open_table(seated=False)
    table.room.most_entries = 9
    with refusal(409, "9 things have happened in this room"):
        for _ in range(9):
            table.do(acts.sit, "Ann", 0, "Ann", "")
            table.do(acts.leave, "Ann", 0)
    assert table.room.number == 9
