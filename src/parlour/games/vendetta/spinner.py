"""The spinner: who falls on a space that it points at (R23)."""

from parlour.engine.contract import Record, note
from parlour.games.vendetta.board import MARKINGS, MASSACRE
from parlour.games.vendetta.codes import DIES, GODFATHER, MASSACRES, MISSES, NOBODY, SEATS, STRIKES
from parlour.games.vendetta.stacks import count, holder, lose, lowest_soldier_on, piece


def strike(s: Record, o: Record, space: int) -> None:
    """R23. Who dies on one of the two spaces."""
    top = holder(s, space)
    if top == NOBODY:
        note(MISSES, space)
    elif MARKINGS[o.layout, space] == MASSACRE:
        massacre(s, o, space)
    elif s.height[space] > 1:
        if count(s, space, s.turn) > 0 and top != s.turn:
            strike_soldier(s, o, top, space)  # the spinner's own piece is a hostage here
        else:
            hostage = s.stack[space, s.height[space] - 2] - 1
            strike_family(s, o, hostage, space)
    else:
        strike_family(s, o, top, space)


def strike_family(s: Record, o: Record, seat: int, space: int) -> None:
    """One soldier falls, if there is one; else the Godfather."""
    if s.men[space, seat] > 0:
        strike_soldier(s, o, seat, space)
    else:
        strike_godfather(s, o, seat, space)


def strike_soldier(s: Record, o: Record, seat: int, space: int) -> None:
    slot = lowest_soldier_on(s, o, seat, space)
    note(STRIKES, piece(seat, slot), space)
    lose(s, o, seat, slot)


def strike_godfather(s: Record, o: Record, seat: int, space: int) -> None:
    note(DIES, seat, space)
    lose(s, o, seat, GODFATHER)
    s.doomed[seat] = 1


def massacre(s: Record, o: Record, space: int) -> None:
    """R23. Every soldier falls; a Godfather survives if there was one."""
    soldiers = 0
    for seat in range(SEATS):
        while s.men[space, seat] > 0:
            lose(s, o, seat, lowest_soldier_on(s, o, seat, space))
            soldiers += 1
    note(MASSACRES, space, soldiers)
    if soldiers == 0:
        strike_godfather(s, o, s.boss[space] - 1, space)
