"""What a play of Pig is made of: actions, outcomes, events, and the fields of a state."""

from parlour.engine.codes import Codes, code, event, phase, run
from parlour.engine.contract import CHANCE, OVER, Record
from parlour.engine.fields import Field
from parlour.engine.options import Choice, Whole

SEATS = 8
NOBODY = -1


class Phase(Codes):
    """What is being decided, and what is said of it: text.py has the words."""

    DECIDING = phase("{name}'s turn: {what to do}", by="turn")
    ROLLING = phase("{name}'s turn: the {dice are} rolled.", by=CHANCE)
    FINISHED = phase("The game is over.", by=OVER)


class Action(Codes):
    ROLL = code("roll")
    HOLD = code("hold, and bank what was gathered")


class Outcome(Codes):
    ONE_DIE = run(6, "a die shows 1 to 6")
    TWO_DICE = run(36, "two dice, the lower first: 6 * (low - 1) + (high - 1)")


class Event(Codes):
    """What a person would mention, the numbers that go with it, and what is said of it: text.py has the words."""

    ROLLS = event("seat, lower, higher", "{seat} [rolls] {faces}.")  # the higher die, or 0
    LOSES_TURN = event("seat, points", "A 1: {seat} {loses}.")
    LOSES_ALL = event("seat, points", "A double 1: {seat} [loses] everything, {count}.")
    BANKS = event("seat, points, total", "{seat} [banks] {points} and [has] {total}.")
    REACHES_TARGET = event("seat, points", "{seat} [wins] with {points}.")
    ROUNDS_OVER = event(
        "most, winners", "The last round is over: {verdict} with {most}."
    )  # points, and how many have them


def most_banked(s: Record, o: Record) -> int:
    return o.target - 1 + (6 * o.dice if s.phase == Phase.FINISHED else 0)


STATE = (
    Field("phase", Choice(Phase), "what is being decided", usual=Phase.DECIDING),
    Field(
        "turns", Whole(1, 8000), "turns begun", usual=1, told=lambda s, o: True, most=lambda s, o: o.rounds * o.players
    ),
    Field("turn", Whole(NOBODY, SEATS - 1), "the seat whose turn it is, or nobody's", derived=True),
    Field(
        "banked",
        Whole(0, 512),
        "points of each seat, safe",
        SEATS,
        by_seat=True,
        told=lambda s, o: True,
        most=most_banked,
    ),
    Field("gathered", Whole(0, 500), "points of this turn, not yet safe"),
    Field("rolled", Whole(0, 6), "the last roll, the lower die first; 0 before", 2, row=lambda s, o: o.dice),
)
