"""A bot that judges by the rules as written: whoever need not look ahead plays so without anything being compiled.

It tries each move and judges what comes of it, as the compiled search does in its first simulation. A bot that looks
further ahead, or by a net, plays so as long as its search is being compiled.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from parlour.engine.bits import codes_of
from parlour.engine.game import Game
from parlour.engine.options import Values
from parlour.engine.records import view_record
from parlour.engine.targets import PYTHON
from parlour.search.bots import RANDOM, RandomBot, find_level, pick
from parlour.search.knowledge import bind_tree, weighing_of
from parlour.search.thinker import Candidate, by_promise


def can_glance(game: Game, bot: str) -> bool:
    """Whether a bot can play by the rules as written: it must know what to go by, or play at random."""
    return bot == RANDOM or game.knowledge is not None


class GlanceBot:
    """An opponent of one of a game's levels, or one who plays at random, in plays under the same options."""

    def __init__(self, game: Game, values: Values, name: str) -> None:
        self.game, self.name = game, name
        self.seats: int = values["players"]
        self.options = game.encode(values)
        self.o = view_record(self.options)
        self.functions = bind_tree(game, PYTHON)
        if name != RANDOM:
            self.name, self.level = find_level(game, values, name)
            knowledge = weighing_of(game, self.options)
            if knowledge is None:
                raise ValueError(f"{game.title} has no knowledge.py, so there is nothing to judge by")
            self.weights = knowledge.limited_to(self.level.knows)

    def choose(self, state: bytes, ply: int, seed: int) -> int:
        """The code of a legal action in a position, which so many actions and outcomes have led to."""
        states = np.frombuffer(state, self.game.state_type).copy()
        actions = self.game.new_actions(PYTHON)
        s = view_record(states)
        self.functions.legal(s, self.o, actions)
        codes = codes_of(actions)
        if self.name == RANDOM:
            return RandomBot(seed).pick(codes, ply)
        if len(codes) == 1:
            return codes[0]
        seen = [code for code in codes if not self.functions.overlooks(s, self.o, code, self.level.sight)]
        candidates = [self._judge(states, code) for code in seen or codes]
        return pick(by_promise(candidates, s.to_move), s.to_move, self.level, seed, ply)

    def _judge(self, states: NDArray[Any], code: int) -> Candidate:
        """What everybody can expect after an action."""
        after = view_record(states.copy())
        self.functions.apply(after, self.o, code)
        terms, strengths = np.zeros((self.seats, len(self.weights))), np.zeros(self.seats)
        points = np.zeros(self.game.sizes["SEATS"])
        self.functions.evaluate(after, self.o, self.weights, terms, strengths, points)
        return Candidate(code, 1, tuple(points[: self.seats].tolist()))
