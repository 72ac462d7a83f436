"""What lies in Quatro's box: the board, the men and the dice of every colour that plays, and the cube."""

from collections.abc import Iterator

from parlour.engine.box import BOARD, Thing, make_die, make_piece
from parlour.engine.contract import Record
from parlour.games.quatro.board import COLOURS, NOBODY
from parlour.games.quatro.drawing import BOARD_TINTS, COLOURED, MAN, NO_BOARD, SIDE, draw_board

WIDTH = 376.0  # of the board in millimetres: four sheets of A4 or Letter, two of A3
CUBE = ("2", "4", "16", "8", "32", "64")
CUBE_SIDE = 22.0
TINTS = (*[NO_BOARD] * COLOURED, *BOARD_TINTS)


def box(s: Record, o: Record) -> Iterator[Thing]:
    yield Thing(BOARD, "the board", tuple(draw_board(s, o)), (0.0, 0.0, SIDE, SIDE), WIDTH, tints=TINTS)
    playing = [board for board in range(4) if s.player[board] != NOBODY]
    if len(playing) < o.players:  # colours are still to be chosen
        playing = list(range(4))
    diameter = 2 * MAN * WIDTH / SIDE
    for board in playing:
        yield make_piece(f"{COLOURS[board]} men", board, diameter, o.men, BOARD_TINTS)
    for board in playing:
        yield make_die(f"{COLOURS[board]} dice", 2, seat=board, tints=BOARD_TINTS)
    if o.cube:
        yield make_die("doubling cube", 1, CUBE, side=CUBE_SIDE, pips=False)
