"""Where training stopped: all that it takes to go on from there as if nothing had happened."""

import io
import json
import zipfile
from dataclasses import asdict
from pathlib import Path

import numpy as np

from parlour.engine.game import Game
from parlour.engine.options import Values
from parlour.nets.training import Course, Mark, Pupil
from parlour.search.weights import PARTS, WeightsError, new_weights


def write_checkpoint(file: Path, pupil: Pupil, curve: list[Mark]) -> None:
    """Write it beside the old one, then put it in its place."""
    told = {
        "shape": pupil.weights.card,
        "course": asdict(pupil.course),
        "start": pupil.start,
        "played": pupil.played,
        "positions": pupil.positions,
        "done": pupil.done,
        "curve": [asdict(mark) for mark in curve],
    }
    memory = io.BytesIO()
    np.savez(
        memory,
        told=np.array(json.dumps(told)),
        rng=np.array([space.rng for space in pupil.spaces]),
        used=np.array([space.used for space in pupil.spaces]),
        **{name: getattr(pupil.weights, name) for name in PARTS},
    )
    beside = file.with_name(file.name + ".new")
    beside.write_bytes(memory.getvalue())
    beside.replace(file)


def read_checkpoint(file: Path, game: Game, values: Values, course: Course) -> tuple[Pupil, list[Mark]]:
    """A pupil as it was, and its curve. Raises WeightsError where the file is for something else."""
    pupil = Pupil(game, values, course, new_weights(game, values, course.width, course.seed))
    try:
        with np.load(io.BytesIO(file.read_bytes()), allow_pickle=False) as kept:
            told = json.loads(str(kept["told"]))
            if told["shape"] != pupil.weights.card or told["course"] != asdict(course):
                raise WeightsError(
                    f"{file} was begun for another game or with other settings: delete it to start again"
                )
            for name in PARTS:
                getattr(pupil.weights, name)[:] = kept[name]
            for space, rng, used in zip(pupil.spaces, kept["rng"], kept["used"], strict=True):
                space.rng[:], space.used[:] = rng, used
    except (OSError, ValueError, KeyError, EOFError, zipfile.BadZipFile) as error:
        if isinstance(error, WeightsError):
            raise
        raise WeightsError(f"{file} is broken: delete it to start again ({error})") from None
    pupil.played, pupil.positions, pupil.done = told["played"], told["positions"], told["done"]
    pupil.start = told["start"]
    pupil.hand_out()
    return pupil, [Mark(**mark) for mark in told["curve"]]
