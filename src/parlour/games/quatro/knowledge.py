"""What is good in Quatro and backgammon: the race, men out of reach, and points that hold others up.

Points are a player's own numbers v, as everywhere; sets of them are bits, as in steps.py.
"""

from math import sqrt

import numpy as np
from numpy.typing import NDArray

from parlour.engine.bits import count_bits, lowest_bit
from parlour.engine.codes import Codes, code
from parlour.engine.contract import Record, Terms
from parlour.games.quatro.board import NOBODY
from parlour.games.quatro.stakes import worth
from parlour.games.quatro.standing import PIPS_A_ROLL, allied, first_to_roll, is_race, pips_to_go, rearmost, row
from parlour.games.quatro.state import Action, Phase
from parlour.games.quatro.steps import blocked_points, is_blocked, step_to

__all__ = ["WEIGHTS", "Term", "judge", "overlooks", "row", "worth"]


class Term(Codes):
    """What counts, for whoever has it or against him."""

    RACE = code("the way to go, against the others', while men may meet")
    SPRINT = code("the same in a mere race")
    WASTE = code("pips lost by bearing off unevenly")
    ROLL = code("has the next roll")
    BAR = code("men on the bar")
    ENTRY = code("the same, by how many points are closed to them")
    OFF = code("men borne off")
    DANGER = code("single men that may be hit before the next roll, by the way they have come")
    LOOSE = code("and after it")
    SHUT = code("single men that may be hit and not come in again")
    HELD = code("men on the far side held up by closed points")
    REAR = code("the last man held up")
    HOME = code("points made at home, while somebody facing has men to come past them")
    OUTER = code("points made just before home")
    PRIME = code("the longest row of points made")
    ANCHOR = code("a point held on the entry board")
    BACK = code("men on the entry board and on the bar")
    ALONE = code("one of them, and no more")
    FRONT = code("men on the first two boards")
    STACK = code("men piled up")
    DEEP = code("men on the lowest points")


# Fitted as search/fitting.py does, but to positions before a roll, since those are what the search judges most: of
# 12,000 plays of backgammon, 7,500 of each kind for two, 3,600 for three and 1,500 for four seats.
WEIGHTS = {  # two, three and four seats, backgammon on 36 points, backgammon
    "race": (0.979, 0.643, 0.661, 0.745, 0.598),
    "sprint": (1.39, 1.319, 1.3, 1.307, 1.488),
    "waste": (0.943, 0.559, 0.6, 0.803, 1.268),
    "roll": (0.06, 0.062, 0.013, 0.048, 0.078),
    "bar": (-0.049, -0.01, 0.032, -0.05, 0.073),
    "entry": (-0.156, -0.077, -0.089, 0.08, -0.069),
    "off": (0.309, 0.691, 0.3, 0.374, 0.561),
    "danger": (0.26, 0.296, 0.177, 0.229, 0.566),
    "loose": (0.198, 0.167, 0.112, 0.169, 0.055),
    "shut": (0.381, 0.09, 0.237, 0.432, 0.123),
    "held": (-0.026, 0.011, 0.156, 0.11, 0.174),
    "rear": (-0.133, 0.39, 0.136, 0.199, 0.333),
    "home": (0.152, 0.144, -0.047, 0.201, 0.313),
    "outer": (0.038, -0.141, -0.03, -0.294, -0.106),
    "prime": (0.462, 0.383, 0.449, 0.61, 0.3),
    "anchor": (-0.076, -0.086, -0.088, 0.009, 0.153),
    "back": (-0.032, -0.03, -0.113, -0.006, 0.088),
    "alone": (-0.043, -0.037, -0.006, -0.051, -0.15),
    "front": (0.16, 0.323, 0.111, 0.329, 0.084),
    "stack": (0.287, 0.155, 0.064, 0.075, 0.178),
    "deep": (0.163, 0.092, 0.23, 0.366, 0.42),
}

SEES_HITS, SEES_CUBE, SEES_TOUCHES = 1, 2, 3  # the sights

EACH_DIE = np.array(
    [sum(1 << (6 * a + b) for a in range(6) for b in range(6) if d in (a + 1, b + 1)) for d in range(7)]
)


def mobility(touching: bool) -> NDArray[np.float64]:
    """How far a man gets by himself with a roll, as a part of what he would on open ground.

    For every set of closed points among the twelve before him: bit 11 is the next, bit 0 the last.
    """
    sets = np.arange(4096)
    total = np.zeros(4096)
    for a in range(1, 7):
        for b in range(1, 7):
            ways = ((a, a, a, a),) if a == b else ((a, b), (b, a))
            farthest = np.zeros(4096)
            for way in ways:
                going = np.ones(4096, bool)
                gone = 0
                for pips in way:
                    gone += pips
                    free = (sets >> (12 - gone) & 1) == 0 if gone <= 12 else np.ones(4096, bool)
                    farthest = np.where(going & free, np.maximum(farthest, gone), farthest)
                    if not touching:
                        going &= free
            total += farthest
    return total / total[0]


