"""The best way to finish a turn, as a net sees it. A template, as `tree` is one.

A net judges positions where a turn has ended. In the middle of one, all ways to finish it are tried, and the best of
them counts. Of some endings a game knows exactly what the net can only guess: there it is not asked.
"""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from parlour.engine.bits import clear_actions, next_action
from parlour.engine.contract import OVER, Points, Record, Strengths, apply, foretell, legal, score, value
from parlour.search.judging import evaluate
from parlour.search.net import Net, weigh
from parlour.search.playout import next_random

HAS_ENDING = False  # whether the game's own `foretell` is bound here

MOST = 3000  # positions at the end of a turn that are looked at
# Which way is taken: the best, any, the best by the terms of the game's knowledge, or the best of the few they prefer
BEST, ANY, GUIDED, LISTED = range(4)
SLOTS = 8192  # to remember those in: a power of two, well above `MOST`


class Turn(NamedTuple):
    """Room to try out a turn in."""

    states: NDArray[Any]  # step by step
    words: NDArray[Any]  # the same memory, as numbers
    sets: NDArray[np.int64]  # the actions of each step
    cursors: NDArray[np.int64]
    met: NDArray[np.uint64]  # by slot: a mark of a position met in this turn
    when: NDArray[np.int64]  # by slot: in which turn it was met; after the last slot, how many there were
    known: NDArray[np.uint64]  # by slot: a mark of a position that the net has judged; no slots where it still learns
    worth: NDArray[np.float64]  # by slot and seat: what it said
    listed: NDArray[Any]  # the few positions that the terms like best; no room where none is passed over
    leads: NDArray[np.float64]  # how much they like each of these
    marks: NDArray[np.uint64]
    best: NDArray[Any]  # the position that is best for who moves
    points: Points  # what each seat can expect there
    weights: NDArray[np.float64]  # of the terms, for who goes by them
    strengths: Strengths
    table: Any  # by which endings are known
    knowing: NDArray[np.int64]  # 1 where they count


def finish_turn(
    net: Net,
    turn: Turn,
    start: Record,
    o: Record,
    mover: int,
    points: Points,
    taken: int,
    rng: NDArray[np.uint64],
) -> None:
    """Try every way in which `mover` may go on; the best position and its worth go to `turn.best` and `points`.

    What is best is said by the net, unless another way is to be taken.
    """
    states = turn.states
    states[0] = start
    turn.when[SLOTS] += 1
    seats = len(net.shares)
    most = -1e300
    tried = 0
    listed = 0
    at = 0
    turn.cursors[0] = -1
    while at >= 0 and tried < MOST:
        s = states[at]
        if s.to_move != mover or s.turns != start.turns or at + 1 == len(states):
            mark = mark_of(turn.words[at])
            if is_new(turn, mark):
                tried += 1
                if taken == ANY:
                    most = keep_best(turn, s, points, float(next_random(rng)), most)
                elif taken == BEST or (taken == LISTED and len(turn.listed) == 0):
                    weigh_once(net, turn, s, o, points, mark)
                    most = keep_best(turn, s, points, lead_of(points, seats, mover), most)
                else:
                    evaluate(s, o, turn.weights, net.terms, turn.strengths, points)
                    lead = lead_of(points, seats, mover)
                    if taken == GUIDED:
                        most = keep_best(turn, s, points, lead, most)
                    else:
                        listed = enlist(turn, s, mark, lead, listed)
            at -= 1
            continue
        if turn.cursors[at] < 0:
            clear_actions(turn.sets[at])
            legal(s, o, turn.sets[at])
        code = next_action(turn.sets[at], turn.cursors[at])
        if code < 0:
            at -= 1
            continue
        turn.cursors[at] = code
        states[at + 1] = s
        apply(states[at + 1], o, code)
        at += 1
        turn.cursors[at] = -1
    for n in range(listed):
        weigh_once(net, turn, turn.listed[n], o, points, turn.marks[n])
        most = keep_best(turn, turn.listed[n], points, lead_of(points, seats, mover), most)
    for seat in range(len(points)):
        points[seat] = turn.points[seat]


def keep_best(turn: Turn, s: Record, points: Points, gain: float, most: float) -> float:
    """Remember a way if it gains more than any before; what the best one gains."""
    if gain <= most:
        return most
    turn.best[0] = s
    for seat in range(len(points)):
        turn.points[seat] = points[seat]
    return gain


def enlist(turn: Turn, s: Record, mark: np.uint64, lead: float, listed: int) -> int:
    """Put a position on the list, if need be in the place of the one that the terms like least; how many are on it."""
    place = listed
    if listed == len(turn.listed):
        place = 0
        for n in range(1, listed):
            if turn.leads[n] < turn.leads[place]:
                place = n
        if lead <= turn.leads[place]:
            return listed
    turn.listed[place] = s
    turn.leads[place] = lead
    turn.marks[place] = mark
    return max(listed, place + 1)


def draw_way(straying: float, guided: float, rng: NDArray[np.uint64]) -> int:
    """Which way a turn is taken in a play to learn from: these parts of all by chance, and by the terms."""
    drawn = next_random(rng) / 2147483648.0
    return ANY if drawn < straying else GUIDED if drawn < straying + guided else BEST


def weigh_end(net: Net, turn: Turn, s: Record, o: Record, points: Points) -> None:
    """What each seat can expect: the score, if the play is over, and what is known of it, if that is known."""
    if s.to_move == OVER:
        points[:] = 0.0
        score(s, o, points)
    elif HAS_ENDING and turn.knowing[0] and foretell(s, o, turn.table, net.shares):
        value(s, o, net.shares, points)
    else:
        weigh(net, s, o, points)


def weigh_once(net: Net, turn: Turn, s: Record, o: Record, points: Points, mark: np.uint64) -> None:
    """The same; where the net has judged a position of this mark before, it is not asked again."""
    slots = len(turn.known)
    if slots == 0:
        weigh_end(net, turn, s, o, points)
        return
    slot = int(mark >> np.uint64(32)) % slots
    if turn.known[slot] == mark:
        for seat in range(len(points)):
            points[seat] = turn.worth[slot, seat]
        return
    weigh_end(net, turn, s, o, points)
    turn.known[slot] = mark
    for seat in range(len(points)):
        turn.worth[slot, seat] = points[seat]


def lead_of(points: Points, seats: int, seat: int) -> float:
    """How far a seat is ahead of what all have on average; playing alone, its points.

    Where what one wins others lose, that is as good as its points; elsewhere it tells a draw from a defeat.
    """
    total = 0.0
    for other in range(seats):
        total += points[other]
    return float(points[seat]) - (total / seats if seats > 1 else 0.0)


def mark_of(words: NDArray[Any]) -> np.uint64:
    """A number that stands for a position: no two that are met have the same, as good as certainly."""
    mark = np.uint64(0xCBF29CE484222325)
    for word in words:
        mark = (mark ^ np.uint64(word)) * np.uint64(0x9E3779B97F4A7C15)
        mark ^= mark >> np.uint64(29)
    return mark


def is_new(turn: Turn, mark: np.uint64) -> bool:
    """Whether a position has not been met in this turn before; steps in another order often lead to the same."""
    slot = int(mark >> np.uint64(40)) % SLOTS
    while turn.when[slot] == turn.when[SLOTS]:
        if turn.met[slot] == mark:
            return False
        slot = (slot + 1) % SLOTS
    turn.when[slot] = turn.when[SLOTS]
    turn.met[slot] = mark
    return True
