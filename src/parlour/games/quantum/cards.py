"""A card for every square: its element and electrons, what it does to whoever ends there, and the ways up and down."""

from parlour.engine.scene import Card
from parlour.games.quantum.board import ABSORBS, DOWN, HOME, JUMP, NAMES, SQUARES, UP, is_hole, number_of
from parlour.games.quantum.elements import ELEMENTS
from parlour.games.quantum.text import square_name


def cards() -> dict[str, Card]:
    """By the ids of the squares in the scene."""
    return {f"square:{NAMES[square]}": _card(square) for square in range(1, SQUARES + 1)}


def _card(square: int) -> Card:
    up = "stays" if UP[square] == square else square_name(int(UP[square]))
    ways = *_ending(square), ("up", up), ("down", square_name(int(DOWN[square])))
    if is_hole(square):
        return Card(square_name(square), ways)
    element = ELEMENTS[number_of(square)]
    facts = (
        ("symbol", element.symbol),
        ("group", element.group),
        ("electrons", " ".join(map(str, element.shells))),  # of each shell, from the innermost
        ("configuration", element.configuration),
    )
    return Card(square_name(square), (*facts, *ways))


def _ending(square: int) -> tuple[tuple[str, str], ...]:
    """What the marks of a jump, of home and of absorption mean: nothing else tells it at the table."""
    if square == HOME:
        return (("ending here", "To win, a piece must end a count exactly here."),)
    if JUMP[square]:
        return (("ending here", f"A count that ends exactly here jumps to {square_name(int(JUMP[square]))}."),)
    if ABSORBS[square]:
        return (
            ("ending here", f"Absorption: a count that ends here is drawn back to {square_name(int(DOWN[square]))}."),
        )
    return ()
