"""The rules of Quatro, in the order of docs/games/quatro.md. Moving men is in steps.py.

A board is 0–3 for A, D, C, B, clockwise. A point is k = 0–35 on the circle, or v = 1–36 as its player counts it.
Men belong to boards; `s.player` says which seat plays a board in this game.
"""

import numpy as np

from parlour.engine.contract import CHANCE, OVER, Flags, Points, Record, Weights, note
from parlour.games.quatro.scoring import ONE_GAME, loss_value, match_decided, rotate_seats
from parlour.games.quatro.steps import (
    ILLEGAL,
    LOWER,
    NOBODY,
    dice_to_use,
    keeps_most,
    lift_man,
    put_man,
    single_steps,
    step_from,
    step_kind,
    step_to,
    sure_steps,
    take_step,
    touching_steps,
)

SEATS = 4
ACTIONS = 83
OUTCOMES = 61

# Actions: 0–73 are steps (steps.py)
ROLL, DOUBLE, ACCEPT, DECLINE, NO_MOVE = range(74, 79)
TAKE_BOARD = 79  # 79–82: A, D, C, B

# Outcomes
DICE = 0  # 0–20: the higher and the lower die
OPENING = 21  # 21–50: which of two players starts, and with which two different numbers
START = 51  # 51–54: the board that starts
ORDER = 55  # 55–60: an order of three players

# What is being decided (s.phase)
SEATING, ORDERING, CHOOSING, STARTING, OPENING_ROLL, DOUBLING, ANSWERING, ROLLING, MOVING, FINISHED = range(10)

# Options, in the order of their values
AT_RANDOM, BY_CHOICE = range(2)  # seat_draft
QUATRO, BACKGAMMON, BACKGAMMON24 = range(3)  # ruleset
SINGLE_COST, BY_POSITION = range(2)  # decline_cost
FIRST_OUT, BOTH_OUT = range(2)  # team_win
WON, NET = range(2)  # match_tally

# What a person would mention
SITS, CHOOSES_AFTER, STARTS, ROLLS, MOVES, TOUCHES, ENTERS, BEARS_OFF, HITS, FORFEITS = range(10)
DOUBLES, ACCEPTS, DECLINES, CUBE_AT, OUT, WINS, LOSES, PAYS, VOID, NEW_GAME, MATCH_OVER = range(10, 21)

HIGH = np.array([high for high in range(1, 7) for low in range(1, high + 1)])  # the dice of each outcome
LOW = np.array([low for high in range(1, 7) for low in range(1, high + 1)])
ORDERS = np.array([[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]])

OPTIONS = np.dtype(
    [
        ("players", np.int16),
        ("men", np.int16),  # of each player
        ("points", np.int16),  # N, on the circle
        ("home", np.int16),  # H, points of a home board
        ("spot", np.int16, (4, 38)),  # the place k of each board's point v
        ("number", np.int16, (4, 36)),  # and back: each board's number v of the place k
        ("start_at", np.int16, (4,)),  # where men stand at first, as v
        ("start_men", np.int16, (4,)),  # and how many
        ("third_from", np.int16),  # a man at v or beyond costs three times (R21)
        ("fourth_from", np.int16),  # and four times
        ("in_use", np.int16, (4,)),  # the boards played, where they are not chosen
        ("ruleset", np.int16),
        ("seat_draft", np.int16),  # Q9
        ("touch_owned", np.int16),  # R7
        ("combined_entry", np.int16),  # R11
        ("cube", np.int16),  # R20
        ("cube_cap", np.int16),
        ("decline_cost", np.int16),  # Q25
        ("teams", np.int16),  # R19
        ("team_win", np.int16),  # R22
        ("partners_block", np.int16),  # R19: partners are passed, not hit
        ("match", np.int16),  # R23
        ("match_target", np.int16),
        ("match_tally", np.int16),
        ("rotate", np.int16),  # seats move on after each game (Q10)
        ("turn_cap", np.int16),
    ],
    align=True,
)

