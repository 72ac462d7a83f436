"""The rules of Quatro, in the order of docs/games/quatro.md. Moving men is in steps.py."""

import numpy as np

from parlour.engine.bits import allow, allow_bits
from parlour.engine.contract import CHANCE, OVER, Actions, Points, Record, Weights, note
from parlour.engine.shares import list_cases
from parlour.games.quatro.board import LARGEST, NOBODY
from parlour.games.quatro.options import DeclineCost, Match, MatchTally, Ruleset, SeatDraft, TeamWin
from parlour.games.quatro.scoring import loss_value, match_decided, rotate_seats
from parlour.games.quatro.state import ORDERS, ROLLS, Action, Event, Outcome, Phase
from parlour.games.quatro.steps import (
    blocked_points,
    dice_to_use,
    legal_from,
    lift_man,
    put_man,
    step_from,
    step_to,
    take_step,
)

DICE = np.array([[int(number) for number in roll] for roll in ROLLS])  # the higher and the lower number of each roll
WAYS = np.array([1 if roll[0] == roll[1] else 2 for roll in ROLLS])  # of throwing each roll
THROWN = list_cases(WAYS)  # which roll each of the 6 × 6 is
OPENINGS = np.array([ROLLS.index(f"{high}{low}") for high in range(2, 7) for low in range(1, high)])
SEATS_IN_ORDER = np.array([[int(seat) - 1 for seat in order] for order in ORDERS])


def setup(s: Record, o: Record) -> None:
    for board in range(4):
        s.player[board] = NOBODY
    s.order = NOBODY
    s.turn = NOBODY
    if o.players == 3:  # Q9
        clear_board(s)
        s.to_move = CHANCE
        s.phase = Phase.SEATING if o.seat_draft == SeatDraft.RANDOM else Phase.ORDERING
    else:
        seat = 0
        for board in range(4):
            if o.in_use[board]:
                s.player[board] = seat
                seat += 1
        begin_game(s, o)


def clear_men(s: Record) -> None:
    for k in range(LARGEST):
        s.men[k] = 0
        s.owner[k] = NOBODY
    for board in range(4):
        s.bar[board] = 0
        s.off[board] = 0
        s.own[board] = 0
        s.made[board] = 0
        s.faced[board] = 0


def clear_board(s: Record) -> None:
    clear_men(s)
    for board in range(4):
        s.present[board] = 0
        s.received[board] = 0
        s.paid[board] = 0
    s.cube = 1
    s.last = NOBODY
    s.asked = NOBODY
    s.rolls = 0
    s.board = NOBODY
    end_play(s)


def begin_game(s: Record, o: Record) -> None:
    """Set up the men and find who starts (Q5, Q8, R17)."""
    clear_board(s)
    for board in range(4):
        if s.player[board] != NOBODY:
            s.present[board] = 1
            for i in range(4):
                for _ in range(o.start_men[i]):
                    put_man(s, o, board, o.start_at[i])
    s.turn = NOBODY
    if o.ruleset != Ruleset.QUATRO:
        s.phase = Phase.OPENING
        s.to_move = CHANCE
    elif o.players == 3:
        begin_turn(s, o, odd_board(s))  # R17
    else:
        s.phase = Phase.STARTING  # Q8
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
        s.phase = Phase.DOUBLING
        s.to_move = s.turn
    else:
        s.phase = Phase.ROLLING
        s.to_move = CHANCE


def may_double(s: Record, o: Record) -> bool:
    """R20.2. Not at the cap, and not twice running (per team: Q28)."""
    if not o.cube or s.cube >= o.cube_cap:
        return False
    if s.last == NOBODY:
        return True
    return (s.last - s.board) % 2 != 0 if o.teams else s.last != s.board


