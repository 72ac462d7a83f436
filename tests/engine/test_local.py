"""Local records: copies and blanks are a function's own, as written and compiled."""

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from parlour.engine.bind import bind
from parlour.engine.records import view_record
from parlour.engine.targets import TARGETS
from tests.engine import trying

BOUND = {name: bind(trying, name) for name in ("python", "cpu")}


def new_state() -> Any:
    states = np.zeros(1, trying.STATE)
    states["wide"] = 7
    states["cells"] = np.arange(15).reshape(3, 5)
    states["hand"] = [3, 4, 5]
    states["small"] = -6
    return states


def given_to(target: str, states: Any) -> Any:
    """A record as the functions of a target take it."""
    return view_record(states) if target == "python" else states[0]


@pytest.mark.parametrize("target", TARGETS)
def test_a_copy_is_changed_and_its_original_is_not(target: str) -> None:
    states = new_state()
    before = states.tobytes()
    assert BOUND[target].try_change(given_to(target, states), 2) == 9 + 16 + 6
    assert states.tobytes() == before


@pytest.mark.parametrize("target", TARGETS)
def test_copies_made_side_by_side_are_apart(target: str) -> None:
    s = given_to(target, new_state())
    assert BOUND[target].try_twice(s, 1) == 7 + 800 + 90_000 + 11_000_000


@pytest.mark.parametrize("target", TARGETS)
def test_a_copy_in_a_loop_starts_afresh(target: str) -> None:
    states = new_state()
    before = states.tobytes()
    expected = sum(7 + 14 + 4 + 3 * (by + more) for by in range(6) for more in range(2))
    for _ in range(3):
        assert BOUND[target].try_often(given_to(target, states), 6) == expected
    assert states.tobytes() == before


@pytest.mark.parametrize("target", TARGETS)
@given(st.integers(0, 20), st.integers(0, 20))
def test_a_blank_record_is_zero_each_time(target: str, times: int, untouched: int) -> None:
    assert BOUND[target].count_often(times, untouched) == 0


@pytest.mark.parametrize("target", TARGETS)
def test_a_blank_record_may_have_the_type_of_a_state(target: str) -> None:
    assert BOUND[target].swap_ends(given_to(target, new_state())) == -6 + 50 + 1400


def test_many_calls_take_no_more_of_the_stack() -> None:
    """A million copies of 64 bytes would, if each took room of its own."""
    assert BOUND["cpu"].count_often(1_000_000, -1) == 0


def test_a_copy_made_outside_the_rules_is_a_record_too() -> None:
    states = new_state()
    s = view_record(states)
    trial = bind(trying, "python").copy_of(s)
    trial.hand[0] = 99
    trial.small = 1
    assert trial.in_array["hand"][0].tolist() == [99, 4, 5]
    assert states["hand"][0].tolist() == [3, 4, 5]
    assert s.small == -6


@pytest.mark.parametrize("align", [True, False])
def test_fields_of_every_kind_are_read_and_written(align: bool) -> None:
    kinds = [np.bool_, np.int8, np.uint8, np.int16, np.uint16, np.int32, np.uint32, np.int64, np.uint64, np.float32]
    fields = [
        (f"{'one' if shape == () else 'row' if len(shape) == 1 else 'grid'}{i}", kind, shape)
        for i, kind in enumerate([*kinds, np.float64])
        for shape in ((), (3,), (2, 3))
    ]
    dtype = np.dtype(fields, align=align)
    states = np.zeros(4, dtype)
    s = view_record(states, 2)
    for i in range(11):
        setattr(s, f"one{i}", 1)
        getattr(s, f"row{i}")[1] = 1
        getattr(s, f"grid{i}")[1, 2] = 1
    expected = np.zeros(4, dtype)
    for i in range(11):
        expected[f"one{i}"][2] = 1
        expected[f"row{i}"][2, 1] = 1
        expected[f"grid{i}"][2, 1, 2] = 1
        assert getattr(s, f"one{i}") == getattr(s, f"row{i}")[1] == getattr(s, f"grid{i}")[1, 2] == 1
    assert all((states[name] == expected[name]).all() for name in dtype.names or ())


@pytest.mark.parametrize(
    ("value", "said"),
    [
        (200, "'small' cannot hold 200: expected -128 to 127"),
        (-129, "'small' cannot hold -129: expected -128 to 127"),
        (1.5, "'small' cannot hold 1.5: expected a whole number from -128 to 127"),
        (None, "'small' cannot hold None: expected a whole number from -128 to 127"),
    ],
)
def test_a_value_that_a_field_cannot_hold_is_named(value: object, said: str) -> None:
    s = view_record(new_state())
    with pytest.raises((ValueError, TypeError)) as caught:
        s.small = value
    assert str(caught.value) == said


def test_fields_that_are_no_numbers_are_refused() -> None:
    with pytest.raises(TypeError, match="rules cannot read the field 'name': expected numbers, got"):
        view_record(np.zeros(1, [("name", "U5")]))
    with pytest.raises(TypeError, match="expected a record type with named fields"):
        view_record(np.zeros(1))
