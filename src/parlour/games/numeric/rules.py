"""The rules of Numeric, in the order of docs/games/numeric.md.

Where numbers go and what they pay is in placing.py, the action cards in cards.py, what ends a game in endings.py.
A side is a seat. Sets of numbers are two words of fifty bits (board.py). A throw is an index into reach.THROWS.
"""

import numpy as np

from parlour.engine.contract import CHANCE, OVER, Flags, Points, Record, Weights, note
from parlour.games.numeric.cards import (
    BANK,
    PACK,
    SPECIAL_200,
    SPECIAL_300,
    carry_out,
    next_is_known,
    pay,
    settle_with_bank,
    take_card,
    was_seen,
)
from parlour.games.numeric.codes import (
    AS_PRINTED,
    ATTEMPTS,
    BANKRUPT,
    BASIC,
    BONUS,
    CANNOT,
    CARD,
    CHOOSING,
    CLAIM,
    CLAIMS,
    CLAIMS_TURN,
    CLOCK,
    CLOCK_OUT,
    COUNTERS,
    COVERS,
    DRAW,
    DRAWS,
    DRAWS_CARD,
    EARNS,
    END,
    END_CARD,
    ENDS_IT,
    EXCHANGES,
    EXHAUSTED,
    FILLING,
    FINISHED,
    FIRST,
    FORFEIT,
    FORM,
    FORMING,
    FREE,
    GAME_OVER,
    GOES_OUT,
    GOING_ON,
    JOIN,
    JOINS,
    LAST_SIDE,
    LAST_THROW,
    NO_SCRAMBLE,
    NO_THROW,
    NOBODY,
    OUT_OF_ATTEMPTS,
    OUT_OF_TIME,
    PASS,
    PASSES,
    PLACE,
    PLACES,
    PLACING,
    SCRAMBLE,
    SLOTS,
    STARTING,
    STARTS,
    SWAP,
    SWAP_DRAW,
    SWAPPING,
    TAKE,
    THROW,
    THROWING,
    THROWS,
    TIME_LIMIT,
    TIMEOUT,
    TURNING_CARD,
)
from parlour.games.numeric.endings import at_end_of_throw, ends_agreed, is_exhausted, is_last_side
from parlour.games.numeric.placing import (
    SEVERAL,
    bit,
    can_place,
    draws_card,
    formable,
    lay,
    legal_cells,
    only_cell,
    reward,
    word,
)
from parlour.games.numeric.reach import FOUR, ROLLS, THREE, WAYS

SEATS = 8
ACTIONS = 587
OUTCOMES = 315
CALLS = 11

OPTIONS = np.dtype(
    [
        ("related", np.int64, (101, 2)),  # R53: the relatives of each number
        ("lines", np.int64, (23, 2)),  # rows and columns of rectangles
        ("areas", np.int64, (7, 2)),  # money zones or colour areas, as far as they count (N34)
        ("universe", np.int64, (2,)),  # numbers that some throw makes
        ("in_play", np.int64, (2,)),  # numbers that count for the endings, and are in the bag (N34)
        ("primes", np.int64, (2,)),  # the gold and silver ones among them
        ("starting_money", np.int32),
        ("special_bonus", np.int32),  # R58
        ("max_throws", np.int32),
        ("stall_throws", np.int32),
        ("end_funds", np.int32),  # the endings agreed on, 0 where not
        ("end_throws", np.int32),
        ("end_minutes", np.int16),
        ("end_line", np.int16),
        ("line_length", np.int16),
        ("end_zones", np.int16),
        ("end_primes", np.int16),
        ("end_covered", np.int16),
        ("end_used", np.int16),
        ("end_count", np.int16),
        ("players", np.int16),
        ("variant", np.int16),
        ("people", np.int16, (8,)),  # members of each side (N46)
        ("dice", np.int16),
        ("dice_up_after", np.int16),
        ("fractions", np.int16),  # R3
        ("negatives", np.int16),  # R4
        ("mark", np.int16, (101,)),  # M(n)
        ("value", np.int16, (101,)),  # what a number pays before its mark
        ("row", np.int16, (101,)),  # the two lines of each number on rectangles
        ("column", np.int16, (101,)),
        ("parts", np.int16),  # zones, or areas
        ("layout", np.int16),
        ("cards", np.int16),  # R70
        ("end_cards", np.int16),  # N38
        ("deck_mode", np.int16),  # N44
        ("bankruptcy", np.int16),  # R75
        ("finish_throw", np.int16),  # E1
        ("pass_rule", np.int16),  # R8
        ("auto_pass", np.int16),
        ("move_seconds", np.int16),  # R9
        ("max_attempts", np.int16),  # R5
        ("first_side", np.int16),  # 0 by lot, else the seat + 1
        ("action_min_run", np.int16),  # R43
        ("contiguous", np.int16),  # R41
        ("rack_size", np.int16),
        ("link_rule", np.int16),  # N26
        ("mark_applies", np.int16),  # N22
        ("bonus", np.int16, (169,)),  # B(c): 1, 2 or 3
        ("scramble", np.int16),  # R56
        ("exchange_on_miss", np.int16),  # R59
    ],
    align=True,
)

