"""A game: its name, its rules, its options, and everything derived from them. And how games are found."""

import importlib
import pkgutil
import random
import sys
import traceback
import warnings
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from importlib.metadata import entry_points
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from parlour.engine import doors
from parlour.engine.bind import bind
from parlour.engine.bits import codes_of
from parlour.engine.chances import Chance, points_only
from parlour.engine.codes import Codes
from parlour.engine.contract import FUNCTIONS, Actions, Points, Record, Weights
from parlour.engine.fields import Field, record_type, whole_fields
from parlour.engine.front import Front
from parlour.engine.hooks import (
    Box,
    Drawing,
    Ending,
    Knowledge,
    Learning,
    Limits,
    Notation,
    Observing,
    Opponents,
    Positions,
    Puzzles,
    Rules,
    Solving,
    Text,
    accept,
    derive_nothing,
    sensible,
    unlimited,
)
from parlour.engine.lesson import Lesson
from parlour.engine.narrating import Narrated, Note, tell
from parlour.engine.observing import Observation, derive_observation, own_observation
from parlour.engine.options import Choice, Coded, Option, OptionError, Values, sample_options, settle
from parlour.engine.position import PositionError, find_phase, read_position, write_position
from parlour.engine.records import new_record, view_class, view_record
from parlour.engine.targets import CPU, PYTHON, Target
from parlour.engine.telling import Teller, make_teller

ENTRY_POINTS = "parlour.games"  # the group under which packages outside the tree announce their games


class UnknownGame(LookupError):
    """No game of that name was found; the message lists those that were."""


