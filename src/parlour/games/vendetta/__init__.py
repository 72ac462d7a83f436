"""Vendetta: bring the Godfather round the track and home, past hostages, massacres and a spinner with two gunmen."""

from typing import Any

from parlour.engine.game import Game
from parlour.engine.options import Choice, Option, Values, Whole
from parlour.games.vendetta import drawing, notation, rules, text
from parlour.games.vendetta.board import GATES, SEATED
from parlour.games.vendetta.front import FRONT, PRESETS

OPTIONS = (
    Option(
        "theme", Choice("mafia", "myth"), "mafia", "Godfathers and gunmen, or Kings and wizards", "two themes [V32]"
    ),
    Option("soldiers", Whole(4, 8), 8, "soldiers of each family", "for example eight"),
    Option("layout", Choice("standard", "bloody"), "standard", "two Hit spaces in a quarter, or four", "various [V2]"),
    Option(
        "spin",
        Choice("mandatory", "optional"),
        "mandatory",
        "a Hit is always spun, or only if its player wants",
        "allowed to, and is spun [V10]",
    ),
    Option(
        "spins_per_turn",
        Choice("once", "per_piece"),
        "once",
        "one spin a turn, or one for each piece that came to a Hit",
        "at the end of the move or moves [V10]",
    ),
    Option(
        "leader_on_silenced",
        Choice("loses_soldier", "eliminated"),
        "loses_soldier",
        "what a Godfather's landing on Silenced costs: a soldier, or himself",
        "differs by theme [V24]",
    ),
    Option(
        "first_player",
        Choice("throw", "seat0", "random"),
        "throw",
        "the highest throw starts, the first seat, or anyone",
        "highest throw [V33]",
    ),
    Option("turn_limit", Whole(0, 1_000_000), 1000, "turns after which the game is drawn, 0 for none", "silent [V30]"),
)


def derive(values: Values, o: Any) -> None:
    for seat, home in enumerate(SEATED[values["players"]]):
        o.gate[seat] = GATES[home]


GAME = Game(
    name="vendetta",
    title="Vendetta",
    line="Bring your Godfather round the track and home, while soldiers take hostages and a spinner points two guns.",
    source="European patent application 0 288 997, 1988",
    version=1,
    players=(4, 2, 3),
    rules=rules,
    text=text,
    notation=notation,
    drawing=drawing,
    declared=OPTIONS,
    presets=PRESETS,
    front=FRONT,
    derive=derive,
    brisk={"turn_limit": 200},
)
