"""Whether a game keeps to its bounds: only what the plays show counts as broken."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import StrEnum

from parlour.laboratory.bounds import AMOUNTS, Bound, Held
from parlour.laboratory.estimates import Estimate, by_luck
from parlour.laboratory.findings import Findings, ladder_plan, measure, measure_strengths
from parlour.laboratory.measures import share_of
from parlour.laboratory.refusal import LaboratoryError
from parlour.laboratory.report import LADDER, Telling, tell_nobody
from parlour.laboratory.runs import run_plan
from parlour.laboratory.sentences import amount, percent
from parlour.laboratory.tables import Row


class Keeping(StrEnum):
    """How a bound fares."""

    KEPT = "kept"
    BROKEN = "broken"
    UNKNOWN = "not known"


ORDER = (Keeping.BROKEN, Keeping.UNKNOWN, Keeping.KEPT)  # of several seats the worst counts


@dataclass(frozen=True)
class Checked:
    """A bound, what was measured, and a sentence about it."""

    title: str
    bound: Bound
    found: Estimate
    keeping: Keeping
    sentence: str


def check_held(
    held: Held,
    plays: int | None = None,
    workers: int | None = None,
    tell: Telling = tell_nobody,
    run: Callable[..., list[Row]] = run_plan,
) -> list[Checked]:
    """Play, as often as is agreed or as was asked for, and measure against every bound."""
    count = held.plays if plays is None else plays

    def watch(done: int, wanted: int) -> None:
        tell(f"Playing {held.title}", done, wanted)

    rows = run(held.plan, count, workers, watch)
    found = measure(held.plan, rows, [])
    checked = []
    for bound in held.bounds:
        if bound.name == "skill":
            pairs = [("", measure_skill(held, max(2, count // LADDER), workers, run, watch))]
        else:
            pairs = measure_bound(bound, found, rows)
        results = [(judge(estimate, *limits(bound, found)), who, estimate) for who, estimate in pairs]
        worst = min(results, key=lambda result: ORDER.index(result[0]))
        checked.append(Checked(held.title, bound, worst[2], worst[0], say(held, bound, *worst, limits(bound, found))))
    return checked


def measure_bound(bound: Bound, found: Findings, rows: Sequence[Row]) -> list[tuple[str, Estimate]]:
    """What a bound is about; where it is about seats, for each of them, with its name."""
    by_seat = {"seats": "wins", "wait": "wait", "out_early": "out"}
    if bound.name in by_seat:
        return [(seat.name, getattr(seat, by_seat[bound.name])) for seat in found.seats]
    if bound.name == "first_turn":
        if found.beginner is None:
            raise LaboratoryError(f"{found.title}: nobody has the first turn here, so first_turn cannot be measured")
        return [("", found.beginner)]
    if bound.name == "level":
        return [("", share_of(by_luck(rows, [float(row.ended in ("drawn", "shared")) for row in rows])))]
    single = {
        "decisions": found.decisions,
        "turns": found.turns,
        "choices": found.branching,
        "unfinished": found.ended["unfinished"],
    }
    return [("", single[bound.name])]


def measure_skill(
    held: Held, plays: int, workers: int | None, run: Callable[..., list[Row]], watch: Callable[[int, int], None]
) -> Estimate:
    ladder = ladder_plan(held.plan)
    if ladder is None:
        raise LaboratoryError(f"{held.title}: skill is measured where one level plays on every seat, of two or more")
    return measure_strengths(ladder, run(ladder, plays, workers, watch))[0].wins


def limits(bound: Bound, found: Findings) -> tuple[float, float]:
    """Between which the number itself has to lie."""
    if bound.name == "seats":
        return found.fair - bound.most, found.fair + bound.most
    return bound.least, bound.most


def judge(found: Estimate, least: float, most: float) -> Keeping:
    """Broken where the whole interval lies outside, kept where it lies inside."""
    if found.low > most or found.high < least:
        return Keeping.BROKEN
    return Keeping.KEPT if least <= found.low and found.high <= most else Keeping.UNKNOWN


SAYINGS = {
    "decisions": "a play takes {} decisions",
    "turns": "a play takes {} turns",
    "choices": "there is a choice between {} actions",
    "wait": "{who} waits for {} decisions of others",
    "seats": "{who} wins {}",
    "first_turn": "whoever has the first turn wins {}",
    "level": "{} of the plays end with several in front",
    "unfinished": "{} of the plays had to be broken off",
    "out_early": "{who} looks on at the end of {} of the plays",
    "skill": "a bot among those a level below wins {}",
}


def say(held: Held, bound: Bound, keeping: Keeping, who: str, found: Estimate, between: tuple[float, float]) -> str:
    """One sentence about a bound."""
    is_amount = bound.name in AMOUNTS
    said = SAYINGS[bound.name].format(amount(found) if is_amount else percent(found), who=who)
    least, most = (f"{number:g}" if is_amount else f"{100 * number:.3g}%" for number in between)
    agreed = f"{least} to {most}" if between[0] > 0 else f"{most} at most"
    words = {
        Keeping.BROKEN: f"agreed: {agreed}",
        Keeping.UNKNOWN: f"agreed: {agreed}, and these plays do not tell",
        Keeping.KEPT: f"as agreed ({agreed})",
    }
    return f"{held.title}: {said}; {words[keeping]}."
