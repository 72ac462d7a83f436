"""Positions of Numeric: what follows from their words, and which cannot be."""

from parlour.engine.contract import Record
from parlour.engine.hooks import Faults
from parlour.engine.position import PositionError
from parlour.games.numeric import cards, chances, endings, placing, racks, reach, turns
from parlour.games.numeric.board import CELLS, NUMBERS, SEATS, numbers_of, words_of
from parlour.games.numeric.conditions import LineColour
from parlour.games.numeric.state import CARD_DUE, IN_THROW, NOBODY, SERVING, Ending, Phase, has_counters

NEVER_FINISHED = (Ending.EXHAUSTED, Ending.END_CARD, Ending.LAST_SIDE, Ending.STALL, Ending.MAX_THROWS)  # a throw


def complete(s: Record, o: Record) -> None:
    placed = [n for low, high in s.own.tolist() for n in numbers_of(low, high)]
    racked = [n for low, high in s.racks.tolist() for n in numbers_of(low, high)]
    known = {*numbers_of(o.in_play[0], o.in_play[1])} if has_counters(o) else {*NUMBERS}
    if wrong := [n for n in placed + racked if n not in known or (placed + racked).count(n) > 1]:
        raise PositionError(f"{wrong[0]} cannot be there: expected numbers of this game, each in one place")
    s.covered = len(placed)
    s.free[0], s.free[1] = words_of({*NUMBERS} - {*placed})
    if has_counters(o):
        s.bag[0], s.bag[1] = words_of(known - {*placed, *racked})
        if sorted(n for n in s.cells if n) != sorted(placed) or (placed and not s.cells[placing.CENTRE]):
            raise PositionError("'cells' is wrong: expected every counter that a side has placed, and one on C0")
    for cell in range(CELLS):
        if s.cells[cell]:
            placing.put_down(s, s.cells[cell], cell)
    if s.phase == Phase.BANKRUPT:
        s.to_move = cards.first_broke(s, o)


def faults_of_throw(s: Record, o: Record) -> Faults:
    three = chances.has_three_dice(o, s.throws - 1)
    wrong = (s.throw >= reach.FOUR) != three if s.throw >= 0 else s.phase in IN_THROW
    yield wrong, f"'throw' is missing or wrong: expected {3 if three else 4} dice that have been thrown"
    empty = s.phase in SERVING and s.bag[0] | s.bag[1] == 0
    yield empty, f"the bag is empty: expected some counters in it in phase {Phase.word(s.phase)}"


def faults_of_turn(s: Record, o: Record) -> Faults:
    places = o.players if s.circuit or s.phase in SERVING else turns.first_turns(o)
    outside = s.phase in (*IN_THROW, *SERVING) and not 0 <= s.asked < places
    yield outside, f"'asked' is {s.asked}: expected 0 to {places - 1}"
    in_order = (s.phase in IN_THROW and not s.claimed) or (s.phase in SERVING and s.throws > 0)
    due = s.thrower if s.phase == Phase.THROWING else turns.seat_asked(s, o) if in_order else max(s.claimed - 1, s.turn)
    wrong = s.phase != Phase.FINISHED and (s.turn != due or (due >= 0 and s.out[due] > 0))
    yield wrong, f"'turn' is missing or wrong: expected {SEATS[due]}, and nobody who is out"


def faults_of_sides(s: Record, o: Record) -> Faults:
    active = [seat for seat in range(o.players) if s.out[seat] == 0]
    few = not active or (len(active) < min(2, o.players) and s.phase != Phase.FINISHED)
    yield few, f"'out' leaves {len(active) or 'no'} side in the game: expected more"
    ruined = [seat for seat in active if cards.is_broke(s, seat)]
    rich = s.phase == Phase.BANKRUPT and (ruined in ([], active) or any(s.money[seat] for seat in ruined))
    names = "".join(SEATS[seat] for seat in ruined) or "nobody"
    yield rich, f"'broke' names {names}: expected some sides without money, and not all"
    for seat in range(o.players):
        filled = s.phase == Phase.FILLING and seat == turns.seat_asked(s, o)
        held, most = racks.held(s, seat), o.rack_size - (s.placed[seat] if s.phase in IN_THROW else filled)
        yield held > most, f"'rack{SEATS[seat]}' has {held} counters: expected at most {most}"


def faults_of_number(s: Record, o: Record) -> Faults:
    """The number being placed, placed last, or exchanged, and the card that it drew."""
    n, w, cell = s.number, placing.word(s.number), s.where[s.number]
    wanted, fits = "none", n == 0
    if s.phase == Phase.PLACING:
        wanted = "a counter that fits somewhere, on a rack that may be used"
        fits = n > 0 and placing.fitting(s, o, placing.hand(s, o, w) & placing.bit(n), w) != 0
    elif s.phase == Phase.SWAP_DRAW:
        wanted, fits = "a counter to be exchanged", n > 0 and s.racks[s.turn, w] & placing.bit(n) != 0
    elif s.phase in CARD_DUE:
        wanted = f"a number that {SEATS[s.turn]} has just placed, and that draws a card"
        fits = placing.is_covered(s, n, s.turn) and placing.draws_card(s, o, n, cell)
    elif s.phase in (Phase.FORMING, Phase.FINISHED):
        wanted, fits = "the number placed last", n == 0 or (s.made > 0 and placing.is_covered(s, n, NOBODY))
    yield not fits, f"'number' is {n}: expected {wanted}"
    unmade = n and s.phase != Phase.SWAP_DRAW and not reach.makes(s.throw, n, s.signs, o.fractions)
    yield unmade, f"'throw' does not make {n} with the signs that are told"
    reward = placing.reward(s, o, n, cell) if s.phase in CARD_DUE else 0
    yield s.reward != reward, f"'reward' is {s.reward}: expected {reward}"
    mild = (s.phase == Phase.CHOOSING and not cards.may_end(o, s.card)) or (s.phase == Phase.BANKRUPT and s.card == 0)
    yield mild, f"'card' is {s.card}: phase {Phase.word(s.phase)} needs a card that asks for it"


def faults_of_end(s: Record, o: Record) -> Faults:
    """Where the game goes on, none of its endings may have come."""
    unfit = s.last in NEVER_FINISHED
    yield unfit, f"'last' cannot be {Ending.word(s.last)!r}: that does not leave a throw to be finished"
    ended = endings.at_end_of_throw(s, o) if s.phase in (*SERVING, Phase.THROWING) else Ending.GOING_ON
    over = ended != Ending.GOING_ON
    yield over, f"after {s.throws} throws the game would be over: {Ending.find(ended).line}"
    if s.covered and s.phase not in (*CARD_DUE, Phase.FINISHED):
        reason = Ending.EXHAUSTED if endings.is_exhausted(s, o) else endings.ends_agreed(s, o)
        owners = [(n, seat) for seat, words in enumerate(s.own.tolist()) for n in numbers_of(*words)]
        if o.end_line != LineColour.NONE and any(endings.has_line(s, o, n, seat) for n, seat in owners):
            reason = Ending.LINE
        over = reason == Ending.EXHAUSTED or reason != s.last == Ending.GOING_ON
        yield over, f"the game would be over: {Ending.find(reason).line}"
