"""What a section found: rows of figures, shown as a table and written as JSON."""

import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.markup import escape
from rich.table import Table

from parlour.search.timing import Pace
from parlour.terminal.figures import write_value

WIDTH = 120  # of the tables, wherever they are printed


@dataclass(frozen=True)
class Report:
    """The answer to one question. Every row has a value for every column: a word, a number, a Spread or None."""

    section: str
    question: str
    how: str  # what was measured, and how
    columns: dict[str, str]  # a heading for each key of a row
    rows: list[dict[str, Any]]
    summary: Sequence[str] = ()  # sentences under the table


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
