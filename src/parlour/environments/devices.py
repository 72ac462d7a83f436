"""Where a batch is played: in Python, on a processor by several threads, or on a GPU.

Each device has the same few calls: it holds the arrays of a batch, runs the templates over all games, and takes arrays
over from other libraries. All of them give the same bytes.
"""

from abc import ABC, abstractmethod
from functools import cached_property
from types import SimpleNamespace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from parlour.engine.bits import WORD
from parlour.engine.game import Game
from parlour.engine.targets import CPU, PYTHON, Target
from parlour.environments import loops
from parlour.environments.crew import ONCE, Crew, count_threads
from parlour.environments.luck import HELD
from parlour.environments.refusal import BadInput
from parlour.environments.stepping import FILL, OBSERVE

DEVICES = ("cpu", "cuda", "python")
NONE_REFUSED = np.iinfo(np.int32).max  # in the place of a game


class Device(ABC):
    """Where the games of a batch are, and how they are played there."""

    name: str
    actions: Any  # those of the next step

    def __init__(self, game: Game, size: int, options: NDArray[Any]) -> None:
        self.game, self.size = game, size
        self.words = max(1, -(-game.actions.SIZE // WORD))  # of a set
        self.options = self.put(options)
        self.states = self.new(size, game.state_type)
        self.chosen = self.new(size, np.int32)  # which of the sets of options each play has
        self.luck = self.new((size, HELD), np.int64)  # see luck.py
        self.sets = self.new((size, self.words), np.int64)  # the legal actions, a bit for each
        self.to_move = self.new(size, np.int32)  # the seat asked
        self.rewards = self.new((size, max(game.players)), np.float64)  # of every seat, where a play has just ended
        self.over = self.new(size, np.bool_)  # whether one has
        self.choices = self.new(size, np.int32)  # random actions

    @cached_property
    def mask(self) -> Any:
        """What is legal: a row of flags for every game."""
        return self.new((self.size, self.game.actions.SIZE), np.bool_)

    @cached_property
    def observation(self) -> Any:
        """What the seats asked see: a row of numbers for every game."""
        return self.new((self.size, self.game.observation.size), np.float32)

    def bind(self, template: Any, target: Target) -> SimpleNamespace:
        """A template for this game, with its observations."""
        observing = (self.game.observation.module, ("observe",))
        return self.game.bind_template(template, target, observing, WORDS=self.words)

    @abstractmethod
    def new(self, shape: int | tuple[int, ...], dtype: Any) -> Any:
        """An array of zeros."""

    @abstractmethod
    def put(self, array: NDArray[Any]) -> Any:
        """A copy of an array of the host's."""

    @abstractmethod
    def fetch(self, array: Any) -> NDArray[Any]:
        """The array, as the host has it."""

    @abstractmethod
    def assign(self, to: Any, source: Any) -> None:
        """Copy one array of the device into another."""

    def copy_row(self, array: Any, source: int, targets: NDArray[Any]) -> None:
        """Copy what one game has in an array to other games."""
        fetched = self.fetch(array)
        fetched[targets] = fetched[source]
        self.assign(array, self.put(fetched))

    @abstractmethod
    def wait(self) -> None:
        """Until everything that was begun is done."""

    @abstractmethod
    def take_actions(self, given: Any) -> None:
        """Have these actions ready for the next step; those that cannot be are -1.

        Raises BadInput unless it is one whole number for each game.
        """

    @abstractmethod
    def find_illegal(self) -> int:
        """The first game whose action is not legal, or NONE_REFUSED."""

    @abstractmethod
    def run(self, work: int) -> None:
        """Do in all games what `stepping.py` has numbers for: their sum is done in one go."""

    @abstractmethod
    def observe(self, seats: Any, out: Any) -> None:
        """Write what some seat of every game sees."""


def check_actions_array(given: Any, size: int) -> None:
    """Raise BadInput unless it is one whole number for each game."""
    shape, kind = getattr(given, "shape", None), getattr(given, "dtype", None)
    if shape is None or tuple(shape) != (size,):
        raise BadInput(f"actions have the shape {shape}: expected one for each game, ({size},)")
    if kind is not None and np.dtype(str(kind).removeprefix("torch.")).kind not in "iu":
        raise BadInput(f"actions are of type {kind}: expected whole numbers, such as int32")


class Host(Device):
    """Arrays of NumPy's, gone through by loops."""

    target: Target

    def __init__(self, game: Game, size: int, options: NDArray[Any]) -> None:
        super().__init__(game, size, options)
        self.loops = self.bind(loops, self.target)
        self.actions = self.new(size, np.int32)
        self.made = 0  # which of those arrays there are that are made only when they are asked for
        self.unseen = self.new((0, game.observation.size), np.float32)
        self.crew = self._call(self.to_move, self.unseen)

    @abstractmethod
    def count_threads(self) -> int: ...

    def new(self, shape: int | tuple[int, ...], dtype: Any) -> NDArray[Any]:
        return np.zeros(shape, dtype)

    def put(self, array: NDArray[Any]) -> NDArray[Any]:
        return array.copy()

    def fetch(self, array: Any) -> NDArray[Any]:
        return np.asarray(array)

    def assign(self, to: NDArray[Any], source: NDArray[Any]) -> None:
        to[...] = source

    def copy_row(self, array: NDArray[Any], source: int, targets: NDArray[Any]) -> None:
        array[targets] = array[source]

    def wait(self) -> None:
        """Nothing is left undone when a call returns."""

    def take_actions(self, given: Any) -> None:
        given = np.asarray(given)
        if given.shape != self.actions.shape or given.dtype != np.int32:
            check_actions_array(given, self.size)
        if given.dtype != np.int32:
            given = np.where((given >= 0) & (given < self.game.actions.SIZE), given, -1)
        self.actions[...] = given

    def find_illegal(self) -> int:
        return int(self.loops.check_actions(self.actions, self.sets, NONE_REFUSED))

    def run(self, work: int) -> None:
        if self.made | work & (FILL | OBSERVE) != self.made:  # arrays that nobody has asked for before
            self.made |= work & (FILL | OBSERVE)
            self.crew = self._call(self.to_move, self.observation if self.made & OBSERVE else self.unseen)
        self.crew.run(work)

    def observe(self, seats: NDArray[np.int32], out: NDArray[np.float32]) -> None:
        self._call(seats, out, patience=ONCE).run(OBSERVE)

    def _call(self, seats: NDArray[np.int32], observation: NDArray[np.float32], **given: int) -> Crew:
        """Threads with all the arrays that there are by now."""
        flags = self.mask.reshape(-1) if self.made & FILL else np.zeros(0, np.bool_)
        before = (self.states, self.options, self.chosen, self.luck, self.actions)
        after = (self.sets, self.to_move, self.rewards, self.over, flags, seats, observation, self.choices)
        threads = self.count_threads()
        return Crew(self.loops, self.size, threads, (*before, *after), self.game.new_weights, **given)


class Interpreter(Host):
    """Rules as written: slow, for looking closely."""

    name, target = "python", PYTHON

    def count_threads(self) -> int:
        return 1


class Processor(Host):
    """Compiled rules, and as many threads as there are cores."""

    name, target = "cpu", CPU

    def count_threads(self) -> int:
        return count_threads(self.size)


def has_gpu() -> bool:
    """Whether there is a GPU, and what it takes to use it."""
    try:
        from parlour.engine.gpu_library import check_device
    except RuntimeError:
        return False
    try:
        check_device()
    except RuntimeError:
        return False
    return True


def find_device(name: str, game: Game, size: int, options: NDArray[Any]) -> Device:
    """A device by its name. Raises BadInput, and NoDevice where there is no GPU."""
    if name == "python":
        return Interpreter(game, size, options)
    if name == "cpu":
        return Processor(game, size, options)
    if name == "cuda":
        from parlour.environments.graphics import Graphics  # needs an extra, and takes long to import

        return Graphics(game, size, options)
    raise BadInput(f"there is no device {name!r}: expected one of {', '.join(DEVICES)}")
