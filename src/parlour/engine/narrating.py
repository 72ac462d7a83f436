"""Rules as written that tell what happens. A game binds them once; whoever plays by them listens while they run."""

import threading
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

from parlour.engine.contract import ASKED, Record

Note = Callable[..., None]  # is told what happened: `note` of the contract


class _Hearing(threading.local):
    """Who listens, in each thread."""

    note: Note = staticmethod(lambda *numbers: None)


_hearing = _Hearing()


def tell(*numbers: int) -> None:
    """What stands in the place of `note` where rules are bound to tell: it goes to whoever listens just now."""
    _hearing.note(*numbers)


class Narrated:
    """The rules of a game, telling `note` what happens; whatever they only try when asked is told to nobody.

    `telling` are the rules bound to tell, and `silent` those bound to nobody: the same for all plays of the game.
    """

    legal: Callable[..., None]
    chance: Callable[..., int]
    score: Callable[..., None]
    calls: Callable[..., None]
    cases: Callable[..., int]
    case: Callable[..., int]

    def __init__(self, telling: SimpleNamespace, silent: SimpleNamespace, note: Note) -> None:
        self._telling, self._note = telling, note
        vars(self).update({name: rule for name, rule in vars(silent).items() if name in ASKED})

    def setup(self, s: Record, o: Record) -> None:
        self._listen(self._telling.setup, s, o)

    def apply(self, s: Record, o: Record, action: int) -> None:
        self._listen(self._telling.apply, s, o, action)

    def _listen(self, rule: Callable[..., None], *given: Any) -> None:
        before, _hearing.note = _hearing.note, self._note
        try:
            rule(*given)
        finally:
            _hearing.note = before
