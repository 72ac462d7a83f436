"""Sets of actions as bits: as written and compiled they hold the same, and what a set of Python would hold."""

from pathlib import Path
from typing import Any

import numba
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from parlour.engine import bits, intrinsics
from parlour.engine.bind import bind
from parlour.engine.bits import actions_as_words, as_flags, codes_of
from parlour.engine.targets import TARGETS, new_actions
from tests.engine import filling
from tests.engine.filling import BITS, CLEAR, ONE, RUN

SIZES = (1, 63, 64, 65, 83, 128, 200, 587)
BOUND = {name: bind(filling, name) for name in ("python", "cpu")}

whole = st.integers(-(2**63), 2**63 - 1)


@st.composite
def fillings(draw: st.DrawFn) -> tuple[int, list[tuple[int, int, int]]]:
    """A size, and what is allowed one after another: codes, runs and bits, each within the size."""
    size = draw(st.sampled_from(SIZES))
    steps = []
    for _ in range(draw(st.integers(0, 12))):
        first = draw(st.integers(0, size - 1))
        kind = draw(st.sampled_from((ONE, ONE, RUN, BITS, CLEAR)))
        number = 0
        if kind == RUN:
            number = draw(st.integers(-1, size - first))
        elif kind == BITS:
            number = draw(whole)
            if size - first < 64:
                number &= (1 << size - first) - 1
        steps.append((kind, first, number))
    return size, steps


def fill_set(steps: list[tuple[int, int, int]]) -> set[int]:
    """The same with a set of Python."""
    found: set[int] = set()
    for kind, first, number in steps:
        if kind == ONE:
            found.add(first)
        elif kind == RUN:
            found.update(range(first, first + number))
        elif kind == BITS:
            found.update(first + i for i in range(64) if number >> i & 1)
        else:
            found.clear()
    return found


@pytest.mark.parametrize("target", TARGETS)
@given(fillings())
def test_a_set_of_bits_is_a_set(target: str, case: tuple[int, list[tuple[int, int, int]]]) -> None:
    size, steps = case
    expected = sorted(fill_set(steps))
    bound = BOUND[target]
    table: Any = np.array(steps, np.int64).reshape(-1, 3)
    numbers = table.data if target == "python" else table

    actions = new_actions(size, target)
    bound.fill(actions, numbers)
    assert bound.count(actions) == len(expected)
    codes = np.zeros(size, np.int64)
    assert bound.walk(actions, codes) == len(expected)
    assert codes[: len(expected)].tolist() == expected
    codes[:] = 0
    bound.pick_each(actions, codes)
    assert codes[: len(expected)].tolist() == expected
    assert [code for code in range(size) if bound.has(actions, code)] == expected

    actions = new_actions(size, target)
    bound.fill(actions, numbers)
    assert codes_of(actions) == expected
    flags = as_flags(actions, size)
    assert flags.dtype == np.bool_
    assert flags.shape == (size,)
    assert np.flatnonzero(flags).tolist() == expected
    words = actions_as_words(actions, size)
    assert codes_of(words) == expected
    assert BOUND["cpu"].count(words) == len(expected)


@given(whole, st.integers(0, 63))
def test_bits_of_a_number(x: int, k: int) -> None:
    places = [i for i in range(64) if x >> i & 1]
    lowest, highest = (places[0], places[-1]) if places else (-1, -1)
    for bound in BOUND.values():
        assert bound.ask_small(x) == (len(places), lowest, highest)
        if k < len(places):
            assert bound.ask_bits(x, k)[2] == places[k]


@pytest.mark.parametrize("x", [np.int8(-1), np.int16(-2), np.uint8(255), np.int16(6), np.True_])
def test_a_narrow_number_is_widened_first(x: Any) -> None:
    assert BOUND["cpu"].ask_small(x) == BOUND["python"].ask_small(int(x))


@pytest.mark.parametrize("target", TARGETS)
def test_the_sign_is_a_bit_like_others(target: str) -> None:
    assert BOUND[target].shift_to_the_sign() == 63


@pytest.mark.parametrize("way", ["_count_bytes", "_deposit"])
def test_the_kth_bit_is_found_either_way(way: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """One instruction finds it on many processors; on others it takes a few steps."""
    if way == "_deposit" and "bmi2" not in Path("/proc/cpuinfo").read_text():
        pytest.skip("this processor has no such instruction")
    for other in ("_count_bytes", "_deposit"):
        monkeypatch.setattr(intrinsics, other, getattr(intrinsics, way))
    select_bit: Any = intrinsics.select_bit
    find: Any = numba.njit(lambda x, k: select_bit(x, k))
    for x in (1, -1, -(2**63), 0x5555555555555555, -0x7FFFFFFFFFFFFFFF):
        places = [i for i in range(64) if x >> i & 1]
        assert [find(x, k) for k in range(len(places))] == places


@given(whole, st.integers(0, 30))
def test_bits_as_flags(x: int, at: int) -> None:
    for bound in BOUND.values():
        flags = np.ones(100, np.bool_)
        bound.write(flags, at, x)
        assert flags.tolist() == [True] * at + [x >> i & 1 == 1 for i in range(64)] + [True] * (36 - at)


def test_a_code_too_high_is_refused() -> None:
    actions = new_actions(10, "python")
    bits.allow(actions, 10)
    with pytest.raises(ValueError, match="action 10 is not among 10: expected codes from 0 to 9"):
        actions_as_words(actions, 10)


def test_a_code_too_high_is_out_of_bounds_when_compiled() -> None:
    with pytest.raises(IndexError):
        BOUND["cpu"].fill(new_actions(64, "cpu"), np.array([[ONE, 64, 0]]))


@pytest.mark.parametrize("x", [7, np.int16(7), np.int8(7)])
def test_notes_are_silent_when_compiled(x: Any) -> None:
    told: list[tuple[int, ...]] = []
    assert BOUND["cpu"].tell(x) == 7
    bind(filling, "python", note=lambda *numbers: told.append(numbers)).tell(7)
    assert told == [(1,), (2, 7), (3, 7, 5), (4, 7, 5, True)]
