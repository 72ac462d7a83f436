"""What a game's `rules.py` provides, and the few words it shares with the engine.

Generic code (playouts, solvers, the doors of `doors.py`) imports these names as if they were its own;
`bind` puts a game's functions in their place. Called unbound they only say so.
"""

from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

CHANCE = -1  # `s.to_move` when dice, cards or a spinner decide
OVER = -2  # `s.to_move` when the play is finished

Record: TypeAlias = Any  # a state or an options record: fields by name, elements by index
Flags: TypeAlias = NDArray[np.int8]  # one flag for each action code
Weights: TypeAlias = NDArray[np.int64]  # one whole-number weight for each chance outcome
Points: TypeAlias = NDArray[np.float64]  # one score for each seat

SEATS = 0
ACTIONS = 0
OUTCOMES = 0

# A game may also have CALLS and `calls(s, o, flags) -> n`: what a referee may declare now, such as a clock run out.
# Call i is applied as the action ACTIONS + i, at chance too; such a game has no more outcomes than actions.
FUNCTIONS = ("setup", "legal", "chance", "apply", "score")
COMMON_FIELDS = ("to_move", "turn", "turns")  # seat asked (or CHANCE, OVER); seat whose turn it is (or -1); turns begun


class UnboundRules(RuntimeError):
    """A function of the contract was called without a game bound to it."""


def note(kind: int, a: int = 0, b: int = 0, c: int = 0) -> None:
    """Say that something happened. Silent, unless a narrator is bound here."""


def setup(s: Record, o: Record) -> None:
    """Turn the zeroed state `s` into a new game under the options `o`."""
    raise UnboundRules("setup() belongs to a game: bind it first")


def legal(s: Record, o: Record, mask: Flags) -> int:
    """Set to 1 the flag of every action open to `s.to_move` (the mask comes zeroed) and return how many there are."""
    raise UnboundRules("legal() belongs to a game: bind it first")


def chance(s: Record, o: Record, weights: Weights) -> int:
    """At CHANCE, write the weight of every possible outcome (the array comes zeroed) and return their sum."""
    raise UnboundRules("chance() belongs to a game: bind it first")


def apply(s: Record, o: Record, action: int) -> None:
    """Play a legal action or, at CHANCE, a possible outcome."""
    raise UnboundRules("apply() belongs to a game: bind it first")


def score(s: Record, o: Record, points: Points) -> None:
    """At OVER, write the points of every seat."""
    raise UnboundRules("score() belongs to a game: bind it first")
