"""An opponent as a game describes it: how it plays, what it sees and how far it looks ahead."""

from dataclasses import dataclass
from pathlib import Path

EVERYTHING = 100  # the sight of somebody who overlooks nothing


@dataclass(frozen=True)
class Level:
    """One step of a game's ladder of opponents.

    `levels(values)` of a game's `opponents.py` lists them from the weakest to the strongest. What one does not see it
    does not play for: moves beyond its sight it does not think of, its own or others', and terms it does not know
    weigh nothing.
    """

    line: str  # how it plays, in a few words
    knows: tuple[str, ...] | None = None  # the terms of the game's knowledge it judges by, or None for all
    sight: int = EVERYTHING  # handed to the game's `overlooks`
    simulations: int = 0  # how many lines it looks ahead; 0: it compares the positions after each move
    seconds: float = 0.0  # how long it thinks by the clock instead, where this is above 0
    net: bool | Path = False  # whether it judges by a net, where there is one, not by the terms; or a net in a file
    ending: bool = False  # whether it knows endings exactly where the game does, as long as it judges by a net
    wavering: float = 0.0  # how far apart, in points, moves may be that it can hardly tell apart
