"""A look back at plays that are over: what every move was worth, and what would have been better.

The thinkers do it, a little at a time, so that bots of other rooms can think in between. All who ask for the same play
share one answer, which is kept for a while.
"""

import asyncio
import logging
import math
import time
from collections import OrderedDict
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from pydantic_core import to_json

from parlour.engine.chances import Chance
from parlour.engine.game import Game, find_game
from parlour.engine.play import Play
from parlour.search.analysis import NOTHING, Analyst, Step, stand_out
from parlour.search.warming import SEARCH, STUDY, is_solvable
from parlour.server.bots.places import make_place
from parlour.server.bots.question import NO_THINKERS, Question, round_all
from parlour.server.bots.readiness import Readiness
from parlour.server.bots.thinkers import Thinkers
from parlour.server.bots.turns import Turns
from parlour.server.rooms.refusal import Refused
from parlour.server.rooms.room import Room

KEPT_STUDIES = 64  # plays
KEPT_PASTS = 2  # plays that a thinker is in the midst of
CHUNK_SECONDS = 0.4  # how long a bot of another room may have to wait
EFFORTS = ((2000, 4), (1000, 2), (400, 2))  # simulations for a ply, and repeats among which they are shared
STUDY_SECONDS = 60.0  # of a thinker's time for a play; what would take longer is done with less effort
MEASURED_SECONDS = 5.0  # before that can be told
FORGOTTEN_SECONDS = 60.0  # after which a study that nobody asks for any more is given up
SOLVER_BYTES = 256 << 20

log = logging.getLogger("parlour.studying")


# In the house


@dataclass
class Study:
    """A play that is looked at, or was."""

    question: Question
    names: list[str]
    asker: str  # whose turn it takes
    stand_ins: dict[int, str] = field(default_factory=dict)  # for plies that a bot decided for a person, that bot
    asked_at: float = 0.0
    done: int = 0
    answer: bytes = b""  # when it is complete
    steps: list[dict[str, Any]] = field(default_factory=list)
    task: asyncio.Task[None] | None = None

    @property
    def of(self) -> int:
        return len(self.question.codes)


class Studies:
    """Plays that are over, looked at again."""

    def __init__(self, thinkers: Thinkers, readiness: Readiness) -> None:
        self.thinkers, self.readiness = thinkers, readiness
        self._kept: OrderedDict[str, Study] = OrderedDict()
        self._turns = Turns(1)  # one at a time, and those who asked take turns

    def find(self, room: Room, asker: str) -> Study:
        """The study of a room's play, begun if it was not; it counts for whoever asked first. Raises Refused."""
        study = self._kept.get(room.code)
        if study is None:
            make_place(self._kept, asker, KEPT_STUDIES, "plays are being looked at")
            names = [room.name(seat) for seat in range(room.play.seats)]
            study = self._kept[room.code] = Study(Question.about(room), names, asker, room.stand_ins)
        if study.task is None and not study.answer:
            study.task = asyncio.create_task(self._work(study))
        elif study.task is not None and study.task.done() and study.task.exception() is not None:
            log.error("a play could not be looked at", exc_info=study.task.exception())
            study.task = None  # next time it is tried again
            raise Refused(503, NO_THINKERS)
        study.asked_at = time.monotonic()
        self._kept.move_to_end(room.code)
        return study

    async def _work(self, study: Study) -> None:
        question, effort, worked, exact = study.question, 0, 0.0, True
        begun, measured = 0, 0.0  # with this effort: the first ply, and the seconds since
        study.done, study.steps = 0, []
        what = STUDY if is_solvable(find_game(question.game)) else SEARCH
        await self.readiness.wait(self.readiness.want(question.game, what))
        while study.done < study.of:
            async with self._turns.take(study.asker), self.thinkers.take_long(study.asker):
                chunk = await self.thinkers.ask(study_plies, question, study.done, effort)
            study.steps += chunk.steps
            study.done = chunk.ply
            worked, measured, exact = worked + chunk.seconds, measured + chunk.seconds, exact and chunk.exact
            expected = worked + (study.of - study.done) * measured / (study.done - begun)
            if expected > STUDY_SECONDS and measured > MEASURED_SECONDS and effort + 1 < len(EFFORTS):
                effort, begun, measured = effort + 1, study.done, 0.0
            if time.monotonic() - study.asked_at > FORGOTTEN_SECONDS:
                self._kept.pop(question.room, None)
                return
        sure = stand_out([(step["cost"], step["error"]) for step in study.steps])
        for step, stands_out in zip(study.steps, sure, strict=True):
            step |= {"sure": stands_out, "stand_in": study.stand_ins.get(step["ply"] - 1)}
        chance = chance_of(question)
        study.answer = to_json({"exact": exact, "chance": chance, "seats": sum_up(study), "plies": study.steps})
        study.steps = []

    async def close(self) -> None:
        tasks = [study.task for study in self._kept.values() if study.task is not None]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


