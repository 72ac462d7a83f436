"""Memory handed out by DLPack: NumPy takes it as it would take that of a GPU, were it one."""

import gc
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from parlour.engine import dlpack

ROOT = Path(__file__).parents[2]


class Owner:
    """An array that other libraries take by our capsules."""

    def __init__(self, array: NDArray[Any]) -> None:
        self.array = array

    def __dlpack_device__(self) -> tuple[int, int]:
        return dlpack.CPU, 0

    def __dlpack__(self, **_: Any) -> Any:
        a = self.array
        return dlpack.hand_out(self, a.ctypes.data, a.shape, a.strides, a.dtype, self.__dlpack_device__())


@pytest.mark.parametrize("dtype", ["bool", "int32", "int64", "float32", "float64"])
@pytest.mark.parametrize("shape", [(6,), (2, 3), (3, 1, 2)])
def test_numbers_are_taken_as_they_are_and_not_copied(dtype: str, shape: tuple[int, ...]) -> None:
    array = (np.arange(6) % 4).astype(dtype).reshape(shape)
    taken = np.from_dlpack(Owner(array))
    assert (taken.dtype, taken.shape) == (array.dtype, shape)
    assert (taken == array).all()
    array.flat[0] = 1
    assert taken.flat[0] == 1, "it is the same memory"


def test_rows_may_lie_apart() -> None:
    array = np.arange(24, dtype=np.int32).reshape(4, 6)[::2, 1:4]
    assert (np.from_dlpack(Owner(array)) == array).all()


def test_it_is_kept_until_nobody_needs_it() -> None:
    before = len(dlpack._held)
    taken = np.from_dlpack(Owner(np.arange(5)))
    gc.collect()
    assert len(dlpack._held) == before + 1
    assert taken.tolist() == [0, 1, 2, 3, 4]
    del taken
    gc.collect()
    assert len(dlpack._held) == before


def test_what_nobody_takes_is_not_kept() -> None:
    before = len(dlpack._held)
    capsule = Owner(np.arange(5)).__dlpack__()
    assert len(dlpack._held) == before + 1
    del capsule
    assert len(dlpack._held) == before


def test_records_cannot_be_shared() -> None:
    with pytest.raises(BufferError, match="expected an array of whole numbers, floats or flags"):
        np.from_dlpack(Owner(np.zeros(3, [("a", np.int8), ("b", np.int16)])))


AT_THE_END = """
import builtins
import numpy as np
from tests.engine.test_dlpack import Owner

builtins.kept = np.from_dlpack(Owner(np.arange(6)))  # goes when nearly all of Python has gone
"""


def test_memory_may_be_kept_until_the_end_of_a_program() -> None:
    done = subprocess.run([sys.executable, "-c", AT_THE_END], capture_output=True, text=True, check=False, cwd=ROOT)
    assert (done.returncode, done.stderr) == (0, "")
