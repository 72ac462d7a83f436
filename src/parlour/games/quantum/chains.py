"""Blats and falls: what follows when pieces meet, one thing after another (R14–R16).

A piece is 8 × seat + slot. A chain is worked off on a short stack of pieces in the air: the topmost comes to rest
before the one below it goes on.
"""

from parlour.engine.contract import Record, note
from parlour.games.quantum.board import CENTRE, DOWN, JUMP, UP

SLOTS = 8

# What a person would mention
STARTS, THROWS, THROWS_ONE, ENTERS, MOVES, ZAPS, BLATS, FALLS, RISES, JUMPS, ABSORBED, EARNS = range(12)
TO_TRAY, WASTES, NO_BALANCE, WINS, DRAWN = range(12, 17)


def lift(s: Record, piece: int) -> None:
    """Take a piece off its square, or out of the centre, into the air."""
    square = s.place[piece // SLOTS, piece % SLOTS]
    if square == CENTRE:
        s.centre -= 1
    else:
        s.at[square] = 0


def hover(s: Record, piece: int, square: int) -> None:
    """A piece in the air is above a square, which nothing but its picture needs to know."""
    s.place[piece // SLOTS, piece % SLOTS] = square


def settle(s: Record, piece: int, square: int) -> None:
    """A piece comes to rest."""
    s.place[piece // SLOTS, piece % SLOTS] = square
    if square == CENTRE:
        s.centre += 1
    else:
        s.at[square] = piece + 1


def arrive(s: Record, piece: int, square: int) -> None:
    """R14, R15. A piece in the air comes to a square; whoever stands there falls first, then the piece goes up."""
    top = 0
    s.air[0] = piece
    s.bound[0] = square
    while top >= 0:
        piece = s.air[top]
        if s.struck[top] > 0:
            rise(s, piece, s.struck[top])
            s.struck[top] = 0
        square = s.bound[top]
        if square == CENTRE or s.at[square] == 0:
            settle(s, piece, square)
            s.air[top] = 0
            s.bound[top] = 0
            top -= 1
        else:
            hit = s.at[square] - 1
            hover(s, piece, square)
            note(BLATS, piece, hit, square)
            lift(s, hit)
            hover(s, hit, DOWN[square])
            s.struck[top] = square
            s.bound[top] = UP[square]
            top += 1
            s.air[top] = hit
            s.bound[top] = DOWN[square]
            note(FALLS, hit, square, DOWN[square])


def rise(s: Record, piece: int, square: int) -> None:
    """R14, R16. The moving piece goes up from where it struck; off a jump square that earns its own side a throw."""
    if UP[square] != square:
        note(RISES, piece, square, UP[square])
    if JUMP[square] > 0:
        earn(s, piece)


def earn(s: Record, piece: int) -> None:
    """R16. Only the roller's pieces earn throws."""
    if piece // SLOTS == s.turn:
        s.due += 1
        note(EARNS, s.turn)
