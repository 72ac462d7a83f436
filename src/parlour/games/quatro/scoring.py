"""What a loss costs, when a match is decided, and who sits where next (R21, R23, Q10)."""

from parlour.engine.contract import Record
from parlour.games.quatro.board import NOBODY
from parlour.games.quatro.options import Match


def loss_value(s: Record, o: Record, board: int) -> int:
    """R21. Single, double, treble or quatro."""
    if s.off[board] > 0:
        return 1
    highest = o.points + 1
    if s.bar[board] == 0:
        while not s.own[board] >> highest & 1:
            highest -= 1
    if highest >= o.fourth_from:
        return 4
    return 3 if highest >= o.third_from else 2


def match_decided(s: Record, o: Record) -> bool:
    if o.match == Match.SINGLE:
        return True
    if o.match == Match.SERIES:
        return s.game >= o.match_target
    best = NOBODY
    for board in range(4):
        if s.player[board] != NOBODY and (best == NOBODY or tally_of(s, board) > tally_of(s, best)):
            best = board
    if tally_of(s, best) < o.match_target:
        return False
    for board in range(4):
        rival = board != best and not (o.teams and (board - best) % 2 == 0)
        if rival and s.player[board] != NOBODY and tally_of(s, board) == tally_of(s, best):
            return False  # a tie plays on
    return True


def tally_of(s: Record, board: int) -> int:
    return s.tally[s.player[board]]


def rotate_seats(s: Record) -> None:
    """Q10. Every player moves to the next board in use, clockwise."""
    carried = NOBODY
    first = NOBODY
    for board in range(4):
        if s.player[board] != NOBODY:
            if first == NOBODY:
                first = board
            before = s.player[board]
            s.player[board] = carried
            carried = before
    s.player[first] = carried
