"""Numeric drawn: the scene, and what to touch for each action. The text board is in sketch.py.

Each board is in its own file, whatever lies beside it in beside.py; here is where everything goes.
"""

from collections.abc import Iterator

from parlour.engine.contract import OVER, Record
from parlour.engine.scene import Scene, Shape
from parlour.games.numeric import diamond, rectangles, rings, text
from parlour.games.numeric.beside import (
    GAP,
    LINE,
    PURSE,
    WORDS,
    draw_card,
    draw_choices,
    draw_dice,
    draw_lines,
    draw_purse,
    draw_throw,
    has_card,
    marks_meaning,
    ways,
    ways_out_width,
    wrap,
)
from parlour.games.numeric.board import SEATS, label
from parlour.games.numeric.cells import EDGE
from parlour.games.numeric.options import Variant
from parlour.games.numeric.reach import Signs
from parlour.games.numeric.standing import in_bag, other_endings, share_lines, throw_lines, winners
from parlour.games.numeric.state import Action, Phase

FIGURES = Variant.table(BASIC="FIG. 1", ZONES="FIG. 2", HEX="FIG. 3", COUNTERS="FIG. 4")
PANEL = 212.0  # the width of what is at the side


def touches(s: Record, o: Record, action: int) -> list[str]:
    if action == Action.PASS:
        return ["pass"]
    if action < Action.PLACE:
        n, c = text.formed(action)
        return [f"number:{n}"] + ([f"signs:{Signs.word(c)}"] if len(ways(s, o, n)) > 1 else [])
    if action < Action.TAKE:
        return [f"cell:{label(action - Action.PLACE)}"]
    if action < Action.JOIN:
        return [{Action.TAKE: "take", Action.END: "end", Action.FORFEIT: "forfeit"}[action]]
    if action < Action.SWAP:
        return [f"join:{SEATS[action - Action.JOIN]}"]
    return [f"number:{text.rack(s, s.turn)[action - Action.SWAP]}"]


def target(s: Record, o: Record, action: int) -> str:
    """The number to be covered, where signs are touched last; a counter's cell is chosen after its number."""
    path = touches(s, o, action)
    return path[0] if len(path) > 1 and o.variant != Variant.COUNTERS else ""


def scene(s: Record, o: Record, seat: int | None) -> Scene:
    if o.variant == Variant.COUNTERS:
        width, height, board = rings.SHEET, 1056.0, _beside_rings(s, o)
    elif o.variant == Variant.HEX:
        width, height, board = diamond.SHEET, 1064.0, _beside_diamond(s, o)
    else:
        width, height = rectangles.right(o) + 28 + PANEL + EDGE, rectangles.BOTTOM + EDGE
        board = _beside_rectangles(s, o)
    caption = f"{FIGURES[o.variant]} — {text.asked(s, o)}"
    won = tuple(f"side:{SEATS[side]}" for side in winners(s, o)) if s.to_move == OVER and o.players > 1 else ()
    return Scene("Numeric", caption, width, height, tuple(board), pieces(s, o, seat), decides=won)


def pieces(s: Record, o: Record, seat: int | None) -> tuple[Shape, ...]:
    if o.variant == Variant.COUNTERS:
        return tuple(rings.draw_counters(s, o))
    return tuple((diamond if o.variant == Variant.HEX else rectangles).draw_covers(s, o))


def _legend(o: Record, x: float, below: float) -> Shape:
    """What the letters on the numbers mean, under the board."""
    return Shape("", "text", x, below + 19, size=WORDS, text=marks_meaning(o), style="italic")


def _beside_rectangles(s: Record, o: Record) -> Iterator[Shape]:
    """All in one column at the right."""
    yield from rectangles.draw_rectangles(s, o)
    yield _legend(o, rectangles.middle(o), rectangles.BOTTOM)
    x, y = rectangles.right(o) + 28, EDGE
    yield from draw_throw(s, o, x, y, PANEL)
    y += PANEL + 16
    most, purse = (6, PURSE) if o.players <= 6 else (4, 46.0)  # eight sides leave less room
    lines = wrap([*throw_lines(s, o), *share_lines(s, o), *other_endings(s, o)], PANEL)
    yield from draw_lines(lines, x, y, most * LINE)
    y += min(most, len(lines)) * LINE + 16
    for side in range(o.players):
        yield from draw_purse(s, o, side, x, y, PANEL, purse)
        y += purse
    yield from draw_choices(s, o, x, y + 16, PANEL)


def _beside_diamond(s: Record, o: Record) -> Iterator[Shape]:
    """In the four corners: dice, choices, and the sides in two columns."""
    yield from diamond.draw_diamond(s, o)
    yield _legend(o, diamond.MIDDLE, diamond.BOTTOM)
    x, y = diamond.SHEET - EDGE - PANEL, EDGE
    yield from draw_throw(s, o, EDGE, y, PANEL)
    lines = wrap([*throw_lines(s, o), *share_lines(s, o), *other_endings(s, o)], PANEL)
    yield from draw_lines(lines, x, y, 4 * LINE)
    yield from draw_choices(s, o, x, y + min(4, len(lines)) * LINE + 16, PANEL)
    left = (o.players + 1) // 2
    for side in range(o.players):
        at, rows, row = (EDGE, left, side) if side < left else (x, o.players - left, side - left)
        yield from draw_purse(s, o, side, at, diamond.BOTTOM - (rows - row) * PURSE, PANEL)


def _beside_rings(s: Record, o: Record) -> Iterator[Shape]:
    """Purses beside the racks; everything else in a band below the board."""
    yield from rings.draw_rings(s, o)
    yield from rings.draw_racks(s, o)
    for side, board in enumerate(rings.racks(o)):
        yield from draw_purse(s, o, side, *board.purse, rings.PURSE)
    yield from rings.draw_legend(EDGE, 884, rings.SHEET - 2 * EDGE)
    y, die, wide = 916.0, 84.0, 240.0
    yield from draw_dice(s, o, EDGE, y, die, 4)
    yield from draw_lines([", ".join([*throw_lines(s, o), *share_lines(s, o)])], EDGE, y + die + GAP, LINE)
    lines = wrap([*other_endings(s, o), f"in the bag: {in_bag(s)}", marks_meaning(o)], wide)
    yield from draw_lines(lines, EDGE + 4 * (die + GAP) + 14, y, (3 if s.phase == Phase.BANKRUPT else 5) * LINE)
    x = rings.SHEET - EDGE
    if not has_card(s):
        yield from draw_choices(s, o, x - wide, y, wide)
        return
    yield from draw_card(s, o, x - wide, y, wide, die)
    if s.phase == Phase.BANKRUPT:
        wide = ways_out_width(s, o)
    yield from draw_choices(s, o, x - wide, y + die + GAP, wide)
