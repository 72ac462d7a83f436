"""The end of a game of Quatro that is known: all who are still playing bear off, and nobody can be hit any more."""

from typing import Any

import numpy as np

from parlour.engine.contract import Record
from parlour.engine.local import blank
from parlour.engine.options import Values
from parlour.games.quatro.bearoff import WHOLE, Table, chance_at, new_table, number_of, row_of_first, work_out
from parlour.games.quatro.rules import next_board
from parlour.games.quatro.standing import rearmost
from parlour.games.quatro.state import Phase

__all__ = ["NO_TABLE", "build", "family", "foretell", "is_near", "work_out"]

NO_TABLE = Table(np.zeros(0, np.int32), np.zeros(0, np.uint8), np.zeros(0, np.uint16))

RUNNERS = np.dtype(  # by board
    [
        ("row", np.int64, (4,)),  # of the turns until all men are off
        ("first_row", np.int64, (4,)),  # and until the first one is
        ("still_on", np.int64, (4,)),  # the chance that not all are off yet, of `WHOLE`
        ("none_off", np.int64, (4,)),  # and that none is
    ]
)


def family(values: Values) -> str | None:
    """The points at home and the men. None for teams, where partners count each other's men."""
    return None if values["teams"] else f"{home_of(values)}-{values['men']}"


def home_of(values: Values) -> int:
    return 6 if values["ruleset"] == "backgammon24" else 9


def build(values: Values, functions: Any) -> Table:
    return new_table(home_of(values), values["men"], functions)


def is_near(s: Record, o: Record) -> bool:
    """Whether everybody has come round to the first two boards."""
    present = [board for board in range(4) if s.present[board]]
    return bool(present) and all(rearmost(s, o, board) <= 2 * o.home for board in present)


def foretell(s: Record, o: Record, table: Any, shares: Any) -> bool:
    """Who wins, and who loses double, if all who are still playing bear off; whether they do.

    Each goes on by the play that needs the fewest turns on average, or for the first man off.
    """
    if not all_bear_off(s, o):
        return False
    runners = blank(RUNNERS)
    for seat in range(shares.shape[0]):
        for share in range(shares.shape[1]):
            shares[seat, share] = 0.0
    for board in range(4):
        if s.present[board]:
            line_up(s, o, board, runners)
    turns = 1
    board = s.board
    while runners.still_on[board] > 0:
        take_turn(s, table, board, turns, runners, shares)
        board = next_board(s, o, board)
        if board == s.board:
            turns += 1
    return True


def all_bear_off(s: Record, o: Record) -> bool:
    """R13. Whether a roll comes next, and all men of all who are in the game are at home."""
    if s.phase != Phase.ROLLING and s.phase != Phase.DOUBLING and s.phase != Phase.ANSWERING:
        return False
    for board in range(4):
        if s.present[board] and (s.bar[board] > 0 or s.own[board] >> (o.home + 1)):
            return False
    return True


def line_up(s: Record, o: Record, board: int, runners: Record) -> None:
    runners.row[board] = number_of(s, o, board)
    runners.still_on[board] = WHOLE
    if s.off[board] == 0:  # R21: whoever has a man off loses single
        runners.first_row[board] = row_of_first(runners.row[board], o.home, o.men)
        runners.none_off[board] = WHOLE


def take_turn(s: Record, table: Any, board: int, turns: int, runners: Record, shares: Any) -> None:
    """A player's turn, his first, second or whichever: he may win by it."""
    chance = chance_at(table, runners.row[board], turns)
    if chance > 0:
        won = chance / WHOLE
        shares[s.player[board], 0] += won * others_still_on(s, board, board, runners)
        for other in range(4):
            if s.present[other] and other != board and runners.none_off[other] > 0:
                double = won * runners.none_off[other] / WHOLE
                shares[s.player[other], 1] += double * others_still_on(s, board, other, runners)
    runners.still_on[board] -= chance
    if runners.none_off[board] > 0:
        runners.none_off[board] -= chance_at(table, runners.first_row[board], turns)


def others_still_on(s: Record, board: int, other: int, runners: Record) -> float:
    """The chance that nobody besides these two is done yet."""
    chance = 1.0
    for third in range(4):
        if s.present[third] and third != board and third != other:
            chance *= runners.still_on[third] / WHOLE
    return chance
