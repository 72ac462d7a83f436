"""Blats and falls: what follows when pieces meet, one thing after another (R14–R16).

A piece in the air stands nowhere, and its place is the square above which it is seen.
"""

import numpy as np

from parlour.engine.contract import Record, note
from parlour.engine.local import blank
from parlour.games.quantum.board import CENTRE, DOWN, JUMP, SQUARE_19, SQUARE_37, UP
from parlour.games.quantum.options import ArrivingOn37
from parlour.games.quantum.state import PIECES, SLOTS, Event

WAITING = np.dtype([("square", np.int16, PIECES), ("piece", np.int8, PIECES)])  # who struck where, and is to rise


def lift(s: Record, piece: int) -> None:
    """Take a piece off its square, or out of the centre, into the air."""
    square = s.place[piece // SLOTS, piece % SLOTS]
    if square == CENTRE:
        s.centre -= 1
    else:
        s.at[square] = 0


def hover(s: Record, piece: int, square: int) -> None:
    """A piece in the air comes above a square."""
    s.place[piece // SLOTS, piece % SLOTS] = square


def settle(s: Record, piece: int, square: int) -> None:
    """A piece comes to rest."""
    s.place[piece // SLOTS, piece % SLOTS] = square
    if square == CENTRE:
        s.centre += 1
    else:
        s.at[square] = piece + 1


def arrive(s: Record, o: Record, piece: int, start: int, square: int) -> None:
    """R14, R15. A piece in the air comes to a square; whoever stands there falls first, then the piece goes up."""
    waiting = blank(WAITING)
    n = 0  # pieces that wait for those they struck to come to rest, the last of them first
    while True:
        if square != CENTRE and s.at[square] > 0:
            waiting.piece[n] = piece
            waiting.square[n] = square
            n += 1
            piece = strike(s, piece, square)
            start = square
            square = DOWN[start]
        elif moves_on(o, start, square):
            hover(s, piece, square)
            jump(s, piece, square)
            start = square
            square = JUMP[start]
        else:
            settle(s, piece, square)
            if n == 0:
                return
            n -= 1
            piece = waiting.piece[n]
            start = waiting.square[n]
            rise(s, piece, start)
            square = UP[start]


def strike(s: Record, piece: int, square: int) -> int:
    """R14. Who stands on the square is struck and falls; returns that piece."""
    struck = s.at[square] - 1
    hover(s, piece, square)
    note(Event.BLATS, piece, struck, square)
    lift(s, struck)
    hover(s, struck, DOWN[square])
    note(Event.FALLS, struck, square, DOWN[square])
    return struck


def rise(s: Record, piece: int, square: int) -> None:
    """R14, R16. The moving piece goes up from where it struck; off a jump square that earns its own side a throw."""
    if UP[square] != square:
        note(Event.RISES, piece, square, UP[square])
    if JUMP[square] > 0:
        earn(s, piece)


def moves_on(o: Record, start: int, square: int) -> bool:
    """R12, U37. Whether a piece that comes to an empty square may not rest there: 37, unless it comes from 19."""
    return o.arriving_on_37 == ArrivingOn37.MOVE_ON and square == SQUARE_37 and start != SQUARE_19


def jump(s: Record, piece: int, square: int) -> None:
    """R11. From a jump square to the next ring, which earns a throw."""
    note(Event.JUMPS, piece, square, JUMP[square])
    earn(s, piece)


def earn(s: Record, piece: int) -> None:
    """R16. Only the roller's pieces earn throws."""
    if piece // SLOTS == s.turn:
        s.due += 1
        note(Event.EARNS, s.turn)
