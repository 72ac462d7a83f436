"""The door to PettingZoo: its own tests for every game and preset, and that it plays what a batch plays."""

from typing import Any

import numpy as np
import pytest
from pettingzoo.test import api_test, render_test, seed_test
from pettingzoo.test.save_obs_test import test_save_obs as save_obs_test

from parlour.environments import BadInput, Batch
from parlour.environments.pettingzoo import env
from tests.environments.variants import SHORT, VARIANTS
from tests.form import samples, some

save_obs_test.__test__ = False  # it is called below, with environments

# What PettingZoo says of every environment with a mask that is not on a list of its own
EXPECTED = [
    "ignore:Observation space for each agent probably should be:UserWarning",
    "ignore:Observation is not a NumPy array:UserWarning",
    "ignore:Action mask numpy array is all zeros:UserWarning",
]
pytestmark = [pytest.mark.filterwarnings(sentence) for sentence in EXPECTED]


@pytest.mark.parametrize(("name", "preset"), some(VARIANTS, 15))
def test_pettingzoos_own_tests_pass(name: str, preset: str | None, tmp_path: Any, monkeypatch: Any) -> None:
    monkeypatch.chdir(tmp_path)  # observations that are pictures would be saved
    api_test(env(name, preset=preset), num_cycles=samples(60, 500))
    seed_test(lambda: env(name, preset=preset), num_cycles=samples(20, 200))
    save_obs_test(env(name, preset=preset))
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(("name", "preset"), some(VARIANTS, 1))
def test_every_render_mode_shows_the_game(name: str, preset: str | None) -> None:
    render_test(lambda render_mode: env(name, preset, render_mode=render_mode), {"ansi": lambda text: "\n" in text})
    game = env(name, preset, render_mode="rgb_array")
    game.reset(seed=1)
    before = game.render()
    game.step(int(game.infos[game.agent_selection]["action_mask"].argmax()))
    assert isinstance(before, np.ndarray)
    assert before.shape[1] == 640
    assert len(np.unique(before.reshape(-1, 3), axis=0)) > 8, "a picture has colours"
    assert not np.array_equal(before, game.render()), "and changes with the position"


@pytest.mark.parametrize("name", SHORT)
def test_the_same_seed_and_actions_are_the_same_play_as_in_a_batch(name: str) -> None:
    """To the end of two plays, the second of which goes on with the luck of the first."""
    game, batch = env(name, preset=SHORT[name]), Batch(name, SHORT[name], size=1, seed=5, device="python")
    game.reset(seed=5)
    ended = 0
    while ended < 2:
        seat = game.possible_agents.index(game.agent_selection)
        seen = game.observe(game.agent_selection)
        assert seat == batch.to_move[0]
        assert np.array_equal(seen["observation"], batch.observation[0])
        assert np.array_equal(seen["action_mask"], batch.mask[0])
        actions = batch.random_actions().copy()
        batch.step(actions)
        game.step(actions[0])
        assert all(game.terminations.values()) == batch.over[0]
        assert list(game.rewards.values()) == batch.rewards[0, : len(game.possible_agents)].tolist()
        if batch.over[0]:
            ended += 1
            game.reset()


def test_everybody_gets_the_points_when_the_play_is_over_and_goes() -> None:
    game = env("vendetta", preset="four", turn_limit=200)
    game.reset(seed=3)
    won = dict.fromkeys(game.possible_agents, 0.0)
    for agent in game.agent_iter():
        _, reward, terminated, truncated, info = game.last()
        won[agent] += reward
        assert not truncated
        game.step(None if terminated else int(np.flatnonzero(info["action_mask"])[0]))
    assert game.agents == []
    assert sorted(won.values()) in ([-1 / 3] * 3 + [1.0], [0.0] * 4)


def test_only_whoever_is_asked_may_do_something() -> None:
    game = env("stencil")
    game.reset(seed=1)
    for agent in game.agents:
        mask = game.infos[agent]["action_mask"]
        assert mask.any() == (agent == game.agent_selection)
        assert np.array_equal(mask, game.observe(agent)["action_mask"])


@pytest.mark.parametrize("action", [28, -1, 99, 0.5, "c2", None])
def test_a_refused_action_changes_nothing(action: Any) -> None:
    game = env("stencil", preset="quick")
    game.reset(seed=1)
    before = game.unwrapped.table.states.tobytes()
    with pytest.raises(BadInput, match="expected"):
        game.step(action)
    assert game.unwrapped.table.states.tobytes() == before
    assert game.agents == game.possible_agents


def test_a_play_is_cut_off_after_so_many_decisions() -> None:
    game = env("quatro", preset="two", max_decisions=5)
    game.reset(seed=1)
    steps = 0
    for agent in game.agent_iter():
        _, reward, terminated, truncated, info = game.last()
        assert reward == 0
        assert not terminated
        steps += not truncated
        game.step(None if truncated else game.action_space(agent).sample(info["action_mask"]))
    assert steps == 5


def test_what_it_cannot_be_is_refused_in_a_sentence() -> None:
    with pytest.raises(BadInput, match="there is no render mode 'braille': expected one of ansi, rgb_array, human"):
        env("stencil", render_mode="braille")
    with pytest.raises(BadInput, match="expected a whole number from 1 on"):
        env("stencil", max_decisions=0)
    with pytest.raises(ValueError, match="has no preset 'slow': expected one of quick"):
        env("stencil", preset="slow")
