"""Pieces on the track: groups of families on a space, who holds it, hostages, and how they come free (R16–R21).

`s.groups` lists the groups on a space from the top down: the first holds it and is free, those below are hostages.
"""

from parlour.engine.contract import Record, note
from parlour.games.vendetta.state import AT_HOME, GODFATHER, LOST, NOBODY, SEATS, SLOTS, WON, Event

FULL = 3  # free pieces of one family on a space
PIECE = 8  # what one piece adds to the number of a group


def piece(seat: int, slot: int) -> int:
    return SLOTS * seat + slot


def is_on_track(s: Record, seat: int, slot: int) -> bool:
    return 0 <= s.pos[seat, slot] < WON


def space_of(s: Record, o: Record, seat: int, slot: int) -> int:
    """Where a piece on the track is."""
    return o.way[seat, s.pos[seat, slot]]


def owner(group: int) -> int:
    """The seat of a group; NOBODY where there is none."""
    return (group & 7) - 1


def size(group: int) -> int:
    return group >> 3


def holder(s: Record, space: int) -> int:
    """The seat whose pieces on a space are free; NOBODY on an empty space."""
    return owner(s.groups[space, 0])


def has_hostages(s: Record, space: int) -> bool:
    return s.groups[space, 1] != 0


def find_level(s: Record, space: int, seat: int) -> int:
    """Where in the list a family's group is, or NOBODY."""
    for level in range(SEATS):
        if owner(s.groups[space, level]) == seat:
            return level
    return NOBODY


def count(s: Record, space: int, seat: int) -> int:
    """Pieces of a family on a space, the Godfather included."""
    level = find_level(s, space, seat)
    return size(s.groups[space, level]) if level != NOBODY else 0


def has_godfather(s: Record, o: Record, space: int, seat: int) -> bool:
    return is_on_track(s, seat, GODFATHER) and space_of(s, o, seat, GODFATHER) == space


def count_soldiers(s: Record, o: Record, space: int, seat: int) -> int:
    return count(s, space, seat) - has_godfather(s, o, space, seat)


def is_free(s: Record, o: Record, seat: int, slot: int) -> bool:
    """R5. A piece in home, or in the group that holds its space."""
    if s.pos[seat, slot] == AT_HOME:
        return True
    return is_on_track(s, seat, slot) and holder(s, space_of(s, o, seat, slot)) == seat


def mark(s: Record, space: int) -> None:
    """Keep as bits who holds a space, and whether it is closed to others or full."""
    here = 1 << space
    for seat in range(SEATS):
        s.held[seat] &= ~here
    s.closed &= ~here
    s.full &= ~here
    top = s.groups[space, 0]
    if top != 0:
        s.held[owner(top)] |= here
        if size(top) > 1:
            s.closed |= here
        if size(top) == FULL:
            s.full |= here


def put(s: Record, seat: int, space: int) -> None:
    """Add a piece to its family's group, or start one on top."""
    level = find_level(s, space, seat)
    if level == NOBODY:
        for below in range(SEATS - 1, 0, -1):
            s.groups[space, below] = s.groups[space, below - 1]
        s.groups[space, 0] = PIECE + seat + 1
    else:
        s.groups[space, level] += PIECE
    mark(s, space)


def lift(s: Record, seat: int, space: int) -> None:
    """R20. Take a piece off its space; an empty group disappears."""
    level = find_level(s, space, seat)
    s.groups[space, level] -= PIECE
    if size(s.groups[space, level]) == 0:
        for above in range(level, SEATS - 1):
            s.groups[space, above] = s.groups[space, above + 1]
        s.groups[space, SEATS - 1] = 0
    mark(s, space)


def raise_group(s: Record, space: int, level: int) -> None:
    """Move a group to the top; the others keep their order."""
    group = s.groups[space, level]
    for below in range(level, 0, -1):
        s.groups[space, below] = s.groups[space, below - 1]
    s.groups[space, 0] = group
    mark(s, space)


def settle(s: Record, o: Record, space: int, before: int) -> None:
    """R20, R21. Somebody has left a space or is lost there: whom they held before may be free now."""
    reverse_roles(s, o, space)
    top = holder(s, space)
    if before != NOBODY and top != NOBODY and count(s, space, before) == 0:
        note(Event.RELEASES, top_piece(s, o, space), space)


def reverse_roles(s: Record, o: Record, space: int) -> None:
    """R21. A Godfather alone cannot hold soldiers: the highest of them then holds him."""
    top = holder(s, space)
    if not has_hostages(s, space) or count_soldiers(s, o, space, top) > 0:
        return
    for level in range(1, SEATS):
        seat = owner(s.groups[space, level])
        if seat != NOBODY and count_soldiers(s, o, space, seat) > 0:
            note(Event.REVERSES, top, seat, space)
            raise_group(s, space, level)
            return


def lose(s: Record, o: Record, seat: int, slot: int) -> None:
    """A piece is lost, wherever it is; R21 on the space it leaves is left to the caller."""
    if is_on_track(s, seat, slot):
        lift(s, seat, space_of(s, o, seat, slot))
    s.pos[seat, slot] = LOST


def lowest_soldier_on(s: Record, o: Record, seat: int, space: int) -> int:
    """The lowest-numbered soldier of a family on a space."""
    for slot in range(1, o.soldiers + 1):
        if s.pos[seat, slot] >= 0 and space_of(s, o, seat, slot) == space:
            return slot
    return NOBODY


def top_piece(s: Record, o: Record, space: int) -> int:
    """The piece that holds a space alone, or stands for those that do."""
    seat = holder(s, space)
    return piece(seat, GODFATHER if has_godfather(s, o, space, seat) else lowest_soldier_on(s, o, seat, space))


def reclaim(s: Record, o: Record, seat: int, most: int) -> None:
    """R8, R10. Lost soldiers come back into home, the lowest numbers first."""
    for slot in range(1, o.soldiers + 1):
        if most > 0 and s.pos[seat, slot] == LOST:
            s.pos[seat, slot] = AT_HOME
            most -= 1
            note(Event.RECLAIMS, piece(seat, slot))


def take_hostage(s: Record, o: Record, seat: int, slot: int, space: int) -> None:
    """R17. A soldier comes to a single piece of another family; a friend held below comes free."""
    note(Event.TAKES, piece(seat, slot), top_piece(s, o, space), space)
    level = find_level(s, space, seat)
    if level != NOBODY:
        raise_group(s, space, level)
        note(Event.FREES, seat, space)
    put(s, seat, space)


def kill_hostages(s: Record, o: Record, space: int) -> None:
    """R18. Two soldiers of the holder are the end of every hostage soldier."""
    top = holder(s, space)
    if not has_hostages(s, space) or count_soldiers(s, o, space, top) < 2:
        return
    for level in range(SEATS - 1, 0, -1):
        seat = owner(s.groups[space, level])
        if seat != NOBODY and count_soldiers(s, o, space, seat) > 0:
            slot = lowest_soldier_on(s, o, seat, space)
            note(Event.KILLS, piece(seat, slot), top, space)
            lose(s, o, seat, slot)
