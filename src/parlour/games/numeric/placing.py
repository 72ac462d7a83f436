"""Where a number may go, what it pays and whether it draws a card."""

from parlour.engine.contract import Flags, Record
from parlour.games.numeric.board import BESIDE, CELLS, NEXT, RING, RING_VALUES
from parlour.games.numeric.codes import (
    COUNTERS,
    FLAT10_RELATED,
    HEX,
    LOWER_RELATED,
    NOBODY,
    PLACE,
    TOTAL,
    ZONE_ALL,
    ZONES,
)
from parlour.games.numeric.reach import REACHED

SEVERAL = -1  # more than one cell will do


def word(n: int) -> int:
    return (n - 1) // 50


def bit(n: int) -> int:
    return 1 << (n - 1) % 50


def formable(s: Record, o: Record, w: int) -> int:
    """R7. Of the numbers in word `w`, those the side whose turn it is may form now, as bits."""
    makeable = REACHED[o.fractions, s.throw, w]
    if o.variant == COUNTERS:
        return fitting(s, o, makeable & hand(s, o, w), w)
    if o.contiguous and s.covered > 0:
        return touching(s, makeable & s.free[w], w)
    return makeable & s.free[w]


def can_place(s: Record, o: Record) -> bool:
    return formable(s, o, 0) != 0 or formable(s, o, 1) != 0


def hand(s: Record, o: Record, w: int) -> int:
    """R50, R56. The counters the side may use: its own rack, in the scramble any rack."""
    if s.circuit == 0:
        return s.racks[s.turn, w]
    held = 0
    for seat in range(o.players):
        held |= s.racks[seat, w]
    return held


def fitting(s: Record, o: Record, numbers: int, w: int) -> int:
    """R51, R52. Those related to a placed counter that has room beside it."""
    if s.covered == 0:
        return numbers
    fits = 0
    i = 0
    while numbers >> i:
        n = 50 * w + i + 1
        if numbers >> i & 1 and (o.related[n, 0] & s.open[0] or o.related[n, 1] & s.open[1]):
            fits |= 1 << i
        i += 1
    return fits


def touching(s: Record, numbers: int, w: int) -> int:
    """N49. Those beside a covered cell."""
    touch = 0
    i = 0
    while numbers >> i:
        if numbers >> i & 1:
            for d in range(6):
                if is_covered(s, BESIDE[50 * w + i + 1, d], NOBODY):
                    touch |= 1 << i
        i += 1
    return touch


def is_covered(s: Record, n: int, seat: int) -> bool:
    """Whether a number is covered, by a seat or, for NOBODY, by whomever; 0 is no number."""
    if n == 0:
        return False
    if seat == NOBODY:
        return s.free[word(n)] & bit(n) == 0
    return s.own[seat, word(n)] & bit(n) != 0


def is_related(o: Record, m: int, n: int) -> bool:
    """R53."""
    return o.related[m, word(n)] & bit(n) != 0


def legal_cells(s: Record, o: Record, n: int, mask: Flags) -> int:
    """R51, R52. Mark where a counter may go; returns how many cells."""
    if s.covered == 0:
        mask[PLACE] = 1
        return 1
    count = 0
    for cell in range(CELLS):
        if s.cells[cell] > 0 and is_related(o, n, s.cells[cell]):
            for d in range(6):
                beside = NEXT[cell, d]
                if beside >= 0 and s.cells[beside] == 0 and mask[PLACE + beside] == 0:
                    mask[PLACE + beside] = 1
                    count += 1
    return count


def only_cell(s: Record, o: Record, n: int) -> int:
    """The cell a counter must go to, or SEVERAL."""
    if s.covered == 0:
        return 0
    only = SEVERAL
    for cell in range(CELLS):
        if s.cells[cell] > 0 and is_related(o, n, s.cells[cell]):
            for d in range(6):
                beside = NEXT[cell, d]
                if beside >= 0 and s.cells[beside] == 0:
                    if only != SEVERAL and only != beside:
                        return SEVERAL
                    only = beside
    return only


