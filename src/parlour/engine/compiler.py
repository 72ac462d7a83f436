"""The compiler: every use of numba that its documentation does not promise to keep stands in this file.

`tests/engine/test_compiler.py` tries each of them and says which one a new version has changed.

Numba compiles every function on its own, to machine code that can be called from Python, and then once more wherever it
is inlined. Rules consist of many small functions that Python never calls. So a function is lowered once, when compiled
code first calls it, and optimised only as a part of what Python calls.
"""

# mypy: disable-error-code="no-untyped-call, attr-defined, override"
# Numba's own types know only what it promises.

import dis
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cached_property
from pathlib import Path
from threading import RLock
from types import FunctionType
from typing import Any

from numba import types
from numba.core import caching, compiler, event
from numba.core.codegen import JITCodeLibrary
from numba.core.registry import CPUDispatcher
from numba.core.typing.templates import make_concrete_template

INLINE_BELOW = 22000  # bytes of Python bytecode, with all that is inlined into it
TRYING = {"copy_of", "blank"}  # who calls these looks ahead, which takes so long that one call more is nothing

SETTINGS: dict[str, Any] = {
    "nopython": True,
    "nogil": True,
    "error_model": "numpy",
    "_nrt": False,  # numba's reference counting: compiled rules own no memory
}

_one_folder = RLock()  # functions that are bound together are kept in one
_folders: list[Path] = []  # where those that are bound just now are kept, the last of them


def compile_function(function: Any) -> Any:
    """A function that is compiled when it is first called; a small one becomes part of whatever calls it."""
    return _Function(function)


class _Function(CPUDispatcher):
    """A function that Python calls as machine code, and other compiled functions as a part of their own."""

    def __init__(self, function: FunctionType) -> None:
        super().__init__(function, targetoptions=SETTINGS, pipeline_class=_EntryCompiler)
        self.parts: dict[tuple[Any, ...], Any] = {}  # lowered, by the types of the arguments
        self.enable_caching()

    def enable_caching(self) -> None:
        """Outside of `keep_compiled` nothing is kept."""
        if _folders:
            self._cache = _Kept(self.py_func)

    @cached_property
    def size(self) -> int:
        """The bytecode of this function and of all that is inlined into it: what copies cost."""
        called = (self.py_func.__globals__.get(name) for name in _called_names(self.py_func))
        inlined = (function for function in called if isinstance(function, _Function) and function.is_inlined)
        return len(self.py_func.__code__.co_code) + sum(function.size for function in inlined)

    @cached_property
    def is_inlined(self) -> bool:
        """Whether it becomes a part of what calls it: what is small, and called often."""
        return self.size < INLINE_BELOW and TRYING.isdisjoint(_called_names(self.py_func))

    def get_call_template(self, args: Any, kws: Any) -> tuple[Any, Any, tuple[Any, ...], dict[str, Any]]:
        """The signature under which compiled code calls this function with such arguments."""
        pysig, given = self._compiler.fold_argument_types(args, kws)
        wide = tuple(_widen(kind) for kind in given)
        if wide not in self.parts:
            self.parts[wide] = self._lower(wide)
        name = self.py_func.__name__
        template = make_concrete_template(name, key=name, signatures=[self.parts[wide].signature])
        return template, pysig, given, {}

    def get_overload(self, sig: Any) -> Any:
        """What numba finds a part by."""
        return self.parts[tuple(sig)].fndesc

    def _lower(self, args: tuple[Any, ...]) -> Any:
        flags: Any = compiler.Flags()
        self.targetdescr.options.parse_as_flags(flags, self.targetoptions)
        flags.forceinline = self.is_inlined
        flags.no_cpython_wrapper = flags.no_cfunc_wrapper = flags.no_compile = True
        library = _PartLibrary(self.targetctx.codegen(), self.py_func.__qualname__)
        with event.trigger_event("numba:compile", data={"dispatcher": self, "args": args}):
            part = compiler.compile_extra(
                self.typingctx, self.targetctx, self.py_func, args, None, flags, {}, library=library
            )
        self.targetctx.insert_user_function(part.fndesc, part.fndesc, [library])
        return part


def _widen(kind: Any) -> Any:
    """One kind of whole numbers instead of many: a function is then lowered once."""
    kind = types.unliteral(kind)
    return types.int64 if isinstance(kind, types.Integer) and kind.bitwidth < 64 else kind


class _Place(caching._CacheLocator):
    """Where the code of a function is kept: in a folder that is named after all that is in the sources.

    So it counts for nothing where they lie and how old they are, which numba would ask: the same sources installed once
    more, or elsewhere, need not be compiled again.
    """

    def __init__(self, function: FunctionType) -> None:
        self.function = function
        self.folder = _folders[-1] / (function.__module__ or "")

    def get_cache_path(self) -> str:
        return str(self.folder)

    def get_source_stamp(self) -> str:
        return ""

    def get_disambiguator(self) -> str:
        return str(self.function.__code__.co_firstlineno)

    @classmethod
    def from_function(cls, function: FunctionType, file: str) -> "_Place":
        return cls(function)


class _Keeping(caching.CompileResultCacheImpl):
    _locator_classes: list[Any] = [_Place]  # noqa: RUF012 - numba has a list there too


class _Kept(caching.FunctionCache):
    _impl_class = _Keeping


class _PartLibrary(JITCodeLibrary):
    """The code of one function, neither optimised nor made ready to run."""

    def add_linking_library(self, library: Any) -> None:
        self._linking_libraries.append(library)

    def finalize(self) -> None:
        self._finalized = True


class _EntryLibrary(JITCodeLibrary):
    """The code of a function with all that it calls, optimised as one."""

    def add_linking_library(self, library: Any) -> None:
        if library not in self._linking_libraries:
            self._linking_libraries.append(library)
            if isinstance(library, _PartLibrary):
                for other in library._linking_libraries:
                    self.add_linking_library(other)

    def _optimize_final_module(self) -> None:
        """Once: numba does it twice, for the sake of reference counts that are not there."""
        passes, builder = self._codegen._module_pass_manager()
        passes.run(self._final_module, builder)


class _EntryCompiler(compiler.Compiler):
    def compile_extra(self, func: Any) -> Any:
        self.state.library = _EntryLibrary(self.state.targetctx.codegen(), func.__qualname__)
        self.state.library.enable_object_caching()
        return super().compile_extra(func)


def _called_names(function: Callable[..., Any]) -> list[str]:
    """Once for each time that it is written."""
    return [step.argval for step in dis.get_instructions(function) if step.opname == "LOAD_GLOBAL"]


@contextmanager
def keep_compiled(folder: Path) -> Iterator[None]:
    """Functions bound inside keep their compiled code in a folder."""
    with _one_folder:
        _folders.append(folder)
        try:
            yield
        finally:
            _folders.pop()


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
