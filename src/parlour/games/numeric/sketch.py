"""Numeric in text, for the terminal: the board, and beside or below it the dice, the sides and what ends the game."""

import textwrap
from collections.abc import Iterator
from itertools import zip_longest

from parlour.engine.contract import Record
from parlour.engine.people import person, say
from parlour.games.numeric.board import (
    CELL_AT,
    COLOUR_ENDS,
    COLOUR_VALUES,
    COLOURS,
    DIAMOND,
    NEXT,
    RING,
    RING_LETTERS,
    RING_VALUES,
    SEATS,
    ZONE_ENDS,
    ZONE_VALUES,
    ZONES,
    label,
    part_of,
    rectangle_lines,
)
from parlour.games.numeric.options import Layout, Variant
from parlour.games.numeric.standing import (
    in_bag,
    is_at_turn,
    last_number,
    mark_of,
    other_endings,
    owner_of,
    status,
    throw_lines,
)
from parlour.games.numeric.state import NO_THROW, NOBODY
from parlour.games.numeric.text import card_words, dice, pounds, rack

WIDTH = 78
METALS = {"G": "*", "S": "+", "": " "}
TIMES = {2: "×2", 3: "×3"}


def sketch(s: Record, o: Record) -> str:
    if o.variant == Variant.COUNTERS:
        lines = [*_rings(s, o), *_below(s, o)]
    elif o.variant == Variant.HEX:
        lines = _side_by_side([*_diamond(s, o)], [*_beside(s, o), "", *_colours(o)], 44)
    else:
        board = [*_rectangles(s, o)]
        lines = _side_by_side(board, [*_beside(s, o)], max(map(len, board)) + 2)
    return "\n".join(line.rstrip() for line in lines)


def _side_by_side(left: list[str], right: list[str], width: int) -> list[str]:
    right = [part for line in right for part in _wrap(line, WIDTH - width)]
    return [f"{one:<{width}}{other}" for one, other in zip_longest(left, right, fillvalue="")]


def _wrap(line: str, width: int) -> list[str]:
    return textwrap.wrap(line, width, subsequent_indent="  ") if len(say(line).rstrip()) > width else [line]


def _number(s: Record, o: Record, n: int) -> str:
    """A number with its mark, or the side that covers it; four signs wide."""
    owner = owner_of(s, o, n)
    if owner == NOBODY:
        return f"{n:>3}{METALS[mark_of(o, n)]}"
    return f" ({SEATS[owner]})" if n == last_number(s) else f" ·{SEATS[owner]}·"


def _rectangles(s: Record, o: Record) -> Iterator[str]:
    rows = rectangle_lines(o.layout == Layout.SNAKE)[:17]
    yield "       ┌───────────────────────────────┐"
    for row in rows:
        numbers = reversed(row) if o.layout == Layout.SNAKE and row[0] < 97 and (row[0] - 1) // 6 % 2 else row
        cells = " ".join(_number(s, o, n) for n in numbers)
        zone = part_of(row[0], ZONE_ENDS)
        starts = row[0] == 1 or part_of(row[0] - 1, ZONE_ENDS) != zone
        value = f" {pounds(ZONE_VALUES[zone])} {ZONES[zone]}" if o.variant == Variant.ZONES and starts else ""
        if value and row[0] > 1:
            yield "       ├───────────────────────────────┤"
        yield f"{f'{row[0]}–{row[-1]}':>6} │ {cells:^29} │{value}"
    yield "       └───────────────────────────────┘"


def _diamond(s: Record, o: Record) -> Iterator[str]:
    for level in range(18, -1, -1):
        row = sorted((a - b, n) for n, (a, b) in DIAMOND.items() if a + b == level)
        cells = "".join(_number(s, o, n) for _, n in row)
        yield " " * (2 * (10 - len(row))) + cells


def _colours(o: Record) -> Iterator[str]:
    """What the colours are, and pay if they do."""
    paid = o.value[100] > o.value[1]
    first = 1
    for colour, end, value in zip(COLOURS, COLOUR_ENDS, COLOUR_VALUES, strict=True):
        yield f"{first:>3}–{end:<3} {colour}" + (f" {pounds(value)}" if paid else "")
        first = end + 1


def _rings(s: Record, o: Record) -> Iterator[str]:
    """The whole board, or from the rings that are in play as much as can be reached now."""
    far = min(7, 2 + max((int(RING[cell]) for cell in range(len(s.cells)) if s.cells[cell]), default=0))
    wide = 6 if far < 6 else 5
    for r in range(-far, far + 1):
        places = [(q, r) for q in range(-far, far + 1) if abs(q + r) <= far]
        yield " " * (wide * abs(r) // 2) + "".join(f"{_cell(s, o, CELL_AT[place]):<{wide}}" for place in places)
    values = [f"{letter} {pounds(value)}" for letter, value in zip(RING_LETTERS, RING_VALUES, strict=True)]
    yield "rings: " + "  ".join(values)


def _cell(s: Record, o: Record, cell: int) -> str:
    """The counter and who placed it; the name of a cell that touches one; or what it multiplies."""
    n = s.cells[cell]
    if n:
        return f"{n}{SEATS[owner_of(s, o, n)]}"
    if cell == 0 or any(beside >= 0 and s.cells[beside] for beside in NEXT[cell]):
        return label(cell) + ("", "", "²", "³")[o.bonus[cell]]
    return TIMES.get(o.bonus[cell], "·")


def _faces(s: Record) -> str:
    return "" if s.throw == NO_THROW else " ".join(f"[{face}]" for face in dice(s))


def _sides(s: Record, o: Record) -> Iterator[str]:
    for seat in range(o.players):
        sign = ">" if is_at_turn(s, seat) else " "
        doing = say(status(s, o, seat))
        yield f"{sign} {SEATS[seat]} {pounds(s.money[seat]):>7}  {f'{doing}  ' if doing else ''}{person(seat, '')}"


def _beside(s: Record, o: Record) -> Iterator[str]:
    if s.throw != NO_THROW:
        yield _faces(s)
    yield from map(say, throw_lines(s, o))
    yield ""
    yield from _sides(s, o)
    yield ""
    yield from other_endings(s, o)
    if s.card:
        yield f"card {s.card}: {card_words(o, s.card)}"
    yield ""
    yield "* gold  + silver"
    yield "·A· covered, (A) the last"


def _below(s: Record, o: Record) -> Iterator[str]:
    yield "  ".join(part for part in (_faces(s), *map(say, throw_lines(s, o))) if part)
    for seat, line in enumerate(_sides(s, o)):
        counters = " ".join(f"{n}{METALS[mark_of(o, n)].strip()}" for n in rack(s, seat)) or "-"
        yield f"{line}{' ' * (32 - len(say(line)))} rack: {counters}"
    last = last_number(s)
    facts = [*other_endings(s, o), f"in the bag: {in_bag(s)}", *([f"last: {last}"] if last else [])]
    yield from _wrap("; ".join(facts), WIDTH)
    if s.card:
        yield f"card {s.card}: {card_words(o, s.card)}"
    yield "7A: 7 placed by A; I12: a free cell beside a counter; ×2 ² double, ×3 ³ triple"
    yield "* gold  + silver"
