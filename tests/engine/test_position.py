"""The words of a position."""

import pytest

from parlour.engine.fields import Field, Named, record_type
from parlour.engine.hooks import Positions
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
        (SHORT, "steps=a,b,a,b", "'steps' has 4 numbers: expected 3"),
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
