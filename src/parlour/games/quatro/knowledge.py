"""What is good in Quatro and backgammon: the race, men out of reach, and points that hold others up.

Points are a player's own numbers v, as everywhere; sets of them are bits, as in steps.py.
"""

from math import sqrt

import numpy as np
from numpy.typing import NDArray

from parlour.engine.contract import Record
from parlour.games.quatro.rules import DOUBLE, MOVING, ROLL
from parlour.games.quatro.stakes import worth
from parlour.games.quatro.standing import PIPS_A_ROLL, allied, first_to_roll, is_race, pips_to_go, rearmost, row
from parlour.games.quatro.steps import NOBODY, is_blocked, step_to

__all__ = ["TERMS", "WEIGHTS", "judge", "overlooks", "row", "worth"]

TERMS = (
    "race", "sprint", "waste", "roll", "bar", "entry", "off", "danger", "loose", "shut", "held",
    "rear", "home", "outer", "prime", "anchor", "back", "alone", "front", "stack", "deep",
)  # fmt: skip
RACE, SPRINT, WASTE, ROLLS, BAR, ENTRY, OFF, DANGER, LOOSE, SHUT, HELD = range(11)
REAR, HOME, OUTER, PRIME, ANCHOR, BACK, ALONE, FRONT, STACK, DEEP = range(11, 21)

# Fitted as search/fitting.py does, but to positions before a roll, since those are what the search judges most: of
# 12,000 plays of backgammon, 7,500 of each kind for two, 3,600 for three and 1,500 for four seats.
WEIGHTS = np.array(
    [
        [
            0.979, 1.390, 0.943, 0.060, -0.049, -0.156, 0.309, 0.260, 0.198, 0.381, -0.026,
            -0.133, 0.152, 0.038, 0.462, -0.076, -0.032, -0.043, 0.160, 0.287, 0.163,
        ],  # two
        [
            0.643, 1.319, 0.559, 0.062, -0.010, -0.077, 0.691, 0.296, 0.167, 0.090, 0.011,
            0.390, 0.144, -0.141, 0.383, -0.086, -0.030, -0.037, 0.323, 0.155, 0.092,
        ],  # three
        [
            0.661, 1.300, 0.600, 0.013, 0.032, -0.089, 0.300, 0.177, 0.112, 0.237, 0.156,
            0.136, -0.047, -0.030, 0.449, -0.088, -0.113, -0.006, 0.111, 0.064, 0.230,
        ],  # four
        [
            0.745, 1.307, 0.803, 0.048, -0.050, 0.080, 0.374, 0.229, 0.169, 0.432, 0.110,
            0.199, 0.201, -0.294, 0.610, 0.009, -0.006, -0.051, 0.329, 0.075, 0.366,
        ],  # backgammon36
        [
            0.598, 1.488, 1.268, 0.078, 0.073, -0.069, 0.561, 0.566, 0.055, 0.123, 0.174,
            0.333, 0.313, -0.106, 0.300, 0.153, 0.088, -0.150, 0.084, 0.178, 0.420,
        ],  # backgammon
    ]
)  # fmt: skip

SEES_HITS, SEES_CUBE, SEES_TOUCHES = 1, 2, 3  # the sights

EACH_DIE = np.array(
    [sum(1 << (6 * a + b) for a in range(6) for b in range(6) if d in (a + 1, b + 1)) for d in range(7)]
)
BITS = np.array([bin(i).count("1") for i in range(64)])


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


def judge(s: Record, o: Record, terms: NDArray[np.float64]) -> None:
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
            own[OFF] = s.off[board] / o.men
            if racing:
                scale = sqrt(total + 10.0)  # a lead counts for more the shorter the race
                own[SPRINT] = -(pips - (PIPS_A_ROLL / 2.0 if board == first else 0.0)) / scale
                if bears_off_last(s, o, board):
                    own[SPRINT] = 3.0
                own[WASTE] = -uneven(s, o, board) / scale
            else:
                mean = total / in_play + 5.0
                own[RACE] = -40.0 * pips / (mean * sqrt(mean))
                judge_men(s, o, board, own)
                judge_single_men(s, o, board, first, own)
                own[ROLLS] = 1.0 if board == first else 0.0
                lead = min(3.0, max(0.2, (total - pips) / max(1, in_play - 1) / (pips + 5.0)))
                own[DANGER] *= lead  # who is ahead has more to lose by being hit or held up
                own[SHUT] *= lead
                own[HELD] *= lead
                own[REAR] *= lead


def bears_off_last(s: Record, o: Record, board: int) -> bool:
    """Whether the dice not yet used bear off all that is left."""
    if board != s.board or s.phase != MOVING or o.men - s.off[board] > s.left[0] + s.left[1]:
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


