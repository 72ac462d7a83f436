"""The words of a position."""

from dataclasses import dataclass
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from parlour.engine.fields import Bits, Field, Named, record_type
from parlour.engine.hooks import Positions
from parlour.engine.options import Choice, Whole
from parlour.engine.position import PositionError, Words, read_position, read_whole, write_position
from parlour.engine.records import new_record, view_record


@pytest.mark.parametrize("text", ["", "x", "1.0", "+1", "1_0", " 1", "1\n", "\u0661", "--1", "9" * 5000])
def test_a_whole_number_is_written_in_plain_digits(text: str) -> None:
    with pytest.raises(PositionError, match=r"'turns' cannot be .*: expected a whole number"):
        read_whole("turns", text, -10, 10)


@pytest.mark.parametrize(("text", "number"), [("0", 0), ("7", 7), ("-7", -7), ("10", 10)])
def test_whole_numbers_are_read(text: str, number: int) -> None:
    assert read_whole("turns", text, -10, 10) == number


def test_numbers_keep_to_their_bounds() -> None:
    with pytest.raises(PositionError, match="'turns' cannot be 11: expected -10 to 10"):
        read_whole("turns", "11", -10, 10)
    with pytest.raises(PositionError, match="'halves' has 3 numbers: expected 2"):
        Words("halves=1,2,3").take_wholes("halves", 2, 0, 9, 0)


ROWS = (Field("place", Whole(0, 9), "where each piece is", (3, 4), words=("A", "B", "C"), usual=None, by_seat=True),)
SHORT_ROWS = (
    Field("place", Whole(0, 9), "places", (3, 4), words=("A", "B", "C"), by_seat=True, row=lambda s, o: o.pieces),
)


LETTERED = (
    Field("place", Whole(0, 9), "places", (3, 4), words=lambda s, o: ("ABC", "AC")[o.players == 2], by_seat=True),
)


def two_rows(fields: tuple[Field, ...], text: str) -> tuple[Any, str]:
    """What a position makes of a field in rows, of which two are in use, and the position written from that."""
    s, o = SimpleNamespace(place=np.zeros((3, 4), int)), SimpleNamespace(players=2, pieces=3)
    read_position(fields, Positions(), text, s, o)
    return s.place.tolist(), write_position(fields, Positions(), s, o)


def test_each_row_of_a_field_may_have_a_word_of_its_own() -> None:
    text = "A=1,2,3,4 B=5,6,7,8"
    assert two_rows(ROWS, text) == ([[1, 2, 3, 4], [5, 6, 7, 8], [0, 0, 0, 0]], text)
    with pytest.raises(PositionError, match="'B' is missing"):
        two_rows(ROWS, "A=1,2,3,4")
    with pytest.raises(PositionError, match="'B' has 3 entries: expected 4"):
        two_rows(ROWS, "A=1,2,3,4 B=5,6,7")
    with pytest.raises(PositionError, match="'C' is not part of a position of this game"):
        two_rows(ROWS, f"{text} C=1,2,3,4")


def test_the_words_of_rows_may_depend_on_the_options() -> None:
    text = "A=1,2,3,4 C=5,6,7,8"
    assert two_rows(LETTERED, text) == ([[1, 2, 3, 4], [5, 6, 7, 8], [0, 0, 0, 0]], text)
    with pytest.raises(PositionError, match="'B' is not part of a position of this game"):
        two_rows(LETTERED, "A=1,2,3,4 B=5,6,7,8")


def test_a_row_may_be_told_in_part() -> None:
    assert two_rows(SHORT_ROWS, "B=5,6,7") == ([[0, 0, 0, 0], [5, 6, 7, 0], [0, 0, 0, 0]], "A=0,0,0 B=5,6,7")
    assert two_rows(SHORT_ROWS, "") == ([[0, 0, 0, 0]] * 3, "")
    with pytest.raises(PositionError, match="'A' has 4 entries: expected 3"):
        two_rows(SHORT_ROWS, "A=1,2,3,4")


SHORT = Field("steps", Named(("a", "b"), none=""), "the steps made", 3, usual=-1, short=True)
TURN = Field("turn", Named(("red", "white"), none=""), "whose turn", usual=None)
LATE = Field("last", Named(("red", "white")), "nobody's", usual=-1, most=lambda s, o: -1)


