"""What lies in Stencil's box: the board, the plates, and the counters of both players."""

from collections.abc import Iterator
from dataclasses import replace

from parlour.engine.box import BOARD, PLATE, Thing, around, make_piece
from parlour.engine.contract import Record
from parlour.engine.scene import Shape
from parlour.games.stencil.board import PLATES
from parlour.games.stencil.drawing import CELL_SIZE, FRAME, LEFT, TINTS, TOP, draw_board, draw_plate
from parlour.games.stencil.state import COLOURS

CELL = 27.0  # the side of a cell, in millimetres: two plates then go on a sheet of any paper
SCALE = CELL / CELL_SIZE
LINE = 3.0  # round the board and a plate, for the width of their lines
LETTERS = 44.0  # left of the board and above it


def box(s: Record, o: Record) -> Iterator[Thing]:
    view = (LEFT - LETTERS, TOP - LETTERS, FRAME + LETTERS + LINE, FRAME + LETTERS + LINE)
    yield Thing(BOARD, "the board", tuple(draw_board()), view, SCALE * view[2])
    for plate in range(o.plates):
        name = PLATES[plate]
        sheet = replace(draw_plate(o.holes[plate, 0], FRAME), style="shade")
        letter = Shape("", "text", 0.40 * FRAME, -0.462 * FRAME, size=20, text=name, style="plain")
        side = around(0, 0, FRAME / 2 + LINE)
        advice = "Cut out the four windows. It covers the board exactly; the dot is at its upper left."
        yield Thing(PLATE, f"plate {name}", (sheet, letter), side, SCALE * side[2], advice=advice)
    for seat, colour in enumerate(COLOURS):
        yield make_piece(f"{colour} counters", seat, 0.71 * CELL, o.counters_each, TINTS)