STATE = np.dtype(
    [
        ("received", np.int64, (4,)),  # this game's payments, by seat
        ("paid", np.int64, (4,)),
        ("tally", np.int64, (4,)),  # the match so far, by seat
        ("own", np.int64, (4,)),  # the points where each board has men, bit v as it counts them: put_man, lift_man
        ("shut", np.int64, (4,)),  # the points blocked for it
        ("to_move", np.int16),
        ("turn", np.int16),
        ("turns", np.int32),
        ("phase", np.int16),
        ("board", np.int16),  # whose turn it is, as a board
        ("men", np.int16, (36,)),  # on each place of the circle
        ("owner", np.int16, (36,)),  # the board they belong to, or NOBODY
        ("bar", np.int16, (4,)),  # by board
        ("off", np.int16, (4,)),
        ("player", np.int16, (4,)),  # the seat at each board, or NOBODY
        ("present", np.int16, (4,)),  # 1 while the board's player is in the game
        ("choosers", np.int16, (3,)),  # seats in the order of choosing boards
        ("dice", np.int16, (2,)),  # the higher and the lower number
        ("left", np.int16, (2,)),  # how often each may still be used
        ("need", np.int16),  # dice this play must use (R9)
        ("transit", np.int16),  # v of a man standing on a blocked point, or 0
        ("fresh", np.int16),  # v of a man just entered, still within his entry total, or 0
        ("steps", np.int16),  # made in this play
        ("trail_code", np.int16, (4,)),  # what they were,
        ("trail_hit", np.int16, (4,)),  # whom they hit (board + 1),
        ("trail_transit", np.int16, (4,)),  # and what was so before
        ("trail_fresh", np.int16, (4,)),
        ("cube", np.int16),  # its value, 1 in the centre
        ("last", np.int16),  # the board that doubled last, or NOBODY
        ("asked", np.int16),  # the board that answers a double, or NOBODY
        ("accepted", np.int16),  # someone has accepted it
        ("rolls", np.int32),  # in this game
        ("game", np.int16),  # games finished
    ],
    align=True,
)


def setup(s: Record, o: Record) -> None:
    for board in range(4):
        s.player[board] = NOBODY
    for i in range(3):
        s.choosers[i] = NOBODY
    s.turn = NOBODY
    if o.players == 3:  # Q9
        clear_board(s)
        s.to_move = CHANCE
        s.phase = SEATING if o.seat_draft == AT_RANDOM else ORDERING
    else:
        seat = 0
        for board in range(4):
            if o.in_use[board]:
                s.player[board] = seat
                seat += 1
        begin_game(s, o)


def clear_board(s: Record) -> None:
    for k in range(36):
        s.men[k] = 0
        s.owner[k] = NOBODY
    for board in range(4):
        s.bar[board] = 0
        s.off[board] = 0
        s.own[board] = 0
        s.shut[board] = 0
        s.present[board] = 0
        s.received[board] = 0
        s.paid[board] = 0
    s.cube = 1
    s.last = NOBODY
    s.asked = NOBODY
    s.rolls = 0
    s.board = NOBODY


def begin_game(s: Record, o: Record) -> None:
    """Set up the men and find who starts (Q5, Q8, R17)."""
    clear_board(s)
    for board in range(4):
        if s.player[board] != NOBODY:
            s.present[board] = 1
            for i in range(4):
                k = o.spot[board, o.start_at[i]]
                for _ in range(o.start_men[i]):
                    put_man(s, o, k, board)
    s.turn = NOBODY
    if o.ruleset != QUATRO:
        s.phase = OPENING_ROLL
        s.to_move = CHANCE
    elif o.players == 3:
        begin_turn(s, o, odd_board(s))  # R17
    else:
        s.phase = STARTING  # Q8
        s.to_move = CHANCE


def odd_board(s: Record) -> int:
    """R17. The board across from the empty one."""
    for board in range(4):
        if s.player[board] == NOBODY:
            return (board + 2) % 4
    return NOBODY


def begin_turn(s: Record, o: Record, board: int) -> None:
    """R2. The player may double if R20 allows, else he rolls."""
    s.board = board
    s.turn = s.player[board]
    s.turns += 1
    if may_double(s, o):
        s.phase = DOUBLING
        s.to_move = s.turn
    else:
        s.phase = ROLLING
        s.to_move = CHANCE


