"""The rules of Numeric, in the order of docs/games/numeric.md.

Whose turn it is stands in turns.py, where numbers go and what they pay in placing.py, the action cards in cards.py,
racks and the bag in racks.py, how likely dice are in chances.py, what ends a game in endings.py. A side is a seat. Sets
of numbers are two words of fifty bits (board.py). A throw is an index into reach.THROWS.
"""

from parlour.engine.bits import allow, allow_run
from parlour.engine.contract import CHANCE, OVER, Actions, Points, Record, Weights, note
from parlour.games.numeric.cards import (
    cards_to_come,
    carry_out,
    first_broke,
    is_broke,
    may_end,
    next_card,
    next_is_known,
    settle_with_bank,
    take_card,
)
from parlour.games.numeric.chances import FOUR_THROWN, THREE_THROWN, has_three_dice, weigh_set, weigh_throws
from parlour.games.numeric.endings import at_end_of_throw, ends_agreed, is_exhausted, is_last_side
from parlour.games.numeric.options import Scramble, Variant
from parlour.games.numeric.pack import BANK
from parlour.games.numeric.placing import (
    SEVERAL,
    can_place,
    draws_card,
    lay,
    legal_cells,
    legal_forms,
    only_cell,
    reward,
)
from parlour.games.numeric.racks import draw_counter, exchanges, held, name_counter, serve
from parlour.games.numeric.reach import WORD
from parlour.games.numeric.state import NO_THROW, NOBODY, SLOTS, Action, Call, Ending, Event, Outcome, Phase
from parlour.games.numeric.turns import (
    is_card_due,
    is_stating,
    may_scramble,
    next_side,
    next_thrower,
    seat_asked,
    see_pass,
)

WHOLE_WORD = (1 << WORD) - 1


def setup(s: Record, o: Record) -> None:
    s.free[0] = WHOLE_WORD
    s.free[1] = WHOLE_WORD
    for seat in range(o.players):
        s.money[seat] = o.starting_money
    s.turn = NOBODY
    s.throw = NO_THROW
    s.last = Ending.GOING_ON
    s.reason = Ending.GOING_ON
    if o.variant == Variant.COUNTERS:
        s.bag[0] = o.in_play[0]
        s.bag[1] = o.in_play[1]
        serve_on(s, o)
    else:
        find_first(s, o)


def find_first(s: Record, o: Record) -> None:
    """Section 3.1. Whoever throws the highest die, which any seat may be."""
    s.turn = NOBODY
    s.phase = Phase.STARTING
    s.to_move = CHANCE
    if o.players == 1:
        begin_throw(s, o, 0)
    elif o.first != NOBODY:
        begin_throw(s, o, o.first)


def begin_throw(s: Record, o: Record, thrower: int) -> None:
    """R1. The dice lie ready for the thrower."""
    s.thrower = thrower
    s.turn = thrower
    s.turns += 1
    s.phase = Phase.THROWING
    s.to_move = CHANCE
    s.throw = NO_THROW
    s.asked = 0
    s.circuit = 0
    s.made = 0
    s.number = 0
    s.signs = 0
    s.swaps = 0
    s.passed = 0
    for seat in range(len(s.placed)):
        s.placed[seat] = 0


def legal(s: Record, o: Record, actions: Actions) -> None:
    if s.phase == Phase.FORMING:
        legal_forms(s, o, actions)
    elif s.phase == Phase.PLACING:
        legal_cells(s, o, s.number, actions)
    elif s.phase == Phase.CHOOSING:
        allow(actions, Action.TAKE)
        allow(actions, Action.END)
    elif s.phase == Phase.BANKRUPT:
        allow(actions, Action.FORFEIT)
        for seat in range(o.players):
            if s.out[seat] == 0 and not is_broke(s, seat):  # R75
                allow(actions, Action.JOIN + seat)
    elif s.phase == Phase.SWAPPING:
        allow(actions, Action.PASS)
        allow_run(actions, Action.SWAP, min(SLOTS, held(s, s.turn)))


def chance(s: Record, o: Record, weights: Weights) -> int:
    if s.phase == Phase.THROWING:
        return weigh_throws(s, o, weights)
    if s.phase == Phase.TURNING_CARD:
        return weigh_set(cards_to_come(s, o) >> 1, Outcome.CARD, weights)
    if s.phase == Phase.STARTING:
        return weigh_set((1 << o.players) - 1, Outcome.FIRST, weights)
    if s.phase == Phase.FILLING or s.phase == Phase.SWAP_DRAW:
        low = weigh_set(s.bag[0], Outcome.DRAW, weights)
        return low + weigh_set(s.bag[1], Outcome.DRAW + WORD, weights)
    return 0


