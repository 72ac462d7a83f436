"""Sets of actions in the style of rules, bound to each target by the tests."""

from typing import Any

from numpy.typing import NDArray

from parlour.engine.bits import (
    Actions,
    allow,
    allow_bits,
    allow_run,
    clear_actions,
    count_actions,
    count_bits,
    highest_bit,
    is_allowed,
    lowest_bit,
    next_action,
    pick_action,
    select_bit,
    write_flags,
)
from parlour.engine.contract import note

ONE, RUN, BITS, CLEAR = range(4)


def fill(actions: Actions, steps: NDArray[Any]) -> None:
    for i in range(len(steps)):
        if steps[i, 0] == ONE:
            allow(actions, steps[i, 1])
        elif steps[i, 0] == RUN:
            allow_run(actions, steps[i, 1], steps[i, 2])
        elif steps[i, 0] == BITS:
            allow_bits(actions, steps[i, 1], steps[i, 2])
        else:
            clear_actions(actions)


def count(actions: Actions) -> int:
    return count_actions(actions)


def has(actions: Actions, code: int) -> bool:
    return is_allowed(actions, code)


def walk(actions: Actions, codes: Any) -> int:
    n = 0
    code = next_action(actions, -1)
    while code >= 0:
        codes[n] = code
        n += 1
        code = next_action(actions, code)
    return n


def pick_each(actions: Actions, codes: Any) -> None:
    for k in range(count_actions(actions)):
        codes[k] = pick_action(actions, k)


def ask_bits(x: int, k: int) -> tuple[int, int, int]:
    return count_bits(x), lowest_bit(x), select_bit(x, k)


def write(flags: NDArray[Any], at: int, x: int) -> None:
    write_flags(flags, at, x)


def ask_small(x: int) -> tuple[int, int, int]:
    """A number of any width."""
    return count_bits(x), lowest_bit(x), highest_bit(x)


def shift_to_the_sign() -> int:
    """The 63rd bit, made by a shift."""
    return lowest_bit(1 << 63)


def tell(x: int) -> int:
    """Notes of one to four numbers, some of them narrow."""
    note(1)
    note(2, x)
    note(3, x, 5)
    note(4, x, 5, x > 0)
    return x
