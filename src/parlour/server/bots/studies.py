"""What is found out about positions and plays for people: hints, and a look back at a play that is over.

The thinkers do it, a little at a time, so that bots of other rooms can think in between. All who ask for the same share
one answer, which is kept for a while.
"""

import asyncio
import logging
import time
from collections import OrderedDict
from collections.abc import Callable, Coroutine
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from pydantic_core import to_json

from parlour.engine.game import Game, find_game
from parlour.engine.play import CALL_MARK, Play
from parlour.engine.records import new_record, view_record
from parlour.search.advice import advise_several
from parlour.search.analysis import NOTHING, Analyst, Step
from parlour.search.warming import SEARCH, STUDY, is_solvable
from parlour.server.bots.readiness import Progress, Warming
from parlour.server.bots.thinkers import Thinkers, set_up
from parlour.server.rooms.refusal import Refused
from parlour.server.rooms.room import Room

KEPT_HINTS = 256
KEPT_STUDIES = 64  # plays
KEPT_PASTS = 2  # plays that a thinker is in the midst of
BEST = 3  # moves in a hint
HINT_SECONDS = 2.0
READY_SECONDS = 5.0  # for which somebody waits for compiled code, before being told of it
CHUNK_SECONDS = 0.4  # how long a bot of another room may have to wait
EFFORTS = ((2000, 4), (1000, 2), (400, 2))  # simulations for a ply, and repeats among which they are shared
STUDY_SECONDS = 60.0  # of a thinker's time for a play; what would take longer is done with less effort
MEASURED_SECONDS = 5.0  # before that can be told
FORGOTTEN_SECONDS = 60.0  # after which a study that nobody asks for any more is given up
SOLVER_BYTES = 256 << 20
NO_THINKERS = "nobody can think about this just now: try again soon"

log = logging.getLogger("parlour.studying")


@dataclass(frozen=True)
class Question:
    """A play so far, for a process to set up."""

    room: str
    game: str
    options: dict[str, str]
    placed: str
    codes: tuple[int, ...]
    calls: dict[int, str]  # words that the referee called, by ply
    state: bytes

    @classmethod
    def about(cls, room: Room) -> "Question":
        play = room.play
        words = [written.text for written in play.written]
        calls = {ply: word.removeprefix(CALL_MARK) for ply, word in enumerate(words) if word.startswith(CALL_MARK)}
        codes, state = tuple(play.codes), play.states.tobytes()
        return cls(room.code, play.game.name, room.options, play.placed, codes, calls, state)


# In a process that thinks


def tell_hints(question: Question) -> list[str]:
    """The game's own hints, from the least to the most telling."""
    game = find_game(question.game)
    state = new_record(game.rules.STATE)
    state.view("u1")[:] = memoryview(question.state)
    return list(game.text.hints(view_record(state), view_record(game.encode(game.settle(**question.options)))))


def advise_on(question: Question) -> list[dict[str, Any]]:
    """The best moves, and what speaks for each."""
    line = set_up(question.game, question.options, question.placed, question.codes)
    play = Play(line.game, line.values)
    play.states[:] = line.states
    found = []
    for advice in advise_several(line, BEST, HINT_SECONDS):
        action = play.describe(advice.code)
        found.append(
            {
                "notation": action.notation,
                "sentence": action.sentence,
                "path": list(action.path),
                "values": _rounded(advice.values),
                "reason": advice.reason,
            }
        )
    return found


class Past:
    """A play, as far as it was looked at."""

    def __init__(self, question: Question) -> None:
        game: Game = find_game(question.game)
        self.play = Play(game, game.settle(**question.options))
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
    if step.reason:
        best = step.alternatives[0]
        written = {play.game.notation.write(play.s, play.o, code): code for code in play.legal_codes()}
        better = {
            "notation": best.move,
            "sentence": play.game.text.sentence(play.s, play.o, written[best.move]),
            "values": _rounded(best.values),
            "reason": step.reason,
        }
    return {
        "ply": step.ply + 1,
        "seat": step.seat if step.seat >= 0 else None,
        "notation": step.move,
        "before": _rounded(step.before),
        "values": _rounded(step.after),
        "cost": round(step.loss, 4) if step.loss > NOTHING else 0.0,
        "error": round(step.error, 4),
        "choices": len(step.alternatives),
        "better": better,
        "luck": _rounded(step.luck),
    }


def _rounded(values: tuple[float, ...]) -> list[float]:
    return [round(value, 4) for value in values]


_pasts: OrderedDict[str, Past] = OrderedDict()


