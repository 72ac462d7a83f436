"""Live updates: Server-Sent Events. Each carries the number of the entry it tells of.

A listener that missed something, or is too slow for every change, gets the room as it is now: nothing has to be kept
for it, and it can never fall behind.
"""

import asyncio
from typing import Any, Protocol

from pydantic_core import to_json
from starlette.responses import StreamingResponse
from starlette.types import Receive, Scope, Send

from parlour.server.live.house import House
from parlour.server.live.memory import Live
from parlour.server.live.people import number_onlooker, write_people
from parlour.server.rooms.keys import new_key
from parlour.server.rooms.views import BRIEF

RETRY = b"retry: 1000\n\n"
STILL_HERE = b": still here\n\n"


class Wire(Protocol):
    """The connection to a listener. What is told goes there past all layers, which would cost more than the telling."""

    listener: "StreamListener | None"

    @property
    def is_full(self) -> bool:
        """Whether more was written than the listener has taken."""

    def write_chunk(self, data: bytes) -> None:
        """Send a part of the answer."""


class StreamListener:
    """A listener, who hears what the room is like now, unless that was seen already, and again whenever it changes."""

    def __init__(
        self,
        house: House,
        live: Live,
        wire: Wire,
        key: str,
        invited: bool,
        last: int | None,
        detail: str,
        hears_people: bool = False,
    ) -> None:
        self.house, self.live, self.wire = house, live, wire
        self.key, self.invited, self.detail, self.hears_people = key, invited, detail, hears_people
        self.missed_people = False  # it was too slow to be told
        self.onlooker = number_onlooker(live.room.code, key or new_key())
        self.seen = last if last is not None and 0 <= last <= live.room.number else 0
        self.over = asyncio.Event()

    def identify(self, key: str) -> None:
        """Whoever listens has got a key just now."""
        self.key, self.onlooker = key, number_onlooker(self.live.room.code, key)

    def begin(self) -> None:
        self.wire.listener = self
        self.wire.write_chunk(RETRY)
        self.live.listeners.add(self)
        self.house.wake(self.live)
        self.house.people.stir(self.live)
        if self.house.closing:
            self.end()

    def tell(self) -> None:
        """If anything is new; who is too slow is told later."""
        if self.live.room.number > self.seen and not self.wire.is_full:
            event = write_news(self.house, self.live, self.key, self.invited, self.seen, self.detail)
            self.seen = self.live.room.number
            self.wire.write_chunk(event)
        if self.missed_people and not self.wire.is_full:
            self.tell_people(write_people(self.house.people.show(self.live)))
        if self.hears_people and self.live.looking is None:
            self.house.people.stir(self.live)

    def tell_people(self, event: bytes) -> None:
        self.missed_people = self.wire.is_full
        if not self.missed_people:
            self.wire.write_chunk(event)

    def tell_on(self) -> None:
        """The listener has taken what was written."""
        self.house.wake(self.live)

    def beat(self) -> None:
        if not self.wire.is_full:
            self.wire.write_chunk(STILL_HERE)

    def end(self) -> None:
        self.over.set()

    def leave(self) -> None:
        self.wire.listener = None
        self.house.presence.notice(self.live.room.code, self.key)  # until now somebody was here
        self.live.listeners.discard(self)
        self.house.people.stir(self.live)


def write_news(house: House, live: Live, key: str, invited: bool, seen: int, detail: str) -> bytes:
    """What has changed in a room. Listeners who have seen and may see the same share what is written for one."""
    room = live.room
    at = house.now()
    shared = detail == BRIEF or not room.held_by(key)  # nobody else sees what a player sees
    whom = (detail, seen) if detail == BRIEF else (detail, seen, invited, room.host == key)
    event = live.told(whom, at) if shared else b""
    if not event:
        event = write_event(room.number, to_json(show_room(house, live, key, invited, at, seen, detail)))
        if shared:
            live.keep_told(whom, event)
    return event


def show_room(house: House, live: Live, key: str, invited: bool, at: float, since: int, detail: str) -> dict[str, Any]:
    """The room as somebody sees it, with who is away."""
    shown = live.views.show(key, invited, at, since, detail)
    return shown if detail == BRIEF else shown | {"people": house.people.show(live)}


def write_event(number: int, data: bytes) -> bytes:
    return b"id: %d\nevent: room\ndata: %s\n\n" % (number, data)


class Events(StreamingResponse):
    """The answer to whoever wants to listen. It ends when the listener leaves, or has to go."""

    media_type = "text/event-stream"

    def __init__(self, listener: StreamListener) -> None:
        super().__init__((), headers={"Cache-Control": "no-store"})
        self.listener = listener

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        await send({"type": "http.response.start", "status": self.status_code, "headers": self.raw_headers})
        listener = self.listener
        leaving = asyncio.create_task(self.listen_for_disconnect(receive))
        leaving.add_done_callback(lambda _: listener.end())
        try:
            listener.begin()
            await listener.over.wait()
        finally:
            listener.leave()
            leaving.cancel()
        await send({"type": "http.response.body", "body": b""})