def judge_men(s: Record, o: Record, board: int, own: NDArray[np.float64]) -> None:
    """Where the men stand and what stands in their way."""
    men = s.own[board]
    shut = s.shut[board]
    points = o.points
    behind = points - o.home  # from beyond here men have the longest way
    touching = 1 if o.touch_owned else 0
    bar = s.bar[board]
    made = 0
    rear = 0
    back = bar
    front = 0
    stacked = 0
    anchor = 0.0
    held = 0.0
    for v in range(1, points + 1):
        if men >> v & 1:
            n = s.men[o.spot[board, v]]
            rear = v
            if n >= 2:
                made |= 1 << v
                stacked += max(0, n - 3)
            if v <= 2 * o.home:
                front += n
                if v <= 3:
                    own[DEEP] -= max(0, n + 1 - v) / 4.0
            else:
                held += min(n, 3) * (1.0 - MOBILITY[touching, (shut << 12) >> v & 4095])
                if v > behind:
                    back += n
                    if n >= 2 and v < points:
                        anchor = max(anchor, 0.5 + 0.5 * (points - v) / o.home)
    closed = BITS[shut >> (points - 5) & 63]
    if bar > 0:
        rear = points + 1
        held += bar * (1.0 - MOBILITY[touching, (shut << 12) >> rear & 4095])
    free = MOBILITY[touching, (shut << 12) >> rear & 4095]
    own[BAR] = -1.0 * bar
    own[ENTRY] = -bar * closed * closed / 36.0
    own[HELD] = -held
    own[REAR] = free - 1.0
    own[ANCHOR] = anchor
    own[BACK] = -back / 2.0
    own[ALONE] = -1.0 if back == 1 else 0.0
    own[FRONT] = front / 4.0
    own[STACK] = -stacked / 4.0
    own[PRIME] = longest_run(made)
    own[OUTER] = count_points(made >> (o.home + 1), o.home) / 3.0
    if s.present[3 - board] and rearmost(s, o, 3 - board) > behind:
        own[HOME] = free * count_points(made >> 1, 6) / 3.0


def count_points(points: int, among: int) -> int:
    """How many there are among the first so many."""
    n = 0
    for i in range(among):
        n += points >> i & 1
    return n


def longest_run(made: int) -> float:
    """What the longest row of neighbouring points is worth: two nothing, six one."""
    n = 0
    while made:
        made &= made << 1
        n += 1
    return max(0, n - 2) ** 2 / 16.0


def judge_single_men(s: Record, o: Record, board: int, first: int, own: NDArray[np.float64]) -> None:
    """What others' rolls may cost before this player's next one, and after it."""
    closed = BITS[s.shut[board] >> (o.points - 5) & 63]
    moving = s.phase == MOVING
    for v in range(1, o.points + 1):
        k = o.spot[board, v]
        if s.own[board] >> v & 1 and s.men[k] == 1:
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
            own[DANGER] -= hit * cost
            own[SHUT] -= hit * closed * closed / 36.0
            own[LOOSE] -= (1.0 - missed_later) * missed * cost


def shots(s: Record, o: Record, board: int, at: int) -> int:
    """With how many of the 36 rolls a player hits a single man on his number `at`."""
    near = s.own[board] >> at  # bit d: a man stands d points before it
    bar = s.bar[board]
    gate = o.points + 1 - at
    if bar > 1:
        return count_rolls(EACH_DIE[gate]) if gate <= 6 else 0
    rolls = 0
    if bar == 1:
        for d in range(1, 7):
            if near >> d & 1:
                for a in range(1, 7):
                    if not s.shut[board] >> (o.points + 1 - a) & 1:
                        rolls |= 1 << (6 * (a - 1) + d - 1) | 1 << (6 * (d - 1) + a - 1)
        near = 1 << gate
    if near & 0x1FFFFFE == 0:
        return count_rolls(rolls)
    closed = 0 if o.touch_owned else s.shut[board] >> at
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
    return count_rolls(rolls)


def count_rolls(rolls: int) -> int:
    n = 0
    while rolls:
        n += BITS[rolls & 63]
        rolls >>= 6
    return n


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
    if action == DOUBLE:
        return sight < SEES_CUBE
    if action >= ROLL or s.phase != MOVING:
        return False
    to = step_to(s, o, action)
    if to < 1:
        return False
    if is_blocked(s, to):
        return sight < SEES_TOUCHES
    k = o.spot[s.board, to]
    return sight < SEES_HITS and s.men[k] == 1 and s.owner[k] != s.board
