"""What a game says of itself on a front page and in a form: which figure it shows, what may be chosen at once, the
names of its presets, and where each option stands.

A game's `front.py` declares it. A game that says nothing still looks right: a preset `no_safe` is called "No safe",
the figure is the game as it begins, and every option is about how it is played.
"""

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from parlour.engine.options import Choice, Flag, Option, Values
from parlour.engine.wording import capital

BEGIN, PLAY, END, COMFORT = GROUPS = ("begin", "play", "end", "comfort")  # of a form, in this order
PLAYERS = "players"  # the option that every game has: a form asks for it where the seats are
LAST = 100  # the place of a game that does not say where it stands
EDGE = 3.0  # half the heavy line round a board, and a little

Aim = str | Callable[[Values], str]  # the same whatever the options are, or what follows from them
View = tuple[float, float, float, float]  # x, y, width and height of a part of a scene


class FrontError(ValueError):
    """A front does not fit its game; the message says where and what was expected."""


@dataclass(frozen=True, eq=False)
class Preset(Mapping[str, Any]):
    """Values of options under one name, and what people are told of them. It is the mapping of its options."""

    options: Values
    title: str = ""  # its name in the form; made from the preset's own where there is none
    line: str = ""  # what it is, in a few words; what it changes where there is neither this nor a length
    length: str = ""  # how long a play takes

    def __getitem__(self, option: str) -> Any:
        return self.options[option]

    def __iter__(self) -> Iterator[str]:
        return iter(self.options)

    def __len__(self) -> int:
        return len(self.options)


def by_players(*counts: int) -> dict[str, Preset]:
    """A preset for each number of players: `two`, `three`."""
    words = ("one", "two", "three", "four", "five", "six", "seven", "eight")
    return {words[count - 1]: Preset({"players": count}) for count in counts}


USUAL = Preset({}, "The usual game", "every rule as the game's page has it")


@dataclass(frozen=True)
class Picture:
    """A figure on the front page: a position, and as much of its scene as is the board."""

    position: str = ""  # "" for the game as it begins
    view: View | None = None  # all of the scene where nothing is said
    round: bool = False  # cut out as a circle


def around(x: float, y: float, radius: float) -> View:
    """The square round a circle, its line included."""
    reach = radius + EDGE
    return x - reach, y - reach, 2 * reach, 2 * reach


@dataclass(frozen=True)
class Pick:
    """One value of the quick choice, and what the front page tells of it in place of what it tells of the game."""

    value: Any
    title: str = ""
    line: str = ""
    length: str = ""
    picture: Picture | None = None
    options: Values = field(default_factory=dict)  # what goes with it there, such as an end that comes soon


@dataclass(frozen=True)
class QuickChoice:
    """The option that may be chosen on the front page, without a form."""

    option: str
    picks: tuple[Pick, ...] = ()  # those offered; every choice of the option where none is named
    first: Any = None  # the value that stands there first; the option's default where none is named


@dataclass(frozen=True)
class Front:
    order: int = LAST  # the place on the front page, the least first
    length: str = ""  # how long a play takes
    picture: Picture = Picture()
    quick: QuickChoice | None = None
    usual: Preset = field(default_factory=lambda: USUAL)  # the game with nothing changed, where no preset is just that
    groups: Mapping[str, tuple[str, ...]] = field(default_factory=dict)  # BEGIN, END, COMFORT: their options
    asks: tuple[str, ...] = ()  # options that a form asks about at once, besides who plays and which preset
    aim: Aim = ""  # what everybody tries to do, as it is told at the table; the game's line where nothing is said
    throws: bool = True  # whether dice are thrown, or something else that people can do with their own hands
    learnt: str = ""  # at the end of the lesson: what a newcomer has done


def spoken(name: str) -> str:
    """An option, a value or a preset as words: `age_6_8` is "age 6–8"."""
    return re.sub(r"(\d)_(?=\d)", r"\1–", name).replace("_", " ")


