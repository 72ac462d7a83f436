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


@pytest.mark.parametrize(
    ("kind", "taken", "refused", "words"),
    [
        (Whole(0, 20, step=5), [0, 5, 20, "10"], [1, 4, -5, 25, "7"], "0 to 20 in steps of 5"),
        (Whole(3, 9, step=3), [3, 6, 9], [0, 4, 5, 12], "3 to 9 in steps of 3"),
        (Whole(2, 9, step=3), [2, 5, 8], [9, 3, 6], "2 to 9 in steps of 3"),
        (Whole(5, 600, zero=True), [0, 5, 600, "0"], [1, 4, -1, 601], "0, or 5 to 600"),
        (Whole(10, 30, step=10, zero=True), [0, 10, 30], [5, 15, 40], "0, or 10 to 30 in steps of 10"),
        (Whole(5, 600), [5], [0], "5 to 600"),
    ],
    ids=str,
)
def test_whole_numbers_in_steps_and_zero(kind: Whole, taken: list[Any], refused: list[Any], words: str) -> None:
    for value in taken:
        assert kind.read(value) == int(value)
        assert kind.read(kind.write(kind.read(value))) == kind.encode(kind.read(value)) == int(value)
    for value in (*refused, True, False, None, 2.0, "x", ""):
        with pytest.raises(ValueError, match=r"^$"):
            kind.read(value)
    assert kind.describe() == words
    option = Option("amount", kind, taken[0], "how much")
    with pytest.raises(OptionError, match=f"^amount cannot be {refused[0]}: expected {words}$"):
        settle((option,), {"amount": refused[0]})


@pytest.mark.parametrize("kind", [Whole(0, 20, step=5), Whole(2, 9, step=3), Whole(5, 600, zero=True), Whole(7, 7)])
def test_samples_of_whole_numbers_can_be_read(kind: Whole) -> None:
    rng = random.Random(2)
    found = {kind.sample(rng) for _ in range(200)}
    assert all(kind.read(value) == value for value in found)
    assert len(found) == min(13, (kind.high - kind.low) // kind.step + 1)


NEEDING = (
    Option("game", Choice("plain", "wild"), "plain", "which"),
    Option("jokers", Whole(1, 4), 2, "how many", needs={"game": ("wild",)}),
    Option("joker_pays", Whole(0, 50, step=10), 10, "how much", needs={"game": ("wild",), "jokers": (1, 2)}),
)


def test_samples_set_an_option_only_where_it_matters() -> None:
    rng = random.Random(3)
    samples = [sample_options(NEEDING, rng, {}, lambda values: None) for _ in range(300)]
    assert all(sample["jokers"] == 2 for sample in samples if sample["game"] == "plain")
    assert all(sample["joker_pays"] == 10 for sample in samples if sample["game"] == "plain" or sample["jokers"] > 2)
    assert {sample["jokers"] for sample in samples} == {1, 2, 3, 4}
    assert {sample["joker_pays"] for sample in samples} == {0, 10, 20, 30, 40, 50}


def test_samples_keep_what_is_fixed_and_pass_the_check() -> None:
    def check(values: Any) -> None:
        if values["jokers"] == values["joker_pays"] // 10:
            raise OptionError("too easy")

    rng = random.Random(4)
    samples = [sample_options(NEEDING, rng, {"game": "wild"}, check) for _ in range(100)]
    assert {sample["game"] for sample in samples} == {"wild"}
    assert all(sample["jokers"] != sample["joker_pays"] // 10 for sample in samples)
    with pytest.raises(RuntimeError, match="no valid combination of options in 1000 tries"):
        sample_options(NEEDING, rng, {"game": "wild", "jokers": 1, "joker_pays": 10}, check)


@pytest.mark.parametrize(
    ("kind", "default", "message"),
    [
        (Flag, False, "the kind of the option timed is the class Flag: write its brackets"),
        (Choice(1, 2), 3, "the default of the option timed is 3: expected 1, 2"),
        (Choice("red", "white"), 0, "the default of the option timed is 0: expected red, white"),
    ],
)
def test_a_slip_in_a_declaration_is_named(kind: Any, default: Any, message: str) -> None:
    with pytest.raises(TypeError, match=message):
        Option("timed", kind, default, "whether turns are timed")
