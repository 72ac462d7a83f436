"""Compiling ahead of time what bots need, in a process of its own, so that no bot of another room waits for it."""

import asyncio
import logging
from collections.abc import Iterable
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass
from multiprocessing.connection import Connection

from parlour.engine.game import find_game
from parlour.search.bots import RANDOM
from parlour.search.warming import ENDINGS, RULES, SEARCH, is_ready, make_ready
from parlour.server.bots.apart import run_apart, step_back
from parlour.server.bots.thinkers import Thinkers

MOST_TRIES = 2
LOOK_SECONDS = 0.05  # how often somebody who waits looks whether it is worth waiting

log = logging.getLogger("parlour.warming")


@dataclass
class Progress:
    """How many functions of a game are compiled."""

    game: str
    done: int = 0
    of: int = 0  # known when the process has counted them


class Readiness:
    """What was asked for is made ready once: one thing after another, and only what is not on disk already."""

    def __init__(self, thinkers: Thinkers) -> None:
        self.thinkers = thinkers
        self.under_way: list[Progress] = []
        self._asked: dict[tuple[str, str], asyncio.Task[None]] = {}
        self._missing: set[tuple[str, str]] = set()  # what is not on disk, and has to be compiled first
        self._turn = asyncio.Lock()
        self._ahead: tuple[str, asyncio.Task[None]] | None = None  # what nobody has asked for yet

    def want(self, game: str, what: str) -> asyncio.Task[None]:
        """Have something made ready, if that was not asked for before."""
        key = game, what
        if key not in self._asked:
            if self._ahead and self._ahead[0] != game:
                self._ahead[1].cancel()  # who asks goes first; what is compiled so far is kept
            self._asked[key] = asyncio.create_task(self._prepare(game, what))
        return self._asked[key]

    def want_bot(self, game: str, bot: str) -> asyncio.Task[None]:
        return self.want(game, _need(bot))

    async def work_ahead(self, games: Iterable[str]) -> None:
        """While nobody asks, make ready what somebody will ask for: one game after another, then their endings."""
        wanted = [(game, SEARCH) for game in games]
        wanted += [(game, ENDINGS) for game, _ in wanted if find_game(game).ending is not None]
        for game, what in wanted:
            while (game, what) not in self._asked:
                if asked := [task for task in self._asked.values() if not task.done()]:
                    await asyncio.wait(asked)
                    continue
                async with self._turn:
                    if await asyncio.to_thread(_is_ready, game, what):
                        break
                    task = asyncio.create_task(self._compile(game, what))
                    self._ahead = game, task
                    try:
                        await asyncio.wait([task])
                    finally:
                        self._ahead = None
                        task.cancel()
                if not task.cancelled():
                    break  # done, or it cannot be done

    async def wait(self, task: asyncio.Task[None], seconds: float | None = None) -> bool:
        """Wait for it, for so long; whether it is ready."""
        if not task.done():
            await asyncio.wait([task], timeout=seconds)
        return task.done()

    async def is_at_hand(self, game: str, bot: str) -> bool:
        """Whether a bot can think: wait while it is loaded, but not while it is compiled."""
        task = self.want_bot(game, bot)
        while not task.done() and (game, _need(bot)) not in self._missing:
            await asyncio.wait([task], timeout=LOOK_SECONDS)
        return task.done()

    def progress(self, game: str) -> Progress:
        """Of what is compiled for a game just now."""
        return next((one for one in self.under_way if one.game == game), Progress(game))

    async def close(self) -> None:
        for task in self._asked.values():
            task.cancel()
        await asyncio.gather(*self._asked.values(), return_exceptions=True)

    async def _prepare(self, game: str, what: str) -> None:
        """Whatever goes wrong is noted: then the thinkers compile by themselves what they need."""
        try:
            if not await asyncio.to_thread(_is_ready, game, what):
                self._missing.add((game, what))
                async with self._turn:
                    if not await asyncio.to_thread(_is_ready, game, what):  # still not
                        await self._compile(game, what)
                self._missing.remove((game, what))
            await asyncio.gather(*(self.thinkers.ask(load, game, what) for _ in range(self.thinkers.count)))
        except (OSError, RuntimeError, BrokenProcessPool) as error:
            log.error("a game could not be made ready", extra={"game": game, "error": str(error)})

    async def _compile(self, game: str, what: str) -> None:
        progress = Progress(game)
        self.under_way.append(progress)
        try:
            for attempt in range(MOST_TRIES):
                if await self._run(progress, what):
                    return
                log.warning("a process that compiles has died", extra={"game": game, "attempt": attempt + 1})
        finally:
            self.under_way.remove(progress)

    async def _run(self, progress: Progress, what: str) -> bool:
        """Let a process compile, and listen to it until it ends; whether it ended well."""

        def hear(far: tuple[int, int]) -> None:
            progress.done, progress.of = far

        return await run_apart(compile_ahead, progress.game, what, hear=hear)


def _need(bot: str) -> str:
    return RULES if bot == RANDOM else SEARCH


def _is_ready(game: str, what: str) -> bool:
    return is_ready(find_game(game), what)


def compile_ahead(game: str, what: str, sending: Connection) -> None:
    """In a process of its own."""
    step_back()
    make_ready(find_game(game), what, lambda done, wanted: sending.send((done, wanted)))


def load(game: str, what: str) -> None:
    """In a process that thinks: load what is compiled."""
    make_ready(find_game(game), what)
