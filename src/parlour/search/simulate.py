"""Many games at compiled speed: played at random, traced, or all lines counted."""

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from parlour.engine.bits import new_words
from parlour.engine.game import Game
from parlour.search import counting, playout


@dataclass(frozen=True)
class Tally:
    """What a number of random games came to."""

    finished: int
    decisions: int
    outcomes: int


def random_games(game: Game, options: NDArray[Any], games: int, seed: int, limit: int = 10_000) -> Tally:
    """Play `games` uniformly random games under an options record."""
    states = np.zeros(2, game.state_type)
    actions, weights, _ = game.buffers()
    return Tally(*game.bind_template(playout).play_games(states, options, actions, weights, seeded(seed), games, limit))


def random_trace(
    game: Game, options: NDArray[Any], seed: int, limit: int = 1000
) -> tuple[NDArray[Any], NDArray[np.int16]]:
    """One uniformly random game: every state, the first and the last included, and the codes between them."""
    states, codes = np.zeros(limit + 1, game.state_type), np.zeros(limit, np.int16)
    actions, weights, _ = game.buffers()
    plies = game.bind_template(playout).trace_play(states, options, actions, weights, seeded(seed), codes)
    return states[: plies + 1], codes[:plies]


def seeded(seed: int) -> NDArray[np.uint64]:
    """A generator's state; any whole number will do as a seed."""
    return np.array([(seed * 0x9E3779B97F4A7C15 + 0x1234567) % 2**64 | 1], np.uint64)


def perft(game: Game, state: NDArray[Any], options: NDArray[Any], depth: int) -> int:
    """How many lines of play of this many plies there are from a state, every chance outcome counting as one."""
    states = np.zeros(depth + 1, game.state_type)
    states[0] = state[0]
    sets = np.array([new_words(max(game.actions.SIZE, game.outcomes.SIZE))] * (depth + 1))
    _, weights, _ = game.buffers()
    cursors = np.zeros(depth + 1, np.int64)
    return int(game.bind_template(counting).count_lines(states, options, sets, weights, cursors, depth))
