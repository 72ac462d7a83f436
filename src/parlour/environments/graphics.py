"""A GPU as a device of batches."""

from types import SimpleNamespace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from parlour.engine.game import Game
from parlour.engine.gpu import CUDA, as_kernel
from parlour.engine.gpu_library import check_device, cuda, is_simulated
from parlour.environments import kernels
from parlour.environments.devices import NONE_REFUSED, Device, check_actions_array

KERNELS = ("step_games", "observe_games", "choose_actions", "take_actions", "check_actions")  # a thread for a game
FLAT = ("fill_masks", "clear")  # a thread for a number
THREADS = 256  # of a block
FEW = 4  # threads, of a simulated GPU


class Graphics(Device):
    """Arrays in the memory of a GPU, and a thread for every game."""

    name = "cuda"

    def __init__(self, game: Game, size: int) -> None:
        check_device()
        super().__init__(game, size)
        bound = vars(self.bind(kernels, CUDA))
        self.blocks = {name: as_kernel(bound[name]) for name in (*KERNELS, *FLAT)}
        self.kernels = SimpleNamespace(**{name: self._over(size, name) for name in KERNELS})
        self.taken = self.new(size, np.int32)
        self.refused = self.put(np.full(1, NONE_REFUSED, np.int32))

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

    def take_actions(self, given: Any) -> Any:
        if not hasattr(given, "shape"):
            given = np.asarray(given)
        check_actions_array(given, self.size)
        there = self._lay_open(given)
        if there.dtype == np.int32 and there.is_c_contiguous():
            return there
        self.kernels.take_actions(there, self.taken)
        return self.taken

    def find_illegal(self, actions: Any, sets: Any) -> int:
        self.kernels.check_actions(actions, sets, self.refused)
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

    def step(self, masked: Any, *arrays: Any) -> None:
        self.kernels.step_games(*arrays)
        if masked is not None:
            self.fill_masks(masked)

    def observe(self, *arrays: Any) -> None:
        numbers = arrays[-1].reshape(arrays[-1].size)
        self._over(len(numbers), "clear")(numbers)
        self.kernels.observe_games(*arrays)

    def choose(self, sets: Any, luck: Any, actions: Any) -> None:
        self.kernels.choose_actions(sets, luck, actions)

    def fill_masks(self, sets: Any) -> None:
        self._over(len(self.eights), "fill_masks")(sets, self.eights)
