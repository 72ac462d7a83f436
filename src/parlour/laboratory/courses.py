"""Plays as all that was done and drawn in them, one after another: enough to know everything about them."""

import json
import random
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from parlour.engine.game import find_game
from parlour.laboratory.plan import Plan
from parlour.laboratory.refusal import LaboratoryError
from parlour.laboratory.runs import Kind, Watch, ignore, is_elsewhere, run_kind
from parlour.laboratory.tables import LONGEST, NOBODY, play_one
from parlour.search import playout
from parlour.search.bots import RANDOM
from parlour.search.simulate import seeded

STEP = 256  # uniform plays between two signs of progress


@dataclass(frozen=True)
class Played:
    """All actions and outcomes of a play, and who played."""

    play: int
    luck: int
    values: dict[str, Any]
    bots: tuple[str, ...]  # by seat
    codes: NDArray[np.int16]
    by: tuple[str, ...] = ()  # who decided, for every action and outcome; empty: whoever sits there
    ending: str = ""  # how it ended, where not by the rules
    winner: int = NOBODY  # in that case


@dataclass(frozen=True)
class KeptCourse:
    """What is kept of a play of bots."""

    play: int
    luck: int
    codes: tuple[int, ...]


def play_courses(plan: Plan, lucks: Sequence[int]) -> list[KeptCourse]:
    """All plays of some lucks."""
    tables = [(luck, rotation) for luck in lucks for rotation in range(plan.rotations)]
    played = [play_one(plan, luck, rotation) for luck, rotation in tables]
    return [KeptCourse(row.play, row.luck, tuple(line.codes)) for row, line in played]


def write_course(kept: KeptCourse) -> str:
    return json.dumps([kept.play, kept.luck, kept.codes]) + "\n"


def read_course(text: str) -> KeptCourse:
    play, luck, codes = json.loads(text)
    return KeptCourse(play, luck, tuple(codes))


COURSES = Kind(".courses.jsonl", play_courses, read_course, write_course)


def list_played(plan: Plan, plays: int, workers: int | None = None, watch: Watch = ignore) -> list[Played]:
    """At least so many plays of a plan, in their order.

    Where nobody but `random` plays they are played by compiled code, with luck of its own: thousands of times as many
    in the same time, and so none are kept. What other bots play is kept, and an interrupted run goes on.
    """
    if set(plan.bots) == {RANDOM}:
        if is_elsewhere():
            raise LaboratoryError("plays by random alone are made here in no time: expected no --on, or other bots")
        return play_uniform(plan, plays, watch)
    found = []
    for kept in run_kind(COURSES, plan, plays, workers, watch):
        members, seats = plan.members(kept.luck), plan.table(kept.luck, kept.play % plan.rotations)
        bots = tuple(members[member] for member in seats)
        found.append(Played(kept.play, kept.luck, plan.values, bots, np.array(kept.codes, np.int16)))
    return found


def play_uniform(plan: Plan, plays: int, watch: Watch = ignore) -> list[Played]:
    """Plays in which every legal action is as likely as any other."""
    game = find_game(plan.game)
    options, (actions, weights, _) = game.encode(plan.values), game.buffers()
    states, codes = np.zeros(LONGEST + 1, game.state_type), np.zeros(LONGEST, np.int16)
    trace_play = game.bind_template(playout).trace_play
    found = []
    for play in range(plays):
        if play % STEP == 0:
            watch(play, plays)
        states[0] = np.zeros((), game.state_type)
        luck = seeded(random.Random(f"{plan.seed} {play} uniform").getrandbits(63))
        plies = trace_play(states, options, actions, weights, luck, codes)
        found.append(Played(play, play, plan.values, plan.bots, codes[:plies].copy()))
    watch(plays, plays)
    return found
