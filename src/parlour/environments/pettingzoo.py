"""PettingZoo: every game as an AEC environment, in which the seat that is asked acts.

    from parlour.environments.pettingzoo import env

    game = env("quatro", preset="two", render_mode="ansi")
    game.reset(seed=1)
    for agent in game.agent_iter():
        observation, reward, terminated, truncated, info = game.last()
        game.step(None if terminated or truncated else game.action_space(agent).sample(info["action_mask"]))

Chance is drawn inside, by the seed. The points of a play are its rewards, given to all seats at its end.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from parlour.engine.game import Game
from parlour.environments.missing import explain_missing
from parlour.environments.refusal import BadInput
from parlour.environments.rendering import MODES, Rendered, check_mode, render
from parlour.environments.spaces import masked_observation
from parlour.environments.table import Setting, Table

try:
    from gymnasium.spaces import Discrete, Space
    from pettingzoo import AECEnv
    from pettingzoo.utils.wrappers import OrderEnforcingWrapper
except ImportError as error:
    raise explain_missing(error) from None

Seen = dict[str, NDArray[Any]]


def env(game: str | Game, preset: str | None = None, **given: Any) -> "OrderEnforcingWrapper[str, Seen, int]":
    """An environment of a game; what else is given are the arguments of `Seats`, and options of the game."""
    return OrderEnforcingWrapper(Seats(game, preset, **given))


class Seats(AECEnv[str, Seen, int]):  # type: ignore[misc]  # PettingZoo is not typed
    """One play; its agents are the seats."""

    def __init__(
        self,
        game: str | Game,
        preset: str | None = None,
        render_mode: str | None = None,
        max_decisions: int | None = None,
        **options: Any,
    ) -> None:
        """A play that is not over after `max_decisions` of all seats together is cut off, and worth 0 to everybody."""
        super().__init__()
        if max_decisions is not None and max_decisions < 1:
            raise BadInput(f"max_decisions cannot be {max_decisions}: expected a whole number from 1 on, or None")
        self.table = Table(Setting(game, preset, options))
        self.render_mode = check_mode(render_mode)
        self.max_decisions = max_decisions
        self.decisions = 0
        rules = self.table.game
        self.metadata = {
            "name": f"{self.table.setting.name}_v{rules.version}",
            "render_modes": list(MODES),
            "is_parallelizable": False,
            "observation_version": rules.observation.version,
        }
        self.possible_agents = [f"player_{seat}" for seat in range(self.table.seats)]
        self.agents: list[str] = []
        self._observation_spaces = {agent: masked_observation(rules) for agent in self.possible_agents}
        self._action_spaces = {agent: Discrete(rules.actions.SIZE) for agent in self.possible_agents}

    def observation_space(self, agent: str) -> Space[Any]:
        return self._observation_spaces[agent]

    def action_space(self, agent: str) -> Space[Any]:
        return self._action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """A new play. The seed decides what chance brings; without one its luck goes on.

        PettingZoo hands `options` to whoever knows some at this moment; those of a game are given to `env`, once.
        """
        self.table.begin(seed)
        self.decisions = 0
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self._skip_agent_selection: str | None = None
        self._ask()
        self._show()

    def _ask(self) -> None:
        """Turn to the seat that is asked, or at the end to the first."""
        self.agent_selection = self.possible_agents[max(0, self.table.to_move)]
        self.infos = {agent: {"action_mask": self._mask(agent)} for agent in self.agents}

    def _mask(self, agent: str) -> NDArray[np.int8]:
        """What an agent may do: nothing, while another is asked."""
        mask = self.table.mask()
        return mask if self.possible_agents.index(agent) == self.table.to_move else np.zeros_like(mask)

    def observe(self, agent: str) -> Seen:
        return {"observation": self.table.observe(self.possible_agents.index(agent)), "action_mask": self._mask(agent)}

    def step(self, action: int | None) -> None:
        """Play an action. Raises BadInput, and changes nothing, if it is not legal."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self.table.act(action)
        self.decisions += 1
        self._cumulative_rewards[agent] = 0.0
        over = self.table.over
        cut_off = not over and self.decisions == self.max_decisions
        points = self.table.points() if over else [0.0] * len(self.possible_agents)
        self.rewards = dict(zip(self.possible_agents, points, strict=True))
        self.terminations = dict.fromkeys(self.agents, over)
        self.truncations = dict.fromkeys(self.agents, cut_off)
        self._ask()
        self._accumulate_rewards()
        self._show()

    def _show(self) -> None:
        """People see every position without asking."""
        if self.render_mode == "human":
            self.render()

    def render(self) -> Rendered:
        return render(self.table, self.render_mode)

    def close(self) -> None:
        """Nothing is held open."""
