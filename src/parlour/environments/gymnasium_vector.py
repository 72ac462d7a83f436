"""Gymnasium's vector environment over a batch: the same seat of many plays, against a policy.

    envs = gymnasium.make_vec("parlour/quatro-two-v1", num_envs=1024)

What the other seats do is a function of the batch, `policy(batch)`, that has an action for every game: any network can
play there, so also the one that learns. Without one they play at random.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from parlour.engine.game import Game
from parlour.environments.batch import KEPT, Batch, Policy, Saved
from parlour.environments.gymnasium import check_seat
from parlour.environments.missing import explain_missing
from parlour.environments.refusal import BadInput
from parlour.environments.spaces import observation_box
from parlour.environments.table import Setting, Table
from parlour.search.bots import RANDOM

try:
    from gymnasium.spaces import Discrete
    from gymnasium.vector import AutoresetMode, VectorEnv
    from gymnasium.vector.utils import batch_space
except ImportError as error:
    raise explain_missing(error) from None

Floats = NDArray[np.float32]
Result = tuple[Floats, NDArray[np.float64], NDArray[np.bool_], NDArray[np.bool_], dict[str, Any]]


class Seats(VectorEnv[Floats, NDArray[Any], NDArray[Any]]):
    """One seat of each game of a batch. A play that ends is followed by another in the same step."""

    def __init__(
        self,
        game: str | Game,
        preset: str | None = None,
        num_envs: int = 1,
        seat: int = 0,
        opponents: Policy | str = RANDOM,
        device: str = "cpu",
        **options: Any,
    ) -> None:
        self.setting = Setting(game, preset, options)
        self.seat = check_seat(seat, self.setting.seats)
        self.policy = find_policy(opponents)
        self.batch = Batch(self.setting.game, size=num_envs, device=device, options=self.setting.values)
        self.num_envs = num_envs
        self.metadata = {"autoreset_mode": AutoresetMode.SAME_STEP, "render_modes": []}
        self.single_observation_space = observation_box(self.setting.game)
        self.single_action_space = Discrete(self.setting.game.actions.SIZE)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Floats, dict[str, Any]]:
        """New plays, each up to the first decision of the seat. Without a seed one is drawn."""
        super().reset(seed=seed)
        self.batch.reset(int(self.np_random.integers(2**63)) if seed is None else seed)
        self._play_others({})
        return self._look(), self._tell({})

    def step(self, actions: NDArray[Any]) -> Result:
        """Play an action in every game, and all that others and chance do up to the next decision of the seat.

        Raises BadInput, and changes nothing, if one of them is not legal.
        """
        ended: dict[int, Table] = {}
        self._step(np.asarray(actions), np.ones(self.num_envs, np.bool_), ended)
        self._play_others(ended)
        rewards = np.zeros(self.num_envs)
        over = np.zeros(self.num_envs, np.bool_)
        for i, table in ended.items():
            rewards[i], over[i] = table.points()[self.seat], True
        return self._look(), rewards, over, np.zeros_like(over), self._tell(ended)

    def _play_others(self, ended: dict[int, Table]) -> None:
        """Let the other seats act wherever they are asked."""
        while (asked := self.batch.fetch(self.batch.to_move) != self.seat).any():
            self._step(np.asarray(self.batch.fetch(self.policy(self.batch))), asked, ended)

    def _step(self, actions: NDArray[Any], moving: NDArray[np.bool_], ended: dict[int, Table]) -> None:
        """Step some games of the batch; the others stay as they are. Note those whose play ends."""
        batch = self.batch
        before = batch.save()
        if not moving.all():
            actions = np.where(moving, actions, batch.fetch(batch.random_actions()))
        batch.step(actions)
        for i in np.flatnonzero(batch.fetch(batch.over) & moving).tolist():
            if i not in ended:  # another play that ends before the seat is asked counts for nothing
                ended[i] = self._replay(before, i, int(actions[i]))
        if not moving.all():
            after = batch.save()
            for name in KEPT:
                after.arrays[name][~moving] = before.arrays[name][~moving]
            batch.restore(after)

    def _replay(self, before: Saved, i: int, action: int) -> Table:
        """The end of a play, which the batch has left behind: the last action once more, with the same luck."""
        table = Table(
            self.setting, (before.arrays["states"][i : i + 1].copy(), before.arrays["luck"][i : i + 1].copy(), [])
        )
        table.push(action)
        table.draw_chance()
        return table

    def _look(self) -> Floats:
        return self.batch.fetch(self.batch.observation).copy()

    def _tell(self, ended: dict[int, Table]) -> dict[str, Any]:
        """The masks, and how plays that have ended looked at their end."""
        info: dict[str, Any] = {
            "action_mask": self.batch.fetch(self.batch.mask).astype(np.int8),
            "_action_mask": np.ones(self.num_envs, np.bool_),
        }
        for i, table in ended.items():
            final = {"points": np.array(table.points()), "action_mask": table.mask()}
            self._add_info(info, {"final_obs": table.observe(self.seat), "final_info": final}, i)
        return info


def find_policy(opponents: Policy | str) -> Policy:
    if opponents == RANDOM:
        return Batch.random_actions
    if not callable(opponents):
        raise BadInput(
            f"{opponents!r} cannot play in a batch: expected {RANDOM!r}, or a function of the batch that has an action "
            'for every game; bots by name play with vectorization_mode="sync"'
        )
    return opponents