MOBILITY = np.array([mobility(False), mobility(True)])


def judge(s: Record, o: Record, terms: Terms) -> None:
    total = 0.0
    in_play = 0
    for board in range(4):
        if s.present[board]:
            in_play += 1
            total += pips_to_go(s, o, board)
    racing = is_race(s, o)
    first = first_to_roll(s, o)
    for board in range(4):
        if s.present[board]:
            own = terms[s.player[board]]
            pips = pips_to_go(s, o, board)
            own[Term.OFF] = s.off[board] / o.men
            if racing:
                scale = sqrt(total + 10.0)  # a lead counts for more the shorter the race
                own[Term.SPRINT] = -(pips - (PIPS_A_ROLL / 2.0 if board == first else 0.0)) / scale
                if bears_off_last(s, o, board):
                    own[Term.SPRINT] = 3.0
                own[Term.WASTE] = -uneven(s, o, board) / scale
            else:
                mean = total / in_play + 5.0
                own[Term.RACE] = -40.0 * pips / (mean * sqrt(mean))
                judge_men(s, o, board, own)
                judge_single_men(s, o, board, first, own)
                own[Term.ROLL] = 1.0 if board == first else 0.0
                lead = min(3.0, max(0.2, (total - pips) / max(1, in_play - 1) / (pips + 5.0)))
                own[Term.DANGER] *= lead  # who is ahead has more to lose by being hit or held up
                own[Term.SHUT] *= lead
                own[Term.HELD] *= lead
                own[Term.REAR] *= lead


def bears_off_last(s: Record, o: Record, board: int) -> bool:
    """Whether the dice not yet used bear off all that is left."""
    if board != s.board or s.phase != Phase.MOVING or o.men - s.off[board] > s.left[0] + s.left[1]:
        return False
    return pips_to_go(s, o, board) == 0


def uneven(s: Record, o: Record, board: int) -> float:
    """The pips that are lost in bearing off by men heaped on low points and by gaps."""
    waste = 0.0
    for v in range(1, 7):
        men = s.men[o.spot[board, v]] if s.own[board] >> v & 1 else 0
        if v <= 2:
            waste += (3 - v) * max(0, men - 1)
        elif v == 3:
            waste += max(0, men - 3)
        elif men == 0:
            waste += 1.0
    return waste


def judge_men(s: Record, o: Record, board: int, own: Terms) -> None:
    """Where the men stand and what stands in their way."""
    men = s.own[board]
    shut = blocked_points(s, o, board)
    points = o.points
    behind = points - o.home  # from beyond here men have the longest way
    touching = 1 if o.touch_owned else 0
    bar = s.bar[board]
    made = s.made[board]
    rear = 0
    back = bar
    front = 0
    stacked = 0
    anchor = 0.0
    held = 0.0
    while men:
        rear = lowest_bit(men)
        men &= men - 1
        n = s.men[o.spot[board, rear]]
        stacked += max(0, n - 3)
        if rear <= 2 * o.home:
            front += n
            if rear <= 3:
                own[Term.DEEP] -= max(0, n + 1 - rear) / 4.0
        else:
            held += min(n, 3) * (1.0 - MOBILITY[touching, (shut << 12) >> rear & 4095])
            if rear > behind:
                back += n
                if n >= 2 and rear < points:
                    anchor = max(anchor, 0.5 + 0.5 * (points - rear) / o.home)
    closed = count_bits(shut >> (points - 5) & 63)
    if bar > 0:
        rear = points + 1
        held += bar * (1.0 - MOBILITY[touching, (shut << 12) >> rear & 4095])
    free = MOBILITY[touching, (shut << 12) >> rear & 4095]
    own[Term.BAR] = -1.0 * bar
    own[Term.ENTRY] = -bar * closed * closed / 36.0
    own[Term.HELD] = -held
    own[Term.REAR] = free - 1.0
    own[Term.ANCHOR] = anchor
    own[Term.BACK] = -back / 2.0
    own[Term.ALONE] = -1.0 if back == 1 else 0.0
    own[Term.FRONT] = front / 4.0
    own[Term.STACK] = -stacked / 4.0
    own[Term.PRIME] = longest_run(made)
    own[Term.OUTER] = count_bits(made >> (o.home + 1) & ((1 << o.home) - 1)) / 3.0
    if s.present[3 - board] and rearmost(s, o, 3 - board) > behind:
        own[Term.HOME] = free * count_bits(made >> 1 & 63) / 3.0