@pytest.mark.parametrize(
    ("numbers", "text"), [((-1, -1, -1), ""), ((1, -1, -1), "steps=b"), ((0, 1, 0), "steps=a,b,a")]
)
def test_the_last_numbers_of_a_short_field_are_left_out(numbers: tuple[int, ...], text: str) -> None:
    array = new_record(record_type((SHORT,)))
    array["steps"] = numbers
    assert write_position((SHORT,), Positions(), view_record(array), None) == text
    again = new_record(record_type((SHORT,)))
    read_position((SHORT,), Positions(), text, view_record(again), None)
    assert again.tobytes() == array.tobytes()


@pytest.mark.parametrize(
    ("field", "text", "message"),
    [
        (SHORT, "steps=a,b,a,b", "'steps' has 4 entries: expected 3, with commas between them"),
        (SHORT, "steps=a,,b", "'steps' cannot be '': expected one of a, b"),
        (TURN, "turn=-", "'turn' cannot be '-': expected one of red, white"),
        (TURN, "", "'turn' is missing"),
        (LATE, "last=red", "'last' cannot be red: expected no such word here"),
    ],
)
def test_what_a_field_does_not_hold_is_refused(field: Field, text: str, message: str) -> None:
    with pytest.raises(PositionError) as refusal:
        read_position((field,), Positions(), text, view_record(new_record(record_type((field,)))), None)
    assert str(refusal.value) == message


@dataclass(frozen=True)
class Tally:
    """So many strokes for each place in a row."""

    def read_row(self, text: str, count: int) -> list[int]:
        strokes = text.split("/")
        if len(strokes) != count or set(text) - set("|/"):
            raise ValueError
        return [len(part) for part in strokes]

    def write_row(self, numbers: list[int]) -> str:
        return "/".join("|" * number for number in numbers) if any(numbers) else ""

    def describe(self) -> str:
        return "strokes with / between them"

    @property
    def bounds(self) -> tuple[int, int]:
        return 0, 9


STROKES = (Field("place", Tally(), "strokes", (3, 4), words=("A", "B", "C"), by_seat=True),)


def test_a_kind_may_tell_a_row_in_one_text() -> None:
    assert two_rows(STROKES, "B=|//||/|") == ([[0, 0, 0, 0], [1, 0, 2, 1], [0, 0, 0, 0]], "B=|//||/|")
    assert two_rows(STROKES, "") == ([[0, 0, 0, 0]] * 3, "")
    with pytest.raises(PositionError, match=r"'A' cannot be '\|/\|': expected strokes with / between them"):
        two_rows(STROKES, "A=|/|")


def test_what_is_in_use_nowhere_is_no_word() -> None:
    unused = (Field("place", Whole(0, 9), "places", (3, 4), word="all", row=lambda s, o: 0),)
    assert two_rows(unused, "") == ([[0, 0, 0, 0]] * 3, "")
    with pytest.raises(PositionError, match="'all' is not part of a position of this game"):
        two_rows(unused, "all=1")


def limited(kind: Any, least: int, most: int, text: str) -> int:
    """What a position makes of a field that has limits of its own here."""
    field = Field("x", kind, "something", least=lambda s, o: least, most=lambda s, o: most)
    s, o = SimpleNamespace(x=0), SimpleNamespace(players=2)
    read_position((field,), Positions(), text, s, o)
    return int(s.x)


def test_a_field_may_have_limits_of_its_own() -> None:
    assert limited(Whole(0, 9), 2, 4, "x=3") == 3
    assert limited(Choice("red", "blue", "green"), 1, 1, "x=blue") == 1
    for kind, text, reason in (
        (Whole(0, 9), "x=5", "'x' cannot be 5: expected 2 to 4"),
        (Whole(0, 9), "x=1", "'x' cannot be 1: expected 2 to 4"),
        (Choice("red", "blue", "green"), "x=red", "'x' cannot be red: expected blue"),
        (Choice("red", "blue", "green"), "x=green", "'x' cannot be green: expected blue"),
        (Bits(("A", "B")), "x=B", "'x' cannot be B: expected no such word here"),
    ):
        least, most = (2, 4) if isinstance(kind, Whole) else (1, 1) if isinstance(kind, Choice) else (0, 0)
        with pytest.raises(PositionError, match=reason):
            limited(kind, least, most, text)
