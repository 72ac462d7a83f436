"""The door to Gymnasium: its own check for every game and preset, and many plays at once."""

from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from gymnasium.wrappers.vector import RecordEpisodeStatistics

from parlour.engine.game import find_game, games
from parlour.environments import BadInput
from parlour.environments.gymnasium import Seat, name_of
from parlour.environments.gymnasium_vector import Seats
from parlour.environments.keys import keys_of
from parlour.environments.luck import KEY
from parlour.environments.table import Setting, Table
from parlour.search.bots import UnknownBot
from tests.environments.variants import SHORT, VARIANTS
from tests.form import is_thorough


@pytest.mark.parametrize(("name", "preset"), VARIANTS)
def test_gymnasiums_own_check_passes(name: str, preset: str | None) -> None:
    """It tries any action, so it is told that an illegal one ends the play."""
    game = gymnasium.make(name_of(find_game(name), preset), illegal_reward=-1.0)
    pictures = is_thorough() or SHORT[name] == preset
    check_env(game.unwrapped, skip_render_check=not pictures)


def test_every_game_and_preset_has_a_name_with_the_version_of_its_rules() -> None:
    assert name_of(find_game("stencil")) == "parlour/stencil-v1"
    assert name_of(find_game("quatro"), "two") == "parlour/quatro-two-v1"
    wanted = {name_of(game, preset) for game in games().values() for preset in (None, *game.presets)}
    assert wanted <= set(gymnasium.registry)
    assert gymnasium.make("parlour.environments.gymnasium:parlour/stencil-quick-v1").spec is not None


@pytest.mark.parametrize("seat", [0, 1])
def test_a_play_is_played_to_its_end_and_tells_the_points(seat: int) -> None:
    game: Any = gymnasium.make("parlour/stencil-quick-v1", seat=seat, unfinished="half").unwrapped
    for seed in range(5):
        _, info = game.reset(seed=seed)
        terminated = False
        while not terminated:
            assert game.table.to_move == seat
            assert np.array_equal(game.action_masks(), info["action_mask"] == 1)
            _, reward, terminated, truncated, info = game.step(game.action_space.sample(info["action_mask"]))
            assert not truncated
            assert reward == 0 or terminated
        assert reward == info["points"][seat]
        assert info["points"].sum() == 1
        assert not info["action_mask"].any()


def test_opponents_are_the_levels_of_the_game() -> None:
    """Pip, the weakest, still beats whoever always plays the first thing that is legal."""
    game: Any = Seat("stencil", "quick", opponents="pip")
    won = 0.0
    for seed in range(8):
        _, info = game.reset(seed=seed)
        terminated = False
        while not terminated:
            _, _, terminated, _, info = game.step(np.flatnonzero(info["action_mask"])[0])
        won += float(info["points"][0] - info["points"][1])
    assert won < 0
    game.close()


def test_each_other_seat_may_have_an_opponent_of_its_own() -> None:
    game = Seat("vendetta", "three", opponents=["random", "random"], seat=1)
    assert sorted(game.bots) == [0, 2]
    with pytest.raises(BadInput, match="3 opponents for 2 other seats: expected one name, or one for each"):
        Seat("vendetta", "three", opponents=["random"] * 3)
    with pytest.raises(UnknownBot, match="nobody called 'hal' plays Stencil"):
        Seat("stencil", opponents="hal")
    with pytest.raises(BadInput, match="there is no seat 2: expected a number from 0 to 1"):
        Seat("stencil", seat=2)


def test_a_refused_action_changes_nothing() -> None:
    game = Seat("stencil", "quick")
    game.reset(seed=1)
    before = game.table.states.tobytes()
    with pytest.raises(BadInput, match="action 99 is not legal"):
        game.step(np.int64(99))
    assert game.table.states.tobytes() == before


def test_an_illegal_action_may_end_the_play_at_a_price() -> None:
    game = Seat("stencil", "quick", illegal_reward=-2.5)
    game.reset(seed=1)
    _, reward, terminated, _, info = game.step(np.int64(28))
    assert (reward, terminated, info["illegal_action"]) == (-2.5, True, 28)


