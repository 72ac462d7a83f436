"""What plays tell about a game: every number with its error."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from math import isfinite
from typing import Any

import numpy as np

from parlour.engine.game import find_game
from parlour.engine.play import Play
from parlour.laboratory.cube import Cube, measure_cube
from parlour.laboratory.estimates import QUICK, SLOW, SURE, Estimate, by_luck, win_shares
from parlour.laboratory.idle import Idle
from parlour.laboratory.looks import Look
from parlour.laboratory.measures import mean_of, share_of
from parlour.laboratory.naming import name_seat
from parlour.laboratory.plan import Plan, new_plan
from parlour.laboratory.tables import NOBODY, Row
from parlour.search.bots import bot_names

OUT_EARLY = 0.25  # the part of a play that somebody who is out has to look on


@dataclass(frozen=True)
class Seat:
    """How a seat fares. The intervals of all seats' wins hold together."""

    name: str
    wins: Estimate
    points: Estimate
    wait: Estimate  # the longest of a play, in decisions of others
    out: Estimate  # the share of plays that it has to look on at the end


@dataclass(frozen=True)
class Strength:
    """The share of the wins that a bot had, where a fair one would be `fair`."""

    bot: str
    against: str
    wins: Estimate
    fair: float


@dataclass(frozen=True)
class Happening:
    """A kind of event: what is said of it, how often it happens in a play, and in how many plays at all."""

    word: str
    says: str
    each: Estimate
    plays: Estimate


@dataclass(frozen=True)
class Findings:
    plan: Plan
    title: str
    plays: int
    different: int  # how many of them were not the same in every move
    seats: tuple[Seat, ...]
    beginner: Estimate | None  # the wins of whoever had the first turn
    decisions: Estimate
    turns: Estimate
    branching: Estimate
    spread: tuple[int, int, int, int]  # of decisions: a tenth of plays is shorter, half, nine tenths, the longest
    ended: dict[str, Estimate]
    looks: int  # plays that were looked at closely
    changes: Estimate | None
    decided: Estimate | None
    comebacks: Estimate | None
    happenings: tuple[Happening, ...]
    unchosen: tuple[str, ...]  # kinds of actions that were legal in these plays, and that nobody ever chose
    unoffered: tuple[str, ...]  # kinds of actions that were never legal
    cells: dict[str, Estimate]  # how often something is done there, a play
    strengths: tuple[Strength, ...]
    cube: Cube | None = None
    idle: tuple[Idle, ...] | None = None  # options that change nothing, where that was asked for

    @property
    def fair(self) -> float:
        return 1 / self.plan.seats

    @property
    def unfair_seats(self) -> tuple[Seat, ...]:
        """Those of which the plays show that they win more or less than their share."""
        return tuple(seat for seat in self.seats if len(self.seats) > 1 and not seat.wins.holds(self.fair))

    @property
    def minutes(self) -> tuple[float, float]:
        """How long people may take for the mean play, from quick to slow."""
        return self.decisions.value * QUICK / 60, self.decisions.value * SLOW / 60

    def as_dict(self) -> dict[str, Any]:
        """Plain data for JSON; what is not known is null."""
        facts = asdict(self) | {"unfair_seats": [seat.name for seat in self.unfair_seats], "minutes": self.minutes}
        found: dict[str, Any] = only_finite(facts)
        return found


def only_finite(facts: Any) -> Any:
    """The same without infinite numbers, which JSON cannot write: nothing is known there."""
    if isinstance(facts, dict):
        return {name: only_finite(fact) for name, fact in facts.items()}
    if isinstance(facts, list | tuple):
        return [only_finite(fact) for fact in facts]
    return None if isinstance(facts, float) and not isfinite(facts) else facts


