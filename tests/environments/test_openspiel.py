"""The door to OpenSpiel: its own test for every game and preset, and that it tells what a play tells."""

import pickle
import random
import subprocess
import sys
from typing import Any

import numpy as np
import pyspiel
import pytest
from open_spiel.python.algorithms import mcts
from open_spiel.python.observation import make_observation

import parlour
from parlour.engine.game import find_game, games
from parlour.engine.options import OptionError
from parlour.environments.openspiel import name_of
from parlour.environments.table import Setting, Table
from tests.environments.variants import SHORT, VARIANTS
from tests.form import is_thorough, samples


@pytest.mark.parametrize(("name", "preset"), VARIANTS if is_thorough() else SHORT.items())
def test_openspiels_own_test_passes(name: str, preset: str | None) -> None:
    """To the end of a play, by options under which random play comes to one soon; states are serialised on the way."""
    game = pyspiel.load_game(name_of(find_game(name), preset), dict(find_game(name).brisk))
    pyspiel.random_sim_test(game, num_sims=samples(1, 5), serialize=True, verbose=False)


def test_every_game_and_preset_has_a_name() -> None:
    wanted = {name_of(game, preset) for game in games().values() for preset in (None, *game.presets)}
    assert {"parlour_stencil", "parlour_quatro_two"} <= wanted <= set(pyspiel.registered_names())


@pytest.mark.parametrize(("name", "preset"), SHORT.items())
def test_a_state_tells_what_a_play_tells(name: str, preset: str) -> None:
    """Whose move it is, what may be done and how it is written, what chance may bring, and the points in the end."""
    rng = random.Random(7)
    given = dict(find_game(name).brisk)
    state = pyspiel.load_game(name_of(find_game(name), preset), given).new_initial_state()
    play = parlour.new(name, preset=preset, **given)
    while not play.over:
        assert state.is_chance_node() == play.at_chance
        assert str(state) == play.position
        if play.at_chance:
            outcomes = play.outcomes
            total = sum(outcome.weight for outcome in outcomes)
            assert state.chance_outcomes() == [(outcome.code, outcome.weight / total) for outcome in outcomes]
            code = rng.choice(outcomes).code
            assert state.action_to_string(code) == next(o.notation for o in outcomes if o.code == code)
        else:
            assert state.current_player() == play.to_move
            assert state.legal_actions() == play.legal_codes()
            code = rng.choice(play.legal_codes())
            assert state.action_to_string(code) == play.describe(code).notation
        play.push(code)
        state.apply_action(code)
    assert state.is_terminal()
    assert tuple(state.returns()) == play.score


def test_tensors_are_the_observation_in_whole_and_part_by_part() -> None:
    game = pyspiel.load_game("parlour_vendetta_three")
    state, table = game.new_initial_state(), Table(Setting("vendetta", "three"))
    while state.is_chance_node():
        outcome = state.chance_outcomes()[0][0]
        state.apply_action(outcome)
        table.push(outcome)
    observation = make_observation(game)
    for seat in range(3):
        seen = table.observe(seat)
        observation.set_from(state, seat)
        assert np.array_equal(observation.tensor, seen)
        assert np.array_equal(np.array(state.observation_tensor(seat), np.float32), seen)
        assert list(observation.dict) == [part.name for part in table.game.observation.parts]
        assert np.array_equal(np.concatenate(list(observation.dict.values())), seen)
    with pytest.raises(ValueError, match="expected no parameters"):
        make_observation(game, params={"planes": 3})


def test_options_are_parameters() -> None:
    assert pyspiel.load_game("parlour_quatro(players=3)").num_players() == 3
    assert pyspiel.load_game("parlour_numeric_practice").num_players() == 1
    again = pyspiel.load_game(str(pyspiel.load_game("parlour_stencil(games=4)")))
    assert again.get_parameters()["games"] == 4
    with pytest.raises(OptionError, match="games"):
        pyspiel.load_game("parlour_stencil(games=5000)")


def test_a_state_is_serialised_copied_and_pickled() -> None:
    state = pyspiel.load_game("parlour_stencil_quick").new_initial_state()
    for _ in range(8):
        state.apply_action(state.legal_actions()[0])
    _, again = pyspiel.deserialize_game_and_state(pyspiel.serialize_game_and_state(state.get_game(), state))
    copies = [again, state.clone(), pickle.loads(pickle.dumps(state))]
    assert [str(copy) for copy in copies] == [str(state)] * 3
    before = str(state)
    copies[1].apply_action(copies[1].legal_actions()[0])
    assert str(state) == before, "a copy goes on alone"


def test_openspiels_tree_search_plays() -> None:
    game: Any = pyspiel.load_game("parlour_vendetta_two")
    rng = np.random.RandomState(1)
    bot = mcts.MCTSBot(game, 2.0, 12, mcts.RandomRolloutEvaluator(1, rng), random_state=rng)
    state = game.new_initial_state()
    while state.is_chance_node():
        state.apply_action(state.chance_outcomes()[0][0])
    assert bot.step(state) in state.legal_actions()


def test_python_ends_well_after_games_were_registered() -> None:
    code = "import pyspiel, parlour.environments.openspiel\nprint(pyspiel.load_game('parlour_stencil').num_players())"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert (done.stdout, done.stderr, done.returncode) == ("2\n", "", 0)
