"""`new_game` makes a project that works at once: found, played, recorded, and its own tests pass."""

import importlib
import os
import random
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner

import parlour
from parlour.cli import main
from parlour.engine.game import UnknownGame, find_game, games
from parlour.engine.pages import read_page
from parlour.engine.svg import draw_svg
from parlour.new_game import TEMPLATE, NewGameError, new_game, next_steps, template_files

FILES = [
    "README.md",
    "pyproject.toml",
    "src/nine_geese/__init__.py",
    "src/nine_geese/drawing.py",
    "src/nine_geese/front.py",
    "src/nine_geese/knowledge.py",
    "src/nine_geese/lesson.py",
    "src/nine_geese/notation.py",
    "src/nine_geese/opponents.py",
    "src/nine_geese/options.py",
    "src/nine_geese/page.md",
    "src/nine_geese/position.py",
    "src/nine_geese/rules.py",
    "src/nine_geese/state.py",
    "src/nine_geese/text.py",
    "tests/test_nine_geese.py",
]


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return new_game("nine_geese", tmp_path_factory.mktemp("games"))


@pytest.fixture(scope="module")
def installed(project: Path) -> Iterator[list[str]]:
    """The folders that make the project importable and announced, as installing it would."""
    announced = project.parent / "announced"
    info = announced / "nine_geese-0.1.0.dist-info"
    info.mkdir(parents=True)
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: nine_geese\nVersion: 0.1.0\n")
    section = (project / "pyproject.toml").read_text().split('[project.entry-points."parlour.games"]\n')[1]
    line = section.splitlines()[0].replace('"', "")
    (info / "entry_points.txt").write_text(f"[parlour.games]\n{line}\n")
    folders = [str(project / "src"), str(announced)]
    sys.path[:0] = folders
    importlib.invalidate_caches()
    yield folders
    for folder in folders:
        sys.path.remove(folder)
    for module in [name for name in sys.modules if name.split(".")[0] == "nine_geese"]:
        del sys.modules[module]
    importlib.invalidate_caches()


def files_of(project: Path) -> list[str]:
    paths = [path.relative_to(project) for path in project.rglob("*") if path.is_file()]
    return sorted(path.as_posix() for path in paths if "__pycache__" not in path.parts)


def test_all_files_are_there_and_carry_the_new_name(project: Path) -> None:
    assert project.name == "nine_geese"
    assert files_of(project) == FILES
    for file in FILES:
        assert "pig" not in (project / file).read_text().lower(), file
    assert 'title="Nine geese"' in (project / "src/nine_geese/__init__.py").read_text()
    assert 'nine_geese = "nine_geese:GAME"' in (project / "pyproject.toml").read_text()


def test_the_template_may_keep_its_name(tmp_path: Path) -> None:
    project = new_game("pig", str(tmp_path / "deep" / "down"))
    assert project == tmp_path / "deep" / "down" / "pig"
    for source in template_files():
        assert (project / source.relative_to(TEMPLATE)).read_bytes() == source.read_bytes()


def test_caches_are_not_copied() -> None:
    assert {file.suffix for file in template_files()} == {".md", ".py", ".toml"}


@pytest.mark.usefixtures("installed")
def test_the_game_is_found_and_played_to_the_end() -> None:
    assert games()["nine_geese"].title == "Nine geese"
    rng = random.Random(3)
    play = parlour.new("nine_geese", preset="two_dice", players=8)
    while not play.over:
        if play.at_chance:
            play.roll(rng)
        else:
            ids = play.scene(play.to_move).ids()
            assert all(touch in ids for action in play.legal for touch in action.path)
            play.push(rng.choice(play.legal_codes()))
    assert play.score is not None
    assert sum(play.score) == 1
    assert draw_svg(play.scene())
    again = parlour.load(play.record())
    assert again.states.tobytes() == play.states.tobytes()
    assert again.record() == play.record()


def test_every_rule_of_the_page_is_tested_and_marked(project: Path) -> None:
    page = (project / "src/nine_geese/page.md").read_text()
    rules = re.findall(r"^\*\*(R\d+)\. ", page, re.MULTILINE)
    assert rules == [f"R{number}" for number in range(1, len(rules) + 1)]
    tests = (project / "tests/test_nine_geese.py").read_text()
    assert set(rules) == set(re.findall(r"def test_(R\d+)_", tests))
    assert set(rules) == set(re.findall(r"\bR\d+\b", (project / "src/nine_geese/rules.py").read_text()))


