"""What can be seen and done, in the spaces of Gymnasium."""

import numpy as np

from parlour.engine.game import Game
from parlour.environments.missing import explain_missing

try:
    from gymnasium.spaces import Box, Dict
except ImportError as error:
    raise explain_missing(error) from None


def observation_box(game: Game) -> "Box[np.float32]":
    """All that a game's `observation` tells; its table says which number is what."""
    return Box(-1.0, 1.0, (game.observation.size,), np.float32)


def masked_observation(game: Game) -> Dict:
    """The same, with a flag for every action."""
    mask = Box(0, 1, (game.actions.SIZE,), np.int8)
    return Dict({"observation": observation_box(game), "action_mask": mask})
