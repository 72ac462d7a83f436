"""Bots that were told to think for some seconds a move: a little at a time, so that others can think in between.

The time is the clock's. Where many think, each has fewer and shorter turns in it, and nobody waits longer.
"""

import os
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from itertools import count

from parlour.engine.game import find_game
from parlour.search.bots import LevelBot, find_level, pick
from parlour.search.thinker import Candidate, Thought, by_promise
from parlour.server.bots.thinkers import Thinkers, set_up

KEPT_TREES = 4  # in each process
PART_SECONDS = 0.1  # how long a bot of another room may have to wait
MOVE_SECONDS = 0.02  # of thinking that count as one of a bot's moves
PART_MOVES = PART_SECONDS / MOVE_SECONDS
LEAST_SECONDS = 0.02  # of a part, however many wait


@dataclass(frozen=True)
class Matter:
    """A position, and whoever has to decide there."""

    game: str
    options: dict[str, str]
    placed: str
    codes: tuple[int, ...]
    level: str
    seed: int
    mover: int


async def ponder(thinkers: Thinkers, matter: Matter, seconds: float, who: str, goes_on: Callable[[], bool]) -> int:
    """What a bot plays after thinking for so long, or for as long as it may go on; a little in any case.

    Raises BrokenProcessPool if the processes keep dying.
    """
    until = time.monotonic() + seconds
    found: dict[str, Thought] = {}
    part = 0
    while not found or (time.monotonic() < until and goes_on()):
        async with thinkers.take_long(who):
            left = max(0.0, until - time.monotonic())
            share = max(LEAST_SECONDS, seconds / (1 + thinkers.long_turns.waiting))  # so that all have theirs in time
            tree, thought = await thinkers.ask(think_on, matter, part, min(PART_SECONDS, share, left))
        found[tree] = thought
        part += 1
    game = find_game(matter.game)
    level = find_level(game, game.settle_recorded(**matter.options), matter.level)[1]
    return pick(take_together(found.values(), matter.mover), matter.mover, level, matter.seed, len(matter.codes))


def take_together(thoughts: Iterable[Thought], mover: int) -> tuple[Candidate, ...]:
    """What several trees say of the same moves; the most promising first."""
    together: dict[int, Candidate] = {}
    for candidate in (candidate for thought in thoughts for candidate in thought.candidates):
        known = together.get(candidate.code)
        together[candidate.code] = candidate if known is None else _add(known, candidate)
    return by_promise(list(together.values()), mover)


def _add(one: Candidate, other: Candidate) -> Candidate:
    visits = one.visits + other.visits
    share = other.visits / visits if visits else 0.5
    values = tuple((1 - share) * a + share * b for a, b in zip(one.values, other.values, strict=True))
    return Candidate(one.code, visits, values)


# In a process that thinks


class Tree:
    """What a bot has found out about a matter in this process."""

    def __init__(self, matter: Matter) -> None:
        game = find_game(matter.game)
        values = game.settle_recorded(**matter.options)
        self.matter = matter
        self.name = f"{os.getpid()} {next(_numbers)}"
        self.bot = LevelBot(game, values, *find_level(game, values, matter.level))
        self.bot.begin(matter.seed)
        self.position = set_up(matter.game, matter.options, matter.placed, matter.codes)

    def grow(self, part: int, seconds: float) -> Thought:
        self.bot.thinker.seed = self.matter.seed + part  # or the same would be drawn again
        return self.bot.thinker.think(self.position, seconds=seconds)


_numbers = count()
_trees: list[Tree] = []  # the latest last


def think_on(matter: Matter, part: int, seconds: float) -> tuple[str, Thought]:
    """Think about something for a short while, or go on with it: which tree that was, and all that it says by now.

    Where more matters take turns than trees are kept another is begun; the old one counts as well.
    """
    tree = next((tree for tree in _trees if tree.matter == matter), None)
    if tree is None:
        tree = Tree(matter)
    else:
        _trees.remove(tree)
    _trees.append(tree)
    del _trees[:-KEPT_TREES]
    return tree.name, tree.grow(part, seconds)
