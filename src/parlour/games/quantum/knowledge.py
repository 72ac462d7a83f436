"""What counts in Quantum: how far pieces have come, who can win with the next throw, and who stands in whose way."""

from itertools import product

import numpy as np
from numpy.typing import NDArray

from parlour.engine.contract import Record
from parlour.games.quantum.board import ABSORBS, CENTRE, DOWN, HOME, INDEX, JUMP, ONWARD, SQUARES, UP
from parlour.games.quantum.chains import SLOTS
from parlour.games.quantum.rules import (
    BALANCE,
    COUNTERS_HOME,
    ENTER,
    MOVE_CODES,
    NOBODY,
    ONE_PLUS_THREE,
    STANDING,
    THROWING,
)

TERMS = (
    "front",  # how far the foremost piece has come, 0 in the centre and 1 at home; the mean of as many as are needed
    "train",  # how far the others have come, all together
    "near",  # pieces close to home, each the more the closer
    "crew",  # pieces in play, as a part of one's own
    "tray",  # pieces safely home, as a part of those needed
    "aim",  # the chance that a throw of both dice brings a piece home, whether that wins or not
    "shot",  # the chance that it wins, for whoever throws next
    "later",  # the same for the others
    "hand",  # the chance that dice thrown already win
    "danger",  # what may be lost to whoever throws next
    "risk",  # what may be lost to the others
    "prey",  # what may be gained by striking
    "sting",  # the chance that a die sends some piece back to the centre
    "dice",  # throws in hand, each of two dice
    "hold",  # being near home with other pieces to use dice for
    "short",  # being near home while too few pieces are in play
    "crowd",  # being near home while too many are
    "post",  # a piece that stands on home and waits for the balance
)
FRONT, TRAIN, NEAR, CREW, IN_TRAY, AIM, SHOT, LATER, HAND, DANGER, RISK, PREY, STING, DICE, HOLD, SHORT, CROWD, POST = (
    range(len(TERMS))
)

# Rows for 2 to 6 seats, for `counters_home` and for `one_plus_three`, found by duels: of two players who look one move
# ahead, their weights changed at random in opposite ways, each row moved a little towards the winner's, for tens of
# thousands of plays; all but `post`, which is a guess. Who wins in the end depends too little on a single position for
# `search.fitting` to tell.
# fmt: off
WEIGHTS = np.array([
    [2.30, 1.20, 0.40, 1.20, 0.00, 0.80, 3.30, 2.00, 3.20, -1.40, -1.70, 0.65, 0.00, 0.60, 1.50, -1.30, 0.20, 1.00],
    [2.71, 0.58, 0.47, 0.30, 0.00, 0.69, 3.63, 3.48, 1.91, -1.14, -1.02, 0.70, 0.06, 0.57, 1.26, -0.77, -0.53, 1.00],
    [2.77, 0.59, 0.06, -0.64, 0.00, 0.15, 3.66, 2.66, 2.11, -1.41, -1.07, 0.59, 0.08, 0.50, 1.72, -0.84, 0.05, 1.00],
    [2.78, 0.52, 0.26, -0.24, 0.00, 0.07, 3.97, 2.66, 2.46, -1.35, -1.70, 1.48, -0.03, 0.48, 1.74, -0.34, -0.56, 1.00],
    [2.90, 0.51, 0.24, -0.48, 0.00, 0.03, 3.92, 2.76, 2.27, -1.22, -1.62, 1.20, 0.00, 0.46, 1.75, -0.25, -0.50, 1.00],
    [4.66, -0.05, -0.65, -0.72, 0.62, 0.40, 2.90, -0.40, 1.05, -0.87, -1.01, 1.34, 0.06, 0.29, 1.57, 0.00, 0.00, 0.00],
    [1.62, 1.60, 0.39, 1.14, 0.00, 0.65, 1.08, 1.84, 1.53, -2.35, -2.23, 0.30, 0.00, 0.70, 1.66, -1.07, 0.00, 0.00],
])
# fmt: on

SEES_FOREMOST, SEES_SINGLES = 1, 2  # sights: of the foremost piece alone, then of all pieces but not of totals

REACH = 12  # squares that two dice can count
FAR = 24.0  # turns from the centre to home, about


def row(o: Record) -> int:
    """By the number of seats in games of balance; the two other win forms have a row each."""
    if o.win_form == BALANCE:
        return int(o.players) - 2
    return 5 if o.win_form == COUNTERS_HOME else 6


def _ends_of_counts() -> list[NDArray[np.int64]]:
    """Where counts of 0 to 12 take a piece from every square, on an empty board."""
    rests = np.where(JUMP > 0, JUMP, np.where(ABSORBS > 0, DOWN, np.arange(SQUARES + 1)))
    at = np.arange(SQUARES + 1)
    ends = [at]
    for _ in range(REACH):
        at = ONWARD[at]
        ends.append(rests[at])
    return ends


