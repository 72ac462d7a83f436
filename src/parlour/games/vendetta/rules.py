"""The rules of Vendetta, in the order of docs/games/vendetta.md.

Moving a piece is in moving.py, the look ahead that R3 asks for in following.py, groups on a space in stacks.py, and
who falls by a spin in spinner.py.
"""

import numpy as np

from parlour.engine.bits import allow, allow_bits, lowest_bit
from parlour.engine.contract import CHANCE, OVER, Actions, Points, Record, Weights, note
from parlour.engine.shares import list_cases
from parlour.games.vendetta.board import HALF, SPACES
from parlour.games.vendetta.following import can_follow, find_soldiers, keep_followed, keep_harmless, unused_die
from parlour.games.vendetta.moving import find_movable, lose_soldier, must_choose, shift
from parlour.games.vendetta.options import FirstPlayer, Spin, SpinsPerTurn
from parlour.games.vendetta.spinner import strike
from parlour.games.vendetta.stacks import holder, lose, piece, settle, space_of
from parlour.games.vendetta.state import (
    AT_HOME,
    BOTH,
    GODFATHER,
    HIGHER,
    LOST,
    LOWER,
    NEITHER,
    NOBODY,
    SEATS,
    SLOTS,
    TOTAL,
    WON,
    Action,
    Event,
    Outcome,
    Phase,
)

# The dice of each throw, and how many of the 36 throws show them
HIGH = np.array([high for high in range(1, 7) for low in range(1, high + 1)])
LOW = np.array([low for high in range(1, 7) for low in range(1, high + 1)])
WAYS = np.array([1 if high == low else 2 for high in range(1, 7) for low in range(1, high + 1)])
THROWN = list_cases(WAYS)


def setup(s: Record, o: Record) -> None:
    """All pieces are in their homes; somebody starts (V33)."""
    for seat in range(SEATS):
        for slot in range(SLOTS):
            s.pos[seat, slot] = AT_HOME if seat < o.players and slot <= o.soldiers else LOST
    s.moved = NOBODY
    s.spun = NOBODY
    s.winner = NOBODY
    s.turn = NOBODY
    if o.first_player == FirstPlayer.SEAT0:
        begin_turn(s, 0)
    else:
        s.phase = Phase.STARTING
        s.to_move = CHANCE


def begin_turn(s: Record, seat: int) -> None:
    """R1."""
    s.turn = seat
    s.turns += 1
    s.phase = Phase.THROWING
    s.to_move = CHANCE


def legal(s: Record, o: Record, actions: Actions) -> None:
    if s.phase == Phase.ASKING:
        allow(actions, Action.SPIN)
        allow(actions, Action.NO_SPIN)
    elif s.phase == Phase.SILENCING:
        allow_losses(s, o, actions)
    elif s.phase == Phase.MOVING and s.moved == NOBODY:
        allow_first(s, o, actions)
    elif s.phase == Phase.MOVING:
        die = unused_die(s)
        allow_moves(actions, find_movable(s, o, s.dice[die]) & find_offered(s, o), die)


def allow_first(s: Record, o: Record, actions: Actions) -> None:
    """R2, R3. A complete play, if there is one: both dice by one piece, or one by a piece that another can follow."""
    offered = find_offered(s, o)
    lows = find_movable(s, o, s.dice[LOWER])
    highs = find_movable(s, o, s.dice[HIGHER])
    totals = find_movable(s, o, s.dice[LOWER] + s.dice[HIGHER]) & offered
    followed_lows = keep_followed(s, o, lows & offered, LOWER, highs)
    followed_highs = keep_followed(s, o, highs & offered, HIGHER, lows)
    if totals | followed_lows | followed_highs == 0:
        followed_lows = lows & offered
        followed_highs = highs & offered
    allow_moves(actions, totals, TOTAL)
    allow_moves(actions, followed_lows, LOWER)
    if s.dice[LOWER] != s.dice[HIGHER]:
        allow_moves(actions, followed_highs, HIGHER)