def play_first(batch: Any) -> Any:
    """The first action that is legal, in every game."""
    return batch.mask.argmax(axis=1)


@pytest.mark.parametrize(("name", "preset"), SHORT.items())
def test_many_plays_are_each_what_one_is(name: str, preset: str) -> None:
    """A table with the luck of a game of the batch is at the same place after every step, beyond the end of a play."""
    seat, size = 1, 3
    envs = Seats(name, preset, num_envs=size, seat=seat, opponents=play_first, device="python")
    tables = [Table(Setting(name, preset)) for _ in range(size)]
    seen, info = envs.reset(seed=9)
    rng = np.random.default_rng(1)

    def go_on(table: Table) -> None:
        while not table.over and table.to_move != seat:
            table.act(table.legal_codes()[0])

    for i, table in enumerate(tables):
        table.luck[0, KEY] = keys_of(9, size)[i]
        table.begin()
        go_on(table)
    ended = 0
    for _ in range(60):
        for i, table in enumerate(tables):
            assert np.array_equal(seen[i], table.observe(seat))
            assert np.array_equal(info["action_mask"][i], table.mask())
        assert envs.observation_space.contains(seen)
        actions = np.array([rng.choice(np.flatnonzero(mask)) for mask in info["action_mask"]])
        seen, rewards, over, cut_off, info = envs.step(actions)
        assert not cut_off.any()
        for i, table in enumerate(tables):
            table.act(actions[i])
            go_on(table)
            assert over[i] == table.over
            assert rewards[i] == (table.points()[seat] if table.over else 0)
            if table.over:
                ended += 1
                assert np.array_equal(info["final_obs"][i], table.observe(seat))
                assert info["final_info"]["points"][i].tolist() == table.points()
                table.begin()
                go_on(table)
    assert ended or name != "stencil", "its plays are short"


@pytest.mark.parametrize(("name", "preset"), VARIANTS if is_thorough() else SHORT.items())
def test_gymnasium_makes_many_plays_by_name(name: str, preset: str | None) -> None:
    made = gymnasium.make_vec(name_of(find_game(name), preset), num_envs=4, device="python")
    envs = RecordEpisodeStatistics(made)
    first, info = envs.reset(seed=2)
    again, _ = envs.reset(seed=2)
    assert np.array_equal(first, again)
    assert envs.single_observation_space.shape == first.shape[1:]
    for _ in range(20):
        actions = info["action_mask"].argmax(axis=1)
        assert envs.action_space.contains(actions)
        seen, rewards, over, cut_off, info = envs.step(actions)
        assert envs.observation_space.contains(seen)
        assert rewards.shape == over.shape == cut_off.shape == (4,)
        assert over.dtype == cut_off.dtype == np.bool_
    envs.close()


def test_a_refused_step_of_many_plays_changes_nothing() -> None:
    envs = Seats("stencil", "quick", num_envs=2, device="python")
    envs.reset(seed=1)
    before = envs.batch.states.tobytes()
    with pytest.raises(BadInput, match="action 99 is not legal in game 1"):
        envs.step(np.array([int(envs.batch.mask[0].argmax()), 99]))
    assert envs.batch.states.tobytes() == before
    with pytest.raises(BadInput, match=r"'dora' cannot play in a batch: .* vectorization_mode=\"sync\""):
        Seats("stencil", opponents="dora")


def test_bots_by_name_play_in_many_plays_one_after_another() -> None:
    name = name_of(find_game("stencil"), "quick")
    envs = gymnasium.make_vec(name, num_envs=2, vectorization_mode="sync", opponents=["pip"])
    _, info = envs.reset(seed=1)
    for _ in range(4):
        *_, info = envs.step(info["action_mask"].argmax(axis=1))
    assert info["action_mask"].shape == (2, 29)
    envs.close()
