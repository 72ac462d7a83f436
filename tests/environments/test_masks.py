"""Masks are made many flags at a time, wherever words and games end among them."""

from itertools import pairwise

import numpy as np
import pytest
from numpy.typing import NDArray

from parlour.engine.bind import bind
from parlour.engine.targets import PYTHON
from parlour.environments import loops, stepping

ACTIONS = [1, 3, 7, 8, 9, 29, 31, 32, 33, 63, 64, 65, 83, 128, 587]
GAMES = 19


def draw_sets(actions: int) -> tuple[NDArray[np.bool_], NDArray[np.int64]]:
    """The flags of some games, and the same as sets."""
    flags = np.random.default_rng(actions).random((GAMES, actions)) < 0.5
    sets = np.zeros((GAMES, -(-actions // 64) * 64), np.bool_)
    sets[:, :actions] = flags
    return flags, np.packbits(sets, axis=1, bitorder="little").view(np.int64)


@pytest.mark.parametrize("actions", ACTIONS)
def test_a_gpu_finds_any_eight_flags(actions: int) -> None:
    flags, sets = draw_sets(actions)
    eight_flags = bind(stepping, PYTHON, ACTIONS=actions, WORDS=sets.shape[1]).eight_flags
    numbers = [eight_flags(at, sets) for at in range(-(-flags.size // 8))]
    found = b"".join(int(number).to_bytes(8, "little") for number in numbers)
    assert np.array_equal(np.frombuffer(found, np.bool_)[: flags.size], flags.reshape(-1))


@pytest.mark.parametrize("actions", ACTIONS)
@pytest.mark.parametrize("bounds", [(0, GAMES), (0, 1, GAMES), (0, 7, 16, GAMES)])
def test_threads_of_a_processor_write_only_what_is_theirs(actions: int, bounds: tuple[int, ...]) -> None:
    flags, sets = draw_sets(actions)
    fill_masks = bind(loops, PYTHON, ACTIONS=actions, WORDS=sets.shape[1]).fill_masks
    found = np.zeros(flags.size, np.bool_)
    for first, last in reversed(list(pairwise(bounds))):  # whoever comes last spoils nothing
        fill_masks(first, last, sets, found)
    assert np.array_equal(found, flags.reshape(-1))
