"""The options of Vendetta."""

from typing import Any

from parlour.engine.codes import Codes, code
from parlour.engine.fields import Field
from parlour.engine.options import Option, Values, Whole, choose
from parlour.games.vendetta.board import GATES, SEATED, SPACES, Layout


class Theme(Codes, asks="Godfathers and gunmen, or Kings and wizards"):
    """Words and pictures only (V32)."""

    MAFIA = code("Godfathers and gunmen")
    MYTH = code("Kings and wizards")


class Spin(Codes, asks="a Hit is always spun, or only if its player wants"):
    MANDATORY = code("a Hit is always spun")
    OPTIONAL = code("only if its player wants")


class SpinsPerTurn(Codes, asks="one spin a turn, or one for each piece that came to a Hit"):
    ONCE = code("one spin a turn")
    PER_PIECE = code("one for each piece that came to a Hit")


class LeaderOnSilenced(Codes, asks="what a Godfather's landing on Silenced costs: a soldier, or himself"):
    LOSES_SOLDIER = code("a Godfather costs his family a soldier")
    ELIMINATED = code("he is eliminated himself")


class SilencedSoldier(
    Codes,
    asks="which soldier Silenced costs: the one who lands (for a Godfather by a fixed order), or the player's choice",
):
    FIXED = code("the soldier who lands, or for a Godfather the one furthest behind")
    CHOSEN = code("whichever soldier the player chooses")


class FirstPlayer(Codes, asks="the highest throw starts, the first seat, or anyone"):
    THROW = code("the highest throw")
    SEAT0 = code("the first seat")
    RANDOM = code("anyone")


OPTIONS = (
    choose(Theme, "mafia", "two themes [V32]"),
    Option("soldiers", Whole(4, 8), 8, "soldiers of each family", "for example eight"),
    choose(Layout, "standard", "various [V2]"),
    choose(Spin, "mandatory", "allowed to, and is spun [V10]"),
    choose(SpinsPerTurn, "once", "at the end of the move or moves [V10]"),
    choose(LeaderOnSilenced, "loses_soldier", "differs by theme [V24]"),
    choose(SilencedSoldier, "fixed", "that player loses a soldier [V24]"),
    choose(FirstPlayer, "throw", "highest throw [V33]"),
    Option("turn_limit", Whole(0, 1_000_000), 1000, "turns after which the game is drawn, 0 for none", "silent [V30]"),
)

WAY = SPACES + 2  # steps a Godfather may have come: he comes to his gate twice, and home

DERIVED = (
    Field("gate", Whole(0, SPACES - 1), "the space beside each seat's home", 4),
    Field("way", Whole(0, SPACES - 1), "the space where each seat's pieces are, by how far they have come", (4, WAY)),
)


def derive(values: Values, o: Any) -> None:
    for seat, home in enumerate(SEATED[values["players"]]):
        o.gate[seat] = GATES[home]
        for step in range(WAY):
            o.way[seat, step] = (GATES[home] + step) % SPACES
