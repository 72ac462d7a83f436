"""What servers are loaded with to be measured."""

import asyncio
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import httpx
import pytest
from rich.console import Console

from benchmarks import filling, serving
from benchmarks.load import Load, ServerFault
from parlour.engine.game import games
from parlour.terminal.progress import new_progress
from tests.server.serving import running_server

ROOMS = 6


def test_rooms_of_every_game_are_played_in(tmp_path: Path) -> None:
    with running_server(tmp_path) as server:
        assert filling.count_rooms(server.port) == 0
        asyncio.run(filling.fill(server.port, games(), ROOMS, new_progress(Console(quiet=True))))
        assert filling.count_rooms(server.port) == ROOMS
        told = re.search(r"parlour_moves_total (\d+)", httpx.get(f"{server.address}/metrics").text)
        assert told
        assert int(told[1]) > ROOMS * filling.MOVES / 2
        with pytest.raises(ServerFault, match=f"{ROOMS} rooms are in memory after 0 seconds: expected none"):
            filling.wait_until_empty(server.port, 0)


def test_the_server_is_compared_with_a_peer_that_stores_and_one_that_does_not() -> None:
    def load(moves: int) -> Sequence[Any]:
        return [Load(1, 0.0, 1.0, moves, 1.0, 1.0, 1.0, 1.0, 1.0)]

    found = {serving.OURS: load(300), serving.ON_FILES: load(100), serving.IN_MEMORY: load(200)}
    assert serving.compare(found, serving.ON_FILES, ["1 room"]) == "3.00 with 1 room"
    assert serving.compare(found, serving.IN_MEMORY, ["1 room"]) == "1.50 with 1 room"
