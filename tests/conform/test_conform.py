"""Every game found passes the conformance suite, over random options."""

import random
from collections.abc import Callable
from dataclasses import replace
from types import ModuleType, SimpleNamespace
from typing import Any, cast

import pytest

from parlour.engine.conform import CHECKS, check_declaration, check_options_matter, check_play, check_play_ends
from parlour.engine.game import games
from parlour.engine.scene import Shape
from parlour.games.vendetta import drawing
from parlour.games.vendetta.codes import WON


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
        check(game, game.sample(rng, fixed), rng)


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


@pytest.mark.parametrize(
    ("name", "draw", "complaint"),
    [
        ("target", lambda *given: "nowhere", "'nowhere', where .* ends, is not drawn"),
        ("touches", lambda *given: ["nothing"], "two actions have the same path"),
        ("pieces", lambda *given: (), "pieces are drawn otherwise without the board"),
        ("pieces", lambda s, o, seat: draw_twice_in_the_air(s, o, seat), "two shapes of a frame have the same id"),
    ],
)
def test_a_drawing_that_misleads_is_found_out(name: str, draw: Callable[..., Any], complaint: str) -> None:
    game = games()["vendetta"]
    misled = replace(game, drawing=cast(ModuleType, SimpleNamespace(**vars(game.drawing) | {name: draw})))
    with pytest.raises(AssertionError, match=complaint):
        check_play(misled, game.settle("two"), random.Random(1))


def draw_twice_in_the_air(s: Any, o: Any, seat: int | None) -> tuple[Shape, ...]:
    """As it should be between actions, but in the midst of one everything is there twice."""
    pieces: tuple[Shape, ...] = drawing.pieces(s, o, seat)
    standing = sum(map(sum, s.men.tolist())) + sum(boss > 0 for boss in s.boss)
    on_track = sum(0 <= place < WON for row in s.pos.tolist() for place in row)
    return pieces if standing == on_track else pieces + pieces