def may_double(s: Record, o: Record) -> bool:
    """R20.2. Not at the cap, and not twice running (per team: Q28)."""
    if not o.cube or s.cube >= o.cube_cap:
        return False
    if s.last == NOBODY:
        return True
    return (s.last - s.board) % 2 != 0 if o.teams else s.last != s.board


def legal(s: Record, o: Record, mask: Flags) -> int:
    if s.phase == MOVING:
        return legal_steps(s, o, mask)
    if s.phase == DOUBLING:
        mask[ROLL] = 1
        mask[DOUBLE] = 1
        return 2
    if s.phase == ANSWERING:
        mask[ACCEPT] = 1
        mask[DECLINE] = 1
        return 2
    n = 0
    if s.phase == CHOOSING:
        for board in range(4):
            if s.player[board] == NOBODY:
                mask[TAKE_BOARD + board] = 1
                n += 1
    return n


def legal_steps(s: Record, o: Record, mask: Flags) -> int:
    """R9. The steps after which the play can still use as many dice as it must."""
    if s.need == 0:
        mask[NO_MOVE] = 1
        return 1
    n = 0
    for die in range(2):
        if die == 1 and n > 0 and s.need == 1:
            break  # only one die can be used: the higher, if it can be
        if s.left[die]:
            n += mark_steps(s, o, die, mask)
    return n


def mark_steps(s: Record, o: Record, die: int, mask: Flags) -> int:
    """Mark the legal steps with one die; returns how many."""
    sure = 0
    doubtful = 0
    if s.transit > 0:
        doubtful = 1 << s.transit
    else:
        sure = sure_steps(s, o, die)
        if s.need - s.steps > 1:
            doubtful = (single_steps(s, o, die) | touching_steps(s, o, die)) & ~sure
        if s.bar[s.board] > 0 and s.fresh > 0:
            doubtful |= 1 << s.fresh  # R12
    n = 0
    for v in range(o.points + 1):
        mask[v + LOWER * die] = sure >> v & 1
        n += sure >> v & 1
    v = 0
    while doubtful >> v:
        if doubtful >> v & 1 and step_kind(s, o, v, die) != ILLEGAL and keeps_most(s, o, v + LOWER * die):
            mask[v + LOWER * die] = 1
            n += 1
        v += 1
    return n


def chance(s: Record, o: Record, weights: Weights) -> int:
    if s.phase == ROLLING:
        for outcome in range(21):
            weights[DICE + outcome] = 1 if HIGH[outcome] == LOW[outcome] else 2
        return 36
    n = 0
    if s.phase == OPENING_ROLL:
        n = 30
        for outcome in range(30):
            weights[OPENING + outcome] = 1
    elif s.phase == STARTING:
        for board in range(4):
            if s.player[board] != NOBODY:
                weights[START + board] = 1
                n += 1
    elif s.phase == SEATING or s.phase == ORDERING:
        n = 6
        for order in range(6):
            weights[ORDER + order] = 1
    return n


def apply(s: Record, o: Record, action: int) -> None:
    if s.phase == MOVING:
        if action == NO_MOVE:
            note(FORFEITS, s.board)
            pass_turn(s, o)
        else:
            move(s, o, action)
    elif s.phase == ROLLING:
        roll(s, o, HIGH[action - DICE], LOW[action - DICE])
    elif s.phase == DOUBLING:
        if action == DOUBLE:
            offer_double(s, o)
        else:
            s.phase = ROLLING
            s.to_move = CHANCE
    elif s.phase == ANSWERING:
        answer_double(s, o, action == ACCEPT)
    elif s.phase == STARTING:
        note(STARTS, action - START)
        begin_turn(s, o, action - START)
    elif s.phase == OPENING_ROLL:
        open_game(s, o, action - OPENING)
    elif s.phase == CHOOSING:
        take_board(s, o, action - TAKE_BOARD)
    else:
        draw_order(s, o, action - ORDER)


