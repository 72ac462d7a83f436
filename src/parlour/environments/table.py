"""One play at a time, without words: what the doors to other libraries share.

A table has the luck of the first game of a batch. So the same seed and the same actions lead to the same positions in
both, whichever library asks.
"""

from operator import index
from secrets import randbits
from typing import Any

import numpy as np
from numpy.typing import NDArray

from parlour.engine.bind import bind
from parlour.engine.bits import codes_of
from parlour.engine.contract import CHANCE, OVER, Record, Weights
from parlour.engine.game import Game, find_game
from parlour.engine.options import Values
from parlour.engine.play import Play
from parlour.engine.records import new_record, view_record
from parlour.engine.targets import PYTHON
from parlour.environments import stepping
from parlour.environments.keys import keys_of
from parlour.environments.luck import HELD, KEY
from parlour.environments.refusal import BadInput


class Setting:
    """A game under some options; all tables of it share one."""

    def __init__(self, game: str | Game, preset: str | None = None, options: Values | None = None) -> None:
        self.game = find_game(game) if isinstance(game, str) else game
        self.values = self.game.settle(preset, **(options or {}))
        self.preset = preset
        self.seats: int = self.values["players"]
        self.options = self.game.encode(self.values)
        self.o = view_record(self.options)
        self.rules = bind(self.game.rules, PYTHON)
        self.draw_outcome = self.game.bind_template(stepping, PYTHON).draw_outcome
        self._observing = bind(self.game.observation.module, PYTHON)

    def __deepcopy__(self, memo: dict[int, Any]) -> "Setting":
        """It never changes, so one is enough."""
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickled by name, for any process that has the game."""
        return Setting, (self.game.name, self.preset, self.values)

    @property
    def name(self) -> str:
        """The game and, where one is chosen, the preset."""
        return f"{self.game.name}_{self.preset}" if self.preset else self.game.name

    def observe(self, s: Record, seat: int, out: NDArray[np.float32]) -> None:
        """Write what a seat sees of a state."""
        out[:] = 0
        self._observing.observe(s, self.o, seat, out)


At = tuple[NDArray[Any], NDArray[np.int64], list[int]]  # a state, its luck, and what led there


class Table:
    """One play, which goes on from decision to decision; or ply by ply, for whoever draws chance himself."""

    placed = ""  # bots ask: it begins where every play does

    def __init__(self, setting: Setting, at: "At | None" = None) -> None:
        """A new play, or one that is at some place already."""
        self.setting = setting
        self.game, self.values, self.seats = setting.game, setting.values, setting.seats
        self.options, self.o = setting.options, setting.o
        self.states = new_record(self.game.state_type) if at is None else at[0]
        self.s = view_record(self.states)
        self.luck = np.zeros((1, HELD), np.int64) if at is None else at[1]  # see luck.py
        self.codes = [] if at is None else at[2]  # every action and outcome so far
        self._legal: list[int] | None = None
        if at is None:
            setting.rules.setup(self.s, self.o)

    def __deepcopy__(self, memo: dict[int, Any]) -> "Table":
        """Another table at the same place, which goes on alone."""
        return Table(self.setting, (self.states.copy(), self.luck.copy(), list(self.codes)))

    def __reduce__(self) -> tuple[Any, ...]:
        return Table, (self.setting, (self.states, self.luck, self.codes))

    def begin(self, seed: int | None = None) -> None:
        """A new play, up to its first decision. Without a seed the luck goes on where it was."""
        if seed is not None or not self.luck[0, KEY]:
            self.luck[:] = 0
            self.luck[0, KEY] = keys_of(randbits(63) if seed is None else seed, 1)[0]
        self.states[:] = 0
        self.codes, self._legal = [], None
        self.setting.rules.setup(self.s, self.o)
        self.draw_chance()

    @property
    def to_move(self) -> int:
        """The seat that is asked, or CHANCE, or OVER."""
        seat: int = self.s.to_move
        return seat

    @property
    def over(self) -> bool:
        return self.to_move == OVER

    def legal_codes(self) -> list[int]:
        """The codes of all legal actions; none at chance or when the play is over."""
        if self._legal is None:
            if self.game.is_warm:
                actions = self.game.new_actions()
                self.game.doors.legal_at(self.states, 0, self.options, actions)
            else:
                actions = self.game.new_actions(PYTHON)
                self.setting.rules.legal(self.s, self.o, actions)
            self._legal = codes_of(actions)
        return list(self._legal)

    def mask(self) -> NDArray[np.int8]:
        """1 for every legal action, as the libraries expect it."""
        mask = np.zeros(self.game.actions.SIZE, np.int8)
        mask[self.legal_codes()] = 1
        return mask

    def observe(self, seat: int) -> NDArray[np.float32]:
        seen = np.zeros(self.game.observation.size, np.float32)
        self.setting.observe(self.s, seat, seen)
        return seen

    def weights(self) -> Weights:
        """At chance, the weight of every outcome."""
        weights = self.game.new_weights()
        self.setting.rules.chance(self.s, self.o, weights)
        return weights

    def push(self, code: int) -> None:
        """Play an action or an outcome that is known to be possible."""
        self.setting.rules.apply(self.s, self.o, code)
        self.codes.append(code)
        self._legal = None

    def act(self, action: Any) -> None:
        """Play an action, and all that chance does next. Raises BadInput, and changes nothing, if it is not legal."""
        try:
            code = index(action)
        except TypeError:
            raise BadInput(f"{action!r} is not an action: expected a whole number") from None
        if code not in self.legal_codes():
            raise BadInput(f"action {code} is not legal: expected one for which the action mask is 1")
        self.push(code)
        self.draw_chance()

    def draw_chance(self) -> None:
        """All that chance does, up to the next decision or the end."""
        weights = self.game.new_weights()
        while self.to_move == CHANCE:
            self.push(int(self.setting.draw_outcome(0, self.s, self.o, self.luck, weights)))

    def points(self) -> list[float]:
        """What the play came to for every seat, once it is over."""
        points = np.zeros(self.game.sizes["SEATS"])
        self.setting.rules.score(self.s, self.o, points)
        return [float(p) for p in points[: self.seats]]

    def as_play(self) -> Play:
        """The same position with words and pictures."""
        play = Play(self.game, self.values)
        play.states[:] = self.states
        return play
