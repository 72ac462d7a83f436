"""The measure of how races are judged at their end."""

import numpy as np
import pytest

from benchmarks import endings
from tests.oracles.bearoff import exact_wins


@pytest.mark.parametrize(("home", "men"), [(6, 2), (9, 2)])
def test_perfect_play_is_what_the_oracle_says_and_the_table_comes_near(home: int, men: int) -> None:
    wins, exact = endings.perfect_wins(home, men), exact_wins(home, men)
    positions = endings.all_men(home, men)
    for own, mine in enumerate(positions[1:], start=1):
        for other, theirs in enumerate(positions[1:], start=1):
            assert wins[own, other] == pytest.approx(exact[mine, theirs], abs=1e-12)
    assert np.abs(endings.tabled_wins(home, men) - wins)[1:, 1:].max() < 0.001
