"""Looking one move ahead (R3): after a piece has moved with one die, can another play the other die?"""

from parlour.engine.bits import lowest_bit
from parlour.engine.contract import Record
from parlour.engine.local import copy_of
from parlour.games.vendetta.board import MARKINGS, Marking
from parlour.games.vendetta.moving import find_movable, progress_after, shift
from parlour.games.vendetta.options import LeaderOnSilenced
from parlour.games.vendetta.stacks import count, is_on_track, space_of
from parlour.games.vendetta.state import GODFATHER, NOBODY, WON


def keep_followed(s: Record, o: Record, slots: int, die: int, others: int) -> int:
    """R3. Of pieces that can move with a die, as bits, those after whom another can play the other die.

    `others` are those that can play it now.
    """
    kept = 0
    while slots != 0:
        slot = lowest_bit(slots)
        slots &= slots - 1
        if is_followed(s, o, slot, die, others):
            kept |= 1 << slot
    return kept


def is_followed(s: Record, o: Record, slot: int, die: int, others: int) -> bool:
    r = progress_after(s, slot, s.dice[die])
    if r == WON:
        return True
    if slot == GODFATHER and MARKINGS[o.layout, o.way[s.turn, r]] == Marking.SILENCED:
        return o.leader_on_silenced != LeaderOnSilenced.ELIMINATED and try_move(s, o, slot, die)
    return is_surely_followed(s, o, slot, die, others) or try_move(s, o, slot, die)


def is_surely_followed(s: Record, o: Record, slot: int, die: int, others: int) -> bool:
    """A quick answer where the two moves cannot disturb each other; trying the move gives the same, only slower."""
    seat = s.turn
    start = space_of(s, o, seat, slot) if is_on_track(s, seat, slot) else NOBODY
    space = o.way[seat, progress_after(s, slot, s.dice[die])]
    others &= ~(1 << slot)
    while others != 0:
        other = lowest_bit(others)
        others &= others - 1
        apart = not is_on_track(s, seat, other) or space_of(s, o, seat, other) != start
        end = o.way[seat, progress_after(s, other, s.dice[1 - die])]
        room = end != space or (other != GODFATHER and count(s, space, seat) <= 1)
        if apart and room:
            return True
    return False


def try_move(s: Record, o: Record, slot: int, die: int) -> bool:
    """Make the move on a copy, and see whether the other die can be played then."""
    after = copy_of(s)
    shift(after, o, slot, s.dice[die])
    return find_movable(after, o, s.dice[1 - die]) & ~(1 << slot) != 0
