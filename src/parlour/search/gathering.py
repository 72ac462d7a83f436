"""Positions to learn from, and what they should have been answered. A template, as `tree` is one.

A position is asked to answer what those after it are answered on average, over all that chance may bring and the best
turn after each; in the middle of a turn, what is answered after the best way to go on. By λ it is asked for what became
of the play as well: for that part it goes by what the next position of the play is asked to answer, and the last by how
the play ended. What came of a turn that was not the best says nothing about the position before.
"""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from parlour.engine.contract import CHANCE, OVER, Points, Record, Weights, apply, chance, results, score, setup
from parlour.engine.shares import clear_weights
from parlour.search.net import COUNT, Net, answer, look
from parlour.search.playout import draw_outcome
from parlour.search.turns import BEST, Turn, draw_way, finish_turn


class Lot(NamedTuple):
    """Positions as a net sees them, and the answers wanted."""

    places: NDArray[np.int16]  # by position: what was not 0
    numbers: NDArray[np.float32]
    found: NDArray[np.int64]
    wanted: NDArray[np.float64]  # by position, seat and answer


def gather(
    net: Net,
    turn: Turn,
    lot: Lot,
    states: NDArray[Any],
    options: NDArray[Any],
    shares: Weights,
    points: Points,
    rng: NDArray[np.uint64],
    straying: float,
    guided: float,
    looking: float,
    longest: int,
) -> None:
    """Fill a lot from plays of the net against itself. `looking` is λ."""
    s = states[0]
    o = options[0]
    n = 0
    while n < len(lot.found):
        states[0] = states[1]
        setup(s, o)
        turns = 0
        first = n  # of the positions after which every turn was the best
        asked = False  # whether a net may be asked about it: after any decision, and wherever chance comes in
        while s.to_move != OVER and turns < longest and n < len(lot.found):
            at_chance = s.to_move == CHANCE
            if asked or (at_chance and turns > 0):
                keep_position(net, lot, s, o, n)
                lot.wanted[n] = 0.0
                if at_chance:
                    weigh_chances(net, turn, lot.wanted[n], states, o, shares, points, rng)
                else:
                    states[2] = states[0]
                    add_answers(net, turn, lot.wanted[n], states, o, 1.0, points, rng)
                n += 1
            asked = not at_chance
            if at_chance:
                apply(s, o, draw_outcome(s, o, shares, rng))
                continue
            way = draw_way(straying, guided, rng)
            finish_turn(net, turn, s, o, s.to_move, points, way, rng)
            states[0] = turn.best[0]
            turns += 1
            if way != BEST:
                hand_back(lot.wanted, first, n, looking)
                first = n
        if s.to_move == OVER and first < n:
            tell_result(net, s, o, points)
            mix(lot.wanted[n - 1], net.shares, looking)
        hand_back(lot.wanted, first, n, looking)


def hand_back(wanted: NDArray[np.float64], first: int, end: int, looking: float) -> None:
    """Let each of some positions of a play, but the last, go by what is wanted of the next one too."""
    for at in range(end - 2, first - 1, -1):
        mix(wanted[at], wanted[at + 1], looking)


def mix(wanted: NDArray[np.float64], later: NDArray[np.float64], looking: float) -> None:
    seats, each = wanted.shape
    for seat in range(seats):
        for k in range(each):
            wanted[seat, k] = (1.0 - looking) * wanted[seat, k] + looking * later[seat, k]


def keep_position(net: Net, lot: Lot, s: Record, o: Record, n: int) -> None:
    look(net, s, o)
    for i in range(3):
        lot.found[n, i] = net.found[i]
    for k in range(net.found[COUNT]):
        lot.places[n, k] = net.places[k]
        lot.numbers[n, k] = net.numbers[k]


def weigh_chances(
    net: Net,
    turn: Turn,
    wanted: NDArray[np.float64],
    states: NDArray[Any],
    o: Record,
    shares: Weights,
    points: Points,
    rng: NDArray[np.uint64],
) -> None:
    """The mean of the answers after each outcome and the best turn then; `states[2]` is room for one."""
    clear_weights(shares)
    whole = chance(states[0], o, shares)
    for outcome in range(len(shares)):
        if shares[outcome] > 0:
            states[2] = states[0]
            apply(states[2], o, outcome)
            add_answers(net, turn, wanted, states, o, shares[outcome] / whole, points, rng)


def add_answers(
    net: Net,
    turn: Turn,
    wanted: NDArray[np.float64],
    states: NDArray[Any],
    o: Record,
    share: float,
    points: Points,
    rng: NDArray[np.uint64],
) -> None:
    """Add so large a part of what is answered after the best way to go on from `states[2]`."""
    t = states[2]
    if t.to_move >= 0:
        finish_turn(net, turn, t, o, t.to_move, points, BEST, rng)
        states[2] = turn.best[0]
    if t.to_move == OVER:
        tell_result(net, t, o, points)
    else:
        look(net, t, o)
        answer(net)
    seats, each = net.shares.shape
    for seat in range(seats):
        for k in range(each):
            wanted[seat, k] += share * net.shares[seat, k]


def tell_result(net: Net, s: Record, o: Record, points: Points) -> None:
    """Put what became of a play in the place of the answers."""
    points[:] = 0.0
    score(s, o, points)
    net.shares[:] = 0.0
    results(s, o, points, net.shares)
