"""A bot whose processes keep dying is asked again after a while, not at once."""

import asyncio
from concurrent.futures.process import BrokenProcessPool
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from parlour.engine.game import find_game
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