@dataclass(frozen=True, repr=False)
class Game:
    """The facts about a game; `hooks.py` says what each hook is for. Its folder holds the same files in every game."""

    name: str
    title: str
    line: str  # one line: what it is
    version: int  # raised whenever the same actions would play differently
    players: tuple[int, ...]  # how many may play, the usual number first
    rules: Rules
    state: tuple[Field, ...]
    actions: type[Codes]
    outcomes: type[Codes]
    events: type[Codes]
    text: Text
    notation: Notation
    drawing: Drawing
    source: str = ""  # where it comes from, such as its patent
    calls: type[Codes] | None = None  # what a referee may declare, numbered on from the actions; needs `calls` in rules
    declared: tuple[Option, ...] = ()
    derived: tuple[Field, ...] = ()  # what the rules need of the options in another form, filled in by `derive`
    presets: Mapping[str, Values] = field(default_factory=dict)
    positions: Positions = field(default_factory=Positions)
    check: Callable[[Values], None] = accept  # OptionError where options contradict each other
    pointless: Callable[[Values], str] = sensible  # why nobody would want to play by these options, "" where one might
    derive: Callable[[Values, Record], None] = derive_nothing
    brisk: Values = field(default_factory=dict)  # options under which uniform random play ends soon
    limits: Callable[[Values], Limits] = unlimited  # what a referee counts and measures
    knowledge: Knowledge | None = None
    learning: Learning | None = None
    ending: Ending | None = None  # what is known exactly, in the place of a net's answers
    opponents: Opponents | None = None
    solving: Solving | None = None
    observing: Observing | None = None  # None: observations are derived from the fields
    lesson: Lesson | None = None
    puzzles: Puzzles | None = None
    box: Box | None = None  # what there is to print and cut out; None: the board and the pieces as they are drawn
    chance: Callable[[Values], Chance | None] = points_only  # the chance of winning that points stand for, if they do
    front: Front = field(default_factory=Front)  # what a front page and a form tell of it

    def __repr__(self) -> str:
        return f"<Game {self.name}, rules version {self.version}>"

    @property
    def folder(self) -> Path:
        """Where its files are."""
        return Path(sys.modules[self.rules.__name__].__file__ or "").parent

    @cached_property
    def options(self) -> tuple[Option, ...]:
        counts = Choice(*sorted(self.players))
        return (Option("players", counts, self.players[0], "How many play.", title="Players"), *self.declared)

    @cached_property
    def fields(self) -> tuple[Field, ...]:
        """All fields of a state."""
        return whole_fields(self.state)

    @cached_property
    def state_type(self) -> np.dtype[Any]:
        return record_type(self.fields)

    @cached_property
    def options_type(self) -> np.dtype[Any]:
        coded = (Field(o.name, self._coded[o.name], o.help) for o in self.options if o.name in self._coded)
        return record_type((*coded, *self.derived))

    @cached_property
    def _coded(self) -> dict[str, Coded]:
        """The options that are single numbers to the rules."""
        return {o.name: o.kind for o in self.options if isinstance(o.kind, Coded)}

    @cached_property
    def sizes(self) -> dict[str, int]:
        """What generic code names as SEATS, ACTIONS and OUTCOMES."""
        return {"SEATS": max(self.players), "ACTIONS": self.actions.SIZE, "OUTCOMES": self.outcomes.SIZE}

    @cached_property
    def observation(self) -> Observation:
        """What a seat sees, as numbers: the game's own, or one derived from the fields of its state."""
        if self.observing is not None:
            return own_observation(self.name, self.observing)
        return derive_observation(self.name, max(self.players), self.fields)

    def settle(self, preset: str | None = None, /, **given: Any) -> dict[str, Any]:
        """The values of all options: the preset's, then those given, then the defaults. Raises OptionError."""
        settled = self.settle_recorded(preset, **given)
        if why := self.pointless(settled):
            raise OptionError(why)
        return settled

    def settle_recorded(self, preset: str | None = None, /, **given: Any) -> dict[str, Any]:
        """The same for a play that was played: old records may have options that are pointless."""
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

    def aim(self, values: Values) -> str:
        """What everybody tries to do, for those who sit down to play."""
        if callable(self.front.aim):
            return self.front.aim(values)
        quick = self.front.quick
        lines = {pick.value: pick.line for pick in quick.picks} if quick else {}
        return (lines.get(values[quick.option], "") if quick else "") or self.front.aim or self.line

    def sample(self, rng: random.Random, fixed: Values | None = None) -> dict[str, Any]:
        """Random values of all options that can be played by; `fixed` ones are kept."""
        return sample_options(self.options, rng, fixed or {}, self._refuse)

    def _refuse(self, values: Values) -> None:
        self.settle(**values)

    def encode(self, values: Values) -> NDArray[Any]:
        """The options record the rules read."""
        array = new_record(self.options_type)
        o = view_record(array)
        for name, kind in self._coded.items():
            setattr(o, name, kind.encode(values[name]))
        self.derive(values, o)
        return array

    def write_position(self, s: Record, o: Record) -> str:
        return write_position(self._teller(bytes(o.memory)), s)

    @cached_property
    def _teller(self) -> Callable[[bytes], Teller]:
        """What tells positions under options, given as the bytes of their record."""

        @lru_cache(maxsize=256)
        def find(memory: bytes) -> Teller:
            return make_teller(
                self.fields, self.positions, view_class(self.options_type)(memoryview(bytearray(memory)))
            )

        return find

    def read_position(self, text: str, s: Record, o: Record) -> None:
        """Set up the zeroed state `s`. Raises PositionError."""
        read_position(self.fields, self.positions, text, s, o)
        rules, actions = self._bind_once(self.rules, PYTHON), self.new_actions(PYTHON)
        if s.to_move >= 0:
            rules.legal(s, o, actions)
            if not codes_of(actions):
                phase = find_phase(self.fields, s)
                where = f"in phase {phase.word}" if phase else "here"
                raise PositionError(f"nothing can be done {where}: expected a position that can be played on")

    def bind_rules(self, note: Note) -> Narrated:
        """The rules as written, telling `note` what happens; whatever they only try when asked is told to nobody."""
        return Narrated(self._telling, self._bind_once(self.rules, PYTHON), note)

    @cached_property
    def _telling(self) -> SimpleNamespace:
        return bind(self.rules, PYTHON, note=tell)

    @cached_property
    def _bound(self) -> dict[tuple[str, str], SimpleNamespace]:
        return {}

    def bind_template(
        self, template: ModuleType, target: Target = CPU, *parts: tuple[Any, tuple[str, ...]], **names: Any
    ) -> SimpleNamespace:
        """Generic code bound for this game to a target, once in a process.

        Functions that modules of the game's own offer take the places of the template's: `parts` are modules and names.
        """
        wanted = template.__name__, target.name
        if wanted not in self._bound:
            rules = vars(self._bind_once(self.rules, target))
            functions = {name: rules[name] for name in FUNCTIONS if name in rules}
            for own, offered in parts:
                functions |= {name: vars(self._bind_once(own, target))[name] for name in offered}
            self._bound[wanted] = bind(template, target, rules=self.rules, **functions, **self.sizes, **names)
        return self._bound[wanted]

    def _bind_once(self, module: Any, target: Target) -> SimpleNamespace:
        wanted = module.__name__, target.name
        if wanted not in self._bound:
            self._bound[wanted] = bind(module, target)
        return self._bound[wanted]

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
        states = new_record(self.state_type)
        self.doors.setup_at(states, 0, options)
        after = states.copy()
        actions, weights, points = self.buffers()
        self.doors.calls_at(after, 0, options, actions)
        self.doors.legal_at(after, 0, options, actions)
        self.doors.chance_at(after, 0, options, weights)
        self.doors.score_at(after, 0, options, points)
        outcomes = np.flatnonzero(weights).tolist() if states["to_move"][0] < 0 else codes_of(actions)
        self.doors.apply_at(after, 0, options, outcomes[0])
        self.__dict__["_warmed"] = True

    def new_actions(self, target: Target = CPU) -> Actions:
        """An empty set of actions, and of calls."""
        return target.new_actions(self.actions.SIZE + (self.calls.SIZE if self.calls else 0))

    def new_weights(self) -> Weights:
        """The weights of outcomes, all 0."""
        return np.zeros(self.outcomes.SIZE, np.int16)

    def buffers(self) -> tuple[Actions, Weights, Points]:
        """Room for actions, weights and points, for compiled code."""
        return self.new_actions(), self.new_weights(), np.zeros(max(self.players))