def measure(plan: Plan, rows: Sequence[Row], looks: Sequence[Look], strengths: Sequence[Strength] = ()) -> Findings:
    """All that these plays tell."""
    game = find_game(plan.game)
    play = Play(game, plan.values)
    counts = [row.decisions for row in rows]
    tenth, half, most = (int(np.quantile(counts, part, method="inverted_cdf")) for part in (0.1, 0.5, 0.9))
    begun = [row for row in rows if row.first != NOBODY]
    chosen = {word for look in looks for word in look.actions}
    offered = {word for look in looks for word in look.offered}
    touched = {place.partition(":")[0] for look in looks for place in look.cells}  # points, cells, but not dice
    places = [shape.id for shape in play.scene().board if shape.id and shape.id.partition(":")[0] in touched]
    return Findings(
        plan=plan,
        title=game.title,
        plays=len(rows),
        different=len({(row.course, row.bots) for row in rows}),
        seats=tuple(_measure_seat(rows, seat, name_seat(play, seat)) for seat in range(plan.seats)),
        beginner=_measure_beginner(begun) if plan.seats > 1 and begun else None,
        decisions=mean_of(by_luck(rows, counts)),
        turns=mean_of(by_luck(rows, [row.turns for row in rows])),
        branching=mean_of(by_luck(rows, [row.branching for row in rows])),
        spread=(tenth, half, most, max(counts)),
        ended={
            word: share_of(by_luck(rows, [float(row.ended == word) for row in rows]))
            for word in ("won", "shared", "drawn", "alone", "unfinished")
        },
        looks=len(looks),
        changes=_mean_known([look.changes for look in looks]),
        decided=_mean_known([look.decided for look in looks]),
        comebacks=_share_known([look.comeback for look in looks]),
        happenings=tuple(
            Happening(
                entry.word,
                entry.says,
                mean_of([look.events.get(entry.word, 0) for look in looks]),
                share_of([float(entry.word in look.events) for look in looks]),
            )
            for entry in game.events.DECLARED
        ),
        unchosen=tuple(word for word in game.actions.words() if word in offered - chosen),
        unoffered=tuple(word for word in game.actions.words() if word not in offered),
        cells={place: mean_of([look.cells.get(place, 0) for look in looks]) for place in places},
        strengths=tuple(strengths),
        cube=measure_cube(looks),
    )


def _measure_seat(rows: Sequence[Row], seat: int, name: str) -> Seat:
    together = 1 - (1 - SURE) / len(rows[0].bots)  # so that all intervals hold at once (Bonferroni)
    finished = [row for row in rows if row.scores]
    return Seat(
        name,
        share_of(by_luck(rows, win_shares(rows, seat)), together),
        mean_of(by_luck(finished, [row.scores[seat] for row in finished])),
        mean_of(by_luck(rows, [row.waits[seat] for row in rows])),
        share_of(by_luck(rows, [float(is_out_early(row, seat)) for row in rows])),
    )


def is_out_early(row: Row, seat: int) -> bool:
    """Whether a seat had to look on for a good part of the play at its end, and longer than anybody waited before."""
    looked_on = row.decisions - row.last[seat]
    return looked_on >= OUT_EARLY * row.decisions and looked_on > max(row.waits)


def _measure_beginner(rows: Sequence[Row]) -> Estimate:
    shares = [win_shares(rows, seat) for seat in range(len(rows[0].bots))]
    return share_of(by_luck(rows, [shares[row.first][i] for i, row in enumerate(rows)]))


def _mean_known(numbers: Sequence[float | None]) -> Estimate | None:
    known = [number for number in numbers if number is not None]
    return mean_of(known) if known else None


def _share_known(truths: Sequence[bool | None]) -> Estimate | None:
    known = [float(truth) for truth in truths if truth is not None]
    return share_of(known) if known else None


def ladder_plan(plan: Plan) -> Plan | None:
    """Where all play alike: one of them among others a level below (random ones: among them the weakest level)."""
    if plan.rotations > 1 or plan.seats == 1:
        return None
    game = find_game(plan.game)
    names = bot_names(game, plan.values)
    if plan.bots[0] not in names:
        return None
    at = max(1, names.index(plan.bots[0]))
    bots = ",".join([names[at], *[names[at - 1]] * (plan.seats - 1)])
    return replace(new_plan(game, plan.values, bots), seed=plan.seed)


def measure_strengths(plan: Plan, rows: Sequence[Row]) -> tuple[Strength, ...]:
    """The wins of each of several bots that met; where only two did, the first tells all."""
    names = list(dict.fromkeys(plan.bots))
    found = []
    for name in names[:1] if len(names) == 2 and not plan.drawn else names:
        groups: dict[int, list[float]] = {}
        for row in rows:
            for seat, bot in enumerate(row.bots):
                if bot == name:
                    groups.setdefault(row.luck, []).append(win_shares([row], seat)[0])
        shares = [sum(group) / len(group) for group in groups.values()]
        others = ", ".join(other for other in names if other != name)
        found.append(Strength(name, others, share_of(shares), 1 / plan.seats))
    return tuple(found)
