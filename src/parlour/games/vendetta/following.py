"""Looking one move ahead (R3): after a piece has moved with one die, can another play the other die?"""

from parlour.engine.bits import lowest_bit
from parlour.engine.contract import Record
from parlour.engine.local import copy_of
from parlour.games.vendetta.board import MARKINGS, Marking
from parlour.games.vendetta.moving import find_movable, lose_soldier, must_choose, progress_after, shift
from parlour.games.vendetta.options import LeaderOnSilenced
from parlour.games.vendetta.stacks import count, is_on_track, space_of
from parlour.games.vendetta.state import BOTH, GODFATHER, HIGHER, LOST, LOWER, NOBODY, WON


def unused_die(s: Record) -> int:
    return HIGHER if s.used == 1 << LOWER else LOWER


def can_follow(s: Record, o: Record) -> bool:
    """Whether a die is left, and can be played by a piece that has not moved."""
    return s.used != BOTH and find_movable(s, o, s.dice[unused_die(s)]) & ~(1 << s.moved) != 0


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
    after.moved = slot
    after.used = 1 << die
    shift(after, o, slot, s.dice[die])
    if must_choose(after, o):
        return keep_harmless(after, o, find_soldiers(after, o)) != 0
    return can_follow(after, o)


def find_soldiers(s: Record, o: Record) -> int:
    """The player's soldiers who are not lost, as bits of slots."""
    found = 0
    for slot in range(1, o.soldiers + 1):
        if s.pos[s.turn, slot] != LOST:
            found |= 1 << slot
    return found


def keep_harmless(s: Record, o: Record, slots: int) -> int:
    """R3, R15. Of soldiers as bits, those without whom another piece can still play the other die."""
    kept = 0
    while slots != 0:
        slot = lowest_bit(slots)
        slots &= slots - 1
        after = copy_of(s)
        lose_soldier(after, o, s.turn, slot)
        if can_follow(after, o):
            kept |= 1 << slot
    return kept
