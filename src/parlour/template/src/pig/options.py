"""The options of Pig."""

from parlour.engine.options import Choice, Option, Whole

OPTIONS = (
    Option("target", Whole(20, 500), 100, "Whoever has this many first wins.", title="Points to win"),
    Option(
        "dice",
        Choice(1, 2),
        1,
        "How many dice are thrown together; with two, a double 1 loses everything banked.",
        title="Dice",
        words={1: "one", 2: "two"},
    ),
    Option(
        "rounds",
        Whole(1, 1000),
        200,
        "After this many turns each, whoever has the most points wins.",
        title="Longest game",
    ),
)
