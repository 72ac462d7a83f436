"""What counts in Quantum: how far pieces have come, who can win with the next throw, and who stands in whose way."""

from itertools import product

import numpy as np
from numpy.typing import NDArray

from parlour.engine.codes import Codes, code
from parlour.engine.contract import Record, Terms
from parlour.engine.contract import worth as worth  # one winner, whom the others pay
from parlour.games.quantum.board import ABSORBS, CENTRE, DOWN, HOME, INDEX, JUMP, ONWARD, SQUARES, UP
from parlour.games.quantum.options import HomeCheck, WinForm
from parlour.games.quantum.state import MOVES, NOBODY, SLOTS, Action, Phase


class Term(Codes):
    """What counts."""

    FRONT = code(
        "how far the foremost piece has come, 0 in the centre and 1 at home; the mean of as many as are needed"
    )
    TRAIN = code("how far the others have come, all together")
    NEAR = code("pieces close to home, each the more the closer")
    CREW = code("pieces in play, as a part of one's own")
    TRAY = code("pieces safely home, as a part of those needed")
    AIM = code("the chance that a throw of both dice brings a piece home, whether that wins or not")
    SHOT = code("the chance that it wins, for whoever throws next")
    LATER = code("the same for the others")
    HAND = code("the chance that dice thrown already win")
    DANGER = code("what may be lost to whoever throws next")
    RISK = code("what may be lost to the others")
    PREY = code("what may be gained by striking")
    STING = code("the chance that a die sends some piece back to the centre")
    DICE = code("throws in hand, each of two dice")
    HOLD = code("being near home with other pieces to use dice for")
    SHORT = code("being near home while too few pieces are in play")
    CROWD = code("being near home while too many are")
    POST = code("a piece that stands on home and waits for the balance")


# Rows for 2 to 6 seats, for `counters_home` and for `one_plus_three`, found by duels: of two players who look one move
# ahead, their weights changed at random in opposite ways, each row moved a little towards the winner's, for tens of
# thousands of plays; all but `post`, which is a guess. Who wins in the end depends too little on a single position for
# `search.fitting` to tell.
WEIGHTS = {
    "front": (2.30, 2.71, 2.77, 2.78, 2.90, 4.66, 1.62),
    "train": (1.20, 0.58, 0.59, 0.52, 0.51, -0.05, 1.60),
    "near": (0.40, 0.47, 0.06, 0.26, 0.24, -0.65, 0.39),
    "crew": (1.20, 0.30, -0.64, -0.24, -0.48, -0.72, 1.14),
    "tray": (0.00, 0.00, 0.00, 0.00, 0.00, 0.62, 0.00),
    "aim": (0.80, 0.69, 0.15, 0.07, 0.03, 0.40, 0.65),
    "shot": (3.30, 3.63, 3.66, 3.97, 3.92, 2.90, 1.08),
    "later": (2.00, 3.48, 2.66, 2.66, 2.76, -0.40, 1.84),
    "hand": (3.20, 1.91, 2.11, 2.46, 2.27, 1.05, 1.53),
    "danger": (-1.40, -1.14, -1.41, -1.35, -1.22, -0.87, -2.35),
    "risk": (-1.70, -1.02, -1.07, -1.70, -1.62, -1.01, -2.23),
    "prey": (0.65, 0.70, 0.59, 1.48, 1.20, 1.34, 0.30),
    "sting": (0.00, 0.06, 0.08, -0.03, 0.00, 0.06, 0.00),
    "dice": (0.60, 0.57, 0.50, 0.48, 0.46, 0.29, 0.70),
    "hold": (1.50, 1.26, 1.72, 1.74, 1.75, 1.57, 1.66),
    "short": (-1.30, -0.77, -0.84, -0.34, -0.25, 0.00, -1.07),
    "crowd": (0.20, -0.53, 0.05, -0.56, -0.50, 0.00, 0.00),
    "post": (1.00, 1.00, 1.00, 1.00, 1.00, 0.00, 0.00),
}

SEES_FOREMOST, SEES_SINGLES = 1, 2  # sights: of the foremost piece alone, then of all pieces but not of totals

REACH = 12  # squares that two dice can count
FAR = 24.0  # turns from the centre to home, about


def row(o: Record) -> int:
    """By the number of seats in games of balance; the two other win forms have a row each."""
    if o.win_form == WinForm.BALANCE:
        return int(o.players) - 2
    return 5 if o.win_form == WinForm.COUNTERS_HOME else 6


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


def judge(s: Record, o: Record, terms: Terms) -> None:
    players = o.players
    roller = s.turn
    upcoming = NOBODY if roller == NOBODY else roller if s.phase == Phase.THROWING else (roller + 1) % players
    for seat in range(players):
        judge_meetings(s, o, terms, seat, upcoming)
    for seat in range(players):
        distances = judge_pieces(s, o, terms, seat)
        lack = count_lack(s, o, terms, seat)
        crowded = o.win_form == WinForm.BALANCE and 2 * s.centre < players * o.pieces_per_player
        terms[seat, Term.CROWD if crowded else Term.SHORT] = terms[seat, Term.NEAR] * min(4, lack) / 4.0
        if distances > 0:
            judge_shots(s, terms, seat, upcoming, distances, lack, crowded)
    if roller != NOBODY:
        terms[upcoming, Term.DICE] += 1.0
        terms[roller, Term.DICE] += count_dice(s) / 2.0