def find_offered(s: Record, o: Record) -> int:
    """As bits, the pieces that may be named: of soldiers that stand alike the lowest number, and none a second time."""
    found = 1 << GODFATHER
    places = 0
    for slot in range(1, o.soldiers + 1):
        place = 1 << s.pos[s.turn, slot] - LOST
        if slot != s.moved and places & place == 0:
            places |= place
            found |= 1 << slot
    return found & ~(1 << s.moved) if s.moved != NOBODY else found


def allow_moves(actions: Actions, slots: int, die: int) -> None:
    while slots != 0:
        allow(actions, Action.MOVE + 3 * lowest_bit(slots) + die)
        slots &= slots - 1


def allow_losses(s: Record, o: Record, actions: Actions) -> None:
    """R3, R15. A soldier of the player's choice, so that both dice can be played if that is possible."""
    soldiers = find_soldiers(s, o) & (find_offered(s, o) | 1 << s.moved)
    harmless = keep_harmless(s, o, soldiers)
    allow_bits(actions, Action.LOSE - 1, harmless if harmless != 0 else soldiers)


def chance(s: Record, o: Record, weights: Weights) -> int:
    if s.to_move != CHANCE:
        return 0
    if s.phase == Phase.THROWING:
        for i in range(len(WAYS)):
            weights[Outcome.DICE + i] = WAYS[i]
        return 36
    if s.phase == Phase.SPINNING:
        for i in range(HALF):
            weights[Outcome.SPUN + i] = 1
        return HALF
    for seat in range(o.players):
        weights[Outcome.FIRST + seat] = 1
    return o.players


def cases(s: Record, o: Record) -> int:
    if s.phase == Phase.THROWING:
        return 36
    return HALF if s.phase == Phase.SPINNING else 0


def case(s: Record, o: Record, n: int) -> int:
    return Outcome.DICE + THROWN[n] if s.phase == Phase.THROWING else Outcome.SPUN + n