def _count_turns() -> NDArray[np.float64]:
    """Turns in which a piece can be home, alone on the board, if every die may be used for it or left."""
    ends = _ends_of_counts()
    turns = np.full(SQUARES + 1, FAR)
    for _ in range(80):
        arrived = turns.copy()
        arrived[HOME] = 0.0
        after = np.ones(SQUARES + 1)
        for a, b in product(range(1, 7), repeat=2):
            ways = (ends[a], ends[b], ends[b][ends[a]], ends[a][ends[b]], ends[a + b])
            after += np.minimum.reduce([turns, *(arrived[way] for way in ways)]) / 36
        after[CENTRE] = 1 + (11 * turns[INDEX["3"]] + 25 * turns[CENTRE]) / 36
        turns = after
    return turns


def _add_up(dice: tuple[int, ...]) -> int:
    """The sums that some of these dice make, as bits: bit 0 for 1."""
    sums = 1
    for die in dice:
        sums |= sums << die
    return sums >> 1


def _chances(spared: int) -> NDArray[np.float64]:
    """How likely a throw is to count one of some distances exactly, after one die of at least `spared` went elsewhere.

    The distances from 1 to 12 are bits of the index. With `spared` 0 all dice count. A six brings one die more.
    """
    wanted = np.arange(1 << REACH)
    chances = np.zeros(len(wanted))
    for dice in product(range(1, 7), repeat=3):
        thrown = dice if 6 in dice[:2] else dice[:2]
        sums = 0
        for i, die in enumerate(thrown):
            if spared and die >= spared:
                sums |= _add_up(thrown[:i] + thrown[i + 1 :])
        chances += (wanted & (sums if spared else _add_up(thrown))) != 0
    return chances / 216


TURNS = _count_turns()
COME = np.maximum(0.0, 1.0 - TURNS / TURNS[CENTRE])  # how far a piece on a square has come
NEARNESS = np.exp(-TURNS / 4.0)
CHANCES = np.array([_chances(spared) for spared in range(7)])
FROM_HOME = np.zeros(SQUARES + 1, np.int64)  # a bit for the steps from a square to home, if they are 12 or less
FROM_HOME[HOME - REACH : HOME] = 1 << np.arange(REACH - 1, -1, -1)
PASSES = np.array([sum(a + b >= n for a, b in product(range(1, 7), repeat=2)) / 36 for n in range(REACH + 1)])
BEFORE = np.zeros(SQUARES + 1, np.int64)  # the square before each in its ring
BEFORE[ONWARD[1:]] = np.arange(1, SQUARES + 1)


def judge(s: Record, o: Record, terms: NDArray[np.float64]) -> None:
    players = o.players
    roller = s.turn
    upcoming = NOBODY if roller == NOBODY else roller if s.phase == THROWING else (roller + 1) % players
    for seat in range(players):
        judge_meetings(s, o, terms, seat, upcoming)
    for seat in range(players):
        distances = judge_pieces(s, o, terms, seat)
        lack = count_lack(s, o, terms, seat)
        crowded = o.win_form == BALANCE and 2 * s.centre < players * o.pieces
        terms[seat, CROWD if crowded else SHORT] = terms[seat, NEAR] * min(4, lack) / 4.0
        if distances > 0:
            judge_shots(s, terms, seat, upcoming, distances, lack, crowded)
    if roller != NOBODY:
        terms[upcoming, DICE] += 1.0
        terms[roller, DICE] += count_dice(s) / 2.0


def judge_pieces(s: Record, o: Record, terms: NDArray[np.float64], seat: int) -> int:
    """How far the pieces of a seat have come. Returns the steps of theirs from home as bits, bit 0 for one step."""
    needed = 1
    if o.win_form == COUNTERS_HOME:
        needed = o.home_target - s.home[seat]
        terms[seat, IN_TRAY] = s.home[seat] / o.home_target
    elif o.win_form == BALANCE and o.home_check == STANDING and s.at[HOME] > 0 and (s.at[HOME] - 1) // SLOTS == seat:
        terms[seat, POST] = 1.0
    front = 0.0
    total = 0.0
    near = 0.0
    crew = 0
    distances = 0
    for slot in range(o.pieces):
        square = s.place[seat, slot]
        if square > CENTRE:
            crew += 1
            come = COME[square]
            total += come
            if needed == 1:
                front = max(front, come)
            elif count_ahead(s, o, seat, slot) < needed:
                front += come
            near += NEARNESS[square]
            distances |= FROM_HOME[square]
    terms[seat, TRAIN] = total - front
    terms[seat, FRONT] = (s.home[seat] + front) / o.home_target if o.win_form == COUNTERS_HOME else front
    terms[seat, NEAR] = near
    terms[seat, CREW] = crew / o.pieces
    if crew > 1:
        terms[seat, HOLD] = near * min(2, crew - 1) / 2.0
    return int(distances)


