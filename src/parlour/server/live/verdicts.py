"""What is said of the dice of a play. That takes a while for a long one: it is found once, beside all else and kept."""

import asyncio
import time
from collections import OrderedDict
from collections.abc import Awaitable
from concurrent.futures import ThreadPoolExecutor

from pydantic_core import to_json

from parlour.engine.play import Play
from parlour.server.rooms.room import Room
from parlour.server.rooms.views import show_verdict

KEPT_VERDICTS = 1024


class Verdicts:
    """All who ask about the same play share one answer. One play is checked at a time: the others can wait."""

    def __init__(self) -> None:
        self.checked = 0  # plays
        self.seconds = 0.0  # of work, for all of them
        self._kept: OrderedDict[str, asyncio.Task[bytes]] = OrderedDict()  # by the code of the room
        self._checker = ThreadPoolExecutor(1, "dice")

    def find(self, room: Room) -> Awaitable[bytes]:
        """The verdict on a room's dice, as JSON. The room may change before it is there."""
        found = self._kept.get(room.code)
        if found is None:
            found = asyncio.create_task(self._check(room.play))
            if "Secret" in room.play.tags:  # it is over: until then there is little to say, and not for long
                self._kept[room.code] = found
                found.add_done_callback(lambda done: self._forget_failure(room.code, done))
        else:
            self._kept.move_to_end(room.code)
        if len(self._kept) > KEPT_VERDICTS:
            self._kept.popitem(last=False)
        return asyncio.shield(found)

    async def _check(self, play: Play) -> bytes:
        if "Secret" not in play.tags:
            return to_json(show_verdict(play))
        return await asyncio.get_running_loop().run_in_executor(self._checker, self._work, play)

    def _work(self, play: Play) -> bytes:
        """In a thread of its own. The play is over, so nothing changes in it any more."""
        started = time.thread_time()
        try:
            return to_json(show_verdict(play))
        finally:
            self.checked += 1
            self.seconds += time.thread_time() - started

    def _forget_failure(self, code: str, done: asyncio.Task[bytes]) -> None:
        if (done.cancelled() or done.exception() is not None) and self._kept.get(code) is done:
            del self._kept[code]

    def close(self) -> None:
        self._checker.shutdown(wait=False, cancel_futures=True)
