"""`parlour lab check`: whether games keep to agreed bounds."""

import json
from dataclasses import asdict
from math import isfinite

import click
from rich.console import Console

from parlour.lab_commands import place_options, show_progress
from parlour.laboratory.refusal import LaboratoryError, explain_missing
from parlour.terminal.files import check_places, read_text, write_texts


@click.command()
@click.argument("file")
@click.option("--plays", type=click.IntRange(2), metavar="N", help="This many plays, instead of what the file says.")
@place_options
@click.option("--all", "show_all", is_flag=True, help="Also show the bounds that are kept.")
@click.option("--json", "json_file", metavar="FILE", help="Write all numbers here.")
@click.pass_context
def check(
    ctx: click.Context, file: str, plays: int | None, workers: int | None, show_all: bool, json_file: str | None
) -> None:
    """Check games against the agreed bounds in FILE.

    A bound is broken where the plays show it, and then the exit status is 1. What they do not tell is said, and no
    fault.
    """
    with explain_missing():
        from parlour.laboratory.bounds import read_bounds
        from parlour.laboratory.checking import Keeping, check_held
    console: Console = ctx.obj
    try:
        every = read_bounds(read_text(file))
    except LaboratoryError as error:
        raise LaboratoryError(f"{file}: {error}") from None
    checked = []
    check_places(json_file)
    with show_progress() as tell:
        for held in every:
            checked += check_held(held, plays, workers, tell)
    for result in checked:
        if show_all or result.keeping != Keeping.KEPT:
            console.print(result.sentence, markup=False, highlight=False)
    counts = {keeping: sum(result.keeping == keeping for result in checked) for keeping in Keeping}
    told = ", ".join(f"{count} {keeping}" for keeping, count in counts.items())
    console.print(f"{len(checked)} bounds: {told}.", markup=False, highlight=False)
    if json_file is not None:
        facts = [asdict(result) | {"keeping": result.keeping.value} for result in checked]
        for fact in facts:
            fact["found"] = {name: number if isfinite(number) else None for name, number in fact["found"].items()}
            fact["bound"]["most"] = fact["bound"]["most"] if isfinite(fact["bound"]["most"]) else None
        write_texts({json_file: json.dumps(facts, indent=2) + "\n"})
    if counts[Keeping.BROKEN]:
        ctx.exit(1)
