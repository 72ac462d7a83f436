"""What an outcome brought each seat beyond what was to be expected. A template, as `tree` is one.

The judge says what every outcome would be worth; what the one that came is worth more than all of them on average, by
their weights, was luck. Whatever the judge is worth, that comes to nothing on average: so results without the luck in
them are on average what they were, and differ far less from play to play.
"""

from typing import Any

from numpy.typing import NDArray

from parlour.engine.bits import clear_actions, next_action
from parlour.engine.contract import OUTCOMES, apply, chance, legal
from parlour.engine.shares import clear_weights
from parlour.search.judging import evaluate
from parlour.search.tree import HAS_NET, TRIAL, WALK, Workspace, evaluate_outcome
from parlour.search.turns import lead_of

LONGEST_TURN = 16  # actions by which a turn is finished


def weigh_luck(w: Workspace, luck: NDArray[Any], drawn: int) -> None:
    """Add what an outcome brings each seat at `states[WALK]` to `luck[0]`; the other two rows are room to work in."""
    s = w.states[WALK]
    o = w.options[0]
    seats = luck.shape[1]
    clear_weights(w.shares)
    total = chance(s, o, w.shares)
    for seat in range(seats):
        luck[1, seat] = 0.0
    for outcome in range(OUTCOMES):
        share = int(w.shares[outcome])
        if share > 0:
            w.states[TRIAL] = s
            apply(w.states[TRIAL], o, outcome)
            finish_trial(w)
            for seat in range(seats):
                luck[1, seat] += share * w.points[seat]
                if outcome == drawn:
                    luck[2, seat] = w.points[seat]
    for seat in range(seats):
        luck[0, seat] += luck[2, seat] - luck[1, seat] / total


def finish_trial(w: Workspace) -> None:
    """What the trial is worth after the turn; where no net looks for its end, the best action is played, and again."""
    t = w.states[TRIAL]
    mover = t.to_move
    turns = t.turns
    if not (HAS_NET and w.settings[0].net):
        made = 0
        while mover >= 0 and t.to_move == mover and t.turns == turns and made < LONGEST_TURN:
            apply(t, w.options[0], best_action(w, TRIAL))
            made += 1
    evaluate_outcome(w, TRIAL)


def best_action(w: Workspace, place: int) -> int:
    """The action after which the terms of the game's knowledge like a place best for who decides there."""
    s = w.states[place]
    o = w.options[0]
    ahead = w.turn.states[0]
    clear_actions(w.actions)
    legal(s, o, w.actions)
    best = code = next_action(w.actions, -1)
    most = -1e300
    while code >= 0:
        w.turn.states[0] = s
        apply(ahead, o, code)
        evaluate(ahead, o, w.weights, w.terms, w.strengths, w.points)
        gain = lead_of(w.points, w.totals.shape[1], s.to_move)
        if gain > most:
            most = gain
            best = code
        code = next_action(w.actions, code)
    return int(best)
