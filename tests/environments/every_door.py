"""A game through every door, one after another: `python -m tests.environments.every_door NAME`.

It is a process of its own in the tests, for a game of another package is found by how Python was started.
"""

import sys
import warnings

import gymnasium
import pyspiel
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test, render_test, seed_test

from parlour.engine.game import find_game
from parlour.environments import Batch, openspiel, pettingzoo
from parlour.environments.gymnasium import name_of


def try_doors(name: str) -> None:
    """Raises whatever one of the libraries has to say against it."""
    game = find_game(name)
    warnings.simplefilter("ignore")  # PettingZoo warns of every mask
    batch = Batch(name, size=3, device="python")
    assert batch.play(lambda all_games: all_games.random_actions(), plays=3).shape == (3, batch.seats)
    api_test(pettingzoo.env(name), num_cycles=60)
    seed_test(lambda: pettingzoo.env(name), num_cycles=30)
    render_test(lambda render_mode: pettingzoo.env(name, render_mode=render_mode))
    check_env(gymnasium.make(name_of(game), illegal_reward=-1.0).unwrapped)
    envs = gymnasium.make_vec(name_of(game), num_envs=3, device="python")
    _, info = envs.reset(seed=1)
    for _ in range(30):
        *_, info = envs.step(info["action_mask"].argmax(axis=1))
    pyspiel.random_sim_test(pyspiel.load_game(openspiel.name_of(game)), num_sims=2, serialize=True, verbose=False)


if __name__ == "__main__":
    try_doors(sys.argv[1])
    print("every door is open")
