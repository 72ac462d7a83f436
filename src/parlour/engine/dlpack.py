"""Memory handed to other libraries by DLPack, the way in which PyTorch, JAX and CuPy take arrays without copying them.

A capsule holds the address of a small record that says where the numbers lie, and of what type and shape they are.
Whoever takes it calls back when the memory is no longer needed; until then the array is kept here. Some call when
Python has already gone, so the record lies in memory that C alone can free.
"""

import atexit
import ctypes
from typing import Any

import numpy as np

CPU, CUDA = 1, 2  # kinds of memory, as DLPack numbers them
KINDS = {"i": 0, "u": 1, "f": 2, "b": 6}  # and kinds of numbers, by those of NumPy
NAME = b"dltensor"  # of a capsule that nobody has taken yet

_c = ctypes.pythonapi
_CallBack = ctypes.CFUNCTYPE(None, ctypes.c_void_p)
_c.PyMem_RawMalloc.restype, _c.PyMem_RawMalloc.argtypes = ctypes.c_void_p, [ctypes.c_size_t]
_c.PyMem_RawFree.restype, _c.PyMem_RawFree.argtypes = None, [ctypes.c_void_p]
_c.PyCapsule_New.restype, _c.PyCapsule_New.argtypes = ctypes.py_object, [ctypes.c_void_p, ctypes.c_char_p, _CallBack]
_c.PyCapsule_IsValid.restype, _c.PyCapsule_IsValid.argtypes = ctypes.c_int, [ctypes.c_void_p, ctypes.c_char_p]
_c.PyCapsule_GetPointer.restype = ctypes.c_void_p
_c.PyCapsule_GetPointer.argtypes = [ctypes.c_void_p, ctypes.c_char_p]

_held: dict[int, Any] = {}  # the arrays that others still use, by the addresses of their records


class Tensor(ctypes.Structure):
    """DLManagedTensor: a DLTensor, and what is needed to let it go. Its shape and strides lie behind it."""

    _fields_ = (
        ("data", ctypes.c_void_p),
        ("device_kind", ctypes.c_int32),
        ("device_number", ctypes.c_int32),
        ("ndim", ctypes.c_int32),
        ("kind", ctypes.c_uint8),
        ("bits", ctypes.c_uint8),
        ("lanes", ctypes.c_uint16),
        ("shape", ctypes.c_void_p),
        ("strides", ctypes.c_void_p),
        ("byte_offset", ctypes.c_uint64),
        ("context", ctypes.c_void_p),
        ("deleter", _CallBack),
    )


def let_go(address: int) -> None:
    """Nobody needs an array any more."""
    del _held[address]
    _c.PyMem_RawFree(address)


def drop_capsule(capsule: int) -> None:
    """A capsule goes; if somebody has taken what was in it, they changed its name."""
    if _c.PyCapsule_IsValid(capsule, NAME):
        let_go(_c.PyCapsule_GetPointer(capsule, NAME))


_let_go, _drop_capsule = _CallBack(let_go), _CallBack(drop_capsule)  # as C calls them


@atexit.register
def _leave_to_c() -> None:
    """Python is about to go: whoever calls from now on frees the record and nothing else."""
    for address in _held:
        Tensor.from_address(address).deleter = ctypes.cast(_c.PyMem_RawFree, _CallBack)


def hand_out(
    array: Any,
    address: int,
    shape: tuple[int, ...],
    strides: tuple[int, ...],
    dtype: np.dtype[Any],
    device: tuple[int, int],
) -> Any:
    """A capsule with an array, which is kept until nobody needs it; strides are in bytes, as NumPy has them.

    Raises BufferError for records, which DLPack does not know.
    """
    if dtype.kind not in KINDS:
        raise BufferError("DLPack has no records: expected an array of whole numbers, floats or flags")
    numbers = ctypes.c_int64 * len(shape)
    place = _c.PyMem_RawMalloc(ctypes.sizeof(Tensor) + 2 * ctypes.sizeof(numbers))
    sizes = place + ctypes.sizeof(Tensor)
    steps = sizes + ctypes.sizeof(numbers)
    numbers.from_address(sizes)[:] = list(shape)
    numbers.from_address(steps)[:] = [stride // dtype.itemsize for stride in strides]
    tensor = Tensor.from_address(place)
    tensor.data, tensor.byte_offset, tensor.context = address, 0, None
    tensor.device_kind, tensor.device_number = device
    tensor.kind, tensor.bits, tensor.lanes = KINDS[dtype.kind], 8 * dtype.itemsize, 1
    tensor.ndim, tensor.shape, tensor.strides, tensor.deleter = len(shape), sizes, steps, _let_go
    _held[place] = array
    return _c.PyCapsule_New(place, NAME, _drop_capsule)
