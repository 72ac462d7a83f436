"""What every game's knowledge and opponents must keep, over random plays under its presets."""

import random
from collections.abc import Iterator
from dataclasses import replace
from math import isfinite

import numpy as np
import pytest

from parlour.engine.bind import bind
from parlour.engine.game import Game, find_module, games
from parlour.engine.options import Values
from parlour.engine.targets import PYTHON
from parlour.search.bots import CAST, LevelBot
from parlour.search.glance import GlanceBot
from parlour.search.knowledge import levels_of, weighing_of
from parlour.search.line import Line
from parlour.search.seating import new_bot
from parlour.search.thinker import Thinker

KNOWING = [
    (game, preset) for game in games().values() if find_module(game, "knowledge") for preset in (None, *game.presets)
]
PLIES = 80  # of each random play


def name_of(kind: object) -> str:
    return kind.name if isinstance(kind, Game) else str(kind)


def random_line(game: Game, values: Values, seed: int) -> Iterator[Line]:
    """A line at every ply of a random play."""
    rng, line = random.Random(seed), Line(game, values)
    while not line.over and len(line.codes) < PLIES:
        yield line
        if line.at_chance:
            line.draw(rng.random())
        else:
            line.push(rng.choice(line.legal_codes()))


@pytest.mark.parametrize(("game", "preset"), KNOWING, ids=name_of)
def test_positions_are_judged_alike_compiled_and_interpreted(game: Game, preset: str | None) -> None:
    values = game.settle(preset)
    thinker = Thinker(game, values, capacity=1 << 10)
    module = find_module(game, "knowledge")
    assert module is not None
    judge = bind(module, PYTHON).judge
    for line in random_line(game, values, seed=1):
        points = thinker.judge(line)
        terms = np.zeros_like(thinker.terms)
        judge(line.s, line.o, terms)
        assert np.abs(terms - thinker.terms).max() < 1e-9
        assert all(isfinite(value) for value in points)
        assert np.isfinite(terms).all()


@pytest.mark.parametrize("game", games().values(), ids=name_of)
def test_every_level_plays_legal_moves(game: Game) -> None:
    """The stronger ones are asked less often, for they think longer."""
    values = game.settle()
    for number, name in enumerate(CAST[: len(levels_of(game, values))]):
        bot = new_bot(game, values, name)
        for line in random_line(game, values, seed=number):
            if not line.at_chance and len(line.codes) % (7 + 20 * number) == number:
                assert bot.choose(line) in line.legal_codes()


@pytest.mark.parametrize(("game", "preset"), KNOWING, ids=name_of)
def test_a_glance_finds_what_the_first_simulation_finds(game: Game, preset: str | None) -> None:
    """So whoever does not look ahead plays the same before and after its search is compiled."""
    values = game.settle(preset)
    for name in CAST[: len(levels_of(game, values))]:
        glancing = GlanceBot(game, values, name)
        level = replace(glancing.level, simulations=0)
        bot = LevelBot(game, values, name, level, seed=5)
        for line in random_line(game, values, seed=2):
            if not line.at_chance:
                bot.begin(5)
                assert glancing.choose(line.states.tobytes(), len(line.codes), seed=5) == bot.choose(line)


@pytest.mark.parametrize("game", {kind[0].name: kind[0] for kind in KNOWING}.values(), ids=name_of)
def test_every_term_has_its_reasons_and_every_level_its_words(game: Game) -> None:
    opponents = find_module(game, "opponents")
    assert opponents is not None
    for preset in (None, *game.presets):
        values = game.settle(preset)
        knowledge = weighing_of(game, game.encode(values))
        assert knowledge is not None
        assert set(knowledge.terms) == set(opponents.REASONS)
        assert all(len(words) == 2 and all(words) for words in opponents.REASONS.values())
        levels = levels_of(game, values)
        assert 1 <= len(levels) <= len(CAST)
        for level in levels:
            assert level.line
            knowledge.limited_to(level.knows)