def cases(s: Record, o: Record) -> int:
    """R1. All throws of the dice."""
    if s.phase != Phase.THROWING:
        return 0
    return 6**3 if has_three_dice(o, s.throws) else 6**4


def case(s: Record, o: Record, n: int) -> int:
    return Outcome.THROW + (THREE_THROWN[n] if has_three_dice(o, s.throws) else FOUR_THROWN[n])


def apply(s: Record, o: Record, action: int) -> None:
    if action >= Call.CLOCK:
        obey_call(s, o, action)
    elif s.phase == Phase.FORMING:
        if action == Action.PASS:
            note(Event.PASSES, s.turn)
            pass_turn(s, o)
        else:
            form(s, o, 1 + (action - Action.FORM) // 4, (action - Action.FORM) % 4)
    elif s.phase == Phase.PLACING:
        place(s, o, action - Action.PLACE)
    elif s.phase == Phase.THROWING:
        throw_dice(s, o, action - Outcome.THROW)
    elif s.phase == Phase.TURNING_CARD:
        turn_card(s, o, 1 + action - Outcome.CARD)
    elif s.phase == Phase.CHOOSING:
        choose(s, o, action == Action.END)
    elif s.phase == Phase.BANKRUPT:
        leave(s, o, action)
    elif s.phase == Phase.STARTING:
        note(Event.STARTS, action - Outcome.FIRST)
        begin_throw(s, o, action - Outcome.FIRST)
    elif s.phase == Phase.SWAPPING:
        if action == Action.PASS:
            s.swaps = 0
            serve_on(s, o)
        else:
            name_counter(s, action - Action.SWAP)
    else:
        draw_counter(s, o, 1 + action - Outcome.DRAW)
        serve_on(s, o)


def throw_dice(s: Record, o: Record, throw: int) -> None:
    s.throw = throw
    s.throws += 1
    s.asked = NOBODY
    note(Event.THROWS, s.thrower, throw)
    go_on(s, o)


def go_on(s: Record, o: Record) -> None:
    """Ask the next side that can do something with this throw; when there is none the throw is over."""
    asking = s.claimed == 1 and may_scramble(s, seat_asked(s, o))
    s.claimed = 0
    if not asking:
        asking = next_side(s, o)
    while asking:
        s.turn = seat_asked(s, o)
        if not o.auto_pass or can_place(s, o):
            s.phase = Phase.FORMING
            s.to_move = s.turn
            return
        note(Event.CANNOT, s.turn)
        see_pass(s)
        asking = next_side(s, o)
    end_throw(s, o)


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
    cell = only_cell(s, o, n) if o.variant == Variant.COUNTERS else 0
    if cell == SEVERAL:
        s.phase = Phase.PLACING
    else:
        place(s, o, cell)


def place(s: Record, o: Record, cell: int) -> None:
    """R10. Place, be paid, take the special bonus, then the card if one is due."""
    n = s.number
    own_before = s.placed[s.turn]
    lay(s, o, n, cell)
    s.made += 1
    s.passed = 0
    s.reward = reward(s, o, n, cell)
    s.money[s.turn] += s.reward
    if o.variant == Variant.COUNTERS:
        note(Event.PLACES, s.turn, n, cell)
    else:
        note(Event.COVERS, s.turn, n)
    note(Event.EARNS, s.turn, s.reward, cell)
    if own_before == 2 and s.placed[s.turn] == 3 and o.special_bonus > 0:  # R58
        s.money[s.turn] += o.special_bonus
        note(Event.BONUS, s.turn, o.special_bonus)
    if not draws_card(s, o, n, cell):
        settle(s, o)
    elif next_is_known(s, o):
        turn_card(s, o, next_card(s))
    else:
        s.phase = Phase.TURNING_CARD
        s.to_move = CHANCE


def turn_card(s: Record, o: Record, card: int) -> None:
    """R70. Two of the cards leave a choice (E2)."""
    take_card(s, o, card)
    note(Event.DRAWS_CARD, s.turn, card)
    if may_end(o, card):
        s.phase = Phase.CHOOSING
        s.to_move = s.turn
    else:
        carry_out(s, o)
        next_bankrupt(s, o)


def choose(s: Record, o: Record, ends: bool) -> None:
    if ends:
        note(Event.ENDS_IT, s.turn)
        finish(s, Ending.END_CARD)
    else:
        settle_with_bank(s, o, BANK[s.card])
        settle(s, o)


def next_bankrupt(s: Record, o: Record) -> None:
    seat = first_broke(s, o)
    if seat == NOBODY:
        settle(s, o)
    else:
        s.phase = Phase.BANKRUPT
        s.to_move = seat


def leave(s: Record, o: Record, action: int) -> None:
    """R75. A bankrupt side forfeits, or joins another to help it."""
    seat = s.to_move
    s.broke &= ~(1 << seat)
    s.out[seat] = s.drawn
    if action == Action.FORFEIT:
        note(Event.GOES_OUT, seat)
    else:
        s.joined[seat] = action - Action.JOIN + 1
        note(Event.JOINS, seat, action - Action.JOIN)
    next_bankrupt(s, o)


def settle(s: Record, o: Record) -> None:
    """E1. A placement is complete: see whether the game is over, else go on."""
    s.card = 0
    s.reward = 0
    reason = ends_agreed(s, o)
    if is_last_side(s, o):
        finish(s, Ending.LAST_SIDE)
    elif is_exhausted(s, o):
        finish(s, Ending.EXHAUSTED if reason == Ending.GOING_ON else reason)
    elif reason == Ending.GOING_ON or s.last != Ending.GOING_ON:
        go_on(s, o)
    elif o.finish_throw:
        s.last = reason
        note(Event.LAST_THROW, reason)
        go_on(s, o)
    else:
        finish(s, reason)


def end_throw(s: Record, o: Record) -> None:
    """E1, R11, R33, R60. The endings of a throw, refills and exchanges, and the next thrower."""
    s.idle = 0 if s.made > 0 else s.idle + 1
    reason = at_end_of_throw(s, o)
    if reason != Ending.GOING_ON:
        finish(s, reason)
    elif o.variant == Variant.COUNTERS:
        s.asked = 0
        s.number = 0
        s.signs = 0
        s.swaps = exchanges(s, o)
        serve_on(s, o)
    else:
        begin_throw(s, o, next_thrower(s, o))


def serve_on(s: Record, o: Record) -> None:
    """R59. Serve the next side; when all have been served, throw."""
    if serve(s, o):
        return
    if s.throws > 0:
        begin_throw(s, o, next_thrower(s, o))
    else:
        find_first(s, o)


def calls(s: Record, o: Record, actions: Actions) -> None:
    """What a referee may declare now: time, too many attempts, or a claim (R5, R9, R56, N37)."""
    if s.to_move == OVER:
        return
    if o.end_minutes > 0 and not s.clock:
        allow(actions, Call.CLOCK)
    if s.to_move >= 0 and o.move_seconds > 0:
        allow(actions, Call.TIMEOUT)
    if o.max_attempts > 0 and is_stating(s):
        allow(actions, Call.ATTEMPTS)
    if o.scramble == Scramble.CLAIM and s.phase == Phase.FORMING and s.circuit > 0:
        for seat in range(o.players):
            if seat != s.turn and may_scramble(s, seat):
                allow(actions, Call.CLAIM + seat)


def obey_call(s: Record, o: Record, call: int) -> None:
    if call == Call.CLOCK:
        run_down(s)
    elif call == Call.TIMEOUT:
        note(Event.OUT_OF_TIME, s.to_move)
        run_out(s, o)
    elif call == Call.ATTEMPTS:
        note(Event.OUT_OF_ATTEMPTS, s.to_move)
        run_out(s, o)
    else:
        claim(s, o, call - Call.CLAIM)


def run_down(s: Record) -> None:
    """N37. The clock: between throws the game is over, else when this throw is."""
    note(Event.CLOCK_OUT)
    if is_stating(s) or is_card_due(s):
        s.clock = 1
    else:
        s.number = 0
        finish(s, Ending.TIME_LIMIT)


def run_out(s: Record, o: Record) -> None:
    """R9. What the engine answers for a side that does not: pass, take the money, or forfeit."""
    if s.phase == Phase.CHOOSING:
        choose(s, o, False)
    elif s.phase == Phase.BANKRUPT:
        leave(s, o, Action.FORFEIT)
    elif s.phase == Phase.SWAPPING:
        s.swaps = 0
        serve_on(s, o)
    else:
        pass_turn(s, o)


def claim(s: Record, o: Record, seat: int) -> None:
    """R56. A side takes the turn in the scramble; the circuit goes on where it was."""
    s.turn = seat
    note(Event.CLAIMS_TURN, seat)
    s.claimed = 1
    s.to_move = seat
    if o.auto_pass and not can_place(s, o):
        note(Event.CANNOT, seat)
        pass_turn(s, o)


def finish(s: Record, reason: int) -> None:
    s.phase = Phase.FINISHED
    s.to_move = OVER
    s.card = 0
    s.reward = 0
    s.claimed = 0
    s.reason = reason
    note(Event.GAME_OVER, reason)


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