def apply(s: Record, o: Record, action: int) -> None:
    if s.phase == Phase.MOVING:
        move(s, o, action // 3, action % 3)
    elif s.phase == Phase.THROWING:
        throw_dice(s, o, LOW[action - Outcome.DICE], HIGH[action - Outcome.DICE])
    elif s.phase == Phase.SPINNING:
        spin(s, o, action - Outcome.SPUN)
    elif s.phase == Phase.SILENCING:
        silence(s, o, action - Action.LOSE + 1)
    elif s.phase == Phase.STARTING:
        note(Event.STARTS, action - Outcome.FIRST)
        begin_turn(s, action - Outcome.FIRST)
    elif action == Action.SPIN:
        s.phase = Phase.SPINNING
        s.to_move = CHANCE
    else:
        note(Event.SPARES, s.turn)
        s.hits -= 1
        go_on_spinning(s, o)


def throw_dice(s: Record, o: Record, low: int, high: int) -> None:
    """R3. A player who can move nothing passes."""
    note(Event.THROWS, s.turn, high, low)
    s.dice[LOWER] = low
    s.dice[HIGHER] = high
    if can_move_anything(s, o):
        s.phase = Phase.MOVING
        s.to_move = s.turn
    else:
        note(Event.STUCK, s.turn)
        end_turn(s, o)


def can_move_anything(s: Record, o: Record) -> bool:
    low = s.dice[LOWER]
    high = s.dice[HIGHER]
    return find_movable(s, o, low) != 0 or find_movable(s, o, high) != 0 or find_movable(s, o, low + high) != 0


def move(s: Record, o: Record, slot: int, die: int) -> None:
    """R2. A piece moves one die or the total; then perhaps another moves the other die, and then the spinner."""
    if die == TOTAL:
        s.used = BOTH
        n = s.dice[LOWER] + s.dice[HIGHER]
    else:
        s.used |= 1 << die
        n = s.dice[die]
    s.moved = slot
    shift(s, o, slot, n)
    if s.pos[s.turn, GODFATHER] == WON:
        note(Event.COMES_HOME, s.turn)  # R9, R25
        win(s, s.turn)
    elif s.pos[s.turn, GODFATHER] == LOST:
        eliminate(s, o)  # R15
        if s.phase != Phase.FINISHED:
            end_turn(s, o)
    elif must_choose(s, o):
        s.phase = Phase.SILENCING
    else:
        go_on_moving(s, o)


def silence(s: Record, o: Record, slot: int) -> None:
    """R15. The player has said which soldier is lost."""
    note(Event.SILENCES, piece(s.turn, slot), space_of(s, o, s.turn, s.moved))
    lose_soldier(s, o, s.turn, slot)
    go_on_moving(s, o)


def go_on_moving(s: Record, o: Record) -> None:
    """R2, R22. Another piece plays the die that is left, if one can; then the spinner."""
    if can_follow(s, o):
        s.phase = Phase.MOVING
    else:
        if s.hits > 0 and o.spins_per_turn == SpinsPerTurn.ONCE:
            s.hits = 1
        go_on_spinning(s, o)


def go_on_spinning(s: Record, o: Record) -> None:
    """R22. Spins that are due come at the end of the turn."""
    if s.hits == 0:
        end_turn(s, o)
    elif o.spin == Spin.OPTIONAL:
        s.phase = Phase.ASKING
        s.to_move = s.turn
    else:
        s.phase = Phase.SPINNING
        s.to_move = CHANCE


def spin(s: Record, o: Record, space: int) -> None:
    """R22–R24. Both gunmen fire at once; then the spaces are put in order, then players go out."""
    note(Event.SPINS, s.turn, space, space + HALF)
    s.spun = space
    before = holder(s, space)
    before_opposite = holder(s, space + HALF)
    strike(s, o, space)
    strike(s, o, space + HALF)
    settle(s, o, space, before)
    settle(s, o, space + HALF, before_opposite)
    s.hits -= 1
    eliminate(s, o)
    if s.phase != Phase.FINISHED:
        if s.out[s.turn] > 0:
            s.hits = 0
        go_on_spinning(s, o)


def eliminate(s: Record, o: Record) -> None:
    """R26–R28. Players whose Godfathers are dead are out with all their men; perhaps that ends the game."""
    gone = 0  # how many times somebody went out before
    struck = 0
    for seat in range(o.players):
        gone = max(gone, s.out[seat])
        if is_struck(s, seat):
            struck += 1
    if struck == 0:
        return
    alive = 0
    last = NOBODY
    for seat in range(o.players):
        if is_struck(s, seat):
            s.out[seat] = gone + 1
            note(Event.GOES_OUT, seat)
            remove_family(s, o, seat)
        elif s.out[seat] == 0:
            alive += 1
            last = seat
    if alive == 1:
        note(Event.LAST_ALIVE, last)
        win(s, last)
    elif alive == 0:
        note(Event.ALL_DEAD)
        finish(s)


def is_struck(s: Record, seat: int) -> bool:
    """Whether a player's Godfather has just died."""
    return s.pos[seat, GODFATHER] == LOST and s.out[seat] == 0


def remove_family(s: Record, o: Record, seat: int) -> None:
    """R26. All his men go; those they held come free."""
    held = s.held[seat]
    for slot in range(o.soldiers + 1):
        lose(s, o, seat, slot)
    for space in range(SPACES):
        settle(s, o, space, seat if held >> space & 1 else NOBODY)


def win(s: Record, seat: int) -> None:
    s.winner = seat
    finish(s)


def end_turn(s: Record, o: Record) -> None:
    """R29. Play passes clockwise, over those who are out, until the turn limit."""
    clear_turn(s)
    if o.turn_limit > 0 and s.turns >= o.turn_limit:
        note(Event.DRAWN, o.turn_limit)
        finish(s)
    else:
        begin_turn(s, next_in_play(s, o))


def next_in_play(s: Record, o: Record) -> int:
    seat = (s.turn + 1) % o.players
    while s.out[seat] > 0:
        seat = (seat + 1) % o.players
    return seat


def clear_turn(s: Record) -> None:
    s.dice[LOWER] = 0
    s.dice[HIGHER] = 0
    s.used = NEITHER
    s.moved = NOBODY
    s.hits = 0


def finish(s: Record) -> None:
    clear_turn(s)
    s.phase = Phase.FINISHED
    s.to_move = OVER


def score(s: Record, o: Record, points: Points) -> None:
    """The winner gets 1, the others share −1; a draw is 0 for all."""
    if s.winner != NOBODY:
        for seat in range(o.players):
            points[seat] = 1.0 if seat == s.winner else -1.0 / (o.players - 1)
