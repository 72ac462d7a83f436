"""Pieces on the track: groups of families on a space, who holds it, hostages, and how they come free (R16–R21).

A piece is a seat and a slot, slot 0 being the Godfather. `s.stack` lists the families on a space from the bottom up:
the topmost holds it and is free, those below are hostages.
"""

from parlour.engine.contract import Record, note
from parlour.games.vendetta.board import FBI, MARKINGS, SILENCED, SPACES
from parlour.games.vendetta.codes import AT_HOME, FREES, GODFATHER, KILLS, LOST, RECLAIMS, REVERSES, TAKES, WON

FULL = 3  # free pieces of one family on a space


def say(s: Record, kind: int, a: int = 0, b: int = 0, c: int = 0) -> None:
    """Tell what happens, unless a move is only being tried."""
    if not s.trial:
        note(kind, a, b, c)


def piece(seat: int, slot: int) -> int:
    return 9 * seat + slot


def space_of(s: Record, o: Record, seat: int, slot: int) -> int:
    return (o.gate[seat] + s.pos[seat, slot]) % SPACES


def holder(s: Record, space: int) -> int:
    """The seat whose pieces on a space are free; -1 on an empty space."""
    return s.stack[space, s.height[space] - 1] - 1 if s.height[space] > 0 else -1


def count(s: Record, space: int, seat: int) -> int:
    """Pieces of a family on a space, the Godfather included."""
    return s.men[space, seat] + (s.boss[space] == seat + 1)


def is_free(s: Record, o: Record, seat: int, slot: int) -> bool:
    """R5. A piece in home, or in the group that holds its space."""
    if s.pos[seat, slot] == AT_HOME:
        return True
    return 0 <= s.pos[seat, slot] < WON and holder(s, space_of(s, o, seat, slot)) == seat


def can_land(s: Record, o: Record, seat: int, slot: int, space: int) -> bool:
    """R11–R13."""
    marking = MARKINGS[o.layout, space]
    top = holder(s, space)
    if slot == GODFATHER:
        alone = top == -1 or (top == seat and s.height[space] == 1)
        return marking != FBI and alone and count(s, space, seat) < FULL
    if top == -1 or marking == SILENCED:
        return True
    return count(s, space, seat) < FULL if top == seat else count(s, space, top) == 1


def put(s: Record, seat: int, slot: int, space: int) -> None:
    """Add a piece to its family's group, or start one on top."""
    if count(s, space, seat) == 0:
        s.stack[space, s.height[space]] = seat + 1
        s.height[space] += 1
    if slot == GODFATHER:
        s.boss[space] = seat + 1
    else:
        s.men[space, seat] += 1


def lift(s: Record, seat: int, slot: int, space: int) -> None:
    """Take a piece off its space; `tidy` sees to what is left."""
    if slot == GODFATHER:
        s.boss[space] = 0
    else:
        s.men[space, seat] -= 1


def tidy(s: Record, space: int) -> None:
    """R20, R21. Empty groups disappear; a Godfather alone cannot hold soldiers, who then hold him."""
    height = 0
    for level in range(s.height[space]):
        seat = s.stack[space, level] - 1
        s.stack[space, level] = 0
        if count(s, space, seat) > 0:
            s.stack[space, height] = seat + 1
            height += 1
    s.height[space] = height
    if height > 1 and s.men[space, holder(s, space)] == 0:
        level = height - 2
        while level >= 0 and s.men[space, s.stack[space, level] - 1] == 0:
            level -= 1
        if level >= 0:
            say(s, REVERSES, holder(s, space), s.stack[space, level] - 1, space)
            raise_group(s, space, level)


def raise_group(s: Record, space: int, level: int) -> None:
    """Move a group to the top; the others keep their order."""
    seat = s.stack[space, level]
    for i in range(level, s.height[space] - 1):
        s.stack[space, i] = s.stack[space, i + 1]
    s.stack[space, s.height[space] - 1] = seat


def lose(s: Record, o: Record, seat: int, slot: int) -> None:
    """A piece is lost, wherever it is; the space it leaves is not tidied."""
    if 0 <= s.pos[seat, slot] < WON:
        lift(s, seat, slot, space_of(s, o, seat, slot))
    s.pos[seat, slot] = LOST


def lowest_soldier_on(s: Record, o: Record, seat: int, space: int) -> int:
    """The lowest-numbered soldier of a family on a space."""
    for slot in range(1, o.soldiers + 1):
        if s.pos[seat, slot] >= 0 and space_of(s, o, seat, slot) == space:
            return slot
    return -1


def reclaim(s: Record, o: Record, seat: int, most: int) -> None:
    """R8, R10. Lost soldiers come back into home, the lowest numbers first."""
    for slot in range(1, o.soldiers + 1):
        if most > 0 and s.pos[seat, slot] == LOST:
            s.pos[seat, slot] = AT_HOME
            most -= 1
            say(s, RECLAIMS, piece(seat, slot))


def take_hostage(s: Record, o: Record, seat: int, slot: int, space: int) -> None:
    """R17. A soldier comes to a single piece of another family; a friend held below comes free."""
    say(s, TAKES, piece(seat, slot), holder(s, space), space)
    if count(s, space, seat) > 0:
        level = 0
        while s.stack[space, level] != seat + 1:
            level += 1
        raise_group(s, space, level)
        say(s, FREES, seat, space)
    put(s, seat, slot, space)


def kill_hostages(s: Record, o: Record, space: int) -> None:
    """R18. Two soldiers of the holder are the end of every hostage soldier."""
    top = holder(s, space)
    if s.men[space, top] < 2 or s.height[space] == 1:
        return
    for level in range(s.height[space] - 1):
        seat = s.stack[space, level] - 1
        while s.men[space, seat] > 0:
            slot = lowest_soldier_on(s, o, seat, space)
            say(s, KILLS, piece(seat, slot), top, space)
            lose(s, o, seat, slot)
    tidy(s, space)
