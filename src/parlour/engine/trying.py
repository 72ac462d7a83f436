"""What may be done, and what it would bring about, found by trying it on a copy."""

from contextvars import ContextVar
from functools import cache
from types import SimpleNamespace
from typing import Any

from parlour.engine.bind import bind
from parlour.engine.bits import ActionSet, codes_of
from parlour.engine.contract import Record
from parlour.engine.local import copy_of
from parlour.engine.targets import PYTHON

Told = tuple[int, int, int, int]  # the kind of an event and its numbers

_told: ContextVar[list[Told]] = ContextVar("told")  # who tries something hears of nobody else's trial


def _note(kind: int, a: int = 0, b: int = 0, c: int = 0) -> None:
    _told.get().append((kind, a, b, c))


@cache
def _bind_telling(rules: Any) -> SimpleNamespace:
    return bind(rules, PYTHON, note=_note)


def legal_codes(rules: Any, s: Record, o: Record) -> list[int]:
    """What is open to whoever is asked."""
    actions = ActionSet()
    rules.legal(s, o, actions)
    return codes_of(actions)


def events_of(rules: Any, s: Record, o: Record, action: int) -> list[Told]:
    """All that would happen by an action, or a chance outcome, in the order in which it happens."""
    told: list[Told] = []
    before = _told.set(told)
    try:
        _bind_telling(rules).apply(copy_of(s), o, action)
    finally:
        _told.reset(before)
    return told
