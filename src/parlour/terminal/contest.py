"""Bots against each other at the command line: a bar while they play, then tables or JSON."""

import json
from collections.abc import Sequence
from dataclasses import asdict
from itertools import pairwise
from math import inf
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn
from rich.table import Table
from rich.text import Text

from parlour.engine.game import Game
from parlour.engine.options import Values
from parlour.search.arena import ArenaError, Contest, Round, all_pairs, run
from parlour.search.ratings import LEAST, Meeting, Standing, meetings, rate
from parlour.search.seating import settle_name
from parlour.terminal.screen import new_table


def new_contest(
    game: Game, values: Values, bots: Sequence[str], ladder: bool, seed: int, weighed: bool = False
) -> Contest:
    """Everybody against everybody, or each only against the one named before."""
    bots = [settle_name(game, values, bot) for bot in bots]
    if len(bots) < 2 or len(set(bots)) < len(bots):
        raise ArenaError(
            f"bots given: {', '.join(bots) or 'none'}. Expected two or more different ones, joined by commas"
        )
    if values["players"] < 2:
        raise ArenaError("one player has no opponent: expected options for two or more")
    pairs = tuple((b, a) for a, b in pairwise(bots)) if ladder else all_pairs(bots, values["players"])
    return Contest(game.name, dict(values), pairs, seed, tuple(bots), weighed)


def play_contest(
    console: Console, contest: Contest, games: int, out: Path | None = None, workers: int | None = None
) -> list[Round]:
    """Play it, with a bar on a terminal. Interrupted, what was played is kept in the file, if there is one."""
    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
        TimeRemainingColumn(),
    )
    with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as progress:
        task = progress.add_task("Compiling", total=None)

        def watch(done: int, wanted: int) -> None:
            rounds = "rounds" if contest.seats > 2 else "pairs of plays"
            progress.update(task, description=f"Playing {rounds}", completed=done, total=wanted)

        return run(contest, games, out, workers, watch)


def show_contest(console: Console, contest: Contest, rounds: Sequence[Round], as_json: bool) -> None:
    standings, met = rate(rounds, contest.bots), meetings(rounds)
    if as_json:
        facts = {
            "game": contest.game,
            "options": contest.values,
            "seed": contest.seed,
            "ratings": [asdict(standing) for standing in standings],
            "meetings": [asdict(meeting) | {"ratio": meeting.ratio} for meeting in met],
        }
        console.out(json.dumps(_finite(facts), indent=2), highlight=False)
        return
    console.print(_standings_table(standings))
    console.print()
    console.print(_meetings_table(met, contest.seats))
    console.print()
    if any(meeting.steady for meeting in met):
        console.print(_steady_table(met, contest.seats))
        console.print()
    elif contest.weighed:
        console.print(Text(f"Luck can be taken out of {LEAST} rounds or more of a pair.", style="dim"))
    console.print(Text("± is half of a 95% interval; plays that share their luck count as one.", style="dim"))


def _finite(facts: Any) -> Any:
    """The same without infinite errors, which JSON cannot write: nothing is known there."""
    if isinstance(facts, dict):
        return {name: _finite(fact) for name, fact in facts.items()}
    if isinstance(facts, list):
        return [_finite(fact) for fact in facts]
    return None if facts == inf else facts


def _standings_table(standings: Sequence[Standing]) -> Table:
    table = new_table("bot", "rating", "±", "plays", right=("rating", "±", "plays"))
    for standing in sorted(standings, key=lambda standing: -standing.rating):
        table.add_row(standing.bot, f"{standing.rating:.0f}", f"{standing.error:.0f}", str(standing.plays))
    return table


def _meetings_table(met: Sequence[Meeting], seats: int) -> Table:
    numbers = ("plays", "wins", "±", "of a fair share", "points", "± ")
    table = new_table("bot", "against" if seats == 2 else "among", *numbers, right=numbers)
    for meeting in met:
        table.add_row(
            *meeting.pair,
            str(meeting.plays),
            f"{meeting.share:.1%}",
            f"{meeting.share_error:.1%}",
            f"{meeting.ratio:.2f} times",
            f"{meeting.points:+.3f}",
            f"{meeting.points_error:.3f}",
        )
    return table


def _steady_table(met: Sequence[Meeting], seats: int) -> Table:
    numbers = ("wins", "±", "of a fair share", "points", "± ")
    table = new_table("with luck taken out", "against" if seats == 2 else "among", *numbers, right=numbers)
    for meeting in met:
        if (steady := meeting.steady) is not None:
            table.add_row(
                *meeting.pair,
                f"{steady.share:.1%}",
                f"{steady.share_error:.1%}",
                f"{steady.share / meeting.fair:.2f} times",
                f"{steady.points:+.3f}",
                f"{steady.points_error:.3f}",
            )
    return table
