"""Running a plan: on all cores, kept in the user's cache folder, gone on with where it was interrupted."""

import hashlib
import json
import os
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from multiprocessing import get_context
from pathlib import Path
from typing import Any, Generic, Protocol, TypeVar

from parlour.engine.cache import cache_root
from parlour.engine.game import find_game
from parlour.laboratory.characters import HeedingBot, list_settings
from parlour.laboratory.plan import Plan
from parlour.laboratory.refusal import LaboratoryError
from parlour.laboratory.restriction import WITHOUT, Restricted, seat_member
from parlour.laboratory.tables import (
    COLUMNS,
    Row,
    play_luck,
    play_one,
    play_table,
    read_row,
    seat_bots,
    sum_up_play,
    write_row,
)
from parlour.search.arena import luck_of
from parlour.search.stamp import stamp_play

FOLDER = "laboratory"
ALONE = 24  # plays for which other processes are not worth their start
LARGEST_PART = 32  # rounds that a process plays before it hands them over

Watch = Callable[[int, int], None]


class Kept(Protocol):
    """What is kept of a play: at least its number, and that of its luck."""

    @property
    def play(self) -> int: ...

    @property
    def luck(self) -> int: ...


T = TypeVar("T", bound=Kept)


@dataclass(frozen=True)
class Kind(Generic[T]):
    """What a run keeps of every play: by which work it comes about, and how it is a line of a file."""

    suffix: str
    work: Callable[[Plan, Sequence[int]], list[T]]  # the plays of some lucks; other processes find it by its name
    read: Callable[[str], T]  # raises ValueError or TypeError where a line is none
    write: Callable[[T], str]


Players = Callable[[Kind[Any], Plan, Sequence[int]], Iterator[list[Any]]]  # whoever plays some lucks, in parts

_elsewhere: ContextVar[Players | None] = ContextVar("elsewhere", default=None)


@contextmanager
def play_elsewhere(players: Players) -> Iterator[None]:
    """Within it, runs are played by these instead of by processes of this machine."""
    token = _elsewhere.set(players)
    try:
        yield
    finally:
        _elsewhere.reset(token)


def is_elsewhere() -> bool:
    return _elsewhere.get() is not None


def ignore(done: int, wanted: int) -> None:
    """Nobody watches."""


def list_facts(plan: Plan) -> dict[str, Any]:
    """All that decides the plays of a plan: rules, options, knowledge, bots, search and seed."""
    game = find_game(plan.game)
    seating = (seat_bots, seat_member, HeedingBot, Restricted)
    playing = (luck_of, play_table, play_one, sum_up_play, Plan.members, Plan.table)
    levels = tuple(name.partition(WITHOUT)[0] for name in plan.bots)
    return {
        "game": plan.game,
        "rules": game.version,
        "options": plan.values,
        "bots": plan.bots,
        "settings": list_settings(game, plan.values, levels),
        "drawn": plan.drawn,
        "seed": plan.seed,
        "decided_by": stamp_play(game, plan.values, *playing, *seating),
        "columns": COLUMNS,
    }


def stamp_plan(plan: Plan) -> str:
    """What results are filed under: another one as soon as anything is different that decides them."""
    return hashlib.sha256(json.dumps(list_facts(plan), sort_keys=True).encode()).hexdigest()[:32]


def find_file(plan: Plan, suffix: str = ".jsonl") -> Path:
    """Where the plays of a plan are kept."""
    folder = cache_root() / FOLDER
    folder.mkdir(exist_ok=True)
    return folder / f"{plan.game}-{stamp_plan(plan)}{suffix}"


def run_plan(plan: Plan, plays: int, workers: int | None = None, watch: Watch = ignore) -> list[Row]:
    """At least so many plays, in their order; `watch` is told how many are done, and how many are wanted.

    What was played before is read from the cache, and what is new is added to it at once.
    """
    return run_kind(ROWS, plan, plays, workers, watch)


def run_kind(kind: Kind[T], plan: Plan, plays: int, workers: int | None = None, watch: Watch = ignore) -> list[T]:
    """The same for anything that can be kept of a play."""
    if workers is not None and is_elsewhere():
        raise LaboratoryError("--workers is for this machine, and --on for a cluster: expected one of them")
    path = find_file(plan, kind.suffix)
    known = read_kept(kind, path)
    wanted, each = plan.lucks(plays), plan.rotations
    played = {luck: kept for luck in range(wanted) if len(kept := known.get(luck, [])) == each}
    missing = [luck for luck in range(wanted) if luck not in played]
    watch(len(played) * each, wanted * each)
    if missing:
        _mend(path, plan)
    for part in _play_all(kind, plan, missing, workers or os.cpu_count() or 1):
        keep(path, "".join(map(kind.write, part)))
        for one in part:
            played.setdefault(one.luck, []).append(one)
        watch(len(played) * each, wanted * each)
    return [one for luck in range(wanted) for one in sorted(played[luck], key=lambda one: one.play)]


def keep(path: Path, text: str) -> None:
    """Add to a file. Raises OSError with its name, which a full disk alone does not tell."""
    try:
        with path.open("a", encoding="utf-8") as log:
            log.write(text)
    except OSError as error:
        raise OSError(error.errno, error.strerror, str(path)) from None


def read_plays(path: Path) -> dict[int, list[Row]]:
    """The rows in a file by their luck."""
    return read_kept(ROWS, path)


def read_kept(kind: Kind[T], path: Path) -> dict[int, list[T]]:
    """What a file keeps, by luck; a line cut short by an interruption is left out, and played again."""
    found: dict[int, dict[int, T]] = {}
    if path.exists():
        for line in path.read_text(encoding="utf-8").splitlines()[1:]:
            try:
                kept = kind.read(line)
            except (ValueError, TypeError):
                continue
            found.setdefault(kept.luck, {})[kept.play] = kept
    return {luck: list(plays.values()) for luck, plays in found.items()}


def _mend(path: Path, plan: Plan) -> None:
    """Begin a file with what it holds, or end the line in which somebody was interrupted."""
    text = path.read_bytes() if path.exists() else b""
    if not text:
        with path.open("a", encoding="utf-8") as log:  # which leaves alone what another process has put there meanwhile
            log.write(json.dumps(list_facts(plan)) + "\n")
    elif not text.endswith(b"\n"):
        with path.open("ab") as log:
            log.write(b"\n")


def _play_all(kind: Kind[T], plan: Plan, lucks: Sequence[int], workers: int) -> Iterator[list[T]]:
    """The plays in parts as they are finished, in no certain order."""
    players = _elsewhere.get()
    if players is not None and lucks:
        yield from players(kind, plan, lucks)
        return
    if workers == 1 or len(lucks) * plan.rotations <= ALONE:
        for luck in lucks:
            yield kind.work(plan, [luck])
        return
    parts = split_lucks(lucks, workers)
    with ProcessPoolExecutor(workers, get_context("spawn")) as pool:
        waiting = [pool.submit(kind.work, plan, part) for part in parts]
        try:
            for future in as_completed(waiting):
                yield future.result()
        finally:
            pool.shutdown(cancel_futures=True)


def split_lucks(lucks: Sequence[int], workers: int) -> list[Sequence[int]]:
    """Parts for workers: several for each, so that nobody waits long for the last."""
    size = max(1, min(LARGEST_PART, len(lucks) // (8 * workers)))
    return [lucks[at : at + size] for at in range(0, len(lucks), size)]


def play_part(plan: Plan, lucks: Sequence[int]) -> list[Row]:
    return [row for luck in lucks for row in play_luck(plan, luck)]


ROWS = Kind(".jsonl", play_part, read_row, write_row)
