"""A glimpse of a game: is it fair, and how long does it take? Two sentences, from what bots play in some seconds.

It needs nothing of the extra `lab`, so that a server can answer it wherever it runs.
"""

import json
import time
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from math import inf
from pathlib import Path

from parlour.engine.cache import cache_root
from parlour.engine.game import Game, find_game
from parlour.engine.options import Values
from parlour.engine.play import Play
from parlour.laboratory.estimates import QUICK, SLOW, SURE, Estimate, by_luck, rough_mean, wilson, win_shares
from parlour.laboratory.naming import name_seat
from parlour.laboratory.plan import Plan, new_plan
from parlour.laboratory.runs import FOLDER, Kind, Watch, find_file, ignore, play_part, read_kept, run_kind
from parlour.laboratory.tables import NOBODY, Row, read_row, write_row
from parlour.search.bots import bot_names

PLAYS = 400
SECONDS = 12.0  # of a processor's time, after which the plays so far have to do
PATIENCE = 4  # times as long by the clock on the wall, where others are at work too
USUAL = "dora"  # quick, and not quite without sense
KEPT = 500  # glimpses; of them, that is some 40 MB
ENOUGH = "enough"  # in the file, with the number of plays that had to do
EVEN, SMALL, MANY = 0.1, 0.05, 0.1  # shares: what is about even, a small advantage, many plays that end level
GLIMPSED = Kind(".glimpse.jsonl", play_part, read_row, write_row)  # apart from longer runs, for these are forgotten


@dataclass(frozen=True)
class Glimpse:
    """What some plays show at first sight."""

    plays: int
    bot: str
    who: str  # whose wins they are: of whoever began, or of the seat that is furthest from its share
    wins: Estimate | None  # nobody's where one plays alone
    fair: float
    decisions: Estimate
    fairness: str
    length: str


def plan_glimpse(game: Game, values: Values) -> Plan:
    """The same bot on every seat."""
    names = bot_names(game, values)
    return new_plan(game, values, USUAL if USUAL in names else names[-1])


class TimeIsUp(Exception):
    """There have been enough plays for now."""


def make_glimpse(plan: Plan, plays: int = PLAYS, seconds: float = SECONDS, watch: Watch = ignore) -> Glimpse:
    """Play for so long at most, at least one play, and keep it: who asks the same again gets the same, at once."""
    if known := read_glimpse(plan):
        return known
    begun, done, until = time.monotonic(), 0, inf

    def look_at_clock(played: int, wanted: int) -> None:
        nonlocal done, until
        done = played
        watch(played, wanted)
        if played and until == inf:
            until = time.process_time() + seconds  # the first play does not count, for compiled code is loaded then
        if played and (time.process_time() > until or time.monotonic() > begun + PATIENCE * seconds):
            raise TimeIsUp

    with suppress(TimeIsUp):
        run_kind(GLIMPSED, plan, plays, workers=1, watch=look_at_clock)
    with find_file(plan, GLIMPSED.suffix).open("a", encoding="utf-8") as log:
        log.write(json.dumps({ENOUGH: done}) + "\n")
    forget_oldest()
    return sum_up_plays(plan, run_kind(GLIMPSED, plan, done, workers=1))


def read_glimpse(plan: Plan) -> Glimpse | None:
    """What was found before, if anything was."""
    rows = read_plays(plan)
    return sum_up_plays(plan, rows) if rows else None


def read_plays(plan: Plan) -> list[Row]:
    """The plays of a glimpse that is whole; none where it is not."""
    path = find_file(plan, GLIMPSED.suffix)
    enough = find_enough(path)
    kept = read_kept(GLIMPSED, path)
    rows = [row for luck in range(plan.lucks(enough)) for row in kept.get(luck, [])]
    return rows if len(rows) == enough else []


def find_enough(path: Path) -> int:
    """How many plays had to do, by whoever was first to say so; 0 if nobody has."""
    if path.exists():
        for line in path.read_text(encoding="utf-8").splitlines()[1:]:
            if line.startswith("{"):
                try:
                    found = json.loads(line)
                except ValueError:
                    continue  # somebody was interrupted
                if isinstance(found.get(ENOUGH), int):
                    return int(found[ENOUGH])
    return 0


