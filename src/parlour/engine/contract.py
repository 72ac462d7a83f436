"""What rules share with the engine: a few words, and the functions of a game that generic code calls.

Generic code (playouts, solvers, the doors of `doors.py`) imports these names as if they were its own; `bind` puts a
game's functions in their place. Called unbound they only say so. `hooks.py` lists everything a game provides.
"""

from math import exp
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

CHANCE = -1  # `s.to_move` when dice, cards or a spinner decide
OVER = -2  # `s.to_move` when the play is finished

Record: TypeAlias = Any  # a state or an options record: fields by name, elements by index
Actions: TypeAlias = Any  # a set of action codes, as bits: see `bits.py`
Weights: TypeAlias = NDArray[np.int16]  # one whole-number weight for each chance outcome
Points: TypeAlias = NDArray[np.float64]  # one score for each seat
Terms: TypeAlias = NDArray[np.float64]  # how much each seat has of each thing that counts
Strengths: TypeAlias = NDArray[np.float64]  # the weighted sum of a seat's terms

SEATS = 0
ACTIONS = 0
OUTCOMES = 0

FUNCTIONS = ("setup", "legal", "chance", "apply", "score", "calls", "cases", "case")
OPTIONAL = ("calls", "cases", "case")  # those that a game may leave out
ASKED = ("legal", "chance", "score", "calls", "cases", "case")  # those that change nothing


class UnboundRules(RuntimeError):
    """A function of the contract was called without a game bound to it."""


def note(kind: int, a: int = 0, b: int = 0, c: int = 0) -> None:
    """Say that something happened. Silent, unless a narrator is bound here."""


def setup(s: Record, o: Record) -> None:
    """Turn the zeroed state `s` into a new game under the options `o`."""
    raise UnboundRules("setup() belongs to a game: bind it first")


def legal(s: Record, o: Record, actions: Actions) -> None:
    """Allow every action open to `s.to_move`; the set comes empty. Changes nothing else."""
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


def calls(s: Record, o: Record, actions: Actions) -> None:
    """Allow every call that a referee may declare now, such as a clock run out; in most games there are none."""


def cases(s: Record, o: Record) -> int:
    """At CHANCE, how many equally likely cases there are, where `case` knows each; 0 where they have to be weighed.

    Simulations ask it first, for looking a throw up is quicker than weighing them all. `chance` says the same.
    """
    return 0


def case(s: Record, o: Record, n: int) -> int:
    """The outcome of the n-th case, counted through the outcomes in their order."""
    return 0


def worth(s: Record, o: Record, strengths: Strengths, points: Points) -> None:
    """The points each seat can expect, from the weighted sums of its terms: here, one winner whom the others pay."""
    seats = len(strengths)
    most = strengths[0]
    for seat in range(seats):
        most = max(most, strengths[seat])
    total = 0.0
    for seat in range(seats):
        points[seat] = exp(strengths[seat] - most)
        total += points[seat]
    for seat in range(seats):
        points[seat] = (seats * points[seat] / total - 1.0) / max(1, seats - 1)


def overlooks(s: Record, o: Record, action: int, sight: int) -> bool:
    """Whether somebody of that sight does not think of an action: here, everybody sees all."""
    return False


def kind(s: Record, o: Record) -> int:
    """Which kind of position it is, where a game has a net for each: here, there is one for all."""
    return 0


def results(s: Record, o: Record, points: Points, shares: Any) -> None:
    """At the end, what a net should have answered: here, who has won, where the others share the loss."""
    seats = len(shares)
    for seat in range(seats):
        shares[seat, 0] = (points[seat] * (seats - 1) + 1.0) / seats


def value(s: Record, o: Record, shares: Any, points: Points) -> None:
    """The points each seat can expect after a net's answers: here, one winner whom the others pay."""
    seats = len(shares)
    for seat in range(seats):
        points[seat] = (seats * shares[seat, 0] - 1.0) / max(1, seats - 1)


def foretell(s: Record, o: Record, table: Any, shares: Any) -> bool:
    """Whether it is known exactly what a net should answer here, and then that: here, nothing is known."""
    return False
