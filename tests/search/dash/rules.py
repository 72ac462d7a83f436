"""The rules of Dash: a turn each in order; who is furthest at the end wins, and every step counts a little."""

import numpy as np

from parlour.engine.contract import CHANCE, OVER, Flags, Points, Record, Weights

SEATS, ACTIONS, OUTCOMES = 3, 3, 5

# Actions
WALK, RUN, TRIP = range(3)

# Outcomes: of a run (a fall, 3 steps, 5 steps), and of tripping somebody up
FALL, SPURT, SPRINT, CAUGHT, FAILED = range(5)

STEP = 0.05  # what a step is worth beside the win

OPTIONS = np.dtype([("players", np.int16), ("rounds", np.int16)], align=True)
STATE = np.dtype(
    [
        ("to_move", np.int16),
        ("turn", np.int16),
        ("turns", np.int16),
        ("chosen", np.int16),
        ("at", np.int16, (SEATS,)),
        ("down", np.int16, (SEATS,)),  # fell in its last turn, and may only walk in the next
    ],
    align=True,
)


def setup(s: Record, o: Record) -> None:
    s.turns = 1


def legal(s: Record, o: Record, mask: Flags) -> int:
    if s.to_move < 0:
        return 0
    mask[WALK] = 1
    if s.down[s.turn]:
        return 1
    mask[RUN] = 1
    mask[TRIP] = 1
    return 3


def chance(s: Record, o: Record, weights: Weights) -> int:
    if s.to_move != CHANCE:
        return 0
    if s.chosen == RUN:
        weights[FALL] = 3
        weights[SPURT] = 2
        weights[SPRINT] = 1
        return 6
    weights[CAUGHT] = 5
    weights[FAILED] = 3
    return 8


def apply(s: Record, o: Record, action: int) -> None:
    seat = s.turn
    if s.to_move != CHANCE:
        s.down[seat] = 0
        s.chosen = action
        if action != WALK:
            s.to_move = CHANCE
            return
        s.at[seat] += 2
    elif action == FALL:
        s.down[seat] = 1
    elif action == SPURT:
        s.at[seat] += 3
    elif action == SPRINT:
        s.at[seat] += 5
    elif action == CAUGHT:
        s.at[front_runner(s, o)] -= 2
    else:
        s.at[seat] -= 1
    end_turn(s, o)


def front_runner(s: Record, o: Record) -> int:
    """Who is furthest of the others; the next in turn of those that are level."""
    found = (s.turn + 1) % o.players
    for step in range(2, o.players):
        seat = (s.turn + step) % o.players
        if s.at[seat] > s.at[found]:
            found = seat
    return int(found)


def end_turn(s: Record, o: Record) -> None:
    if s.turns == o.players * o.rounds:
        s.to_move = OVER
        return
    s.turns += 1
    s.turn = (s.turns - 1) % o.players
    s.to_move = s.turn


def score(s: Record, o: Record, points: Points) -> None:
    most = s.at[0]
    for seat in range(1, o.players):
        most = max(most, s.at[seat])
    first = 0
    for seat in range(o.players):
        first += s.at[seat] == most
    for seat in range(o.players):
        points[seat] = STEP * s.at[seat] + (1 / first if s.at[seat] == most else 0.0)
