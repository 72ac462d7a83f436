"""What points stand for: where a game says that they are chances of winning, those of all seats come to one."""

import random

import pytest

import parlour
from parlour.engine.chances import winner_takes_all
from parlour.engine.game import find_game, games


@pytest.mark.parametrize("name", games())
def test_chances_at_the_end_come_to_one(name: str) -> None:
    game = find_game(name)
    options = {**game.brisk, **({"games": 1} if "games" in {option.name for option in game.options} else {})}
    play = parlour.new(name, **options)
    chance = game.chance(play.values)
    if chance is None:
        assert name == "quatro"  # its points are stakes
        return
    rng = random.Random(3)
    while not play.over:
        if play.at_chance:
            play.roll(rng)
        else:
            play.push(rng.choice(play.legal_codes()))
    assert sum(chance[0] + chance[1] * points for points in play.score or ()) == pytest.approx(1)


def test_who_plays_alone_has_no_chance_but_points() -> None:
    assert winner_takes_all({"players": 1}) is None
    assert winner_takes_all({"players": 4}) == (0.25, 0.75)
