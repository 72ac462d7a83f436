"""The words of a position."""

import pytest

from parlour.engine.position import PositionError, Words, read_whole


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
