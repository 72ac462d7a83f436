"""The compiler: every use of numba that its documentation does not promise to keep stands in this file.

`tests/engine/test_compiler.py` tries each of them and says which one a new version has changed.
"""

import dis
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import RLock
from types import FunctionType
from typing import Any

import numba
import numpy as np
from numba.core import event

INLINE_BELOW = 22000  # bytes of Python bytecode, with all that is inlined into it

SETTINGS: dict[str, Any] = {
    "nogil": True,
    "cache": True,
    "error_model": "numpy",
    "_nrt": False,  # numba's reference counting: compiled rules own no memory
}

_config: Any = numba.config
_one_folder = RLock()  # numba reads its cache folder from one global setting


def compile_function(function: Any) -> Any:
    """A function that is compiled when it is first called; a small one becomes part of whatever calls it."""
    return numba.njit(**SETTINGS, forceinline=_inlined_size(function) < INLINE_BELOW)(function)


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


def checks_bounds() -> bool:
    """Whether compiled code checks its indices, which takes time."""
    return bool(_config.BOUNDSCHECK)


def describe_compiler() -> str:
    """All that compiled code depends on beside its source. Numba's own key leaves out bounds checks."""
    return f"numba {numba.__version__}, numpy {np.__version__}, bounds checks {_config.BOUNDSCHECK}"


@contextmanager
def keep_compiled(folder: Path) -> Iterator[None]:
    """Functions bound inside keep their compiled code in a folder."""
    with _one_folder:
        before = _config.CACHE_DIR
        _config.CACHE_DIR = str(folder)
        try:
            yield
        finally:
            _config.CACHE_DIR = before


@contextmanager
def watch_compiling(watch: Callable[[Any], None]) -> Iterator[None]:
    """Tell of every function that is compiled inside, once for each kind of arguments."""
    with event.install_listener("numba:compile", _Listener(watch)):
        yield


class _Listener(event.Listener):
    def __init__(self, watch: Callable[[Any], None]) -> None:
        self.watch = watch

    def on_start(self, event: Any) -> None:
        pass

    def on_end(self, event: Any) -> None:
        self.watch(event.data["dispatcher"])


def find_processor(context: Any) -> tuple[str, str]:
    """The name of the processor that code is made for, and what it can do, as numba tells an intrinsic."""
    _, name, features = context.codegen().magic_tuple()
    return name, features
