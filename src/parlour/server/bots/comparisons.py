"""A move of a play that is over and a better one, each played on to the end many times: how sure is what it cost?

The thinkers do it, a tenth of a second at a time, so that bots of other rooms can think in between; whoever asks is
charged for it. All who ask for the same share one answer, which is kept for a while.
"""

import asyncio
import logging
import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from math import ceil
from typing import Any, Literal

from pydantic_core import from_json

from parlour.engine.game import find_game
from parlour.laboratory.estimates import Estimate, rough_mean
from parlour.search.analysis import check_unsure
from parlour.search.line import Line
from parlour.search.thinker import Rolled, careful_thinker
from parlour.search.warming import ROLLOUT
from parlour.server.bots.places import make_place
from parlour.server.bots.pondering import PART_MOVES, PART_SECONDS
from parlour.server.bots.question import NO_THINKERS, Question
from parlour.server.bots.readiness import Readiness
from parlour.server.bots.studies import Past, Studies, Study
from parlour.server.bots.thinkers import Thinkers
from parlour.server.rooms.refusal import Refused
from parlour.server.rooms.room import Room

KEPT_COMPARISONS = 64
KEPT_FORKS = 2  # in each process
LEAST_PLAYS, PLAYS, MOST_PLAYS = 10, 200, 400  # after each of the two
COMPARED_SECONDS = 60.0  # of a thinker's time; where more would be needed there are fewer plays
MEASURED_SECONDS = 5.0  # before that can be told
FORGOTTEN_SECONDS = 20.0  # after which a question that nobody asks any more is given up
STEPS = 4  # decisions and throws between two looks at the clock
ROOM = 1 << 8  # nodes of a tree, for nothing is searched
ONE_AT_A_TIME = "another move is being played on for you: wait until that is done, then ask again"

Rolling = tuple[Rolled, Rolled]  # after what was played, and after what is better
Doing = Literal["compiling", "playing"]

log = logging.getLogger("parlour.comparing")


@dataclass(frozen=True)
class Fork:
    """A decision of a play that is over, and a move that seemed better."""

    question: Question
    ply: int  # counted from 0
    better: str  # as it is written
    plays: int


# In the house


@dataclass(frozen=True)
class Found:
    """What whoever decided can expect, in points."""

    plays: int  # after each of the two
    played: Estimate
    better: Estimate
    difference: Estimate  # what the better one is worth more


@dataclass
class Comparison:
    """Two moves that are compared, or were."""

    fork: Fork
    step: dict[str, Any]  # as the study tells it
    who: str  # has one at a time
    asker: str  # whose turn it takes, and who is charged
    of: int
    asked_at: float = 0.0
    doing: Doing = "compiling"
    done: int = 0
    found: Found | None = None
    task: asyncio.Task[None] | None = None

    @property
    def is_under_way(self) -> bool:
        return self.task is not None and not self.task.done()


class Comparisons:
    """Moves of plays that are over, compared with better ones. `spend` is told in `House`."""

    def __init__(
        self, studies: Studies, thinkers: Thinkers, readiness: Readiness, spend: Callable[[str, float], float]
    ) -> None:
        self.studies, self.thinkers, self.readiness, self.spend = studies, thinkers, readiness, spend
        self._kept: OrderedDict[str, Comparison] = OrderedDict()

    def find(self, room: Room, ply: int, plays: int, who: str, asker: str) -> Comparison | Study:
        """The comparison at a ply, begun if it was not; or the study that has to come first. Raises Refused."""
        name = f"{room.code} {ply} {plays}"
        known = self._kept.get(name)
        if known is None:
            study = self.studies.find(room, asker)
            if not study.answer:
                return study
            step = find_costly(study, ply)
            if any(other.who == who and other.is_under_way for other in self._kept.values()):
                raise Refused(409, ONE_AT_A_TIME)
            if wait := self.spend(asker, PART_MOVES):
                raise Refused(
                    429, f"bots have done a lot of thinking for you just now: wait {ceil(wait)} seconds, then ask again"
                )
            make_place(self._kept, asker, KEPT_COMPARISONS, "moves are being played on")
            fork = Fork(study.question, ply - 1, step["better"]["notation"], plays)
            known = self._kept[name] = Comparison(fork, step, who, asker, plays)
            known.task = asyncio.create_task(self._work(name, known))
        elif known.task is not None and known.task.done() and known.task.exception() is not None:
            log.error("two moves could not be compared", exc_info=known.task.exception())
            del self._kept[name]  # next time it is tried again
            raise Refused(503, NO_THINKERS)
        known.asked_at = time.monotonic()
        self._kept.move_to_end(name)
        return known

    def tell_progress(self, asked: Comparison | Study) -> tuple[str, int, int]:
        """What is being done, how much of it is done, and of how much."""
        if isinstance(asked, Study):
            return "looking", asked.done, asked.of
        if asked.doing == "compiling":
            progress = self.readiness.progress(asked.fork.question.game)
            return asked.doing, progress.done, progress.of
        return asked.doing, asked.done, asked.of

    async def _work(self, name: str, asked: Comparison) -> None:
        await self.readiness.wait(self.readiness.want(asked.fork.question.game, ROLLOUT))
        asked.doing = "playing"
        rolling: Rolling | None = None
        worked = 0.0
        while rolling is None or asked.done < asked.of:
            if time.monotonic() - asked.asked_at > FORGOTTEN_SECONDS:
                self._kept.pop(name, None)
                return
            async with self.thinkers.take_long(asked.asker):
                part = await self.thinkers.ask(play_on, asked.fork, rolling)
            rolling, before, worked = part.rolling, worked, worked + part.seconds
            asked.done = min(rolled.done for rolled in rolling)
            if before < MEASURED_SECONDS <= worked:
                asked.of = min(asked.of, max(LEAST_PLAYS, int(asked.done * COMPARED_SECONDS / worked)))
            while asked.done < asked.of and (wait := self.spend(asked.asker, PART_MOVES)):
                await asyncio.sleep(wait)
        asked.found = sum_up(rolling, asked.done, asked.step["seat"])

    async def close(self) -> None:
        tasks = [asked.task for asked in self._kept.values() if asked.task is not None]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


