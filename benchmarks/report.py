"""What a section found: rows of figures, shown as a table and written as JSON."""

import json
import os
import platform
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from importlib.metadata import version
from pathlib import Path
from typing import Any

import numba
from rich.console import Console
from rich.markup import escape
from rich.table import Table

from benchmarks.timing import Pace, Spread

WIDTH = 120  # of the tables, wherever they are printed

numba_config: Any = numba.config


@dataclass(frozen=True)
class Report:
    """The answer to one question. Every row has a value for every column: a word, a number, a Spread or None."""

    section: str
    question: str
    how: str  # what was measured, and how
    columns: dict[str, str]  # a heading for each key of a row
    rows: list[dict[str, Any]]
    summary: Sequence[str] = ()  # sentences under the table


def describe_machine() -> dict[str, Any]:
    """What the figures depend on."""
    return {
        "processor": f"{platform.machine()}, {os.cpu_count()} cores",
        "system": platform.system(),
        "python": platform.python_version(),
        "numba": version("numba"),
        "numpy": version("numpy"),
        "bounds_checks": bool(numba_config.BOUNDSCHECK),
        "load": list(os.getloadavg()) if hasattr(os, "getloadavg") else None,
    }


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
        console.print("Compiled code checks its bounds (NUMBA_BOUNDSCHECK): expect it to be much slower than usual.")


def print_report(console: Console, report: Report) -> None:
    table = Table(title=escape(report.question), title_justify="left", title_style="bold", pad_edge=False)
    for key, heading in report.columns.items():
        words = all(isinstance(row[key], str) for row in report.rows)
        table.add_column(escape(heading), justify="left" if words else "right", no_wrap=True)
    for row in report.rows:
        table.add_row(*(escape(write_value(row[key])) for key in report.columns))
    console.print()
    console.print(table)
    for line in (*report.summary, report.how):
        console.print(line, markup=False)


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


def write_json(
    file: Path, machine: dict[str, Any], pace: Pace, reports: Sequence[Report], failed: dict[str, str]
) -> None:
    """Everything that was printed, as data."""
    data = {
        "machine": machine,
        "pace": asdict(pace),
        "sections": {report.section: asdict(report) for report in reports},
        "failed": failed,
    }
    file.write_text(json.dumps(data, indent=2) + "\n")
