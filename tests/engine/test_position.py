"""The words of a position."""

from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from parlour.engine.fields import Field
from parlour.engine.hooks import Positions
from parlour.engine.options import Whole
from parlour.engine.position import PositionError, Words, read_position, read_whole, write_position


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
    with pytest.raises(PositionError, match="'B' has 3 numbers: expected 4"):
        two_rows(ROWS, "A=1,2,3,4 B=5,6,7")
    with pytest.raises(PositionError, match="'C' is not part of a position of this game"):
        two_rows(ROWS, f"{text} C=1,2,3,4")


def test_a_row_may_be_told_in_part() -> None:
    assert two_rows(SHORT_ROWS, "B=5,6,7") == ([[0, 0, 0, 0], [5, 6, 7, 0], [0, 0, 0, 0]], "A=0,0,0 B=5,6,7")
    assert two_rows(SHORT_ROWS, "") == ([[0, 0, 0, 0]] * 3, "")
    with pytest.raises(PositionError, match="'A' has 4 numbers: expected 3"):
        two_rows(SHORT_ROWS, "A=1,2,3,4")
