"""Numbers with their errors, by the distributions that SciPy has."""

from collections.abc import Sequence
from math import inf, sqrt

import numpy as np
from scipy import stats

from parlour.laboratory.estimates import SURE, Estimate, wilson


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
    """The mean of shares: Wilson's interval where each is 0 or 1, or all are alike; else Student's t, from 0 to 1."""
    if numbers and set(numbers) <= {0, 1}:
        ones = round(sum(numbers))
        return wilson(ones / len(numbers), len(numbers), sure)
    if len(numbers) > 1 and len(set(numbers)) == 1:  # of which Student's t would be quite sure
        return wilson(numbers[0], len(numbers), sure)
    found_mean = mean_of(numbers, sure)
    return Estimate(found_mean.value, max(0.0, found_mean.low), min(1.0, found_mean.high), found_mean.count)


def ratio_of(parts: Sequence[float], wholes: Sequence[float], sure: float = SURE) -> Estimate:
    """A part of what there is in plays, such as decisions: those of one play hang together, so plays are counted."""
    met = [(part, whole) for part, whole in zip(parts, wholes, strict=True) if whole]
    if not met:
        return Estimate(float("nan"), -inf, inf, 0)
    part, whole = np.array(met, float).T
    ratio = float(part.sum() / whole.sum())
    if ratio in (0, 1):
        return share_of([ratio] * len(met), sure)
    if len(met) == 1:
        return Estimate(ratio, -inf, inf, 1)
    rest = part - ratio * whole
    error = sqrt(float((rest**2).sum()) * len(met) / (len(met) - 1)) / float(whole.sum())
    half = float(stats.t.ppf((1 + sure) / 2, len(met) - 1)) * error
    return Estimate(ratio, max(0.0, ratio - half), ratio + half, len(met))


def gap_of(gaps: Sequence[float], whole: float, sure: float = SURE) -> Estimate:
    """The mean of the differences of pairs, by Student's t; `whole` is how far apart a pair can well be.

    Where few pairs differ, or none, their spread says too little. So it is widened as if z² more had been seen, half of
    them a whole apart: for shares and no difference that is the interval of Agresti and Min.
    """
    values = np.asarray(gaps, float)
    if len(values) < 2:
        return Estimate(float(values.mean()) if len(values) else float("nan"), -inf, inf, len(values))
    mean = float(values.mean())
    z = float(stats.t.ppf((1 + sure) / 2, len(values) - 1))
    count = len(values) + z * z
    variance = (float(((values - mean) ** 2).sum()) + z * z / 2 * whole**2) / count
    half = z * sqrt(variance / count)
    return Estimate(mean, mean - half, mean + half, len(values))
