"""What Quantum says of itself on the front page and in the form."""

from parlour.engine.front import BEGIN, END, Front, Pick, Picture, Preset, QuickChoice, around, by_players
from parlour.engine.options import Values

PRESETS: dict[str, Preset] = {
    **by_players(2, 3, 4, 5, 6),
    "inner_ring": Preset({"variant": "inner_ring"}, "Inner ring", "the first board, with squares 1 and 2"),
    "both_home": Preset(
        {"players": 4, "pieces_per_player": 2, "win_form": "counters_home"},
        "Both home",
        "four players, two pieces each to bring home",
    ),
    "one_plus_three": Preset(
        {"win_form": "one_plus_three"}, "One and three", "one piece home, and three others in play"
    ),
}

BOARD = around(520, 520, 494)
START = Picture(view=BOARD, round=True)


def under_way(position: str) -> Picture:
    return Picture(position, BOARD, round=True)


def tell_aim(values: Values) -> str:
    if values["win_form"] == "counters_home":
        return f"Bring {values['home_target']} of your pieces home by an exact count: home is the square H."
    if values["win_form"] == "one_plus_three":
        return "Land exactly on home, the square H, while three others of your pieces are on the board."
    reach = "Stand" if values["home_check"] == "standing" else "Land exactly"
    return (
        f"{reach} on home, the square H, while exactly half of all the pieces are in the centre: that is the balance."
    )


FRONT = Front(
    order=4,
    length="20 to 25 minutes",
    aim=tell_aim,
    picture=START,
    quick=QuickChoice(
        "players",
        (
            Pick(
                2,
                picture=under_way(
                    "phase=throwing turns=26 turn=White White=3,12,24,41,0,0,0,0 Black=33,17,30,11,48,0,0,0"
                ),
            ),
            Pick(
                3,
                picture=under_way(
                    "phase=throwing turns=26 turn=Black White=3,12,24,0,0,0 Black=36,17,11,0,0,0 Red=10,30,48,0,0,0"
                ),
            ),
            Pick(4, length="25 to 30 minutes"),
            Pick(5, length="35 to 40 minutes"),
            Pick(6, length="35 to 40 minutes"),
        ),
        first=2,
    ),
    groups={BEGIN: ("pieces_per_player", "first_player"), END: ("win_form", "turn_limit")},
    learnt="You have brought pieces in, zapped and struck, set off a chain reaction, and won in balance.",
)
