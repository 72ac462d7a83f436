"""Where a batch is played: in Python, on a processor by several threads, or on a GPU.

Each device has the same few calls: it makes arrays, runs the templates over all games, and takes arrays over from
other libraries. All of them give the same bytes.
"""

import os
from abc import ABC, abstractmethod
from collections.abc import Callable
from functools import cache, cached_property
from itertools import pairwise
from queue import SimpleQueue
from threading import Thread
from types import SimpleNamespace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from parlour.engine.bits import WORD
from parlour.engine.game import Game
from parlour.engine.targets import CPU, PYTHON, Target
from parlour.environments import loops
from parlour.environments.refusal import BadInput

DEVICES = ("cpu", "cuda", "python")
SHARE = 2048  # games, at least, that a thread is woken for: all of them wait for Python when they begin
NONE_REFUSED = np.iinfo(np.int32).max

Work = Callable[[int, int], Any]  # from one game to another
Job = tuple[Work, int, int, SimpleQueue[BaseException | None]]  # and where it is told how that ended


class Device(ABC):
    """Where the games of a batch are, and how they are played there."""

    name: str

    def __init__(self, game: Game, size: int) -> None:
        self.game, self.size = game, size

    def bind(self, template: Any, target: Target) -> SimpleNamespace:
        """A template for this game, with its observations."""
        words = max(1, -(-self.game.actions.SIZE // WORD))
        return self.game.bind_template(template, target, (self.game.observation.module, ("observe",)), WORDS=words)

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
    def take_actions(self, given: Any) -> Any:
        """Actions as the device plays them, an array of int32 which may be the one given; those that cannot be are -1.

        Raises BadInput unless it is one whole number for each game.
        """

    @abstractmethod
    def find_illegal(self, actions: Any, sets: Any) -> int:
        """The first game whose action is not legal, or NONE_REFUSED."""

    @abstractmethod
    def step(self, masked: Any, *arrays: Any) -> None:
        """Play an action in every game. Where the sets are given as `masked`, fill the masks as well in the same go."""

    @abstractmethod
    def observe(self, *arrays: Any) -> None:
        """Write what seats see to the last of the arrays."""

    @abstractmethod
    def choose(self, sets: Any, luck: Any, actions: Any) -> None: ...

    @cached_property
    def eights(self) -> Any:
        """All flags of all masks one after another, eight in a number."""
        return self.new(-(-self.size * self.game.actions.SIZE // 8), np.int64)

    @cached_property
    def mask(self) -> Any:
        """What is legal, as far as it was filled: a row of flags for every game."""
        flags = self.size * self.game.actions.SIZE
        return self.eights.view(np.bool_)[:flags].reshape(self.size, self.game.actions.SIZE)

    @abstractmethod
    def fill_masks(self, sets: Any) -> None:
        """Write to `mask` what is legal."""


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

    def __init__(self, game: Game, size: int) -> None:
        super().__init__(game, size)
        self.loops = self.bind(loops, self.target)  # before there are threads that want it

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

    @abstractmethod
    def run(self, work: Work) -> None:
        """Do work from one game to another, over all of them; it begins at a game whose number 8 divides."""

    def take_actions(self, given: Any) -> NDArray[np.int32]:
        given = np.asarray(given)
        check_actions_array(given, self.size)
        if given.dtype != np.int32:
            given = np.where((given >= 0) & (given < self.game.actions.SIZE), given, -1)
        return np.ascontiguousarray(given, np.int32)

    def find_illegal(self, actions: NDArray[np.int32], sets: Any) -> int:
        refused = np.full(1, NONE_REFUSED, np.int32)
        self.loops.check_actions(0, self.size, actions, sets, refused)
        return int(refused[0])

    def step(self, masked: Any, *arrays: Any) -> None:
        words, (_, weights, _) = max(1, -(-self.game.actions.SIZE // WORD)), self.game.buffers()
        eights = None if masked is None else self.eights

        def work(first: int, last: int) -> None:
            self.loops.step_games(first, last, *arrays, np.zeros(words, np.int64), np.zeros_like(weights))
            if masked is not None:
                self.loops.fill_masks(first, last, masked, eights)

        self.run(work)

    def observe(self, *arrays: Any) -> None:
        self.run(lambda first, last: self.loops.observe_games(first, last, *arrays))

    def choose(self, sets: Any, luck: Any, actions: Any) -> None:
        self.run(lambda first, last: self.loops.choose_actions(first, last, sets, luck, actions))

    def fill_masks(self, sets: Any) -> None:
        eights = self.eights
        self.run(lambda first, last: self.loops.fill_masks(first, last, sets, eights))


class Interpreter(Host):
    """Rules as written: slow, for looking closely."""

    name, target = "python", PYTHON

    def run(self, work: Work) -> None:
        work(0, self.size)


class Processor(Host):
    """Compiled rules, and as many threads as there are cores."""

    name, target = "cpu", CPU

    def run(self, work: Work) -> None:
        threads = count_threads(self.size)
        if threads == 1:
            work(0, self.size)
            return
        bounds = [*range(0, self.size, -(-self.size // (8 * threads)) * 8), self.size]
        done: SimpleQueue[BaseException | None] = SimpleQueue()
        for first, last in pairwise(bounds[1:]):
            jobs().put((work, first, last, done))
        try:
            work(bounds[0], bounds[1])
        finally:
            faults = [done.get() for _ in bounds[2:]]
        for fault in filter(None, faults):
            raise fault


def count_threads(size: int) -> int:
    """How many threads so many games are worth."""
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return max(1, min(cores, size // SHARE))


@cache
def jobs() -> SimpleQueue[Job]:
    """What the threads of all batches do, beside those that ask: handed over as plainly as can be, for it is little."""
    queue: SimpleQueue[Job] = SimpleQueue()
    for number in range(max(1, (os.cpu_count() or 2) - 1)):
        Thread(target=work_on, args=(queue,), name=f"parlour-batch-{number}", daemon=True).start()
    return queue


def work_on(queue: SimpleQueue[Job]) -> None:
    while True:
        work, first, last, done = queue.get()
        try:
            work(first, last)
        except BaseException as fault:
            done.put(fault)
        else:
            done.put(None)


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


def find_device(name: str, game: Game, size: int) -> Device:
    """A device by its name. Raises BadInput, and NoDevice where there is no GPU."""
    if name == "python":
        return Interpreter(game, size)
    if name == "cpu":
        return Processor(game, size)
    if name == "cuda":
        from parlour.environments.graphics import Graphics  # needs an extra, and takes long to import

        return Graphics(game, size)
    raise BadInput(f"there is no device {name!r}: expected one of {', '.join(DEVICES)}")
