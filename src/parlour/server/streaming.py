"""Live updates: Server-Sent Events. Each carries the number of the entry it tells of.

A listener that missed something, or is too slow for every change, gets the room as it is now: nothing has to be kept
for it, and it can never fall behind.
"""

import asyncio
from collections.abc import AsyncGenerator
from contextlib import aclosing

from pydantic_core import to_json
from starlette.responses import StreamingResponse
from starlette.types import Receive, Scope, Send

from parlour.server.house import House, Live
from parlour.server.showing import BRIEF, show_room

STILL_HERE = b": still here\n\n"


def write_event(number: int, data: bytes) -> bytes:
    return b"id: %d\nevent: room\ndata: %s\n\n" % (number, data)


async def stream_room(
    house: House, live: Live, key: str, invited: bool, last: int | None, detail: str
) -> AsyncGenerator[bytes, None]:
    """The room now, unless the listener has seen it already, and again whenever it changes."""
    code = live.room.code
    woken = asyncio.Event()
    live.listeners.add(woken)
    seen = last if last is not None and 0 <= last <= live.room.number else 0
    try:
        yield b"retry: 1000\n\n"
        if live.dropped or seen < live.room.number:
            woken.set()
        while not house.closing:
            await woken.wait()
            woken.clear()
            if live.settled:
                event = tell(house, live, key, invited, seen, detail)
            else:
                async with house.hold(code) as held:  # nothing is told that is not committed
                    if held is not live:  # it was read anew from its log
                        live.listeners.discard(woken)
                        live = held
                        live.listeners.add(woken)
                    event = tell(house, live, key, invited, seen, detail)
            seen = max(seen, live.room.number)
            yield event
    finally:
        live.listeners.discard(woken)


def tell(house: House, live: Live, key: str, invited: bool, seen: int, detail: str) -> bytes:
    """What has changed in a room. Listeners who have seen and may see the same share what is written for one."""
    room = live.room
    if room.number <= seen:
        return STILL_HERE
    at = house.now()
    shared = detail == BRIEF or not room.held_by(key)  # nobody else sees what a player sees
    whom = (detail, seen) if detail == BRIEF else (detail, seen, invited, room.host == key)
    event = live.told(whom, at) if shared else b""
    if not event:
        event = write_event(room.number, to_json(show_room(room, key, invited, at, seen, detail)))
        if shared:
            live.keep_told(whom, event)
    return event


class Events(StreamingResponse):
    """A stream of events, sent by a task of its own, which ends when the listener leaves."""

    media_type = "text/event-stream"

    def __init__(self, events: AsyncGenerator[bytes, None]) -> None:
        super().__init__(events, headers={"Cache-Control": "no-store"})
        self.events = events

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        await send({"type": "http.response.start", "status": self.status_code, "headers": self.raw_headers})
        async with asyncio.TaskGroup() as tasks:
            sending = tasks.create_task(self._send_all(send))
            await self.listen_for_disconnect(receive)  # which is also told when all is sent
            sending.cancel()

    async def _send_all(self, send: Send) -> None:
        async with aclosing(self.events) as events:
            async for event in events:
                await send({"type": "http.response.body", "body": event, "more_body": True})
        await send({"type": "http.response.body", "body": b""})
