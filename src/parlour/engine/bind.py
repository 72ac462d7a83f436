"""Bind a module of plain functions to a target: as written (`python`) or compiled (`cpu`).

Each function is made anew over a fresh globals dictionary in which the other functions are already bound, so both
targets live side by side and generic code becomes a game's own by naming what it calls.
"""

import ast
import dis
import hashlib
import os
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from threading import RLock
from types import FunctionType, ModuleType, SimpleNamespace
from typing import Any, Literal

import numba
import numpy as np

Target = Literal["python", "cpu"]

INLINE_BELOW = 22000  # bytes of Python bytecode, with all that is inlined into it

config: Any = numba.config
_compiling = RLock()  # numba reads its cache folder from one global setting


def bind(module: ModuleType, target: Target, rules: ModuleType | None = None, **names: Any) -> SimpleNamespace:
    """The functions of `module` for `target`, with `names` in place of its own globals of those names.

    For a template, `rules` is the rules module of the game it is bound for: it keeps compiled copies apart.
    """
    if target == "python":
        return SimpleNamespace(**_bind_space(module, lambda function: function, _plain_table, names, {}))
    if target == "cpu":
        names.setdefault("note", _silent_note)
        with _cache_folder(module, rules, names):
            return SimpleNamespace(**_bind_space(module, compile_function, lambda table: table, names, {}))
    raise ValueError(f"unknown target {target!r}: expected 'python' or 'cpu'")


def _bind_space(
    module: ModuleType,
    decorate: Callable[[Any], Any],
    table: Callable[[Any], Any],
    names: dict[str, Any],
    bound: dict[str, dict[str, Any]],
) -> dict[str, Any]:
    space = bound[module.__name__] = dict(vars(module))
    space.update(names)
    for name, value in vars(module).items():
        if name in names:
            continue
        if isinstance(value, FunctionType):
            home = sys.modules.get(value.__module__, module)
            if home is module:
                space[name] = decorate(FunctionType(value.__code__, space, name, value.__defaults__))
            elif _belongs_with(home, module):
                other = bound.get(home.__name__) or _bind_space(home, decorate, table, names, bound)
                space[name] = other[value.__name__]
        elif isinstance(value, np.ndarray):
            space[name] = table(value)
    return space


def _belongs_with(home: ModuleType, module: ModuleType) -> bool:
    """Only a game's own files and the engine's are rules; anything else is used as it is."""
    return home.__name__.startswith((__package__ + ".", (module.__package__ or module.__name__) + "."))


def _plain_table(table: Any) -> Any:
    """A constant table as interpreted rules read it: a memoryview yields Python integers, and quickly."""
    return table.data if table.dtype.kind in "iu" else table


def compile_function(function: Any) -> Any:
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
def _silent_note(kind: int, a: int = 0, b: int = 0, c: int = 0) -> None:  # pragma: no cover
    pass


def cache_root() -> Path:
    """Where compiled code is kept: `PARLOUR_CACHE`, or the user's cache folder, or a temporary one."""
    if chosen := os.environ.get("PARLOUR_CACHE"):
        return Path(chosen)
    home = os.environ.get("XDG_CACHE_HOME") or os.environ.get("LOCALAPPDATA") or Path.home() / ".cache"
    root = Path(home) / "parlour"
    try:
        root.mkdir(parents=True, exist_ok=True)
    except OSError:
        root = Path(tempfile.gettempdir()) / "parlour-cache"
    return root


def source_stamp(*modules: ModuleType) -> str:
    """A hash of all that compiled code of these modules may contain: their files, those they import, and the compiler.

    Numba's own key knows neither the other files a function draws on nor the bounds-check setting.
    """
    digest = hashlib.sha256()
    digest.update(f"{numba.__version__} {np.__version__} {sys.version} {config.BOUNDSCHECK}".encode())
    found: dict[str, Path] = {}
    for module in (sys.modules[__name__], *modules):
        _find_sources(module, found)
    for name, file in sorted(found.items()):
        digest.update(name.encode() + b"\0" + file.read_bytes() + b"\0")
    return digest.hexdigest()[:16]


def _find_sources(module: ModuleType, found: dict[str, Path]) -> None:
    """The file of a module and of all that it imports from its own package and from this one."""
    name, file = module.__name__, module.__file__
    if file is None or name in found:
        return
    found[name] = Path(file)
    packages = (name.partition(".")[0], __package__.partition(".")[0])
    for imported in imported_names(found[name].read_bytes()):
        other = sys.modules.get(imported)
        if other is not None and imported.partition(".")[0] in packages:
            _find_sources(other, found)


@cache
def imported_names(source: bytes) -> frozenset[str]:
    """Every module that a file names in an import; `from a import b` may mean the module a or a.b."""
    names: set[str] = set()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            names.update(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            names.add(node.module)
            names.update(f"{node.module}.{alias.name}" for alias in node.names)
    return frozenset(names)


def cache_folder(module: ModuleType, rules: ModuleType | None = None, *others: ModuleType) -> Path:
    """The folder for the compiled code of `module`, bound for the game of `rules` with functions of others."""
    modules = [module] if rules is None else [module, rules]
    return cache_root() / "-for-".join(m.__name__ for m in modules) / source_stamp(*modules, *others)


@contextmanager
def _cache_folder(module: ModuleType, rules: ModuleType | None, names: dict[str, Any]) -> Iterator[None]:
    homes = {function.py_func.__module__ for function in names.values() if hasattr(function, "py_func")}
    with _compiling:
        before = config.CACHE_DIR
        config.CACHE_DIR = str(cache_folder(module, rules, *(sys.modules[home] for home in sorted(homes))))
        try:
            yield
        finally:
            config.CACHE_DIR = before
