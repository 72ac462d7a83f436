"""Quatro drawn: the scene, the text board, and what to touch for each action."""

from parlour.engine.contract import Record
from parlour.engine.scene import Scene
from parlour.games.quatro import rules
from parlour.games.quatro.board import BOARDS
from parlour.games.quatro.text import place, step_ends


def touches(s: Record, o: Record, action: int) -> list[str]:
    if action < rules.ROLL:
        v, _, number = step_ends(s, o, action)
        return [f"die:{number}", f"bar:{BOARDS[s.board]}" if v == 0 else f"point:{place(o, s.board, v)}"]
    if action >= rules.TAKE_BOARD:
        return [f"board:{BOARDS[action - rules.TAKE_BOARD]}"]
    return ["button:" + ("roll", "double", "accept", "decline", "no-move")[action - rules.ROLL]]


def sketch(s: Record, o: Record) -> str:
    return ""


def scene(s: Record, o: Record, seat: int | None) -> Scene:
    return Scene("Quatro", "FIG. 1", 100, 100, ())
