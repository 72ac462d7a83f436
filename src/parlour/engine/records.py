"""How interpreted rules see a NumPy record: fields by name, every number a plain Python integer.

NumPy's own record scalars hand out small integers that wrap (an int16 plus 1 stays an int16), while compiled code
computes in 64 bits. Reading through memoryviews gives exact integers, and writing one that does not fit raises.
"""

import math
import struct
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray


def view_record(array: NDArray[Any], index: int = 0) -> Any:
    """The record `array[index]` as an object with attributes; it shares the array's memory."""
    return view_class(array.dtype)(array[index : index + 1].view(np.uint8).data)


def copy_record(record: Any) -> Any:
    """A copy of a record seen through `view_record`, to try something on."""
    return type(record)(memoryview(bytearray(record.memory)))


def new_record(dtype: np.dtype[Any]) -> NDArray[Any]:
    """One zeroed record, as an array of length one."""
    return np.zeros(1, dtype)


class RecordView:
    """A record over some memory, seen as bytes; each type of record has a class of its own below this one."""

    __slots__ = ("memory",)
    memory: memoryview
    dtype: np.dtype[Any]

    @property
    def in_array(self) -> NDArray[Any]:
        """The same record as an array of length one."""
        return np.frombuffer(self.memory, self.dtype)


@cache
def view_class(dtype: np.dtype[Any]) -> Any:
    """The class of views of this type of record.

    Its code is written out for the fields there are, because rules do little else than read and write them: a single
    number is an element of the whole record seen as numbers of that kind, an array is a piece of that.
    """
    if dtype.names is None:
        raise TypeError(f"expected a record type with named fields, got {dtype}")
    whole: dict[str, str] = {}  # the whole record seen as numbers of each kind
    slots, attach, functions = [], [], []
    for name in dtype.names:
        kind, offset, shape = _find_field(dtype, name)
        size, seen = struct.calcsize(kind), "_as_" + kind.replace("?", "flags")
        aligned = offset % size == 0 and dtype.itemsize % size == 0
        first, last = offset // size, offset // size + math.prod(shape)
        piece = f"memory[{offset}:{offset + math.prod(shape) * size}].cast({kind!r}"
        if aligned:
            whole[seen] = kind
        if shape:
            slots.append(name)
            is_plain = aligned and len(shape) == 1
            attach.append(f"self.{name} = {seen}[{first}:{last}]" if is_plain else f"self.{name} = {piece}, {shape})")
        else:
            place = f"self.{seen}[{first}]" if aligned else f"self._of_{name}[0]"
            functions += [
                f"def read_{name}(self): return {place}",
                f"def write_{name}(self, value):",
                "    try:",
                f"        {place} = value",
                "    except (TypeError, ValueError) as error:",
                f"        raise refuse_value({name!r}, {kind!r}, value) from error",
            ]
            if not aligned:
                slots.append(f"_of_{name}")
                attach.append(f"self._of_{name} = {piece})")
    begin = ["self.memory = memory", *(f"{seen} = self.{seen} = memory.cast({kind!r})" for seen, kind in whole.items())]
    lines = ["def attach(self, memory):", *("    " + line for line in begin + attach), *functions]
    made: dict[str, Any] = {"refuse_value": refuse_value}
    exec("\n".join(lines), made)
    space: dict[str, Any] = {
        "__slots__": [*slots, *whole],
        "__init__": made["attach"],
        "dtype": dtype,
    }
    scalars = (name for name in dtype.names if dtype[name].shape == ())
    space |= {name: property(made["read_" + name], made["write_" + name]) for name in scalars}
    return type("RecordView", (RecordView,), space)


def _find_field(dtype: np.dtype[Any], name: str) -> tuple[str, int, tuple[int, ...]]:
    """What kind of numbers a field holds, as a letter; where it begins; and its shape."""
    kind = dtype[name].base
    if kind.char not in "?bBhHiIlLqQfd" or not kind.isnative:
        raise TypeError(f"rules cannot read the field {name!r}: expected numbers, got {kind}")
    assert dtype.fields is not None
    return kind.char, dtype.fields[name][1], dtype[name].shape


def refuse_value(name: str, kind: str, value: object) -> Exception:
    """What is wrong with a value that a field cannot hold."""
    if kind in "?fd":
        return TypeError(f"{name!r} cannot hold {value!r}: expected {'True or False' if kind == '?' else 'a number'}")
    limits = np.iinfo(kind)
    error = ValueError if hasattr(value, "__index__") else TypeError
    whole = "" if error is ValueError else "a whole number from "
    return error(f"{name!r} cannot hold {value!r}: expected {whole}{limits.min} to {limits.max}")
