"""Running a plan: on all cores, kept in the user's cache folder, gone on with where it was interrupted."""

import hashlib
import json
import os
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from multiprocessing import get_context
from pathlib import Path
from typing import Any

from parlour.engine.cache import cache_root
from parlour.engine.game import find_game
from parlour.laboratory.plan import Plan
from parlour.laboratory.tables import (
    COLUMNS,
    Row,
    play_luck,
    play_one,
    play_table,
    read_row,
    seat_bots,
    write_row,
)
from parlour.search.arena import luck_of
from parlour.search.stamp import stamp_play

FOLDER = "laboratory"
ALONE = 24  # plays for which other processes are not worth their start
LARGEST_PART = 32  # rounds that a process plays before it hands them over

Watch = Callable[[int, int], None]


def ignore(done: int, wanted: int) -> None:
    """Nobody watches."""


def list_facts(plan: Plan) -> dict[str, Any]:
    """All that decides the plays of a plan: rules, options, knowledge, bots, search and seed."""
    game = find_game(plan.game)
    playing = (luck_of, play_table, seat_bots, play_one, Plan.members, Plan.table)
    return {
        "game": plan.game,
        "rules": game.version,
        "options": plan.values,
        "bots": plan.bots,
        "drawn": plan.drawn,
        "seed": plan.seed,
        "decided_by": stamp_play(game, plan.values, *playing),
        "columns": COLUMNS,
    }


def stamp_plan(plan: Plan) -> str:
    """What results are filed under: another one as soon as anything is different that decides them."""
    return hashlib.sha256(json.dumps(list_facts(plan), sort_keys=True).encode()).hexdigest()[:32]


def find_file(plan: Plan) -> Path:
    """Where the plays of a plan are kept."""
    folder = cache_root() / FOLDER
    folder.mkdir(exist_ok=True)
    return folder / f"{plan.game}-{stamp_plan(plan)}.jsonl"


def run_plan(plan: Plan, plays: int, workers: int | None = None, watch: Watch = ignore) -> list[Row]:
    """At least so many plays, in their order; `watch` is told how many are done, and how many are wanted.

    What was played before is read from the cache, and what is new is added to it at once.
    """
    path = find_file(plan)
    known = read_plays(path)
    wanted, each = plan.lucks(plays), plan.rotations
    played = {luck: rows for luck in range(wanted) if len(rows := known.get(luck, [])) == each}
    missing = [luck for luck in range(wanted) if luck not in played]
    watch(len(played) * each, wanted * each)
    if missing:
        _mend(path, plan)
    for rows in _play_all(plan, missing, workers or os.cpu_count() or 1):
        with path.open("a", encoding="utf-8") as log:
            log.write("".join(map(write_row, rows)))
        for row in rows:
            played.setdefault(row.luck, []).append(row)
        watch(len(played) * each, wanted * each)
    return [row for luck in range(wanted) for row in sorted(played[luck], key=lambda row: row.play)]


def read_plays(path: Path) -> dict[int, list[Row]]:
    """The plays in a file by their luck; a line cut short by an interruption is left out, and played again."""
    found: dict[int, dict[int, Row]] = {}
    if path.exists():
        for line in path.read_text(encoding="utf-8").splitlines()[1:]:
            try:
                row = read_row(line)
            except (ValueError, TypeError):
                continue
            found.setdefault(row.luck, {})[row.play] = row
    return {luck: list(rows.values()) for luck, rows in found.items()}


def _mend(path: Path, plan: Plan) -> None:
    """Begin a file with what it holds, or end the line in which somebody was interrupted."""
    text = path.read_bytes() if path.exists() else b""
    if not text:
        path.write_text(json.dumps(list_facts(plan)) + "\n", encoding="utf-8")
    elif not text.endswith(b"\n"):
        with path.open("ab") as log:
            log.write(b"\n")


def _play_all(plan: Plan, lucks: Sequence[int], workers: int) -> Iterator[list[Row]]:
    """The plays in parts as they are finished, in no certain order."""
    if workers == 1 or len(lucks) * plan.rotations <= ALONE:
        for luck in lucks:
            yield play_luck(plan, luck)
        return
    size = max(1, min(LARGEST_PART, len(lucks) // (8 * workers)))
    parts = [lucks[at : at + size] for at in range(0, len(lucks), size)]
    with ProcessPoolExecutor(workers, get_context("spawn")) as pool:
        waiting = [pool.submit(play_part, plan, part) for part in parts]
        try:
            for future in as_completed(waiting):
                yield future.result()
        finally:
            pool.shutdown(cancel_futures=True)


def play_part(plan: Plan, lucks: Sequence[int]) -> list[Row]:
    return [row for luck in lucks for row in play_luck(plan, luck)]