def find_costly(study: Study, ply: int) -> dict[str, Any]:
    """What a study that is complete says of a decision to which something better is known. Raises Refused."""
    told = from_json(study.answer)
    step = next((step for step in told["plies"] if step["ply"] == ply), None)
    if step is None:
        raise Refused(404, f"nothing was played or thrown at ply {ply}: expected 1 to {study.of}")
    if step["better"] is None:
        raise Refused(409, f"no better move is known than the one at ply {ply}: expected a costly one")
    try:
        check_unsure(find_game(study.question.game), told["exact"])
    except ValueError as refusal:
        raise Refused(409, str(refusal)) from None
    if step["error"] == 0:
        raise Refused(
            409, f"luck plays no part in what the move at ply {ply} cost, so playing on would tell nothing more"
        )
    return dict(step)


def sum_up(rolling: Rolling, plays: int, seat: int) -> Found:
    """Plays with the same dice are compared one by one."""
    played, better = (rolled.results[:plays, seat] for rolled in rolling)
    return Found(
        plays, rough_mean(played.tolist()), rough_mean(better.tolist()), rough_mean((better - played).tolist())
    )


# In a process that thinks


class Ways:
    """How a play goes on after each of two moves."""

    def __init__(self, fork: Fork) -> None:
        past = Past(fork.question)
        while past.play.ply < fork.ply:
            past.push()
        play = past.play
        better = next(c for c in play.legal_codes() if play.game.notation.write(play.s, play.o, c) == fork.better)
        self.fork = fork
        self.lines = Line.after(play, fork.question.codes[fork.ply]), Line.after(play, better)
        self.thinker = careful_thinker(play.game, play.values, ROOM)

    def roll_on(self, rolling: Rolling, seconds: float) -> None:
        """By turns, so that as many are over after the one as after the other; a little in any case."""
        until = time.monotonic() + seconds
        while not all(rolled.over for rolled in rolling):
            line, rolled = min(zip(self.lines, rolling, strict=True), key=lambda way: way[1].done)
            self.thinker.roll_on(line, rolled, STEPS)
            if time.monotonic() >= until:
                return


@dataclass(frozen=True)
class Part:
    """How far it is after a short while."""

    rolling: Rolling
    seconds: float  # of work


_ways: list[Ways] = []  # the latest last


def play_on(fork: Fork, rolling: Rolling | None) -> Part:
    """Begin, or go on, for a short while."""
    started = time.process_time()
    ways = next((ways for ways in _ways if ways.fork == fork), None)
    if ways is None:
        ways = Ways(fork)
    else:
        _ways.remove(ways)
    _ways.append(ways)
    del _ways[:-KEPT_FORKS]
    if rolling is None:
        rolling = ways.thinker.new_rolled(fork.plays), ways.thinker.new_rolled(fork.plays)
    ways.roll_on(rolling, PART_SECONDS)
    return Part(rolling, time.process_time() - started)
