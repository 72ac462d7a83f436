"""The targets that rules can be bound to, and what is different for each."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import FunctionType
from typing import Any, Literal

from parlour.engine import bits, compiler, contract, intrinsics, local, words
from parlour.engine.bits import Actions, ActionSet, new_words

TargetName = Literal["python", "cpu"]


@dataclass(frozen=True)
class Target:
    """One way of running rules."""

    name: TargetName
    decorate: Callable[[FunctionType], Any]  # what becomes of a function
    table: Callable[[Any], Any]  # what becomes of a constant array
    forms: Mapping[Any, Any]  # functions that have a form of their own here, and that form
    new_actions: Callable[[int], Actions]  # an empty set of so many action codes


def _plain_table(table: Any) -> Any:
    """A constant table as interpreted rules read it: a memoryview yields Python integers, and quickly."""
    return table.data if table.dtype.kind in "iu" else table


PYTHON = Target(
    name="python",
    decorate=lambda function: function,
    table=_plain_table,
    forms={bits.allow: set.add},
    new_actions=lambda size: ActionSet(),
)

CPU = Target(
    name="cpu",
    decorate=compiler.compile_function,
    table=lambda table: table,
    forms={
        contract.note: compiler.silent_note,
        bits.allow: words.allow,
        bits.allow_run: words.allow_run,
        bits.allow_bits: words.allow_bits,
        bits.clear_actions: words.clear_actions,
        bits.count_actions: words.count_actions,
        bits.is_allowed: words.is_allowed,
        bits.pick_action: words.pick_action,
        bits.next_action: words.next_action,
        bits.count_bits: intrinsics.count_bits,
        bits.lowest_bit: intrinsics.lowest_bit,
        bits.select_bit: intrinsics.select_bit,
        local.copy_of: intrinsics.copy_of,
        local.blank: intrinsics.blank,
    },
    new_actions=new_words,
)

TARGETS: dict[str, Target] = {target.name: target for target in (PYTHON, CPU)}


def find_target(name: str) -> Target:
    if name not in TARGETS:
        raise ValueError(f"unknown target {name!r}: expected {' or '.join(map(repr, TARGETS))}")
    return TARGETS[name]


def new_actions(size: int, target: TargetName) -> Actions:
    """An empty set of `size` action codes, as the rules of a target fill it."""
    return find_target(target).new_actions(size)
