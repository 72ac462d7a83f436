"""Bots in the house: one that cannot think is asked again after a while, and nobody foresees what one plays."""

import asyncio
from concurrent.futures.process import BrokenProcessPool
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from parlour.engine.game import find_game
from parlour.server.bots.turns import Turns
from parlour.server.live import schedule
from parlour.server.live.house import House
from parlour.server.settings import Settings


def test_a_bot_that_cannot_think_is_asked_again_later(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[float] = []

    async def die(*given: Any) -> int:
        asked.append(asyncio.get_running_loop().time())
        if len(asked) < 3:
            raise BrokenProcessPool("they died")
        return len(asked) - 3  # cell after cell

    async def play() -> int:
        house = House(Settings(data=str(tmp_path)))
        monkeypatch.setattr(house.thinkers, "choose", die)
        await house.open()
        try:
            bots = [{"name": "Random", "bot": "random", "seed": "s"} for _ in range(2)]
            game = find_game("stencil")
            options = {"first_player": "red", "plate_choice": "fixed"}
            opening = {"game": game.name, "rules": game.version, "options": options, "host": "h"}
            room = await house.open_room({**opening, "seats": bots})
            while len(asked) < 4:
                await asyncio.sleep(0.01)
            return len(room.movers)
        finally:
            await house.close()

    monkeypatch.setattr(schedule, "AGAIN_SECONDS", 0.2)
    assert asyncio.run(asyncio.wait_for(play(), 30)) >= 1, "the third answer is played"
    assert all(later - sooner > 0.15 for sooner, later in pairwise(asked[:3]))


def test_nobody_foresees_what_a_bot_plays(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What its choice goes by is another in every room, though all else that is told of them is the same."""
    seeds: list[int] = []

    async def choose(*given: Any) -> int:
        seeds.append(given[-1])
        await asyncio.Event().wait()
        return 0

    async def play() -> None:
        house = House(Settings(data=str(tmp_path)))
        monkeypatch.setattr(house.thinkers, "choose", choose)
        monkeypatch.setattr(house.thinkers, "turns", Turns(3))  # one for each, since none comes to an end
        await house.open()
        try:
            bots = [{"name": "Random", "bot": "random", "seed": "s"} for _ in range(2)]
            game = find_game("stencil")
            options = {"first_player": "red", "plate_choice": "fixed"}
            opening = {"game": game.name, "rules": game.version, "options": options, "host": "h", "seats": bots}
            for _ in range(3):
                await house.open_room(opening)
            while len(seeds) < 3:
                await asyncio.sleep(0.01)
        finally:
            await house.close()

    asyncio.run(asyncio.wait_for(play(), 30))
    assert len(set(seeds)) == 3
