"""Positions of Pig: what follows from their words, and which cannot be."""

from parlour.engine.contract import CHANCE, OVER, Record
from parlour.engine.position import PositionError

from pig.state import NOBODY, Phase


def complete(s: Record, o: Record) -> None:
    """Whose turn it is follows from the number of the turn."""
    seat = (s.turns - 1) % o.players
    s.turn = NOBODY if s.phase == Phase.FINISHED else seat
    s.to_move = {Phase.DECIDING: seat, Phase.ROLLING: CHANCE, Phase.FINISHED: OVER}[s.phase]


def check(s: Record, o: Record) -> None:
    most = 0 if s.turn == NOBODY else o.target - 1 - s.banked[s.turn]
    if s.gathered > most:
        raise PositionError(f"'gathered' cannot be {s.gathered}: expected 0 to {most}")
    faces = [s.rolled[die] for die in range(o.dice)]
    if any(faces) and not all(faces):
        raise PositionError("'rolled' has a 0 beside another number: expected 1 to 6 for each die")
    if faces != sorted(faces):
        raise PositionError("'rolled' has the higher die first: expected the lower one first")
    if s.gathered and min(faces) < 2:
        raise PositionError("'gathered' is there, but the last roll gave nothing: expected 'rolled' without a 1")
    if 0 < s.gathered < sum(faces):
        raise PositionError(f"'gathered' is {s.gathered}: expected at least the sum of 'rolled'")
    if s.phase == Phase.FINISHED:
        check_end(s, o)


def check_end(s: Record, o: Record) -> None:
    """R7, R8. Somebody has reached the target in this turn, or the rounds are over."""
    seat = (s.turns - 1) % o.players
    reached = [number for number in range(o.players) if s.banked[number] >= o.target]
    if reached and reached != [seat]:
        raise PositionError(f"in turn {s.turns} only seat {seat + 1} can have reached {o.target}")
    if not reached and s.turns < o.rounds * o.players:
        raise PositionError(f"'phase' cannot be 'finished': nobody has {o.target} and rounds are left")