def title_option(option: Option) -> str:
    """What a form calls an option."""
    return option.title or capital(spoken(option.name))


def word_value(option: Option, value: Any) -> str:
    """A value of an option, as somebody would say it."""
    if value in option.words:
        return option.words[value]
    if isinstance(option.kind, Flag):
        return "yes" if value else "no"
    lines = option.kind.lines if isinstance(option.kind, Choice) else {}
    return lines.get(value) or spoken(option.kind.write(value))


def name_preset(name: str, values: Values) -> str:
    return (values.title if isinstance(values, Preset) else "") or capital(spoken(name))


def tell_preset(values: Values, options: tuple[Option, ...]) -> str:
    """What a preset is and how long it takes, or else what it changes, in the words of the options."""
    if isinstance(values, Preset) and (values.line or values.length):
        return ", ".join(words for words in (values.line, values.length) if words)
    kinds = {option.name: option.kind for option in options}
    parts = []
    for name, value in values.items():
        text = kinds[name].write(value)
        sign = {"true": "", "false": "no "}.get(text)
        parts.append(f"{spoken(name)} {spoken(text)}" if sign is None else sign + spoken(name))
    return ", ".join(parts)


def list_picks(quick: QuickChoice, option: Option) -> tuple[Pick, ...]:
    """What the quick choice offers."""
    if quick.picks or not isinstance(option.kind, Choice):
        return quick.picks
    return tuple(Pick(value) for value in option.kind.values)


def find_parent(front: Front, option: Option) -> str:
    """The option below which another stands in a form: the last it depends on, or nothing.

    How many play, and what the front page asks at once, is not worth a step.
    """
    aside = (PLAYERS, front.quick.option if front.quick else "")
    return next((name for name in reversed(list(option.needs)) if name not in aside), "")


def find_group(front: Front, options: tuple[Option, ...], option: Option) -> str:
    """The group that a game has put an option into, or that of the option it depends on, or how it is played."""
    for group, names in front.groups.items():
        if option.name in names:
            return group
    parent = find_parent(front, option)
    known = next((other for other in options if other.name == parent), None)
    return find_group(front, options, known) if known else PLAY


def check_front(front: Front, options: tuple[Option, ...]) -> None:
    """Whether everything a front names is there. Raises FrontError."""
    kinds = {option.name: option.kind for option in options}
    for group, names in front.groups.items():
        if group not in GROUPS:
            raise FrontError(f"there is no group {group!r}: expected one of {', '.join(GROUPS)}")
        for name in names:
            if name not in kinds:
                raise FrontError(f"the group {group!r} names {name!r}: expected an option")
    for name in front.asks:
        if name not in kinds:
            raise FrontError(f"a form is to ask about {name!r} at once: expected an option")
    for option in options:
        for offer in option.offers:
            if not _takes(option.kind, offer.value):
                raise FrontError(f"{option.name} cannot be {offer.value!r}, which a form offers")
    grouped = [name for names in front.groups.values() for name in names]
    for name in grouped:
        if grouped.count(name) > 1:
            raise FrontError(f"{name!r} is in more than one group")
    if front.quick is None:
        return
    if front.quick.option not in kinds:
        raise FrontError(f"the quick choice is {front.quick.option!r}: expected an option")
    if not list_picks(front.quick, next(option for option in options if option.name == front.quick.option)):
        raise FrontError(f"the quick choice offers nothing of {front.quick.option}: expected picks")
    for value in (*(pick.value for pick in front.quick.picks), front.quick.first):
        if value is not None and not _takes(kinds[front.quick.option], value):
            raise FrontError(f"{front.quick.option} cannot be {value!r}, which the quick choice offers")
    for pick in front.quick.picks:
        for name, value in pick.options.items():
            if name not in kinds or not _takes(kinds[name], value):
                raise FrontError(f"{name} cannot be {value!r}, which goes with {pick.value!r} on the front page")


def _takes(kind: Any, value: Any) -> bool:
    try:
        return bool(kind.read(value) == value)
    except ValueError:
        return False
