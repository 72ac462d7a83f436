"""How the players stand: who has how far to go, who rolls next, and whether they can still meet."""

from parlour.engine.bits import highest_bit, lowest_bit
from parlour.engine.contract import Record
from parlour.games.quatro.board import NOBODY
from parlour.games.quatro.options import Ruleset
from parlour.games.quatro.rules import next_board
from parlour.games.quatro.state import Phase

PIPS_A_ROLL = 49 / 6
TWO, THREE, FOUR, LARGE, SMALL = range(5)  # kinds: two, three and four seats, backgammon on 36 points and on 24


def row(o: Record) -> int:
    """The kind of play."""
    if o.ruleset != Ruleset.QUATRO:
        return LARGE if o.ruleset == Ruleset.BACKGAMMON else SMALL
    return o.players - 2


def first_to_roll(s: Record, o: Record) -> int:
    """Whose roll is the next: the others' in the middle of a play."""
    if s.board == NOBODY or s.phase != Phase.MOVING:
        return s.board
    return next_board(s, o, s.board)


def pips_to_go(s: Record, o: Record, board: int) -> int:
    """What is left until all men are off; dice not yet used in this play count as used."""
    pips = s.bar[board] * (o.points + 1)
    left = s.own[board]
    while left:
        v = lowest_bit(left)
        left &= left - 1
        pips += v * s.men[o.spot[board, v]]
    if board == s.board and s.phase == Phase.MOVING:
        pips += s.transit - s.left[0] * s.dice[0] - s.left[1] * s.dice[1]
    return max(0, pips)


def rearmost(s: Record, o: Record, board: int) -> int:
    """The number of a player's last man, the bar's if he is there; 0 if all are off."""
    if s.bar[board] > 0:
        return o.points + 1
    return max(0, s.transit if board == s.board else 0, highest_bit(s.own[board]))


def is_race(s: Record, o: Record) -> bool:
    """Whether no two enemies can meet any more."""
    for board in range(4):
        if s.present[board]:
            for other in range(board + 1, 4):
                if s.present[other] and not allied(o, board, other):
                    if may_meet(o, board, rearmost(s, o, board), other, rearmost(s, o, other)):
                        return False
    return True


def allied(o: Record, board: int, other: int) -> bool:
    return o.partners_block > 0 and (other - board) % 2 == 0


def may_meet(o: Record, board: int, rear: int, other: int, other_rear: int) -> bool:
    if rear == 0 or other_rear == 0:
        return False
    if board + other == 3:  # facing
        return rear + other_rear > o.points + 1
    half = o.points // 2
    if rear > half or other_rear > half:
        return True
    return (other - board) % 2 == 1 and rear + other_rear > half + 1  # crossing
