"""The rules of Dash: a turn each in order; who is furthest at the end wins, and every step counts a little."""

from parlour.engine.bits import allow
from parlour.engine.codes import Codes, code
from parlour.engine.contract import CHANCE, OVER, Actions, Points, Record, Weights
from parlour.engine.fields import Field
from parlour.engine.options import Whole

SEATS = 3


class Action(Codes):
    WALK = code("two steps")
    RUN = code("up to five, or a fall")
    TRIP = code("the front runner up")


class Outcome(Codes):
    FALL = code("of a run: no step")
    SPURT = code("of a run: 3 steps")
    SPRINT = code("of a run: 5 steps")
    CAUGHT = code("of tripping somebody up: it worked")
    FAILED = code("of tripping somebody up: it did not")


class Event(Codes):
    """Nobody tells of anything."""


WALK, RUN, TRIP = Action.WALK, Action.RUN, Action.TRIP
FALL, SPURT, SPRINT = Outcome.FALL, Outcome.SPURT, Outcome.SPRINT
CAUGHT, FAILED = Outcome.CAUGHT, Outcome.FAILED
STEP = 0.05  # what a step is worth beside the win

STATE = (
    Field("turns", Whole(1, 27), "turns begun", usual=None),
    Field("turn", Whole(0, 2), "whose turn it is", derived=True),
    Field("chosen", Whole(0, 2), "the action that chance decides on", derived=True),
    Field("at", Whole(-54, 45), "where each seat is", SEATS, by_seat=True),
    Field("down", Whole(0, 1), "fell in its last turn, and may only walk in the next", SEATS, by_seat=True),
)


def setup(s: Record, o: Record) -> None:
    s.turns = 1


def legal(s: Record, o: Record, actions: Actions) -> None:
    if s.to_move >= 0:
        allow(actions, WALK)
        if not s.down[s.turn]:
            allow(actions, RUN)
            allow(actions, TRIP)


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


def complete(s: Record, o: Record) -> None:
    """Whose turn it is follows from the number of the turn."""
    s.turn = s.to_move = (s.turns - 1) % o.players
