"""What is good in Stencil: stencils made or in the making, what cannot be stopped, and who runs out of safe cells."""

from math import exp

import numpy as np

from parlour.engine.bits import count_bits
from parlour.engine.codes import Codes, code
from parlour.engine.contract import Points, Record, Strengths, Terms
from parlour.engine.level import EVERYTHING
from parlour.games.stencil.options import Unfinished
from parlour.games.stencil.rules import can_claim, can_place, is_complete, no_counters_left
from parlour.games.stencil.solving import completing_cells, has_stencil
from parlour.games.stencil.state import Action, Phase


class Term(Codes):
    """What counts."""

    CLAIM = code("to move, with a stencil")
    STENCIL = code("not to move, but with a stencil that no claim comes before")
    FINISH = code("to move, with a cell that completes a stencil and gives the other none")
    FORK = code("not to move, with completing cells that the other cannot all take")
    THREAT = code("not to move, with a completing cell that the other must take")
    HELD = code("not to move: how far the plate has come as it lies in the tray")
    TURNED = code("the same in the other rotations")
    OVER = code("the same turned over")
    REPLY = code("to move: how far the plate has come, all ways of laying it together")
    SQUEEZE = code("the other runs out of safe cells first")
    MOVE = code("to move")


# Fitted (`search.fitting.fit`) to the solver's values of 22,000 positions from plays with all pairs of plates and
# `no_repeat`, with rotations and with rotations and flips; `claim`, `stencil` and `finish` decide a game and are set.
WEIGHTS = {
    "claim": (9.0, 9.0),
    "stencil": (8.0, 8.0),
    "finish": (7.0, 7.0),
    "fork": (2.198, 3.187),
    "threat": (0.023, 1.814),
    "held": (0.657, 0.406),
    "turned": (0.754, 0.363),
    "over": (0.7, 0.325),
    "reply": (0.937, 0.156),
    "squeeze": (1.552, 1.087),
    "move": (0.241, 1.097),
}

# Sights: what somebody sees of plates
AS_HELD = 1  # no stencil but with the plate as it lies in the tray
AS_TURNED = 2  # no stencil with a plate turned over
HONEST = 3  # every stencil, but claims nothing else
PASSING = 4  # that a wrong claim passes the turn, whichever it is

# How far a plate has come that shows so many of its owner's counters, and none or one of the other's
ADVANCE = np.array([[0.0, 0.0], [0.6, 0.3], [0.8, 0.6], [1.2, 2.0], [0.0, 0.0]])


def row(o: Record) -> int:
    return 1 if o.turnings == 8 else 0


def judge(s: Record, o: Record, terms: Terms) -> None:
    if s.phase != Phase.PLAYING:
        return
    mover = s.to_move
    other = 1 - mover
    terms[mover, Term.MOVE] = 1.0
    for turning in range(o.turnings):
        term = Term.HELD if turning == 0 else Term.TURNED if turning < 4 else Term.OVER
        terms[other, term] += advance(s, o, other, turning)
        terms[mover, Term.REPLY] += advance(s, o, mover, turning)
    if s.must_place == 0 and has_stencil(s, o, mover):
        terms[mover, Term.CLAIM] = 1.0
    elif has_stencil(s, o, other) or has_stencil(s, o, mover):
        owner = other if has_stencil(s, o, other) else mover
        last = 2 * o.final_attempts if no_counters_left(s) else 2
        if s.idle + 1 < last:  # else a failure would end the game before
            terms[owner, Term.STENCIL] = 1.0
    else:
        judge_threats(s, o, terms)
    judge_room(s, o, terms)


def advance(s: Record, o: Record, seat: int, turning: int) -> float:
    holes = o.holes[s.plate[seat], turning]
    others = count_bits(holes & s.counters[1 - seat])
    return ADVANCE[count_bits(holes & s.counters[seat]), others] if others < 2 else 0.0


def judge_threats(s: Record, o: Record, terms: Terms) -> None:
    """Nobody has a stencil: can the mover complete one, and if not, can he stop the other?"""
    mover = s.to_move
    other = 1 - mover
    poison = completing_cells(s, o, mover, other)
    if can_place(s, mover) and completing_cells(s, o, mover, mover) & ~poison:
        terms[mover, Term.FINISH] = 1.0
    elif s.hand[other] > 0:
        threats = completing_cells(s, o, other, other) & ~completing_cells(s, o, other, mover)
        if threats & (threats - 1) or threats & poison:
            terms[other, Term.FORK] = 1.0
        elif threats:
            terms[other, Term.THREAT] = 1.0


def judge_room(s: Record, o: Record, terms: Terms) -> None:
    """Both must go on placing: who is the first to have no safe cell left?"""
    mover = s.to_move
    other = 1 - mover
    empty = 0xFFFF & ~(s.counters[0] | s.counters[1])
    barred = barred_cells(s, o, other)  # to the mover
    closed = barred_cells(s, o, mover)  # to the other
    free = count_bits(empty & ~barred & ~closed)
    mine = (free + 1) // 2 + count_bits(closed & ~barred)  # safe placements, if both take the free cells in turn
    theirs = free // 2 + count_bits(barred & ~closed)
    weight = 1.0 - count_bits(empty) / 32.0
    if mine < s.hand[mover] and mine <= theirs:
        terms[other, Term.SQUEEZE] = weight
    elif theirs < s.hand[other] and theirs < mine:
        terms[mover, Term.SQUEEZE] = weight


def barred_cells(s: Record, o: Record, seat: int) -> int:
    """Cells where a counter of the other would complete a seat's stencil, or let the seat complete it at once."""
    own = s.counters[seat]
    others = s.counters[1 - seat]
    cells = 0
    for turning in range(o.turnings):
        holes = o.holes[s.plate[seat], turning]
        if holes & others == 0 and count_bits(holes & own) >= 2:
            cells |= holes & ~own
    return cells


def worth(s: Record, o: Record, strengths: Strengths, points: Points) -> None:
    """What is won already, and what this game and those to come may bring."""
    lead = 2.0 / (1.0 + exp(strengths[1] - strengths[0])) - 1.0
    even = 0.5 if o.unfinished == Unfinished.DRAW else 1.0  # the points made in a game that is even
    decided = abs(lead) + (1.0 - abs(lead)) * even
    later = (o.games - s.played - 1) * even / 2.0
    points[0] = s.halves[0] / 2.0 + later + (decided + lead) / 2.0
    points[1] = s.halves[1] / 2.0 + later + (decided - lead) / 2.0


def overlooks(s: Record, o: Record, action: int, sight: int) -> bool:
    """Whoever sees a stencil of his claims it; whoever sees none claims wrongly only to pass, and in one way."""
    if sight >= EVERYTHING or s.phase != Phase.PLAYING:
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
    turning = action - Action.CLAIM
    claims = 0 <= turning < o.turnings
    if right:
        return not claims or turning >= shown or not is_complete(s, o, mover, turning)
    return claims and (sight < PASSING or not can_place(s, mover) or turning != wrong)
