"""Numbers with their errors. What is independent is a luck: plays that share one count together."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil, inf, sqrt

import numpy as np
from scipy import stats

from parlour.laboratory.tables import Row

SURE = 0.95


@dataclass(frozen=True)
class Estimate:
    """A number, and between which it lies as sure as was asked for."""

    value: float
    low: float
    high: float
    count: int  # of what is independent

    @property
    def error(self) -> float:
        """Half of the interval."""
        return (self.high - self.low) / 2

    def holds(self, value: float) -> bool:
        return self.low <= value <= self.high

    def plays_for(self, error: float) -> int:
        """About how many such counts it takes until the error is no larger than this."""
        return ceil(self.count * (self.error / error) ** 2) if self.error < inf else 0


def mean_of(numbers: Sequence[float], sure: float = SURE) -> Estimate:
    """The mean of independent numbers, by Student's t; a single one tells nothing of its error."""
    values = np.asarray(numbers, float)
    if not len(values):
        return Estimate(float("nan"), -inf, inf, 0)
    mean = float(values.mean())
    if len(values) == 1:
        return Estimate(mean, -inf, inf, 1)
    half = float(stats.t.ppf((1 + sure) / 2, len(values) - 1)) * float(values.std(ddof=1)) / sqrt(len(values))
    return Estimate(mean, mean - half, mean + half, len(values))


def share_of(numbers: Sequence[float], sure: float = SURE) -> Estimate:
    """The mean of shares: Wilson's interval where each is 0 or 1, else Student's t, kept between 0 and 1."""
    if numbers and set(numbers) <= {0, 1}:
        ones = round(sum(numbers))
        found = stats.binomtest(ones, len(numbers)).proportion_ci(sure, method="wilson")
        return Estimate(ones / len(numbers), float(found.low), float(found.high), len(numbers))
    found_mean = mean_of(numbers, sure)
    return Estimate(found_mean.value, max(0.0, found_mean.low), min(1.0, found_mean.high), found_mean.count)


def by_luck(rows: Sequence[Row], numbers: Sequence[float]) -> list[float]:
    """One number for each luck: the mean of those of its plays."""
    groups: dict[int, list[float]] = {}
    for row, number in zip(rows, numbers, strict=True):
        groups.setdefault(row.luck, []).append(number)
    return [sum(group) / len(group) for group in groups.values()]


def win_shares(rows: Sequence[Row], seat: int) -> list[float]:
    """For every play 1 where a seat won alone, and a part where it won with others; what is broken off all share."""
    shares = []
    for row in rows:
        best = max(row.scores, default=0.0)
        shares.append((row.scores[seat] == best) / row.scores.count(best) if row.scores else 1 / len(row.bots))
    return shares
