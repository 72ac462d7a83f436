"""What ends a game (sections 3.3 and 6)."""

from parlour.engine.contract import Record
from parlour.games.numeric.codes import (
    ALL_COVERED,
    ALL_PRIMES,
    COUNTERS,
    COUNTERS_USED,
    COVER_COUNT,
    FUNDS,
    GOING_ON,
    HEX,
    LINE,
    MAX_THROWS,
    NOBODY,
    ONE_COLOUR,
    STALL,
    THROW_LIMIT,
    TIME_LIMIT,
    ZONES_COMPLETE,
)
from parlour.games.numeric.placing import run_length, touching


def is_last_side(s: Record, o: Record) -> bool:
    """One active side is left of two or more."""
    active = 0
    for seat in range(o.players):
        active += s.out[seat] == 0
    return active == 1 and o.players > 1


def is_exhausted(s: Record, o: Record) -> bool:
    """Nothing is left that some throw could still cover."""
    if o.variant == COUNTERS:
        return bag_and_racks_empty(s, o)
    low = s.free[0] & o.universe[0]
    high = s.free[1] & o.universe[1]
    if o.contiguous and s.covered > 0:
        low = touching(s, low, 0)
        high = touching(s, high, 1)
    return low == 0 and high == 0


def bag_and_racks_empty(s: Record, o: Record) -> bool:
    held = s.bag[0] | s.bag[1]
    for seat in range(o.players):
        held |= s.racks[seat, 0] | s.racks[seat, 1]
    return held == 0


def ends_agreed(s: Record, o: Record) -> int:
    """E1. The agreed conditions that are tested after every placement."""
    if o.end_funds > 0:
        for seat in range(o.players):
            if s.money[seat] >= o.end_funds:
                return FUNDS
    if o.end_line > 0 and has_line(s, o):
        return LINE
    if o.end_zones > 0 and areas_complete(s, o) >= o.end_zones:
        return ZONES_COMPLETE
    if o.end_primes and is_done(s, o.primes[0], o.primes[1]):
        return ALL_PRIMES
    if o.end_covered and is_done(s, o.in_play[0], o.in_play[1]):
        return ALL_COVERED
    if o.end_used and bag_and_racks_empty(s, o):
        return COUNTERS_USED
    if o.end_count > 0 and s.covered >= o.end_count:
        return COVER_COUNT
    return GOING_ON


def is_done(s: Record, low: int, high: int) -> bool:
    """Whether all numbers of a set are covered."""
    return s.free[0] & low == 0 and s.free[1] & high == 0


def areas_complete(s: Record, o: Record) -> int:
    """Money zones, or colour areas, that are fully covered."""
    complete = 0
    for area in range(o.parts):
        complete += is_done(s, o.areas[area, 0], o.areas[area, 1])
    return complete


def has_line(s: Record, o: Record) -> bool:
    """N9. A row or column through the number just covered; on the hexagons a straight run (section 3.3)."""
    n = s.number
    if o.variant == HEX:
        seat = s.turn if o.end_line == ONE_COLOUR else NOBODY
        for d in range(3):
            if 1 + run_length(s, n, d, seat) + run_length(s, n, d + 3, seat) >= o.line_length:
                return True
        return False
    return is_line(s, o, o.row[n]) or is_line(s, o, o.column[n])


def is_line(s: Record, o: Record, line: int) -> bool:
    low = o.lines[line, 0]
    high = o.lines[line, 1]
    if o.end_line == ONE_COLOUR:
        return low & ~s.own[s.turn, 0] == 0 and high & ~s.own[s.turn, 1] == 0
    return is_done(s, low, high)


def at_end_of_throw(s: Record, o: Record) -> int:
    """E1. What ends the game when a throw is over."""
    if s.last != GOING_ON:
        return s.last
    if s.clock:
        return TIME_LIMIT
    if o.end_throws > 0 and s.throws >= o.end_throws:
        return THROW_LIMIT
    if o.stall_throws > 0 and s.idle >= o.stall_throws:
        return STALL
    if s.throws >= o.max_throws:
        return MAX_THROWS
    return GOING_ON
