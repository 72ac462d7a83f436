"""Exact values of positions and their best moves, for small games of two without chance."""

from collections.abc import Callable
from dataclasses import dataclass
from types import SimpleNamespace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from parlour.engine.game import Game
from parlour.engine.options import Values
from parlour.engine.play import Play
from parlour.engine.targets import CPU
from parlour.search import solving
from parlour.search.line import Line
from parlour.search.solving import AT_CHANCE, BEST, ENTRY, FULL, OUT_OF_SCOPE, PAUSED, SOLVED, TOO_DEEP, WIN, WORST

DEEPEST = 1000  # actions in a row; a game that goes on for longer may never end
FIRST_SIZE = 1 << 10  # places in the table at first, a power of two
MEMORY = 2 << 30  # bytes
STEP = 50_000  # positions searched before Python has a say

Watch = Callable[[int, int, int], None]  # told moves done, moves in all and positions stored


class Unsolvable(ValueError):
    """The position cannot be solved; the message says why, and what can be."""


@dataclass(frozen=True)
class Solution:
    """Values are from the side to move: 0 a draw, n a win on the n-th turn (this one is the first), -n a loss on it."""

    value: int
    moves: dict[str, int]  # by notation, the best first
    positions: int  # how many have been stored to know this

    @property
    def best(self) -> list[str]:
        return [move for move, value in self.moves.items() if value == self.value]


def solve(play: Play, watch: Watch | None = None) -> Solution:
    """The value of the position of a play, and of every move."""
    return Solver(play.game, play.values).solve(play, watch)


class Solver:
    """Solves positions of one game under the same options, and remembers what it has found."""

    def __init__(self, game: Game, values: Values, memory: int = MEMORY) -> None:
        if values["players"] != 2:
            raise Unsolvable(
                f"{game.title} for {values['players']} players cannot be solved: expected a game for 2 without chance"
            )
        self.game = game
        self.memory = memory
        self.positions = 0
        self._functions = bind_solving(game)
        self._options = game.encode(values)
        self._states = np.zeros(DEEPEST + 1, game.state_type)
        self._raw = self._states.view(np.uint8).reshape(len(self._states), -1)
        self._frames = np.zeros(DEEPEST + 1, solving.frame_type(game.actions.SIZE))
        self._actions, _, self._points = game.buffers()
        self._table, self._kept = self._new_table(FIRST_SIZE)

    def warm(self) -> None:
        """Compile the search, or load it compiled, so that nothing has to wait for it later."""
        self._functions.begin(self._frames, 0, 0)
        self._functions.move_table(self._table[:0], self._kept[:0], self._table, self._kept)
        self._step(0, 0)

    def solve(self, play: Play | Line, watch: Watch | None = None) -> Solution:
        """The value of the position of a play, and of every move.

        `watch` is called when all is compiled, and every now and then from there.
        """
        if play.game is not self.game or play.options.tobytes() != self._options.tobytes():
            raise ValueError("this solver was made for another game or other options")
        if play.over:
            raise Unsolvable("there is nothing to solve: the play is over")
        if play.at_chance:
            raise self._refuse(AT_CHANCE)
        codes = play.legal_codes()
        worths: dict[int, int] = {}

        def tell() -> None:
            if watch is not None:
                watch(len(worths), len(codes), self.positions)

        self.warm()
        tell()
        for code in codes:
            worths[code] = self._find_worth(play, code, tell)
        codes.sort(key=lambda code: -worths[code])
        moves = {self.game.notation.write(play.s, play.o, code): _in_turns(worths[code]) for code in codes}
        return Solution(_in_turns(worths[codes[0]]), moves, self.positions)

    def _find_worth(self, play: Play | Line, code: int, tell: Callable[[], None]) -> int:
        """The exact worth of an action, by asking again and again whether it is worth so much."""
        low, high, asked = WORST, BEST, 0
        while low < high:
            self._states[0] = play.states[0]
            found, found_high = self._search(code, asked, tell)
            low = max(low, found)
            if found < asked:
                high = min(high, max(found, found_high))
            asked = high if high < asked else low + 1
        return low

    def _search(self, code: int, asked: int, tell: Callable[[], None]) -> tuple[int, int]:
        """The bounds found by asking whether an action is worth so much."""
        self._functions.begin(self._frames, code, asked)
        depth, reason = 0, PAUSED
        while reason != SOLVED:
            reason, depth = self._step(depth, STEP)
            tell()
            if reason == FULL:
                self._enlarge_table()
            elif reason not in (PAUSED, SOLVED):
                raise self._refuse(reason)
        return int(self._frames["low"][0]), int(self._frames["high"][0])

    def _step(self, depth: int, limit: int) -> tuple[int, int]:
        reason, depth, self.positions = self._functions.search(
            self._states,
            self._raw,
            self._frames,
            self._options,
            self._actions,
            self._points,
            self._table,
            self._kept,
            depth,
            self.positions,
            limit,
        )
        return reason, depth

    def _new_table(self, size: int) -> tuple[NDArray[Any], NDArray[np.uint8]]:
        kept = (0, 0) if self._functions.HAS_KEY else (size, self._raw.shape[1])
        return np.zeros(size, ENTRY), np.zeros(kept, np.uint8)

    def _enlarge_table(self) -> None:
        if 3 * (self._table.nbytes + self._kept.nbytes) > self.memory:  # the old and the new, twice as large
            filled, self.positions = self.positions, 0
            self._table, self._kept = self._new_table(FIRST_SIZE)  # room for an easier position
            raise Unsolvable(
                f"{self.game.title} is too large to be solved from here: "
                f"{filled:,} positions fill the {self.memory / 2**30:.3g} GB of memory allowed"
            )
        table, kept = self._new_table(2 * len(self._table))
        self._functions.move_table(self._table, self._kept, table, kept)
        self._table, self._kept = table, kept

    def _refuse(self, reason: int) -> Unsolvable:
        why = {
            AT_CHANCE: ": chance takes part in what follows",
            OUT_OF_SCOPE: "",
            TOO_DEEP: f": play can go on for more than {DEEPEST:,} actions",
        }[reason]
        scope = self.game.solving.scope if self.game.solving else ""
        expected = f". Expected {scope}" if scope else ""
        return Unsolvable(f"{self.game.title} cannot be solved from here{why}{expected}")


def bind_solving(game: Game) -> SimpleNamespace:
    """The template compiled for a game; its own `key` and `known` take the places of the template's."""
    if game.solving is None:
        return game.bind_template(solving, HAS_KEY=False)
    return game.bind_template(solving, CPU, (game.solving.rules, ("key", "known")), HAS_KEY=True)


def _in_turns(worth: int) -> int:
    if worth > 0:
        return WIN - worth
    return -WIN - worth if worth < 0 else 0
