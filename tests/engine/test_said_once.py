"""Each thing is declared once: its order means nothing, and what is added is found everywhere.

Both are tried on a copy of the package, in a process of its own.
"""

import ast
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from parlour.engine.game import games
from tests.form import is_thorough

ROOT = Path(__file__).parents[2]
# Fair dice and the logs of rooms go by the numbers of actions and outcomes, so their order is fixed; classes of
# signs are part of Numeric's actions, and its cards have their numbers printed on them.
NUMBERED = {"Action", "Outcome", "Call", "Signs", "Card"}
TREE = [game.name for game in games().values() if game.rules.__name__.startswith("parlour.games.")]

REPLAYED = """
import re, sys
from pathlib import Path
from parlour.engine.fairness import verify
from parlour.engine.game import find_game
from parlour.engine.pages import read_page
from parlour.engine.replay import read_record
from tests.golden.writing import playthroughs

root, name = Path(sys.argv[1]), sys.argv[2]
for file, text in playthroughs(find_game(name)).items():
    assert text == (root / "tests" / "golden" / file).read_text(encoding="utf-8"), file
for path in sorted((root / "tests" / "records" / "0.1.0").glob(f"{name}*.txt")):
    text = path.read_text(encoding="utf-8")
    play = read_record(text)
    assert re.sub(r"\\[Final .*\\n", "", play.record()) == text, path.name
    assert verify(play).fair == ("Secret" in play.tags), path.name
print(sorted(re.findall(r"[\\w=]+", read_page(find_game(name)))))
"""


def copy_package(folder: Path) -> Path:
    """A copy of the package and its pages that may be changed."""
    shutil.copytree(ROOT / "src" / "parlour", folder / "parlour", ignore=shutil.ignore_patterns("web", "__pycache__"))
    shutil.copytree(ROOT / "docs" / "games", folder / "parlour" / "pages")
    return folder / "parlour"


def run_with(package: Path, code: str, *words: str) -> str:
    done = subprocess.run(
        [sys.executable, "-c", code, *words],
        cwd=package.parent,
        env={**os.environ, "PYTHONPATH": os.pathsep.join([str(package.parent), str(ROOT)])},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def turn_round(source: str) -> tuple[str, int]:
    """A file in which the codes of every class stand in the opposite order, and how many classes that are."""
    lines, turned = source.splitlines(keepends=True), 0
    for node in reversed([node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.ClassDef)]):
        codes = [part for part in node.body if isinstance(part, ast.Assign) and isinstance(part.value, ast.Call)]
        based = [base.id for base in node.bases if isinstance(base, ast.Name)]
        if based != ["Codes"] or node.name in NUMBERED or len(codes) < 2:
            continue
        blocks = ["".join(lines[part.lineno - 1 : part.end_lineno]) for part in codes]
        lines[codes[0].lineno - 1 : codes[-1].end_lineno] = reversed(blocks)
        turned += 1
    return "".join(lines), turned


@pytest.mark.parametrize("name", TREE if is_thorough() else ["stencil"])
def test_the_order_of_a_declaration_means_nothing(name: str, tmp_path: Path) -> None:
    package = copy_package(tmp_path)
    as_it_is = run_with(package, REPLAYED, str(ROOT), name)
    turned = 0
    for file in (package / "games" / name).glob("*.py"):
        text, classes = turn_round(file.read_text(encoding="utf-8"))
        file.write_text(text, encoding="utf-8")
        turned += classes
    assert turned >= 3, "phases, events and at least one option"
    assert run_with(package, REPLAYED, str(ROOT), name) == as_it_is


ADDED = """
import json
from click.testing import CliRunner
from parlour.cli import main
from parlour.engine.game import find_game, games
from parlour.engine.pages import read_page
from parlour.engine.play import Play
from parlour.engine.replay import read_record
from parlour.server.api.catalogue import describe_game

game = find_game("second")
play = Play(game, game.settle("hasty"))
assert "[Options" in play.record() and "haste=3" in play.record()
assert read_record(play.record()).values["haste"] == 3
assert "haste" in read_page(game) and "`hasty`" in read_page(game)
told = json.dumps(describe_game(game))
assert '"haste"' in told and '"hasty"' in told and "Hasty" in told
listed = CliRunner().invoke(main, ["rules", "second", "--options"]).output
assert "haste" in listed and "hasty" in listed
assert "second" in CliRunner().invoke(main, ["games"]).output
drawn = CliRunner().invoke(main, ["draw", "second", "-o", "haste=2"])
assert drawn.exit_code == 0, drawn.output
refused = CliRunner().invoke(main, ["draw", "second", "-o", "haste=9"])
assert refused.exit_code != 0 and "haste cannot be" in refused.output, refused.output
"""


def test_what_is_added_to_a_game_is_found_everywhere(tmp_path: Path) -> None:
    """A copy of a game with another name, an option more and a preset more; no file outside its folder and page."""
    package = copy_package(tmp_path)
    before = {path: path.read_bytes() for path in package.rglob("*.py")}
    folder = package / "games" / "second"
    shutil.copytree(package / "games" / "stencil", folder)
    for file in folder.glob("*.py"):
        text = file.read_text(encoding="utf-8").replace("parlour.games.stencil", "parlour.games.second")
        file.write_text(text.replace('name="stencil"', 'name="second"'), encoding="utf-8")
    change(
        folder / "options.py", "OPTIONS = (\n", 'OPTIONS = (\n    Option("haste", Whole(0, 3), 0, "how hasty it is"),\n'
    )
    change(
        folder / "front.py", "PRESETS: dict[str, Preset] = {\n", '\\g<0>    "hasty": Preset({"haste": 3}, "Hasty"),\n'
    )
    change(folder / "rules.py", r"def setup\(s: Record, o: Record\) -> None:\n", "\\g<0>    s.turns = o.haste\n")
    shutil.copy(package / "pages" / "stencil.md", package / "pages" / "second.md")
    run_with(package, ADDED)
    assert {path: path.read_bytes() for path in before} == before


def change(file: Path, pattern: str, by: str) -> None:
    text, times = re.subn(
        pattern if pattern.startswith("def") else re.escape(pattern), by, file.read_text(encoding="utf-8")
    )
    assert times == 1, f"{file.name} has no {pattern!r}"
    file.write_text(text, encoding="utf-8")
