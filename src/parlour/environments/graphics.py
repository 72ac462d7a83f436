"""A GPU as a device of batches."""

from types import SimpleNamespace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from parlour.engine.game import Game
from parlour.engine.gpu import CUDA, as_kernel
from parlour.engine.gpu_library import check_device, cuda
from parlour.environments import kernels
from parlour.environments.devices import NONE_REFUSED, THREADS, Device, check_actions_array

KERNELS = ("step_games", "observe_games", "choose_actions", "check_actions", "fill_masks")


class Graphics(Device):
    """Arrays in the memory of a GPU, and a thread for every game."""

    name = "cuda"

    def __init__(self, game: Game, size: int) -> None:
        check_device()
        super().__init__(game, size)
        bound = vars(self.bind(kernels, CUDA))
        flags = size * game.actions.SIZE
        threads = {name: flags if name == "fill_masks" else size for name in KERNELS}
        self.kernels = SimpleNamespace(
            **{name: as_kernel(bound[name])[self._arrange(count)] for name, count in threads.items()}
        )
        self.refused = self.put(np.full(1, NONE_REFUSED, np.int32))
        self.none_refused = self.put(np.full(1, NONE_REFUSED, np.int32))

    @staticmethod
    def _arrange(count: int) -> tuple[int, int]:
        """How many blocks of how many threads do so many things."""
        threads = min(count, THREADS)
        return -(-count // threads), threads

    def new(self, shape: int | tuple[int, ...], dtype: Any) -> Any:
        return self.put(np.zeros(shape, dtype))

    def put(self, array: NDArray[Any]) -> Any:
        return cuda.to_device(np.ascontiguousarray(array))

    def fetch(self, array: Any) -> NDArray[Any]:
        fetched = np.zeros(array.shape, array.dtype)  # of records, NumPy itself copies only the fields
        array.copy_to_host(fetched)
        return fetched

    def assign(self, to: Any, source: Any) -> None:
        to.copy_to_device(source)

    def wait(self) -> None:
        cuda.synchronize()

    def take_actions(self, given: Any, sets: Any, actions: Any, check: bool) -> int:
        if not hasattr(given, "shape"):
            given = np.asarray(given)
        check_actions_array(given, self.size)
        there = self._lay_open(given)
        self.assign(self.refused, self.none_refused)
        self.kernels.check_actions(there, sets, actions, self.refused)
        return int(self.fetch(self.refused)[0]) if check else NONE_REFUSED

    def _lay_open(self, given: Any) -> Any:
        """An array as kernels take it: one on the device as it is, any other copied there."""
        if isinstance(given, type(self.refused)):
            return given
        if hasattr(given, "__cuda_array_interface__"):
            return cuda.as_cuda_array(given)
        return self.put(np.asarray(given, np.int32))

    def step(self, *arrays: Any) -> None:
        self.kernels.step_games(*arrays)

    def observe(self, *arrays: Any) -> None:
        self.kernels.observe_games(*arrays)

    def choose(self, sets: Any, luck: Any, actions: Any) -> None:
        self.kernels.choose_actions(sets, luck, actions)

    def fill_masks(self, sets: Any, mask: Any) -> None:
        self.kernels.fill_masks(sets, mask)
