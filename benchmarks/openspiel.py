"""How fast OpenSpiel plays uniformly random backgammon, on one core.

A decision of OpenSpiel's is up to two steps; a doublet is two decisions, and a roll that cannot be used is one. It
picks among ordered pairs of steps, so a play that two orders reach is twice as likely. Its cut after 500 turns is left
as it is: random games end far sooner.
"""

import random
from time import perf_counter
from typing import Any

import pyspiel

GAME: Any = pyspiel.load_game("backgammon(scoring_type=full_scoring)")
ROLLOUTS = 50  # games a call into C++: about a tenth of a second


def random_games_from_python(seconds: float, seed: int = 1) -> tuple[int, int, float]:
    """Games, decisions and time taken, with every decision and roll chosen in Python."""
    rng = random.Random(seed)
    games = decisions = 0
    start = perf_counter()
    while (taken := perf_counter() - start) < seconds:
        state = GAME.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                outcome, _ = rng.choice(state.chance_outcomes())  # all equally likely
                state.apply_action(outcome)
            else:
                state.apply_action(rng.choice(state.legal_actions()))
                decisions += 1
        games += 1
    return games, decisions, taken


def random_games_in_cpp(seconds: float, seed: int = 1) -> tuple[int, float]:
    """Games and time taken, with everything but the opening roll done by OpenSpiel's random-rollout evaluator.

    Python cannot call the evaluator itself, but a tree search of one simulation does nothing else than to evaluate its
    root; the root must not be a chance node, hence the opening roll.
    """
    rng = random.Random(seed)
    search = pyspiel.MCTSBot(
        game=GAME,
        evaluator=pyspiel.RandomRolloutEvaluator(n_rollouts=ROLLOUTS, seed=seed),
        uct_c=1.0,
        max_simulations=1,
        max_memory_mb=1,
        solve=False,
        seed=seed,
        verbose=False,
    )
    games = 0
    start = perf_counter()
    while (taken := perf_counter() - start) < seconds:
        state = GAME.new_initial_state()
        state.apply_action(rng.choice(state.legal_actions()))
        root = search.mcts_search(state)
        games += ROLLOUTS * root.explore_count
    return games, taken
