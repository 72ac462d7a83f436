"""Numbers with their errors, as far as they can be had without the extra `lab`. Plays of one luck count together."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil, inf, sqrt
from statistics import NormalDist, fmean, stdev

from parlour.laboratory.tables import Row

SURE = 0.95
SLOW, QUICK = 8, 3  # seconds that people take for a decision, at a guess


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


def wilson(share: float, count: int, sure: float = SURE) -> Estimate:
    """Wilson's interval of a share of so many; where some count in part it is wider than it need be."""
    z = NormalDist().inv_cdf((1 + sure) / 2)
    whole = 1 + z * z / count
    middle = (share + z * z / (2 * count)) / whole
    half = z * sqrt(share * (1 - share) / count + z * z / (4 * count * count)) / whole
    low = middle - half if share > 0 else 0.0  # as it is but for rounding
    high = middle + half if share < 1 else 1.0
    return Estimate(share, low, high, count)


def rough_mean(numbers: Sequence[float], sure: float = SURE) -> Estimate:
    """The mean by Student's t, whose quantile is approached by its expansion about the normal one."""
    count, mean = len(numbers), fmean(numbers)
    if count == 1:
        return Estimate(mean, -inf, inf, 1)
    z, free = NormalDist().inv_cdf((1 + sure) / 2), count - 1
    quantile = z + (z**3 + z) / (4 * free) + (5 * z**5 + 16 * z**3 + 3 * z) / (96 * free * free)
    half = quantile * stdev(numbers) / sqrt(count)
    return Estimate(mean, mean - half, mean + half, count)


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