def legal(s: Record, o: Record, actions: Actions) -> None:
    if s.phase == Phase.MOVING:
        legal_steps(s, o, actions)
    elif s.phase == Phase.DOUBLING:
        allow(actions, Action.ROLL)
        allow(actions, Action.DOUBLE)
    elif s.phase == Phase.ANSWERING:
        allow(actions, Action.ACCEPT)
        allow(actions, Action.DECLINE)
    elif s.phase == Phase.CHOOSING:
        for board in range(4):
            if s.player[board] == NOBODY:
                allow(actions, Action.TAKE_BOARD + board)


def legal_steps(s: Record, o: Record, actions: Actions) -> None:
    """R9. The steps after which the play can still use as many dice as it must."""
    if s.need == 0:
        allow(actions, Action.NO_MOVE)
        return
    points = 0
    for die in range(2):
        if s.left[die] and not (points and s.need == 1):  # only one die can be used: the higher, if it can be
            points = legal_from(s, o, die)
            allow_bits(actions, Action.LOWER * die, points)


def chance(s: Record, o: Record, weights: Weights) -> int:
    if s.phase == Phase.ROLLING:
        for roll in range(len(WAYS)):
            weights[Outcome.DICE + roll] = WAYS[roll]
        return 36
    n = 0
    if s.phase == Phase.OPENING:
        n = 30
        for outcome in range(30):
            weights[Outcome.OPENING + outcome] = 1
    elif s.phase == Phase.STARTING:
        for board in range(4):
            if s.player[board] != NOBODY:
                weights[Outcome.STARTER + board] = 1
                n += 1
    elif s.phase == Phase.SEATING or s.phase == Phase.ORDERING:
        n = 6
        for order in range(6):
            weights[Outcome.ORDER + order] = 1
    return n


def cases(s: Record, o: Record) -> int:
    return 36 if s.phase == Phase.ROLLING else 0


def case(s: Record, o: Record, n: int) -> int:
    return Outcome.DICE + THROWN[n]


def apply(s: Record, o: Record, action: int) -> None:
    if s.phase == Phase.MOVING:
        if action == Action.NO_MOVE:
            note(Event.FORFEITS, s.board)
            pass_turn(s, o)
        else:
            move(s, o, action)
    elif s.phase == Phase.ROLLING:
        throw(s, o, action - Outcome.DICE)
    elif s.phase == Phase.DOUBLING:
        if action == Action.DOUBLE:
            offer_double(s, o)
        else:
            s.phase = Phase.ROLLING
            s.to_move = CHANCE
    elif s.phase == Phase.ANSWERING:
        answer_double(s, o, action == Action.ACCEPT)
    elif s.phase == Phase.STARTING:
        note(Event.STARTS, action - Outcome.STARTER)
        begin_turn(s, o, action - Outcome.STARTER)
    elif s.phase == Phase.OPENING:
        open_game(s, o, action - Outcome.OPENING)
    elif s.phase == Phase.CHOOSING:
        take_board(s, o, action - Action.TAKE_BOARD)
    else:
        draw_order(s, o, action - Outcome.ORDER)


def draw_order(s: Record, o: Record, order: int) -> None:
    """Q9. Three players: shuffled onto the boards, or the order in which they choose."""
    if s.phase == Phase.SEATING:
        i = 0
        for board in range(4):
            if o.in_use[board]:
                s.player[board] = SEATS_IN_ORDER[order, i]
                note(Event.SITS, s.player[board], board)
                i += 1
        begin_game(s, o)
    else:
        s.order = order
        note(Event.CHOOSES_AFTER, chooser(s, 0), chooser(s, 1), chooser(s, 2))
        s.phase = Phase.CHOOSING
        s.to_move = chooser(s, 0)


def chooser(s: Record, nth: int) -> int:
    """The seat that chooses a board as the first (0), second or third."""
    return SEATS_IN_ORDER[s.order, nth]


def take_board(s: Record, o: Record, board: int) -> None:
    s.player[board] = s.to_move
    note(Event.SITS, s.to_move, board)
    if s.to_move == chooser(s, 0):
        s.to_move = chooser(s, 1)
    elif s.to_move == chooser(s, 1):
        s.to_move = chooser(s, 2)
    else:
        s.order = NOBODY
        begin_game(s, o)


