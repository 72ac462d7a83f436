"""Moving a piece: how far it comes, whether it may, and what its landing brings (R5–R10, R14–R19).

Who stands on a space with whom is in stacks.py.
"""

from parlour.engine.contract import Record
from parlour.games.vendetta.board import HIT, MARKINGS, SILENCED, SPACES
from parlour.games.vendetta.codes import (
    AT_HOME,
    CIRCLE,
    DIES,
    ELIMINATED,
    GODFATHER,
    HIT_DUE,
    LEAVES,
    LOST,
    MOVES,
    NOBODY,
    SILENCES,
    WON,
)
from parlour.games.vendetta.stacks import (
    can_land,
    holder,
    is_free,
    kill_hostages,
    lift,
    lose,
    piece,
    put,
    reclaim,
    say,
    space_of,
    take_hostage,
    tidy,
)


def progress_after(s: Record, slot: int, n: int) -> int:
    """R6–R10. How far a piece would be on its way."""
    r = s.pos[s.turn, slot] + n
    if slot == GODFATHER:
        return r - CIRCLE if r > WON else r
    return r - CIRCLE if r >= CIRCLE else r


def can_move(s: Record, o: Record, slot: int, n: int) -> bool:
    """R5, R7."""
    if s.pos[s.turn, slot] == LOST or not is_free(s, o, s.turn, slot):
        return False
    r = progress_after(s, slot, n)
    return r == WON or can_land(s, o, s.turn, slot, (o.gate[s.turn] + r) % SPACES)


def shift(s: Record, o: Record, slot: int, n: int) -> None:
    """R6–R10, R14. A piece leaves, passes round if it does, and lands."""
    seat = s.turn
    r = s.pos[seat, slot]
    after = progress_after(s, slot, n)
    space = (o.gate[seat] + after) % SPACES
    if r == AT_HOME:
        s.pos[seat, slot] = after
        say(s, LEAVES, piece(seat, slot), space, n)
    else:
        start = space_of(s, o, seat, slot)
        lift(s, seat, slot, start)
        s.pos[seat, slot] = after
        say(s, MOVES, piece(seat, slot), start, space)
        tidy(s, start)
    if after != WON:
        if after < r:
            reclaim(s, o, seat, 3 if slot == GODFATHER else 1)
        land(s, o, slot, space)


def land(s: Record, o: Record, slot: int, space: int) -> None:
    """R15–R19."""
    seat = s.turn
    if MARKINGS[o.layout, space] == SILENCED:
        silence(s, o, slot, space)
        return
    top = holder(s, space)
    if top == NOBODY or top == seat:
        put(s, seat, slot, space)
    else:
        take_hostage(s, o, seat, slot, space)
    kill_hostages(s, o, space)
    if MARKINGS[o.layout, space] == HIT:
        s.hits += 1
        say(s, HIT_DUE, seat, space)


def silence(s: Record, o: Record, slot: int, space: int) -> None:
    """R15. A soldier is lost; a Godfather costs his family a soldier, or is himself eliminated."""
    seat = s.turn
    victim = slot
    if slot == GODFATHER:
        put(s, seat, slot, space)
        if o.leader_on_silenced == ELIMINATED:
            say(s, DIES, seat, space)
            s.doomed[seat] = 1
            return
        victim = silenced_soldier(s, o, seat)
    else:
        s.pos[seat, slot] = LOST
    if victim != NOBODY:
        say(s, SILENCES, piece(seat, victim), space)
    if slot == GODFATHER and victim != NOBODY:
        left = space_of(s, o, seat, victim) if s.pos[seat, victim] >= 0 else NOBODY
        lose(s, o, seat, victim)
        if left != NOBODY:
            tidy(s, left)


def silenced_soldier(s: Record, o: Record, seat: int) -> int:
    """R15. One in home; else the free one furthest behind; else the hostage furthest behind."""
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