@dataclass(frozen=True)
class Chunk:
    """Some plies that were looked at."""

    steps: list[dict[str, Any]]
    ply: int  # the next
    exact: bool
    seconds: float  # of work


def look_back(question: Question, ply: int, effort: int) -> Chunk:
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


# In the house


class Hints:
    """Hints for the seat to move; the same is thought about once."""

    def __init__(self, thinkers: Thinkers, warming: Warming) -> None:
        self.thinkers, self.warming = thinkers, warming
        self._kept: OrderedDict[tuple[str, int, str], asyncio.Task[Any]] = OrderedDict()

    async def own(self, question: Question, after: int) -> list[str]:
        """What the game itself has to say, if it has. Raises Refused."""
        if not hasattr(find_game(question.game).text, "hints"):
            return []
        told: list[str] = await self._share(
            (question.room, after, "own"), lambda: self.thinkers.ask(tell_hints, question)
        )
        return told

    async def moves(self, question: Question, after: int) -> list[dict[str, Any]] | Progress:
        """The best moves, or how far their compiling has come. Raises Refused."""
        if not await self.warming.wait(self.warming.want(question.game, SEARCH), READY_SECONDS):
            return self.warming.progress(question.game)
        found: list[dict[str, Any]] = await self._share(
            (question.room, after, "moves"), lambda: self.thinkers.ask(advise_on, question)
        )
        return found

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


@dataclass
class Study:
    """A play that is looked at, or was."""

    question: Question
    names: list[str]
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

    def __init__(self, thinkers: Thinkers, warming: Warming) -> None:
        self.thinkers, self.warming = thinkers, warming
        self._kept: OrderedDict[str, Study] = OrderedDict()
        self._one = asyncio.Semaphore(1)  # at a time, and rooms take turns

    def find(self, room: Room) -> Study:
        """The study of a room's play, begun if it was not. Raises Refused."""
        study = self._kept.get(room.code)
        if study is None:
            self._make_room()
            study = self._kept[room.code] = Study(Question.about(room), [room.name(s) for s in range(room.play.seats)])
        if study.task is None and not study.answer:
            study.task = asyncio.create_task(self._work(study))
        elif study.task is not None and study.task.done() and study.task.exception() is not None:
            log.error("a play could not be looked at", exc_info=study.task.exception())
            study.task = None  # next time it is tried again
            raise Refused(503, NO_THINKERS)
        study.asked_at = time.monotonic()
        self._kept.move_to_end(room.code)
        return study

    def _make_room(self) -> None:
        if len(self._kept) >= KEPT_STUDIES:
            idle = next((code for code, study in self._kept.items() if study.task is None or study.task.done()), None)
            if idle is None:
                raise Refused(503, f"{KEPT_STUDIES} plays are being looked at already: try again soon")
            del self._kept[idle]

    async def _work(self, study: Study) -> None:
        question, effort, worked, exact = study.question, 0, 0.0, True
        begun, measured = 0, 0.0  # with this effort: the first ply, and the seconds since
        study.done, study.steps = 0, []
        what = STUDY if is_solvable(find_game(question.game)) else SEARCH
        await self.warming.wait(self.warming.want(question.game, what))
        while study.done < study.of:
            async with self._one:
                chunk = await self.thinkers.ask(look_back, question, study.done, effort)
            study.steps += chunk.steps
            study.done = chunk.ply
            worked, measured, exact = worked + chunk.seconds, measured + chunk.seconds, exact and chunk.exact
            expected = worked + (study.of - study.done) * measured / (study.done - begun)
            if expected > STUDY_SECONDS and measured > MEASURED_SECONDS and effort + 1 < len(EFFORTS):
                effort, begun, measured = effort + 1, study.done, 0.0
            if time.monotonic() - study.asked_at > FORGOTTEN_SECONDS:
                self._kept.pop(question.room, None)
                return
        study.answer = to_json({"exact": exact, "seats": sum_up(study), "plies": study.steps})
        study.steps = []

    async def close(self) -> None:
        tasks = [study.task for study in self._kept.values() if study.task is not None]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


def sum_up(study: Study) -> list[dict[str, Any]]:
    """What every seat gave away and was given."""
    told = []
    for seat, name in enumerate(study.names):
        own = [step for step in study.steps if step["seat"] == seat and step["choices"] > 1]
        told.append(
            {
                "seat": seat,
                "name": name,
                "decisions": len(own),
                "best": sum(step["cost"] == 0 for step in own),
                "cost": round(sum(step["cost"] for step in own), 4),
                "luck": round(sum(step["luck"][seat] for step in study.steps), 4),
            }
        )
    return told