def chance_of(question: Question) -> Chance | None:
    """How a chance of winning is read off the points of a play, where it can be."""
    game = find_game(question.game)
    return game.chance(game.settle_recorded(**question.options))


def sum_up(study: Study) -> list[dict[str, Any]]:
    """What everybody gave away and was given: what a bot decided for somebody is not theirs, and noise is nothing."""
    told = []
    luck_error = math.sqrt(sum(step["error"] ** 2 for step in study.steps if step["seat"] is None))
    for seat, name in enumerate(study.names):
        own = [step for step in study.steps if step["seat"] == seat and step["choices"] > 1 and not step["stand_in"]]
        told.append(
            {
                "seat": seat,
                "name": name,
                "decisions": len(own),
                "best": sum(not step["sure"] for step in own),
                "cost": round(sum(step["cost"] for step in own if step["sure"]), 4),
                "luck": round(sum(step["luck"][seat] for step in study.steps), 4),
                "luck_error": round(luck_error, 4),
            }
        )
    return told


# In a process that thinks


class Past:
    """A play, as far as it was looked at."""

    def __init__(self, question: Question) -> None:
        game: Game = find_game(question.game)
        self.play = Play(game, game.settle_recorded(**question.options))
        self.play.names = question.names
        if question.placed:
            self.play.place(question.placed)
        self.question = question

    @cached_property
    def analyst(self) -> Analyst:
        return Analyst(self.play, memory=SOLVER_BYTES)

    def push(self) -> None:
        ply = self.play.ply
        if ply in self.question.calls:
            self.play.call(self.question.calls[ply])
        else:
            self.play.push(self.question.codes[ply])

    def look(self) -> dict[str, Any] | None:
        """At the next ply; nothing if it was the referee's."""
        play, ply = self.play, self.play.ply
        if ply in self.question.calls:
            return None
        step = self.analyst.look_back(play, self.question.codes[ply])
        return describe_step(play, step)


def describe_step(play: Play, step: Step) -> dict[str, Any]:
    better = None
    if step.loss > NOTHING:
        best = step.alternatives[0]
        written = {play.game.notation.write(play.s, play.o, code): code for code in play.legal_codes()}
        better = {
            "notation": best.move,
            "label": best.label,
            "sentence": play.describe(written[best.move]).sentence,
            "values": round_all(best.values),
            "reason": step.reason,
        }
    return {
        "ply": step.ply + 1,
        "seat": step.seat if step.seat >= 0 else None,
        "notation": step.move,
        "label": step.label,
        "before": round_all(step.before),
        "values": round_all(step.after),
        "cost": round(step.loss, 4) if step.loss > NOTHING else 0.0,
        "error": round(step.error, 4),
        "choices": len(step.alternatives),
        "better": better,
        "luck": round_all(step.luck),
    }


@dataclass(frozen=True)
class Chunk:
    """Some plies that were looked at."""

    steps: list[dict[str, Any]]
    ply: int  # the next
    exact: bool
    seconds: float  # of work


_pasts: OrderedDict[str, Past] = OrderedDict()


def study_plies(question: Question, ply: int, effort: int) -> Chunk:
    """Look at a play from a ply on, for a short while."""
    started = time.process_time()
    past = _pasts.pop(question.room, None)
    if past is None or past.play.ply != ply or past.question != question:
        past = Past(question)
        while past.play.ply < ply:
            past.push()
    simulations, repeats = EFFORTS[effort]
    past.analyst.simulations, past.analyst.seeds = simulations, list(range(repeats))
    steps: list[dict[str, Any]] = []
    until = time.monotonic() + CHUNK_SECONDS
    while past.play.ply < len(question.codes) and (past.play.ply == ply or time.monotonic() < until):
        step = past.look()
        steps += [step] if step is not None else []
        past.push()
    _pasts[question.room] = past
    while len(_pasts) > KEPT_PASTS:
        _pasts.popitem(last=False)
    return Chunk(steps, past.play.ply, past.analyst.exact, time.process_time() - started)