def games() -> dict[str, Game]:
    """Every game found: in the folder `parlour/games`, and announced by other packages."""
    return {game.name: game for game in _find_games()}


_known: dict[str, Game] = {}  # those asked for before: looking through all packages takes a while
_failed: dict[str, str] = {}  # those announced that could not be loaded, and why


def find_game(name: str) -> Game:
    if name not in _known:
        found = games()
        if name in _failed:
            raise UnknownGame(f"the game {name!r} could not be loaded: {_failed[name]}")
        if name not in found:
            raise UnknownGame(f"there is no game {name!r}: expected one of {', '.join(found)}")
        _known[name] = found[name]
    return _known[name]


def _find_games() -> Iterator[Game]:
    folder = importlib.import_module("parlour.games")
    for module in sorted(pkgutil.iter_modules(folder.__path__), key=lambda module: module.name):
        yield importlib.import_module(f"parlour.games.{module.name}").GAME
    for entry in entry_points(group=ENTRY_POINTS):
        try:
            yield entry.load()
        except Exception as error:  # another package's fault must not take our games away
            _failed[entry.name] = _locate(error)
            warnings.warn(f"the game {entry.name!r} could not be loaded: {_failed[entry.name]}", stacklevel=2)


def _locate(error: Exception) -> str:
    """What went wrong, and in which line of which file."""
    if isinstance(error, SyntaxError):
        return f"{Path(error.filename or '').name}:{error.lineno}: {error.msg}"
    frame = traceback.extract_tb(error.__traceback__)[-1]
    return f"{Path(frame.filename).name}:{frame.lineno}: {error} ({type(error).__name__})"
