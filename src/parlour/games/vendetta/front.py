"""What Vendetta says of itself on the front page and in the form."""

from parlour.engine.front import BEGIN, END, Front, Pick, Picture, Preset, QuickChoice, by_players
from parlour.engine.options import Values

PRESETS: dict[str, Preset] = {
    **by_players(4, 3, 2),
    "myth": Preset({"theme": "myth"}, "Myth", "Kings, warriors and wizards"),
    "bloody": Preset({"layout": "bloody"}, "Bloody", "mafia, four Hit spaces in every quarter"),
    "darkness": Preset(
        {"theme": "myth", "leader_on_silenced": "eliminated"}, "Darkness", "myth, and darkness takes Kings too"
    ),
}


def tell_aim(values: Values) -> str:
    """With the marks that a newcomer runs into first."""
    leader, soldier, hit, closed, mark = (
        ("King", "warrior", "Spell", "sacred ground", "darkness")
        if values["theme"] == "myth"
        else ("Godfather", "soldier", "Hit", "F.B.I.", "Silenced")
    )
    dangers = f"{closed} shuts him out, {mark} costs a {soldier}"
    return f"Bring your {leader} home. If a {hit} strikes him alone, you are out; {dangers}."


FRONT = Front(
    order=3,
    length="15 to 20 minutes",
    aim=tell_aim,
    picture=Picture(
        "phase=moving turns=28 turn=D A=8,7,3,17,5,9,4,H,H B=3,9,12,10,5,0,9,H,H C=0,5,9,12,5,4,4,H,H "
        "D=H,19,x,13,5,4,H,H,H order=7:AD,17:BA,24:CB dice=66 spun=21/45",
        view=(0, 82, 1000, 1000),
    ),
    quick=QuickChoice(
        "theme",
        (
            Pick("mafia"),
            Pick(
                "myth",
                line="Bring your King round the track and home, while warriors suspend others in time and a spinner "
                "points two wizards.",
            ),
        ),
    ),
    usual=Preset({}, "Mafia", "Godfathers, soldiers and gunmen"),
    groups={BEGIN: ("soldiers", "layout", "first_player"), END: ("turn_limit",)},
    learnt="You have taken and rescued hostages, spun the spinner, and brought your Godfather home.",
)
