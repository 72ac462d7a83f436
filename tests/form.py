"""The two forms of the tests: quick, for whoever changes something, and thorough (`pytest --thorough`), for the night.

The quick form touches every rule and every game, with fewer samples; what is marked `thorough` it leaves out.
"""

from collections.abc import Iterable
from typing import TypeVar

T = TypeVar("T")

_form = {"thorough": False}


def choose_form(thorough: bool) -> None:
    """Said once, before tests are collected: what is parametrised is so when its file is read."""
    _form["thorough"] = thorough


def is_thorough() -> bool:
    return _form["thorough"]


def samples(quick: int, thorough: int) -> int:
    """How many samples, plays or parts to take in this form."""
    return thorough if is_thorough() else quick


def some(cases: Iterable[T], quick: int) -> list[T]:
    """All cases, or in the quick form at most so many of them, spread over the whole."""
    found = list(cases)
    return found if is_thorough() else found[:: max(1, -(-len(found) // quick))]
