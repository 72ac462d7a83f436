"""What people decide who want to come to an end: now and then anything, otherwise what brings them on."""

import random
from typing import Any

import parlour
from parlour.search.seating import new_bot

ADVISER = "pip"  # who runs for home
WHIMS = {"quatro": 0.1, "quantum": 0.1}  # how often people do anything; in these games that alone leads nowhere


class Chooser:
    """Somebody who knows what they want to play, or does not."""

    def __init__(self, game: str, options: dict[str, str], rng: random.Random) -> None:
        self.whims, self.rng = WHIMS.get(game, 1.0), rng
        self.play = parlour.new(game, **options)
        self.adviser = new_bot(self.play.game, self.play.values, ADVISER)

    def choose(self, room: dict[str, Any]) -> dict[str, Any] | None:
        """One of the legal actions that the API told, or None for any."""
        if self.rng.random() < self.whims:
            return None
        self.play.place(room["position"])
        legal: dict[int, dict[str, Any]] = {action["code"]: action for action in room["legal"]}
        return legal[self.adviser.choose(self.play)]
