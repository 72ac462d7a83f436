"""Whose turn it is: the round of a throw, the scramble after it, and who throws next."""

from parlour.engine.contract import Record, note
from parlour.games.numeric.options import Scramble, Variant
from parlour.games.numeric.state import Event, Phase

ANTICLOCKWISE, CLOCKWISE = 1, 2  # circuits of the scramble


def is_stating(s: Record) -> bool:
    """Whether a side is making a number, or choosing a cell for it."""
    return s.phase == Phase.FORMING or s.phase == Phase.PLACING


def is_card_due(s: Record) -> bool:
    """Whether a card is drawn or being carried out."""
    return s.phase == Phase.TURNING_CARD or s.phase == Phase.CHOOSING or s.phase == Phase.BANKRUPT


def seat_asked(s: Record, o: Record) -> int:
    seat = s.thrower + s.asked
    return seat if seat < o.players else seat - o.players


def first_turns(o: Record) -> int:
    """R20, R30, R50. How many sides have a turn with a throw before any scramble."""
    return 1 if o.variant == Variant.BASIC else o.players


def next_side(s: Record, o: Record) -> bool:
    """R20, R30, R50, R56. The next side to have a turn with this throw, if there is one."""
    if s.circuit == 0:
        while s.asked + 1 < first_turns(o):
            s.asked += 1
            if s.out[seat_asked(s, o)] == 0:
                return True
        if o.variant != Variant.COUNTERS or o.scramble == Scramble.OFF:
            return False
        note(Event.SCRAMBLE)
        s.circuit = ANTICLOCKWISE
        s.asked = o.players
    if not anyone_left(s, o):
        return False
    while True:
        s.asked += -1 if s.circuit == ANTICLOCKWISE else 1
        if s.asked < 0:
            s.circuit = CLOCKWISE
        elif s.asked >= o.players:
            s.circuit = ANTICLOCKWISE
        elif may_scramble(s, seat_asked(s, o)):
            return True


def anyone_left(s: Record, o: Record) -> bool:
    """R56. Whether some side has not passed since the last placement."""
    for seat in range(o.players):
        if may_scramble(s, seat):
            return True
    return False


def may_scramble(s: Record, seat: int) -> bool:
    return s.out[seat] == 0 and s.passed >> seat & 1 == 0


def see_pass(s: Record) -> None:
    if s.circuit > 0:
        s.passed |= 1 << s.turn


def next_thrower(s: Record, o: Record) -> int:
    """R11. The next active side, clockwise from the thrower."""
    seat = next_seat(o, s.thrower)
    while s.out[seat] != 0:
        seat = next_seat(o, seat)
    return seat


def next_seat(o: Record, seat: int) -> int:
    return seat + 1 if seat + 1 < o.players else 0
