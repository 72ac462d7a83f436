"""Can anything be written down just now? Tried by writing, and not oftener than need be."""

import asyncio
import time
from collections.abc import Callable, Coroutine
from typing import Any

from parlour.server.database.writer import Unreachable

EVERY_SECONDS = 1.0  # however many ask
PATIENCE_SECONDS = 3.0  # a database that takes longer is of no use to anybody


class Trial:
    def __init__(
        self, write: Callable[[], Coroutine[Any, Any, None]], now: Callable[[], float] = time.monotonic
    ) -> None:
        self._write, self._now = write, now
        self._at = -EVERY_SECONDS
        self._trying: asyncio.Task[None] | None = None

    async def ask(self) -> None:
        """Whether it went well when it was last tried, which is now or just before. Raises Unreachable."""
        trying = self._trying
        if trying is None or (trying.done() and self._now() - self._at >= EVERY_SECONDS):
            self._at = self._now()
            trying = self._trying = asyncio.create_task(self._write())
            trying.add_done_callback(lambda task: task.cancelled() or task.exception())  # whether anybody waits or not
        try:
            await asyncio.wait_for(asyncio.shield(trying), PATIENCE_SECONDS)
        except TimeoutError:
            raise Unreachable(f"the database has not written anything for {PATIENCE_SECONDS:.0f} seconds") from None
