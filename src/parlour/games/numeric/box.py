"""What lies in Numeric's box: the board of the game that is played, counters, money, action cards and dice."""

import textwrap
from collections.abc import Iterator
from math import ceil

from parlour.engine.box import BOARD, CARD, CIRCLE, MONEY, PIECE, RECTANGLE, Thing, View, around, make_die, make_piece
from parlour.engine.contract import Record
from parlour.engine.people import say
from parlour.engine.scene import Shape, fit_size
from parlour.games.numeric import diamond, rectangles, rings
from parlour.games.numeric.board import NUMBERS
from parlour.games.numeric.options import Variant
from parlour.games.numeric.pack import PACK
from parlour.games.numeric.standing import is_reachable
from parlour.games.numeric.text import card_words, pounds, who

HEIGHT = 250.0  # of the rectangles and the diamond in millimetres: one sheet of any paper
RINGS = 288.0  # the width of the rings: two sheets of A4, one of A3
COVER, OWNER = 12.0, 9.0  # diameters of what covers a number, and of what tells whose a counter is
CARD_SIZE, NOTE_SIZE = (60.0, 40.0), (60.0, 28.0)
UNITS = 3.0  # of a card or a note, for a millimetre
SPARE = 1.5  # what a side may cover beyond its share of the board
PURSE = {100: 2, 50: 4, 20: 3, 10: 4}  # £500, as the patent deals it
SMALL_CHANGE = {1: 30, 5: 12, 10: 8, 20: 4}  # for Basic, where all numbers together bring less than this
BANK = {5: 10, 10: 10, 20: 10, 50: 10}
BANK_EACH = {100: 5, 500: 4}  # for each side
RICH = {1000: 3}  # the same, where games go to £5,000


def box(s: Record, o: Record) -> Iterator[Thing]:
    yield _board(s, o)
    if o.variant == Variant.COUNTERS:
        yield from _number_counters(o)
    width = OWNER if o.variant == Variant.COUNTERS else COVER
    share = min(len(NUMBERS), ceil(SPARE * len(NUMBERS) / o.players))
    for seat in range(o.players):
        yield make_piece(f"{say(who(seat))}'s {'marks' if width == OWNER else 'counters'}", seat, width, share)
    if o.cards:
        yield from (_card(o, number) for number in range(1, PACK + 1))
    yield from (_note(value, count) for value, count in sorted(count_notes(o).items()))
    yield make_die("dice", 4 if o.dice_up_after else o.dice)


def _board(s: Record, o: Record) -> Thing:
    if o.variant == Variant.COUNTERS:
        shapes = (*rings.draw_rings(s, o), *rings.draw_legend(rings.MIDDLE[0] - 390, 803, 780))
        return Thing(BOARD, "the board", shapes, (rings.MIDDLE[0] - 395, 90, 790, 732), RINGS)
    view: View
    if o.variant == Variant.HEX:
        shapes = tuple(diamond.draw_diamond(s, o))
        view = (diamond.MIDDLE - 385, diamond.BOTTOM - 1000, 770, 1006)
    else:
        shapes = tuple(rectangles.draw_rectangles(s, o))
        left = rectangles.LEFT[o.variant == Variant.ZONES] - (122 if o.variant == Variant.ZONES else 16)
        top = rectangles.TOP - 14
        view = (left, top, rectangles.right(o) + 6 - left, rectangles.BOTTOM + 6 - top)
    return Thing(BOARD, "the board", shapes, view, HEIGHT * view[2] / view[3])


def _number_counters(o: Record) -> Iterator[Thing]:
    """For the bag: one for every number that can be made."""
    width = 2 * rings.COUNTER * RINGS / 790
    for n in NUMBERS:
        if is_reachable(o, n):
            shapes = tuple(rings.draw_number(o, n))
            yield Thing(PIECE, "number counters", shapes, around(0, 0, rings.COUNTER), width, cut=CIRCLE)


def _card(o: Record, number: int) -> Thing:
    width, height = (UNITS * side for side in CARD_SIZE)
    lines = textwrap.wrap(say(card_words(o, number)), 22)
    shapes = [
        *_frame(width, height),
        Shape("", "text", width / 2, 22, size=11, text=f"card {number}", style="quiet"),
    ]
    for i, line in enumerate(lines):
        y = height / 2 + 6 + 17 * (i - (len(lines) - 1) / 2)
        shapes.append(Shape("", "text", width / 2, y, size=14.5, text=line))
    return Thing(CARD, "action cards", tuple(shapes), (0, 0, width, height), CARD_SIZE[0], cut=RECTANGLE)


def _frame(width: float, height: float) -> Iterator[Shape]:
    """A double line inside the edge of a card or a note."""
    for inset in (9.0, 14.0):
        sides = width - 2 * inset, height - 2 * inset
        yield Shape("", "rect", width / 2, height / 2, width=sides[0], height=sides[1], style="hair")


def count_notes(o: Record) -> dict[int, int]:
    """The purses of all sides as they begin, and a bank that does not run out soon."""
    if o.variant == Variant.BASIC:
        return dict(SMALL_CHANGE)
    notes = dict(BANK)
    each = [PURSE, BANK_EACH, *([] if o.variant == Variant.ZONES else [RICH])]
    for values in each:
        for value, count in values.items():
            notes[value] = notes.get(value, 0) + count * o.players
    return notes


def _note(value: int, count: int) -> Thing:
    width, height = (UNITS * side for side in NOTE_SIZE)
    shapes = (
        *_frame(width, height),
        Shape("", "circle", width / 2, height / 2, size=24, style="hair"),
        Shape("", "text", width / 2, height / 2, size=fit_size(pounds(value), 40, 20, 0.5), text=pounds(value)),
        Shape("", "text", 24, 22, size=12, text=str(value), style="plain"),
        Shape("", "text", width - 24, height - 20, size=12, text=str(value), style="plain"),
    )
    return Thing(MONEY, f"{pounds(value)} notes", shapes, (0, 0, width, height), NOTE_SIZE[0], count, cut=RECTANGLE)
