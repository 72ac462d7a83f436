"""The rules of Vendetta, in the order of docs/games/vendetta.md.

Moving a piece is in moving.py, the look ahead that R3 asks for in following.py, groups on a space in stacks.py, and
who falls by a spin in spinner.py. Godfather and soldier are the words used here; the other theme has its own (text.py).
A piece is a seat and a slot.
"""

import numpy as np

from parlour.engine.contract import CHANCE, OVER, Flags, Points, Record, Weights, note
from parlour.games.vendetta.board import HALF, SPACES
from parlour.games.vendetta.codes import (
    ALL_DEAD,
    ASKING,
    AT_HOME,
    COMES_HOME,
    DICE,
    DRAWN,
    FINISHED,
    FIRST,
    GODFATHER,
    GOES_OUT,
    HIGHER,
    LAST_ALIVE,
    LOST,
    LOWER,
    MOVING,
    NO_SPIN,
    NOBODY,
    ONCE,
    OPTIONAL,
    SEAT_0,
    SEATS,
    SLOTS,
    SPARES,
    SPIN,
    SPINNING,
    SPINS,
    SPUN,
    STARTING,
    STARTS,
    STUCK,
    THROWING,
    THROWS,
    TOTAL,
    WON,
)
from parlour.games.vendetta.following import is_followed
from parlour.games.vendetta.moving import can_move, shift
from parlour.games.vendetta.spinner import strike
from parlour.games.vendetta.stacks import lose, tidy

ACTIONS = 30
OUTCOMES = 49

# The dice of each throw
HIGH = np.array([high for high in range(1, 7) for low in range(1, high + 1)])
LOW = np.array([low for high in range(1, 7) for low in range(1, high + 1)])

OPTIONS = np.dtype(
    [
        ("players", np.int16),
        ("gate", np.int16, (4,)),  # the space beside each seat's home
        ("soldiers", np.int16),
        ("layout", np.int16),
        ("theme", np.int16),  # words and pictures only (V32)
        ("spin", np.int16),  # V10
        ("spins_per_turn", np.int16),
        ("leader_on_silenced", np.int16),  # R15
        ("first_player", np.int16),
        ("turn_limit", np.int32),  # R29
    ],
    align=True,
)

STATE = np.dtype(
    [
        ("turns", np.int32),  # player-turns begun
        ("to_move", np.int16),
        ("turn", np.int16),
        ("phase", np.int16),
        ("pos", np.int16, (4, 9)),  # progress of each piece; AT_HOME, LOST; WON for a Godfather who is home
        ("stack", np.int16, (48, 4)),  # families on each space from the bottom up, as seat + 1
        ("height", np.int16, (48,)),  # how many they are
        ("men", np.int16, (48, 4)),  # soldiers of each family on each space
        ("boss", np.int16, (48,)),  # the seat + 1 of a Godfather there
        ("out", np.int16, (4,)),  # 0, or in which order the player went out
        ("gone", np.int16),  # how many times somebody went out
        ("dice", np.int16, (2,)),  # the lower and the higher
        ("used", np.int16, (2,)),  # 1 for a die that has been played
        ("moved", np.int16),  # the slot moved first, or NOBODY
        ("hits", np.int16),  # spins due
        ("spun", np.int16),  # the first of the two spaces spun last, 0–23, until the next spin; or NOBODY
        ("doomed", np.int16, (4,)),  # Godfathers struck by this spin
        ("winner", np.int16),  # or NOBODY
        ("trial", np.int16),  # 1 while a move is only tried; what was before:
        ("kept_pos", np.int16, (4, 9)),
        ("kept_space", np.int16, (3,)),
        ("kept_stack", np.int16, (3, 4)),
        ("kept_height", np.int16, (3,)),
        ("kept_men", np.int16, (3, 4)),
        ("kept_boss", np.int16, (3,)),
    ],
    align=True,
)


def setup(s: Record, o: Record) -> None:
    """All pieces are in their homes; somebody starts (V33)."""
    for seat in range(SEATS):
        for slot in range(SLOTS):
            s.pos[seat, slot] = AT_HOME if seat < o.players and slot <= o.soldiers else LOST
    s.moved = NOBODY
    s.spun = NOBODY
    s.winner = NOBODY
    s.turn = NOBODY
    if o.first_player == SEAT_0:
        begin_turn(s, 0)
    else:
        s.phase = STARTING
        s.to_move = CHANCE


