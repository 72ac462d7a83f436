"""How interpreted rules see a NumPy record: fields by name, every number a plain Python integer.

NumPy's own record scalars hand out small integers that wrap (an int16 plus 1 stays an int16), while compiled code
computes in 64 bits. Reading through memoryviews gives exact integers, and writing one that does not fit raises.
"""

from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray


def view_record(array: NDArray[Any], index: int = 0) -> Any:
    """The record `array[index]` as an object with attributes; it shares the array's memory."""
    return _record_class(array.dtype)(array, index)


def copy_record(record: Any) -> Any:
    """A copy of a record seen through `view_record`, to try something on."""
    return view_record(record.in_array[record.at_index : record.at_index + 1].copy())


def new_record(dtype: np.dtype[Any]) -> NDArray[Any]:
    """One zeroed record, as an array of length one."""
    return np.zeros(1, dtype)


@cache
def _record_class(dtype: np.dtype[Any]) -> Any:
    names = dtype.names
    if names is None:
        raise TypeError(f"expected a record type with named fields, got {dtype}")
    scalars = [name for name in names if dtype[name].shape == ()]
    arrays = [name for name in names if dtype[name].shape != ()]

    def attach(self: Any, array: NDArray[Any], index: int) -> None:
        self.in_array, self.at_index = array, index
        for name in scalars:
            setattr(self, "_" + name, array[name][index : index + 1].data)
        for name in arrays:
            setattr(self, name, array[name][index].data)

    def scalar(name: str) -> property:
        read = eval(
            f"lambda self: self._{name}[0]"
        )  # written out it is twice as fast as getattr, and rules do little else
        return property(read, lambda self, value: getattr(self, "_" + name).__setitem__(0, value))

    space: dict[str, Any] = {
        "__slots__": ["in_array", "at_index", *("_" + name for name in scalars), *arrays],
        "__init__": attach,
    }
    space.update({name: scalar(name) for name in scalars})
    return type("RecordView", (), space)
