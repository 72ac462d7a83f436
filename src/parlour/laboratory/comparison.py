"""Comparing rules on shared luck: what differs and by how much, asked until it is known.

Looking again and again would find differences that are not there. So there are few looks, each at twice as many plays
as the one before, and all of them, over all measures and variants, share the 5% of errors (Bonferroni): the intervals
of a comparison hold together, whenever it stopped.
"""

from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from enum import StrEnum
from functools import partial
from math import inf
from typing import Any

import numpy as np

from parlour.engine.game import find_game
from parlour.engine.play import Play
from parlour.laboratory.estimates import SURE, Estimate, by_luck, win_shares
from parlour.laboratory.findings import is_out_early, only_finite
from parlour.laboratory.measures import gap_of, mean_of, share_of
from parlour.laboratory.naming import name_seat
from parlour.laboratory.plan import Plan
from parlour.laboratory.refusal import LaboratoryError
from parlour.laboratory.report import Telling, tell_nobody
from parlour.laboratory.runs import run_plan
from parlour.laboratory.tables import NOBODY, Row

FIRST_LOOK = 100  # plays of each variant
WITHIN = 0.05  # no difference that matters: of a length this part, of shares so much


class Verdict(StrEnum):
    """What is known of a difference."""

    DIFFERENT = "different"
    ALIKE = "alike"  # whatever difference there is, it is none that matters
    UNKNOWN = "not known"


@dataclass(frozen=True)
class Measure:
    """Something that every play has a number of: a share, or an amount."""

    name: str
    is_share: bool
    read: Callable[[Row], float]


def list_measures(plan: Plan) -> tuple[Measure, ...]:
    """What is compared: lengths, who wins, how plays end, and who waits or looks on."""
    found = [
        Measure("decisions", False, lambda row: row.decisions),
        Measure("turns", False, lambda row: row.turns),
        Measure("choices", False, lambda row: row.branching),
        Measure("unfinished plays", True, lambda row: float(row.ended == "unfinished")),
    ]
    if plan.seats == 1:
        return (*found, Measure("points", False, lambda row: row.scores[0] if row.scores else 0.0))
    names = Play(find_game(plan.game), plan.values)
    seats = range(1 if plan.seats == 2 else plan.seats)  # of two, one tells all
    return (
        *found,
        Measure("level ends", True, lambda row: float(row.ended in ("drawn", "shared"))),
        Measure("wins of the first turn", True, read_first),
        *(Measure(f"wins of {name_seat(names, seat)}", True, partial(read_wins, seat)) for seat in seats),
        Measure("longest wait", False, lambda row: max(row.waits)),
        Measure(
            "plays with somebody out early",
            True,
            lambda row: float(any(is_out_early(row, s) for s in range(plan.seats))),
        ),
    )


def read_first(row: Row) -> float:
    """The wins of whoever had the first turn; where nobody had, a fair share."""
    return read_wins(row.first, row) if row.first != NOBODY else 1 / len(row.bots)


def read_wins(seat: int, row: Row) -> float:
    return win_shares([row], seat)[0]


@dataclass(frozen=True)
class Difference:
    """One measure of a variant against that of the first: how much more it has, and what that means."""

    measure: Measure
    first: Estimate
    other: Estimate
    more: Estimate  # as sure as holds over all looks, measures and variants
    effect: Estimate  # the same in standard deviations of a single luck
    small: float  # what would not matter, in the measure's own unit
    verdict: Verdict

    @property
    def largest(self) -> float:
        """No difference is larger than this."""
        return max(abs(self.more.low), abs(self.more.high))

    def as_dict(self) -> dict[str, Any]:
        numbers = {name: asdict(getattr(self, name)) for name in ("first", "other", "more", "effect")}
        named = {"measure": self.measure.name, "is_share": self.measure.is_share}
        return named | numbers | {"small": self.small, "largest": self.largest, "verdict": self.verdict.value}


@dataclass(frozen=True)
class Contrast:
    """A variant against the first."""

    name: str
    same: int  # plays that went alike in every move
    differences: tuple[Difference, ...]

    def find(self, verdict: Verdict) -> tuple[Difference, ...]:
        return tuple(difference for difference in self.differences if difference.verdict == verdict)


@dataclass(frozen=True)
class Comparison:
    plans: tuple[Plan, ...]
    names: tuple[str, ...]  # A, B, C …
    rules: tuple[str, ...]  # of each, as they were described
    plays: int  # of each
    most: int  # plays that were allowed
    looks: int
    contrasts: tuple[Contrast, ...]  # of every variant but the first

    @property
    def is_known(self) -> bool:
        return not any(contrast.find(Verdict.UNKNOWN) for contrast in self.contrasts)

    def as_dict(self) -> dict[str, Any]:
        """Plain data for JSON; what is not known is null."""
        contrasts = [
            {
                "name": contrast.name,
                "same_plays": contrast.same,
                "differences": [d.as_dict() for d in contrast.differences],
            }
            for contrast in self.contrasts
        ]
        variants = [
            {"name": name, "rules": rules, "plan": asdict(plan)}
            for name, rules, plan in zip(self.names, self.rules, self.plans, strict=True)
        ]
        facts = {"variants": variants, "plays": self.plays, "most": self.most, "looks": self.looks}
        found: dict[str, Any] = only_finite(facts | {"known": self.is_known, "contrasts": contrasts})
        return found


