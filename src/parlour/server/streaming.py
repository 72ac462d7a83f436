"""Live updates: Server-Sent Events. Each carries the number of the entry it tells of.

A listener that missed something, or is too slow for every change, gets the room as it is now: nothing has to be kept
for it, and it can never fall behind.
"""

import asyncio
from collections.abc import AsyncIterator

from pydantic_core import to_json

from parlour.server.house import House, Live
from parlour.server.showing import BRIEF, show_room


def write_event(number: int, data: bytes) -> bytes:
    return b"id: %d\nevent: room\ndata: %s\n\n" % (number, data)


async def stream_room(
    house: House, live: Live, key: str, invited: bool, last: int | None, detail: str
) -> AsyncIterator[bytes]:
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
            async with house.hold(code) as held:  # nothing is told that is not committed
                if held is not live:  # it was read anew from its log
                    live.listeners.discard(woken)
                    live = held
                    live.listeners.add(woken)
                room = live.room
                if room.number > seen:
                    event = live.event(seen) if detail == BRIEF else b""
                    if not event:
                        shown = show_room(room, key, invited, house.now(), seen, detail)
                        event = write_event(room.number, to_json(shown))
                    if detail == BRIEF:
                        live.keep_event(seen, event)
                    seen = room.number
                else:
                    event = b": still here\n\n"
            yield event
    finally:
        live.listeners.discard(woken)
