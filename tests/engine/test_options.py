"""Options: declared once, checked everywhere."""

import random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from parlour.engine.options import Choice, Flag, Option, OptionError, Whole, changed, sample_options, settle

OPTIONS = (
    Option("size", Whole(2, 9), 4, "how big"),
    Option("colour", Choice("red", "blue"), "red", "which colour"),
    Option("stake", Choice(1, 2, 4), 1, "how much"),
    Option("wild", Flag(), False, "anything goes"),
    Option(
        "limit", Whole(0, 99), lambda v: 10 * v["size"], "how long", needs={"wild": (True,)}, default_help="ten a size"
    ),
)


def test_defaults_may_depend_on_earlier_options() -> None:
    assert settle(OPTIONS, {"size": 5})["limit"] == 50
    assert settle(OPTIONS, {}) == {"size": 4, "colour": "red", "stake": 1, "wild": False, "limit": 40}


@pytest.mark.parametrize(
    ("given_values", "expected"),
    [
        ({"size": "7"}, {"size": 7}),
        ({"colour": " Blue "}, {"colour": "blue"}),
        ({"stake": "4"}, {"stake": 4}),
        ({"wild": "yes"}, {"wild": True}),
        ({"wild": "off"}, {"wild": False}),
        ({"wild": True, "limit": 3}, {"limit": 3}),
    ],
)
def test_values_may_be_typed(given_values: dict[str, Any], expected: dict[str, Any]) -> None:
    settled = settle(OPTIONS, given_values)
    assert {name: settled[name] for name in expected} == expected


@pytest.mark.parametrize(
    ("given_values", "message"),
    [
        ({"sise": 3}, "there is no option 'sise': expected one of colour, limit, size, stake, wild"),
        ({"size": 10}, "size cannot be 10: expected 2 to 9"),
        ({"size": "many"}, "size cannot be 'many': expected 2 to 9"),
        ({"size": "0_3"}, "size cannot be '0_3': expected 2 to 9"),
        ({"size": "\u0663"}, "size cannot be '\u0663': expected 2 to 9"),
        ({"size": True}, "size cannot be True: expected 2 to 9"),
        ({"size": 3.0}, "size cannot be 3.0: expected 2 to 9"),
        ({"colour": "green"}, "colour cannot be 'green': expected red, blue"),
        ({"stake": True}, "stake cannot be True: expected 1, 2, 4"),
        ({"wild": 1}, "wild cannot be 1: expected true, false"),
        ({"limit": 3}, "limit only matters when wild is true, and it is false"),
    ],
)
def test_refusals_say_what_was_wrong_and_what_was_expected(given_values: dict[str, Any], message: str) -> None:
    with pytest.raises(OptionError) as caught:
        settle(OPTIONS, given_values)
    assert str(caught.value) == message


def test_an_option_that_would_be_ignored_may_only_repeat_its_default() -> None:
    assert settle(OPTIONS, {"limit": 40})["limit"] == 40


def test_only_changes_are_written_and_they_read_back() -> None:
    values = settle(OPTIONS, {"wild": True, "limit": 7, "colour": "blue"})
    texts = changed(OPTIONS, values)
    assert texts == {"colour": "blue", "wild": "true", "limit": "7"}
    assert settle(OPTIONS, texts) == values


@given(
    st.dictionaries(
        st.text(), st.one_of(st.text(), st.integers(), st.floats(), st.booleans(), st.none(), st.lists(st.text()))
    )
)
def test_anything_is_settled_or_refused(values: dict[str, Any]) -> None:
    try:
        settle(OPTIONS, values)
    except OptionError as error:
        assert str(error)


def test_samples_are_valid_and_varied() -> None:
    rng = random.Random(1)
    samples = [sample_options(OPTIONS, rng, {"colour": "blue"}, lambda values: None) for _ in range(50)]
    assert all(settle(OPTIONS, changed(OPTIONS, sample)) == sample for sample in samples)
    assert {sample["colour"] for sample in samples} == {"blue"}
    assert len({sample["size"] for sample in samples}) > 3