def lay(s: Record, o: Record, n: int, cell: int) -> None:
    """Cover a number, or lay its counter on a cell, for the side whose turn it is."""
    s.free[word(n)] &= ~bit(n)
    s.own[s.turn, word(n)] |= bit(n)
    s.covered += 1
    if o.variant == COUNTERS:
        owner = rack_of(s, o, n)
        s.racks[owner, word(n)] &= ~bit(n)
        s.held[owner] -= 1
        if owner == s.turn:
            s.placed[owner] += 1
        s.cells[cell] = n
        see_room(s, cell)
        for d in range(6):
            if NEXT[cell, d] >= 0 and s.cells[NEXT[cell, d]] > 0:
                see_room(s, NEXT[cell, d])


def rack_of(s: Record, o: Record, n: int) -> int:
    """Whose rack holds a counter, or NOBODY."""
    for seat in range(o.players):
        if s.racks[seat, word(n)] & bit(n):
            return seat
    return NOBODY


def see_room(s: Record, cell: int) -> None:
    """Note whether the counter on a cell still has an empty cell beside it."""
    n = s.cells[cell]
    s.open[word(n)] &= ~bit(n)
    for d in range(6):
        if NEXT[cell, d] >= 0 and s.cells[NEXT[cell, d]] == 0:
            s.open[word(n)] |= bit(n)


def reward(s: Record, o: Record, n: int, cell: int) -> int:
    """What the bank pays for the number just covered or the counter just laid (section 5.1)."""
    own = o.value[n] * o.mark[n]  # R20, R31
    if o.variant == HEX:
        for d in range(6):  # R42
            own += 10 * run_length(s, n, d, NOBODY)
    elif o.variant == COUNTERS:
        own = RING_VALUES[RING[cell]] * o.mark[n]  # R54
        times = o.bonus[cell]
        if o.mark_applies == TOTAL:
            return (own + links(s, o, n, cell)) * times
        return own * times + links(s, o, n, cell)
    return own


def run_length(s: Record, n: int, d: int, seat: int) -> int:
    """Covered cells in an unbroken line from a number, itself left out."""
    length = 0
    n = BESIDE[n, d]
    while is_covered(s, n, seat):
        length += 1
        n = BESIDE[n, d]
    return length


def links(s: Record, o: Record, n: int, cell: int) -> int:
    """N26. What the counters touching a cell pay to the counter laid there."""
    total = 0
    for d in range(6):
        beside = NEXT[cell, d]
        if beside >= 0 and s.cells[beside] > 0:
            total += link(o, n, cell, s.cells[beside], beside)
    return total


def link(o: Record, n: int, cell: int, other: int, beside: int) -> int:
    value = RING_VALUES[RING[beside]]
    if o.link_rule == ZONE_ALL:
        return value
    if not is_related(o, n, other):
        return 0
    if o.link_rule == FLAT10_RELATED:
        return 10
    if o.link_rule == LOWER_RELATED:
        return min(value, RING_VALUES[RING[cell]])
    return value


def draws_card(s: Record, o: Record, n: int, cell: int) -> bool:
    """R32, R43, R55. A marked number, or a connection along two axes."""
    if not o.cards:
        return False
    if o.variant == ZONES:
        return o.mark[n] > 1
    axes = 0
    for d in range(3):
        if o.variant == HEX:
            run = 1 + run_length(s, n, d, NOBODY) + run_length(s, n, d + 3, NOBODY)
            axes += run >= o.action_min_run
        else:
            axes += has_relative(s, o, n, NEXT[cell, d]) or has_relative(s, o, n, NEXT[cell, d + 3])
    return axes >= 2


def has_relative(s: Record, o: Record, n: int, cell: int) -> bool:
    return cell >= 0 and s.cells[cell] > 0 and is_related(o, n, s.cells[cell])
