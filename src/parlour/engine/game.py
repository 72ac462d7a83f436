"""A game: its name, its rules, its options, and everything derived from them. And how games are found."""

import importlib
import pkgutil
import warnings
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from importlib.metadata import entry_points
from types import ModuleType, SimpleNamespace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from parlour.engine import doors
from parlour.engine.bind import bind
from parlour.engine.contract import FUNCTIONS
from parlour.engine.front import Front
from parlour.engine.options import Choice, Coded, Option, OptionError, Values, settle
from parlour.engine.records import new_record, view_record

ENTRY_POINTS = "parlour.games"  # the group under which packages outside the tree announce their games


class UnknownGame(LookupError):
    """No game of that name was found; the message lists those that were."""


def _accept(values: Values) -> None:
    """The check of a game whose options never contradict each other."""


def _derive_nothing(values: Values, o: Any) -> None:
    """The derivation of a game whose rules read its options as they are."""


@dataclass(frozen=True)
class Limits:
    """What a table has agreed on, for a referee to keep; 0 for no limit."""

    move_seconds: int = 0  # for each decision
    play_minutes: int = 0  # for the whole play
    attempts: int = 0  # refused statements in one decision


def _unlimited(values: Values) -> Limits:
    """The limits of a game that knows none."""
    return Limits()


@dataclass(frozen=True)
class Game:
    """The facts about a game. Its folder holds the modules named here, with the same names in every game."""

    name: str
    title: str
    line: str  # one line: what it is
    source: str  # where it comes from, such as its patent; may be empty
    version: int  # raised whenever the same actions would play differently
    players: tuple[int, ...]  # how many may play, the usual number first
    rules: ModuleType
    text: ModuleType
    notation: ModuleType
    drawing: ModuleType
    declared: tuple[Option, ...] = ()
    presets: Mapping[str, Values] = field(default_factory=dict)
    check: Callable[[Values], None] = _accept  # OptionError where options contradict each other
    derive: Callable[[Values, Any], None] = _derive_nothing  # fill in what the rules need beyond the options
    brisk: Values = field(default_factory=dict)  # options under which uniform random play ends soon
    limits: Callable[[Values], Limits] = _unlimited  # what a referee counts and measures
    front: Front = field(default_factory=Front)  # what a front page and a form tell of it

    @cached_property
    def options(self) -> tuple[Option, ...]:
        counts = Choice(*sorted(self.players))
        return (Option("players", counts, self.players[0], "how many play"), *self.declared)

    def settle(self, preset: str | None = None, /, **given: Any) -> dict[str, Any]:
        """The values of all options: the preset's, then those given, then the defaults."""
        values: dict[str, Any] = {}
        if preset is not None:
            if preset not in self.presets:
                known = "one of " + ", ".join(self.presets) if self.presets else "none, for it has no presets"
                raise OptionError(f"{self.name} has no preset {preset!r}: expected {known}")
            values.update(self.presets[preset])
        values.update(given)
        settled = settle(self.options, values)
        self.check(settled)
        return settled

    def encode(self, values: Values) -> NDArray[Any]:
        """The options record the rules read."""
        array = new_record(self.rules.OPTIONS)
        o = view_record(array)
        for option in self.options:
            if option.name in self.rules.OPTIONS.names and isinstance(option.kind, Coded):
                setattr(o, option.name, option.kind.encode(values[option.name]))
        self.derive(values, o)
        return array

    def bind_rules(self, note: Callable[..., None]) -> SimpleNamespace:
        """The rules as written, telling `note` what happens."""
        return bind(self.rules, "python", note=note)

    @cached_property
    def compiled(self) -> SimpleNamespace:
        """The rules compiled, each function when it is first called."""
        return bind(self.rules, "cpu")

    @cached_property
    def _templates(self) -> dict[str, SimpleNamespace]:
        return {}

    @property
    def contract(self) -> dict[str, Any]:
        """What generic code names as its own: the compiled functions of the rules and their sizes."""
        functions = {name: getattr(self.compiled, name) for name in FUNCTIONS}
        return functions | {name: getattr(self.rules, name) for name in ("SEATS", "ACTIONS", "OUTCOMES")}

    def bind_template(self, template: ModuleType) -> SimpleNamespace:
        """Generic code compiled for this game, once in a process."""
        if template.__name__ not in self._templates:
            self._templates[template.__name__] = bind(template, "cpu", rules=self.rules, **self.contract)
        return self._templates[template.__name__]

    @cached_property
    def doors(self) -> SimpleNamespace:
        """The compiled rules, to be called from Python with an array of states and an index."""
        return self.bind_template(doors)

    @property
    def is_warm(self) -> bool:
        """Whether the compiled rules are ready in this process."""
        return "_warmed" in self.__dict__

    def warm(self) -> None:
        """Compile the rules, or load them compiled, so that nothing has to wait for it later."""
        options = self.encode(self.settle())
        states = new_record(self.rules.STATE)
        self.doors.setup_at(states, 0, options)
        after = states.copy()
        mask, weights, points = self.buffers()
        self.doors.legal_at(after, 0, options, mask)
        self.doors.chance_at(after, 0, options, weights)
        self.doors.score_at(after, 0, options, points)
        outcomes = np.flatnonzero(weights) if states["to_move"][0] < 0 else np.flatnonzero(mask)
        self.doors.apply_at(after, 0, options, int(outcomes[0]))
        self.__dict__["_warmed"] = True

    def buffers(self) -> tuple[NDArray[np.int8], NDArray[np.int64], NDArray[np.float64]]:
        """Room for a mask, weights and points."""
        rules = self.rules
        return np.zeros(rules.ACTIONS, np.int8), np.zeros(rules.OUTCOMES, np.int64), np.zeros(rules.SEATS)


def games() -> dict[str, Game]:
    """Every game found: in the folder `parlour/games`, and announced by other packages."""
    return {game.name: game for game in _find_games()}


_known: dict[str, Game] = {}  # those asked for before: looking through all packages takes a while


def find_game(name: str) -> Game:
    if name not in _known:
        found = games()
        if name not in found:
            raise UnknownGame(f"there is no game {name!r}: expected one of {', '.join(found)}")
        _known[name] = found[name]
    return _known[name]


def find_module(game: Game, name: str) -> ModuleType | None:
    """A file of that name beside the game's rules, if there is one."""
    full = f"{game.rules.__package__}.{name}"
    try:
        return importlib.import_module(full)
    except ModuleNotFoundError as error:
        if error.name != full:
            raise
        return None


def _find_games() -> Iterator[Game]:
    folder = importlib.import_module("parlour.games")
    for module in sorted(pkgutil.iter_modules(folder.__path__), key=lambda module: module.name):
        yield importlib.import_module(f"parlour.games.{module.name}").GAME
    for entry in entry_points(group=ENTRY_POINTS):
        try:
            yield entry.load()
        except Exception as error:  # another package's fault must not take our games away
            warnings.warn(f"the game {entry.name!r} could not be loaded: {error!r}", stacklevel=2)
