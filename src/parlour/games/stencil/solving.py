"""What an exact solver should know about Stencil: which positions are worth the same, and what is seen at once."""

from typing import Any

from parlour.engine.contract import Record
from parlour.games.stencil.options import Unfinished
from parlour.games.stencil.rules import can_claim, can_place, failure_ends_turn, is_complete, no_counters_left
from parlour.games.stencil.state import Phase

SCOPE = "one game with both plates known: set games=1, plate_choice=fixed and first_player=red or white"
POINTS = (0.0, 0.5, 1.0)  # what a loss, a draw and a win are in points
DEFAULTS: dict[str, Any] = {"games": 1, "plate_choice": "fixed", "first_player": "red"}


def key(s: Record, o: Record) -> int:
    """One number for all positions that are the same but for a turn of the board, or -1 outside the scope."""
    if s.phase != Phase.PLAYING or o.games != 1 or s.halves[0] != s.halves[1]:
        return -1
    k = fold(s.counters[0] | s.counters[1] << 16, o.turnings)
    k = k << 1 | s.to_move
    for seat in range(2):
        able = 1 if s.hand[seat] > 0 else 0  # nothing else hangs on past failures
        k = k << 1 | s.last_failed[seat] * able
        k = k << 5 | s.budget[seat] * able
        k = k << 2 | s.plate[seat]
    k = k << 4 | s.idle
    k = k << 1 | (1 if must_place_matters(s, o) else 0)
    if o.unfinished == Unfinished.ABANDON and s.abandoned < o.games:
        return k << 2 | 2 | s.starter  # a replay may follow, which the other starts
    return k << 2


def must_place_matters(s: Record, o: Record) -> bool:
    """Having to place changes nothing where a claim would be wrong and leave only a placement anyway."""
    return s.must_place == 1 and (failure_ends_turn(s, o, s.to_move) or has_stencil(s, o, s.to_move))


def fold(board: int, turnings: int) -> int:
    """The least of a board's images; both colours, 16 bits each, turn together."""
    least = board
    for _ in range(4):
        swap = (board ^ board >> 3) & 0x0A0A0A0A
        board ^= swap ^ swap << 3
        swap = (board ^ board >> 6) & 0x00CC00CC
        board ^= swap ^ swap << 6  # mirrored in the diagonal
        if turnings == 8:
            least = min(least, board)
        halves = (board & 0x33333333) << 2 | board >> 2 & 0x33333333
        board = (halves & 0x55555555) << 1 | halves >> 1 & 0x55555555  # mirrored left to right as well: turned
        least = min(least, board)
    return least


def known(s: Record, o: Record) -> int:
    """The value, where it is 1, -2 or 3 for reasons seen at once, or 0."""
    seat = s.to_move
    if not can_claim(s, o):
        return 0
    if has_stencil(s, o, seat):
        return 1
    if has_stencil(s, o, 1 - seat):
        last = 2 * o.final_attempts if no_counters_left(s) else 2
        return -2 if s.idle + 1 < last else 0  # a failure might end the game before the other's claim
    if can_place(s, seat) and completing_cells(s, o, seat, seat) & ~completing_cells(s, o, seat, 1 - seat):
        return 3
    return 0


def has_stencil(s: Record, o: Record, seat: int) -> bool:
    for turning in range(o.turnings):
        if is_complete(s, o, seat, turning):
            return True
    return False


def completing_cells(s: Record, o: Record, placer: int, owner: int) -> int:
    """Where a counter of `placer` would complete a stencil of `owner`, as bits of cells."""
    cells = 0
    own = s.counters[owner]
    others = s.counters[1 - owner]
    for turning in range(o.turnings):
        holes = o.holes[s.plate[owner], turning]
        empty = holes & ~(own | others)
        fits = is_one(holes & others) if placer == owner else holes & others == 0
        if fits and is_one(empty):
            cells |= empty
    return cells


def is_one(cells: int) -> bool:
    return cells != 0 and cells & (cells - 1) == 0
