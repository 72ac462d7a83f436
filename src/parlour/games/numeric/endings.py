"""What ends a game (sections 3.3 and 6)."""

from parlour.engine.contract import Record
from parlour.games.numeric.conditions import LineColour
from parlour.games.numeric.options import Variant
from parlour.games.numeric.placing import all_racks, run_length, touching
from parlour.games.numeric.state import NOBODY, Ending


def is_last_side(s: Record, o: Record) -> bool:
    """One active side is left of two or more."""
    active = 0
    for seat in range(o.players):
        active += s.out[seat] == 0
    return active == 1 and o.players > 1


def is_exhausted(s: Record, o: Record) -> bool:
    """Nothing is left that some throw could still cover."""
    if o.variant == Variant.COUNTERS:
        return bag_and_racks_empty(s, o)
    low = s.free[0] & o.universe[0]
    high = s.free[1] & o.universe[1]
    if o.contiguous and s.covered > 0:
        low = touching(s, low, 0)
        high = touching(s, high, 1)
    return low == 0 and high == 0


def bag_and_racks_empty(s: Record, o: Record) -> bool:
    return s.bag[0] | s.bag[1] | all_racks(s, o, 0) | all_racks(s, o, 1) == 0


def ends_agreed(s: Record, o: Record) -> int:
    """E1. The agreed conditions that are tested after every placement."""
    if o.end_funds > 0:
        for seat in range(o.players):
            if s.money[seat] >= o.end_funds:
                return Ending.FUNDS
    if o.end_line != LineColour.NONE and has_line(s, o, s.number, s.turn):
        return Ending.LINE
    if o.end_zones > 0 and areas_complete(s, o) >= o.end_zones:
        return Ending.ZONES_COMPLETE
    if o.end_primes and is_done(s, o.primes[0], o.primes[1]):
        return Ending.ALL_PRIMES
    if o.end_covered and is_done(s, o.in_play[0], o.in_play[1]):
        return Ending.ALL_COVERED
    if o.end_used and bag_and_racks_empty(s, o):
        return Ending.COUNTERS_USED
    if o.end_count > 0 and s.covered >= o.end_count:
        return Ending.COVER_COUNT
    return Ending.GOING_ON


def is_done(s: Record, low: int, high: int) -> bool:
    """Whether all numbers of a set are covered."""
    return s.free[0] & low == 0 and s.free[1] & high == 0


def areas_complete(s: Record, o: Record) -> int:
    """Money zones, or colour areas, that are fully covered."""
    complete = 0
    for area in range(o.parts):
        complete += is_done(s, o.areas[area, 0], o.areas[area, 1])
    return complete


def has_line(s: Record, o: Record, n: int, seat: int) -> bool:
    """N9. A row or column through a number that a seat has covered; on the hexagons a straight run (section 3.3)."""
    if o.end_line == LineColour.ANY:
        seat = NOBODY
    if o.variant == Variant.HEX:
        for d in range(3):
            if 1 + run_length(s, n, d, seat) + run_length(s, n, d + 3, seat) >= o.line_length:
                return True
        return False
    return is_line(s, o, o.row[n], seat) or is_line(s, o, o.column[n], seat)


def is_line(s: Record, o: Record, line: int, seat: int) -> bool:
    low = o.lines[line, 0]
    high = o.lines[line, 1]
    if seat == NOBODY:
        return is_done(s, low, high)
    return low & ~s.own[seat, 0] == 0 and high & ~s.own[seat, 1] == 0


def at_end_of_throw(s: Record, o: Record) -> int:
    """E1. What ends the game when a throw is over."""
    if s.last != Ending.GOING_ON:
        return s.last
    if s.clock:
        return Ending.TIME_LIMIT
    if o.end_throws > 0 and s.throws >= o.end_throws:
        return Ending.THROW_LIMIT
    if o.stall_throws > 0 and s.idle >= o.stall_throws:
        return Ending.STALL
    if s.throws >= o.max_throws:
        return Ending.MAX_THROWS
    return Ending.GOING_ON
