"""Where a number may go, what it pays and whether it draws a card."""

from parlour.engine.bits import allow, allow_bits, count_bits, lowest_bit
from parlour.engine.contract import Actions, Record
from parlour.games.numeric.board import BESIDE, CELL_VALUES, NEXT, NO_MARK, ROUND, THIRD
from parlour.games.numeric.options import LinkRule, MarkApplies, PassRule, Variant
from parlour.games.numeric.reach import FOURFOLD, REACHED, TEN, WAYS, WORD
from parlour.games.numeric.state import NOBODY, Action

SEVERAL = -1  # more than one cell will do
CENTRE = 0


def word(n: int) -> int:
    """Which word of a set a number is in."""
    return 1 if n > WORD else 0


def bit(n: int) -> int:
    """And its bit there."""
    return 1 << (n - 1 - WORD if n > WORD else n - 1)


def formable(s: Record, o: Record, w: int) -> int:
    """R7. Of the numbers in word `w`, those the side whose turn it is may form now, as bits."""
    makeable = int(REACHED[o.fractions, s.throw, w])
    if o.variant == Variant.COUNTERS:
        return fitting(s, o, makeable & hand(s, o, w), w)
    if o.contiguous and s.covered > 0:
        return touching(s, makeable & s.free[w], w)
    return makeable & s.free[w]


def can_place(s: Record, o: Record) -> bool:
    return formable(s, o, 0) != 0 or formable(s, o, 1) != 0


