"""Places and path data by radius and angle."""

import pytest

from parlour.engine.polar import Polar, circle_path
from parlour.engine.scene import fit_size


def test_angles_run_clockwise_from_the_top() -> None:
    plane = Polar(100, 50)
    assert plane.at(10, 0) == pytest.approx((100, 40))
    assert plane.at(10, 90) == pytest.approx((110, 50))
    assert plane.spot(10, 180) == "100.0,60.0"


def test_a_circle_as_a_path() -> None:
    assert circle_path(5) == "M-5,0a5,5 0 1 0 10,0a5,5 0 1 0 -10,0Z"
    assert circle_path(0.5, 2, -3) == "M1.5,-3a0.5,0.5 0 1 0 1,0a0.5,0.5 0 1 0 -1,0Z"


def test_words_are_made_to_fit() -> None:
    assert fit_size("two", 300, 20, 0.5) == 20
    assert fit_size("two hundred", 55, 20, 0.5) == 10
