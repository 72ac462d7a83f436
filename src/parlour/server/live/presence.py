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
AWAY_SECONDS = 15.0  # after which somebody is shown to be away, at most: a page that is loaded again takes less
FIRST_ONLOOKER = 100  # processes tell of seats by their numbers, and of people who look on by numbers from here on


class Presence:
    """All of it is in memory: in a room that was just read from its log nobody has been away for long.

    `looked_again` hears of each room that somebody looks at after nobody did for a while, and `returned` of each in
    which somebody may be back.
    """

    def __init__(
        self,
        settings: Settings,
        memory: Memory,
        store: Store,
        now: Callable[[], float],
        looked_again: Callable[[Live], None],
        returned: Callable[[Live], None] = lambda live: None,
    ) -> None:
        self.settings, self.memory, self.store, self.now = settings, memory, store, now
        self._looked_again, self._returned = looked_again, returned
        self._told_at = now()
        self.share_seconds = min(SHARE_SECONDS, settings.absent_seconds / SHARES)
        self.stale_seconds = 2 * self.share_seconds  # after which who looked on at another process is gone
        self.away_seconds = min(AWAY_SECONDS, settings.absent_seconds / 2)

    def notice(self, code: str, key: str, address: str = "") -> None:
        """Somebody asks for something in a room."""
        live = self.memory.get(code)
        if live is None:
            return
        self.look(live, address)
        if live.room.held_by(key):
            now = self.now()
            unseen = now - live.seen.get(key, 0.0) >= self.away_seconds  # it is quicker to tell, and mostly says enough
            was_away = unseen and self._seconds_away(live, key) >= self.away_seconds
            live.seen[key] = now
            if was_away:
                self._returned(live)

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

    def hear(self, code: str, number: int) -> None:
        """Another process tells that it has seen whoever has this seat, or who looks on by this number."""
        live = self.memory.get(code)
        if live is None:
            return
        now = self.now()
        if number >= FIRST_ONLOOKER:
            live.onlookers = {one: at for one, at in live.onlookers.items() if now - at < self.stale_seconds}
            is_new = number not in live.onlookers
            live.onlookers[number] = now
        elif number < len(live.room.sitters):
            key = live.room.sitters[number].key
            is_new = self.seconds_away(code, key) >= self.away_seconds
            live.heard_of[key] = now
        else:
            return
        if is_new:
            self._returned(live)

    def list_onlookers(self, live: Live) -> list[int]:
        """The numbers of those who listen to a room at this process and have no seat in it."""
        held = {sitter.key for sitter in live.room.sitters} - {""}
        return [listener.onlooker for listener in live.listeners if listener.key not in held]

    def seconds_away(self, code: str, key: str) -> float:
        """For how long somebody has given no sign of life in a room; 0 for who is here."""
        live = self.memory.get(code)
        return 0.0 if live is None else self._seconds_away(live, key)

    def _seconds_away(self, live: Live, key: str) -> float:
        if is_listening(live, key):
            return 0.0
        last = max(live.admitted_at, live.seen.get(key, 0.0), live.heard_of.get(key, 0.0))
        return max(0.0, self.now() - last)

    async def share(self) -> None:
        """Tell other processes who is here, now and then and for ever."""
        while self.store.shared:
            await asyncio.sleep(self.share_seconds)
            try:
                await self.store.tell_who_is_here(self._list_here())
            except (Unreachable, Conflict):
                continue  # the next time will do

    def _list_here(self) -> list[tuple[str, int]]:
        """The rooms and seats of all whom this process has itself seen since it last told of them, and who looks on."""
        since, self._told_at = self._told_at, self.now()
        here: list[tuple[str, int]] = []
        for live in self.memory.all():
            here += [
                (live.room.code, seat)
                for seat, sitter in enumerate(live.room.sitters)
                if sitter.key and (live.seen.get(sitter.key, 0.0) >= since or is_listening(live, sitter.key))
            ]
            here += [(live.room.code, onlooker) for onlooker in set(self.list_onlookers(live))]
        return here


def is_listening(live: Live, key: str) -> bool:
    for listener in live.listeners:
        if listener.key == key:
            return True
    return False
