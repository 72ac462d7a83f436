"""The same bytes on every device: as written, compiled, and on a GPU, which numba simulates here.

`python -m tests.environments.equal` does the same at length, on a real GPU.
"""

import os
import subprocess
import sys
from itertools import islice

import pytest

from parlour.engine.game import find_game, games
from tests.environments.equal import compare_plays, option_sets
from tests.form import samples, some

STEPS = samples(12, 40)
SIZE, SIMULATED = 2, samples(1, 9)  # games and steps on a GPU that is simulated, which is slow


@pytest.mark.parametrize("name", games())
def test_interpreted_and_compiled_batches_are_equal_under_every_preset_and_random_options(name: str) -> None:
    game = find_game(name)
    for nth, options in enumerate(islice(option_sets(game, seed=1), len(game.presets) + 3)):
        _, decisions = compare_plays(game, options, ["python", "cpu"], 3, 10**9, nth, limit=STEPS)
        assert decisions == 3 * STEPS


@pytest.mark.parametrize("name", some(games(), 2))
def test_a_simulated_gpu_is_equal_too(name: str) -> None:
    """In a process of its own, for numba decides once whether a GPU is simulated."""
    asked = [
        name,
        "--device",
        "cuda",
        "--against",
        "python",
        "--size",
        str(SIZE),
        "--rounds",
        "1",
        "--steps",
        str(SIMULATED),
    ]
    done = subprocess.run(
        [sys.executable, "-m", "tests.environments.equal", *asked],
        env=os.environ | {"NUMBA_ENABLE_CUDASIM": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert "cuda is equal to python in every byte" in done.stdout


def test_without_a_gpu_one_sentence_says_what_to_do() -> None:
    code = "from parlour.environments import Batch\nBatch('stencil', device='cuda')"
    plain = {name: value for name, value in os.environ.items() if name != "NUMBA_ENABLE_CUDASIM"}
    done = subprocess.run(
        [sys.executable, "-c", code],
        env=plain | {"CUDA_VISIBLE_DEVICES": ""},
        capture_output=True,
        text=True,
        check=False,
    )
    last = done.stderr.strip().splitlines()[-1]
    assert "NoDevice" in last
    assert 'device="cpu"' in last
