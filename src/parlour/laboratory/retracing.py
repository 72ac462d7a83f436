"""Plays retraced: what every decision was like, and the row of the whole play."""

from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from parlour.engine.contract import OVER
from parlour.engine.game import Game
from parlour.laboratory import tracing
from parlour.laboratory.courses import Played
from parlour.laboratory.tables import NOBODY, Course, Row, sum_up_play


@dataclass(frozen=True)
class Decisions:
    """The decisions of a play, in their order, as arrays."""

    play: int
    plies: NDArray[np.int64]  # how many actions and outcomes came before
    turns: NDArray[np.int64]
    seats: NDArray[np.int64]
    phases: NDArray[np.int64]  # -1 where a game has no phases
    codes: NDArray[np.int16]
    choices: NDArray[np.int16]
    by: tuple[str, ...]


@dataclass
class Retracing:
    """Plays of one game, retraced one after another; options and memory are made once."""

    game: Game
    _options: dict[str, NDArray[Any]] = field(default_factory=dict)
    _states: NDArray[Any] | None = None

    def retrace(self, played: Played) -> tuple[Row, Decisions]:
        """The row of a play, and its decisions."""
        codes, game = played.codes, self.game
        states, choices = self._memory(len(codes) + 1), np.zeros(len(codes), np.int16)
        options, (actions, _, points) = self._encode(played.values), game.buffers()
        game.bind_template(tracing).retrace(states, options, actions, codes, choices)
        last, states = states[len(codes) :][:1], states[: len(codes)]
        called = codes >= game.actions.SIZE  # what a referee declares is nobody's decision
        at = np.flatnonzero((states["to_move"] >= 0) & ~called)
        seats = states["to_move"][at].astype(np.int64)
        begun = states["turn"][states["turns"] > 0]
        scores: tuple[float, ...] = ()
        if last["to_move"][0] == OVER:
            game.doors.score_at(last, 0, options, points)
            scores = tuple(float(point) for point in points[: len(played.bots)])
        course = Course(seats.tolist(), choices[at].tolist(), int(begun[0]) if len(begun) else NOBODY)
        row = sum_up_play(played.play, played.luck, played.bots, codes.tolist(), scores, course, int(last["turns"][0]))
        if played.ending:
            row = replace(row, scores=(), winner=played.winner, ended=played.ending)
        by = tuple(played.by[ply] for ply in at) if played.by else tuple(played.bots[seat] for seat in seats)
        phases = (
            states["phase"][at].astype(np.int64)
            if any(field.name == "phase" for field in game.fields)
            else np.full(len(at), NOBODY)
        )
        turns = states["turns"][at].astype(np.int64)
        return row, Decisions(played.play, at, turns, seats, phases, codes[at], choices[at], by)

    def _encode(self, values: dict[str, Any]) -> NDArray[Any]:
        key = str(values)
        if key not in self._options:
            self._options[key] = self.game.encode(values)  # that takes longer than a short play
        return self._options[key]

    def _memory(self, length: int) -> NDArray[Any]:
        if self._states is None or len(self._states) < length:
            self._states = np.zeros(length, self.game.state_type)
        self._states[0] = np.zeros((), self.game.state_type)
        return self._states
