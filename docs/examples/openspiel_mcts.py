"""OpenSpiel's own tree search plays Vendetta, against somebody who moves at random.

    pip install 'parlour[rl]'
    python docs/examples/openspiel_mcts.py --plays 4

Nothing but its name here is Vendetta's: the search sees chance, moves and points through OpenSpiel alone.
"""

import argparse

import numpy as np
import pyspiel
from open_spiel.python.algorithms import mcts
from open_spiel.python.bots import uniform_random

import parlour.environments.openspiel  # registers every game and preset


def play(game: pyspiel.Game, bots: list[pyspiel.Bot], rng: np.random.RandomState) -> tuple[list[float], int]:
    """One play: what it came to for every seat, and how many decisions it took."""
    state, decisions = game.new_initial_state(), 0
    while not state.is_terminal():
        if state.is_chance_node():
            outcomes, shares = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(int(rng.choice(outcomes, p=shares)))
        else:
            state.apply_action(bots[state.current_player()].step(state))
            decisions += 1
    return state.returns(), decisions


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--plays", type=int, default=4, help="(4)")
    parser.add_argument("--simulations", type=int, default=20, help="for every move of the search (20)")
    parser.add_argument("--seed", type=int, default=1, help="(1)")
    given = parser.parse_args()
    parlour.games()["vendetta"].warm()  # compiles it: legal moves are found many times faster then
    game = pyspiel.load_game("parlour_vendetta(players=2,turn_limit=100)")
    rng = np.random.RandomState(given.seed)
    searching = mcts.MCTSBot(game, 2.0, given.simulations, mcts.RandomRolloutEvaluator(1, rng), random_state=rng)
    won = 0.0
    for nth in range(given.plays):
        seat = nth % 2
        bots = [uniform_random.UniformRandomBot(1 - seat, rng)] * 2
        bots[seat] = searching
        points, decisions = play(game, bots, rng)
        won += (points[seat] > points[1 - seat]) + (points[0] == points[1]) / 2
        print(f"play {nth + 1}: {decisions} decisions, {points[seat]:g} to {points[1 - seat]:g} points", flush=True)
    print(f"The search won {won:g} of {given.plays}.")


if __name__ == "__main__":
    main()
