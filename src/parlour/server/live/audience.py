"""Who listens to the rooms, and is told of every change once it is committed."""

import asyncio
import logging

from parlour.server.database.writer import Unreachable
from parlour.server.live.memory import Live, Memory
from parlour.server.live.tasks import Tasks
from parlour.server.rooms.refusal import Refused

STREAMS_OF_SEAT = 8  # of one person with a seat, or of the host: tabs, and streams that the network has lost
HEARTBEAT_SECONDS = 15.0  # between signs of life to those who listen

log = logging.getLogger("parlour.house")


class Audience:
    def __init__(self, memory: Memory, tasks: Tasks) -> None:
        self.memory, self.tasks = memory, tasks
        self._woken: list[Live] = []  # of which there is something to tell

    def __len__(self) -> int:
        return sum(len(live.listeners) for live in self.memory.all())

    def check_place(self, live: Live, key: str, most: int) -> None:
        """Whether one more may listen to a room. Places of people with a seat are theirs alone. Raises Refused."""
        belong = {live.room.host, *(sitter.key for sitter in live.room.sitters)} - {""}
        if key in belong:
            if sum(listener.key == key for listener in live.listeners) >= STREAMS_OF_SEAT:
                raise Refused(
                    429, f"you are listening to this room {STREAMS_OF_SEAT} times already: close one of its pages first"
                )
        elif sum(listener.key not in belong for listener in live.listeners) >= most:
            raise Refused(429, f"{most} people are watching this room already: try again later")

    def wake(self, live: Live) -> None:
        """Have all who listen to a room told what is new, once what is under way is done."""
        if live.listeners and not live.telling and not self.tasks.closing:
            live.telling = True
            if not self._woken:
                asyncio.get_running_loop().call_soon(self._tell_woken)
            self._woken.append(live)

    def end(self) -> None:
        """Let everybody who listens go."""
        for live in self.memory.all():
            for listener in live.listeners:
                listener.end()

    async def beat(self) -> None:
        """Give all who listen a sign of life now and then, one room after another, for ever."""
        while True:
            codes = [live.room.code for live in self.memory.all()]  # rooms that are dropped meanwhile are let go
            for code in codes:
                await asyncio.sleep(HEARTBEAT_SECONDS / len(codes))
                self._beat_in(code)
            if not codes:
                await asyncio.sleep(HEARTBEAT_SECONDS)

    def _beat_in(self, code: str) -> None:
        live = self.memory.get(code)
        for listener in live.listeners if live else ():
            listener.beat()

    def _tell_woken(self) -> None:
        woken, self._woken = self._woken, []
        for live in woken:
            if live.settled:
                self._tell_all(live)
            else:
                self.tasks.start(self._tell_later(live))

    async def _tell_later(self, live: Live) -> None:
        """Nothing is told that is not committed, and a room that was dropped is read anew from its log."""
        try:
            async with self.memory.hold(live.room.code) as held:
                if held is not live:
                    self._move_listeners(live, held)
                self._tell_all(held)
        except (Refused, Unreachable):
            pass
        except Exception:
            log.exception("a room could not be read anew", extra={"room": live.room.watch})
        finally:
            live.telling = False
            if live.dropped:
                for listener in live.listeners:  # nobody is left to tell them anything
                    listener.end()

    def _tell_all(self, live: Live) -> None:
        live.telling = False
        for listener in tuple(live.listeners):
            try:
                listener.tell()
            except Exception:
                log.exception("a listener could not be told", extra={"room": live.room.watch})
                listener.end()

    def _move_listeners(self, live: Live, held: Live) -> None:
        for listener in live.listeners:
            listener.live = held
            if self.tasks.closing:
                listener.end()
        held.listeners |= live.listeners
        live.listeners.clear()
