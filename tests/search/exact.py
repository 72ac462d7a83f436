"""Exact values by trying everything with the rules as written: for small games, and for as many seats as they have."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from parlour.engine.bind import bind
from parlour.engine.bits import codes_of
from parlour.engine.contract import CHANCE, OVER
from parlour.engine.game import Game
from parlour.engine.records import view_record
from parlour.engine.targets import PYTHON
from parlour.search.line import Position

Points = tuple[float, ...]


def lead(points: Points, seat: int) -> float:
    """A seat's points less what all have on average; playing alone, its points."""
    return points[seat] - (sum(points) / len(points) if len(points) > 1 else 0.0)


class Exact:
    """Every seat plays to be ahead (max^n); where two moves put it as far ahead, others must get the same too."""

    def __init__(self, game: Game, values: Any) -> None:
        self.game = game
        self.seats: int = values["players"]
        self.options = game.encode(values)
        self.o = view_record(self.options)
        self.rules = bind(game.rules, PYTHON)
        self.found: dict[bytes, Points] = {}

    def value(self, position: Position) -> Points:
        return self._value(position.states)

    def moves(self, position: Position) -> dict[int, Points]:
        """What every legal action, or possible outcome, leads to."""
        return self._moves(position.states)

    def _value(self, states: NDArray[Any]) -> Points:
        key = states.tobytes()
        if key not in self.found:
            self.found[key] = self._work_out(states)
        return self.found[key]

    def _work_out(self, states: NDArray[Any]) -> Points:
        s = view_record(states)
        if s.to_move == OVER:
            points = np.zeros(self.game.sizes["SEATS"])
            self.rules.score(s, self.o, points)
            return tuple(points[: self.seats].tolist())
        moves = self._moves(states)
        if s.to_move == CHANCE:
            weights = np.zeros(self.game.outcomes.SIZE, np.int32)
            total = self.rules.chance(s, self.o, weights)
            return tuple(
                sum(int(weights[code]) * points[seat] for code, points in moves.items()) / total
                for seat in range(self.seats)
            )
        best = max(moves.values(), key=lambda points: lead(points, s.to_move))
        for other in moves.values():
            clear = lead(other, s.to_move) < lead(best, s.to_move) - 1e-6
            assert clear or np.allclose(other, best), "which of two is not clear"
        return best

    def _moves(self, states: NDArray[Any]) -> dict[int, Points]:
        s = view_record(states)
        if s.to_move == CHANCE:
            weights = np.zeros(self.game.outcomes.SIZE, np.int32)
            self.rules.chance(s, self.o, weights)
            open_now: list[int] = np.flatnonzero(weights).tolist()
        else:
            actions = self.game.new_actions(PYTHON)
            self.rules.legal(s, self.o, actions)
            open_now = codes_of(actions)
        moves = {}
        for code in open_now:
            after = states.copy()
            self.rules.apply(view_record(after), self.o, code)
            moves[code] = self._value(after)
        return moves
