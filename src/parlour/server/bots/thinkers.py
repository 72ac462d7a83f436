"""Processes in which bots think, so that nobody waits for them. One that dies is replaced, and asked again."""

import asyncio
import logging
import multiprocessing
import os
import signal
import threading
from collections.abc import AsyncIterator, Callable
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import asynccontextmanager
from functools import lru_cache
from typing import Any, ParamSpec, TypeVar

from parlour.engine.game import find_game
from parlour.search.bots import Bot
from parlour.search.glance import GlanceBot
from parlour.search.line import Line
from parlour.search.seating import new_bot
from parlour.server.bots.pool import terminate
from parlour.server.bots.turns import Turns

MOST_TRIES = 5
KEPT_BOTS = 8  # in each process

log = logging.getLogger("parlour.thinking")

Asked = ParamSpec("Asked")
Answer = TypeVar("Answer")


class Thinkers:
    """A few processes, started when they are first asked.

    Whatever takes a while is asked by whoever has one of the `turns`: who asks for much holds up nobody else. What
    takes long is asked in parts, by who has one of the `long_turns` as well: of many, few are in the others' way.
    """

    def __init__(self, count: int) -> None:
        self.count = count
        self.turns = Turns(count)
        self.long_turns = Turns(max(1, count - 1))
        self._pool: ProcessPoolExecutor | None = None

    async def choose(
        self, game: str, options: dict[str, str], placed: str, codes: list[int], bot: str, seed: int
    ) -> int:
        """What a bot plays in a position. Raises BrokenProcessPool if the processes keep dying."""
        return await self.ask(choose, game, options, placed, tuple(codes), bot, seed)

    async def glance(self, game: str, options: dict[str, str], state: bytes, ply: int, bot: str, seed: int) -> int:
        """The same by the rules as written, for a bot whose search is not compiled yet."""
        return await self.ask(glance, game, options, state, ply, bot, seed)

    @asynccontextmanager
    async def take_long(self, who: str) -> AsyncIterator[None]:
        """Have a turn for a part of what takes long."""
        async with self.long_turns.take(who), self.turns.take(who):
            yield

    async def ask(self, work: Callable[Asked, Answer], *given: Asked.args, **named: Asked.kwargs) -> Answer:
        """What a function finds out in one of the processes. Raises BrokenProcessPool if they keep dying."""
        for attempt in range(MOST_TRIES):
            pool = self._open()
            try:
                return await asyncio.wrap_future(pool.submit(work, *given, **named))
            except BrokenProcessPool:
                log.warning("a process in which bots think has died", extra={"attempt": attempt + 1})
                if self._pool is pool:
                    self._pool = None
                    pool.shutdown(wait=False)
        raise BrokenProcessPool(f"the processes in which bots think died {MOST_TRIES} times in a row")

    def _open(self) -> ProcessPoolExecutor:
        if self._pool is None:
            self._pool = ProcessPoolExecutor(self.count, multiprocessing.get_context("spawn"), initializer=end_quietly)
        return self._pool

    def close(self) -> None:
        if self._pool is not None:
            terminate(self._pool)


def end_quietly() -> None:
    """In a process of the server's: leave it to the server to end on Ctrl-C, and end with it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    parent = multiprocessing.parent_process()
    if parent is not None:
        threading.Thread(target=_end_with, args=(parent,), daemon=True).start()


def _end_with(parent: Any) -> None:
    parent.join()
    os._exit(0)


@lru_cache(KEPT_BOTS)
def _find_bot(game: str, options: tuple[tuple[str, str], ...], name: str) -> Bot:
    found = find_game(game)
    return new_bot(found, found.settle_recorded(**dict(options)), name)


def choose(game: str, options: dict[str, str], placed: str, codes: tuple[int, ...], name: str, seed: int) -> int:
    """In a process of its own: set the position up, and let the bot think."""
    bot = _find_bot(game, tuple(options.items()), name)
    bot.begin(seed)
    return bot.choose(set_up(game, options, placed, codes))


@lru_cache(KEPT_BOTS)
def _find_glancer(game: str, options: tuple[tuple[str, str], ...], name: str) -> GlanceBot:
    found = find_game(game)
    return GlanceBot(found, found.settle_recorded(**dict(options)), name)


def glance(game: str, options: dict[str, str], state: bytes, ply: int, name: str, seed: int) -> int:
    """In a process of its own: let the bot look once."""
    bot = _find_glancer(game, tuple(options.items()), name)
    return bot.choose(state, ply, seed)


def set_up(game: str, options: dict[str, str], placed: str, codes: tuple[int, ...]) -> Line:
    found = find_game(game)
    line = Line(found, found.settle_recorded(**options))
    if placed:
        found.read_position(placed, line.s, line.o)
        line.placed = placed
    for code in codes:
        line.push(code)
    return line
