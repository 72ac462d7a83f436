"""What the options settle about numbers and cells, so that the rules only look it up."""

from typing import Any

from parlour.engine.contract import Record
from parlour.engine.fields import Field
from parlour.engine.options import Choice, Flag, Values, Whole
from parlour.games.numeric import board
from parlour.games.numeric.conditions import AMOUNTS, LineColour, read_conditions
from parlour.games.numeric.options import people
from parlour.games.numeric.reach import FOUR, HIGHEST, REACHED, WORD, Fractions

NUMBER = HIGHEST + 1  # of a table with an entry for each number, and one for none
WORDS = Whole(0, (1 << WORD) - 1)  # half of a set of numbers


def _amount(name: str) -> Whole:
    return Whole(0, AMOUNTS[name][1])


DERIVED = (
    Field("related", WORDS, "R53. the relatives of each number", (NUMBER, 2)),
    Field("lines", WORDS, "rows and columns of rectangles", (board.LINES, 2)),
    Field("areas", WORDS, "money zones or colour areas, as far as they count (N34)", (7, 2)),
    Field("universe", WORDS, "numbers that some throw makes", 2),
    Field("in_play", WORDS, "numbers that count for the endings, and are in the bag (N34)", 2),
    Field("primes", WORDS, "the gold and silver ones among them", 2),
    Field("people", Whole(0, 6), "members of each side (N46)", len(board.SEATS)),
    Field("mark", Whole(0, 3), "M(n): gold counts 3, silver 2", NUMBER),
    Field("value", Whole(0, 500), "what a number pays before its mark", NUMBER),
    Field("row", Whole(0, board.LINES - 1), "the line of each number across the rectangles", NUMBER),
    Field("column", Whole(0, board.LINES - 1), "and down", NUMBER),
    Field("first", Whole(-1, len(board.SEATS) - 1), "the seat that throws first, or -1 where that is drawn"),
    Field("parts", Whole(5, 7), "how many zones, or areas"),
    Field("bonus", Whole(1, 3), "B(c): what a cell multiplies by", board.CELLS),
    Field("end_minutes", _amount("time_limit"), "minutes agreed on, or 0"),
    Field("end_throws", _amount("throw_limit"), "throws agreed on, or 0"),
    Field("end_funds", _amount("funds"), "pounds agreed on, or 0"),
    Field("end_line", Choice(LineColour), "the line agreed on, or none"),
    Field("line_length", Whole(0, 10), "cells in it, on the hexagons"),
    Field("end_zones", _amount("zones_complete"), "zones or areas agreed on, or 0"),
    Field("end_primes", Flag(), "whether all gold and silver numbers end the game"),
    Field("end_covered", Flag(), "whether all numbers do"),
    Field("end_used", Flag(), "whether all counters do"),
    Field("end_count", _amount("cover_count"), "numbers agreed on, or 0"),
)


def derive(values: Values, o: Record) -> None:
    variant, one = values["variant"], values["one_is_prime"]
    universe = reachable(values)
    in_play = universe if values["unreachable"] == "skip" else set(board.NUMBERS)
    marks = {n: board.prime_class(n, one) for n in board.NUMBERS}
    relatives = board.relatives(values["relation_multiple"] == "common_factor", one)
    ends = board.ZONE_ENDS if variant in ("basic", "zones") else board.COLOUR_ENDS
    for n in board.NUMBERS:
        o.mark[n] = 1 if variant == "basic" else marks[n]
        o.value[n] = _value(values, n)
        o.related[n, 0], o.related[n, 1] = relatives[n]
        if variant in ("basic", "zones"):
            row, column = board.rectangle(n, values["layout"] == "snake")
            o.row[n], o.column[n] = row - 1, board.ROWS + column - 1
    if variant == "zones":
        for i, line in enumerate(board.rectangle_lines(values["layout"] == "snake")):
            o.lines[i, 0], o.lines[i, 1] = board.words_of(line)
    for i, span in enumerate(board.spans(ends)):
        o.areas[i, 0], o.areas[i, 1] = board.words_of(in_play & set(span))
    o.parts = len(ends)
    o.first = -1 if values["first_side"] == "random" else board.SEATS.index(values["first_side"])
    o.universe[0], o.universe[1] = board.words_of(universe)
    o.in_play[0], o.in_play[1] = board.words_of(in_play)
    o.primes[0], o.primes[1] = board.words_of(n for n in in_play if marks[n] > board.NO_MARK)
    bonus = board.bonus_cells(values["bonus_layout"], values["bonus_seed"])
    for cell in range(board.CELLS):
        o.bonus[cell] = bonus.get(cell, 1)
    for seat, count in enumerate(people(values)):
        o.people[seat] = count
    _derive_endings(read_conditions(values["end"]), o)


def reachable(values: Values) -> set[int]:
    """The numbers that some throw of this game makes."""
    fractions = Fractions.number(values["fractions"])
    three_only = values["dice"] == 3 and values["dice_up_after"] == 0
    throws = REACHED[fractions, FOUR:] if three_only else REACHED[fractions, :FOUR]
    low = high = 0
    for words in throws.tolist():
        low, high = low | words[0], high | words[1]
    return set(board.numbers_of(low, high))


def _value(values: Values, n: int) -> int:
    """What a number pays before its mark counts."""
    if values["variant"] == "basic":
        return 1
    if values["variant"] == "zones":
        return board.ZONE_VALUES[board.part_of(n, board.ZONE_ENDS)]
    return board.COLOUR_VALUES[board.part_of(n, board.COLOUR_ENDS)] if values["hex_zone_money"] else 10


def _derive_endings(conditions: dict[str, Any], o: Record) -> None:
    o.end_minutes = conditions.get("time_limit", 0)
    o.end_throws = conditions.get("throw_limit", 0)
    o.end_funds = conditions.get("funds", 0)
    o.end_line = LineColour.NONE
    if "line" in conditions:
        colour, o.line_length = conditions["line"]
        o.end_line = LineColour.number(colour)
    o.end_zones = conditions.get("zones_complete", 0)
    o.end_primes = "all_primes" in conditions
    o.end_covered = "all_covered" in conditions
    o.end_used = "counters_used" in conditions
    o.end_count = conditions.get("cover_count", 0)
