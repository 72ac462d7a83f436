"""Work in a process of its own, which leaves the first word to all others: no bot waits for it."""

import asyncio
import multiprocessing
import os
from collections.abc import Callable
from contextlib import suppress
from multiprocessing.connection import Connection
from typing import Any

from parlour.server.bots.thinkers import end_quietly

Hearing = Callable[[Any], None]


async def run_apart(work: Callable[..., None], *given: Any, hear: Hearing, seconds: float | None = None) -> bool:
    """Let a process do something, and hear what it sends until it ends; whether it ended well, and in time."""
    context = multiprocessing.get_context("spawn")
    receiving, sending = context.Pipe(duplex=False)
    process = context.Process(target=work, args=(*given, sending), daemon=True)
    try:
        await asyncio.to_thread(process.start)
        sending.close()
        async with asyncio.timeout(seconds):
            await asyncio.to_thread(_listen, receiving, hear)
            await asyncio.to_thread(process.join)
        return process.exitcode == 0
    except TimeoutError:
        return False
    finally:
        sending.close()
        if process.pid is not None and process.exitcode is None:
            process.kill()  # which also ends the listening


def _listen(receiving: Connection, hear: Hearing) -> None:
    with receiving, suppress(EOFError, OSError):
        while True:
            hear(receiving.recv())


def step_back() -> None:
    """In such a process: end with the server, and let everybody else go first."""
    end_quietly()
    if hasattr(os, "nice"):
        os.nice(5)
