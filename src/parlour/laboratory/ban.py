"""What an action or a kind of action is worth: what becomes of whoever goes without, and of the game."""

from dataclasses import asdict, dataclass, replace
from functools import partial
from typing import Any

from parlour.engine.game import find_game
from parlour.laboratory.comparison import Comparison, compare
from parlour.laboratory.findings import Strength, measure_strengths
from parlour.laboratory.plan import Plan
from parlour.laboratory.refusal import LaboratoryError
from parlour.laboratory.report import Telling, tell_nobody
from parlour.laboratory.restriction import check_banned, restrict, seat_member
from parlour.laboratory.runs import run_plan
from parlour.laboratory.sentences import percent


@dataclass(frozen=True)
class Ban:
    """The wins of one who goes without, among others who do not; and the game if everybody does."""

    banned: tuple[str, ...]
    alone: Strength | None  # nobody to lose to where one plays alone
    game: Comparison

    def as_dict(self) -> dict[str, Any]:
        alone = None if self.alone is None else asdict(self.alone)
        return {"banned": self.banned, "alone": alone, "everybody": self.game.as_dict()}


def measure_ban(
    plan: Plan, banned: tuple[str, ...], plays: int, workers: int | None = None, tell: Telling = tell_nobody
) -> Ban:
    """Play with one who goes without, and with everybody doing so."""
    game, bot = find_game(plan.game), plan.bots[0]
    if len(set(plan.bots)) > 1:
        raise LaboratoryError("one kind of bot has to sit on every seat, so that only the ban makes a difference")
    check_banned(game, plan.values, banned)
    without = restrict(bot, banned)
    seat_member(game, plan.values, without)  # refuses who cannot be told
    alone = None
    if plan.seats > 1:
        met = replace(plan, bots=(without, *plan.bots[1:]))
        rows = run_plan(met, plays, workers, partial(tell, "Playing, one without"))
        (alone,) = measure_strengths(met, rows)
    everybody = replace(plan, bots=(without,) * plan.seats)
    variants = [(f"{bot} on every seat", plan), (f"{without} on every seat", everybody)]
    found, _ = compare(variants, plays, workers=workers, tell=tell)
    return Ban(banned, alone, found)


def say_ban(ban: Ban) -> str:
    """What it is worth, in a sentence."""
    what = ", ".join(ban.banned)
    if ban.alone is None:
        return (
            f"One plays alone here, so nobody loses by going without {what}; the table tells what becomes of the game."
        )
    wins, fair = ban.alone.wins, ban.alone.fair
    said = f"One who goes without {what}, among others who do not, wins {percent(wins)}; a fair share is {fair:.1%}: "
    if wins.holds(fair):
        most = max(fair - wins.low, wins.high - fair)
        return (
            f"{said}it is worth nothing that these plays show, and no more than {100 * most:.1f} points of a hundred."
        )
    worth = 100 * (fair - wins.value)
    if worth > 0:
        return f"{said}it is worth {worth:.1f} ± {100 * wins.error:.1f} points of a hundred."
    return f"{said}it does harm, {-worth:.1f} ± {100 * wins.error:.1f} points of a hundred."
