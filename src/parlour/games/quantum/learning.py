"""What a net looks at in Quantum besides the terms of its knowledge; it answers who wins."""

from typing import Any

from parlour.engine.contract import Record, kind, results, value
from parlour.engine.options import Values, are_usual
from parlour.games.quantum.board import CENTRE, SQUARES
from parlour.games.quantum.options import OPTIONS
from parlour.games.quantum.state import SEATS, SLOTS, Phase

__all__ = ["INPUTS", "KINDS", "SHARES", "SHORTLIST", "STEPS", "family", "features", "kind", "results", "value"]

ALIKE = ("first_player", "turn_limit")  # options that do not change what is good play

FAR_OFF = 6  # pieces; who is farther from the balance than that is as far as can be
MANY = 3  # dice of a kind, or dice to be thrown; more are as many

# Where each part begins, each for all seats in the order of play where it tells of seats
STANDING = 0  # squares with a piece
INSIDE = STANDING + SEATS * SQUARES  # how many pieces are in the centre
BALANCE = INSIDE + SEATS * (SLOTS + 1)  # how many too many of all are in the centre
PHASE = BALANCE + 2 * FAR_OFF + 1
PAIR = PHASE + Phase.SIZE  # the newest pair, by its dice
LOOSE = PAIR + 67  # at least one loose die of a score, at least two, at least three
SIXES = LOOSE + 6 * MANY  # the same of pairs of two sixes
DUE = SIXES + MANY  # and of dice to be thrown

INPUTS = DUE + MANY
KINDS = 1
SHARES = 1
STEPS = 1  # a turn can be finished in thousands of ways, so dice that are left are judged with the board
SHORTLIST = 0


def family(values: Values) -> str | None:
    """By the number of seats, under the usual rules."""
    return str(values["players"]) if are_usual(OPTIONS, values, ALIKE) else None


def features(s: Record, o: Record, seat: int, out: Any) -> None:
    for i in range(o.players):
        other = (seat + i) % o.players
        inside = 0
        for slot in range(o.pieces_per_player):
            square = s.place[other, slot]
            if square > CENTRE:
                out[STANDING + SQUARES * i + square - 1] = 1.0
            inside += square == CENTRE
        out[INSIDE + (SLOTS + 1) * i + inside] = 1.0
    beyond = s.centre - o.players * o.pieces_per_player // 2
    out[BALANCE + FAR_OFF + max(-FAR_OFF, min(FAR_OFF, beyond))] = 1.0
    out[PHASE + s.phase] = 1.0
    if s.pair > 0:
        out[PAIR + s.pair] = 1.0
    for score in range(1, 7):
        for n in range(min(MANY, s.loose[score])):
            out[LOOSE + MANY * (score - 1) + n] = 1.0
    for n in range(min(MANY, s.sixes)):
        out[SIXES + n] = 1.0
    for n in range(min(MANY, s.due)):
        out[DUE + n] = 1.0