def open_game(s: Record, o: Record, outcome: int) -> None:
    """Q31. The opening roll of backgammon: the higher die starts and plays both numbers."""
    nth = outcome // 15
    board = 0
    while s.player[board] == NOBODY or nth > 0:
        if s.player[board] != NOBODY:
            nth -= 1
        board += 1
    note(Event.STARTS, board)
    s.board = board
    s.turn = s.player[board]
    s.turns += 1
    throw(s, o, OPENINGS[outcome % 15])


def throw(s: Record, o: Record, roll: int) -> None:
    note(Event.ROLLS, s.board, DICE[roll, 0], DICE[roll, 1])
    s.rolls += 1
    begin_play(s, o, roll)
    s.phase = Phase.MOVING
    s.to_move = s.turn


def begin_play(s: Record, o: Record, roll: int) -> None:
    """R3. Different numbers are used once each, a doublet's four times."""
    s.roll = roll
    s.dice[0] = DICE[roll, 0]
    s.dice[1] = DICE[roll, 1]
    doublet = s.dice[0] == s.dice[1]
    s.left[0] = 4 if doublet else 1
    s.left[1] = 0 if doublet else 1
    s.shut = blocked_points(s, o, s.board)
    s.need = dice_to_use(s, o)


def move(s: Record, o: Record, code: int) -> None:
    """Make one step of a play, say what happened, and see whether the play is over."""
    hit = take_step(s, o, code)
    say_step(s, o, code, hit)
    if s.off[s.board] == o.men:
        note(Event.OUT, s.board)
        end_play(s)
        if o.teams and o.team_win == TeamWin.BOTH_OUT and s.off[(s.board + 2) % 4] < o.men:
            pass_turn(s, o)  # R22
        else:
            win(s, o, s.board)
    elif s.steps == s.need:
        pass_turn(s, o)


def say_step(s: Record, o: Record, code: int, hit: int) -> None:
    v = step_from(code)
    to = step_to(s, o, code)
    if to < 1:
        note(Event.BEARS_OFF, s.board, v)
    elif s.transit > 0:
        note(Event.TOUCHES, s.board, v, to)
    elif v == 0:
        note(Event.ENTERS, s.board, to)
    else:
        note(Event.MOVES, s.board, v, to)
    if hit != NOBODY:
        note(Event.HITS, s.board, hit, to)


def end_play(s: Record) -> None:
    for i in range(4):
        s.trail[i] = NOBODY
    s.roll = NOBODY
    s.dice[0] = 0
    s.dice[1] = 0
    s.left[0] = 0
    s.left[1] = 0
    s.steps = 0
    s.need = 0
    s.transit = 0
    s.fresh = 0
    s.shut = 0


def pass_turn(s: Record, o: Record) -> None:
    """R1. Clockwise, to the next player still in the game."""
    end_play(s)
    if o.turn_cap > 0 and s.rolls >= o.turn_cap:
        note(Event.VOID)
        for seat in range(4):
            s.received[seat] = 0
            s.paid[seat] = 0
        end_game(s, o)
    else:
        begin_turn(s, o, next_board(s, o, s.board))


def next_board(s: Record, o: Record, board: int) -> int:
    """Clockwise from a board, the next whose player is in the game and not out (R1)."""
    board = (board + 1) % 4
    while not is_in_game(s, o, board):
        board = (board + 1) % 4
    return board


def is_in_game(s: Record, o: Record, board: int) -> bool:
    """Whether a player has not withdrawn, and is not out."""
    return s.present[board] == 1 and s.off[board] < o.men


def offer_double(s: Record, o: Record) -> None:
    """R20.3. The others answer one after another, clockwise from the doubler."""
    note(Event.DOUBLES, s.board, 2 * s.cube)
    s.phase = Phase.ANSWERING
    s.accepted = 0
    ask_next(s, o, s.board)


