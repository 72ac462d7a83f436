"""How speed is measured: wall time, in slices that take turns.

A shared machine speeds up and slows down within seconds. Things to be compared therefore take turns slice by slice,
each ratio is one of neighbouring slices, and what is reported is the median slice and the range around it.
"""

import os
import platform
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from importlib.metadata import version
from statistics import median
from time import perf_counter
from typing import Any

from parlour.engine.targets import checks_bounds


@dataclass(frozen=True)
class Pace:
    """How long to measure: so many slices of so many seconds."""

    seconds: float
    slices: int


FULL = Pace(seconds=0.5, slices=7)
QUICK = Pace(seconds=0.1, slices=3)


@dataclass(frozen=True)
class Slice:
    """What was done in a stretch of time."""

    seconds: float
    counts: Mapping[str, int]

    def rate(self, what: str) -> float:
        return self.counts[what] / self.seconds


@dataclass(frozen=True)
class Spread:
    """The median of several measurements, and the least and the greatest of them."""

    median: float
    low: float
    high: float


Batch = Callable[[], Slice]  # some of the work, timed


def time_batch(work: Callable[[], Mapping[str, int]]) -> Batch:
    """A batch of `work`, which says what it did."""

    def batch() -> Slice:
        start = perf_counter()
        counts = work()
        return Slice(perf_counter() - start, counts)

    return batch


def total(slices: Iterable[Slice]) -> Slice:
    """All slices as one."""
    seconds = 0.0
    counts: dict[str, int] = {}
    for piece in slices:
        seconds += piece.seconds
        for what, count in piece.counts.items():
            counts[what] = counts.get(what, 0) + count
    return Slice(seconds, counts)


def fill_slice(batch: Batch, seconds: float) -> Slice:
    """Batch after batch until they took `seconds` together."""
    done = [batch()]
    left = seconds - done[0].seconds
    while left > 0:
        done.append(batch())
        left -= done[-1].seconds
    return total(done)


def take_turns(batches: Mapping[str, Batch], pace: Pace) -> dict[str, list[Slice]]:
    """The slices of each; one batch of each beforehand is not counted, since it may compile something."""
    for batch in batches.values():
        batch()
    slices: dict[str, list[Slice]] = {name: [] for name in batches}
    for _ in range(pace.slices):
        for name, batch in batches.items():
            slices[name].append(fill_slice(batch, pace.seconds))
    return slices


def spread(values: Iterable[float]) -> Spread:
    ordered = sorted(values)
    return Spread(median(ordered), ordered[0], ordered[-1])


def rates(slices: Iterable[Slice], what: str) -> Spread:
    """How many of `what` a second."""
    return spread(piece.rate(what) for piece in slices)


def ratios(ours: Iterable[Slice], theirs: Iterable[Slice], what: str) -> Spread:
    """How many times as many of `what` a second as `theirs`, slice by slice."""
    return spread(a.rate(what) / b.rate(what) for a, b in zip(ours, theirs, strict=True))


def micros(slices: Iterable[Slice], what: str) -> Spread:
    """How many microseconds each of `what` took."""
    return spread(1e6 / piece.rate(what) for piece in slices)


def describe_machine() -> dict[str, Any]:
    """What the figures depend on."""
    return {
        "processor": f"{platform.machine()}, {os.cpu_count()} cores",
        "system": platform.system(),
        "python": platform.python_version(),
        "numba": version("numba"),
        "numpy": version("numpy"),
        "bounds_checks": checks_bounds(),
        "load": list(os.getloadavg()) if hasattr(os, "getloadavg") else None,
    }
