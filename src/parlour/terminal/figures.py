"""Figures as people read them, and the machine that they depend on."""

from typing import Any

from rich.console import Console

from parlour.search.timing import Pace, Spread


def print_machine(console: Console, machine: dict[str, Any], pace: Pace) -> None:
    load = "unknown" if machine["load"] is None else " ".join(f"{part:.2f}" for part in machine["load"])
    console.print(
        f"{machine['processor']}, {machine['system']}; Python {machine['python']}, numba {machine['numba']}, "
        f"numpy {machine['numpy']}; load before the run {load}"
    )
    console.print(
        f"Wall time on one core. Things compared take turns in {pace.slices} slices of {pace.seconds:g} s each; "
        "figures are the median slice, with the lowest and the highest (low–high) where there is room for them."
    )
    if machine["bounds_checks"]:
        console.print("Compiled code checks its bounds (NUMBA_BOUNDSCHECK), so expect it to be much slower than usual.")


def write_value(value: Any) -> str:
    if value is None:
        return "–"
    if isinstance(value, Spread):
        return f"{write_number(value.median)} ({write_number(value.low)}–{write_number(value.high)})"
    return value if isinstance(value, str) else write_number(value)


def write_number(number: float) -> str:
    """Three digits are more than the machine is good for; whole numbers from 100 on."""
    if abs(number) >= 100:
        digits = len(str(round(abs(number))))
        return f"{round(number, 3 - digits):,.0f}"
    return f"{number:.3g}"
