"""Who is here: whoever listens to a room, or has asked for anything in it a moment ago, at this process or another.

Whether a room is watched is known of this process alone. That is enough: a play that goes by itself is carried on by
the process at which somebody looks.
"""

import asyncio
from collections.abc import Callable

from parlour.server.database.store import Store
from parlour.server.database.writer import Conflict, Unreachable
from parlour.server.live.memory import Live, Memory
from parlour.server.settings import Settings

SHARE_SECONDS = 10.0  # between two times that processes tell each other, at most
SHARES = 4  # how often at least while somebody would have to be away


class Presence:
    """All of it is in memory: in a room that was just read from its log nobody has been away for long.

    `looked_again` hears of each room that somebody looks at after nobody did for a while.
    """

    def __init__(
        self,
        settings: Settings,
        memory: Memory,
        store: Store,
        now: Callable[[], float],
        looked_again: Callable[[Live], None],
    ) -> None:
        self.settings, self.memory, self.store, self.now = settings, memory, store, now
        self._looked_again = looked_again
        self._told_at = now()
        self.share_seconds = min(SHARE_SECONDS, settings.absent_seconds / SHARES)

    def notice(self, code: str, key: str, address: str = "") -> None:
        """Somebody asks for something in a room."""
        live = self.memory.get(code)
        if live is None:
            return
        self.look(live, address)
        if live.room.held_by(key):
            live.seen[key] = self.now()

    def look(self, live: Live, address: str = "") -> None:
        """Somebody looks at a room; it may have waited for that."""
        waited = not self.is_watched(live)
        live.looked_at = self.now()
        live.payer = live.payer or address
        if waited:
            self._looked_again(live)

    def is_watched(self, live: Live) -> bool:
        """Whether anybody, with a seat or without, listens to a room or has asked for anything in it a moment ago."""
        limit = self.settings.unwatched_seconds
        return bool(live.listeners) or limit <= 0 or self.now() - live.looked_at < limit

    def hear(self, code: str, seat: int) -> None:
        """Another process tells that it has seen whoever has this seat."""
        live = self.memory.get(code)
        if live is not None and seat < len(live.room.sitters):
            live.heard_of[live.room.sitters[seat].key] = self.now()

    def seconds_away(self, code: str, key: str) -> float:
        """For how long somebody has given no sign of life in a room; 0 for who is here."""
        live = self.memory.get(code)
        if live is None or is_listening(live, key):
            return 0.0
        last = max(live.admitted_at, live.seen.get(key, 0.0), live.heard_of.get(key, 0.0))
        return max(0.0, self.now() - last)

    async def share(self) -> None:
        """Tell other processes who is here, now and then and for ever."""
        while self.store.shared:
            await asyncio.sleep(self.share_seconds)
            try:
                await self.store.tell_who_is_here(self._list_seats())
            except (Unreachable, Conflict):
                continue  # the next time will do

    def _list_seats(self) -> list[tuple[str, int]]:
        """The rooms and seats of all whom this process has itself seen since it last told of them."""
        since, self._told_at = self._told_at, self.now()
        return [
            (live.room.code, seat)
            for live in self.memory.all()
            for seat, sitter in enumerate(live.room.sitters)
            if sitter.key and (live.seen.get(sitter.key, 0.0) >= since or is_listening(live, sitter.key))
        ]


def is_listening(live: Live, key: str) -> bool:
    return any(listener.key == key for listener in live.listeners)
