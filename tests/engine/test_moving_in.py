"""A game made by `parlour new` moves into the tree, as docs/rules-in-python.md says, and no other file changes."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from parlour.new_game import new_game

ROOT = Path(__file__).parents[2]
NAME = "nine_geese"
FOLDERS = ("hosting", "docs", "src/parlour", "tests", "web/src")
FILES = (
    "CHANGELOG.md",
    "CODE_OF_CONDUCT.md",
    "CONTRIBUTING.md",
    "LICENSE",
    "README.md",
    "SECURITY.md",
    "bounds.toml",
    "pyproject.toml",
)


def contents(tree: Path) -> dict[str, bytes]:
    files = [path for path in tree.rglob("*") if path.is_file() and "__pycache__" not in path.parts]
    return {path.relative_to(tree).as_posix(): path.read_bytes() for path in files}


def move_in(project: Path, tree: Path) -> None:
    """The steps of docs/rules-in-python.md."""
    moved = (
        (project / "src" / NAME, tree / "src" / "parlour" / "games" / NAME),
        (project / "tests", tree / "tests" / "games" / NAME),
    )
    for source, target in moved:
        shutil.move(source, target)
        for file in target.rglob("*.py"):
            text = file.read_text(encoding="utf-8")
            file.write_text(text.replace(f"from {NAME}", f"from parlour.games.{NAME}"), encoding="utf-8")
    shutil.move(tree / "src" / "parlour" / "games" / NAME / "page.md", tree / "docs" / "games" / f"{NAME}.md")


def run_in(tree: Path, *words: str) -> str:
    """What a command says that is run in a tree; it must succeed."""
    done = subprocess.run(
        [sys.executable, "-m", *words],
        cwd=tree,
        env={**os.environ, "PYTHONPATH": os.pathsep.join([str(tree / "src"), str(tree)])},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    """A copy of all that the tests of games read."""
    copy = tmp_path / "tree"
    for folder in FOLDERS:
        shutil.copytree(ROOT / folder, copy / folder, ignore=shutil.ignore_patterns("__pycache__", "web"))
    for file in FILES:
        shutil.copy(ROOT / file, copy / file)
    return copy


@pytest.mark.thorough
def test_moving_a_game_into_the_tree_changes_no_other_file(tree: Path, tmp_path: Path) -> None:
    before = contents(tree)
    move_in(new_game(NAME, tmp_path / "own"), tree)
    written = run_in(tree, "tests.golden.writing", NAME)
    assert written.splitlines() == [f"wrote {NAME}.playthrough.txt", f"wrote {NAME}.perft.txt"]
    places = ("tests/test_docs.py", "tests/conform", "tests/golden", f"tests/games/{NAME}")
    chosen = run_in(tree, "pytest", "-n", "0", "-p", "no:cacheprovider", "-v", *places, "-k", f"{NAME} or test_docs")
    for test in (
        f"test_docs.py::test_every_rule_and_ruling_has_a_test[{NAME}]",
        f"test_docs.py::test_the_page_shows_what_the_game_declares[{NAME}]",
        f"test_conform.py::test_declaration[{NAME}]",
        f"test_conform.py::test_presets[{NAME}-two_dice]",
        f"test_golden.py::test_playthroughs[{NAME}]",
        f"test_{NAME}.py::test_R1_",
    ):
        assert test in chosen, f"{test} was not run"
    after = contents(tree)
    assert {name: after.get(name) for name in before} == before
    assert all(NAME in name for name in after.keys() - before.keys())