@pytest.mark.usefixtures("installed")
def test_the_page_lists_every_option_and_preset() -> None:
    game = find_game("nine_geese")
    page = read_page(game)
    for option in game.options:
        assert re.search(rf"^\| `{option.name}` \| .* \| {option.describe_default()} \|", page, re.MULTILINE)
    for preset, values in game.presets.items():
        changes = " ".join(f"`{name}={value}`" for name, value in values.items())
        assert f"| `{preset}` | {changes} |" in page


@pytest.mark.thorough
def test_its_own_tests_pass(project: Path, installed: list[str]) -> None:
    """The copy's rule tests and the conformance suite, run as its owner would."""
    python_path = os.pathsep.join([*installed, os.environ.get("PYTHONPATH", "")])
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider"],
        cwd=project,
        env={**os.environ, "PYTHONPATH": python_path, "PARLOUR_CACHE": str(project.parent / "cache")},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert " passed" in done.stdout


@pytest.mark.parametrize(
    ("fault", "reason"),
    [
        ("def setup(s, o:", r"rules.py:1: '\(' was never closed"),
        ("import nothing_of_that_name", r"rules.py:1: No module named 'nothing_of_that_name'"),
    ],
)
def test_a_package_that_cannot_be_loaded_says_where(
    fault: str, reason: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    project = new_game("lame_goose", tmp_path)
    (project / "src" / "lame_goose" / "rules.py").write_text(fault + "\n")
    info = tmp_path / "lame_goose-0.1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: lame_goose\nVersion: 0.1.0\n")
    (info / "entry_points.txt").write_text("[parlour.games]\nlame_goose = lame_goose:GAME\n")
    for folder in (project / "src", tmp_path):
        monkeypatch.syspath_prepend(str(folder))
    with pytest.warns(UserWarning, match=reason), pytest.raises(UnknownGame, match=reason):
        find_game("lame_goose")


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("Goose", "small letters"),
        ("nine-geese", "small letters"),
        ("9geese", "small letters"),
        ("_geese", "small letters"),
        ("geese_", "small letters"),
        ("gänse", "small letters"),
        ("../geese", "small letters"),
        ("", "small letters"),
        ("class", "a word of Python"),
        ("stencil", "there is a game 'stencil' already"),
        ("random", "a Python module"),
        ("sys", "a Python module"),
        ("parlour", "a Python module"),
    ],
)
def test_bad_names_are_refused(name: str, reason: str, tmp_path: Path) -> None:
    with pytest.raises(NewGameError, match=reason):
        new_game(name, tmp_path)
    assert list(tmp_path.iterdir()) == []


def test_what_exists_is_never_overwritten(tmp_path: Path) -> None:
    (tmp_path / "goose").mkdir()
    with pytest.raises(NewGameError, match="exists already"):
        new_game("goose", tmp_path)
    assert list((tmp_path / "goose").iterdir()) == []


def test_a_folder_that_cannot_be_made_is_told(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(NewGameError, match="cannot write"):
        new_game("goose", tmp_path / "file")


def test_the_command_says_what_to_do_next(tmp_path: Path) -> None:
    done = CliRunner().invoke(main, ["new", "goose", "--in", str(tmp_path)])
    assert done.exit_code == 0
    assert f"cd {tmp_path / 'goose'}" in done.output
    assert "parlour play goose" in done.output
    assert (tmp_path / "goose" / "pyproject.toml").is_file()


def test_the_command_refuses_in_a_sentence(tmp_path: Path) -> None:
    done = CliRunner().invoke(main, ["new", "Goose", "--in", str(tmp_path)])
    assert done.exit_code == 1
    assert done.output.startswith("Error: 'Goose' cannot name a game")


@pytest.mark.parametrize("entered", [True, False])
def test_whoever_called_parlour_by_its_path_is_told_how_to_enter_its_environment(
    entered: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """`pip` would be that of another Python otherwise, and the game announced where nobody looks for it."""
    programs = tmp_path / ".venv" / "bin"
    programs.mkdir(parents=True)
    for name in ("activate", "pip", "pip.exe"):
        (programs / name).write_text("")
        (programs / name).chmod(0o755)
    monkeypatch.setattr(sys, "executable", str(programs / "python"))
    monkeypatch.setenv("PATH", str(programs if entered else tmp_path))
    first = next_steps(Path("nine_geese")).splitlines()[2]
    assert first.strip().endswith("cd nine_geese" if entered else str(programs / "activate"))
