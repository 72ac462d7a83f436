"""Quantum in text, for the terminal: the rings unrolled in the direction of play, and who stands where."""

import textwrap
from collections.abc import Iterator
from itertools import zip_longest

from parlour.engine.contract import Record
from parlour.games.quantum import text
from parlour.games.quantum.board import (
    ABSORBS,
    DOWN,
    FIRST_NUMBERS,
    HOME,
    JUMP,
    NAMES,
    RING,
    RINGS,
    UP,
    is_hole,
    start_of,
)
from parlour.games.quantum.options import Totals
from parlour.games.quantum.standing import can_enter, goal, is_at_turn, short_name, slots_in_play, status, whereabouts
from parlour.games.quantum.state import COLOURS, NOBODY, SLOTS

LETTERS = "WKRUGP"  # white, black, red, blue, green, purple
WIDTH = 78


def sketch(s: Record, o: Record) -> str:
    lines = [*_rings(s, o), *_seats(s, o), *_pool(s, o), *_own_pieces(s, o)]
    return "\n".join(line.rstrip() for line in lines)


def _rings(s: Record, o: Record) -> Iterator[str]:
    for ring in range(6, RING[o.entry] - 1, -1):
        squares = range(start_of(ring), start_of(ring) + RINGS[ring - 1])
        strip = f"{ring} {FIRST_NUMBERS[ring - 1]:>2} {''.join(_sign(s, square) for square in squares)}"
        standing = " ".join(_owner(s, square) + NAMES[square] for square in squares if s.at[square])
        if len(strip) + len(standing) + 2 <= WIDTH:
            yield f"{strip}  {standing}"
        else:
            yield strip
            yield from textwrap.wrap(standing, WIDTH, initial_indent=" " * 5, subsequent_indent=" " * 5)
    yield "o number  . blank  ^ jump  H home  v absorption; anti-clockwise to the right"


def _sign(s: Record, square: int) -> str:
    if s.at[square]:
        return _owner(s, square)
    if square == HOME:
        return "H"
    return "^" if JUMP[square] else "v" if ABSORBS[square] else "." if is_hole(square) else "o"


def _owner(s: Record, square: int) -> str:
    return LETTERS[(s.at[square] - 1) // SLOTS]


def _seats(s: Record, o: Record) -> Iterator[str]:
    for seat in range(o.players):
        sign = ">" if is_at_turn(s, seat) else " "
        words = ", ".join(part for part in (whereabouts(s, o, seat), status(s, seat)) if part)
        yield f"{sign} {LETTERS[seat]} {text.who(seat)}{' ' * (8 - len(COLOURS[seat]))}{words}"


def _pool(s: Record, o: Record) -> Iterator[str]:
    """How near the table is to what wins, and what may be used."""
    yield goal(s, o)
    if text.pool(s):
        ways = []
        if o.totals == Totals.SAME_THROW and (s.pair or s.sixes):
            ways.append("pairs apart or together")
        if can_enter(s, o):
            ways.append(f"6 enters on {NAMES[o.entry]}")
        yield from textwrap.wrap("; ".join([f"dice: {', '.join(text.pool(s))}", *ways]), WIDTH, subsequent_indent="  ")
    if s.due:
        yield f"{s.due} to throw"


def _own_pieces(s: Record, o: Record) -> Iterator[str]:
    """Where the roller's pieces stand and where they would go, in two columns."""
    if s.turn == NOBODY:
        return
    rows = []
    for slot in slots_in_play(s, o, s.turn):
        square = s.place[s.turn, slot]
        up = "stays" if UP[square] == square else short_name(int(UP[square]))
        name = "home" if square == HOME else short_name(square)
        rows.append(f"{LETTERS[s.turn]} {slot + 1} on {name:<5} up {up:<5} down {short_name(int(DOWN[square]))}")
    for one, other in zip_longest(rows[::2], rows[1::2], fillvalue=""):
        yield f"{one:<38}{other}"
