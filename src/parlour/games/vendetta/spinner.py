"""The spinner: who falls on a space that it points at (R23)."""

from parlour.engine.contract import Record, note
from parlour.games.vendetta.board import MARKINGS, Marking
from parlour.games.vendetta.stacks import (
    count,
    count_soldiers,
    has_hostages,
    holder,
    lose,
    lowest_soldier_on,
    owner,
    piece,
)
from parlour.games.vendetta.state import GODFATHER, NOBODY, SEATS, Event


def strike(s: Record, o: Record, space: int) -> None:
    """R23. Who dies on one of the two spaces."""
    top = holder(s, space)
    if top == NOBODY:
        return
    if MARKINGS[o.layout, space] == Marking.MASSACRE:
        massacre(s, o, space)
    elif not has_hostages(s, space):
        strike_family(s, o, top, space)
    elif top != s.turn and count(s, space, s.turn) > 0:
        strike_soldier(s, o, top, space)  # the spinner's own piece is a hostage here
    else:
        strike_family(s, o, owner(s.groups[space, 1]), space)


def strike_family(s: Record, o: Record, seat: int, space: int) -> None:
    """One soldier falls, if there is one; else the Godfather."""
    if count_soldiers(s, o, space, seat) > 0:
        strike_soldier(s, o, seat, space)
    else:
        strike_godfather(s, o, seat, space)


def strike_soldier(s: Record, o: Record, seat: int, space: int) -> None:
    slot = lowest_soldier_on(s, o, seat, space)
    note(Event.STRIKES, piece(seat, slot), space)
    lose(s, o, seat, slot)


def strike_godfather(s: Record, o: Record, seat: int, space: int) -> None:
    note(Event.DIES, seat, space)
    lose(s, o, seat, GODFATHER)


def massacre(s: Record, o: Record, space: int) -> None:
    """R23. Every soldier falls; a Godfather survives if there was one."""
    soldiers = 0
    for seat in range(SEATS):
        while count_soldiers(s, o, space, seat) > 0:
            lose(s, o, seat, lowest_soldier_on(s, o, seat, space))
            soldiers += 1
    note(Event.MASSACRES, space, soldiers)
    if soldiers == 0:
        strike_godfather(s, o, holder(s, space), space)
