"""A guided first play as plain data: a few steps on the real rules, which tell a newcomer what to do and why."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from parlour.engine.options import Values


@dataclass(frozen=True)
class Step:
    """One thing that is said, played, or both."""

    say: str = ""  # what to do and why, in a sentence or two
    move: str = ""  # one action of the newcomer's, or whatever others and chance do, several in a row if need be
    point: tuple[str, ...] = ()  # ids of shapes to point at, in the order of the words
    position: str = ""  # a situation to set up first
    options: Values | None = None  # a new play to begin first, under other rules


@dataclass(frozen=True)
class Lesson:
    steps: tuple[Step, ...]
    options: Values = field(default_factory=dict)
    position: str = ""  # where it begins, if not at the usual start
    seat: int = 0  # the newcomer's
    title: str = ""  # of a further lesson: what it is about
    further: Mapping[str, "Lesson"] = field(
        default_factory=dict
    )  # on what the usual game does not have, by a name each
