"""The options of Vendetta."""

from typing import Any

from parlour.engine.codes import Codes, code
from parlour.engine.fields import Field
from parlour.engine.options import Offer, Option, Values, Whole, choose
from parlour.games.vendetta.board import GATES, SEATED, SPACES, Layout


class Theme(Codes, title="Theme", asks="Words and pictures only; the rules are the same."):
    """Words and pictures only (V32)."""

    MAFIA = code("Mafia: Godfathers, soldiers and gunmen")
    MYTH = code("Myth: Kings, warriors and wizards")


class Spin(Codes, title="Spinning", asks="Whether a piece that comes to a Hit must spin."):
    MANDATORY = code("it always spins")
    OPTIONAL = code("only if its player wants to")


class SpinsPerTurn(Codes, title="Spins in a turn", asks="How often to spin if two pieces come to a Hit."):
    ONCE = code("once a turn")
    PER_PIECE = code("once for each piece that came to a Hit")


class LeaderOnSilenced(Codes, title="A leader on Silenced", asks="What it costs if a Godfather lands on Silenced."):
    LOSES_SOLDIER = code("his family loses a soldier")
    ELIMINATED = code("he is lost himself")


class SilencedSoldier(Codes, title="A soldier on Silenced", asks="Which soldier is lost there."):
    FIXED = code("the one who lands; for a Godfather, the one furthest behind")
    CHOSEN = code("whichever the player chooses")


class FirstPlayer(Codes, title="Who starts", asks="Who has the first turn."):
    THROW = code("whoever throws highest")
    SEAT0 = code("the first player on the list")
    RANDOM = code("anyone, by lot")


OPTIONS = (
    choose(Theme, "mafia", "two themes [V32]"),
    Option(
        "soldiers",
        Whole(4, 8),
        8,
        "How many soldiers each family has.",
        "for example eight",
        title="Soldiers",
        offers=tuple(Offer(count, str(count)) for count in range(4, 9)),
    ),
    choose(Layout, "standard", "various [V2]"),
    choose(Spin, "mandatory", "allowed to, and is spun [V10]"),
    choose(SpinsPerTurn, "once", "at the end of the move or moves [V10]"),
    choose(LeaderOnSilenced, "loses_soldier", "differs by theme [V24]"),
    choose(SilencedSoldier, "fixed", "that player loses a soldier [V24]"),
    choose(FirstPlayer, "throw", "highest throw [V33]"),
    Option(
        "turn_limit",
        Whole(0, 1_000_000),
        1000,
        "The game is drawn after this many turns; 0 means never.",
        "silent [V30]",
        title="Longest game",
    ),
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
