"""A whole course: plays, marks on the way, a checkpoint every minute, and the file of weights at the end."""

from collections.abc import Callable
from dataclasses import asdict
from datetime import date
from math import inf
from pathlib import Path
from time import perf_counter

from parlour.engine.game import Game
from parlour.engine.options import Values
from parlour.nets.checkpoint import read_checkpoint, write_checkpoint
from parlour.nets.training import Course, Mark, Pupil
from parlour.search.weights import Weights, write_weights

OFTEN = 60.0  # seconds between two checkpoints
MARKS = 8  # on the way, besides the first and the last

Telling = Callable[[int, int, Mark | None], None]  # plays made, plays wanted, and a new mark


def run_course(
    game: Game,
    values: Values,
    course: Course,
    file: Path,
    *,
    weights: Weights | None = None,
    seconds: float = inf,
    games: int = 400,
    tell: Telling = lambda done, wanted, mark: None,
) -> list[Mark]:
    """Train, or go on where it was broken off, and write what was learnt to a file; returns the curve.

    `games` are played for each mark. The checkpoint lies beside the file until the course is over.
    """
    part = file.with_name(file.name + ".part")
    if part.exists():
        pupil, curve = read_checkpoint(part, game, values, course)
    else:
        pupil, curve = Pupil(game, values, course, weights), []
        curve.append(pupil.measure(games))
    tell(pupil.played, course.plays, curve[-1])
    kept = perf_counter()
    wanted = next_mark(pupil.done)
    try:
        for played in pupil.train(seconds):
            mark = None
            if wanted <= pupil.done < 1.0:
                mark = pupil.measure(games)
                curve.append(mark)
                wanted = next_mark(pupil.done)
            tell(played, course.plays, mark)
            if perf_counter() - kept > OFTEN:
                write_checkpoint(part, pupil, curve)
                kept = perf_counter()
    except BaseException:
        write_checkpoint(part, pupil, curve)
        raise
    curve.append(pupil.measure(games))
    tell(pupil.played, course.plays, curve[-1])
    write_weights(file, with_card(pupil, curve))
    part.unlink(missing_ok=True)
    return curve


def next_mark(done: float) -> float:
    """After which part of the course the next mark is due."""
    return (int(done * (MARKS + 1) + 1e-9) + 1) / (MARKS + 1)


def with_card(pupil: Pupil, curve: list[Mark]) -> Weights:
    """What was learnt, and a card that tells how."""
    learnt = pupil.learnt()
    learnt.card.update(
        course=asdict(pupil.course),
        start=pupil.start,
        plays=pupil.played,
        positions=pupil.positions,
        curve=[asdict(mark) for mark in curve],
        date=date.today().isoformat(),
    )
    return learnt
