"""What a room is told about the people in it: who is away, how many look on, and how somebody reacts.

None of it is in the log. It is told when it changes, several changes at once. Nobody looks again and again: with each
look goes the time of the next thing that would change by itself.
"""

import asyncio
import hashlib
from collections.abc import Callable
from typing import Any

from pydantic_core import to_json

from parlour.server.live.memory import Live
from parlour.server.live.presence import FIRST_ONLOOKER, Presence
from parlour.server.rooms.absence import why_no_claim
from parlour.server.rooms.reactions import MOST_SECONDS, NAMES, SHOWN_SECONDS, WORDS, Reaction, require_rest
from parlour.server.settings import Settings

PLACES = 100  # numbers of a seat among processes, one for each reaction
SOON_SECONDS = 0.3  # in which changes are told together
LATE_SECONDS = 0.05  # after the moment at which something changes by itself, so that it has


class People:
    def __init__(self, settings: Settings, presence: Presence, now: Callable[[], float]) -> None:
        self.settings, self.presence, self.now = settings, presence, now

    def show(self, live: Live) -> dict[str, Any]:
        """As everybody in the room sees it."""
        now, room = self.now(), live.room
        away = [self._away(live, sitter.key) for sitter in room.sitters]
        absent = [seat for seat, seconds in enumerate(away) if seconds and seconds >= self.settings.absent_seconds]
        return {
            "away": [None if seconds is None else round(seconds) for seconds in away],
            "absent": absent,
            "claimable": [seat for seat in absent if room.on and not why_no_claim(room, seat)],
            "onlookers": self._count_onlookers(live),
            "reactions": [
                {
                    "number": round(reaction.at * 1000),
                    "seat": reaction.seat,
                    "what": reaction.what,
                    "words": WORDS[reaction.what],
                    "age": round(now - reaction.at, 1),
                }
                for reaction in live.reactions
                if now - reaction.at < SHOWN_SECONDS
            ],
        }

    def stir(self, live: Live) -> None:
        """Something may have changed: look soon."""
        if live.looks_soon or live.dropped or not any(listener.hears_people for listener in live.listeners):
            return
        live.looks_soon = True
        self._look_after(live, SOON_SECONDS)

    def spend(self, live: Live, seat: int, what: str) -> None:
        """Somebody wants to react, at this process. Raises Refused if that is too often."""
        now = self.now()
        live.reacted = [one for one in live.reacted if now - one.at < MOST_SECONDS]
        require_rest(live.reacted, seat, now)
        live.reacted.append(Reaction(seat, what, now))

    def hear(self, live: Live, number: int) -> None:
        """Somebody reacts, here or at another process: those who listen are told at once."""
        seat, place = divmod(number, PLACES)
        if seat < len(live.room.sitters) and place < len(NAMES):
            now = self.now()
            live.reactions = [one for one in live.reactions if now - one.at < SHOWN_SECONDS]
            live.reactions.append(Reaction(seat, NAMES[place], now))
            self._tell(live)

    def _away(self, live: Live, key: str) -> float | None:
        """The seconds for which somebody is away; nothing for who is here, and where nobody sits."""
        seconds = self.presence.seconds_away(live.room.code, key) if key else 0.0
        return seconds if seconds >= self.presence.away_seconds else None

    def _count_onlookers(self, live: Live) -> int:
        known = {onlooker for onlooker, at in live.onlookers.items() if self.now() - at < self.presence.stale_seconds}
        return len(known | set(self.presence.list_onlookers(live)))

    def _look(self, live: Live) -> None:
        live.looking, live.looks_soon = None, False
        if live.dropped or not any(listener.hears_people for listener in live.listeners):
            return
        shown = self.show(live)
        here = ([seconds is None for seconds in shown["away"]], shown["absent"], shown["onlookers"])
        if here != live.people_told:
            live.people_told = here
            self._tell(live)
        due = self._find_next(live)
        if due is not None:
            self._look_after(live, max(SOON_SECONDS, due - self.now() + LATE_SECONDS))

    def _find_next(self, live: Live) -> float | None:
        """When something changes by itself, if nobody does anything."""
        now, times = self.now(), []
        for sitter in live.room.sitters:
            if sitter.key and (seconds := self.presence.seconds_away(live.room.code, sitter.key)):
                times += [now - seconds + limit for limit in (self.presence.away_seconds, self.settings.absent_seconds)]
        times += [at + self.presence.stale_seconds for at in live.onlookers.values()]
        return min((time for time in times if time > now), default=None)

    def _look_after(self, live: Live, seconds: float) -> None:
        if live.looking is not None:
            live.looking.cancel()
        live.looking = asyncio.get_running_loop().call_later(seconds, self._look, live)

    def _tell(self, live: Live) -> None:
        event = write_people(self.show(live))
        for listener in tuple(live.listeners):
            if listener.hears_people:
                listener.tell_people(event)


def write_people(shown: dict[str, Any]) -> bytes:
    """An event without an id: it is nothing that could be missed."""
    return b"event: people\ndata: %s\n\n" % to_json(shown)


def number_reaction(seat: int, what: str) -> int:
    """As processes tell it to each other."""
    return seat * PLACES + NAMES.index(what)


def number_onlooker(code: str, key: str) -> int:
    """By which processes count somebody who looks on once, and which tells nobody who it is."""
    digest = hashlib.sha256(f"{code} {key}".encode()).digest()
    return FIRST_ONLOOKER + int.from_bytes(digest[:4])