def judge_pieces(s: Record, o: Record, terms: Terms, seat: int) -> int:
    """How far the pieces of a seat have come. Returns the steps of theirs from home as bits, bit 0 for one step."""
    needed = 1
    if o.win_form == WinForm.COUNTERS_HOME:
        needed = o.home_target - s.home[seat]
        terms[seat, Term.TRAY] = s.home[seat] / o.home_target
    elif (
        o.win_form == WinForm.BALANCE
        and o.home_check == HomeCheck.STANDING
        and s.at[HOME] > 0
        and (s.at[HOME] - 1) // SLOTS == seat
    ):
        terms[seat, Term.POST] = 1.0
    front = 0.0
    total = 0.0
    near = 0.0
    crew = 0
    distances = 0
    for slot in range(o.pieces_per_player):
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
    terms[seat, Term.TRAIN] = total - front
    terms[seat, Term.FRONT] = (s.home[seat] + front) / o.home_target if o.win_form == WinForm.COUNTERS_HOME else front
    terms[seat, Term.NEAR] = near
    terms[seat, Term.CREW] = crew / o.pieces_per_player
    if crew > 1:
        terms[seat, Term.HOLD] = near * min(2, crew - 1) / 2.0
    return int(distances)


def count_ahead(s: Record, o: Record, seat: int, slot: int) -> int:
    """How many of a seat's pieces in play have come farther than one of them, or as far with a lower number."""
    come = COME[s.place[seat, slot]]
    ahead = 0
    for other in range(o.pieces_per_player):
        square = s.place[seat, other]
        if square > CENTRE:
            ahead += COME[square] > come or (COME[square] == come and other < slot)
    return ahead


def count_lack(s: Record, o: Record, terms: Terms, seat: int) -> int:
    """How many pieces must come in, or go, before a seat wins at home; 2 and more are beyond a single throw."""
    if o.win_form == WinForm.BALANCE:
        return int(abs(s.centre - o.players * o.pieces_per_player // 2))
    if o.win_form == WinForm.COUNTERS_HOME:
        return 0 if s.home[seat] + 1 == o.home_target else 2
    return max(0, 4 - int(terms[seat, Term.CREW] * o.pieces_per_player + 0.5))


def judge_shots(s: Record, terms: Terms, seat: int, upcoming: int, distances: int, lack: int, crowded: bool) -> None:
    """The chances to come home at once, and to win by it: a six or a zap may still open home."""
    terms[seat, Term.AIM] = CHANCES[0, distances]
    spared = 0
    if lack == 1:
        spared = 7 - int(6.0 * terms[seat, Term.STING] + 0.5) if crowded else 6
    if lack > 1 or spared > 6:
        return
    terms[seat, Term.SHOT if seat == upcoming else Term.LATER] = CHANCES[spared, distances]
    if seat == s.turn and s.phase != Phase.THROWING and lack == 0:
        terms[seat, Term.HAND] = chance_in_hand(s, distances)


def chance_in_hand(s: Record, distances: int) -> float:
    """How likely the roller is to count one of the distances with the dice thrown, and one more if it is due."""
    sums = 1
    for score in range(1, 7):
        for _ in range(min(2, s.loose[score])):
            sums |= sums << score
    if s.pair > 0:
        sums |= sums << s.pair // 10
        sums |= sums << s.pair % 10
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
    count = s.due + 2 * s.sixes + (2 if s.pair > 0 else 0)
    for score in range(1, 7):
        count += s.loose[score]
    return int(count)


def judge_meetings(s: Record, o: Record, terms: Terms, seat: int, upcoming: int) -> None:
    """What a seat's pieces may lose to those behind them, and what those may gain."""
    for slot in range(o.pieces_per_player):
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
                terms[other, Term.PREY] += (gain - COME[at]) * CHANCES[0, 1 << steps - 1]
            if steps <= 6 and DOWN[square] == CENTRE:
                terms[other, Term.STING] = max(terms[other, Term.STING], (7 - steps) / 6.0)
            if other == upcoming and other != seat and safe:
                terms[seat, Term.DANGER] += loss * PASSES[steps]
                safe = False
            elif other != upcoming and other != seat and free:
                terms[seat, Term.RISK] += loss * PASSES[steps]
                free = False


def overlooks(s: Record, o: Record, action: int, sight: int) -> bool:
    """Beginners bring pieces in until half of theirs are in play, never after that, and do not think of totals."""
    if sight > SEES_SINGLES:
        return False
    wanted = 4 if o.win_form == WinForm.ONE_PLUS_THREE else (o.pieces_per_player + 1) // 2
    waiting = 0
    for slot in range(o.pieces_per_player):
        wanted -= s.place[s.turn, slot] > CENTRE
        waiting += s.place[s.turn, slot] == CENTRE
    if action == Action.ENTER:
        return wanted <= 0
    if action % MOVES > 5 or (action % MOVES == 5 and wanted > 0 and waiting > 0):
        return True
    return sight == SEES_FOREMOST and count_ahead(s, o, s.turn, action // MOVES) > 0