def list_looks(most: int) -> list[int]:
    """After how many plays to look: each time twice as many, and at last at all."""
    looks = [min(FIRST_LOOK, most)]
    while looks[-1] < most:
        looks.append(min(2 * looks[-1], most))
    return looks


def check_variants(variants: Sequence[tuple[str, Plan]]) -> None:
    """Whether these can be compared. Raises LaboratoryError."""
    if len(variants) < 2:
        raise LaboratoryError("one set of rules has nothing to be compared with: expected two or more")
    first = variants[0][1]
    for at, (rules, plan) in enumerate(variants):
        if plan.seats != first.seats:
            raise LaboratoryError(
                f"{rules!r} is for {plan.seats} players and {variants[0][0]!r} for {first.seats}: expected as many"
            )
        if plan in [other for _, other in variants[:at]]:
            raise LaboratoryError(f"{rules!r} are rules that stand there already: expected rules that differ")


def compare(
    variants: Sequence[tuple[str, Plan]],
    most: int,
    within: float = WITHIN,
    workers: int | None = None,
    tell: Telling = tell_nobody,
    run: Callable[..., list[Row]] = run_plan,
) -> tuple[Comparison, list[list[Row]]]:
    """Play variants with the same luck until all measures are known to differ or not, or so many plays are over.

    Returns what was found, and the plays of each variant.
    """
    check_variants(variants)
    rules, plans = zip(*variants, strict=True)
    names = tuple(name_variant(at) for at in range(len(plans)))
    looks, measures = list_looks(most), list_measures(plans[0])
    sure = 1 - (1 - SURE) / (len(looks) * len(measures) * (len(plans) - 1))
    for number, plays in enumerate(looks, 1):
        found = []
        for name, plan in zip(names, plans, strict=True):
            found.append(run(plan, plays, workers, partial(tell, f"Playing {name}, look {number}")))
        contrasts = tuple(
            measure_contrast(name, measures, found[0], rows, within, sure)
            for name, rows in zip(names[1:], found[1:], strict=True)
        )
        comparison = Comparison(plans, names, rules, len(found[0]), most, number, contrasts)
        if comparison.is_known:
            break
    return comparison, found


def name_variant(at: int) -> str:
    """A, B, C … Z, A2, B2 …"""
    return chr(ord("A") + at % 26) + (str(at // 26 + 1) if at >= 26 else "")


def measure_contrast(
    name: str, measures: Sequence[Measure], first: Sequence[Row], other: Sequence[Row], within: float, sure: float
) -> Contrast:
    same = sum(before.course == after.course for before, after in zip(first, other, strict=True))
    return Contrast(name, same, tuple(measure_difference(m, first, other, within, sure) for m in measures))


def measure_difference(
    measure: Measure, first: Sequence[Row], other: Sequence[Row], within: float, sure: float
) -> Difference:
    """By how much the others have more, luck by luck."""
    a, b = (np.array(by_luck(rows, [measure.read(row) for row in rows])) for rows in (first, other))
    spread = float(np.sqrt((a.var(ddof=1) + b.var(ddof=1)) / 2)) if len(a) > 1 else 0.0
    usual = abs(float(a.mean()))
    more = gap_of((b - a).tolist(), 1.0 if measure.is_share else spread or usual or 1.0, sure)
    small = within if measure.is_share else within * (usual or 1.0)
    estimate = share_of if measure.is_share else mean_of
    return Difference(
        measure, estimate(a.tolist()), estimate(b.tolist()), more, _in_spreads(more, spread), small, judge(more, small)
    )


def _in_spreads(more: Estimate, spread: float) -> Estimate:
    """Cohen's d: a difference in standard deviations; unknown where there is no spread and yet a difference."""
    if spread:
        return Estimate(more.value / spread, more.low / spread, more.high / spread, more.count)
    return Estimate(0.0 if more.value == 0 else float("nan"), -inf, inf, more.count)


def judge(more: Estimate, small: float) -> Verdict:
    """Small enough comes first: a difference that is there, but that nobody would mind, is none that matters."""
    if -small <= more.low and more.high <= small:
        return Verdict.ALIKE
    return Verdict.DIFFERENT if more.low > 0 or more.high < 0 else Verdict.UNKNOWN
