"""Opponents by name: whoever can take a seat and choose for it."""

import random
from dataclasses import dataclass
from math import exp
from typing import Protocol

from parlour.engine.game import Game
from parlour.engine.level import Level
from parlour.engine.options import Values
from parlour.search.knowledge import levels_of
from parlour.search.line import Position
from parlour.search.thinker import Candidate, Thinker

CAST = ("pip", "dora", "albert", "maud", "edwin", "octavia")  # by level, in every game
RANDOM = "random"


class UnknownBot(LookupError):
    """Nobody of that name plays the game; the message lists those who do."""


class Bot(Protocol):
    """Somebody who chooses an action whenever a seat is asked."""

    name: str

    def begin(self, seed: int) -> None:
        """A new play begins; whatever is left to chance goes by the seed."""

    def choose(self, position: Position) -> int:
        """The code of a legal action."""


@dataclass
class RandomBot:
    """Any legal action, each as likely as the others."""

    seed: int = 0
    name: str = RANDOM

    def begin(self, seed: int) -> None:
        self.seed = seed

    def choose(self, position: Position) -> int:
        rng = random.Random(f"{self.seed} {len(position.codes)}")
        return rng.choice(position.legal_codes())


class LevelBot:
    """An opponent of one of a game's levels."""

    def __init__(self, game: Game, values: Values, name: str, level: Level, seed: int = 0, threads: int = 1) -> None:
        self.name = name
        self.level = level
        self.thinker = Thinker(game, values, knows=level.knows, sight=level.sight, threads=threads)
        self.begin(seed)

    def begin(self, seed: int) -> None:
        self.seed = seed
        self.thinker.begin(seed)

    def choose(self, position: Position) -> int:
        codes = position.legal_codes()
        if len(codes) == 1:
            return codes[0]
        thought = self.thinker.think(position, simulations=max(1, self.level.simulations))
        if not self.level.wavering:
            return thought.best
        mover = int(position.states["to_move"][0])
        return waver(
            thought.candidates, mover, self.level.wavering, random.Random(f"{self.seed} {len(position.codes)}")
        )


def waver(candidates: tuple[Candidate, ...], mover: int, width: float, rng: random.Random) -> int:
    """One of the moves: a move that is worse by `width` is e times less likely to be chosen."""
    best = max(candidate.values[mover] for candidate in candidates)
    shares = [exp((candidate.values[mover] - best) / width) for candidate in candidates]
    return rng.choices(candidates, shares)[0].code


def bot_names(game: Game, values: Values) -> tuple[str, ...]:
    """Who plays a game under these options, from the weakest to the strongest."""
    return (RANDOM, *CAST[: len(levels_of(game, values))])


def find_level(game: Game, values: Values, name: str) -> Level:
    """The level of the opponent of that name, or of its number."""
    levels = dict(zip(CAST, levels_of(game, values), strict=False))
    chosen = CAST[int(name) - 1] if name.isdecimal() and 1 <= int(name) <= len(levels) else name.lower()
    if chosen not in levels:
        raise UnknownBot(f"nobody called {name!r} plays {game.title}: expected {', '.join(bot_names(game, values))}")
    return levels[chosen]


def new_bot(game: Game, values: Values, name: str, seed: int = 0, threads: int = 1) -> Bot:
    """An opponent by name, for one play under these options."""
    if name.lower() == RANDOM:
        return RandomBot(seed)
    return LevelBot(game, values, name.lower(), find_level(game, values, name), seed, threads)
