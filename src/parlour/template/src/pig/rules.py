"""The rules of Pig, in the order of page.md."""

from parlour.engine.bits import allow
from parlour.engine.contract import CHANCE, OVER, Actions, Points, Record, Weights, note

from pig.state import NOBODY, Action, Event, Outcome, Phase


def setup(s: Record, o: Record) -> None:
    begin_turn(s, 0)  # R1


def begin_turn(s: Record, seat: int) -> None:
    s.phase = Phase.DECIDING
    s.turn = seat
    s.to_move = seat
    s.turns += 1
    s.gathered = 0


def legal(s: Record, o: Record, actions: Actions) -> None:
    """R2. Roll; or hold, but not before the first roll."""
    if s.phase == Phase.DECIDING:
        allow(actions, Action.ROLL)
        if s.gathered > 0:
            allow(actions, Action.HOLD)


def chance(s: Record, o: Record, weights: Weights) -> int:
    if s.phase != Phase.ROLLING:
        return 0
    if o.dice == 1:
        for face in range(6):
            weights[Outcome.ONE_DIE + face] = 1
        return 6
    for low in range(6):
        for high in range(low, 6):
            weights[Outcome.TWO_DICE + 6 * low + high] = 1 if low == high else 2
    return 36


def apply(s: Record, o: Record, action: int) -> None:
    if s.phase == Phase.ROLLING:
        take_roll(s, o, action)
    elif action == Action.ROLL:
        s.phase = Phase.ROLLING
        s.to_move = CHANCE
    else:
        bank(s)  # R6
        end_turn(s, o)


def take_roll(s: Record, o: Record, outcome: int) -> None:
    if o.dice == 1:
        s.rolled[0] = outcome - Outcome.ONE_DIE + 1
    else:
        s.rolled[0] = (outcome - Outcome.TWO_DICE) // 6 + 1
        s.rolled[1] = (outcome - Outcome.TWO_DICE) % 6 + 1
    note(Event.ROLLS, s.turn, s.rolled[0], s.rolled[1])
    if s.rolled[1] == 1:  # R5: the other die is no higher
        note(Event.LOSES_ALL, s.turn, s.banked[s.turn] + s.gathered)
        s.banked[s.turn] = 0
        end_turn(s, o)
    elif s.rolled[0] == 1:  # R4
        note(Event.LOSES_TURN, s.turn, s.gathered)
        end_turn(s, o)
    else:
        gather(s, o, s.rolled[0] + s.rolled[1])


def gather(s: Record, o: Record, points: int) -> None:
    """R3. Add the roll to the turn, which wins if that is enough."""
    s.gathered += points
    if s.banked[s.turn] + s.gathered >= o.target:  # R7
        bank(s)
        note(Event.REACHES_TARGET, s.turn, s.banked[s.turn])
        finish(s)
    else:
        s.phase = Phase.DECIDING
        s.to_move = s.turn


def bank(s: Record) -> None:
    s.banked[s.turn] += s.gathered
    note(Event.BANKS, s.turn, s.gathered, s.banked[s.turn])


def end_turn(s: Record, o: Record) -> None:
    if s.turns == o.rounds * o.players:  # R8
        note(Event.ROUNDS_OVER, most_banked(s, o), leaders(s, o))
        finish(s)
    else:
        begin_turn(s, (s.turn + 1) % o.players)  # R1


def finish(s: Record) -> None:
    s.gathered = 0
    s.phase = Phase.FINISHED
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
