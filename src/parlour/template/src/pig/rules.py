"""The rules of Pig, in the order of page.md."""

import numpy as np
from parlour.engine.contract import CHANCE, OVER, Flags, Points, Record, Weights, note

SEATS = 8
ACTIONS = 2
OUTCOMES = 42

# Actions
ROLL, HOLD = range(2)

# Outcomes
ONE_DIE = 0  # 0 to 5: a die shows 1 to 6
TWO_DICE = 6  # 6 + 6 * (low - 1) + (high - 1): two dice, the lower first

# What a person would mention
ROLLS, LOSES_TURN, LOSES_ALL, BANKS, REACHES_TARGET, ROUNDS_OVER = range(6)

NOBODY = -1

OPTIONS = np.dtype(
    [
        ("players", np.int16),
        ("target", np.int16),  # R7
        ("dice", np.int16),  # how many are thrown together
        ("rounds", np.int16),  # R8
    ],
    align=True,
)

STATE = np.dtype(
    [
        ("to_move", np.int16),
        ("turn", np.int16),
        ("turns", np.int16),
        ("gathered", np.int16),  # points of this turn, not yet safe
        ("banked", np.int16, (SEATS,)),  # points of each seat, safe
        ("rolled", np.int16, (2,)),  # the last roll, the lower die first; 0 where there is no die
    ],
    align=True,
)


def setup(s: Record, o: Record) -> None:
    begin_turn(s, 0)  # R1


def begin_turn(s: Record, seat: int) -> None:
    s.turn = seat
    s.to_move = seat
    s.turns += 1
    s.gathered = 0


def legal(s: Record, o: Record, mask: Flags) -> int:
    """R2. Roll; or hold, but not before the first roll."""
    if s.to_move < 0:
        return 0
    mask[ROLL] = 1
    if s.gathered == 0:
        return 1
    mask[HOLD] = 1
    return 2


def chance(s: Record, o: Record, weights: Weights) -> int:
    if s.to_move != CHANCE:
        return 0
    if o.dice == 1:
        for face in range(6):
            weights[ONE_DIE + face] = 1
        return 6
    for low in range(6):
        for high in range(low, 6):
            weights[TWO_DICE + 6 * low + high] = 1 if low == high else 2
    return 36


def apply(s: Record, o: Record, action: int) -> None:
    if s.to_move == CHANCE:
        take_roll(s, o, action)
    elif action == ROLL:
        s.to_move = CHANCE
    else:
        bank(s)  # R6
        end_turn(s, o)


def take_roll(s: Record, o: Record, outcome: int) -> None:
    if o.dice == 1:
        s.rolled[0] = outcome - ONE_DIE + 1
    else:
        s.rolled[0] = (outcome - TWO_DICE) // 6 + 1
        s.rolled[1] = (outcome - TWO_DICE) % 6 + 1
    note(ROLLS, s.turn, s.rolled[0], s.rolled[1])
    if s.rolled[1] == 1:  # R5: the other die is no higher
        note(LOSES_ALL, s.turn, s.banked[s.turn] + s.gathered)
        s.banked[s.turn] = 0
        end_turn(s, o)
    elif s.rolled[0] == 1:  # R4
        note(LOSES_TURN, s.turn, s.gathered)
        end_turn(s, o)
    else:
        gather(s, o, s.rolled[0] + s.rolled[1])


def gather(s: Record, o: Record, points: int) -> None:
    """R3. Add the roll to the turn, which wins if that is enough."""
    s.gathered += points
    if s.banked[s.turn] + s.gathered >= o.target:  # R7
        bank(s)
        note(REACHES_TARGET, s.turn, s.banked[s.turn])
        finish(s)
    else:
        s.to_move = s.turn


def bank(s: Record) -> None:
    s.banked[s.turn] += s.gathered
    note(BANKS, s.turn, s.gathered, s.banked[s.turn])


def end_turn(s: Record, o: Record) -> None:
    if s.turns == o.rounds * o.players:  # R8
        note(ROUNDS_OVER, most_banked(s, o), leaders(s, o))
        finish(s)
    else:
        begin_turn(s, (s.turn + 1) % o.players)  # R1


def finish(s: Record) -> None:
    s.gathered = 0
    s.turn = NOBODY
    s.to_move = OVER


def most_banked(s: Record, o: Record) -> int:
    most = 0
    for seat in range(o.players):
        most = max(most, s.banked[seat])
    return most


def leaders(s: Record, o: Record) -> int:
    """How many have the most banked."""
    most = most_banked(s, o)
    n = 0
    for seat in range(o.players):
        if s.banked[seat] == most:
            n += 1
    return n


def score(s: Record, o: Record, points: Points) -> None:
    """R9. One point, shared by all who have the most banked."""
    for seat in range(o.players):
        if s.banked[seat] == most_banked(s, o):
            points[seat] = 1 / leaders(s, o)
