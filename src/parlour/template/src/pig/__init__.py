"""Pig: roll as often as you dare, and hold before a 1 takes it all."""

from parlour.engine.game import Game
from parlour.engine.options import Choice, Option, Whole

from pig import drawing, notation, rules, text

OPTIONS = (
    Option("target", Whole(20, 500), 100, "points that win"),
    Option("dice", Choice(1, 2), 1, "dice thrown together; with two, a double 1 loses everything banked"),
    Option("rounds", Whole(1, 1000), 200, "turns each after which the most points win"),
)

PRESETS = {
    "quick": {"target": 50},
    "two_dice": {"dice": 2},
    "ten_rounds": {"target": 500, "rounds": 10},
}

GAME = Game(
    name="pig",
    title="Pig",
    line="Two to eight players and a die: roll as often as you dare, and hold before a 1 takes it all.",
    source="a folk dice game",
    version=1,
    players=(2, 3, 4, 5, 6, 7, 8),
    rules=rules,
    text=text,
    notation=notation,
    drawing=drawing,
    declared=OPTIONS,
    presets=PRESETS,
)
