"""Moving a piece: how far it comes, whether it may, and what its landing brings (R5–R10, R14–R19).

Who stands on a space with whom is in stacks.py.
"""

from parlour.engine.contract import Record, note
from parlour.games.vendetta.board import MARKINGS, SPACES, Marking
from parlour.games.vendetta.options import LeaderOnSilenced, SilencedSoldier
from parlour.games.vendetta.stacks import (
    FULL,
    has_hostages,
    holder,
    is_free,
    is_on_track,
    kill_hostages,
    lift,
    lose,
    owner,
    piece,
    put,
    reclaim,
    settle,
    size,
    space_of,
    take_hostage,
)
from parlour.games.vendetta.state import AT_HOME, CIRCLE, GODFATHER, LOST, NOBODY, WON, Event

IN_HOME, ON_GATE = AT_HOME - LOST, -LOST  # places: how far a soldier has come, counted from LOST
ONE_ROUND = (1 << SPACES) - 1
NEXT_ROUND = (1 << 12) - 1  # as far as two dice count


def progress_after(s: Record, slot: int, n: int) -> int:
    """R6–R10. How far a piece would be on its way."""
    r = s.pos[s.turn, slot] + n
    last = WON if slot == GODFATHER else CIRCLE - 1
    return r - CIRCLE if r > last else r


def find_movable(s: Record, o: Record, n: int) -> int:
    """R5, R7. The pieces that can move so far, as bits of slots."""
    seat = s.turn
    closed = s.closed & ~s.held[seat] | s.full & s.held[seat]  # R11, R12
    free = 1 << IN_HOME | as_places(s.held[seat], o.gate[seat])
    open_places = as_places(ONE_ROUND & ~closed, o.gate[seat])
    found = 1 << GODFATHER if can_godfather_move(s, o, n) else 0
    for slot in range(1, o.soldiers + 1):
        place = s.pos[seat, slot] - LOST
        found |= (free >> place & open_places >> place + n & 1) << slot
    return found


def as_places(spaces: int, gate: int) -> int:
    """Spaces as bits of places, which are counted from LOST on a family's own way, and on into the next round."""
    way = (spaces >> gate | spaces << SPACES - gate) & ONE_ROUND
    return way << ON_GATE | (way & NEXT_ROUND) << CIRCLE + ON_GATE


def can_godfather_move(s: Record, o: Record, n: int) -> bool:
    """R5, R9, R11, R13."""
    if not is_free(s, o, s.turn, GODFATHER):
        return False
    r = progress_after(s, GODFATHER, n)
    if r == WON:
        return True
    space = o.way[s.turn, r]
    top = s.groups[space, 0]
    own = owner(top) == s.turn and size(top) < FULL and not has_hostages(s, space)
    return (top == 0 or own) and MARKINGS[o.layout, space] != Marking.FBI


def shift(s: Record, o: Record, slot: int, n: int) -> None:
    """R6–R10, R14. A piece leaves, passes round if it does, and lands."""
    seat = s.turn
    r = s.pos[seat, slot]
    after = progress_after(s, slot, n)
    space = o.way[seat, after]
    if r == AT_HOME:
        s.pos[seat, slot] = after
        note(Event.LEAVES, piece(seat, slot), space, n)
    else:
        start = space_of(s, o, seat, slot)
        lift(s, seat, start)
        s.pos[seat, slot] = after
        note(Event.MOVES, piece(seat, slot), start, space)
        settle(s, o, start, seat)
    if after != WON:
        if after < r:
            reclaim(s, o, seat, 3 if slot == GODFATHER else 1)
        land(s, o, slot, space)


def land(s: Record, o: Record, slot: int, space: int) -> None:
    """R15–R19."""
    seat = s.turn
    marking = MARKINGS[o.layout, space]
    silenced = marking == Marking.SILENCED
    if silenced and slot != GODFATHER and o.silenced_soldier == SilencedSoldier.FIXED:
        s.pos[seat, slot] = LOST  # R15: at once, whatever else stands there
        note(Event.SILENCES, piece(seat, slot), space)
        return
    top = holder(s, space)
    if top == NOBODY or top == seat:
        put(s, seat, space)
    else:
        take_hostage(s, o, seat, slot, space)
    kill_hostages(s, o, space)
    if marking == Marking.HIT:
        s.hits += 1
        note(Event.HIT_DUE, seat, space)
    elif silenced and slot == GODFATHER:
        silence_godfather(s, o, space)


def silence_godfather(s: Record, o: Record, space: int) -> None:
    """R15. A Godfather costs his family a soldier, or is himself eliminated."""
    seat = s.turn
    victim = find_furthest_behind(s, o, seat)
    if o.leader_on_silenced == LeaderOnSilenced.ELIMINATED:
        note(Event.DIES, seat, space)
        lose(s, o, seat, GODFATHER)
    elif victim != NOBODY and o.silenced_soldier == SilencedSoldier.FIXED:
        note(Event.SILENCES, piece(seat, victim), space)
        lose_soldier(s, o, seat, victim)


def must_choose(s: Record, o: Record) -> bool:
    """R15. Whether the piece just moved has come to Silenced, and its player says which soldier that costs."""
    if o.silenced_soldier == SilencedSoldier.FIXED or not is_on_track(s, s.turn, s.moved):
        return False
    silenced = MARKINGS[o.layout, space_of(s, o, s.turn, s.moved)] == Marking.SILENCED
    return silenced and find_furthest_behind(s, o, s.turn) != NOBODY


def lose_soldier(s: Record, o: Record, seat: int, slot: int) -> None:
    """R15, R21. A soldier is lost, and where he was others may hold now."""
    space = space_of(s, o, seat, slot) if is_on_track(s, seat, slot) else NOBODY
    before = holder(s, space) if space != NOBODY else NOBODY
    lose(s, o, seat, slot)
    if space != NOBODY:
        settle(s, o, space, before)


def find_furthest_behind(s: Record, o: Record, seat: int) -> int:
    """R15. A soldier in home; else the free one furthest behind; else the hostage furthest behind."""
    best = NOBODY
    best_rank = 0
    for slot in range(1, o.soldiers + 1):
        r = s.pos[seat, slot]
        if r != LOST:
            rank = r if is_free(s, o, seat, slot) else r + 2 * CIRCLE
            if best == NOBODY or rank < best_rank:
                best = slot
                best_rank = rank
    return best
