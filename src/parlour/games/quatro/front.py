"""What Quatro says of itself on the front page and in the form."""

from parlour.engine.front import BEGIN, END, Front, Pick, Picture, Preset, QuickChoice, around, by_players

PRESETS: dict[str, Preset] = {
    **by_players(4, 3, 2),
    "teams": Preset({"players": 4, "teams": True}, "Teams", "two against two", length="about 90 minutes"),
    "cube": Preset(
        {"players": 4, "cube": True}, "With the cube", "any of four may double the stake", length="about an hour"
    ),
    "backgammon36": Preset(
        {"players": 2, "ruleset": "backgammon"},
        "Backgammon on 36",
        "its rules on the circle, for two",
        length="20 to 30 minutes",
    ),
    "backgammon": Preset(
        {"players": 2, "ruleset": "backgammon24"},
        "Backgammon",
        "the ordinary game on 24 points",
        length="15 to 20 minutes",
    ),
}

FRONT = Front(
    order=1,
    picture=Picture(view=around(480, 480, 416), round=True),
    aim="Bring all your men round the board and off it before anybody else does.",
    quick=QuickChoice(
        "players",
        (
            Pick(2, "Two", length="20 to 30 minutes"),
            Pick(3, "Three", length="about 40 minutes"),
            Pick(4, "Four", length="about 90 minutes"),
        ),
        first=2,  # the shortest
    ),
    usual=Preset({}, "Quatro", "the usual game, everyone for themselves"),
    groups={
        BEGIN: ("men", "seat_draft", "pairing"),
        END: ("team_win", "match", "turn_cap"),
    },
    learnt="You have moved, touched and hit, come in from the bar, and borne off.",
)
