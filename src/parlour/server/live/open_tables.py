"""Open tables: the rooms that wait for anybody, because their makers want that, the latest first."""

import asyncio
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from parlour.server.database.store import Store
from parlour.server.live.memory import Live, Memory
from parlour.server.live.presence import Presence
from parlour.server.rooms.refusal import Refused

MOST_TABLES = 30  # in the list
MOST_OF_ONE = 2  # tables of one maker in it
FRESH_SECONDS = 2.0  # for which a list is told again as it was


class OpenTables:
    def __init__(self, store: Store, memory: Memory, presence: Presence, now: Callable[[], float]) -> None:
        self.store, self.memory, self.presence, self.now = store, memory, presence, now
        self._listed: list[dict[str, Any]] = []
        self._listed_at = float("-inf")
        self._lock = asyncio.Lock()  # whoever asks while a list is made gets that one

    async def find_all(self) -> list[dict[str, Any]]:
        """The tables, the latest first. Raises Unreachable."""
        async with self._lock:
            if self.now() - self._listed_at >= FRESH_SECONDS:
                self._listed = await self._gather()
                self._listed_at = self.now()
            return self._listed

    async def _gather(self) -> list[dict[str, Any]]:
        found: list[dict[str, Any]] = []
        makers: dict[str, int] = {}
        for code in await self.store.list_waiting(self.now()):
            live = await self._find(code)
            if live is None or not self.is_open(live):
                continue
            makers[live.room.host] = makers.get(live.room.host, 0) + 1
            if makers[live.room.host] <= MOST_OF_ONE:
                found.append(show_table(live, self.now()))
            if len(found) == MOST_TABLES:
                break
        return found

    async def _find(self, code: str) -> Live | None:
        """A room with people in it is in memory here, unless they are at another process."""
        if not self.store.shared:
            return self.memory.get(code)
        with suppress(Refused):
            return await self.memory.find(code)
        return None

    def is_open(self, live: Live) -> bool:
        """Whether anybody may join, there is a seat, and somebody who sits there is here."""
        room = live.room
        if not room.anyone or not room.short_code(self.now()):
            return False
        away = (self.presence.seconds_away(room.code, sitter.key) for sitter in room.sitters if sitter.key)
        return any(seconds < self.presence.away_seconds for seconds in away)


def show_table(live: Live, at: float) -> dict[str, Any]:
    """What strangers are told: no key, no secret, and the one code by which they come in."""
    room = live.room
    return {
        "code": room.code,
        "game": room.play.game.name,
        "title": room.play.game.title,
        "names": [sitter.name for sitter in room.sitters if sitter.taken],
        "free": sum(not sitter.taken for sitter in room.sitters),
        "seats": len(room.sitters),
        "waits": round(max(0.0, at - room.opened_at)),
    }
