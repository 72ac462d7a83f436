"""What is good in Stencil: stencils made or in the making, what cannot be stopped, and who runs out of safe cells."""

from math import exp

import numpy as np
from numpy.typing import NDArray

from parlour.engine.contract import Points, Record
from parlour.engine.level import EVERYTHING
from parlour.games.stencil.rules import (
    CLAIM,
    DRAW,
    PLAYING,
    can_claim,
    can_place,
    count,
    is_complete,
    no_counters_left,
)
from parlour.games.stencil.solving import completing_cells, has_stencil

TERMS = (
    "claim",  # to move, with a stencil
    "stencil",  # not to move, but with a stencil that no claim comes before
    "finish",  # to move, with a cell that completes a stencil and gives the other none
    "fork",  # not to move, with completing cells that the other cannot all take
    "threat",  # not to move, with a completing cell that the other must take
    "held",  # not to move: how far the plate has come as it lies in the tray,
    "turned",  # in the other rotations,
    "over",  # and turned over
    "reply",  # to move: how far the plate has come, all ways of laying it together
    "squeeze",  # the other runs out of safe cells first
    "move",  # to move
)
CLAIMING, STENCIL, FINISH, FORK, THREAT, HELD, TURNED, OVER, REPLY, SQUEEZE, MOVE = range(11)

# Fitted (`search.fitting.fit`) to the solver's values of 22,000 positions from plays with all pairs of plates and
# `no_repeat`; `claim`, `stencil` and `finish` decide a game and are set.
WEIGHTS = np.array(
    [
        [9.0, 8.0, 7.0, 2.198, 0.023, 0.657, 0.754, 0.7, 0.937, 1.552, 0.241],  # rotations
        [9.0, 8.0, 7.0, 3.187, 1.814, 0.406, 0.363, 0.325, 0.156, 1.087, 1.097],  # rotations and flips
    ]
)

# Sights: what somebody sees of plates
AS_HELD = 1  # no stencil but with the plate as it lies in the tray
AS_TURNED = 2  # no stencil with a plate turned over
HONEST = 3  # every stencil, but claims nothing else
PASSING = 4  # that a wrong claim passes the turn, whichever it is

# How far a plate has come that shows so many of its owner's counters, and none or one of the other's
ADVANCE = np.array([[0.0, 0.0], [0.6, 0.3], [0.8, 0.6], [1.2, 2.0], [0.0, 0.0]])


def row(o: Record) -> int:
    return 1 if o.turnings == 8 else 0


def judge(s: Record, o: Record, terms: NDArray[np.float64]) -> None:
    if s.phase != PLAYING:
        return
    mover = s.to_move
    other = 1 - mover
    terms[mover, MOVE] = 1.0
    for turning in range(o.turnings):
        term = HELD if turning == 0 else TURNED if turning < 4 else OVER
        terms[other, term] += advance(s, o, other, turning)
        terms[mover, REPLY] += advance(s, o, mover, turning)
    if s.must_place == 0 and has_stencil(s, o, mover):
        terms[mover, CLAIMING] = 1.0
    elif has_stencil(s, o, other) or has_stencil(s, o, mover):
        owner = other if has_stencil(s, o, other) else mover
        last = 2 * o.final_attempts if no_counters_left(s) else 2
        if s.idle + 1 < last:  # else a failure would end the game before
            terms[owner, STENCIL] = 1.0
    else:
        judge_threats(s, o, terms)
    judge_room(s, o, terms)


def advance(s: Record, o: Record, seat: int, turning: int) -> float:
    holes = o.holes[s.plate[seat], turning]
    others = count(holes & s.counters[1 - seat])
    return ADVANCE[count(holes & s.counters[seat]), others] if others < 2 else 0.0


def judge_threats(s: Record, o: Record, terms: NDArray[np.float64]) -> None:
    """Nobody has a stencil: can the mover complete one, and if not, can he stop the other?"""
    mover = s.to_move
    other = 1 - mover
    poison = completing_cells(s, o, mover, other)
    if can_place(s, mover) and completing_cells(s, o, mover, mover) & ~poison:
        terms[mover, FINISH] = 1.0
    elif s.hand[other] > 0:
        threats = completing_cells(s, o, other, other) & ~completing_cells(s, o, other, mover)
        if threats & (threats - 1) or threats & poison:
            terms[other, FORK] = 1.0
        elif threats:
            terms[other, THREAT] = 1.0


def judge_room(s: Record, o: Record, terms: NDArray[np.float64]) -> None:
    """Both must go on placing: who is the first to have no safe cell left?"""
    mover = s.to_move
    other = 1 - mover
    empty = 0xFFFF & ~(s.counters[0] | s.counters[1])
    barred = barred_cells(s, o, other)  # to the mover
    closed = barred_cells(s, o, mover)  # to the other
    free = count(empty & ~barred & ~closed)
    mine = (free + 1) // 2 + count(closed & ~barred)  # safe placements, if both take the free cells in turn
    theirs = free // 2 + count(barred & ~closed)
    weight = 1.0 - count(empty) / 32.0
    if mine < s.hand[mover] and mine <= theirs:
        terms[other, SQUEEZE] = weight
    elif theirs < s.hand[other] and theirs < mine:
        terms[mover, SQUEEZE] = weight


def barred_cells(s: Record, o: Record, seat: int) -> int:
    """Cells where a counter of the other would complete a seat's stencil, or let the seat complete it at once."""
    own = s.counters[seat]
    others = s.counters[1 - seat]
    cells = 0
    for turning in range(o.turnings):
        holes = o.holes[s.plate[seat], turning]
        if holes & others == 0 and count(holes & own) >= 2:
            cells |= holes & ~own
    return cells


def worth(s: Record, o: Record, strengths: NDArray[np.float64], points: Points) -> None:
    """What is won already, and what this game and those to come may bring."""
    lead = 2.0 / (1.0 + exp(strengths[1] - strengths[0])) - 1.0
    even = 0.5 if o.unfinished == DRAW else 1.0  # the points made in a game that is even
    decided = abs(lead) + (1.0 - abs(lead)) * even
    later = (o.games - s.played - 1) * even / 2.0
    points[0] = s.halves[0] / 2.0 + later + (decided + lead) / 2.0
    points[1] = s.halves[1] / 2.0 + later + (decided - lead) / 2.0


def overlooks(s: Record, o: Record, action: int, sight: int) -> bool:
    """Whoever sees a stencil of his claims it; whoever sees none claims wrongly only to pass, and in one way."""
    if sight >= EVERYTHING or s.phase != PLAYING:
        return False
    mover = s.to_move
    shown = 1 if sight == AS_HELD else min(4, o.turnings) if sight == AS_TURNED else o.turnings
    wrong = -1  # the first way of laying the plate that shows no stencil
    right = False
    for turning in range(shown):
        if not is_complete(s, o, mover, turning):
            wrong = turning if wrong < 0 else wrong
        elif can_claim(s, o):
            right = True
    turning = action - CLAIM
    claims = 0 <= turning < o.turnings
    if right:
        return not claims or turning >= shown or not is_complete(s, o, mover, turning)
    return claims and (sight < PASSING or not can_place(s, mover) or turning != wrong)