STATE = np.dtype(
    [
        ("money", np.int64, (8,)),  # by side
        ("bank", np.int64),  # paid by the bank so far, less what it took in
        ("free", np.int64, (2,)),  # numbers not yet covered or placed
        ("own", np.int64, (8, 2)),  # numbers each side covered or placed
        ("racks", np.int64, (8, 2)),  # counters on each rack
        ("bag", np.int64, (2,)),  # counters in the bag
        ("open", np.int64, (2,)),  # placed counters with an empty cell beside them
        ("turns", np.int32),  # throws begun
        ("throws", np.int32),  # throws made
        ("idle", np.int32),  # throws in a row without a placement
        ("drawn", np.int32),  # cards drawn
        ("out", np.int32, (8,)),  # 0, or the card (counted in `drawn`) that ruined the side
        ("reward", np.int32),  # of the last placement
        ("to_move", np.int16),
        ("turn", np.int16),
        ("phase", np.int16),
        ("thrower", np.int16),
        ("asked", np.int16),  # place in the round, from the thrower, of the side whose turn it is
        ("circuit", np.int16),  # 0 in phase A; in the scramble 1 anticlockwise, 2 clockwise
        ("claimed", np.int16),  # 1 while a side that claimed has its turn
        ("passed", np.int16, (8,)),  # in the scramble, since the last placement
        ("throw", np.int16),  # the dice, or NO_THROW
        ("made", np.int16),  # placements with this throw
        ("placed", np.int16, (8,)),  # own counters placed with this throw
        ("covered", np.int16),  # numbers covered or counters placed
        ("number", np.int16),  # being placed, or placed last; or the counter being exchanged
        ("signs", np.int16),  # operator class of its expression
        ("card", np.int16),  # being carried out, or 0
        ("pack", np.int16, (25,)),  # cards in the order seen since the shuffle
        ("broke", np.int16, (8,)),  # ruined by this card, yet to choose
        ("joined", np.int16, (8,)),  # 0, or the seat + 1 that a ruined side helps
        ("held", np.int16, (8,)),  # counters on each rack
        ("swaps", np.int16),  # exchanges left to the side being served
        ("cells", np.int16, (169,)),  # the counter on each cell, or 0
        ("last", np.int16),  # why this is the last throw, or GOING_ON
        ("clock", np.int16),  # 1 when time is up
        ("reason", np.int16),  # why the game is over
    ],
    align=True,
)


def setup(s: Record, o: Record) -> None:
    s.free[0] = (1 << 50) - 1
    s.free[1] = (1 << 50) - 1
    for seat in range(o.players):
        s.money[seat] = o.starting_money
    s.turn = NOBODY
    s.throw = NO_THROW
    if o.variant == COUNTERS:
        s.bag[0] = o.in_play[0]
        s.bag[1] = o.in_play[1]
        serve(s, o)
    else:
        find_first(s, o)


