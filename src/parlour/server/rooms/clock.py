"""Clocks: how much time every seat has, told from the times of a room's entries alone.

Time in which the house was closed (the server did not run) is nobody's time.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

NONE, MOVE, TOTAL = "none", "move", "total"

Closures = Sequence[tuple[float, float]]  # from when to when the house was closed


@dataclass(frozen=True)
class TimeControl:
    """What a table has agreed on."""

    kind: str = NONE  # none; move: a sand timer for every decision; total: for the whole play
    seconds: float = 0.0
    increment: float = 0.0  # given back after every decision, with a total

    @classmethod
    def of(cls, data: dict[str, Any]) -> "TimeControl":
        return cls(data.get("kind", NONE), data.get("seconds", 0.0), data.get("increment", 0.0))


def open_seconds(start: float, end: float, closures: Closures) -> float:
    """Seconds between two times in which the house was open."""
    closed = sum(max(0.0, min(end, until) - max(start, since)) for since, until in closures)
    return max(0.0, end - start - closed)


class Clock:
    """The clock of one play. `pass_to` is told whenever somebody else, or the same seat anew, is asked."""

    def __init__(self, control: TimeControl, seats: int, closures: Closures) -> None:
        self.control = control
        self.closures = closures
        self.left = [control.seconds] * seats  # when it was last somebody's turn to think
        self.running: int | None = None
        self.since = 0.0

    def pass_to(self, seat: int | None, at: float) -> None:
        """From now on a seat thinks, or nobody."""
        if self.control.kind == NONE:
            return
        self.stop(at)
        self.running, self.since = seat, at
        if seat is not None and self.control.kind == MOVE:
            self.left[seat] = self.control.seconds

    def stop(self, at: float, decided: bool = True) -> None:
        """Nobody thinks any more; whoever did earns the increment by a decision alone."""
        if self.running is not None:
            self.left[self.running] = max(0.0, self.seconds_left(self.running, at))
            if decided and self.control.kind == TOTAL:
                self.left[self.running] += self.control.increment
        self.running = None

    def think_on(self, seat: int, at: float, decided: bool) -> None:
        """A seat takes its last action back and thinks on, with the time it had, and without what a decision earned."""
        if self.control.kind == NONE:
            return
        self.stop(at, decided=False)
        if decided and self.control.kind == TOTAL:
            self.left[seat] = max(0.0, self.left[seat] - self.control.increment)
        self.running, self.since = seat, at

    def seconds_left(self, seat: int, at: float) -> float:
        left = self.left[seat]
        if seat == self.running:
            left -= open_seconds(self.since, at, self.closures)
        return left

    def deadline(self, at: float) -> float | None:
        """When the time of whoever thinks runs out, if the house stays open."""
        if self.running is None:
            return None
        return at + self.seconds_left(self.running, at)

    def as_dict(self, at: float) -> dict[str, Any] | None:
        if self.control.kind == NONE:
            return None
        return {
            **vars(self.control),
            "left": [round(max(0.0, self.seconds_left(seat, at)), 3) for seat in range(len(self.left))],
            "running": self.running,
        }
