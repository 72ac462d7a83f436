"""Looking one move ahead (R3): after a piece has moved with one die, can another play the other die?"""

from parlour.engine.contract import Record
from parlour.games.vendetta.board import MARKINGS, SILENCED, SPACES
from parlour.games.vendetta.codes import AT_HOME, ELIMINATED, GODFATHER, NOBODY, SEATS, SLOTS, WON
from parlour.games.vendetta.moving import can_move, progress_after, shift, silenced_soldier
from parlour.games.vendetta.stacks import count, space_of

KEPT = 3  # spaces that one move can change


def is_followed(s: Record, o: Record, slot: int, die: int) -> bool:
    """R3. Whether, after this move, another piece can play the other die."""
    r = progress_after(s, slot, s.dice[die])
    if r == WON:
        return True
    space = (o.gate[s.turn] + r) % SPACES
    silenced = slot == GODFATHER and MARKINGS[o.layout, space] == SILENCED
    if silenced and o.leader_on_silenced == ELIMINATED:
        return False
    return (not silenced and is_surely_followed(s, o, slot, die, space)) or try_move(s, o, slot, die)


def is_surely_followed(s: Record, o: Record, slot: int, die: int, space: int) -> bool:
    """A quick answer where the two moves cannot disturb each other; trying the move gives the same, only slower."""
    start = space_of(s, o, s.turn, slot) if s.pos[s.turn, slot] >= 0 else NOBODY
    n = s.dice[1 - die]
    for other in range(o.soldiers + 1):
        if other != slot and can_move(s, o, other, n):
            apart = s.pos[s.turn, other] == AT_HOME or space_of(s, o, s.turn, other) != start
            end = (o.gate[s.turn] + progress_after(s, other, n)) % SPACES
            room = end != space or (other != GODFATHER and count(s, space, s.turn) <= 1)
            if apart and room:
                return True
    return False


def try_move(s: Record, o: Record, slot: int, die: int) -> bool:
    """Make the move, see whether the other die can be played, and put everything back."""
    keep(s, o, slot, s.dice[die])
    hits = s.hits
    s.trial = 1
    shift(s, o, slot, s.dice[die])
    found = False
    for other in range(o.soldiers + 1):
        if other != slot and can_move(s, o, other, s.dice[1 - die]):
            found = True
    s.trial = 0
    s.hits = hits
    put_back(s)
    return found


def keep(s: Record, o: Record, slot: int, n: int) -> None:
    """Remember all that a move can change: pieces, the space left, the space reached, and a silenced soldier's."""
    for seat in range(SEATS):
        for i in range(SLOTS):
            s.kept_pos[seat, i] = s.pos[seat, i]
    s.kept_space[0] = space_of(s, o, s.turn, slot) if s.pos[s.turn, slot] >= 0 else NOBODY
    s.kept_space[1] = (o.gate[s.turn] + progress_after(s, slot, n)) % SPACES
    victim = silenced_soldier(s, o, s.turn)
    s.kept_space[2] = space_of(s, o, s.turn, victim) if victim != NOBODY and s.pos[s.turn, victim] >= 0 else NOBODY
    for i in range(KEPT):
        space = s.kept_space[i]
        if space != NOBODY:
            s.kept_height[i] = s.height[space]
            s.kept_boss[i] = s.boss[space]
            for seat in range(SEATS):
                s.kept_stack[i, seat] = s.stack[space, seat]
                s.kept_men[i, seat] = s.men[space, seat]


def put_back(s: Record) -> None:
    for seat in range(SEATS):
        for i in range(SLOTS):
            s.pos[seat, i] = s.kept_pos[seat, i]
            s.kept_pos[seat, i] = 0
    for i in range(KEPT):
        space = s.kept_space[i]
        s.kept_space[i] = 0
        if space != NOBODY:
            s.height[space] = s.kept_height[i]
            s.boss[space] = s.kept_boss[i]
            s.kept_height[i] = 0
            s.kept_boss[i] = 0
            for seat in range(SEATS):
                s.stack[space, seat] = s.kept_stack[i, seat]
                s.men[space, seat] = s.kept_men[i, seat]
                s.kept_stack[i, seat] = 0
                s.kept_men[i, seat] = 0