def begin_turn(s: Record, seat: int) -> None:
    """R1."""
    s.turn = seat
    s.turns += 1
    s.phase = THROWING
    s.to_move = CHANCE


def legal(s: Record, o: Record, mask: Flags) -> int:
    if s.phase == ASKING:
        mask[SPIN] = 1
        mask[NO_SPIN] = 1
        return 2
    if s.phase != MOVING:
        return 0
    if s.moved != NOBODY:
        return mark_singles(s, o, unused_die(s), False, mask)
    n = mark_totals(s, o, mask)  # R3: a complete play, if there is one
    n += mark_singles(s, o, LOWER, True, mask)
    if s.dice[LOWER] != s.dice[HIGHER]:
        n += mark_singles(s, o, HIGHER, True, mask)
    if n == 0:
        n += mark_singles(s, o, LOWER, False, mask)
        if s.dice[LOWER] != s.dice[HIGHER]:
            n += mark_singles(s, o, HIGHER, False, mask)
    return n


def mark_totals(s: Record, o: Record, mask: Flags) -> int:
    """R2. One piece moves both dice at once."""
    n = 0
    for slot in range(o.soldiers + 1):
        if is_offered(s, slot) and can_move(s, o, slot, s.dice[LOWER] + s.dice[HIGHER]):
            mask[3 * slot + TOTAL] = 1
            n += 1
    return n


def mark_singles(s: Record, o: Record, die: int, followed: bool, mask: Flags) -> int:
    """R2, R3. One piece moves one die; where `followed` is asked, only if another can then play the other die."""
    n = 0
    for slot in range(o.soldiers + 1):
        if is_offered(s, slot) and can_move(s, o, slot, s.dice[die]) and (not followed or is_followed(s, o, slot, die)):
            mask[3 * slot + die] = 1
            n += 1
    return n


def unused_die(s: Record) -> int:
    return HIGHER if s.used[LOWER] else LOWER


def is_offered(s: Record, slot: int) -> bool:
    """Of soldiers that stand alike only the lowest number moves; the piece moved first does not move again."""
    if slot == s.moved:
        return False
    for lower in range(1, slot):
        if lower != s.moved and s.pos[s.turn, lower] == s.pos[s.turn, slot]:
            return False
    return True


def chance(s: Record, o: Record, weights: Weights) -> int:
    if s.to_move != CHANCE:
        return 0
    if s.phase == THROWING:
        for i in range(21):
            weights[DICE + i] = 1 if HIGH[i] == LOW[i] else 2
        return 36
    if s.phase == SPINNING:
        for i in range(HALF):
            weights[SPUN + i] = 1
        return HALF
    for seat in range(o.players):
        weights[FIRST + seat] = 1
    return o.players


