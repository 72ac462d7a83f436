"""What a game knows about good play under some options, and who plays by it."""

from dataclasses import dataclass
from types import ModuleType, SimpleNamespace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from parlour.engine.game import Game
from parlour.engine.level import Level
from parlour.engine.options import Values
from parlour.engine.records import view_record
from parlour.engine.targets import CPU, Target
from parlour.search import tree

# Functions of a game's knowledge, of its learning and of its endings that take the places of the search's own
KNOWN = ("judge", "worth", "overlooks")
LEARNT = ("features", "kind", "results", "value")
FORETOLD = ("foretell",)


@dataclass(frozen=True)
class Weighing:
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


def weighing_of(game: Game, options: NDArray[Any]) -> Weighing | None:
    """What a game knows about play under an options record, or None."""
    own = game.knowledge
    if own is None:
        return None
    row, terms = own.row(view_record(options)), own.Term.words()
    return Weighing(terms, np.array([own.WEIGHTS[term][row] for term in terms]))


def bind_tree(game: Game, target: Target = CPU) -> SimpleNamespace:
    """The tree search with the rules and the knowledge of a game, once in a process."""
    return bind_judging(game, tree, target)


def bind_judging(game: Game, template: ModuleType, target: Target = CPU) -> SimpleNamespace:
    """Generic code that judges positions, with all that a game knows."""
    parts: list[tuple[Any, tuple[str, ...]]] = []
    if game.knowledge is not None:
        parts.append((game.knowledge, KNOWN))
    if game.learning is not None:
        parts.append((game.learning, LEARNT))
    if game.ending is not None:
        parts.append((game.ending.rules, FORETOLD))
    has = {"HAS_NET": game.learning is not None, "HAS_ENDING": game.ending is not None}
    return game.bind_template(template, target, *parts, **has)


WITHOUT_KNOWLEDGE = tuple(
    Level(f"plays {count} random plays to the end before every move", simulations=count)
    for count in (4, 16, 64, 256, 1024, 4096)
)


def levels_of(game: Game, values: Values) -> tuple[Level, ...]:
    """The game's opponents under these options, from the weakest to the strongest."""
    return tuple(game.opponents.levels(values)) if game.opponents else WITHOUT_KNOWLEDGE
