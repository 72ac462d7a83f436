"""What Stencil says of itself on the front page and in the form."""

from parlour.engine.front import BEGIN, COMFORT, END, Front, Pick, Picture, Preset, QuickChoice

PRESETS: dict[str, Preset] = {
    "quick": Preset({"games": 1}, "One game", length="3 to 5 minutes"),
    "patent": Preset(
        {"failed_claim_rule": "free"}, "To the letter", "as the patent has it: a wrong claim costs nothing"
    ),
    "teaching": Preset(
        {"failed_claim_rule": "strict", "hint_level": 3, "games": 2},
        "Teaching",
        "tells you when you have a stencil; two games",
        length="about 10 minutes",
    ),
    "flips": Preset({"orientations": "rotations_and_flips"}, "Flips", "plates may also be turned over"),
}

FRONT = Front(
    order=5,
    throws=False,
    aim="Place counters so that your plate, laid on the board, shows three of yours and one of theirs in its holes.",
    asks=("games",),
    picture=Picture(
        "red=a1b2c2b3d4 white=b1c3d3c4 turn=white plates=K3,K2 starter=red turns=12", view=(46, 54, 460, 460)
    ),
    quick=QuickChoice(
        "games",
        (
            Pick(1, "One game", length="3 to 5 minutes"),
            Pick(6, "Match of six", length="20 to 30 minutes"),
        ),
        first=1,
    ),
    usual=Preset({}, "The usual game", "six games, starting in turn", length="20 to 30 minutes"),
    groups={
        BEGIN: ("counters_each", "plates", "plate_choice", "first_player", "next_starter"),
        END: ("final_attempts", "unfinished", "games"),
        COMFORT: ("hint_level", "auto_claim"),
    },
    learnt="You have placed counters, looked through your plate, and claimed, rightly and wrongly.",
)
