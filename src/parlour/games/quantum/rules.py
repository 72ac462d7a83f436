"""The rules of Quantum, in the order of docs/games/quantum.md. Chain reactions are in chains.py.

A square is an index of board.py, 0 the centre. A piece is 8 × seat + slot.
"""

import numpy as np

from parlour.engine.contract import CHANCE, OVER, Flags, Points, Record, Weights, note
from parlour.games.quantum.board import ABSORBS, CENTRE, DOWN, HOME, JUMP, ONWARD, TRAY
from parlour.games.quantum.chains import (
    ABSORBED,
    DRAWN,
    ENTERS,
    JUMPS,
    MOVES,
    NO_BALANCE,
    SLOTS,
    STARTS,
    THROWS,
    THROWS_ONE,
    TO_TRAY,
    WASTES,
    WINS,
    ZAPS,
    arrive,
    earn,
    hover,
    lift,
    settle,
)

SEATS = 6
ACTIONS = 138
OUTCOMES = 33

# Actions: 17 × slot + score − 1 for a single die, 17 × slot + 4 + total for a pair
MOVE_CODES = 17
TOTALS = 4
ENTER = 136  # the lowest-numbered piece in the centre; 137 is kept for a pass, which nobody ever chooses

# Outcomes
FIRST = 0  # 0–5: the seat that starts
PAIR = 6  # 6–26: the higher and the lower die
DIE = 26  # 27–32: 26 + the score

# What is being decided (s.phase)
STARTING, THROWING, EXTRA, USING, FINISHED = range(5)

# Options, in the order of their values
BALANCE, COUNTERS_HOME, ONE_PLUS_THREE = range(3)  # win_form
ON_LANDING, STANDING = range(2)  # home_check
SAME_THROW, OFF = range(2)  # totals
BY_THROW, SEAT_0, AT_RANDOM = range(3)  # first_player

HIGH = np.array([high for high in range(1, 7) for low in range(1, high + 1)])  # the dice of each pair
LOW = np.array([low for high in range(1, 7) for low in range(1, high + 1)])

NOBODY = -1

OPTIONS = np.dtype(
    [
        ("players", np.int16),
        ("pieces", np.int16),  # of each player
        ("entry", np.int16),  # the square where pieces come in (U12)
        ("win_form", np.int16),  # R17, R19, R20
        ("home_target", np.int16),  # R19
        ("home_check", np.int16),  # R18
        ("totals", np.int16),  # U15, U16
        ("first_player", np.int16),  # U13
        ("turn_limit", np.int32),  # R22
    ],
    align=True,
)

STATE = np.dtype(
    [
        ("turns", np.int32),  # player-turns begun
        ("to_move", np.int16),
        ("turn", np.int16),  # the roller
        ("phase", np.int16),
        ("place", np.int16, (6, 8)),  # the square of each piece; CENTRE, or TRAY
        ("at", np.int16, (181,)),  # the piece + 1 on each square, or 0
        ("centre", np.int16),  # pieces there
        ("loose", np.int16, (7,)),  # loose dice in the pool, by score
        ("pair", np.int16, (2,)),  # the newest pair while intact, the higher first
        ("sixes", np.int16),  # older pairs, all of them two sixes
        ("due", np.int16),  # single dice to be thrown
        ("home", np.int16, (6,)),  # pieces in each tray (R19)
        ("air", np.int16, (49,)),  # pieces in a chain reaction, none between actions
        ("bound", np.int16, (49,)),  # where they are going
        ("struck", np.int16, (49,)),  # where they struck another
        ("winner", np.int16),  # or NOBODY
    ],
    align=True,
)


def setup(s: Record, o: Record) -> None:
    """All pieces lie in the centre; somebody starts (U13)."""
    s.centre = o.players * o.pieces
    s.winner = NOBODY
    s.turn = NOBODY
    if o.first_player == SEAT_0:
        begin_turn(s, 0)
    else:
        s.phase = STARTING
        s.to_move = CHANCE


def begin_turn(s: Record, seat: int) -> None:
    """R1. The roller throws both dice."""
    s.turn = seat
    s.turns += 1
    s.phase = THROWING
    s.to_move = CHANCE


def legal(s: Record, o: Record, mask: Flags) -> int:
    """R4. Enter with a six, move a piece by one die, or by the total of a pair."""
    n = 0
    if s.phase != USING:
        return n
    for slot in range(o.pieces):
        if s.place[s.turn, slot] > CENTRE:
            code = MOVE_CODES * slot
            for score in range(1, 7):
                if has_score(s, score):
                    mask[code + score - 1] = 1
                    n += 1
            if o.totals == SAME_THROW:
                n += mark_totals(s, code, mask)
    if has_score(s, 6) and lowest_in_centre(s, o) != NOBODY:
        mask[ENTER] = 1
        n += 1
    return n


