"""What can be seen and done, in the spaces of Gymnasium."""

from typing import Any

import numpy as np

from parlour.engine.game import Game
from parlour.environments.missing import explain_missing

try:
    from gymnasium.spaces import Box, Dict, Discrete
except ImportError as error:
    raise explain_missing(error) from None


def observation_box(game: Game) -> "Box[np.float32]":
    """All that a game's `observation` tells; its table says which number is what."""
    return Box(-1.0, 1.0, (game.observation.size,), np.float32)


def masked_observation(game: Game) -> Dict:
    """The same, with a flag for every action."""
    mask = Box(0, 1, (game.actions.SIZE,), np.int8)
    return Dict({"observation": observation_box(game), "action_mask": mask})


class LegalActions(Discrete[np.int64]):
    """All actions of a game; a sample for which no mask is given is one that is legal now."""

    def __init__(self, size: int) -> None:
        super().__init__(size)
        self.legal = np.zeros(size, np.int8)

    def sample(self, mask: Any = None, probability: Any = None) -> np.int64:
        if mask is None and probability is None:
            mask = self.legal
        return super().sample(mask, probability)
