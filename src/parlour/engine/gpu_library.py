"""numba-cuda: all that is asked of it beyond its promises, and whether it is there.

`pip install "parlour[gpu]"` brings it. Importing this file raises NoDevice, in one sentence, where it is missing.
"""

# mypy: disable-error-code="no-untyped-call, attr-defined"

import hashlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import RLock
from typing import Any

import numpy as np
from llvmlite import ir

from parlour.engine import dlpack

LARGE = 4096  # bytes of a table that is kept out of constant memory, of which a kernel has 64 KB

INSTALL = 'pip install "parlour[gpu]", or take device="cpu"'


class NoDevice(RuntimeError):
    """There is no GPU to be used; the message says what to do."""


def _import_library() -> Any:
    if not hasattr(np, "row_stack"):
        np.row_stack = np.vstack  # numba-cuda 0.30 still names it, and NumPy 2.4 has it no more
    try:
        from numba import cuda
    except ImportError as error:
        raise NoDevice(f"numba-cuda could not be imported ({error}): {INSTALL}") from error
    if not hasattr(cuda, "implementation"):
        raise NoDevice(f"numba-cuda is not installed: {INSTALL}")
    return cuda


cuda: Any = _import_library()
cuda.config.CUDA_LOW_OCCUPANCY_WARNINGS = False  # a small batch is nothing to warn of
_one_folder = RLock()


def is_simulated() -> bool:
    """Whether there is no GPU, but numba pretends: NUMBA_ENABLE_CUDASIM=1."""
    return bool(cuda.config.ENABLE_CUDASIM)


def check_device() -> None:
    """Raise NoDevice unless there is a GPU, or one is simulated."""
    if not is_simulated() and not cuda.is_available():
        raise NoDevice('no GPU was found: take device="cpu", or NUMBA_ENABLE_CUDASIM=1 to try things out slowly')


def describe_device() -> str:
    """All that compiled code depends on beside its source. numba-cuda keeps the capability in its own key as well."""
    from importlib.metadata import version

    major, minor = cuda.get_current_device().compute_capability
    return f"numba-cuda {version('numba-cuda')}, numpy {np.__version__}, capability {major}.{minor}"


@contextmanager
def keep_compiled(folder: Path) -> Iterator[None]:
    """Kernels bound inside keep their compiled code in a folder."""
    config = cuda.config
    with _one_folder:
        before = config.CACHE_DIR
        config.CACHE_DIR = str(folder)
        try:
            yield
        finally:
            config.CACHE_DIR = before


def widen_calls(function: Any) -> Any:
    """Compile a function once for all widths of whole numbers that kernels call it with, instead of for each."""
    from numba.cuda import types, typing

    def widen(kind: Any) -> Any:
        kind = types.unliteral(kind)
        return types.int64 if isinstance(kind, types.Integer) and kind.bitwidth < 64 else kind

    def get_call_template(args: Any, kws: Any) -> tuple[Any, Any, Any, dict[str, Any]]:
        pysig, given = function.fold_argument_types(args, kws)
        compiled = function.compile_device(tuple(widen(kind) for kind in given))
        name = function.py_func.__name__
        template = typing.make_concrete_template(name, key=name, signatures=[compiled.signature])
        return template, pysig, given, {}

    function.get_call_template = get_call_template
    return function


def place_large_tables() -> None:
    """From now on, lay tables that are large into global memory, each once in a kernel.

    Otherwise every constant table goes into constant memory, once for every function that names it.
    """
    from numba.cuda import target

    context: Any = target.CUDATargetContext
    lay_small = context.make_constant_array

    def make_constant_array(self: Any, builder: Any, kind: Any, table: Any) -> Any:
        if table.nbytes < LARGE or not table.flags.c_contiguous:
            return lay_small(self, builder, kind, table)
        return _lay_large(self, builder, kind, table)

    if lay_small.__module__ != __name__:
        context.make_constant_array = make_constant_array


def round_like_processors() -> None:
    """From now on, round after every multiplication: joined with an addition, the last digit could be another one."""
    from numba.cuda.cudadrv import nvvm as library

    nvvm: Any = library
    compile_freely = nvvm.compile_ir

    def compile_ir(code: Any, **options: Any) -> Any:
        return compile_freely(code, **{"fma": False, **options})

    if compile_freely.__module__ != __name__:
        nvvm.compile_ir = compile_ir


def share_arrays() -> None:
    """From now on, other libraries can take arrays of a GPU by DLPack too, and not only by the interface of CUDA."""
    from numba.cuda.cudadrv.devicearray import DeviceNDArray

    def device_of(_: Any) -> tuple[int, int]:
        return dlpack.CUDA, int(cuda.get_current_device().id)

    def hand_out(self: Any, *, copy: bool | None = None, **_: Any) -> Any:
        """Whatever stream and version were asked for: all work is done, and every library takes the first version."""
        if copy:
            raise BufferError("the array is handed out as it is: expected copy=False; copy what was taken")
        cuda.synchronize()
        address = self.__cuda_array_interface__["data"][0]
        return dlpack.hand_out(self, address, self.shape, self.strides, self.dtype, device_of(self))

    if not hasattr(DeviceNDArray, "__dlpack__"):
        DeviceNDArray.__dlpack__, DeviceNDArray.__dlpack_device__ = hand_out, device_of


def _lay_large(context: Any, builder: Any, kind: Any, table: Any) -> Any:
    from numba.cuda import types

    content = bytearray(table.tobytes())
    name = f"parlour_table_{hashlib.sha256(content).hexdigest()[:32]}"
    room = builder.module.globals.get(name)
    if room is None:
        room = ir.GlobalVariable(builder.module, ir.ArrayType(ir.IntType(8), len(content)), name, addrspace=1)
        room.linkage = "linkonce_odr"  # the same table in several functions of a kernel is one
        room.global_constant = True
        room.initializer = ir.Constant(room.type.pointee, content)
        room.align = 16
    made = context.make_array(kind)(context, builder)
    context.populate_array(
        made,
        data=builder.bitcast(builder.addrspacecast(room, ir.IntType(8).as_pointer()), made.data.type),
        shape=[context.get_constant(types.intp, length) for length in table.shape],
        strides=[context.get_constant(types.intp, stride) for stride in table.strides],
        itemsize=made.itemsize,
        parent=made.parent,
        meminfo=None,
    )
    return made._getvalue()
