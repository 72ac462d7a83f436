"""The options of Pig."""

from parlour.engine.options import Choice, Option, Whole

OPTIONS = (
    Option("target", Whole(20, 500), 100, "points that win"),
    Option("dice", Choice(1, 2), 1, "dice thrown together; with two, a double 1 loses everything banked"),
    Option("rounds", Whole(1, 1000), 200, "turns each after which the most points win"),
)