def draw_order(s: Record, o: Record, order: int) -> None:
    """Q9. Three players: shuffled onto the boards, or the order in which they choose."""
    if s.phase == SEATING:
        i = 0
        for board in range(4):
            if o.in_use[board]:
                s.player[board] = ORDERS[order, i]
                note(SITS, s.player[board], board)
                i += 1
        begin_game(s, o)
    else:
        for i in range(3):
            s.choosers[i] = ORDERS[order, i]
        note(CHOOSES_AFTER, s.choosers[0], s.choosers[1], s.choosers[2])
        s.phase = CHOOSING
        s.to_move = s.choosers[0]


def take_board(s: Record, o: Record, board: int) -> None:
    s.player[board] = s.to_move
    note(SITS, s.to_move, board)
    if s.to_move == s.choosers[0]:
        s.to_move = s.choosers[1]
    elif s.to_move == s.choosers[1]:
        s.to_move = s.choosers[2]
    else:
        for i in range(3):
            s.choosers[i] = NOBODY
        begin_game(s, o)


def open_game(s: Record, o: Record, outcome: int) -> None:
    """Q31. The opening roll of backgammon: the higher die starts and plays both numbers."""
    nth = outcome // 15
    board = 0
    while s.player[board] == NOBODY or nth > 0:
        if s.player[board] != NOBODY:
            nth -= 1
        board += 1
    note(STARTS, board)
    s.board = board
    s.turn = s.player[board]
    s.turns += 1
    roll(s, o, HIGH[outcome % 15] + 1, LOW[outcome % 15])  # 1–1 to 5–5 stand for 2–1 to 6–5


def roll(s: Record, o: Record, high: int, low: int) -> None:
    """R3. Different numbers are used once each, a doublet's four times."""
    note(ROLLS, s.board, high, low)
    s.rolls += 1
    s.dice[0] = high
    s.dice[1] = low
    s.left[0] = 4 if high == low else 1
    s.left[1] = 0 if high == low else 1
    s.need = dice_to_use(s, o)
    s.phase = MOVING
    s.to_move = s.turn


def move(s: Record, o: Record, code: int) -> None:
    """Make one step of a play, say what happened, and see whether the play is over."""
    take_step(s, o, code)
    say_step(s, o, code)
    if s.off[s.board] == o.men:
        note(OUT, s.board)
        end_play(s)
        if o.teams and o.team_win == BOTH_OUT and s.off[(s.board + 2) % 4] < o.men:
            pass_turn(s, o)  # R22
        else:
            win(s, o, s.board)
    elif s.steps == s.need:
        pass_turn(s, o)


def say_step(s: Record, o: Record, code: int) -> None:
    v = step_from(code)
    to = step_to(s, o, code)
    if to < 1:
        note(BEARS_OFF, s.board, v)
    elif s.transit > 0:
        note(TOUCHES, s.board, v, to)
    elif v == 0:
        note(ENTERS, s.board, to)
    else:
        note(MOVES, s.board, v, to)
    hit = s.trail_hit[s.steps - 1]
    if hit > 0:
        note(HITS, s.board, hit - 1, to)


def end_play(s: Record) -> None:
    for i in range(4):
        s.trail_code[i] = 0
        s.trail_hit[i] = 0
        s.trail_transit[i] = 0
        s.trail_fresh[i] = 0
    for die in range(2):
        s.dice[die] = 0
        s.left[die] = 0
    s.steps = 0
    s.need = 0
    s.transit = 0
    s.fresh = 0


def pass_turn(s: Record, o: Record) -> None:
    """R1. Clockwise, to the next player still in the game."""
    end_play(s)
    if o.turn_cap > 0 and s.rolls >= o.turn_cap:
        note(VOID)
        for seat in range(4):
            s.received[seat] = 0
            s.paid[seat] = 0
        end_game(s, o)
    else:
        begin_turn(s, o, next_board(s, o, s.board))


def next_board(s: Record, o: Record, board: int) -> int:
    """Clockwise from a board, the next whose player is in the game and not out (R1)."""
    board = (board + 1) % 4
    while not s.present[board] or s.off[board] == o.men:
        board = (board + 1) % 4
    return board


