"""How functions are compiled: all that is asked of numba beyond what it promises to keep."""

import dis
from types import FunctionType
from typing import Any

import numba

INLINE_BELOW = 22000  # bytes of Python bytecode, with all that is inlined into it

config: Any = numba.config


def compile_function(function: FunctionType) -> Any:
    """Compiled code owns no memory (`_nrt` is numba's reference counting) and its smaller functions are inlined."""
    small = _inlined_size(function) < INLINE_BELOW
    settings: dict[str, Any] = {
        "nogil": True,
        "cache": True,
        "error_model": "numpy",
        "_nrt": False,
        "forceinline": small,
    }
    return numba.njit(**settings)(function)


def _inlined_size(function: Any) -> int:
    """The bytecode of a function and of all it calls that is small enough to be inlined: what copies of it cost."""
    plain = getattr(function, "py_func", function)
    size = len(plain.__code__.co_code)
    for step in dis.get_instructions(plain):
        called = plain.__globals__.get(step.argval) if step.opname == "LOAD_GLOBAL" else None
        if isinstance(getattr(called, "py_func", called), FunctionType):
            inlined = _inlined_size(called)
            size += inlined if inlined < INLINE_BELOW else 0
    return size


@numba.njit(nogil=True)
def silent_note(kind: int, a: int = 0, b: int = 0, c: int = 0) -> None:  # pragma: no cover
    pass