def longest_run(made: int) -> float:
    """What the longest row of neighbouring points is worth: two nothing, six one."""
    n = 0
    while made:
        made &= made << 1
        n += 1
    return max(0, n - 2) ** 2 / 16.0


def judge_single_men(s: Record, o: Record, board: int, first: int, own: Terms) -> None:
    """What others' rolls may cost before this player's next one, and after it."""
    closed = count_bits(blocked_points(s, o, board) >> (o.points - 5) & 63)
    moving = s.phase == Phase.MOVING
    men = s.own[board]
    while men:
        v = lowest_bit(men)
        men &= men - 1
        k = o.spot[board, v]
        if s.men[k] == 1:
            missed = 1.0
            missed_later = 1.0
            for other in range(4):
                if s.present[other] and other != board and not allied(o, board, other):
                    at = o.number[other, k]
                    if moving and other == s.board:
                        if can_still_hit(s, o, at):
                            missed = 0.0
                    else:
                        chance = shots(s, o, other, at) / 36.0
                        if first != NOBODY and (other - first) % 4 < (board - first) % 4:
                            missed *= 1.0 - chance
                        else:
                            missed_later *= 1.0 - chance
            cost = (o.points + 1 - v) / 20.0
            hit = 1.0 - missed
            if moving and board == s.board and can_still_mend(s, o, v):
                hit *= 0.3
            own[Term.DANGER] -= hit * cost
            own[Term.SHUT] -= hit * closed * closed / 36.0
            own[Term.LOOSE] -= (1.0 - missed_later) * missed * cost


def shots(s: Record, o: Record, board: int, at: int) -> int:
    """With how many of the 36 rolls a player hits a single man on his number `at`."""
    near = s.own[board] >> at  # bit d: a man stands d points before it
    shut = blocked_points(s, o, board)
    bar = s.bar[board]
    gate = o.points + 1 - at
    if bar > 1:
        return count_bits(EACH_DIE[gate]) if gate <= 6 else 0
    rolls = 0
    if bar == 1:
        for d in range(1, 7):
            if near >> d & 1:
                for a in range(1, 7):
                    if not shut >> (o.points + 1 - a) & 1:
                        rolls |= 1 << (6 * (a - 1) + d - 1) | 1 << (6 * (d - 1) + a - 1)
        near = 1 << gate
    if near & 0x1FFFFFE == 0:
        return count_bits(rolls)
    closed = 0 if o.touch_owned else shut >> at
    for d in range(1, 7):
        if near >> d & 1:
            rolls |= EACH_DIE[d]
        for b in range(1, d):
            if near >> (d + b) & 1 and not (closed >> d & closed >> b & 1):
                rolls |= 1 << (6 * (d - 1) + b - 1) | 1 << (6 * (b - 1) + d - 1)
        gone = d
        for _ in range(3):
            if closed >> gone & 1:
                break
            gone += d
            if near >> gone & 1:
                rolls |= 1 << (7 * (d - 1))
    return count_bits(rolls)


def can_still_hit(s: Record, o: Record, at: int) -> bool:
    """Whether the dice not yet used bring the mover to a single man on his number `at`."""
    men = s.own[s.board]
    if s.transit > 0:
        men = 1 << s.transit
    elif s.bar[s.board] > 0:
        men = 1 << (o.points + 1)
    for die in range(2):
        for times in range(1, s.left[die] + 1):
            if men >> (at + times * s.dice[die]) & 1:
                return True
    return False


def can_still_mend(s: Record, o: Record, v: int) -> bool:
    """Whether a die not yet used brings the mover's single man on v to another, or another to him."""
    for die in range(2):
        if s.left[die] > 0:
            to = v - s.dice[die]
            if to > 0 and s.own[s.board] >> to & 1:
                return True
            start = v + s.dice[die]
            if start <= o.points and s.own[s.board] >> start & 1 and s.men[o.spot[s.board, start]] != 2:
                return True
    return False


def overlooks(s: Record, o: Record, action: int, sight: int) -> bool:
    if action == Action.DOUBLE:
        return sight < SEES_CUBE
    if action >= Action.ROLL or s.phase != Phase.MOVING:
        return False
    to = step_to(s, o, action)
    if to < 1:
        return False
    if is_blocked(s, to):
        return sight < SEES_TOUCHES
    k = o.spot[s.board, to]
    return sight < SEES_HITS and s.men[k] == 1 and s.owner[k] != s.board