def offer_double(s: Record, o: Record) -> None:
    """R20.3. The others answer one after another, clockwise from the doubler."""
    note(DOUBLES, s.board, 2 * s.cube)
    s.phase = ANSWERING
    s.accepted = 0
    ask_next(s, o, s.board)


def ask_next(s: Record, o: Record, board: int) -> None:
    """Ask the next player after a board; when all have answered, settle the double."""
    s.asked = next_board(s, o, board)
    if o.teams and s.asked != s.board and (s.asked - s.board) % 2 == 0:
        s.asked = next_board(s, o, s.asked)  # Q28: the partner is not asked
    if s.asked == s.board:
        settle_double(s, o)
    else:
        s.to_move = s.player[s.asked]


def answer_double(s: Record, o: Record, accepts: bool) -> None:
    asked = s.asked
    if accepts:
        note(ACCEPTS, asked)
        s.accepted = 1
        if o.teams:
            settle_double(s, o)  # Q28: the first accept binds the team
            return
    else:
        note(DECLINES, asked)
        if not o.teams:
            withdraw(s, o, asked)
    ask_next(s, o, asked)


def withdraw(s: Record, o: Record, board: int) -> None:
    """R20.4. A decliner pays the doubler at the old value and takes his men away."""
    value = 1 if o.decline_cost == SINGLE_COST else loss_value(s, o, board)
    pay(s, board, s.board, value * s.cube)
    for k in range(o.points):
        while s.men[k] > 0 and s.owner[k] == board:
            lift_man(s, o, k)
    s.bar[board] = 0
    s.off[board] = 0
    s.present[board] = 0


def settle_double(s: Record, o: Record) -> None:
    """R20.5. Doubled if someone accepted; otherwise the doubler has won."""
    s.asked = NOBODY
    if s.accepted:
        s.accepted = 0
        s.cube *= 2
        s.last = s.board
        note(CUBE_AT, s.board, s.cube)
        s.phase = ROLLING
        s.to_move = CHANCE
    else:
        if o.teams:  # R22
            value = 2
            if o.decline_cost == BY_POSITION:
                value = loss_value(s, o, (s.board + 1) % 4) + loss_value(s, o, (s.board + 3) % 4)
            pay_team(s, s.board, value * s.cube)
        note(WINS, s.board)
        end_game(s, o)


def win(s: Record, o: Record, board: int) -> None:
    """R21, R22. Every opponent still in the game pays the winner by where he was caught."""
    note(WINS, board)
    total = 0
    for other in range(4):
        partner = o.teams and (other - board) % 2 == 0
        if s.present[other] and other != board and not partner:
            value = loss_value(s, o, other)
            total += value
            note(LOSES, other, value)
            if not o.teams:
                pay(s, other, board, value * s.cube)
    if o.teams:
        pay_team(s, board, total * s.cube)
    end_game(s, o)


def pay(s: Record, loser: int, winner: int, amount: int) -> None:
    s.paid[s.player[loser]] += amount
    s.received[s.player[winner]] += amount
    note(PAYS, loser, winner, amount)


def pay_team(s: Record, winner: int, amount: int) -> None:
    """R22. Each winning seat receives the whole sum, each losing seat pays it."""
    pay(s, (winner + 1) % 4, winner, amount)
    pay(s, (winner + 3) % 4, (winner + 2) % 4, amount)


def end_game(s: Record, o: Record) -> None:
    """R23. Add up, and go on to the next game unless the match is decided."""
    for seat in range(4):
        s.tally[seat] += s.received[seat]
        if o.match == ONE_GAME or o.match_tally == NET:
            s.tally[seat] -= s.paid[seat]
    s.game += 1
    if match_decided(s, o):
        s.phase = FINISHED
        s.turn = NOBODY
        s.to_move = OVER
        note(MATCH_OVER)
        return
    note(NEW_GAME, s.game + 1)
    if o.rotate:
        rotate_seats(s)
        for board in range(4):
            if s.player[board] != NOBODY:
                note(SITS, s.player[board], board)
    s.turns += 1  # a later game's preparation is a turn of its own, nobody's
    begin_game(s, o)


def score(s: Record, o: Record, points: Points) -> None:
    for seat in range(o.players):
        points[seat] = s.tally[seat]