def legal_forms(s: Record, o: Record, actions: Actions) -> None:
    """R2, R7, R8. Every number that can be formed, once for each operator class, and passing."""
    for w in range(2):
        numbers = formable(s, o, w)
        if numbers != 0:
            for i in range(WORD // TEN):
                ten = w * (WORD // TEN) + i
                ways = WAYS[o.fractions, s.throw, ten] & FOURFOLD[numbers >> TEN * i & (1 << TEN) - 1]
                allow_bits(actions, Action.FORM + 4 * TEN * ten, ways)
    if o.pass_rule == PassRule.FREE or not can_place(s, o):
        allow(actions, Action.PASS)


def hand(s: Record, o: Record, w: int) -> int:
    """R50, R56. The counters the side may use: its own rack, in the scramble any rack."""
    return s.racks[s.turn, w] if s.circuit == 0 else all_racks(s, o, w)


def all_racks(s: Record, o: Record, w: int) -> int:
    counters = 0
    for seat in range(o.players):
        counters |= s.racks[seat, w]
    return counters


def fitting(s: Record, o: Record, numbers: int, w: int) -> int:
    """R51, R52. Those that may be placed somewhere."""
    if s.covered == 0:
        return numbers
    fits = 0
    while numbers:
        i = lowest_bit(numbers)
        numbers &= numbers - 1
        if has_room(s, o, WORD * w + i + 1):
            fits |= 1 << i
    return fits


def has_room(s: Record, o: Record, n: int) -> bool:
    """R52. Whether a number is related to a placed counter with an empty cell beside it."""
    return o.related[n, 0] & s.open[0] != 0 or o.related[n, 1] & s.open[1] != 0


def touching(s: Record, numbers: int, w: int) -> int:
    """N49. Those beside a covered cell."""
    touch = 0
    while numbers:
        i = lowest_bit(numbers)
        numbers &= numbers - 1
        for d in range(6):
            if is_covered(s, BESIDE[WORD * w + i + 1, d], NOBODY):
                touch |= 1 << i
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


def room_for(s: Record, o: Record, n: int) -> tuple[int, int, int]:
    """R51, R52. The cells where a counter may go, as a set."""
    if s.covered == 0:
        return 1 << CENTRE, 0, 0
    first = second = third = 0
    for w in range(2):
        relatives = o.related[n, w] & s.open[w]
        while relatives:
            cell = s.where[WORD * w + lowest_bit(relatives) + 1]
            relatives &= relatives - 1
            first |= ROUND[cell, 0]
            second |= ROUND[cell, 1]
            third |= ROUND[cell, 2]
    return first & ~s.taken[0], second & ~s.taken[1], third & ~s.taken[2]


def legal_cells(s: Record, o: Record, n: int, actions: Actions) -> None:
    first, second, third = room_for(s, o, n)
    allow_bits(actions, Action.PLACE, first)
    allow_bits(actions, Action.PLACE + THIRD, second)
    allow_bits(actions, Action.PLACE + 2 * THIRD, third)


def only_cell(s: Record, o: Record, n: int) -> int:
    """The cell a counter must go to, or SEVERAL."""
    first, second, third = room_for(s, o, n)
    if count_bits(first) + count_bits(second) + count_bits(third) > 1:
        return SEVERAL
    if first != 0:
        return lowest_bit(first)
    return THIRD + lowest_bit(second) if second != 0 else 2 * THIRD + lowest_bit(third)


def lay(s: Record, o: Record, n: int, cell: int) -> None:
    """Cover a number, or lay its counter on a cell, for the side whose turn it is."""
    s.free[word(n)] &= ~bit(n)
    s.own[s.turn, word(n)] |= bit(n)
    s.covered += 1
    if o.variant == Variant.COUNTERS:
        owner = rack_of(s, o, n)
        s.racks[owner, word(n)] &= ~bit(n)
        if owner == s.turn:
            s.placed[owner] += 1
        put_down(s, n, cell)


def put_down(s: Record, n: int, cell: int) -> None:
    """A counter comes to lie on a cell, and those beside it may have no more room."""
    s.cells[cell] = n
    s.where[n] = cell
    s.taken[cell // THIRD] |= 1 << cell % THIRD
    s.open[word(n)] |= bit(n)
    see_room(s, cell)
    for d in range(6):
        beside = NEXT[cell, d]
        if beside >= 0 and s.cells[beside] > 0:
            see_room(s, beside)


def see_room(s: Record, cell: int) -> None:
    """Note when the counter on a cell has no empty cell beside it any more."""
    for third in range(3):
        if ROUND[cell, third] & ~s.taken[third]:
            return
    n = s.cells[cell]
    s.open[word(n)] &= ~bit(n)


def rack_of(s: Record, o: Record, n: int) -> int:
    """Whose rack holds a counter, or NOBODY."""
    for seat in range(o.players):
        if s.racks[seat, word(n)] & bit(n):
            return seat
    return NOBODY


def reward(s: Record, o: Record, n: int, cell: int) -> int:
    """What the bank pays for the number just covered or the counter just laid (section 5.1)."""
    own = o.value[n] * o.mark[n]  # R20, R31
    if o.variant == Variant.HEX:
        for d in range(6):  # R42
            own += 10 * run_length(s, n, d, NOBODY)
    elif o.variant == Variant.COUNTERS:
        own = CELL_VALUES[cell] * o.mark[n]  # R54
        times = o.bonus[cell]
        if o.mark_applies == MarkApplies.TOTAL:
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
    value = CELL_VALUES[beside]
    if o.link_rule == LinkRule.ZONE_ALL:
        return value
    if not is_related(o, n, other):
        return 0
    if o.link_rule == LinkRule.FLAT10_RELATED:
        return 10
    if o.link_rule == LinkRule.LOWER_RELATED:
        return min(value, CELL_VALUES[cell])
    return value


def draws_card(s: Record, o: Record, n: int, cell: int) -> bool:
    """R32, R43, R55. A marked number, or a connection along two axes."""
    if not o.cards:
        return False
    if o.variant == Variant.ZONES:
        return o.mark[n] > NO_MARK
    axes = 0
    for d in range(3):
        if o.variant == Variant.HEX:
            run = 1 + run_length(s, n, d, NOBODY) + run_length(s, n, d + 3, NOBODY)
            axes += run >= o.action_min_run
        else:
            axes += has_relative(s, o, n, NEXT[cell, d]) or has_relative(s, o, n, NEXT[cell, d + 3])
    return axes >= 2


def has_relative(s: Record, o: Record, n: int, cell: int) -> bool:
    return cell >= 0 and s.cells[cell] > 0 and is_related(o, n, s.cells[cell])
