"""OpenSpiel: every game and preset by name, with chance as OpenSpiel has it: outcomes and their probabilities.

    import pyspiel
    import parlour.environments.openspiel  # registers them

    game = pyspiel.load_game("parlour_quatro_two")
    state = game.new_initial_state()

Options are parameters, `parlour_quatro(players=3)`. They need not be given; those of a preset hold where it is named.
"""

from collections.abc import Mapping
from functools import cache
from typing import Any

import numpy as np

from parlour.engine.contract import CHANCE
from parlour.engine.game import Game, find_game, games
from parlour.engine.options import Coded
from parlour.environments.missing import explain_missing
from parlour.environments.table import Setting, Table

try:
    import pyspiel
except ImportError as error:
    raise explain_missing(error) from None

PREFIX = "parlour"
MOST_POINTS = 1_000_000.0  # rules do not declare how many points there can be: no play comes near this
MOST_PLIES = 1_000_000  # nor how long a play can last


class SpielGame(pyspiel.Game):  # type: ignore[misc]  # OpenSpiel is not typed
    """A game under some options; each game and preset has a class of its own below this one."""

    name: str
    preset: str | None

    def __init__(self, params: Mapping[str, Any] | None = None) -> None:
        rules, given = find_game(self.name), params or {}
        usual = parameters(rules, self.preset)  # OpenSpiel hands over what was not given, too
        chosen = {name: value for name, value in given.items() if value != usual[name]}
        self.setting = Setting(rules, self.preset, chosen)
        info = pyspiel.GameInfo(
            num_distinct_actions=rules.actions.SIZE,
            max_chance_outcomes=rules.outcomes.SIZE,
            num_players=self.setting.seats,
            min_utility=-MOST_POINTS,
            max_utility=MOST_POINTS,
            max_game_length=MOST_PLIES,
        )
        super().__init__(game_type(self.name, self.preset), info, dict(given))

    def new_initial_state(self, state: Any = None) -> "SpielState":
        return SpielState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Mapping[str, Any] | None = None) -> "Observer":
        if params:
            raise ValueError(f"there is nothing to choose about observations: expected no parameters, not {params}")
        return Observer(self.setting)

    def max_chance_nodes_in_history(self) -> int:
        return MOST_PLIES


class SpielState(pyspiel.State):  # type: ignore[misc]
    """A play; chance is a player whose outcomes somebody else draws."""

    def __init__(self, game: SpielGame) -> None:
        super().__init__(game)
        self.table = Table(game.setting)

    def current_player(self) -> int:
        if self.table.over:
            return int(pyspiel.PlayerId.TERMINAL)
        return int(pyspiel.PlayerId.CHANCE) if self.table.to_move == CHANCE else self.table.to_move

    def _legal_actions(self, player: int) -> list[int]:
        return self.table.legal_codes() if player == self.table.to_move else []

    def chance_outcomes(self) -> list[tuple[int, float]]:
        weights = self.table.weights()
        total = int(weights.sum())
        return [(code, int(weights[code]) / total) for code in np.flatnonzero(weights).tolist()]

    def _apply_action(self, action: int) -> None:
        self.table.push(int(action))

    def _action_to_string(self, player: int, action: int) -> str:
        """A move as records write it."""
        notation, s, o = self.table.game.notation, self.table.s, self.table.o
        return notation.outcome(s, o, action) if player == pyspiel.PlayerId.CHANCE else notation.write(s, o, action)

    def is_terminal(self) -> bool:
        return self.table.over

    def returns(self) -> list[float]:
        return self.table.points() if self.table.over else [0.0] * self.table.seats

    def __str__(self) -> str:
        return self.table.game.write_position(self.table.s, self.table.o)


class Observer:
    """What a seat sees: all of it in `tensor`, and part by part, by the names of the observation's table, in `dict`."""

    def __init__(self, setting: Setting) -> None:
        self.setting = setting
        self.tensor = np.zeros(setting.game.observation.size, np.float32)
        self.dict, at = {}, 0
        for part in setting.game.observation.parts:
            self.dict[part.name] = self.tensor[at : at + part.size]
            at += part.size

    def set_from(self, state: SpielState, player: int) -> None:
        self.setting.observe(state.table.s, player, self.tensor)

    def string_from(self, state: SpielState, player: int) -> str:
        """The position: nothing of it is hidden from anybody."""
        return str(state)


@cache
def game_type(name: str, preset: str | None) -> Any:
    """What OpenSpiel wants to know of a game before there is one."""
    game = find_game(name)
    kinds = pyspiel.GameType
    return kinds(
        short_name=name_of(game, preset),
        long_name=f"{game.title}, {preset}" if preset else game.title,
        dynamics=kinds.Dynamics.SEQUENTIAL,
        chance_mode=kinds.ChanceMode.EXPLICIT_STOCHASTIC if game.outcomes.SIZE else kinds.ChanceMode.DETERMINISTIC,
        information=kinds.Information.PERFECT_INFORMATION,
        utility=kinds.Utility.GENERAL_SUM,
        reward_model=kinds.RewardModel.TERMINAL,
        max_num_players=max(game.players),
        min_num_players=min(game.players),
        provides_information_state_string=False,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=parameters(game, preset),
    )


def parameters(game: Game, preset: str | None) -> dict[str, int | bool | str]:
    """The options that are a number, a flag or a word, and what each is if it is not given."""
    values = game.settle(preset)
    return {option.name: values[option.name] for option in game.options if isinstance(option.kind, Coded)}


def name_of(game: Game, preset: str | None = None) -> str:
    """What a game is registered as."""
    return f"{PREFIX}_{game.name}_{preset}" if preset else f"{PREFIX}_{game.name}"


def register_games() -> None:
    """Make every game known to `pyspiel.load_game`, with each of its presets; done when this module is imported."""
    known = set(pyspiel.registered_names())
    for game in games().values():
        for preset in (None, *game.presets):
            if name_of(game, preset) not in known:
                # A class, for OpenSpiel lets go of it after Python has ended, when nothing else may be freed any more
                own = type(name_of(game, preset), (SpielGame,), {"name": game.name, "preset": preset})
                pyspiel.register_game(game_type(game.name, preset), own)


register_games()
