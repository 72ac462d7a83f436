"""Opponents by name: whoever can take a seat and choose for it."""

import random
from collections.abc import Sequence
from dataclasses import dataclass
from math import exp
from typing import Protocol

from parlour.engine.game import Game
from parlour.engine.level import Level
from parlour.engine.options import Values
from parlour.search.knowledge import levels_of
from parlour.search.line import Position
from parlour.search.thinker import Candidate, Thinker, Thought
from parlour.search.weights import net_of

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

    def close(self) -> None:
        """Nobody will ask again."""


@dataclass
class RandomBot:
    """Any legal action, each as likely as the others."""

    seed: int = 0
    name: str = RANDOM

    def begin(self, seed: int) -> None:
        self.seed = seed

    def choose(self, position: Position) -> int:
        return self.pick(position.legal_codes(), len(position.codes))

    def close(self) -> None:
        pass

    def pick(self, codes: list[int], ply: int) -> int:
        return _chance(self.seed, ply).choice(codes)


class LevelBot:
    """An opponent of one of a game's levels."""

    def __init__(self, game: Game, values: Values, name: str, level: Level, seed: int = 0, threads: int = 1) -> None:
        self.name = name
        self.level = level
        self.seed = seed
        self.thinker = Thinker(
            game,
            values,
            knows=level.knows,
            sight=level.sight,
            net=net_of(level, game, values),
            ending=level.ending,
            seed=seed,
            threads=threads,
        )

    def begin(self, seed: int) -> None:
        self.seed = seed
        self.thinker.begin(seed)
        self.thinker.warm()

    def choose(self, position: Position) -> int:
        codes = position.legal_codes()
        if len(codes) == 1:
            return codes[0]
        return self.pick(position, self.think(position))

    def think(self, position: Position) -> Thought:
        if self.level.seconds:
            return self.thinker.think(position, seconds=self.level.seconds)
        return self.thinker.think(position, simulations=max(1, self.level.simulations))

    def close(self) -> None:
        pass

    def pick(self, position: Position, thought: Thought) -> int:
        """What it plays after thinking so."""
        mover, ply = int(position.states["to_move"][0]), len(position.codes)
        return pick(thought.candidates, mover, self.level, self.seed, ply)


def pick(candidates: Sequence[Candidate], mover: int, level: Level, seed: int, ply: int) -> int:
    """The first and best of some moves, or one that somebody of that level can hardly tell from the best."""
    if not level.wavering:
        return candidates[0].code
    return waver(candidates, mover, level.wavering, _chance(seed, ply))


def _chance(seed: int, ply: int) -> random.Random:
    """What a bot leaves to chance, the same whenever it is asked again."""
    return random.Random(f"{seed} {ply}")


def waver(candidates: Sequence[Candidate], mover: int, width: float, rng: random.Random) -> int:
    """One of the moves: a move that is worse by `width` is e times less likely to be chosen."""
    best = max(candidate.lead(mover) for candidate in candidates)
    shares = [exp((candidate.lead(mover) - best) / width) for candidate in candidates]
    return rng.choices(candidates, shares)[0].code


def bot_names(game: Game, values: Values) -> tuple[str, ...]:
    """Who plays a game under these options, from the weakest to the strongest."""
    return (RANDOM, *CAST[: len(levels_of(game, values))])


def find_level(game: Game, values: Values, name: str) -> tuple[str, Level]:
    """An opponent by name or by the number of its level: its name, and how it plays."""
    levels = dict(zip(CAST, levels_of(game, values), strict=False))
    if name.isdecimal() and len(name) < 3 and 1 <= int(name) <= len(levels):
        name = CAST[int(name) - 1]
    if name not in levels:
        raise UnknownBot(f"nobody called {name!r} plays {game.title}: expected {', '.join(bot_names(game, values))}")
    return name, levels[name]
