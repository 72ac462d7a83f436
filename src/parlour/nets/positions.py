"""Positions to fit a net to, each with the answers that an older net sees a turn ahead."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, fields
from itertools import count
from math import inf
from time import perf_counter

import numpy as np
from numpy.typing import NDArray

from parlour.engine.game import Game
from parlour.engine.options import Values
from parlour.search import gathering
from parlour.search.gathering import Lot
from parlour.search.knowledge import bind_judging, weighing_of
from parlour.search.net import COUNT, KIND, VIEWER
from parlour.search.simulate import seeded
from parlour.search.thinker import REMEMBERED, new_turn
from parlour.search.weights import Weights

EACH = 1000  # positions that a thread gathers at a time
LONGEST = 400  # turns of a play at most, or steps where turns are not tried whole; a longer one is broken off

Telling = Callable[[int, int], None]  # how many there are, of how many


@dataclass(frozen=True)
class Gathering:
    """How positions are gathered. The same one gives the same positions."""

    positions: int  # rounded up to whole thousands
    straying: float = 0.06  # the part of turns played by chance, so that bad positions are known as well as good ones
    guided: float = 0.1  # the part the game's own knowledge plays
    looking: float = 0.8  # λ: how much what became of later turns counts beside what is seen a turn ahead
    seed: int = 1
    threads: int = 1


@dataclass(frozen=True)
class Gathered:
    """What a net sees of positions, and what it should answer: the seat that looks comes first."""

    kinds: NDArray[np.int64]
    counts: NDArray[np.int64]  # how many numbers are not 0
    places: NDArray[np.int16]  # of those, one position after another,
    numbers: NDArray[np.float32]  # and they themselves
    wanted: NDArray[np.float32]  # by position and answer

    def __len__(self) -> int:
        return len(self.kinds)


def gather(
    game: Game, values: Values, weights: Weights, plan: Gathering, tell: Telling, seconds: float = inf
) -> Gathered:
    """Play the net against itself, and look a turn ahead from every position.

    After so many seconds no more are begun, but each thread gathers some.
    """
    options, functions = game.encode(values), bind_judging(game, gathering)
    knowledge = weighing_of(game, options)
    assert knowledge is not None  # a net looks at its terms
    lots = -(-plan.positions // EACH)
    done = count(1)
    end = perf_counter() + seconds

    def work(thread: int) -> list[Gathered]:
        net, (_, chances, points) = weights.copy().net(), game.buffers()
        turn = new_turn(game, len(net.shares), knowledge.weights, REMEMBERED)
        states, rng = np.zeros(3, game.state_type), seeded(plan.seed * 1000 + thread)
        found: list[Gathered] = []
        for _ in range(thread, lots, plan.threads):
            if found and perf_counter() >= end:
                break
            lot = new_lot(weights)
            luck = chances, points, rng
            functions.gather(net, turn, lot, states, options, *luck, plan.straying, plan.guided, plan.looking, LONGEST)
            found.append(turned(lot))
            tell(min(plan.positions, next(done) * EACH), plan.positions)
        return found

    with ThreadPoolExecutor(plan.threads) as pool:
        found = [lot for lots in pool.map(work, range(plan.threads)) for lot in lots]
    return Gathered(*(np.concatenate([getattr(lot, field.name) for lot in found]) for field in fields(Gathered)))


def new_lot(weights: Weights) -> Lot:
    looked_at, seats, shares = weights.inward.shape[1], weights.card["seats"], weights.card["shares"]
    return Lot(
        places=np.zeros((EACH, looked_at), np.int16),
        numbers=np.zeros((EACH, looked_at), np.float32),
        found=np.zeros((EACH, 3), np.int64),
        wanted=np.zeros((EACH, seats, shares)),
    )


def turned(lot: Lot) -> Gathered:
    """The answers with the seat that looks first, and only those numbers that are there."""
    seats, counts = lot.wanted.shape[1], lot.found[:, COUNT]
    order = (lot.found[:, VIEWER, None] + np.arange(seats)) % seats
    wanted = np.take_along_axis(lot.wanted, order[:, :, None], axis=1).reshape(len(counts), -1)
    is_there = np.arange(lot.places.shape[1]) < counts[:, None]
    return Gathered(
        kinds=lot.found[:, KIND].copy(),
        counts=counts.copy(),
        places=lot.places[is_there],
        numbers=lot.numbers[is_there],
        wanted=wanted.astype(np.float32),
    )
