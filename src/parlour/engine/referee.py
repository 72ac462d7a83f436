"""A referee keeps the time and counts the attempts of a play, and calls what has run out."""

import time
from collections.abc import Callable
from typing import Any

from parlour.engine.play import Play


class Referee:
    """Watches one play. Ask `late` before playing what somebody says; tell `refused` when it could not be played."""

    def __init__(self, play: Play, now: Callable[[], float] = time.monotonic) -> None:
        self.play = play
        self.limits = play.game.limits(play.values)
        self._now = now
        self._started = now()
        self._asked_at = now()
        self._decision = self._identify()
        self._refused = 0

    def _identify(self) -> Any:
        """What tells one decision from another."""
        return self.play.game.text.decision(self.play.s, self.play.o)

    def asked(self) -> None:
        """Somebody is asked: a new decision starts its time."""
        if self._decision != self._identify():
            self._decision = self._identify()
            self._asked_at = self._now()
            self._refused = 0

    @property
    def seconds_left(self) -> float | None:
        """For this decision; None without a limit."""
        if not self.limits.move_seconds:
            return None
        return self.limits.move_seconds - (self._now() - self._asked_at)

    @property
    def attempts_left(self) -> int | None:
        """For this decision; None where attempts are not counted."""
        return self.limits.attempts - self._refused if "attempts" in self.play.calls else None

    def late(self) -> bool:
        """Whether a limit of time was passed; if so it has been called."""
        minutes = self.limits.play_minutes
        if minutes and "clock" in self.play.calls and self._now() - self._started >= 60 * minutes:
            self.play.call("clock")
        left = self.seconds_left
        if left is not None and left <= 0 and "timeout" in self.play.calls:
            self.play.call("timeout")
            return True
        return self.play.over

    def refused(self) -> bool:
        """A statement was refused; whether that was one too many, and has been called."""
        if self.attempts_left is None:
            return False
        self._refused += 1
        if self.attempts_left <= 0:
            self.play.call("attempts")
            return True
        return False
