"""Gymnasium: one seat of a game, against opponents by name; and many plays at once.

    import gymnasium
    import parlour.environments.gymnasium  # registers every game and preset

    game = gymnasium.make("parlour/quatro-two-v1", opponents="dora")
    observation, info = game.reset(seed=1)
    observation, reward, terminated, truncated, info = game.step(game.action_space.sample(info["action_mask"]))

The number at the end of a name is the version of the game's rules.
"""

import random
from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from parlour.engine.game import Game, find_game, games
from parlour.engine.options import Values
from parlour.environments.exact import Oracle, solvable_options
from parlour.environments.luck import CHANCE_DRAWS, KEY
from parlour.environments.missing import explain_missing
from parlour.environments.refusal import BadInput
from parlour.environments.rendering import MODES, Rendered, check_mode, render
from parlour.environments.spaces import observation_box
from parlour.environments.table import Setting, Table
from parlour.search.bots import RANDOM, Bot
from parlour.search.seating import new_bot

try:
    import gymnasium
    from gymnasium.spaces import Discrete
except ImportError as error:
    raise explain_missing(error) from None

NAMESPACE = "parlour"


class Seat(gymnasium.Env[NDArray[np.float32], np.int64]):
    """One seat of a play; bots have the others."""

    metadata: dict[str, Any] = {"render_modes": list(MODES), "render_fps": 2}  # noqa: RUF012  # as Gymnasium has it

    def __init__(
        self,
        game: str | Game,
        preset: str | None = None,
        seat: int = 0,
        opponents: str | Sequence[str] = RANDOM,
        render_mode: str | None = None,
        illegal_reward: float | None = None,
        exact: bool = False,
        **options: Any,
    ) -> None:
        """`opponents` is one name for all other seats, or a name for each of them in the order of play.

        An illegal action is refused; where there is an `illegal_reward`, the play ends with it instead, for learners
        that cannot use a mask. With `exact`, `info` tells the true value of every action and the regret of the one
        taken, where the game can be solved.
        """
        self.table = Table(self._set(game, preset, options, exact))
        self.oracle = Oracle(self.table.setting) if exact else None
        self.seat = check_seat(seat, self.table.seats)
        self.render_mode = check_mode(render_mode)
        self.values = np.full(self.table.game.actions.SIZE, np.nan)  # of the actions now, where they are known
        self.bots = self._seat_bots(opponents)
        self.observation_space = observation_box(self.table.game)
        self.action_space = Discrete(self.table.game.actions.SIZE)
        self.illegal_reward = illegal_reward

    def _set(self, game: str | Game, preset: str | None, options: Values, exact: bool) -> Setting:
        found = find_game(game) if isinstance(game, str) else game
        return Setting(found, preset, solvable_options(found, options) if exact else options)

    def _seat_bots(self, opponents: str | Sequence[str]) -> dict[int, Bot]:
        seats = [seat for seat in range(self.table.seats) if seat != self.seat]
        names = [opponents] * len(seats) if isinstance(opponents, str) else list(opponents)
        if len(names) != len(seats):
            raise BadInput(f"{len(names)} opponents for {len(seats)} other seats: expected one name, or one for each")
        found = zip(seats, names, strict=True)
        return {seat: new_bot(self.table.game, self.table.values, name) for seat, name in found}

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[NDArray[np.float32], dict[str, Any]]:
        """A new play, up to the first decision of the seat.

        The seed decides what chance brings and what bots leave to it; without one the luck goes on.
        Gymnasium hands `options` to whoever knows some at this moment; those of a game are given to `make`, once.
        """
        super().reset(seed=seed)
        while True:
            self.table.begin(seed)
            self._begin_bots()
            self._play_others()
            if not self.table.over:
                break
            seed = None  # it was over before the seat was asked
        return self._look()

    def _begin_bots(self) -> None:
        luck = self.table.luck[0]
        for seat, bot in self.bots.items():
            bot.begin(random.Random(f"{luck[KEY]} {luck[CHANCE_DRAWS]} {seat}").getrandbits(32))

    def _play_others(self) -> None:
        while not self.table.over and self.table.to_move != self.seat:
            self.table.act(self.bots[self.table.to_move].choose(self.table))

    def _look(self) -> tuple[NDArray[np.float32], dict[str, Any]]:
        if self.render_mode == "human":
            self.render()
        info: dict[str, Any] = {"action_mask": self.table.mask()}
        if self.oracle is not None and not self.table.over:
            self.values = self.oracle.value_actions(self.table)
            info["action_values"] = self.values.copy()
        return self.table.observe(self.seat), info

    def step(self, action: int | np.integer[Any]) -> tuple[NDArray[np.float32], float, bool, bool, dict[str, Any]]:
        """Play an action, and all that others and chance do up to the next decision.

        Raises BadInput, and changes nothing, if the action is not legal and there is no `illegal_reward`.
        """
        if self.illegal_reward is not None and action not in self.table.legal_codes() and not self.table.over:
            seen, info = self._look()
            return seen, self.illegal_reward, True, False, info | {"illegal_action": int(action)}
        self.table.act(action)
        regret = {} if self.oracle is None else {"regret": float(np.nanmax(self.values) - self.values[action])}
        self._play_others()
        seen, info = self._look()
        info |= regret
        if not self.table.over:
            return seen, 0.0, False, False, info
        points = self.table.points()
        return seen, points[self.seat], True, False, info | {"points": np.array(points)}

    def action_masks(self) -> NDArray[np.bool_]:
        """The mask as learners ask for it that want it between steps, such as MaskablePPO."""
        return self.table.mask().astype(np.bool_)

    def render(self) -> Rendered:
        return render(self.table, self.render_mode)

    def close(self) -> None:
        for bot in self.bots.values():
            bot.close()


def check_seat(seat: int, seats: int) -> int:
    if not 0 <= seat < seats:
        raise BadInput(f"there is no seat {seat}: expected a number from 0 to {seats - 1}")
    return seat


def name_of(game: Game, preset: str | None = None) -> str:
    """What a game is registered as."""
    return f"{NAMESPACE}/{game.name}{f'-{preset}' if preset else ''}-v{game.version}"


def register_games() -> None:
    """Make every game known to `gymnasium.make`, with each of its presets; done when this module is imported."""
    for game in games().values():
        for preset in (None, *game.presets):
            name = name_of(game, preset)
            if name not in gymnasium.registry:
                gymnasium.register(
                    name,
                    entry_point="parlour.environments.gymnasium:Seat",
                    vector_entry_point="parlour.environments.gymnasium_vector:Seats",
                    kwargs={"game": game.name, "preset": preset},
                )


register_games()
