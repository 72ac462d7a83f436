"""A GPU as a device of batches."""

from functools import cached_property
from types import SimpleNamespace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from parlour.engine.game import Game
from parlour.engine.gpu import CUDA, as_kernel
from parlour.engine.gpu_library import check_device, cuda, is_simulated
from parlour.environments import kernels
from parlour.environments.devices import NONE_REFUSED, Device, check_actions_array
from parlour.environments.stepping import CHOOSE, FILL, MOST, OBSERVE, PLAY_OUT, STEP

KERNELS = (  # a thread for a game
    "step_games",
    "play_out_games",
    "observe_games",
    "choose_actions",
    "take_actions",
    "check_actions",
)
FLAT = ("fill_masks", "clear")  # a thread for a number
THREADS = 256  # of a block
FEW = 4  # threads, of a simulated GPU


class Graphics(Device):
    """Arrays in the memory of a GPU, and a thread for every game."""

    name = "cuda"

    def __init__(self, game: Game, size: int, options: NDArray[Any]) -> None:
        check_device()
        super().__init__(game, size, options)
        bound = vars(self.bind(kernels, CUDA))
        self.blocks = {name: as_kernel(bound[name]) for name in (*KERNELS, *FLAT)}
        self.kernels = SimpleNamespace(**{name: self._over(size, name) for name in KERNELS})
        self.taken = self.new(size, np.int32)
        self.refused = self.put(np.full(1, NONE_REFUSED, np.int32))

    @cached_property
    def eights(self) -> Any:
        """All flags of all masks one after another, eight in a number."""
        return self.new(-(-self.size * self.game.actions.SIZE // 8), np.int64)

    @cached_property
    def mask(self) -> Any:
        flags = self.size * self.game.actions.SIZE
        return self.eights.view(np.bool_)[:flags].reshape(self.size, self.game.actions.SIZE)

    def _over(self, count: int, name: str) -> Any:
        """A kernel, with so many threads; those for numbers go on to others where there are fewer of them."""
        threads = min(count, THREADS)
        if name in FLAT and is_simulated():  # which really starts each of them
            threads = count = min(count, FEW)
        return self.blocks[name][-(-count // threads), threads]

    def new(self, shape: int | tuple[int, ...], dtype: Any) -> Any:
        return self.put(np.zeros(shape, dtype))

    def put(self, array: NDArray[Any]) -> Any:
        return cuda.to_device(np.ascontiguousarray(array))

    def fetch(self, array: Any) -> NDArray[Any]:
        array = self._lay_open(array)
        fetched = np.zeros(array.shape, array.dtype)  # of records, NumPy itself copies only the fields
        array.copy_to_host(fetched)
        return fetched

    def assign(self, to: Any, source: Any) -> None:
        to.copy_to_device(source)

    def wait(self) -> None:
        cuda.synchronize()

    def take_actions(self, given: Any) -> None:
        if not hasattr(given, "shape"):
            given = np.asarray(given)
        check_actions_array(given, self.size)
        self.actions = self._lay_open(given)
        if self.actions.dtype != np.int32 or not self.actions.is_c_contiguous():
            self.kernels.take_actions(self.actions, self.taken)
            self.actions = self.taken

    def find_illegal(self) -> int:
        self.kernels.check_actions(self.actions, self.sets, self.refused)
        found = int(self.fetch(self.refused)[0])
        if found != NONE_REFUSED:
            self.refused = self.put(np.full(1, NONE_REFUSED, np.int32))
        return found

    def _lay_open(self, given: Any) -> Any:
        """An array as kernels take it: one on the device as it is, any other copied there."""
        if isinstance(given, type(self.refused)):
            return given
        if hasattr(given, "__cuda_array_interface__"):
            return cuda.as_cuda_array(given)
        return self.put(np.asarray(given))

    def run(self, work: int) -> None:
        before = (self.states, self.options, self.chosen, self.luck)
        after = (self.sets, self.to_move, self.rewards, self.over)
        if work & STEP:
            self.kernels.step_games(*before, self.actions, *after)
        if work & PLAY_OUT:
            self.kernels.play_out_games(work // MOST, *before, self.choices, *after)
        if work & FILL:
            self._over(len(self.eights), "fill_masks")(self.sets, self.eights)
        if work & OBSERVE:
            self.observe(self.to_move, self.observation)
        if work & CHOOSE:
            self.kernels.choose_actions(self.sets, self.luck, self.choices)

    def observe(self, seats: Any, out: Any) -> None:
        numbers = out.reshape(out.size)
        self._over(len(numbers), "clear")(numbers)
        self.kernels.observe_games(self.states, self.options, self.chosen, seats, out)
