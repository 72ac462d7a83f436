"""Plays of a net against itself, from which it learns. A template, as `tree` is one; `parlour.nets` calls it.

After every play each position of it is asked to answer what the one after it answered, and the last what happened: by
TD(λ), looking ahead to the end of the play by λ.
"""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from parlour.engine.contract import CHANCE, OVER, Points, Record, Weights, apply, results, score, setup
from parlour.search.net import COUNT, KIND, Net, answer, learn, look
from parlour.search.playout import draw_outcome
from parlour.search.turns import BEST, GUIDED, Turn, draw_way, finish_turn


class Trail(NamedTuple):
    """The positions of a play, as the net saw them."""

    places: NDArray[np.int16]
    numbers: NDArray[np.float32]
    found: NDArray[np.int64]
    answers: NDArray[np.float64]
    wanted: NDArray[np.float64]


def play_and_learn(
    net: Net,
    turn: Turn,
    trail: Trail,
    states: NDArray[Any],
    options: NDArray[Any],
    shares: Weights,
    points: Points,
    rng: NDArray[np.uint64],
    used: NDArray[np.int64],
    plays: int,
    rate: float,
    looking: float,
    straying: float,
    guided: float,
) -> int:
    """Plays one after another in `states[0]`, each from the zeroed `states[1]`; returns how many positions they had.

    `looking` is λ, `straying` the part of turns that are played by chance, `guided` that which the game's knowledge
    plays. `used` counts how often a number was not 0.
    """
    s = states[0]
    o = options[0]
    positions = 0
    for _ in range(plays):
        states[0] = states[1]
        setup(s, o)
        length = 0
        while s.to_move != OVER and length < len(trail.found):
            if s.to_move == CHANCE:
                apply(s, o, draw_outcome(s, o, shares, rng))
                continue
            finish_turn(net, turn, s, o, s.to_move, points, draw_way(straying, guided, rng), rng)
            states[0] = turn.best[0]
            if s.to_move != OVER:
                keep(net, trail, s, o, length, used)
                length += 1
        if s.to_move == OVER and length > 0:
            points[:] = 0.0
            score(s, o, points)
            trail.wanted[:] = 0.0
            results(s, o, points, trail.wanted)
            learn_back(net, trail, length, rate, looking)
            positions += length
    return positions


def keep(net: Net, trail: Trail, s: Record, o: Record, at: int, used: NDArray[np.int64]) -> None:
    """Write down what the net sees of a position, and what it answers."""
    look(net, s, o)
    answer(net)
    for i in range(3):
        trail.found[at, i] = net.found[i]
    for n in range(net.found[COUNT]):
        trail.places[at, n] = net.places[n]
        trail.numbers[at, n] = net.numbers[n]
        used[net.found[KIND], net.places[n]] += 1
    seats, each = net.shares.shape
    for seat in range(seats):
        for share in range(each):
            trail.answers[at, seat, share] = net.shares[seat, share]


def learn_back(net: Net, trail: Trail, length: int, rate: float, looking: float) -> None:
    """From the last position to the first; `wanted` has what became of the play."""
    seats, each = net.shares.shape
    for at in range(length - 1, -1, -1):
        if at + 1 < length:
            for seat in range(seats):
                for share in range(each):
                    near = trail.answers[at + 1, seat, share]
                    trail.wanted[seat, share] = near + looking * (trail.wanted[seat, share] - near)
        for i in range(3):
            net.found[i] = trail.found[at, i]
        for n in range(net.found[COUNT]):
            net.places[n] = trail.places[at, n]
            net.numbers[n] = trail.numbers[at, n]
        learn(net, trail.wanted, rate)


def play_match(
    net: Net,
    turn: Turn,
    states: NDArray[Any],
    options: NDArray[Any],
    shares: Weights,
    points: Points,
    rng: NDArray[np.uint64],
    seat: int,
    plays: int,
    longest: int,
    sums: NDArray[np.float64],
) -> None:
    """Plays in which one seat goes by the net and all the others by the game's knowledge.

    `sums` come to the seat's points, their squares, and how often nobody had more.
    """
    s = states[0]
    o = options[0]
    for _ in range(plays):
        states[0] = states[1]
        setup(s, o)
        length = 0
        while s.to_move != OVER and length < longest:
            if s.to_move == CHANCE:
                apply(s, o, draw_outcome(s, o, shares, rng))
            else:
                finish_turn(net, turn, s, o, s.to_move, points, BEST if s.to_move == seat else GUIDED, rng)
                states[0] = turn.best[0]
                length += 1
        points[:] = 0.0
        if s.to_move == OVER:
            score(s, o, points)
        most = points[0]
        for other in range(len(net.shares)):
            most = max(most, points[other])
        sums[0] += points[seat]
        sums[1] += points[seat] * points[seat]
        sums[2] += points[seat] == most