def forget_oldest(kept: int = KEPT) -> None:
    """Whoever asks about ever other rules fills no disk."""
    files = list((cache_root() / FOLDER).glob(f"*{GLIMPSED.suffix}"))
    if len(files) > kept:
        for path in sorted(files, key=_age, reverse=True)[kept:]:
            path.unlink(missing_ok=True)


def _age(path: Path) -> float:
    try:
        return path.stat().st_mtime
    except OSError:  # another process has forgotten it
        return 0.0


def sum_up_plays(plan: Plan, rows: Sequence[Row]) -> Glimpse:
    decisions = rough_mean(by_luck(rows, [row.decisions for row in rows]))
    length = say_length(decisions, rows)
    if plan.seats == 1:
        fairness = f"A bot played this alone {count_times(rows)}: there is nobody to be fair to."
        return Glimpse(len(rows), plan.bots[0], "", None, 1.0, decisions, fairness, length)
    who, wins = find_furthest(plan, rows)
    fairness = say_fairness(who, wins, 1 / plan.seats, rows)
    return Glimpse(len(rows), plan.bots[0], who, wins, 1 / plan.seats, decisions, fairness, length)


def find_furthest(plan: Plan, rows: Sequence[Row]) -> tuple[str, Estimate]:
    """Whoever began; or a seat, where one is further from a fair share, and certainly so."""
    fair, found = 1 / plan.seats, []
    shares = [win_shares(rows, seat) for seat in range(plan.seats)]
    begun = [(play, row.first) for play, row in enumerate(rows) if row.first != NOBODY]
    if begun:
        found.append(
            ("whoever began", wilson(sum(shares[seat][play] for play, seat in begun) / len(begun), len(begun)))
        )
    play = Play(find_game(plan.game), plan.values)
    together = 1 - (1 - SURE) / plan.seats  # so that all intervals hold at once (Bonferroni)
    for seat in range(plan.seats):
        wins = wilson(sum(shares[seat]) / len(rows), len(rows), together)
        if not begun or not wins.holds(fair):
            found.append((name_seat(play, seat), wins))
    return max(found, key=lambda one: (not one[1].holds(fair), abs(one[1].value - fair)))


def count_times(rows: Sequence[Row]) -> str:
    """How often it was played: not how many games, for a match has several."""
    return "once" if len(rows) == 1 else f"{len(rows):,} times"


def say_fairness(who: str, wins: Estimate, fair: float, rows: Sequence[Row]) -> str:
    level = sum(row.winner == NOBODY for row in rows) / len(rows)
    ends = f", {level:.0%} of them level and shared," if level >= MANY else ""
    share = "" if fair == 1 / 2 else f", where {fair:.0%} is fair"
    different = len({row.course for row in rows})
    same = f", but only {different:,} of them went differently" if 2 * different <= len(rows) else ""
    return (
        f"Equal bots played this {count_times(rows)}{ends} and {who} won {wins.value:.0%} ({100 * wins.low:.0f} to "
        f"{wins.high:.0%}){share}: {judge(wins, fair)}{same}."
    )


def judge(wins: Estimate, fair: float) -> str:
    if wins.holds(fair):
        even = max(wins.high - fair, fair - wins.low) <= EVEN
        return "about even" if even else "too few to tell whether that is chance"
    ahead, small = wins.value > fair, abs(wins.value - fair) < SMALL
    if small:
        return "a small advantage" if ahead else "a small disadvantage"
    return "an advantage" if ahead else "a disadvantage"


def say_length(decisions: Estimate, rows: Sequence[Row]) -> str:
    quick, slow = (max(1, round(decisions.value * seconds / 60)) for seconds in (QUICK, SLOW))
    minutes = f"about {quick} to {slow} minutes" if quick < slow else "about a minute"
    digits = 0 if decisions.value >= 20 else 1
    error = f" ± {decisions.error:,.{digits}f}" if decisions.error < inf else ""
    said = f"It takes {minutes}: {decisions.value:,.{digits}f}{error} decisions, at {QUICK} to {SLOW} seconds each"
    lengths = sorted(row.decisions for row in rows)
    if lengths[len(lengths) * 9 // 10] > 2 * lengths[len(lengths) // 2]:
        said += "; one time in ten it takes more than twice as long as usual"
    if unfinished := sum(row.ended == "unfinished" for row in rows):
        said += f"; {unfinished:,} did not end, and were broken off"
    return f"{said}."
