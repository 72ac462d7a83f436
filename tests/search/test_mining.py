"""Puzzles found by search: their answers are clearly the best again, with other seeds and against every other move."""

import random
from itertools import islice

import pytest

from parlour.engine.game import Game, games
from parlour.engine.posing import list_kinds, read_move, set_up
from parlour.engine.puzzle import Found, Mining, Puzzle
from parlour.search.mining import ERRORS, Miner
from tests.form import samples, some

MINED = [
    pytest.param(game, kind.mined, kind, id=f"{game.name}-{kind.name}")
    for game in games().values()
    for kind in list_kinds(game)
    if kind.mined
]
ANOTHER_SEED = 987_654_321


@pytest.mark.parametrize(("game", "mining", "kind"), MINED)
def test_the_answer_is_clearly_the_best_move_again(game: Game, mining: Mining, kind: object) -> None:
    miner = Miner(game, mining)
    posing = next(one for one in list_kinds(game) if one is kind)
    rng = random.Random(samples(1, 2))
    for level, count in some(enumerate(posing.levels(), 1), 1):
        for number in rng.sample(range(1, count + 1), min(count, samples(1, 40))):
            puzzle: Puzzle = posing.pose(level, number)
            play = set_up(game, puzzle)
            lead = miner.measure(play, play.legal_codes(), ANOTHER_SEED)
            assert lead.best == read_move(play, puzzle.answers[0]), f"{kind}: level {level} number {number}"
            assert lead.points > max(mining.lead / 2, ERRORS / 2 * lead.error)


@pytest.mark.thorough
@pytest.mark.parametrize(("game", "mining", "kind"), MINED)
def test_the_same_seed_finds_the_same_puzzles_and_another_seed_others(game: Game, mining: Mining, kind: object) -> None:
    def first(seed: int) -> list[Found]:
        return list(islice((found for _, found in Miner(game, mining).mine(seed) if found), samples(1, 2)))

    found = first(5)
    assert found == first(5)
    assert found != first(6)


@pytest.mark.parametrize(("game", "mining", "kind"), MINED)
def test_only_moves_that_are_far_enough_ahead_are_taken(game: Game, mining: Mining, kind: object) -> None:
    hopeless = Mining(mining.file, mining.options, lead=50.0)
    looked = list(islice(Miner(game, hopeless).mine(1), samples(4, 20)))
    assert len(looked) == samples(4, 20)
    assert all(found is None for _, found in looked)