def find_first(s: Record, o: Record) -> None:
    """Section 3.1. Whoever throws the highest die, which any seat may be."""
    s.turn = NOBODY
    s.phase = STARTING
    s.to_move = CHANCE
    if o.players == 1:
        begin_throw(s, o, 0)
    elif o.first_side > 0:
        begin_throw(s, o, o.first_side - 1)


def begin_throw(s: Record, o: Record, thrower: int) -> None:
    """R1. The dice lie ready for the thrower."""
    s.thrower = thrower
    s.turn = thrower
    s.turns += 1
    s.phase = THROWING
    s.to_move = CHANCE
    s.throw = NO_THROW
    s.asked = 0
    s.circuit = 0
    s.made = 0
    s.number = 0
    s.signs = 0
    s.swaps = 0
    for seat in range(o.players):
        s.placed[seat] = 0
        s.passed[seat] = 0


def legal(s: Record, o: Record, mask: Flags) -> int:
    if s.phase == FORMING:
        return legal_forms(s, o, mask)
    if s.phase == PLACING:
        return legal_cells(s, o, s.number, mask)
    if s.phase == CHOOSING:
        mask[TAKE] = 1
        mask[END] = 1
        return 2
    n = 0
    if s.phase == BANKRUPT:
        mask[FORFEIT] = 1
        n = 1
        for seat in range(o.players):
            if s.out[seat] == 0 and not s.broke[seat]:  # R75
                mask[JOIN + seat] = 1
                n += 1
    elif s.phase == SWAPPING:
        mask[PASS] = 1
        n = 1 + min(SLOTS, s.held[s.turn])
        for slot in range(n - 1):
            mask[SWAP + slot] = 1
    return n


def legal_forms(s: Record, o: Record, mask: Flags) -> int:
    """R2, R7, R8. Every number that can be formed, once for each operator class, and passing."""
    low = formable(s, o, 0)
    high = formable(s, o, 1)
    fractions = o.fractions
    throw = s.throw
    n = 0
    i = 0
    way = WAYS[fractions, throw, 0]
    while way >= 0:
        number = way >> 2  # less one, as its bit is counted
        free = low >> number & 1 if number < 50 else high >> (number - 50) & 1
        mask[FORM + way] = free
        n += free
        i += 1
        way = WAYS[fractions, throw, i]
    if n == 0 or o.pass_rule == FREE:
        mask[PASS] = 1
        n += 1
    return n


def chance(s: Record, o: Record, weights: Weights) -> int:
    if s.to_move != CHANCE:
        return 0
    if s.phase == THROWING:
        return weigh_throws(s, o, weights)
    n = 0
    if s.phase == TURNING_CARD:
        for card in range(1, PACK + 1):
            if not was_seen(s, card):
                weights[CARD + card] = 1
                n += 1
    elif s.phase == STARTING:
        for seat in range(o.players):
            weights[FIRST + seat] = 1
        n = o.players
    else:
        for w in range(2):
            for i in range(50):
                weights[DRAW + 1 + 50 * w + i] = s.bag[w] >> i & 1
                n += s.bag[w] >> i & 1
    return n


def weigh_throws(s: Record, o: Record, weights: Weights) -> int:
    """R1. Three dice, or four; a fourth may be added after some throws."""
    if o.dice == 3 and (o.dice_up_after == 0 or s.throws < o.dice_up_after):
        for throw in range(FOUR, FOUR + THREE):
            weights[THROW + throw] = ROLLS[throw]
        return 6**3
    for throw in range(FOUR):
        weights[THROW + throw] = ROLLS[throw]
    return 6**4