def apply(s: Record, o: Record, action: int) -> None:
    if s.phase == MOVING:
        move(s, o, action // 3, action % 3)
    elif s.phase == THROWING:
        throw_dice(s, o, LOW[action - DICE], HIGH[action - DICE])
    elif s.phase == SPINNING:
        spin(s, o, action - SPUN)
    elif s.phase == ASKING:
        if action == SPIN:
            s.phase = SPINNING
            s.to_move = CHANCE
        else:
            note(SPARES, s.turn)
            s.hits -= 1
            go_on_spinning(s, o)
    else:
        note(STARTS, action - FIRST)
        begin_turn(s, action - FIRST)


def throw_dice(s: Record, o: Record, low: int, high: int) -> None:
    """R3. A player who can move nothing passes."""
    note(THROWS, s.turn, high, low)
    s.dice[LOWER] = low
    s.dice[HIGHER] = high
    if can_move_anything(s, o):
        s.phase = MOVING
        s.to_move = s.turn
    else:
        note(STUCK, s.turn)
        end_turn(s, o)


def can_move_anything(s: Record, o: Record) -> bool:
    for slot in range(o.soldiers + 1):
        if can_move(s, o, slot, s.dice[LOWER]) or can_move(s, o, slot, s.dice[HIGHER]):
            return True
        if can_move(s, o, slot, s.dice[LOWER] + s.dice[HIGHER]):
            return True
    return False


def move(s: Record, o: Record, slot: int, die: int) -> None:
    """R2. A piece moves one die or the total; then perhaps another moves the other die, and then the spinner."""
    first = s.moved == NOBODY
    if die == TOTAL:
        s.used[LOWER] = 1
        s.used[HIGHER] = 1
        n = s.dice[LOWER] + s.dice[HIGHER]
    else:
        s.used[die] = 1
        n = s.dice[die]
    s.moved = slot
    shift(s, o, slot, n)
    if s.pos[s.turn, GODFATHER] == WON:
        note(COMES_HOME, s.turn)  # R9, R25
        win(s, s.turn)
    elif s.doomed[s.turn]:
        eliminate(s, o)  # R15
        if s.phase != FINISHED:
            end_turn(s, o)
    elif not (first and die != TOTAL and can_follow(s, o)):
        if s.hits > 0 and o.spins_per_turn == ONCE:
            s.hits = 1
        go_on_spinning(s, o)


def can_follow(s: Record, o: Record) -> bool:
    """Whether the die that is left can be played by a piece that has not moved."""
    for slot in range(o.soldiers + 1):
        if slot != s.moved and can_move(s, o, slot, s.dice[unused_die(s)]):
            return True
    return False


def go_on_spinning(s: Record, o: Record) -> None:
    """R22. Spins that are due come at the end of the turn."""
    if s.hits == 0:
        end_turn(s, o)
    elif o.spin == OPTIONAL:
        s.phase = ASKING
        s.to_move = s.turn
    else:
        s.phase = SPINNING
        s.to_move = CHANCE


def spin(s: Record, o: Record, space: int) -> None:
    """R22–R24. Both gunmen fire at once; then the spaces are put in order, then players go out."""
    note(SPINS, s.turn, space, space + HALF)
    s.spun = space
    strike(s, o, space)
    strike(s, o, space + HALF)
    tidy(s, space)
    tidy(s, space + HALF)
    s.hits -= 1
    eliminate(s, o)
    if s.phase != FINISHED:
        if s.out[s.turn] > 0:
            s.hits = 0
        go_on_spinning(s, o)


def eliminate(s: Record, o: Record) -> None:
    """R26–R28. Players whose Godfathers are dead are out with all their men; perhaps that ends the game."""
    struck = 0
    for seat in range(o.players):
        struck += s.doomed[seat]
    if struck == 0:
        return
    s.gone += 1
    for seat in range(o.players):
        if s.doomed[seat]:
            s.doomed[seat] = 0
            s.out[seat] = s.gone
            note(GOES_OUT, seat)
            remove_family(s, o, seat)
    alive = 0
    last = NOBODY
    for seat in range(o.players):
        if s.out[seat] == 0:
            alive += 1
            last = seat
    if alive == 1:
        note(LAST_ALIVE, last)
        win(s, last)
    elif alive == 0:
        note(ALL_DEAD)
        finish(s)


def remove_family(s: Record, o: Record, seat: int) -> None:
    """R26. All his men go; those they held come free."""
    for slot in range(o.soldiers + 1):
        lose(s, o, seat, slot)
    for space in range(SPACES):
        for level in range(s.height[space]):
            if s.stack[space, level] == seat + 1:
                tidy(s, space)
                break


def win(s: Record, seat: int) -> None:
    s.winner = seat
    finish(s)


def end_turn(s: Record, o: Record) -> None:
    """R29. Play passes clockwise, over those who are out, until the turn limit."""
    clear_turn(s)
    if o.turn_limit > 0 and s.turns >= o.turn_limit:
        note(DRAWN, o.turn_limit)
        finish(s)
    else:
        seat = (s.turn + 1) % o.players
        while s.out[seat] > 0:
            seat = (seat + 1) % o.players
        begin_turn(s, seat)


def clear_turn(s: Record) -> None:
    for die in range(2):
        s.dice[die] = 0
        s.used[die] = 0
    s.moved = NOBODY
    s.hits = 0


def finish(s: Record) -> None:
    clear_turn(s)
    s.phase = FINISHED
    s.to_move = OVER


def score(s: Record, o: Record, points: Points) -> None:
    """The winner gets 1, the others share −1; a draw is 0 for all."""
    if s.winner != NOBODY:
        for seat in range(o.players):
            points[seat] = 1.0 if seat == s.winner else -1.0 / (o.players - 1)
