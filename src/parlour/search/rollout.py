"""Plays from a position to the end by what the judge likes best, less the luck in them. A template, as `tree` is one.

What chance brought each seat, as the judge sees it, is taken from the points at the end (`luck`). What is left differs
far less from play to play, and comes to the same on average.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from parlour.engine.contract import CHANCE, OVER, apply, chance
from parlour.engine.shares import clear_weights, find_share
from parlour.search.luck import best_action, weigh_luck
from parlour.search.playout import next_random
from parlour.search.tree import HAS_NET, ROOT, WALK, Workspace, evaluate_at
from parlour.search.turns import BEST, finish_turn

DONE, MADE = 0, 1  # in `at`: how many plays are over, and the decisions of the one under way, NOT_BEGUN before it
NOT_BEGUN = -1


def roll_out(
    w: Workspace,
    seeds: NDArray[np.uint64],
    longest: int,
    luck: NDArray[Any],
    results: NDArray[Any],
    at: NDArray[np.int64],
    most: int,
) -> None:
    """A play from `states[ROOT]` for each seed: the points of every seat, less its luck, go to `results`.

    With the same seed the dice are the same wherever a play begins. One that is not over after so many decisions ends
    with what the judge makes of it. After `most` decisions and throws it stops on the way; the next call goes on by
    `at`, `luck`, `rng` and `states[WALK]`.
    """
    s = w.states[WALK]
    seats = results.shape[1]
    left = most
    while at[DONE] < len(seeds):
        play = at[DONE]
        if at[MADE] == NOT_BEGUN:
            w.rng[0] = seeds[play]
            w.states[WALK] = w.states[ROOT]
            luck[:] = 0.0
            at[MADE] = 0
        while s.to_move != OVER and at[MADE] < longest:
            if left == 0:
                return
            left -= 1
            if s.to_move == CHANCE:
                meet_chance(w, luck)
            else:
                take_best(w)
                at[MADE] += 1
        evaluate_at(w, WALK)
        for seat in range(seats):
            results[play, seat] = w.points[seat] - luck[0, seat]
        at[DONE] += 1
        at[MADE] = NOT_BEGUN


def meet_chance(w: Workspace, luck: NDArray[Any]) -> None:
    """Draw an outcome, and add what it brings each seat to `luck[0]`."""
    s = w.states[WALK]
    o = w.options[0]
    clear_weights(w.shares)
    total = chance(s, o, w.shares)
    drawn = find_share(w.shares, int(next_random(w.rng) / 2147483648.0 * total))
    weigh_luck(w, luck, drawn)
    apply(s, o, drawn)


def take_best(w: Workspace) -> None:
    """Finish the turn as the net likes it best; without one, play the action after which the judge likes it best."""
    s = w.states[WALK]
    o = w.options[0]
    if HAS_NET and w.settings[0].net:
        finish_turn(w.net, w.turn, s, o, s.to_move, w.points, BEST, w.rng)
        w.states[WALK] = w.turn.best[0]
    else:
        apply(s, o, best_action(w, WALK))