def ask_next(s: Record, o: Record, board: int) -> None:
    """Ask the next player after a board; when all have answered, settle the double."""
    s.asked = next_board(s, o, board)
    while s.asked != s.board and not may_answer(s, o, s.asked):
        s.asked = next_board(s, o, s.asked)
    if s.asked == s.board:
        settle_double(s, o)
    else:
        s.to_move = s.player[s.asked]


def may_answer(s: Record, o: Record, board: int) -> bool:
    """Whether a double concerns a player; the doubler's partner is not asked (Q28)."""
    same_side = (board - s.board) % 2 == 0 if o.teams else board == s.board
    return is_in_game(s, o, board) and not same_side


def answer_double(s: Record, o: Record, accepts: bool) -> None:
    asked = s.asked
    if accepts:
        note(Event.ACCEPTS, asked)
        s.accepted = 1
        if o.teams:
            settle_double(s, o)  # Q28: the first accept binds the team
            return
    else:
        note(Event.DECLINES, asked)
        if not o.teams:
            withdraw(s, o, asked)
    ask_next(s, o, asked)


def withdraw(s: Record, o: Record, board: int) -> None:
    """R20.4. A decliner pays the doubler at the old value and takes his men away."""
    value = 1 if o.decline_cost == DeclineCost.SINGLE else loss_value(s, o, board)
    pay(s, board, s.board, value * s.cube)
    for v in range(1, o.points + 1):
        while s.own[board] >> v & 1:
            lift_man(s, o, board, v)
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
        note(Event.CUBE_AT, s.board, s.cube)
        s.phase = Phase.ROLLING
        s.to_move = CHANCE
    else:
        if o.teams:  # R22
            value = 2
            if o.decline_cost == DeclineCost.BY_POSITION:
                value = loss_value(s, o, (s.board + 1) % 4) + loss_value(s, o, (s.board + 3) % 4)
            pay_team(s, s.board, value * s.cube)
        note(Event.WINS, s.board)
        end_game(s, o)


def win(s: Record, o: Record, board: int) -> None:
    """R21, R22. Every opponent still in the game pays the winner by where he was caught."""
    note(Event.WINS, board)
    total = 0
    for other in range(4):
        partner = o.teams and (other - board) % 2 == 0
        if s.present[other] and other != board and not partner:
            value = loss_value(s, o, other)
            total += value
            note(Event.LOSES, other, value)
            if not o.teams:
                pay(s, other, board, value * s.cube)
    if o.teams:
        pay_team(s, board, total * s.cube)
    end_game(s, o)


def pay(s: Record, loser: int, winner: int, amount: int) -> None:
    s.paid[s.player[loser]] += amount
    s.received[s.player[winner]] += amount
    note(Event.PAYS, loser, winner, amount)


def pay_team(s: Record, winner: int, amount: int) -> None:
    """R22. Each winning seat receives the whole sum, each losing seat pays it."""
    pay(s, (winner + 1) % 4, winner, amount)
    pay(s, (winner + 3) % 4, (winner + 2) % 4, amount)


def end_game(s: Record, o: Record) -> None:
    """R23. Add up, and go on to the next game unless the match is decided."""
    for seat in range(4):
        s.tally[seat] += s.received[seat]
        if o.match == Match.SINGLE or o.match_tally == MatchTally.NET:
            s.tally[seat] -= s.paid[seat]
    s.game += 1
    if match_decided(s, o):
        s.phase = Phase.FINISHED
        s.turn = NOBODY
        s.to_move = OVER
        note(Event.MATCH_OVER)
        return
    note(Event.NEW_GAME, s.game + 1)
    if o.rotate:
        rotate_seats(s)
        for board in range(4):
            if s.player[board] != NOBODY:
                note(Event.SITS, s.player[board], board)
    s.turns += 1  # a later game's preparation is a turn of its own, nobody's
    begin_game(s, o)


def score(s: Record, o: Record, points: Points) -> None:
    for seat in range(o.players):
        points[seat] = s.tally[seat]
