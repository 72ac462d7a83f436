"""Every game found passes the conformance suite, over random options."""

import random
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from parlour.engine.conform import CHECKS, check_declaration, check_options_matter, check_play_ends
from parlour.engine.game import games
from parlour.engine.options import sample_options


@pytest.mark.parametrize("name", games())
def test_declaration(name: str) -> None:
    check_declaration(games()[name])
    check_options_matter(games()[name], random.Random(name))


@pytest.mark.parametrize("part", range(4))
@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.__name__)
@pytest.mark.parametrize("name", games())
def test_random_options(name: str, check: Callable[..., Any], part: int) -> None:
    game = games()[name]
    rng = random.Random(f"{name} {check.__name__} {part}")
    fixed = game.brisk if check is check_play_ends else {}
    for _ in range(12):
        check(game, sample_options(game.options, rng, fixed, game.check), rng)


@pytest.mark.parametrize(
    ("name", "preset"), [(game.name, preset) for game in games().values() for preset in game.presets]
)
def test_presets(name: str, preset: str) -> None:
    game = games()[name]
    for check in CHECKS[1:]:
        check(game, game.settle(preset), random.Random(preset))


def test_an_option_that_is_ignored_is_found_out() -> None:
    game = games()["stencil"]
    deaf = replace(game, derive=lambda values, o: None)
    with pytest.raises(AssertionError, match=r"stencil: \w+=.* changes nothing"):
        check_options_matter(deaf, random.Random(1))
