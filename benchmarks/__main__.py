"""`python -m benchmarks`: what is fast, and how fast, in one run."""

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

import click
from rich.console import Console
from rich.progress import Progress

from benchmarks import backgammon, calls, compiling, environments, filling, random_play, searching, serving
from benchmarks.load import NoFigures, ServerFault
from benchmarks.report import WIDTH, Report, print_report, write_json
from parlour.engine.game import Game, games
from parlour.search.timing import FULL, QUICK, Pace, describe_machine
from parlour.terminal.figures import print_machine
from parlour.terminal.progress import new_progress

SECTIONS: dict[str, Callable[[Mapping[str, Game], Pace, Progress], Report]] = {
    "random": random_play.measure,
    "backgammon": backgammon.measure,
    "search": searching.measure,
    "calls": calls.measure,
    "compiling": compiling.measure,
    "environments": environments.measure,
    "server": serving.measure,
    "memory": filling.measure,
}


@click.command()
@click.argument("sections", nargs=-1, type=click.Choice(list(SECTIONS)))
@click.option("--quick", is_flag=True, help="A short measurement, for a first look; the figures vary more.")
@click.option("--json", "file", type=click.Path(dir_okay=False, path_type=Path), help="Write all figures here as well.")
def main(sections: Sequence[str], quick: bool, file: Path | None) -> None:
    """Measure how fast the games are: all SECTIONS, or those named."""
    if not run([name for name in SECTIONS if name in (sections or SECTIONS)], QUICK if quick else FULL, file):
        raise SystemExit(1)


def run(sections: Sequence[str], pace: Pace, file: Path | None = None) -> bool:
    """Measure, print as each section is done, and say whether all of them could be measured."""
    out, err = Console(width=WIDTH, highlight=False), Console(stderr=True, highlight=False)
    machine = describe_machine()
    print_machine(out, machine, pace)
    reports: list[Report] = []
    failed: dict[str, str] = {}
    found = games()
    for name in sections:
        with new_progress(err) as progress:
            try:
                reports.append(SECTIONS[name](found, pace, progress))
            except (backgammon.MissingPeer, ServerFault, NoFigures) as error:
                failed[name] = str(error)
        if name in failed:
            err.print(f"{name}: {failed[name]}", markup=False)
        else:
            print_report(out, reports[-1])
    if file is not None:
        write_json(file, machine, pace, reports, failed)
    return not failed


if __name__ == "__main__":
    main(prog_name="python -m benchmarks")
