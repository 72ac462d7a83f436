"""Hints for the seat to move: what the game itself has to say, and the best moves.

The thinkers find them. All who ask for the same share one answer, which is kept for a while.
"""

import asyncio
from collections import OrderedDict
from collections.abc import Callable, Coroutine
from concurrent.futures.process import BrokenProcessPool
from typing import Any

from parlour.engine.game import find_game
from parlour.engine.play import Play
from parlour.engine.records import new_record, view_record
from parlour.search.advice import advise_several
from parlour.search.warming import SEARCH, STUDY, is_solvable
from parlour.server.bots.question import NO_THINKERS, Question, round_all
from parlour.server.bots.readiness import Progress, Readiness
from parlour.server.bots.thinkers import Thinkers, set_up
from parlour.server.rooms.refusal import Refused

KEPT_HINTS = 256
BEST = 3  # moves in a hint
HINT_SECONDS = 2.0
READY_SECONDS = 5.0  # for which somebody waits for compiled code, before being told of it


# In the house


class Hints:
    """Hints for the seat to move; the same is thought about once."""

    def __init__(self, thinkers: Thinkers, readiness: Readiness) -> None:
        self.thinkers, self.readiness = thinkers, readiness
        self._kept: OrderedDict[tuple[str, int, str], asyncio.Task[Any]] = OrderedDict()

    async def own(self, question: Question, after: int, asker: str) -> list[str]:
        """What the game itself has to say, if it has. Raises Refused."""
        if find_game(question.game).text.hints is None:
            return []
        told: list[str] = await self._share(
            (question.room, after, "own"), lambda: self._think(tell_hints, question, asker)
        )
        return told

    async def moves(self, question: Question, after: int, asker: str) -> list[dict[str, Any]] | Progress:
        """The best moves, or how far their compiling has come. Raises Refused."""
        what = STUDY if is_solvable(find_game(question.game)) else SEARCH
        if not await self.readiness.wait(self.readiness.want(question.game, what), READY_SECONDS):
            return self.readiness.progress(question.game)
        found: list[dict[str, Any]] = await self._share(
            (question.room, after, "moves"), lambda: self._think(advise_on, question, asker)
        )
        return found

    async def _think(self, work: Callable[[Question], Any], question: Question, asker: str) -> Any:
        async with self.thinkers.turns.take(asker):
            return await self.thinkers.ask(work, question)

    async def _share(self, key: tuple[str, int, str], find: Callable[[], Coroutine[Any, Any, Any]]) -> Any:
        if key not in self._kept:
            self._kept[key] = asyncio.create_task(find())
            if len(self._kept) > KEPT_HINTS:
                self._kept.popitem(last=False)
        try:
            return await asyncio.shield(self._kept[key])
        except Exception as error:
            self._kept.pop(key, None)
            if isinstance(error, BrokenProcessPool):
                raise Refused(503, NO_THINKERS) from None
            raise


# In a process that thinks


def tell_hints(question: Question) -> list[str]:
    """The game's own hints, from the least to the most telling, with a mark for everybody in them."""
    game = find_game(question.game)
    state = new_record(game.state_type)
    state.view("u1")[:] = memoryview(question.state)
    options = view_record(game.encode(game.settle_recorded(**question.options)))
    return list(game.text.hints(view_record(state), options)) if game.text.hints else []


def advise_on(question: Question) -> list[dict[str, Any]]:
    """The best moves, and what speaks for each."""
    line = set_up(question.game, question.options, question.placed, question.codes)
    play = Play(line.game, line.values)
    play.states[:], play.names = line.states, question.names
    found = []
    for advice in advise_several(line, BEST, HINT_SECONDS):
        action = play.describe(advice.code)
        found.append(
            {
                "notation": action.notation,
                "label": action.label,
                "sentence": action.sentence,
                "path": list(action.path),
                "values": round_all(advice.values),
                "reason": advice.reason,
            }
        )
    return found
