"""A play at compiled speed and without words: what bots see of a game, and what the arena plays on."""

from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from parlour.engine.bits import codes_of
from parlour.engine.contract import CHANCE, OVER
from parlour.engine.game import Game
from parlour.engine.options import Values
from parlour.engine.records import new_record, view_record


class Position(Protocol):
    """What a bot is shown: a `Play` or a `Line`."""

    game: Game
    values: dict[str, Any]
    seats: int
    options: NDArray[Any]
    states: NDArray[Any]
    s: Any  # the state and the options as the rules read them
    o: Any
    codes: list[int]
    placed: str

    def legal_codes(self) -> list[int]: ...


class Line:
    """A play that only keeps its state and its codes."""

    def __init__(self, game: Game, values: Values, options: NDArray[Any] | None = None) -> None:
        self.game = game
        self.values = dict(values)
        self.seats: int = self.values["players"]
        self.options = game.encode(values) if options is None else options  # that takes longer than all else
        self.states = new_record(game.state_type)
        self.s, self.o = view_record(self.states), view_record(self.options)
        self.codes: list[int] = []
        self.placed = ""
        self._actions, self._weights, self._points = game.buffers()
        game.doors.setup_at(self.states, 0, self.options)

    @classmethod
    def after(cls, position: Position, *codes: int) -> "Line":
        """A line of its own that goes on from a position with these actions or outcomes."""
        line = cls(position.game, position.values, position.options)
        line.states[:] = position.states
        line.placed, line.codes = position.placed, list(position.codes)
        for code in codes:
            line.push(code)
        return line

    @property
    def to_move(self) -> int:
        return int(self.states["to_move"][0])

    @property
    def over(self) -> bool:
        return self.to_move == OVER

    @property
    def at_chance(self) -> bool:
        return self.to_move == CHANCE

    def legal_codes(self) -> list[int]:
        self.game.doors.legal_at(self.states, 0, self.options, self._actions)
        return codes_of(self._actions)

    def push(self, code: int) -> None:
        """Play an action or outcome that is known to be possible."""
        self.game.doors.apply_at(self.states, 0, self.options, code)
        self.codes.append(code)

    def find_outcome(self, part: float) -> int:
        """At chance, the outcome that lies at a part, from 0 to 1, of all weights laid end to end."""
        total = self.game.doors.chance_at(self.states, 0, self.options, self._weights)
        return int(np.searchsorted(np.cumsum(self._weights), int(part * total), side="right"))

    def draw(self, part: float) -> int:
        """At chance, play the outcome that lies there."""
        code = self.find_outcome(part)
        self.push(code)
        return code

    @property
    def score(self) -> tuple[float, ...]:
        self.game.doors.score_at(self.states, 0, self.options, self._points)
        return tuple(float(points) for points in self._points[: self.seats])
