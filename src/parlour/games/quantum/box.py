"""What lies in Quantum's box: the board with its elements, the pieces of all players and two dice."""

from collections.abc import Iterator

from parlour.engine.box import BOARD, Thing, around, make_die, make_piece
from parlour.engine.contract import Record
from parlour.games.quantum.beside import draw_key
from parlour.games.quantum.drawing import TINTS
from parlour.games.quantum.shells import MIDDLE, PIECE, draw_board
from parlour.games.quantum.state import COLOURS

WIDTH = 376.0  # of the board in millimetres: four sheets of A4 or Letter, two of A3
HALF = 516.0  # of what is drawn of it


def box(s: Record, o: Record) -> Iterator[Thing]:
    board = (*draw_board(s, o), *draw_key())
    yield Thing(BOARD, "the board", board, around(*MIDDLE, HALF), WIDTH, tints=TINTS)
    for seat in range(o.players):
        diameter = PIECE * WIDTH / HALF
        yield make_piece(f"{COLOURS[seat]} pieces", seat, diameter, o.pieces_per_player, TINTS)
    yield make_die("dice", 2)
