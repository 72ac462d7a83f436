"""A report: the plays of a plan, a closer look at some of them, and a short ladder, put together."""

from collections.abc import Callable
from dataclasses import dataclass, replace

from parlour.laboratory.findings import Findings, ladder_plan, measure, measure_strengths
from parlour.laboratory.idle import find_idle
from parlour.laboratory.looks import Look, look_closer
from parlour.laboratory.plan import Plan
from parlour.laboratory.runs import run_plan
from parlour.laboratory.tables import Row

LOOKED_AT = 100  # plays that are looked at closely, at most
LADDER = 4  # the ladder has this part of the plays

Telling = Callable[[str, int, int], None]  # what is being done, how much of it is, and how much there is


def tell_nobody(what: str, done: int, wanted: int) -> None:
    """Nobody watches."""


@dataclass(frozen=True)
class Report:
    findings: Findings
    rows: list[Row]
    looks: list[Look]


def make_report(
    plan: Plan, plays: int, workers: int | None = None, tell: Telling = tell_nobody, options: bool = False
) -> Report:
    """Play what is missing, look closer, and measure; where asked for, also find options that change nothing."""
    rows = run_plan(plan, plays, workers, lambda done, wanted: tell("Playing", done, wanted))
    strengths = measure_strengths(plan, rows) if plan.rotations > 1 else ()
    if ladder := ladder_plan(plan):
        count = max(ladder.rotations, len(rows) // LADDER)
        met = run_plan(ladder, count, workers, lambda done, wanted: tell("Playing a ladder", done, wanted))
        strengths = measure_strengths(ladder, met)
    lucks = range(min(LOOKED_AT, plan.lucks(plays)))
    looks = look_closer(plan, lucks, lambda done, wanted: tell("Looking closer", done, wanted))
    found = measure(plan, rows, looks, strengths)
    if options:
        idle = find_idle(plan, watch=lambda done, wanted: tell("Trying other options", done, wanted))
        found = replace(found, idle=idle)
    return Report(found, rows, looks)
