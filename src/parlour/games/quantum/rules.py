"""The rules of Quantum, in the order of docs/games/quantum.md. Chain reactions are in chains.py."""

import numpy as np

from parlour.engine.bits import allow, allow_bits
from parlour.engine.contract import CHANCE, OVER, Actions, Points, Record, Weights, note
from parlour.engine.shares import list_cases
from parlour.games.quantum.board import ABSORBS, CENTRE, DOWN, HOME, JUMP, ONWARD, TRAY
from parlour.games.quantum.chains import arrive, hover, jump, lift, settle
from parlour.games.quantum.options import FirstPlayer, HomeCheck, Totals, WinForm
from parlour.games.quantum.state import (
    MOVES,
    NOBODY,
    PAIRS,
    SINGLES,
    SLOTS,
    TOTALS,
    Action,
    Event,
    Outcome,
    Phase,
)

THROWN = np.array(PAIRS)
WAYS = np.array([1 if pair % 11 == 0 else 2 for pair in PAIRS])  # of 36, in which each pair is thrown
PAIR_OF = list_cases(WAYS)  # which pair each of the 36 is
SIX = 1 << SINGLES + 6  # a single six among moves as bits


def setup(s: Record, o: Record) -> None:
    """All pieces lie in the centre; somebody starts (U13)."""
    s.centre = o.players * o.pieces_per_player
    s.winner = NOBODY
    s.turn = NOBODY
    if o.first_player == FirstPlayer.SEAT0:
        begin_turn(s, 0)
    else:
        s.phase = Phase.STARTING
        s.to_move = CHANCE


def begin_turn(s: Record, seat: int) -> None:
    """R1. The roller throws both dice."""
    s.turn = seat
    s.turns += 1
    s.phase = Phase.THROWING
    s.to_move = CHANCE


def legal(s: Record, o: Record, actions: Actions) -> None:
    """R4. Enter with a six, move a piece by one die, or by the total of a pair."""
    if s.phase != Phase.USING:
        return
    singles = single_moves(s)
    moves = singles | total_moves(s) if o.totals == Totals.SAME_THROW else singles
    for slot in range(o.pieces_per_player):
        if s.place[s.turn, slot] > CENTRE:
            allow_bits(actions, Action.MOVE + MOVES * slot, moves)
    if singles & SIX and lowest_in_centre(s, o) != NOBODY:
        allow(actions, Action.ENTER)


def single_moves(s: Record) -> int:
    """The moves by one die of the pool, loose or in a pair, as bits."""
    moves = 0
    for score in range(1, 7):
        if s.loose[score] > 0:
            moves |= 1 << SINGLES + score
    if s.pair > 0:
        moves |= 1 << SINGLES + s.pair // 10 | 1 << SINGLES + s.pair % 10
    if s.sixes > 0:
        moves |= SIX
    return moves


def total_moves(s: Record) -> int:
    """U15. Only the two dice of one throw can be totalled."""
    moves = 0
    if s.pair > 0:
        moves |= 1 << TOTALS + pair_total(s)
    if s.sixes > 0:
        moves |= 1 << TOTALS + 12
    return moves


def pair_total(s: Record) -> int:
    """What the newest pair comes to; 0 without one."""
    return s.pair // 10 + s.pair % 10


def lowest_in_centre(s: Record, o: Record) -> int:
    for slot in range(o.pieces_per_player):
        if s.place[s.turn, slot] == CENTRE:
            return slot
    return NOBODY


def chance(s: Record, o: Record, weights: Weights) -> int:
    if s.to_move != CHANCE:
        return 0
    if s.phase == Phase.THROWING:
        for i in range(len(WAYS)):
            weights[Outcome.PAIR + i] = WAYS[i]
        return 36
    if s.phase == Phase.EXTRA:
        for i in range(6):
            weights[Outcome.DIE + i] = 1
        return 6
    for seat in range(o.players):
        weights[Outcome.FIRST + seat] = 1
    return o.players


def cases(s: Record, o: Record) -> int:
    if s.phase == Phase.THROWING:
        return 36
    return 6 if s.phase == Phase.EXTRA else 0


