"""What Pig says of itself on the front page and in the form."""

from parlour.engine.front import END, Front, Preset, QuickChoice

PRESETS = {
    "quick": Preset({"target": 50}, "Quick", "half the way", length="5 minutes"),
    "two_dice": Preset({"dice": 2}, "Two dice", "faster, and more to lose"),
    "ten_rounds": Preset({"target": 500, "rounds": 10}, "Ten rounds", "the most points win"),
}

FRONT = Front(
    length="10 to 20 minutes",
    quick=QuickChoice("players"),
    groups={END: ("target", "rounds")},
    learnt="You have rolled, held, and lost what you gathered to a 1.",
)
