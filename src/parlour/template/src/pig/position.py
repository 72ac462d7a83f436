"""Positions of Pig: what follows from their words, and which cannot be."""

from parlour.engine.contract import Record
from parlour.engine.hooks import Faults

from pig.state import NOBODY, Phase


def complete(s: Record, o: Record) -> None:
    """Whose turn it is follows from the number of the turn."""
    s.turn = NOBODY if s.phase == Phase.FINISHED else (s.turns - 1) % o.players


def faults(s: Record, o: Record) -> Faults:
    """Whether something is wrong, and why: the first thing that is refuses the position."""
    most = 0 if s.turn == NOBODY else o.target - 1 - s.banked[s.turn]
    yield s.gathered > most, f"'gathered' cannot be {s.gathered}: expected 0 to {most}"
    faces = [s.rolled[die] for die in range(o.dice)]
    yield any(faces) and not all(faces), "'rolled' has a 0 beside another number: expected 1 to 6 for each die"
    yield faces != sorted(faces), "'rolled' has the higher die first: expected the lower one first"
    lost = s.gathered and min(faces) < 2
    yield lost, "'gathered' is there, but the last roll gave nothing: expected 'rolled' without a 1"
    yield 0 < s.gathered < sum(faces), f"'gathered' is {s.gathered}: expected at least the sum of 'rolled'"
    if s.phase == Phase.FINISHED:  # R7, R8: somebody has reached the target in this turn, or the rounds are over
        seat = (s.turns - 1) % o.players
        reached = [number for number in range(o.players) if s.banked[number] >= o.target]
        early = reached and reached != [seat]
        yield early, f"in turn {s.turns} only seat {seat + 1} can have reached {o.target}"
        going_on = not reached and s.turns < o.rounds * o.players
        yield going_on, f"'phase' cannot be 'finished': nobody has {o.target} and rounds are left"