def case(s: Record, o: Record, n: int) -> int:
    return Outcome.PAIR + PAIR_OF[n] if s.phase == Phase.THROWING else Outcome.DIE + n


def apply(s: Record, o: Record, action: int) -> None:
    if s.phase == Phase.USING:
        use(s, o, action)
    elif s.phase == Phase.THROWING:
        throw_pair(s, o, THROWN[action - Outcome.PAIR])
    elif s.phase == Phase.EXTRA:
        throw_die(s, o, action - Outcome.DIE + 1)
    else:
        note(Event.STARTS, action - Outcome.FIRST)
        begin_turn(s, action - Outcome.FIRST)


def throw_pair(s: Record, o: Record, pair: int) -> None:
    """R2. A six earns another die, two sixes another pair, all before the first move."""
    note(Event.THROWS, s.turn, pair // 10, pair % 10)
    if pair == 66:
        s.sixes += 1
    else:
        s.pair = pair
        s.due += pair > 60
        go_on(s, o)


def throw_die(s: Record, o: Record, score: int) -> None:
    """R2, R3. A single die is always loose; a six earns another."""
    note(Event.THROWS_ONE, s.turn, score, single_moves(s) & SIX != 0)
    s.loose[score] += 1
    s.due += (score == 6) - 1
    go_on(s, o)


def go_on(s: Record, o: Record) -> None:
    """Throw what is due; then the roller uses the pool; a pool that cannot be used ends the turn (R6)."""
    if s.due > 0:
        s.phase = Phase.EXTRA
        s.to_move = CHANCE
    elif can_use(s, o):
        s.phase = Phase.USING
        s.to_move = s.turn
    else:
        end_turn(s, o)


def can_use(s: Record, o: Record) -> bool:
    """R6. A piece in play can use every score; without one it takes a six and a piece to enter."""
    moves = single_moves(s)
    if moves == 0:
        return False
    for slot in range(o.pieces_per_player):
        if s.place[s.turn, slot] > CENTRE:
            return True
    return moves & SIX != 0 and lowest_in_centre(s, o) != NOBODY


def use(s: Record, o: Record, action: int) -> None:
    """R4, R5. One action, and all that follows from it."""
    if action == Action.ENTER:
        spend_single(s, 6)
        enter(s, o)
    else:
        count = count_of(action)
        if is_total(action):
            spend_total(s, count)
        else:
            spend_single(s, count)
        move(s, o, SLOTS * s.turn + action // MOVES, count)
    if s.winner == NOBODY and wins_standing(s, o):
        win(s, (s.at[HOME] - 1) // SLOTS)  # R18
    if s.winner == NOBODY:
        go_on(s, o)


def is_total(action: int) -> bool:
    """Whether an action is a move by the total of a pair."""
    return action != Action.ENTER and action % MOVES > SINGLES + 6


def count_of(action: int) -> int:
    """How many squares a move counts."""
    return action % MOVES - (TOTALS if is_total(action) else SINGLES)


def spend_single(s: Record, score: int) -> None:
    """R7. A loose die if there is one; else the newest pair that holds the score is broken."""
    if s.loose[score] > 0:
        s.loose[score] -= 1
    elif s.pair // 10 == score or s.pair % 10 == score:
        s.loose[pair_total(s) - score] += 1
        s.pair = 0
    else:
        s.sixes -= 1
        s.loose[6] += 1


def spend_total(s: Record, total: int) -> None:
    if pair_total(s) == total:
        s.pair = 0
    else:
        s.sixes -= 1


def enter(s: Record, o: Record) -> None:
    piece = SLOTS * s.turn + lowest_in_centre(s, o)
    note(Event.ENTERS, piece, o.entry)
    lift(s, piece)
    arrive(s, o, piece, CENTRE, o.entry)


def move(s: Record, o: Record, piece: int, count: int) -> None:
    """R8, R9. Count round the ring, zapping whoever is passed; then land (R10)."""
    start = s.place[piece // SLOTS, piece % SLOTS]
    end = start
    for _ in range(count):
        end = ONWARD[end]
    note(Event.MOVES, piece, start, end)
    lift(s, piece)
    square = start
    for _ in range(count - 1):
        square = ONWARD[square]
        if s.at[square] > 0:
            hover(s, piece, square)
            zap(s, o, s.at[square] - 1, square)
    hover(s, piece, end)
    land(s, o, piece, end)


def zap(s: Record, o: Record, piece: int, square: int) -> None:
    """R9. Who is passed falls."""
    note(Event.ZAPS, piece, square, DOWN[square])
    lift(s, piece)
    arrive(s, o, piece, square, DOWN[square])


def land(s: Record, o: Record, piece: int, square: int) -> None:
    """R10. The first of these that fits."""
    if square == HOME and o.win_form == WinForm.COUNTERS_HOME:
        go_to_tray(s, o, piece)
    elif square == HOME and wins_on_landing(s, o, piece):
        if s.at[HOME] == 0 or s.at[HOME] > piece + 1:  # of two that stand there at the end, the lower counts as `at`
            s.at[HOME] = piece + 1
        win(s, s.turn)
    elif s.at[square] > 0:
        arrive(s, o, piece, square, square)  # R14
    elif JUMP[square] > 0:
        jump(s, piece, square)  # R11
        arrive(s, o, piece, square, JUMP[square])
    elif ABSORBS[square]:
        note(Event.ABSORBED, piece, square, DOWN[square])  # R13
        arrive(s, o, piece, square, DOWN[square])
    else:
        settle(s, piece, square)
        if square == HOME:
            note(Event.NO_BALANCE, piece, s.centre)  # R18


def wins_on_landing(s: Record, o: Record, piece: int) -> bool:
    """R17, R20. The piece itself counts as in play."""
    if o.win_form == WinForm.BALANCE:
        return is_balanced(s, o)
    others = 0
    for slot in range(o.pieces_per_player):
        others += s.place[s.turn, slot] > CENTRE and slot != piece % SLOTS
    return others >= 3


def wins_standing(s: Record, o: Record) -> bool:
    """R18. Whether the balance is exact while a piece stands on home."""
    if o.win_form != WinForm.BALANCE or o.home_check != HomeCheck.STANDING:
        return False
    return s.at[HOME] > 0 and is_balanced(s, o)


def is_balanced(s: Record, o: Record) -> bool:
    """R17. Exactly half of all pieces are in the centre."""
    return 2 * s.centre == o.players * o.pieces_per_player


def go_to_tray(s: Record, o: Record, piece: int) -> None:
    """R19. Safe, off the board, neither in play nor in the centre."""
    s.place[piece // SLOTS, piece % SLOTS] = TRAY
    s.home[s.turn] += 1
    note(Event.TO_TRAY, piece, s.home[s.turn])
    if s.home[s.turn] >= o.home_target:
        win(s, s.turn)


def win(s: Record, seat: int) -> None:
    note(Event.WINS, seat)
    s.winner = seat
    finish(s)


def end_turn(s: Record, o: Record) -> None:
    """R6, R22. Scores that cannot be used are lost; play goes round the table until the turn limit."""
    if single_moves(s) != 0:
        note(Event.WASTES, s.turn)
    empty_pool(s)
    if o.turn_limit > 0 and s.turns >= o.turn_limit:
        note(Event.DRAWN, o.turn_limit)
        finish(s)
    else:
        begin_turn(s, (s.turn + 1) % o.players)


def empty_pool(s: Record) -> None:
    for score in range(7):
        s.loose[score] = 0
    s.pair = 0
    s.sixes = 0
    s.due = 0


def finish(s: Record) -> None:
    empty_pool(s)
    s.phase = Phase.FINISHED
    s.to_move = OVER


def score(s: Record, o: Record, points: Points) -> None:
    """The winner gets 1, the others share −1; a draw is 0 for all."""
    if s.winner != NOBODY:
        for seat in range(o.players):
            points[seat] = 1.0 if seat == s.winner else -1.0 / (o.players - 1)
