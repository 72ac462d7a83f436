"""The page behind a glimpse: a report about the plays that there are, without a ladder, made in some seconds."""

import shlex
import time
from collections.abc import Sequence

from parlour.engine.game import find_game
from parlour.laboratory.findings import measure
from parlour.laboratory.looks import Look, look_in_turn
from parlour.laboratory.page import write_page
from parlour.laboratory.plan import Plan
from parlour.laboratory.tables import Row

LOOKED_AT, SECONDS = 100, 4.0  # plays that are looked at closely, at most, and for how long of a processor's time
MORE = "This command tells more, skill and luck among it:"


def write_short_report(plan: Plan, rows: Sequence[Row], seconds: float = SECONDS) -> str:
    """The page as HTML."""
    looks: list[Look] = []
    until = time.process_time() + seconds
    for look in look_in_turn(plan, range(min(LOOKED_AT, len(rows)))):
        looks.append(look)
        if time.process_time() > until:
            break
    return write_page(measure(plan, rows, looks), rows, looks, write_command(plan, len(rows)), MORE)


def write_command(plan: Plan, plays: int) -> str:
    """A command that plays the same, and looks closer."""
    game = find_game(plan.game)
    usual = game.settle()
    words = ["parlour", "lab", "report", plan.game]
    for option in game.options:
        if plan.values[option.name] != usual[option.name]:
            value = option.kind.write(plan.values[option.name])
            words += ["--players", value] if option.name == "players" else ["-o", f"{option.name}={value}"]
    return shlex.join([*words, "--bots", plan.bots[0], "--plays", str(plays)])