def count_ahead(s: Record, o: Record, seat: int, slot: int) -> int:
    """How many of a seat's pieces in play have come farther than one of them, or as far with a lower number."""
    come = COME[s.place[seat, slot]]
    ahead = 0
    for other in range(o.pieces):
        square = s.place[seat, other]
        if square > CENTRE:
            ahead += COME[square] > come or (COME[square] == come and other < slot)
    return ahead


def count_lack(s: Record, o: Record, terms: NDArray[np.float64], seat: int) -> int:
    """How many pieces must come in, or go, before a seat wins at home; 2 and more are beyond a single throw."""
    if o.win_form == BALANCE:
        return int(abs(s.centre - o.players * o.pieces // 2))
    if o.win_form == COUNTERS_HOME:
        return 0 if s.home[seat] + 1 == o.home_target else 2
    return max(0, 4 - int(terms[seat, CREW] * o.pieces + 0.5))


def judge_shots(
    s: Record, terms: NDArray[np.float64], seat: int, upcoming: int, distances: int, lack: int, crowded: bool
) -> None:
    """The chances to come home at once, and to win by it: a six or a zap may still open home."""
    terms[seat, AIM] = CHANCES[0, distances]
    spared = 0
    if lack == 1:
        spared = 7 - int(6.0 * terms[seat, STING] + 0.5) if crowded else 6
    if lack > 1 or spared > 6:
        return
    terms[seat, SHOT if seat == upcoming else LATER] = CHANCES[spared, distances]
    if seat == s.turn and s.phase != THROWING and lack == 0:
        terms[seat, HAND] = chance_in_hand(s, distances)


def chance_in_hand(s: Record, distances: int) -> float:
    """How likely the roller is to count one of the distances with the dice thrown, and one more if it is due."""
    sums = 1
    for score in range(1, 7):
        for _ in range(min(2, s.loose[score])):
            sums |= sums << score
    if s.pair[0] > 0:
        sums |= sums << s.pair[0]
        sums |= sums << s.pair[1]
    if s.sixes > 0:
        sums |= sums << 6
        sums |= sums << 6
    if sums >> 1 & distances:
        return 1.0
    found = 0
    if s.due > 0:
        for score in range(1, 7):
            found += (sums << score) >> 1 & distances != 0
    return found / 6.0


def count_dice(s: Record) -> int:
    """Dice thrown and not used, and single dice to be thrown."""
    count = s.due + 2 * s.sixes + (2 if s.pair[0] > 0 else 0)
    for score in range(1, 7):
        count += s.loose[score]
    return int(count)


def judge_meetings(s: Record, o: Record, terms: NDArray[np.float64], seat: int, upcoming: int) -> None:
    """What a seat's pieces may lose to those behind them, and what those may gain."""
    for slot in range(o.pieces):
        square = s.place[seat, slot]
        if square <= CENTRE:
            continue
        loss = max(0.0, COME[square] - COME[DOWN[square]])
        gain = COME[UP[square]]
        at = square
        safe = True  # from whoever throws next; then from the others
        free = True
        for steps in range(1, REACH + 1):
            at = BEFORE[at]
            if at == square:
                break
            if s.at[at] == 0:
                continue
            other = (s.at[at] - 1) // SLOTS
            if gain > COME[at]:
                terms[other, PREY] += (gain - COME[at]) * CHANCES[0, 1 << steps - 1]
            if steps <= 6 and DOWN[square] == CENTRE:
                terms[other, STING] = max(terms[other, STING], (7 - steps) / 6.0)
            if other == upcoming and other != seat and safe:
                terms[seat, DANGER] += loss * PASSES[steps]
                safe = False
            elif other != upcoming and other != seat and free:
                terms[seat, RISK] += loss * PASSES[steps]
                free = False


def overlooks(s: Record, o: Record, action: int, sight: int) -> bool:
    """Beginners bring pieces in until half of theirs are in play, never after that, and do not think of totals."""
    if sight > SEES_SINGLES:
        return False
    wanted = 4 if o.win_form == ONE_PLUS_THREE else (o.pieces + 1) // 2
    waiting = 0
    for slot in range(o.pieces):
        wanted -= s.place[s.turn, slot] > CENTRE
        waiting += s.place[s.turn, slot] == CENTRE
    if action == ENTER:
        return wanted <= 0
    if action % MOVE_CODES > 5 or (action % MOVE_CODES == 5 and wanted > 0 and waiting > 0):
        return True
    return sight == SEES_FOREMOST and count_ahead(s, o, s.turn, action // MOVE_CODES) > 0
