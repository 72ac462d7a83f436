"""What a game knows about good play: its `knowledge.py` and `opponents.py`, if it has them.

`knowledge.py` is written like rules and may offer:

    TERMS                 what counts, each a word; `opponents.REASONS` says it in words
    WEIGHTS               how much, in the logarithm of the chance to win: a row for each kind of play
    row(o)                which row goes with these options; the first, unless it is there
    judge(s, o, terms)    how much each seat has of each term: `terms[seat, term]`, zeroed before
    worth(s, o, strengths, points)  the points each seat can expect from its weighted sum, where not one wins alone
    overlooks(s, o, action, sight)  whether somebody of that sight does not think of an action
"""

from dataclasses import dataclass
from types import SimpleNamespace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from parlour.engine.bind import bind
from parlour.engine.game import Game, find_module
from parlour.engine.level import Level
from parlour.engine.options import Values
from parlour.engine.records import view_record
from parlour.engine.targets import CPU, Target
from parlour.search import tree

OFFERED = ("judge", "worth", "overlooks")


@dataclass(frozen=True)
class Knowledge:
    """The terms a game is judged by under some options, and how much each weighs."""

    terms: tuple[str, ...]
    weights: NDArray[np.float64]

    def limited_to(self, known: tuple[str, ...] | None) -> NDArray[np.float64]:
        """The weights of somebody who knows only some of the terms."""
        if known is None:
            return self.weights.copy()
        unknown = set(known) - set(self.terms)
        if unknown:
            raise ValueError(f"no such terms: {', '.join(sorted(unknown))}; expected some of {', '.join(self.terms)}")
        return np.array([w if t in known else 0.0 for t, w in zip(self.terms, self.weights, strict=True)])


def knowledge_of(game: Game, options: NDArray[Any]) -> Knowledge | None:
    """What a game knows about play under an options record, or None."""
    module = find_module(game, "knowledge")
    if module is None:
        return None
    row = module.row(view_record(options)) if hasattr(module, "row") else 0
    return Knowledge(tuple(module.TERMS), np.array(module.WEIGHTS[row], np.float64))


_bound: dict[str, SimpleNamespace] = {}  # by the name of the rules


def bind_tree(game: Game) -> SimpleNamespace:
    """The tree search compiled for a game, once in a process."""
    name = game.rules.__name__
    if name not in _bound:
        _bound[name] = bind(tree, CPU, rules=game.rules, **game.contract | offered_by(game, CPU))
    return _bound[name]


def offered_by(game: Game, target: Target, **names: Any) -> dict[str, Any]:
    """The functions of a game's knowledge that take the place of the search's own."""
    own = find_module(game, "knowledge")
    functions = {} if own is None else vars(bind(own, target, **names))
    return {function: functions[function] for function in OFFERED if function in functions}


WITHOUT_KNOWLEDGE = tuple(
    Level(f"plays {count} random plays to the end before every move", simulations=count)
    for count in (4, 16, 64, 256, 1024, 4096)
)


def levels_of(game: Game, values: Values) -> tuple[Level, ...]:
    """The game's opponents under these options, from the weakest to the strongest."""
    module = find_module(game, "opponents")
    return WITHOUT_KNOWLEDGE if module is None else tuple(module.levels(values))
