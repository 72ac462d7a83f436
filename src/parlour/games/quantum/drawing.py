"""Quantum drawn: the scene, and what to touch for each action. The text board is in sketch.py.

The board is in shells.py, whatever lies beside it in beside.py.
"""

from parlour.engine.contract import OVER, Record
from parlour.engine.scene import Scene, Shape
from parlour.games.quantum import beside, dice, shells, text
from parlour.games.quantum.board import HOME, NAMES, TRAY
from parlour.games.quantum.options import WinForm
from parlour.games.quantum.rules import count_of, is_total
from parlour.games.quantum.state import MOVES, NOBODY, Action

TINTS = ("chalk", "ink", "vermilion", "blue", "green", "purple")  # White, Black, Red, Blue, Green, Purple


def touches(s: Record, o: Record, action: int) -> list[str]:
    if action == Action.ENTER:
        return ["enter"]
    kind = "total" if is_total(action) else "die"
    return [f"piece:{s.turn}.{action // MOVES}", f"{kind}:{count_of(action)}"]


def target(s: Record, o: Record, action: int) -> str:
    """The square that is counted to, wherever a piece goes on to from there."""
    return f"square:{NAMES[o.entry if action == Action.ENTER else text.destination(s, action)]}"


def scene(s: Record, o: Record, seat: int | None) -> Scene:
    board = [
        *shells.draw_shells(s, o),
        *shells.draw_nucleus(s, o),
        *beside.draw_seats(s, o),
        *beside.draw_goal(s, o),
        *beside.draw_key(),
        *beside.draw_result(s),
    ]
    caption = f"FIG. 1 — {text.asked(s, o)}"
    return Scene(
        "Quantum", caption, beside.SHEET, beside.FOOT, tuple(board), pieces(s, o, seat), TINTS, _deciding(s, o)
    )


def _deciding(s: Record, o: Record) -> tuple[str, ...]:
    """The pieces of the winner that are home, and the scales where they count."""
    if s.to_move != OVER or s.winner == NOBODY:
        return ()
    slots = range(o.pieces_per_player)
    home = [f"piece:{s.winner}.{slot}" for slot in slots if s.place[s.winner, slot] in (HOME, TRAY)]
    return (*home, *(["pivot"] if o.win_form == WinForm.BALANCE else []))


def pieces(s: Record, o: Record, seat: int | None) -> tuple[Shape, ...]:
    return (*shells.draw_pieces(s, o), *beside.draw_home_pieces(s, o), *dice.draw_dice(s, o))
