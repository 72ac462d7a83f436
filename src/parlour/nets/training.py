"""Training a net: threads that play it against itself and learn, and a curve of how strong it became.

Each learns for itself, and every few plays all go on from the mean of what they have learnt.
"""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from math import inf, sqrt
from time import perf_counter
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from parlour.engine.contract import Points
from parlour.engine.contract import Weights as Chances
from parlour.engine.game import Game
from parlour.engine.options import Values
from parlour.search import selfplay
from parlour.search.knowledge import bind_judging, weighing_of
from parlour.search.net import Net
from parlour.search.ratings import SURE
from parlour.search.selfplay import Trail
from parlour.search.simulate import seeded
from parlour.search.thinker import new_turn
from parlour.search.turns import Turn
from parlour.search.weights import PARTS, Weights, new_weights, shape_of

LONGEST = 2000  # positions of a play at most; a longer one is broken off


@dataclass(frozen=True)
class Course:
    """How a net is trained. Without a limit of time the same course gives the same net.

    A play of one thread among many moves the mean the less, so that many can take larger steps than one.
    """

    plays: int
    width: int = 96  # hidden units
    rate: float = 0.02  # how far an answer is moved at first
    last_rate: float = 0.001  # and at last
    looking: float = 0.7  # λ at first, falling evenly to 0 at half-time
    straying: float = 0.0  # the part of turns played by chance
    guided: float = 0.0  # the part played by the game's own knowledge at first, falling evenly to none at half-time
    seed: int = 1
    threads: int = 1
    chunk: int = 16  # plays of each thread before all agree


class Space(NamedTuple):
    """Where a thread works."""

    net: Net
    turn: Turn
    trail: Trail
    states: NDArray[np.void]  # the play, and a state of zeros
    chances: Chances
    points: Points
    rng: NDArray[np.uint64]
    used: NDArray[np.int64]  # by kind and number looked at: how often it was not 0


@dataclass(frozen=True)
class Mark:
    """How strong a net was after so many plays, against the game's own knowledge."""

    plays: int
    points: float  # a play
    within: float  # 95 % of the time
    wins: float  # the part of plays in which nobody had more


class Pupil:
    """A net that is being trained."""

    def __init__(self, game: Game, values: Values, course: Course, weights: Weights | None = None) -> None:
        self.game, self.course = game, course
        self.weights = weights or new_weights(game, values, course.width, course.seed)
        self.start = self.weights.card.get("hash")  # of the file it goes on from
        self.weights = replace(self.weights, card=shape_of(game, values))
        self.options = game.encode(values)
        self.seats = int(values["players"])
        knowledge = weighing_of(game, self.options)
        assert knowledge is not None  # a net looks at its terms
        self.knowing = knowledge.weights
        self.functions = bind_judging(game, selfplay)
        self.spaces = [self._new_space(self.course.seed * 1000 + thread) for thread in range(course.threads)]
        self.played = 0
        self.positions = 0
        self.done = 0.0  # the part of the course that lies behind

    def _new_space(self, seed: int) -> Space:
        net = self.weights.copy().net()
        looked_at = self.weights.inward.shape[1]
        _, chances, points = self.game.buffers()
        trail = Trail(
            places=np.zeros((LONGEST, looked_at), np.int16),
            numbers=np.zeros((LONGEST, looked_at), np.float32),
            found=np.zeros((LONGEST, len(net.found)), np.int64),
            answers=np.zeros((LONGEST, *net.shares.shape)),
            wanted=np.zeros_like(net.shares),
        )
        return Space(
            net,
            new_turn(self.game, self.seats, self.knowing),
            trail,
            np.zeros(2, self.game.state_type),
            chances,
            points,
            seeded(seed),
            np.zeros(self.weights.inward.shape[:2], np.int64),
        )

    def train(self, seconds: float = inf) -> Iterator[int]:
        """Play on until the course or the time is over; tells how many plays there were so far."""
        begun, before, threads = perf_counter(), self.done, self.course.threads
        with ThreadPoolExecutor(threads) as pool:
            while self.played < self.course.plays and perf_counter() - begun < seconds:
                each = min(self.course.chunk, -(-(self.course.plays - self.played) // threads))
                self.positions += sum(pool.map(self._play, self.spaces, [each] * threads))
                self.played += each * threads
                self._agree()
                by_time = before + (1.0 - before) * (perf_counter() - begun) / seconds
                self.done = min(1.0, max(self.played / self.course.plays, by_time))
                yield self.played

    def _play(self, space: Space, plays: int) -> int:
        """Some plays of one thread; returns how many positions they had."""
        course = self.course
        early = max(0.0, 1.0 - 2.0 * self.done)
        return int(
            self.functions.play_and_learn(
                space.net,
                space.turn,
                space.trail,
                space.states,
                self.options,
                space.chances,
                space.points,
                space.rng,
                space.used,
                plays,
                course.rate * (course.last_rate / course.rate) ** self.done,
                course.looking * early,
                course.straying,
                course.guided * early,
            )
        )

    def _agree(self) -> None:
        """All go on from the mean of what each has learnt."""
        for part in PARTS:
            getattr(self.weights, part)[:] = np.mean([getattr(space.net, part) for space in self.spaces], axis=0)
        self.hand_out()

    def hand_out(self) -> None:
        """Let every thread go on from the weights."""
        for part in PARTS:
            for space in self.spaces:
                getattr(space.net, part)[:] = getattr(self.weights, part)

    def measure(self, plays: int, seed: int = 1) -> Mark:
        """Play against the game's own knowledge, in every seat as often; the others all go by it."""
        each = max(1, plays // self.seats)
        sums = np.zeros(3)
        for seat in range(self.seats):
            space = self._new_space(seed)  # the same luck in every seat
            self.functions.play_match(
                space.net,
                space.turn,
                space.states,
                self.options,
                space.chances,
                space.points,
                space.rng,
                seat,
                each,
                LONGEST,
                sums,
            )
        count = each * self.seats
        mean = float(sums[0]) / count
        spread = max(0.0, float(sums[1]) / count - mean * mean)
        return Mark(self.played, mean, SURE * sqrt(spread / count), float(sums[2]) / count)

    def learnt(self) -> Weights:
        """The weights so far, without those of numbers that were always 0, which nothing was learnt about."""
        used = np.sum([space.used for space in self.spaces], axis=0) > 0
        learnt = self.weights.copy()
        learnt.inward[~used] = 0.0
        return replace(learnt, card=dict(learnt.card))