def mark_totals(s: Record, code: int, mask: Flags) -> int:
    """U15. Only the two dice of one throw can be totalled."""
    n = 0
    if s.pair[0] > 0:
        mask[code + TOTALS + s.pair[0] + s.pair[1]] = 1
        n += 1
    if s.sixes > 0:
        mask[code + TOTALS + 12] = 1
        n += 1
    return n


def has_score(s: Record, score: int) -> bool:
    """Whether the pool holds a score, loose or in a pair."""
    return s.loose[score] > 0 or s.pair[0] == score or s.pair[1] == score or (score == 6 and s.sixes > 0)


def lowest_in_centre(s: Record, o: Record) -> int:
    for slot in range(o.pieces):
        if s.place[s.turn, slot] == CENTRE:
            return slot
    return NOBODY


def chance(s: Record, o: Record, weights: Weights) -> int:
    if s.to_move != CHANCE:
        return 0
    if s.phase == THROWING:
        for i in range(21):
            weights[PAIR + i] = 1 if HIGH[i] == LOW[i] else 2
        return 36
    if s.phase == EXTRA:
        for score in range(1, 7):
            weights[DIE + score] = 1
        return 6
    for seat in range(o.players):
        weights[FIRST + seat] = 1
    return o.players


def apply(s: Record, o: Record, action: int) -> None:
    if s.phase == USING:
        use(s, o, action)
    elif s.phase == THROWING:
        throw_pair(s, o, HIGH[action - PAIR], LOW[action - PAIR])
    elif s.phase == EXTRA:
        throw_die(s, o, action - DIE)
    else:
        note(STARTS, action - FIRST)
        begin_turn(s, action - FIRST)


def throw_pair(s: Record, o: Record, high: int, low: int) -> None:
    """R2. A six earns another die, two sixes another pair, all before the first move."""
    note(THROWS, s.turn, high, low)
    if high == 6 and low == 6:
        s.sixes += 1
    else:
        s.pair[0] = high
        s.pair[1] = low
        s.due += high == 6
        go_on(s, o)


def throw_die(s: Record, o: Record, score: int) -> None:
    """R2, R3. A single die is always loose; a six earns another."""
    note(THROWS_ONE, s.turn, score)
    s.loose[score] += 1
    s.due += (score == 6) - 1
    go_on(s, o)


def go_on(s: Record, o: Record) -> None:
    """Throw what is due; then the roller uses the pool; a pool that cannot be used ends the turn (R6)."""
    if s.due > 0:
        s.phase = EXTRA
        s.to_move = CHANCE
    elif can_use(s, o):
        s.phase = USING
        s.to_move = s.turn
    else:
        end_turn(s, o)


def can_use(s: Record, o: Record) -> bool:
    """R6. A piece in play can use every score; without one it takes a six and a piece to enter."""
    if is_pool_empty(s):
        return False
    for slot in range(o.pieces):
        if s.place[s.turn, slot] > CENTRE:
            return True
    return has_score(s, 6) and lowest_in_centre(s, o) != NOBODY


def is_pool_empty(s: Record) -> bool:
    for score in range(1, 7):
        if has_score(s, score):
            return False
    return True


