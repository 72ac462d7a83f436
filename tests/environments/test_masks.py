"""Masks as a GPU makes them: eight flags at a time, wherever words and games end among them."""

import numpy as np
import pytest

from parlour.engine.bind import bind
from parlour.engine.targets import PYTHON
from parlour.environments import stepping


@pytest.mark.parametrize("actions", [1, 3, 7, 8, 9, 29, 63, 64, 65, 83, 128, 587])
def test_eight_flags_at_a_time_are_those_of_the_sets(actions: int) -> None:
    games, words = 11, -(-actions // 64)
    flags = np.random.default_rng(actions).random((games, actions)) < 0.5
    sets = np.zeros((games, words * 64), np.bool_)
    sets[:, :actions] = flags
    packed = np.packbits(sets, axis=1, bitorder="little").view(np.int64)
    eight_flags = bind(stepping, PYTHON, ACTIONS=actions, WORDS=words).eight_flags
    numbers = [eight_flags(at, packed) for at in range(-(-flags.size // 8))]
    found = b"".join(int(number).to_bytes(8, "little") for number in numbers)
    assert np.array_equal(np.frombuffer(found, np.bool_)[: flags.size], flags.reshape(-1))
