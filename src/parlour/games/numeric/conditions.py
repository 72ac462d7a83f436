"""When a game ends: the conditions a table may agree on, written as `funds(2000)+line(one)`."""

import random
import re
from dataclasses import dataclass
from typing import Any

from parlour.engine.codes import Codes, code
from parlour.engine.options import OptionError


class LineColour(Codes):
    """Whose counters a line has to be made of."""

    NONE = code("no line ends the game")
    ANY = code("anybody's")
    ONE = code("one side's")


DEFAULTS = {
    "basic": "all_covered",
    "zones": "funds(2000)",
    "hex": "funds(5000)",
    "counters": "funds(5000)",
}
OFFERED = {
    "time_limit": "basic zones hex counters",
    "throw_limit": "basic zones hex counters",
    "funds": "basic zones hex counters",
    "line": "zones hex",
    "zones_complete": "zones hex",
    "all_primes": "basic zones hex counters",
    "all_covered": "basic zones hex",
    "counters_used": "counters",
    "cover_count": "basic zones hex counters",
}
AMOUNTS = {  # the least, the most and the usual number in the brackets; funds has none of its own
    "time_limit": (1, 1440, 60),
    "throw_limit": (1, 100_000, 12),
    "funds": (1, 1_000_000, None),
    "zones_complete": (1, 2, 1),
    "cover_count": (1, 100, 50),
}
PLAIN = ("all_primes", "all_covered", "counters_used")
LINE = "line, line(one), or on the hexagons line(any,6) with a length from 2 to 10"

Conditions = dict[str, Any]  # a condition and its number; for a line (colour, length)


def read_conditions(text: str) -> Conditions:
    """The conditions written in a text; ValueError if it is not a set of them."""
    found: Conditions = {}
    for word in re.sub(r"\s", "", text.lower()).split("+"):
        match = re.fullmatch(r"([a-z_]+)(?:\(([a-z0-9,]*)\))?", word)
        if not match or match[1] not in OFFERED or match[1] in found:
            raise ValueError
        found[match[1]] = _read_number(match[1], match[2])
    return found


def _read_number(name: str, inside: str | None) -> Any:
    if name == "line":
        match = re.fullmatch(r"(any|one)(?:,([0-9]{1,2}))?", inside or "any")
        if not match or not 2 <= int(match[2] or 6) <= 10:
            raise ValueError
        return match[1], int(match[2] or 6)
    if name in PLAIN:
        if inside:
            raise ValueError
        return None
    low, high, usual = AMOUNTS[name]
    if not inside:
        if usual is None:
            raise ValueError
        return usual
    if not re.fullmatch("[0-9]{1,7}", inside) or not low <= int(inside) <= high:
        raise ValueError
    return int(inside)


def write_conditions(conditions: Conditions) -> str:
    """The conditions in one order and one spelling."""
    words = []
    for name in OFFERED:
        if name == "line" and name in conditions:
            colour, length = conditions[name]
            words.append(f"line({colour})" if length == 6 else f"line({colour},{length})")
        elif name in conditions:
            words.append(name if conditions[name] is None else f"{name}({conditions[name]})")
    return "+".join(words)


@dataclass(frozen=True)
class EndConditions:
    """A set of end conditions, of which the first to hold ends the game."""

    def read(self, value: Any) -> str:
        if not isinstance(value, str):
            raise ValueError
        return write_conditions(read_conditions(value))

    def write(self, value: str) -> str:
        return value

    def describe(self) -> str:
        words = [f"{name}({low}–{high})" for name, (low, high, _) in AMOUNTS.items()]
        return f"one or more, joined by +, of {', '.join(words)}, {', '.join(PLAIN)}, {LINE}"

    def sample(self, rng: random.Random) -> str:
        conditions: Conditions = {}
        for name in rng.sample(list(OFFERED), rng.randint(1, 2)):
            if name == "line":
                conditions[name] = rng.choice(("any", "one")), rng.randint(2, 7)
            elif name in PLAIN:
                conditions[name] = None
            else:
                low, high, _ = AMOUNTS[name]
                conditions[name] = rng.randint(low, min(high, 3000 if name == "funds" else 60))
        return write_conditions(conditions)


def check_conditions(variant: str, text: str) -> None:
    """Refuse a condition that the variant does not know."""
    for name, number in read_conditions(text).items():
        if variant not in OFFERED[name].split():
            offered = ", ".join(other for other, variants in OFFERED.items() if variant in variants.split())
            raise OptionError(f"{variant} cannot end by {name}: expected one or more of {offered}", "end")
        if name == "line" and variant == "zones" and number[1] != 6:
            raise OptionError(
                f"a line of zones is a whole row or column: expected line({number[0]}) without a length", "end"
            )
