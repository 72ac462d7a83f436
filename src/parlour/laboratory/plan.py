"""A plan: what a run of the laboratory is asked to play."""

import random
from dataclasses import dataclass
from typing import Any

from parlour.engine.game import Game
from parlour.engine.options import Values
from parlour.laboratory.characters import settle_bot
from parlour.laboratory.naming import name_bot
from parlour.laboratory.refusal import LaboratoryError

EVERYBODY, MIXED = ",", "+"  # between the bots of a table, and of those that seats are drawn from


@dataclass(frozen=True)
class Plan:
    """Plays of one game under the same options, by the same bots, with luck that follows from a seed.

    The number of plays is no part of it: a run that asks for more goes on where another ended.
    """

    game: str
    values: dict[str, Any]
    bots: tuple[str, ...]  # one for each seat, or those that every seat is drawn from
    drawn: bool = False
    seed: int = 0

    @property
    def seats(self) -> int:
        return int(self.values["players"])

    @property
    def rotations(self) -> int:
        """How many plays share their luck: as many as there are seats, unless all seats are played alike."""
        return self.seats if len(set(self.bots)) > 1 else 1

    def table(self, luck: int, rotation: int) -> tuple[int, ...]:
        """Who sits where: for every seat, which member of the table of that luck."""
        return tuple((seat + rotation) % self.seats for seat in range(self.seats))

    def members(self, luck: int) -> tuple[str, ...]:
        """The bots that meet with that luck, before they change seats."""
        if not self.drawn:
            return self.bots
        rng = random.Random(f"{self.seed} {luck} who")
        return tuple(rng.choice(self.bots) for _ in range(self.seats))

    def lucks(self, plays: int) -> int:
        """How many rounds of shared luck make up at least so many plays."""
        return -(-plays // self.rotations)

    def describe(self) -> str:
        """Who plays, in a few words."""
        if len(set(self.bots)) == 1:
            return f"{name_bot(self.bots[0])} on every seat"
        names = ", ".join(map(name_bot, self.bots))
        return f"every seat drawn from {names}" if self.drawn else f"{names}, changing seats"


def new_plan(game: Game, values: Values, bots: str = "dora", seed: int = 0) -> Plan:
    """A plan with bots as people write them.

    One name stands for every seat; names joined by commas are one for each seat, and change seats from play to play;
    for names joined by + every seat is drawn from them. Raises LaboratoryError and UnknownBot.
    """
    drawn = MIXED in bots
    names = [name.strip() for name in bots.split(MIXED if drawn else EVERYBODY)]
    if not all(names) or (drawn and EVERYBODY in bots):
        raise LaboratoryError(
            f"it is not clear from {bots!r} who plays: expected a bot, one for each seat joined by commas, or several "
            f"joined by + of which every seat is drawn"
        )
    settled = tuple(settle_bot(game, values, name) for name in names)
    seats = int(values["players"])
    if not drawn and len(settled) == 1:
        settled *= seats
    if not drawn and len(settled) != seats:
        raise LaboratoryError(f"{len(settled)} bots for {seats} seats: expected one for each, or one for all")
    return Plan(game.name, dict(values), settled, drawn, seed)
