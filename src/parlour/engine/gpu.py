"""The target `cuda`: rules as device functions of a GPU, by numba-cuda.

This file is imported only where somebody asks for the target; `tests/environments` tries it by numba's simulator of a
GPU (`NUMBA_ENABLE_CUDASIM=1`), in which kernels are launched and memory is handed over as on a real one, and the rules
run as written.
"""

# mypy: disable-error-code="no-untyped-call, attr-defined"

from dataclasses import replace
from types import FunctionType
from typing import Any

import numpy as np

from parlour.engine import bits, contract, local, simulated
from parlour.engine.bits import new_words
from parlour.engine.codes import constants
from parlour.engine.gpu_library import (
    cuda,
    describe_device,
    is_simulated,
    keep_compiled,
    place_large_tables,
    round_like_processors,
    share_arrays,
    widen_calls,
)
from parlour.engine.targets import COMPILED_FORMS, PYTHON, Making, Target

REGISTERS = 96  # of a thread, at most: with more, fewer games are played at once; with fewer, more lies in memory


def _jit(function: FunctionType) -> Any:
    """A function that can be launched as a kernel, and that kernels call as a part of their own.

    It is compiled before it is linked, since what is compiled while linking is not rounded like a processor's numbers.
    """
    return widen_calls(cuda.jit(function, cache=True, max_registers=REGISTERS, lto=False))


def as_kernel(function: Any) -> Any:
    """A bound function as something to launch: `kernel[blocks, threads](…)`."""
    return cuda.jit(function) if isinstance(function, FunctionType) else function


def _simulated() -> Target:
    """Rules as written in kernels that numba's simulator runs."""
    return Target(
        name="cuda-simulated",
        table=PYTHON.table,
        codes=PYTHON.codes,
        new_actions=PYTHON.new_actions,
        load=lambda: replace(PYTHON.making, forms={**PYTHON.making.forms, local.record_at: simulated.record_at}),
    )


def _real() -> Target:
    place_large_tables()
    share_arrays()
    round_like_processors()
    return Target(
        name="cuda",
        table=np.ascontiguousarray,
        codes=constants,
        new_actions=new_words,
        load=_make_for_device,
        describe=describe_device,
    )


def _make_for_device() -> Making:
    from parlour.engine import gpu_intrinsics as intrinsics

    return Making(
        decorate=_jit,
        forms={
            **COMPILED_FORMS,
            contract.note: intrinsics.note,
            bits.count_bits: intrinsics.count_bits,
            bits.lowest_bit: intrinsics.lowest_bit,
            bits.highest_bit: intrinsics.highest_bit,
            bits.select_bit: intrinsics.select_bit,
            local.copy_of: intrinsics.copy_of,
            local.blank: intrinsics.blank,
            local.clear_record: intrinsics.clear_record,
        },
        keep_in=keep_compiled,
    )


CUDA = _simulated() if is_simulated() else _real()
