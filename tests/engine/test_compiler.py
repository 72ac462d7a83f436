"""What the compiler is asked for beyond its promises: a new version that changes one of these is named here."""

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FunctionType
from typing import Any

import numba
import numpy as np
import pytest
from llvmlite import binding

from parlour.engine import compiler, local
from parlour.engine.compiler import compile_function, keep_compiled, watch_compiling
from parlour.engine.targets import describe_compiler
from tests.engine import trying

ADVICE = "see engine/compiler.py, and the bound on numba in pyproject.toml"


@contextmanager
def relying_on(what: str) -> Iterator[None]:
    """Say in a sentence what does not hold any more."""
    try:
        yield
    except Exception as error:
        raise AssertionError(f"numba {numba.__version__} does not keep this any more: {what}; {ADVICE}") from error


def add_one(x: int) -> int:
    return x + 1


def add_two(x: int) -> int:
    return add_one(add_one(x))


def make_list(x: int) -> int:
    return len([x, x])


@pytest.fixture
def folder(tmp_path: Path) -> Iterator[Path]:
    with keep_compiled(tmp_path):
        yield tmp_path


def test_code_without_memory_of_its_own(folder: Path) -> None:
    with relying_on("the flag `_nrt` switches reference counting off"):
        assert compile_function(add_one)(1) == 2
        with pytest.raises(numba.NumbaError, match="NRT required but not enabled"):
            compile_function(make_list)(1)


@pytest.fixture
def two(folder: Path) -> dict[str, Any]:
    """Two compiled functions, one of which calls the other."""
    space: dict[str, Any] = {"add_one": compile_function(add_one)}
    space["add_two"] = compile_function(FunctionType(add_two.__code__, space))
    return space


def test_small_functions_become_part_of_their_callers(two: dict[str, Any]) -> None:
    with relying_on("the flag `forceinline` makes a function part of its callers"):
        assert two["add_two"](1) == 3
        lines = two["add_two"].inspect_llvm((numba.int64,)).splitlines()
        assert [line for line in lines if " call " in line and "add_one" in line] == []


def test_large_functions_are_called(two: dict[str, Any], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(compiler, "INLINE_BELOW", 0)
    with relying_on("functions that are not inlined are linked into what Python calls"):
        assert two["add_two"](1) == 3


def test_what_looks_ahead_is_called(two: dict[str, Any], monkeypatch: pytest.MonkeyPatch) -> None:
    assert set(vars(local)) >= compiler.TRYING
    assert two["add_two"].is_inlined
    monkeypatch.setattr(compiler, "TRYING", {"add_one"})
    assert not compile_function(two["add_two"].py_func).is_inlined


def test_what_only_compiled_code_calls_is_lowered_once_and_not_kept(two: dict[str, Any], folder: Path) -> None:
    told: list[Any] = []
    with (
        relying_on("a function without wrappers, not optimised, can be linked into another"),
        watch_compiling(told.append),
    ):
        assert two["add_two"](np.int8(1)) == two["add_two"](np.uint16(1)) == 3
        assert told.count(two["add_one"]) == 1
        assert two["add_one"].overloads == {}
        assert {path.name.split("-")[0] for path in folder.rglob("*.nbi")} == {"test_compiler.add_two"}


def test_the_same_function_is_called_from_python_too(two: dict[str, Any]) -> None:
    with relying_on("a function that compiled code calls can be compiled for Python as well"):
        assert (two["add_two"](1), two["add_one"](1)) == (3, 2)


def test_compiled_code_is_kept_in_the_folder(folder: Path) -> None:
    with relying_on("a function's cache asks its locator for the folder"):
        compile_function(add_one)(1)
        assert list(folder.rglob("*.nbi"))
        assert list(folder.rglob("*.nbc"))


def test_without_a_folder_nothing_is_kept() -> None:
    with relying_on("a function without a cache is compiled each time"):
        function = compile_function(add_one)
        assert function(1) == 2
        assert not function.stats.cache_path


def test_functions_are_told_of_while_they_are_compiled(folder: Path) -> None:
    told: list[Any] = []
    with relying_on("the event `numba:compile` carries its dispatcher"), watch_compiling(told.append):
        function = compile_function(add_one)
        function(1)
        assert told == [function]


@pytest.mark.parametrize("checked", ["0", "1", ""])
def test_bounds_checks_are_known_without_the_compiler(checked: str) -> None:
    tell = "print(checks_bounds(), 'numba' in sys.modules); import numba; print(bool(numba.config.BOUNDSCHECK))"
    command = [sys.executable, "-c", f"import sys; from parlour.engine.targets import *; {tell}"]
    environment = {**os.environ, "NUMBA_BOUNDSCHECK": checked, "PYTHONPATH": os.pathsep.join(sys.path)}
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    with relying_on("`config.BOUNDSCHECK` is what the environment says"):
        assert done.stdout.split() == [str(checked == "1"), "False", str(checked == "1")], done.stderr
    assert numba.__version__ in describe_compiler()


def test_the_processor_is_known() -> None:
    from numba.core.registry import cpu_target

    with relying_on("`magic_tuple` of the code generator names the processor and what it can do"):
        name, features = compiler.find_processor(cpu_target.target_context)
        assert name == (os.environ.get("NUMBA_CPU_NAME") or binding.get_host_cpu_name())
        assert ("+bmi2" in features) == binding.get_host_cpu_features().get("bmi2", False)


def test_a_record_is_a_pointer_to_its_bytes() -> None:
    from numba.core.registry import cpu_target

    with relying_on("a record is handed on as a pointer to its bytes, as engine/intrinsics.py makes one"):
        record = numba.from_dtype(trying.STATE)
        kind = str(cpu_target.target_context.get_value_type(record))
        assert kind == f"[{np.dtype(trying.STATE).itemsize} x i8]*"


def test_the_bound_on_numba_holds_here() -> None:
    line = next(
        line for line in (Path(__file__).parents[2] / "pyproject.toml").read_text().splitlines() if '"numba>=' in line
    )
    below = tuple(int(part) for part in line.split("<")[1].split('"')[0].split("."))
    assert tuple(int(part) for part in numba.__version__.split(".")[: len(below)]) < below
