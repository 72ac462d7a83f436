"""The doors are open to games of other packages, and shut with a sentence where a library is missing."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from parlour.new_game import new_game

ROOT = Path(__file__).parents[2]


def run_python(*arguments: str, path: list[str] | None = None) -> subprocess.CompletedProcess[str]:
    places = os.pathsep.join([*(path or []), str(ROOT), os.environ.get("PYTHONPATH", "")])
    return subprocess.run(
        [sys.executable, *arguments],
        env=os.environ | {"PYTHONPATH": places},
        capture_output=True,
        text=True,
        check=False,
    )


def test_a_game_of_another_package_goes_through_every_door_without_a_line_of_its_own(tmp_path: Path) -> None:
    project = new_game("nine_geese", tmp_path)
    info = tmp_path / "announced" / "nine_geese-0.1.0.dist-info"
    info.mkdir(parents=True)
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: nine_geese\nVersion: 0.1.0\n")
    (info / "entry_points.txt").write_text("[parlour.games]\nnine_geese = nine_geese:GAME\n")
    done = run_python(
        "-m", "tests.environments.every_door", "nine_geese", path=[str(project / "src"), str(info.parent)]
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines()[-1] == "every door is open"


@pytest.mark.parametrize(
    ("missing", "code"),
    [
        ("pettingzoo", "import parlour.environments.pettingzoo"),
        ("gymnasium", "import parlour.environments.gymnasium"),
        ("gymnasium", "import parlour.environments.gymnasium_vector"),
        ("pyspiel", "import parlour.environments.openspiel"),
        (
            "resvg_py",
            "from parlour.environments.gymnasium import Seat; game = Seat('stencil', render_mode='rgb_array'); "
            "game.reset(seed=1); game.render()",
        ),
    ],
)
def test_where_a_library_is_missing_one_sentence_says_what_to_install(missing: str, code: str) -> None:
    done = run_python("-c", f"import sys; sys.modules[{missing!r}] = None; {code}")
    last = done.stderr.strip().splitlines()[-1]
    assert last.endswith(f"MissingPackage: {missing} is not installed: pip install 'parlour[rl]'")


def test_nothing_but_a_door_needs_a_library() -> None:
    names = ("gymnasium", "pettingzoo", "pyspiel", "resvg_py", "PIL")
    code = f"import sys, parlour, parlour.cli, parlour.environments; print(set(sys.modules) & set({names!r}))"
    assert run_python("-c", code).stdout == "set()\n"
