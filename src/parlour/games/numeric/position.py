"""Positions of Numeric: what follows from their words, and which cannot be."""

from collections.abc import Iterator

from parlour.engine.contract import CHANCE, OVER, Record
from parlour.engine.position import PositionError
from parlour.games.numeric import cards, chances, endings, placing, racks, reach, state, turns
from parlour.games.numeric.board import CELLS, NUMBERS, SEATS, numbers_of, words_of
from parlour.games.numeric.conditions import LineColour
from parlour.games.numeric.state import IN_THROW, NOBODY, SERVING, Ending, Phase, cards_seen, has_counters

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
    asked = cards.first_broke(s, o) if s.phase == Phase.BANKRUPT else s.turn
    s.to_move = OVER if s.phase == Phase.FINISHED else CHANCE if s.phase in state.AT_CHANCE else asked


def check(s: Record, o: Record) -> None:
    for faults in (throw_faults, side_faults, number_faults, end_faults):
        for fault in faults(s, o):
            raise PositionError(fault)


def throw_faults(s: Record, o: Record) -> Iterator[str]:
    three = chances.has_three_dice(o, s.throws - 1)
    if (s.throw >= 0 or s.phase in IN_THROW) and (s.throw < 0 or (s.throw >= reach.FOUR) != three):
        yield f"'throw' is missing or wrong: expected {3 if three else 4} dice that have been thrown"
    if s.phase in SERVING and (not has_counters(o) or s.bag[0] | s.bag[1] == 0):
        yield f"phase {Phase.word(s.phase)} belongs to the counters game, while the bag lasts"
    seen = len({card for card in s.pack if card})
    if seen != cards_seen(s, o):
        yield f"'pack' has {seen} cards: expected the {cards_seen(s, o)} seen, each once"


def side_faults(s: Record, o: Record) -> Iterator[str]:
    active = [seat for seat in range(o.players) if s.out[seat] == 0]
    if not active or (len(active) < min(2, o.players) and s.phase != Phase.FINISHED):
        yield f"'out' leaves {len(active) or 'no'} side in the game: expected more"
    places = o.players if s.circuit or s.phase in SERVING else turns.first_turns(o)
    if s.phase in (*IN_THROW, *SERVING) and not 0 <= s.asked < places:
        yield f"'asked' is {s.asked}: expected 0 to {places - 1}"
    in_order = (s.phase in IN_THROW and not s.claimed) or (s.phase in SERVING and s.throws > 0)
    due = s.thrower if s.phase == Phase.THROWING else turns.seat_asked(s, o) if in_order else max(s.claimed - 1, s.turn)
    if s.phase != Phase.FINISHED and (s.turn != due or (due >= 0 and due not in active)):
        yield f"'turn' is missing or wrong: expected {SEATS[due]}, and nobody who is out"
    ruined = [seat for seat in active if cards.is_broke(s, seat)]
    if s.phase == Phase.BANKRUPT and (ruined in ([], active) or any(s.money[seat] for seat in ruined)):
        names = "".join(SEATS[seat] for seat in ruined) or "nobody"
        yield f"'broke' names {names}: expected some sides without money, and not all"
    for seat in range(o.players):
        filled = s.phase == Phase.FILLING and seat == turns.seat_asked(s, o)
        most = o.rack_size - (s.placed[seat] if s.phase in IN_THROW else filled)
        if racks.held(s, seat) > most:
            yield f"'rack{SEATS[seat]}' has {racks.held(s, seat)} counters: expected at most {most}"


def number_faults(s: Record, o: Record) -> Iterator[str]:
    """The number being placed, placed last, or exchanged, and the card that it drew."""
    n, w, cell = s.number, placing.word(s.number), s.where[s.number]
    wanted, fits = "none", n == 0
    if s.phase == Phase.PLACING:
        wanted = "a counter that fits somewhere, on a rack that may be used"
        fits = n > 0 and placing.fitting(s, o, placing.hand(s, o, w) & placing.bit(n), w) != 0
    elif s.phase == Phase.SWAP_DRAW:
        wanted, fits = "a counter to be exchanged", n > 0 and s.racks[s.turn, w] & placing.bit(n) != 0
    elif s.phase in state.CARD_DUE:
        wanted = f"a number that {SEATS[s.turn]} has just placed, and that draws a card"
        fits = placing.is_covered(s, n, s.turn) and placing.draws_card(s, o, n, cell)
    elif s.phase in (Phase.FORMING, Phase.FINISHED):
        wanted, fits = "the number placed last", n == 0 or (s.made > 0 and placing.is_covered(s, n, NOBODY))
    if not fits:
        yield f"'number' is {n}: expected {wanted}"
    if n and s.phase != Phase.SWAP_DRAW and not reach.makes(s.throw, n, s.signs, o.fractions):
        yield f"'throw' does not make {n} with the signs that are told"
    if s.phase in state.CARD_DUE and s.reward != placing.reward(s, o, n, cell):
        yield f"'reward' is {s.reward}: expected {placing.reward(s, o, n, cell)}"
    if (s.phase == Phase.CHOOSING and not cards.may_end(o, s.card)) or (s.phase == Phase.BANKRUPT and s.card == 0):
        yield f"'card' is {s.card}: phase {Phase.word(s.phase)} needs a card that asks for it"


def end_faults(s: Record, o: Record) -> Iterator[str]:
    """Where the game goes on, none of its endings may have come."""
    if s.last in NEVER_FINISHED or (s.last != Ending.GOING_ON and not o.finish_throw):
        yield f"'last' cannot be {Ending.word(s.last)!r}: that does not leave a throw to be finished"
    if (s.reason == Ending.GOING_ON) == (s.phase == Phase.FINISHED):
        yield f"'reason' cannot be {Ending.word(s.reason)!r} while 'phase' is {Phase.word(s.phase)!r}"
    if s.phase in (*SERVING, Phase.THROWING) and endings.at_end_of_throw(s, o) != Ending.GOING_ON:
        yield f"after {s.throws} throws the game would be over: {Ending.find(endings.at_end_of_throw(s, o)).line}"
    if s.covered and s.phase not in (*state.CARD_DUE, Phase.FINISHED):
        reason = Ending.EXHAUSTED if endings.is_exhausted(s, o) else endings.ends_agreed(s, o)
        owners = [(n, seat) for seat, words in enumerate(s.own.tolist()) for n in numbers_of(*words)]
        if o.end_line != LineColour.NONE and any(endings.has_line(s, o, n, seat) for n, seat in owners):
            reason = Ending.LINE
        if reason == Ending.EXHAUSTED or reason != s.last == Ending.GOING_ON:
            yield f"the game would be over: {Ending.find(reason).line}"
