"""Local records in the style of rules, bound to each target by the tests."""

import numpy as np

from parlour.engine.contract import Record
from parlour.engine.local import blank, copy_of

STATE = np.dtype(
    [("wide", np.int64), ("cells", np.int16, (3, 5)), ("hand", np.int8, (3,)), ("small", np.int8)], align=True
)
WORK = np.dtype([("seen", np.int8, (7,)), ("total", np.int64), ("share", np.float64)], align=True)


def change(s: Record, by: int) -> int:
    s.wide += by
    s.cells[2, 4] += by
    s.hand[1] += by
    return int(s.wide + s.cells[2, 4] + s.hand[1])


def try_change(s: Record, by: int) -> int:
    """Change a copy, and say what it comes to."""
    return change(copy_of(s), by)


def try_twice(s: Record, by: int) -> int:
    """Two copies at once, and a copy of a copy."""
    a = copy_of(s)
    b = copy_of(s)
    change(a, by)
    change(b, 2 * by)
    c = copy_of(a)
    change(c, 3 * by)
    return int(s.wide + 100 * a.wide + 10_000 * b.wide + 1_000_000 * c.wide)


def try_often(s: Record, times: int) -> int:
    """A copy in a loop starts afresh each time, in a function called from there too."""
    total = 0
    for by in range(times):
        trial = copy_of(s)
        change(trial, by)
        for more in range(2):
            total += try_change(trial, more)
    return total


def count_often(times: int, untouched: int) -> int:
    """A blank record is zero each time it is reached, whatever was written there before."""
    total = 0
    for i in range(times):
        if i == untouched:
            continue
        w = blank(WORK)
        for k in range(7):
            total += w.seen[k]
            w.seen[k] = 1 + i
        total += w.total + int(w.share)
        w.total = 1000
        w.share = 2000.0
        total += fill_blank(i)
    return total


def fill_blank(i: int) -> int:
    w = blank(WORK)
    before = w.total + w.seen[6]
    w.total = i
    w.seen[6] = 1
    return int(before)


def swap_ends(s: Record) -> int:
    """Fields of a blank record of the state's own type, laid over it."""
    fresh = blank(STATE)
    fresh.wide = s.small
    fresh.small = s.hand[2]
    for i in range(3):
        for k in range(5):
            fresh.cells[i, k] = s.cells[2 - i, 4 - k]
    return int(fresh.wide + 10 * fresh.small + 100 * fresh.cells[0, 0] + fresh.hand[0])
