"""The rules of Vendetta, in the order of docs/games/vendetta.md. Groups on a space are in stacks.py.

Godfather and soldier are the words used here; the other theme has its own (text.py). A piece is a seat and a slot.
"""

import numpy as np

from parlour.engine.contract import CHANCE, OVER, Flags, Points, Record, Weights, note
from parlour.games.vendetta.board import HALF, HIT, MARKINGS, MASSACRE, SILENCED, SPACES
from parlour.games.vendetta.stacks import (
    ALL_DEAD,
    AT_HOME,
    CIRCLE,
    COMES_HOME,
    DIES,
    DRAWN,
    GODFATHER,
    GOES_OUT,
    HIT_DUE,
    LAST_ALIVE,
    LEAVES,
    LOST,
    MASSACRES,
    MISSES,
    MOVES,
    SILENCES,
    SPARES,
    SPINS,
    STARTS,
    STRIKES,
    STUCK,
    THROWS,
    WON,
    can_land,
    count,
    holder,
    is_free,
    kill_hostages,
    lift,
    lose,
    lowest_soldier_on,
    piece,
    put,
    reclaim,
    say,
    space_of,
    take_hostage,
    tidy,
)

SEATS = 4
ACTIONS = 30
OUTCOMES = 49

# Actions: 3 × slot + the die used
LOWER, HIGHER, TOTAL = range(3)
SPIN, NO_SPIN = 28, 29  # 27 is kept for a pass, which nobody ever chooses
SLOTS = 9

# Outcomes
FIRST = 0  # 0–3: the seat that starts
DICE = 4  # 4–24: the higher and the lower die
SPUN = 25  # 25–48: the first of the two opposite spaces

# What is being decided (s.phase)
STARTING, THROWING, MOVING, ASKING, SPINNING, FINISHED = range(6)

# Options, in the order of their values
MANDATORY, OPTIONAL = range(2)  # spin
ONCE, PER_PIECE = range(2)  # spins_per_turn
LOSES_SOLDIER, ELIMINATED = range(2)  # leader_on_silenced
BY_THROW, SEAT_0, AT_RANDOM = range(3)  # first_player

HIGH = np.array([high for high in range(1, 7) for low in range(1, high + 1)])
LOW = np.array([low for high in range(1, 7) for low in range(1, high + 1)])

NOBODY = -1
KEPT = 3  # spaces that one move can change

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


def progress_after(s: Record, slot: int, n: int) -> int:
    """R6–R10. How far a piece would be on its way."""
    r = s.pos[s.turn, slot] + n
    if slot == GODFATHER:
        return r - CIRCLE if r > WON else r
    return r - CIRCLE if r >= CIRCLE else r


def can_move(s: Record, o: Record, slot: int, n: int) -> bool:
    """R5, R7."""
    if s.pos[s.turn, slot] == LOST or not is_free(s, o, s.turn, slot):
        return False
    r = progress_after(s, slot, n)
    return r == WON or can_land(s, o, s.turn, slot, (o.gate[s.turn] + r) % SPACES)


def is_followed(s: Record, o: Record, slot: int, die: int) -> bool:
    """R3. Whether, after this move, another piece can play the other die."""
    r = progress_after(s, slot, s.dice[die])
    if r == WON:
        return True
    space = (o.gate[s.turn] + r) % SPACES
    silenced = slot == GODFATHER and MARKINGS[o.layout, space] == SILENCED
    if silenced and o.leader_on_silenced == ELIMINATED:
        return False
    return (not silenced and is_surely_followed(s, o, slot, die, space)) or try_move(s, o, slot, die)


def is_surely_followed(s: Record, o: Record, slot: int, die: int, space: int) -> bool:
    """A quick answer where the two moves cannot disturb each other; trying the move gives the same, only slower."""
    start = space_of(s, o, s.turn, slot) if s.pos[s.turn, slot] >= 0 else NOBODY
    n = s.dice[1 - die]
    for other in range(o.soldiers + 1):
        if other != slot and can_move(s, o, other, n):
            apart = s.pos[s.turn, other] == AT_HOME or space_of(s, o, s.turn, other) != start
            end = (o.gate[s.turn] + progress_after(s, other, n)) % SPACES
            room = end != space or (other != GODFATHER and count(s, space, s.turn) <= 1)
            if apart and room:
                return True
    return False


def try_move(s: Record, o: Record, slot: int, die: int) -> bool:
    """Make the move, see whether the other die can be played, and put everything back."""
    keep(s, o, slot, s.dice[die])
    hits = s.hits
    s.trial = 1
    shift(s, o, slot, s.dice[die])
    found = False
    for other in range(o.soldiers + 1):
        if other != slot and can_move(s, o, other, s.dice[1 - die]):
            found = True
    s.trial = 0
    s.hits = hits
    put_back(s)
    return found


def keep(s: Record, o: Record, slot: int, n: int) -> None:
    """Remember all that a move can change: pieces, the space left, the space reached, and a silenced soldier's."""
    for seat in range(SEATS):
        for i in range(SLOTS):
            s.kept_pos[seat, i] = s.pos[seat, i]
    s.kept_space[0] = space_of(s, o, s.turn, slot) if s.pos[s.turn, slot] >= 0 else NOBODY
    s.kept_space[1] = (o.gate[s.turn] + progress_after(s, slot, n)) % SPACES
    victim = silenced_soldier(s, o, s.turn)
    s.kept_space[2] = space_of(s, o, s.turn, victim) if victim != NOBODY and s.pos[s.turn, victim] >= 0 else NOBODY
    for i in range(KEPT):
        space = s.kept_space[i]
        if space != NOBODY:
            s.kept_height[i] = s.height[space]
            s.kept_boss[i] = s.boss[space]
            for seat in range(SEATS):
                s.kept_stack[i, seat] = s.stack[space, seat]
                s.kept_men[i, seat] = s.men[space, seat]


