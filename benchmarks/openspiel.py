"""Uniformly random backgammon by OpenSpiel, on one core.

A decision of OpenSpiel's is up to two steps; a doublet is two decisions, and a roll that cannot be used is one. It
picks among ordered pairs of steps, so a play that two orders reach is twice as likely. Its cut after 500 turns is left
as it is: random games end far sooner.
"""

import random
from collections.abc import Callable
from typing import Any

import pyspiel

from parlour.search.timing import Batch, time_batch

GAME: Any = pyspiel.load_game("backgammon(scoring_type=full_scoring)")
ROLLOUTS = 25  # games a call into C++: about a twentieth of a second


def play_from_python(seed: int = 1) -> Batch:
    """Batches of one game, with every decision and roll chosen in Python."""
    rng = random.Random(seed)

    def play() -> dict[str, int]:
        decisions = outcomes = 0
        state = GAME.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                outcome, _ = rng.choice(state.chance_outcomes())  # all equally likely
                state.apply_action(outcome)
                outcomes += 1
            else:
                state.apply_action(rng.choice(state.legal_actions()))
                decisions += 1
        return {"games": 1, "decisions": decisions, "outcomes": outcomes}

    return time_batch(play)


def play_in_cpp(seed: int = 1) -> Batch:
    """Batches of games with everything but the opening roll done by OpenSpiel's random-rollout evaluator.

    Python cannot call the evaluator itself, but a tree search of one simulation does nothing else than to evaluate its
    root; the root must not be a chance node, hence the opening roll.
    """
    root_visits = search_opening(1, ROLLOUTS, seed)
    return time_batch(lambda: {"games": ROLLOUTS * root_visits()})


def search_openings(simulations: int, seed: int = 1) -> Batch:
    """Batches of one tree search after an opening roll, with one random rollout for each simulation."""
    root_visits = search_opening(simulations, 1, seed)
    return time_batch(lambda: {"simulations": root_visits()})


def search_opening(simulations: int, rollouts: int, seed: int) -> Callable[[], int]:
    """A search from an opening roll that comes as it may; it returns how many simulations it made."""
    rng = random.Random(seed)
    search = pyspiel.MCTSBot(
        game=GAME,
        evaluator=pyspiel.RandomRolloutEvaluator(n_rollouts=rollouts, seed=seed),
        uct_c=1.0,
        max_simulations=simulations,
        max_memory_mb=1000 if simulations > 1 else 1,
        solve=False,
        seed=seed,
        verbose=False,
    )

    def run() -> int:
        state = GAME.new_initial_state()
        state.apply_action(rng.choice(state.legal_actions()))
        return int(search.mcts_search(state).explore_count)

    return run