def apply(s: Record, o: Record, action: int) -> None:
    if action >= ACTIONS:
        obey_call(s, o, action)
    elif s.phase == FORMING:
        if action == PASS:
            note(PASSES, s.turn)
            pass_turn(s, o)
        else:
            form(s, o, 1 + (action - FORM) // 4, (action - FORM) % 4)
    elif s.phase == PLACING:
        place(s, o, action - PLACE)
    elif s.phase == THROWING:
        throw_dice(s, o, action - THROW)
    elif s.phase == TURNING_CARD:
        turn_card(s, o, action - CARD)
    elif s.phase == CHOOSING:
        choose(s, o, action == END)
    elif s.phase == BANKRUPT:
        leave(s, o, action)
    elif s.phase == STARTING:
        note(STARTS, action - FIRST)
        begin_throw(s, o, action - FIRST)
    elif s.phase == SWAPPING:
        if action == PASS:
            s.swaps = 0
            serve(s, o)
        else:
            name_counter(s, action - SWAP)
    else:
        draw_counter(s, o, action - DRAW)


def throw_dice(s: Record, o: Record, throw: int) -> None:
    s.throw = throw
    s.throws += 1
    s.asked = NOBODY
    note(THROWS, s.thrower, throw)
    go_on(s, o)


def go_on(s: Record, o: Record) -> None:
    """Ask the next side that can do something with this throw; when there is none the throw is over."""
    asking = s.claimed and may_scramble(s, seat_asked(s, o))
    s.claimed = 0
    if not asking:
        asking = next_side(s, o)
    while asking:
        s.turn = seat_asked(s, o)
        if not o.auto_pass or can_place(s, o):
            s.phase = FORMING
            s.to_move = s.turn
            return
        note(CANNOT, s.turn)
        see_pass(s)
        asking = next_side(s, o)
    end_throw(s, o)


def seat_asked(s: Record, o: Record) -> int:
    return (s.thrower + s.asked) % o.players


def next_side(s: Record, o: Record) -> bool:
    """R20, R30, R50, R56. The next side to have a turn with this throw, if there is one."""
    if s.circuit == 0:
        while s.asked + 1 < (1 if o.variant == BASIC else o.players):
            s.asked += 1
            if s.out[seat_asked(s, o)] == 0:
                return True
        if o.variant != COUNTERS or o.scramble == NO_SCRAMBLE:
            return False
        note(SCRAMBLE)
        s.circuit = 1
        s.asked = o.players
    if not anyone_left(s, o):
        return False
    while True:
        s.asked += -1 if s.circuit == 1 else 1
        if s.asked < 0:
            s.circuit = 2
        elif s.asked >= o.players:
            s.circuit = 1
        elif may_scramble(s, seat_asked(s, o)):
            return True


def anyone_left(s: Record, o: Record) -> bool:
    """R56. Whether some side has not passed since the last placement."""
    for seat in range(o.players):
        if may_scramble(s, seat):
            return True
    return False


def may_scramble(s: Record, seat: int) -> bool:
    return s.out[seat] == 0 and not s.passed[seat]


def see_pass(s: Record) -> None:
    if s.circuit > 0:
        s.passed[s.turn] = 1


def pass_turn(s: Record, o: Record) -> None:
    """R8."""
    s.number = 0
    s.signs = 0
    see_pass(s)
    go_on(s, o)


def form(s: Record, o: Record, n: int, signs: int) -> None:
    """R5. A number is stated; its counter goes to the only cell there is, or to one that is named next."""
    s.number = n
    s.signs = signs
    if o.variant == COUNTERS:
        cell = only_cell(s, o, n)
        if cell == SEVERAL:
            s.phase = PLACING
        else:
            place(s, o, cell)
    else:
        place(s, o, 0)


def place(s: Record, o: Record, cell: int) -> None:
    """R10. Place, be paid, take the special bonus, then the card if one is due."""
    n = s.number
    own_before = s.placed[s.turn]
    lay(s, o, n, cell)
    s.made += 1
    for seat in range(o.players):
        s.passed[seat] = 0
    s.reward = reward(s, o, n, cell)
    pay(s, s.turn, s.reward)
    if o.variant == COUNTERS:
        note(PLACES, s.turn, n, cell)
    else:
        note(COVERS, s.turn, n)
    note(EARNS, s.turn, s.reward, cell)
    if own_before == 2 and s.placed[s.turn] == 3 and o.special_bonus > 0:  # R58
        pay(s, s.turn, o.special_bonus)
        note(BONUS, s.turn, o.special_bonus)
    if not draws_card(s, o, n, cell):
        settle(s, o)
    elif next_is_known(s, o):
        turn_card(s, o, s.pack[s.drawn % PACK])
    else:
        s.phase = TURNING_CARD
        s.to_move = CHANCE


def turn_card(s: Record, o: Record, card: int) -> None:
    """R70. Two of the cards leave a choice (E2)."""
    take_card(s, o, card)
    note(DRAWS_CARD, s.turn, card)
    if o.end_cards == AS_PRINTED and card in (SPECIAL_200, SPECIAL_300):
        s.phase = CHOOSING
        s.to_move = s.turn
    else:
        carry_out(s, o)
        next_bankrupt(s, o)


def choose(s: Record, o: Record, ends: bool) -> None:
    if ends:
        note(ENDS_IT, s.turn)
        finish(s, o, END_CARD)
    else:
        settle_with_bank(s, o, BANK[s.card])
        settle(s, o)


def next_bankrupt(s: Record, o: Record) -> None:
    """R74. Clockwise from the drawer's left, the drawer last."""
    for i in range(1, o.players + 1):
        seat = (s.turn + i) % o.players
        if s.broke[seat]:
            s.phase = BANKRUPT
            s.to_move = seat
            return
    settle(s, o)


def leave(s: Record, o: Record, action: int) -> None:
    """R75. A bankrupt side forfeits, or joins another to help it."""
    seat = s.to_move
    s.broke[seat] = 0
    s.out[seat] = s.drawn
    if action == FORFEIT:
        note(GOES_OUT, seat)
    else:
        s.joined[seat] = action - JOIN + 1
        note(JOINS, seat, action - JOIN)
    next_bankrupt(s, o)


def settle(s: Record, o: Record) -> None:
    """E1. A placement is complete: see whether the game is over, else go on."""
    s.card = 0
    s.reward = 0
    stop = is_last_side(s, o) or is_exhausted(s, o)
    reason = LAST_SIDE if is_last_side(s, o) else ends_agreed(s, o)
    if stop:
        finish(s, o, reason if reason != GOING_ON else EXHAUSTED)
    elif reason == GOING_ON or s.last != GOING_ON:
        go_on(s, o)
    elif o.finish_throw:
        s.last = reason
        note(LAST_THROW, reason)
        go_on(s, o)
    else:
        finish(s, o, reason)


def end_throw(s: Record, o: Record) -> None:
    """E1, R11, R33, R60. The endings of a throw, refills and exchanges, and the next thrower."""
    s.idle = 0 if s.made > 0 else s.idle + 1
    reason = at_end_of_throw(s, o)
    if reason != GOING_ON:
        finish(s, o, reason)
    elif o.variant == COUNTERS:
        s.asked = 0
        s.number = 0
        s.signs = 0
        s.swaps = exchanges(s, o)
        serve(s, o)
    else:
        begin_throw(s, o, next_thrower(s, o))


def next_thrower(s: Record, o: Record) -> int:
    """R11. The next active side, clockwise from the thrower."""
    seat = (s.thrower + 1) % o.players
    while s.out[seat] != 0:
        seat = (seat + 1) % o.players
    return seat


def serve(s: Record, o: Record) -> None:
    """R59. Side by side from the thrower: fill the rack, then exchange; before the first throw only fill."""
    while s.asked < o.players:
        seat = seat_asked(s, o)
        if s.out[seat] == 0 and (s.bag[0] | s.bag[1]) != 0:
            s.turn = seat if s.throws > 0 else NOBODY
            if s.held[seat] < o.rack_size:
                s.phase = FILLING
                s.to_move = CHANCE
                return
            if s.swaps > 0:
                s.phase = SWAPPING
                s.to_move = seat
                return
        s.asked += 1
        s.swaps = exchanges(s, o)
    if s.throws > 0:
        begin_throw(s, o, next_thrower(s, o))
    else:
        find_first(s, o)


def exchanges(s: Record, o: Record) -> int:
    """R59. How many counters the side about to be served may exchange."""
    if s.throws == 0 or s.asked >= o.players or s.placed[seat_asked(s, o)] > 0:
        return 0
    return o.exchange_on_miss


def name_counter(s: Record, slot: int) -> None:
    """R59. The counter to be exchanged, by its place on the rack."""
    n = 0
    while slot >= 0:
        n += 1
        if s.racks[s.turn, word(n)] & bit(n):
            slot -= 1
    s.number = n
    s.phase = SWAP_DRAW
    s.to_move = CHANCE


def draw_counter(s: Record, o: Record, n: int) -> None:
    """R59. A counter from the bag; one that is exchanged goes back in afterwards."""
    seat = seat_asked(s, o)
    s.bag[word(n)] &= ~bit(n)
    s.racks[seat, word(n)] |= bit(n)
    if s.phase == FILLING:
        s.held[seat] += 1
        note(DRAWS, seat, n)
    else:
        old = s.number
        s.racks[seat, word(old)] &= ~bit(old)
        s.bag[word(old)] |= bit(old)
        s.number = 0
        s.swaps -= 1
        note(EXCHANGES, seat, old, n)
    serve(s, o)


def calls(s: Record, o: Record, flags: Flags) -> int:
    """What a referee may declare now: time, too many attempts, or a claim (R5, R9, R56, N37)."""
    n = 0
    if s.to_move == OVER:
        return n
    if o.end_minutes > 0 and not s.clock:
        flags[CLOCK - ACTIONS] = 1
        n += 1
    if s.to_move >= 0 and o.move_seconds > 0:
        flags[TIMEOUT - ACTIONS] = 1
        n += 1
    if o.max_attempts > 0 and (s.phase == FORMING or s.phase == PLACING):
        flags[ATTEMPTS - ACTIONS] = 1
        n += 1
    if o.scramble == CLAIMS and s.phase == FORMING and s.circuit > 0:
        for seat in range(o.players):
            if seat != s.turn and may_scramble(s, seat):
                flags[CLAIM - ACTIONS + seat] = 1
                n += 1
    return n


def obey_call(s: Record, o: Record, call: int) -> None:
    if call == CLOCK:
        note(CLOCK_OUT)
        if s.phase == FILLING or s.phase == STARTING or s.phase == THROWING or s.phase >= SWAPPING:
            s.number = 0
            finish(s, o, TIME_LIMIT)
        else:
            s.clock = 1
    elif call == TIMEOUT:
        note(OUT_OF_TIME, s.to_move)
        run_out(s, o)
    elif call == ATTEMPTS:
        note(OUT_OF_ATTEMPTS, s.to_move)
        run_out(s, o)
    else:
        s.turn = call - CLAIM
        note(CLAIMS_TURN, s.turn)
        s.claimed = 1
        s.to_move = s.turn
        if o.auto_pass and not can_place(s, o):
            note(CANNOT, s.turn)
            pass_turn(s, o)


def run_out(s: Record, o: Record) -> None:
    """R9. What the engine answers for a side that does not: pass, take the money, or forfeit."""
    if s.phase == CHOOSING:
        choose(s, o, False)
    elif s.phase == BANKRUPT:
        leave(s, o, FORFEIT)
    elif s.phase == SWAPPING:
        s.swaps = 0
        serve(s, o)
    else:
        pass_turn(s, o)


def finish(s: Record, o: Record, reason: int) -> None:
    s.phase = FINISHED
    s.to_move = OVER
    s.card = 0
    s.reward = 0
    s.claimed = 0
    s.reason = reason
    note(GAME_OVER, reason)


def score(s: Record, o: Record, points: Points) -> None:
    """E3, E4, E5. Most money among the active sides wins, shared if equal; a lone player scores his money."""
    if o.players == 1:
        points[0] = s.money[0]
        return
    most = 0
    winners = 0
    for seat in range(o.players):
        if s.out[seat] == 0:
            most = max(most, s.money[seat])
    for seat in range(o.players):
        winners += s.out[seat] == 0 and s.money[seat] == most
    for seat in range(o.players):
        won = 1.0 / winners if s.out[seat] == 0 and s.money[seat] == most else 0.0
        points[seat] = (o.players * won - 1.0) / (o.players - 1)
