"""Every game found passes the conformance suite, over random options; and what is wrong with a game is found out."""

import random
from collections.abc import Callable
from dataclasses import replace
from typing import Any, cast

import pytest

from parlour.conform import AS_WRITTEN, COMPILED, OPPONENTS, Check, check_game
from parlour.conform.declaration import check_declaration, check_options_are_read, check_options_matter, check_sources
from parlour.conform.opponents import check_reasons
from parlour.conform.plays import check_play
from parlour.conform.refusals import check_refusals
from parlour.conform.rules import check_play_ends, check_targets_agree
from parlour.engine.contract import Record, Weights
from parlour.engine.game import games
from parlour.engine.options import Option, Whole
from parlour.engine.scene import Shape
from parlour.games.stencil import rules
from parlour.games.vendetta import drawing
from parlour.games.vendetta.stacks import size
from parlour.games.vendetta.state import WON
from tests.form import samples


@pytest.mark.parametrize("name", games())
def test_declaration(name: str) -> None:
    check_sources(games()[name])
    check_declaration(games()[name])
    check_options_are_read(games()[name])
    check_options_matter(games()[name], random.Random(name))


@pytest.mark.parametrize("part", range(samples(1, 2)))
@pytest.mark.parametrize("check", [*AS_WRITTEN, *COMPILED], ids=lambda check: check.__name__)
@pytest.mark.parametrize("name", games())
def test_random_options(name: str, check: Check, part: int) -> None:
    game = games()[name]
    rng = random.Random(f"{name} {check.__name__} {part}")
    fixed = game.brisk if check is check_play_ends else {}
    for _ in range(samples(1, 12) if check is not check_refusals else 1):
        check(game, game.sample(rng, fixed), rng)


PRESETS = [(game.name, preset) for game in games().values() for preset in (None, *game.presets)]
FEWER = [(name, preset) for name, preset in PRESETS if samples(0, 1) or preset is None]


@pytest.mark.parametrize(("name", "preset"), PRESETS)
def test_presets(name: str, preset: str | None) -> None:
    game = games()[name]
    check_reasons(game, game.settle(preset))
    for check in (check_targets_agree, check_play)[: samples(1, 2)]:  # what a person holds takes longest
        check(game, game.settle(preset), random.Random(preset))


@pytest.mark.parametrize("check", OPPONENTS, ids=lambda check: check.__name__)
@pytest.mark.parametrize(("name", "preset"), FEWER)
def test_opponents(name: str, preset: str | None, check: Check) -> None:
    game = games()[name]
    check(game, game.settle(preset), random.Random(1))


def test_an_option_that_is_ignored_is_found_out() -> None:
    game = games()["stencil"]
    deaf = replace(game, derive=lambda values, o: None)
    with pytest.raises(AssertionError, match=r"stencil: \w+=.* changes nothing"):
        check_options_matter(deaf, random.Random(1))
    more = replace(game, declared=(*game.declared, Option("luck", Whole(0, 9), 0, "nothing at all")))
    with pytest.raises(AssertionError, match=r"stencil: no line reads the option luck, as o\.luck"):
        check_options_are_read(more)


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
    misled = replace(game, drawing=replace(game.drawing, **cast(Any, {name: draw})))
    with pytest.raises(AssertionError, match=complaint):
        check_play(misled, game.settle("two"), random.Random(1))


def draw_twice_in_the_air(s: Any, o: Any, seat: int | None) -> tuple[Shape, ...]:
    """As it should be between actions, but in the midst of one everything is there twice."""
    pieces: tuple[Shape, ...] = drawing.pieces(s, o, seat)
    standing = sum(size(group) for row in s.groups.tolist() for group in row)
    on_track = sum(0 <= place < WON for row in s.pos.tolist() for place in row)
    return pieces if standing == on_track else pieces + pieces


def test_a_reason_that_is_no_sentence_is_found_out() -> None:
    game = games()["stencil"]
    gruff = replace(game, text=replace(game.text, why_not=lambda s, o, touched: "no"))
    with pytest.raises(AssertionError, match="'no' is not a sentence"):
        check_refusals(gruff, game.settle(), random.Random(1))


def test_things_without_a_reason_are_named() -> None:
    game = games()["stencil"]
    mute = replace(game, text=replace(game.text, why_not=lambda s, o, touched: ""))
    with pytest.raises(AssertionError, match=r"why_not gives a reason for 0 of \d+ .*; it has none for \w"):
        check_refusals(mute, game.settle(), random.Random(1))


def test_reasons_that_are_missing_are_found_out() -> None:
    game = games()["stencil"]
    assert game.opponents is not None
    silent = replace(game, opponents=replace(game.opponents, reasons={}))
    with pytest.raises(AssertionError, match="expected one pair for each of"):
        check_reasons(silent, game.settle())


def test_a_fault_in_rules_is_named_with_its_file_and_line(monkeypatch: pytest.MonkeyPatch) -> None:
    game = replace(games()["stencil"])  # one that remembers nothing bound before
    monkeypatch.delattr(rules, "begin_turn")
    with pytest.raises(AssertionError, match=r"stencil: rules.py:\d+ calls begin_turn, which does not exist"):
        check_game(game, plays=1)


def test_a_weight_that_is_too_great_is_found_out(monkeypatch: pytest.MonkeyPatch) -> None:
    def weigh(s: Record, o: Record, weights: Weights) -> int:
        weights[0] = weights[1] = 40_000
        return 80_000

    game = replace(games()["stencil"])
    monkeypatch.setattr(rules, "chance", weigh)
    with pytest.raises(AssertionError, match=r"stencil: .*40000 out of bounds for int16"):
        check_game(game, plays=1)
