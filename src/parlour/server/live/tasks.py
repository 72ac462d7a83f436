"""What is under way in the house besides requests. All of it ends with the house."""

import asyncio
from collections.abc import Coroutine
from contextlib import suppress
from typing import Any


class Tasks:
    def __init__(self) -> None:
        self.closing = False  # nothing new should be begun
        self._running: set[asyncio.Task[Any]] = set()

    def start(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        task = asyncio.create_task(work)
        self._running.add(task)
        task.add_done_callback(self._running.discard)
        return task

    async def close(self) -> None:
        for task in list(self._running):
            task.cancel()
            with suppress(asyncio.CancelledError, Exception):
                await task
