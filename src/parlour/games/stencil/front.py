"""What Stencil says of itself on the front page and in the form."""

from parlour.engine.front import BEGIN, COMFORT, END, Front, Pick, Picture, Preset, QuickChoice

PRESETS: dict[str, Preset] = {
    "quick": Preset({"games": 1}, "One game", length="a few minutes"),
    "patent": Preset(
        {"failed_claim_rule": "free"}, "To the letter", "as the patent has it: a wrong claim costs nothing"
    ),
    "teaching": Preset(
        {"failed_claim_rule": "strict", "hint_level": 3, "games": 2},
        "Teaching",
        "says when you have a stencil; two games",
    ),
    "flips": Preset({"orientations": "rotations_and_flips"}, "Flips", "plates may also be turned over"),
}

FRONT = Front(
    order=5,
    picture=Picture(
        "red=a1b2c2b3d4 white=b1c3d3c4 turn=white plates=K3,K2 starter=red turns=12", view=(46, 54, 460, 460)
    ),
    quick=QuickChoice(
        "games",
        (
            Pick(1, "One game", length="a few minutes"),
            Pick(6, "Match of six", length="six times a few minutes"),
        ),
        first=1,
    ),
    usual=Preset({}, "The usual match", "six games, starting in turn"),
    groups={
        BEGIN: ("counters_each", "plates", "plate_choice", "first_player", "next_starter"),
        END: ("final_attempts", "unfinished", "games"),
        COMFORT: ("hint_level", "auto_claim"),
    },
    learnt="You have placed counters, looked through your plate, and claimed, rightly and wrongly.",
)
