"""Taking turns: of all who wait the next is somebody else, so that who asks for much holds up nobody else."""

import asyncio
from collections import OrderedDict, deque
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager


class Turns:
    """So many at a time. Those who wait are kept by who asked; among them it goes round."""

    def __init__(self, count: int) -> None:
        self._free = count
        self._waiting: OrderedDict[str, deque[asyncio.Future[None]]] = OrderedDict()

    @property
    def waiting(self) -> int:
        """How many different askers wait."""
        return len(self._waiting)

    @asynccontextmanager
    async def take(self, who: str) -> AsyncIterator[None]:
        if self._free:
            self._free -= 1
        else:
            await self._wait(who)
        try:
            yield
        finally:
            self._pass_on()

    async def _wait(self, who: str) -> None:
        turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.setdefault(who, deque()).append(turn)
        try:
            await turn
        except asyncio.CancelledError:
            if turn.done() and not turn.cancelled():  # it came, and nobody is there to take it
                self._pass_on()
            raise

    def _pass_on(self) -> None:
        while self._waiting:
            who, line = self._waiting.popitem(last=False)
            while line and line[0].done():  # who waited has left
                line.popleft()
            if line:
                line.popleft().set_result(None)
                self._waiting[who] = line  # behind all others
                return
        self._free += 1
