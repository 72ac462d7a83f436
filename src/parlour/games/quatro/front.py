"""What Quatro says of itself on the front page and in the form."""

from parlour.engine.front import BEGIN, END, Front, Pick, Picture, Preset, QuickChoice, around, by_players

PRESETS: dict[str, Preset] = {
    **by_players(4, 3, 2),
    "teams": Preset({"players": 4, "teams": True}, "Teams", "A and C against B and D"),
    "cube": Preset({"players": 4, "cube": True}, "With the cube", "stakes may be doubled, by any of four"),
    "backgammon36": Preset(
        {"players": 2, "ruleset": "backgammon"}, "Backgammon on 36", "its rules on the circle, for two"
    ),
    "backgammon": Preset({"players": 2, "ruleset": "backgammon24"}, "Backgammon", "the ordinary game on 24 points"),
}

FRONT = Front(
    order=1,
    picture=Picture(view=around(480, 480, 416), round=True),
    quick=QuickChoice(
        "players",
        (
            Pick(2, "Two", length="under 45 turns each"),
            Pick(3, "Three", length="about 50 turns each"),
            Pick(4, "Four", length="about 95 turns each"),
        ),
        first=4,
    ),
    usual=Preset({}, "Quatro", "the usual game, each for himself"),
    groups={
        BEGIN: ("men", "seat_draft", "pairing"),
        END: ("team_win", "match", "turn_cap"),
    },
    learnt="You have moved, touched and hit, come in from the bar, borne off, and answered the cube.",
)
