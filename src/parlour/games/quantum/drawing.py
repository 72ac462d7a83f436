"""Quantum drawn: the scene, and what to touch for each action. The text board is in sketch.py.

The board is in shells.py, whatever lies beside it in beside.py.
"""

from parlour.engine.contract import Record
from parlour.engine.scene import Scene
from parlour.games.quantum import beside, dice, shells, text
from parlour.games.quantum.rules import ENTER, MOVE_CODES
from parlour.games.quantum.sketch import sketch

__all__ = ["scene", "sketch", "touches"]

TINTS = ("chalk", "ink", "vermilion", "blue", "green", "purple")  # White, Black, Red, Blue, Green, Purple


def touches(s: Record, o: Record, action: int) -> list[str]:
    if action == ENTER:
        return ["enter"]
    kind = "total" if text.is_total(action) else "die"
    return [f"piece:{s.turn}.{action // MOVE_CODES}", f"{kind}:{text.count_of(action)}"]


def scene(s: Record, o: Record, seat: int | None) -> Scene:
    board = [
        *shells.draw_shells(s, o),
        *shells.draw_nucleus(s, o),
        *beside.draw_seats(s, o, seat),
        *beside.draw_goal(s, o),
        *beside.draw_key(),
        *beside.draw_list(s, o),
        *beside.draw_result(s),
    ]
    pieces = [*shells.draw_pieces(s, o), *beside.draw_home_pieces(s, o), *dice.draw_dice(s, o)]
    height = beside.LIST + beside.list_height(o)
    return Scene("Quantum", f"FIG. 1 — {text.asked(s, o)}", beside.SHEET, height, tuple(board), tuple(pieces), TINTS)