def put_back(s: Record) -> None:
    for seat in range(SEATS):
        for i in range(SLOTS):
            s.pos[seat, i] = s.kept_pos[seat, i]
            s.kept_pos[seat, i] = 0
    for i in range(KEPT):
        space = s.kept_space[i]
        s.kept_space[i] = 0
        if space != NOBODY:
            s.height[space] = s.kept_height[i]
            s.boss[space] = s.kept_boss[i]
            s.kept_height[i] = 0
            s.kept_boss[i] = 0
            for seat in range(SEATS):
                s.stack[space, seat] = s.kept_stack[i, seat]
                s.men[space, seat] = s.kept_men[i, seat]
                s.kept_stack[i, seat] = 0
                s.kept_men[i, seat] = 0


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


def shift(s: Record, o: Record, slot: int, n: int) -> None:
    """R6–R10, R14. A piece leaves, passes round if it does, and lands."""
    seat = s.turn
    r = s.pos[seat, slot]
    after = progress_after(s, slot, n)
    space = (o.gate[seat] + after) % SPACES
    if r == AT_HOME:
        s.pos[seat, slot] = after
        say(s, LEAVES, piece(seat, slot), space, n)
    else:
        start = space_of(s, o, seat, slot)
        lift(s, seat, slot, start)
        s.pos[seat, slot] = after
        say(s, MOVES, piece(seat, slot), start, space)
        tidy(s, start)
    if after != WON:
        if after < r:
            reclaim(s, o, seat, 3 if slot == GODFATHER else 1)
        land(s, o, slot, space)


def land(s: Record, o: Record, slot: int, space: int) -> None:
    """R15–R19."""
    seat = s.turn
    if MARKINGS[o.layout, space] == SILENCED:
        silence(s, o, slot, space)
        return
    top = holder(s, space)
    if top == NOBODY or top == seat:
        put(s, seat, slot, space)
    else:
        take_hostage(s, o, seat, slot, space)
    kill_hostages(s, o, space)
    if MARKINGS[o.layout, space] == HIT:
        s.hits += 1
        say(s, HIT_DUE, seat, space)


def silence(s: Record, o: Record, slot: int, space: int) -> None:
    """R15. A soldier is lost; a Godfather costs his family a soldier, or is himself eliminated."""
    seat = s.turn
    victim = slot
    if slot == GODFATHER:
        put(s, seat, slot, space)
        if o.leader_on_silenced == ELIMINATED:
            say(s, DIES, seat, space)
            s.doomed[seat] = 1
            return
        victim = silenced_soldier(s, o, seat)
    else:
        s.pos[seat, slot] = LOST
    if victim != NOBODY:
        say(s, SILENCES, piece(seat, victim), space)
    if slot == GODFATHER and victim != NOBODY:
        left = space_of(s, o, seat, victim) if s.pos[seat, victim] >= 0 else NOBODY
        lose(s, o, seat, victim)
        if left != NOBODY:
            tidy(s, left)


def silenced_soldier(s: Record, o: Record, seat: int) -> int:
    """R15. One in home; else the free one furthest behind; else the hostage furthest behind."""
    best = NOBODY
    best_rank = 0
    for slot in range(1, o.soldiers + 1):
        r = s.pos[seat, slot]
        if r != LOST:
            rank = r if is_free(s, o, seat, slot) else r + 2 * CIRCLE
            if best == NOBODY or rank < best_rank:
                best = slot
                best_rank = rank
    return best


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


def strike(s: Record, o: Record, space: int) -> None:
    """R23. Who dies on one of the two spaces."""
    top = holder(s, space)
    if top == NOBODY:
        note(MISSES, space)
    elif MARKINGS[o.layout, space] == MASSACRE:
        massacre(s, o, space)
    elif s.height[space] > 1:
        if count(s, space, s.turn) > 0 and top != s.turn:
            strike_soldier(s, o, top, space)  # the spinner's own piece is a hostage here
        else:
            hostage = s.stack[space, s.height[space] - 2] - 1
            strike_family(s, o, hostage, space)
    else:
        strike_family(s, o, top, space)


def strike_family(s: Record, o: Record, seat: int, space: int) -> None:
    """One soldier falls, if there is one; else the Godfather."""
    if s.men[space, seat] > 0:
        strike_soldier(s, o, seat, space)
    else:
        strike_godfather(s, o, seat, space)


def strike_soldier(s: Record, o: Record, seat: int, space: int) -> None:
    slot = lowest_soldier_on(s, o, seat, space)
    note(STRIKES, piece(seat, slot), space)
    lose(s, o, seat, slot)


def strike_godfather(s: Record, o: Record, seat: int, space: int) -> None:
    note(DIES, seat, space)
    lose(s, o, seat, GODFATHER)
    s.doomed[seat] = 1


def massacre(s: Record, o: Record, space: int) -> None:
    """R23. Every soldier falls; a Godfather survives if there was one."""
    soldiers = 0
    for seat in range(SEATS):
        while s.men[space, seat] > 0:
            lose(s, o, seat, lowest_soldier_on(s, o, seat, space))
            soldiers += 1
    note(MASSACRES, space, soldiers)
    if soldiers == 0:
        strike_godfather(s, o, s.boss[space] - 1, space)


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