def use(s: Record, o: Record, action: int) -> None:
    """R4, R5. One action, and all that follows from it."""
    if action == ENTER:
        spend_single(s, 6)
        enter(s, o)
    else:
        slot = action // MOVE_CODES
        code = action % MOVE_CODES
        if code < 6:
            spend_single(s, code + 1)
            move(s, o, SLOTS * s.turn + slot, code + 1)
        else:
            spend_total(s, code - TOTALS)
            move(s, o, SLOTS * s.turn + slot, code - TOTALS)
    if (
        s.winner == NOBODY
        and o.win_form == BALANCE
        and o.home_check == STANDING
        and s.at[HOME] > 0
        and is_balanced(s, o)
    ):
        win(s, (s.at[HOME] - 1) // SLOTS)  # R18
    if s.winner == NOBODY:
        go_on(s, o)


def spend_single(s: Record, score: int) -> None:
    """R7. A loose die if there is one; else the newest pair that holds the score is broken."""
    if s.loose[score] > 0:
        s.loose[score] -= 1
    elif s.pair[0] == score or s.pair[1] == score:
        s.loose[s.pair[1] if s.pair[0] == score else s.pair[0]] += 1
        s.pair[0] = 0
        s.pair[1] = 0
    else:
        s.sixes -= 1
        s.loose[6] += 1


def spend_total(s: Record, total: int) -> None:
    if s.pair[0] > 0 and s.pair[0] + s.pair[1] == total:
        s.pair[0] = 0
        s.pair[1] = 0
    else:
        s.sixes -= 1


def enter(s: Record, o: Record) -> None:
    piece = SLOTS * s.turn + lowest_in_centre(s, o)
    note(ENTERS, piece, o.entry)
    lift(s, piece)
    arrive(s, piece, o.entry)


def move(s: Record, o: Record, piece: int, count: int) -> None:
    """R8, R9. Count round the ring, zapping whoever is passed; then land (R10)."""
    start = s.place[piece // SLOTS, piece % SLOTS]
    end = start
    for _ in range(count):
        end = ONWARD[end]
    note(MOVES, piece, start, end)
    lift(s, piece)
    square = start
    for _ in range(count - 1):
        square = ONWARD[square]
        if s.at[square] > 0:
            zapped = s.at[square] - 1
            hover(s, piece, square)
            note(ZAPS, zapped, square, DOWN[square])
            lift(s, zapped)
            arrive(s, zapped, DOWN[square])
    hover(s, piece, end)
    land(s, o, piece, end)


def land(s: Record, o: Record, piece: int, square: int) -> None:
    """R10. The first of these that fits."""
    if square == HOME and o.win_form == COUNTERS_HOME:
        go_to_tray(s, o, piece)
    elif square == HOME and wins_on_landing(s, o, piece):
        if s.at[HOME] == 0 or s.at[HOME] > piece + 1:  # of two that stand there at the end, the lower counts as `at`
            s.at[HOME] = piece + 1
        win(s, s.turn)
    elif s.at[square] > 0:
        arrive(s, piece, square)  # R14
    elif JUMP[square] > 0:
        note(JUMPS, piece, square, JUMP[square])  # R11
        earn(s, piece)
        arrive(s, piece, JUMP[square])
    elif ABSORBS[square]:
        note(ABSORBED, piece, square, DOWN[square])  # R13
        arrive(s, piece, DOWN[square])
    else:
        settle(s, piece, square)
        if square == HOME:
            note(NO_BALANCE, piece, s.centre)  # R18


def wins_on_landing(s: Record, o: Record, piece: int) -> bool:
    """R17, R20. The piece itself counts as in play."""
    if o.win_form == BALANCE:
        return is_balanced(s, o)
    others = 0
    for slot in range(o.pieces):
        others += s.place[s.turn, slot] > CENTRE and slot != piece % SLOTS
    return others >= 3


def is_balanced(s: Record, o: Record) -> bool:
    """R17. Exactly half of all pieces are in the centre."""
    return 2 * s.centre == o.players * o.pieces


def go_to_tray(s: Record, o: Record, piece: int) -> None:
    """R19. Safe, off the board, neither in play nor in the centre."""
    s.place[piece // SLOTS, piece % SLOTS] = TRAY
    s.home[s.turn] += 1
    note(TO_TRAY, piece, s.home[s.turn])
    if s.home[s.turn] >= o.home_target:
        win(s, s.turn)


def win(s: Record, seat: int) -> None:
    note(WINS, seat)
    s.winner = seat
    finish(s)


def end_turn(s: Record, o: Record) -> None:
    """R6, R22. Scores that cannot be used are lost; play goes round the table until the turn limit."""
    if not is_pool_empty(s):
        note(WASTES, s.turn)
    empty_pool(s)
    if o.turn_limit > 0 and s.turns >= o.turn_limit:
        note(DRAWN, o.turn_limit)
        finish(s)
    else:
        begin_turn(s, (s.turn + 1) % o.players)


def empty_pool(s: Record) -> None:
    for score in range(7):
        s.loose[score] = 0
    s.pair[0] = 0
    s.pair[1] = 0
    s.sixes = 0
    s.due = 0


def finish(s: Record) -> None:
    empty_pool(s)
    s.phase = FINISHED
    s.to_move = OVER


def score(s: Record, o: Record, points: Points) -> None:
    """The winner gets 1, the others share −1; a draw is 0 for all."""
    if s.winner != NOBODY:
        for seat in range(o.players):
            points[seat] = 1.0 if seat == s.winner else -1.0 / (o.players - 1)
