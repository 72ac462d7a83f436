"""Bind a module of plain functions to a target: as written, or compiled for some processor (`targets.py`).

Each function is made anew over a fresh globals dictionary in which the other functions are already bound, so all
targets live side by side and generic code becomes a game's own by naming what it calls.
"""

import ast
import hashlib
import sys
from contextlib import AbstractContextManager, nullcontext
from functools import cache
from pathlib import Path
from types import FunctionType, ModuleType, SimpleNamespace
from typing import Any

import numpy as np

from parlour.engine.cache import cache_root
from parlour.engine.codes import Codes
from parlour.engine.targets import Target, find_target


def bind(module: Any, target: Target | str, rules: Any = None, **names: Any) -> SimpleNamespace:
    """The functions of `module` for `target`, with `names` in place of its own globals of those names.

    For a template, `rules` is the rules module of the game it is bound for: it keeps compiled copies apart.
    """
    chosen = target if isinstance(target, Target) else find_target(target)
    with _keep_compiled(chosen, module, rules, names):
        return SimpleNamespace(**_bind_space(module, chosen, names, {}))


def _bind_space(
    module: ModuleType, target: Target, names: dict[str, Any], bound: dict[str, dict[str, Any]]
) -> dict[str, Any]:
    space = bound[module.__name__] = dict(vars(module))
    space.update(names)
    for name, plain in vars(module).items():
        if name in names:
            continue
        value = target.making.forms.get(plain, plain) if isinstance(plain, FunctionType) else plain
        if isinstance(value, FunctionType):
            home = sys.modules.get(value.__module__, module)
            if home is module:
                space[name] = target.making.decorate(FunctionType(value.__code__, space, name, value.__defaults__))
            elif _belongs_with(home, module):
                other = bound.get(home.__name__) or _bind_space(home, target, names, bound)
                space[name] = other[value.__name__]
        elif isinstance(value, np.ndarray):
            space[name] = target.table(value)
        elif isinstance(value, type) and issubclass(value, Codes):
            space[name] = target.codes(value)
        else:
            space[name] = value
    return space


def _belongs_with(home: ModuleType, module: ModuleType) -> bool:
    """Only a game's own files and the engine's are rules; anything else is used as it is."""
    return home.__name__.startswith((__package__ + ".", (module.__package__ or module.__name__) + "."))


def source_stamp(target: Target, *modules: ModuleType) -> str:
    """A hash of all that compiled code of these modules may contain: their files, those they import, and the compiler.

    Numba's own key knows neither the other files a function draws on nor the bounds-check setting.
    """
    digest = hashlib.sha256()
    digest.update(f"{target.name} {target.describe()} {sys.version}".encode())
    found: dict[str, Path] = {}
    for name in (__name__, *(module.__name__ for module in modules)):
        _find_sources(name, found)
    for name, file in sorted(found.items()):
        digest.update(name.encode() + b"\0" + file.read_bytes() + b"\0")
    return digest.hexdigest()[:16]


def _find_sources(name: str, found: dict[str, Path]) -> None:
    """The file of a module and of all that it imports from its own package and from this one."""
    file = _find_file(name)
    if file is None or name in found:
        return
    found[name] = file
    packages = (name.partition(".")[0], __package__.partition(".")[0])
    for imported in imported_names(file.read_bytes()):
        if imported.partition(".")[0] in packages:
            _find_sources(imported, found)


def _find_file(name: str) -> Path | None:
    """The file of a module, whether it was loaded or is only imported when it is needed."""
    if name in sys.modules:
        file = sys.modules[name].__file__
        return None if file is None else Path(file)
    package, _, last = name.rpartition(".")
    places = [Path(folder, f"{last}.py") for folder in getattr(sys.modules.get(package), "__path__", ())]
    return next((file for file in places if file.exists()), None)


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


def cache_folder(target: Target, module: ModuleType, rules: ModuleType | None = None, *others: ModuleType) -> Path:
    """The folder for the compiled code of `module`, bound for the game of `rules` with functions of others."""
    modules = [module] if rules is None else [module, rules]
    name = "-for-".join(m.__name__ for m in modules)
    return cache_root() / target.name / name / source_stamp(target, *modules, *others)


def _keep_compiled(
    target: Target, module: ModuleType, rules: ModuleType | None, names: dict[str, Any]
) -> AbstractContextManager[None]:
    keep_in = target.making.keep_in
    if keep_in is None:
        return nullcontext()
    homes = {function.py_func.__module__ for function in names.values() if hasattr(function, "py_func")}
    others = (sys.modules[home] for home in sorted(homes))
    return keep_in(cache_folder(target, module, rules, *others))
