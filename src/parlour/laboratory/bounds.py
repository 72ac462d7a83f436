"""Agreed bounds in a file: what games have to keep to, whoever changes a rule."""

import tomllib
from dataclasses import dataclass
from math import inf
from typing import Any

from parlour.engine.game import UnknownGame, find_game
from parlour.engine.options import OptionError
from parlour.laboratory.plan import Plan, new_plan
from parlour.laboratory.refusal import LaboratoryError
from parlour.search.bots import UnknownBot

PLAYS, BOTS, SEED = 400, "dora", 0
LISTED = "held"  # what the tables of a file are called

AMOUNTS = {
    "decisions": "decisions a play",
    "turns": "turns a play",
    "choices": "actions to choose from",
    "wait": "decisions of others, the longest wait of the seat that waits most",
}
SHARES = {
    "seats": "how far the wins of any seat are from a fair share",
    "first_turn": "the wins of whoever has the first turn",
    "level": "plays that end with several in front",
    "unfinished": "plays that are broken off",
    "out_early": "plays at whose last quarter the seat that is worst off looks on",
    "skill": "the wins of one bot among bots of the level below",
}
SETTINGS = ("game", "preset", "options", "bots", "plays", "seed")


@dataclass(frozen=True)
class Bound:
    """Between which a number has to lie."""

    name: str
    least: float
    most: float


@dataclass(frozen=True)
class Held:
    """A game under some rules, and what it is held to."""

    title: str
    plan: Plan
    plays: int
    bounds: tuple[Bound, ...]


def read_bounds(text: str) -> list[Held]:
    """The tables of a file. Raises LaboratoryError, naming the table at fault."""
    try:
        facts = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise LaboratoryError(f"this is not valid TOML: {str(error)[:1].lower()}{str(error)[1:]}") from None
    usual = {name: fact for name, fact in facts.items() if name != LISTED}
    if unknown := sorted(set(usual) - {"bots", "plays", "seed"}):
        raise LaboratoryError(f"nothing is called {unknown[0]!r} outside of tables: expected bots, plays or seed")
    tables = facts.get(LISTED, [])
    if not isinstance(tables, list) or not tables or not all(isinstance(table, dict) for table in tables):
        raise LaboratoryError(f"no game has any bounds: expected tables [[{LISTED}]]")
    found = []
    for number, table in enumerate(tables, 1):
        try:
            found.append(read_held(usual | table))
        except (LaboratoryError, UnknownGame, UnknownBot, OptionError) as error:
            raise LaboratoryError(f"[[{LISTED}]] number {number}: {error}") from None
    return found


def read_held(table: dict[str, Any]) -> Held:
    """One table: a game, who plays how often, and bounds."""
    if not isinstance(table.get("game"), str):
        raise LaboratoryError('expected the name of a game, as game = "stencil"')
    game = find_game(table["game"])
    options = table.get("options", {})
    if not isinstance(options, dict):
        raise LaboratoryError(f"options are {options!r}: expected them as {{ players = 3 }}")
    if unknown := sorted(set(options) - {option.name for option in game.options}):
        raise LaboratoryError(f"{game.title} has no option {unknown[0]!r}")
    plays, seed = table.get("plays", PLAYS), table.get("seed", SEED)
    if type(plays) is not int or plays < 2 or type(seed) is not int:
        raise LaboratoryError(f"plays are {plays!r} and seed is {seed!r}: expected whole numbers, and 2 plays or more")
    plan = new_plan(game, game.settle(table.get("preset"), **options), str(table.get("bots", BOTS)), seed)
    bounds = tuple(read_bound(name, table[name]) for name in table if name not in SETTINGS)
    if not bounds:
        raise LaboratoryError(f"{game.title} is held to nothing: expected one of {', '.join(AMOUNTS | SHARES)}")
    changed = [f"{name}={value}" for name, value in options.items()]
    return Held(" ".join([game.name, *filter(None, [table.get("preset")]), *changed]), plan, plays, bounds)


def read_bound(name: str, given: Any) -> Bound:
    """A bound: the most there may be, or [least, most]."""
    if name not in AMOUNTS and name not in SHARES:
        raise LaboratoryError(f"{name!r} cannot be measured: expected one of {', '.join(AMOUNTS | SHARES)}")
    pair = given if isinstance(given, list) else [0.0 if name != "skill" else given, given if name != "skill" else 1.0]
    numbers = [number for number in pair if isinstance(number, int | float) and not isinstance(number, bool)]
    highest = inf if name in AMOUNTS else 1.0
    if len(pair) != 2 or len(numbers) != 2 or not 0 <= numbers[0] <= numbers[1] <= highest:
        kind = "a number" if name in AMOUNTS else "a share from 0 to 1"
        raise LaboratoryError(f"{name} is {given!r}: expected {kind}, or two, the least and the most")
    return Bound(name, float(numbers[0]), float(numbers[1]))
