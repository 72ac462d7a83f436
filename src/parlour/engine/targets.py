"""The targets that rules can be bound to, and all that is different about each."""

import os
from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from functools import cached_property
from importlib.metadata import version
from pathlib import Path
from types import FunctionType
from typing import Any

from parlour.engine import bits, contract, local, notes, words
from parlour.engine.bits import Actions, ActionSet, new_words
from parlour.engine.codes import Codes, constants


@dataclass(frozen=True)
class Making:
    """What a target makes of functions."""

    decorate: Callable[[FunctionType], Any]  # what becomes of one
    forms: Mapping[Any, Any]  # those that have a form of their own here, and that form
    keep_in: Callable[[Path], AbstractContextManager[None]] | None = None  # those bound inside are kept in a folder


@dataclass(frozen=True)
class Target:
    """One way of running rules."""

    name: str
    table: Callable[[Any], Any]  # what becomes of a constant array
    codes: Callable[[type[Codes]], Any]  # what becomes of numbers with names
    new_actions: Callable[[int], Actions]  # an empty set of so many action codes
    load: Callable[[], Making] = field(repr=False)
    describe: Callable[[], str] = lambda: ""  # all that compiled code depends on beside its source

    @cached_property
    def making(self) -> Making:
        """Loaded when it is first wanted: a compiler takes half a second and 70 MB, and a server does without."""
        return self.load()


def _as_memory(table: Any) -> Any:
    """A constant table as interpreted rules read it: a memoryview yields Python integers, and quickly."""
    return table.data if table.dtype.kind in "iu" else table


PYTHON = Target(
    name="python",
    table=_as_memory,
    codes=lambda codes: codes,
    new_actions=lambda size: ActionSet(),
    load=lambda: Making(decorate=lambda function: function, forms={bits.allow: set.add}),
)

COMPILED_FORMS = {  # whatever it is compiled for
    bits.allow: words.allow,
    bits.allow_run: words.allow_run,
    bits.allow_bits: words.allow_bits,
    bits.clear_actions: words.clear_actions,
    bits.count_actions: words.count_actions,
    bits.is_allowed: words.is_allowed,
    bits.pick_action: words.pick_action,
    bits.next_action: words.next_action,
    bits.as_set: words.as_set,
    bits.store_actions: words.store_actions,
    bits.add_wrapped: words.add_wrapped,
    bits.multiply_wrapped: words.multiply_wrapped,
    local.record_at: words.record_at,
}


def _make_for_processor() -> Making:
    from parlour.engine import compiler, intrinsics

    return Making(
        decorate=compiler.compile_function,
        forms={
            **COMPILED_FORMS,
            contract.note: intrinsics.note,
            bits.count_bits: intrinsics.count_bits,
            bits.lowest_bit: intrinsics.lowest_bit,
            bits.highest_bit: intrinsics.highest_bit,
            bits.select_bit: intrinsics.select_bit,
            bits.write_flags: intrinsics.write_flags,
            notes.look: intrinsics.look,
            notes.tell: intrinsics.tell,
            notes.exchange: intrinsics.exchange,
            local.copy_of: intrinsics.copy_of,
            local.blank: intrinsics.blank,
            local.clear_record: intrinsics.clear_record,
        },
        keep_in=compiler.keep_compiled,
    )


def checks_bounds() -> bool:
    """Whether compiled code checks its indices, which takes time."""
    return os.environ.get("NUMBA_BOUNDSCHECK", "0") not in ("", "0")


def describe_compiler() -> str:
    """Numba's own key leaves out bounds checks."""
    return f"numba {version('numba')}, numpy {version('numpy')}, bounds checks {checks_bounds()}"


CPU = Target(
    name="cpu",
    table=lambda table: table,
    codes=constants,
    new_actions=new_words,
    load=_make_for_processor,
    describe=describe_compiler,
)

TARGETS = {target.name: target for target in (PYTHON, CPU)}


def find_target(name: str) -> Target:
    """A target by its name. Raises ValueError, and NoDevice where there is no GPU or nothing to compile for it."""
    if name == "cuda":
        from parlour.engine.gpu import CUDA  # needs an extra, and takes long to import

        return CUDA
    if name not in TARGETS:
        raise ValueError(f"unknown target {name!r}: expected {', '.join(map(repr, TARGETS))} or 'cuda'")
    return TARGETS[name]


def new_actions(size: int, target: Target | str) -> Actions:
    """An empty set of `size` action codes, as the rules of a target fill it."""
    chosen = target if isinstance(target, Target) else find_target(target)
    return chosen.new_actions(size)
