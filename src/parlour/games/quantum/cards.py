"""A card for every square: its element and electrons, and where a piece there goes, up and down."""

from typing import Any

from parlour.games.quantum.board import CENTRE, DOWN, HOME, NAMES, SQUARES, UP, is_hole, number_of
from parlour.games.quantum.elements import ELEMENTS


def cards() -> dict[str, dict[str, Any]]:
    """By the ids of the squares in the scene."""
    return {f"square:{NAMES[square]}": _card(square) for square in range(1, SQUARES + 1)}


def _card(square: int) -> dict[str, Any]:
    up, down = (_name(int(to[square])) for to in (UP, DOWN))
    up = "stays" if UP[square] == square else up
    card: dict[str, Any] = {
        "title": _name(square),
        "symbol": "",
        "group": "",
        "shells": [],
        "configuration": "",
        "up": up,
        "down": down,
    }
    if not is_hole(square):
        element = ELEMENTS[number_of(square)]
        card |= {
            "symbol": element.symbol,
            "group": element.group,
            "shells": list(element.shells),
            "configuration": element.configuration,
        }
    return card


def _name(square: int) -> str:
    if square == CENTRE:
        return "the centre"
    if square == HOME:
        return "home"
    return f"hole {NAMES[square]}" if is_hole(square) else f"{ELEMENTS[number_of(square)].name.lower()} {NAMES[square]}"
