"""Options that change nothing: whatever else they are set to, the same bots play the same plays."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

from parlour.engine.game import find_game
from parlour.engine.options import Choice, Flag, Option, OptionError, Values, Whole
from parlour.laboratory.plan import Plan
from parlour.laboratory.runs import Watch, ignore
from parlour.laboratory.tables import play_luck

TRIED = 20  # lucks that have to go alike


@dataclass(frozen=True)
class Idle:
    """An option, and the values it could have had instead without any difference."""

    option: str
    values: tuple[str, ...]


def find_idle(plan: Plan, lucks: int = TRIED, watch: Watch = ignore) -> tuple[Idle, ...]:
    """The options of a game that change nothing in the first plays of a plan.

    Those that make sense only with others, and not with these, are left out: they say themselves that they are idle.
    """
    game = find_game(plan.game)
    options = [option for option in game.declared if applies(option, plan.values)]
    known: dict[int, list[Any]] = {}
    found = []
    for number, option in enumerate(options):
        watch(number, len(options))
        others = [
            (value, other) for value in list_others(option, plan.values) if (other := change(plan, option, value))
        ]
        if others and all(plays_alike(plan, other, lucks, known) for _, other in others):
            found.append(Idle(option.name, tuple(option.kind.write(value) for value, _ in others)))
    watch(len(options), len(options))
    return tuple(found)


def applies(option: Option, values: Values) -> bool:
    return all(values[name] in wanted for name, wanted in option.needs.items())


def list_others(option: Option, values: Values) -> Iterator[Any]:
    """Other values of an option: all of a few, those that a form offers, or the ends of a range."""
    kind = option.kind
    if isinstance(kind, Choice):
        others = list(kind.values)
    elif isinstance(kind, Flag):
        others = [False, True]
    elif option.offers:
        others = [offer.value for offer in option.offers]
    else:
        others = [kind.low, kind.high] if isinstance(kind, Whole) else []
    return (value for value in others if value != values[option.name])


def change(plan: Plan, option: Option, value: Any) -> Plan | None:
    """The same plan with another value, if the game takes it."""
    try:
        values = find_game(plan.game).settle(None, **{**plan.values, option.name: value})
    except OptionError:
        return None
    return replace(plan, values=dict(values))


def plays_alike(plan: Plan, other: Plan, lucks: int, known: dict[int, list[Any]]) -> bool:
    """Whether two plans play the same; the first luck that does not tells."""
    for luck in range(lucks):
        if luck not in known:
            known[luck] = [(row.course, row.scores) for row in play_luck(plan, luck)]
        if known[luck] != [(row.course, row.scores) for row in play_luck(other, luck)]:
            return False
    return True
