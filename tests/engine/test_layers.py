"""The arrows between layers: who may import whom."""

import ast
from pathlib import Path

import pytest

PACKAGE = Path(__file__).parents[2] / "src" / "parlour"
MAY_IMPORT = {
    "engine": {"engine"},
    "games": {"engine", "games"},
    "search": {"engine", "search"},
    "paper": {"engine", "paper"},
    "terminal": {"engine", "search", "terminal"},
    "server": {"engine", "laboratory", "paper", "search", "server"},
    "conform": {"conform", "engine", "search"},
    "environments": {"engine", "environments", "search"},
    "laboratory": {"engine", "laboratory", "search"},
    "nets": {"engine", "nets", "search"},
}
OUTSIDE = {
    "engine": {"numpy", "numba", "llvmlite"},
    "games": {"numpy"},
    "search": {"numpy"},
    "conform": {"numpy"},
    "environments": {"numpy"},
    "paper": {"markdown_it"},
    "laboratory": {"numpy"},
    "nets": {"numpy"},
    "terminal": {"click", "rich", "numpy"},
    "server": {
        "fastapi",
        "starlette",
        "pydantic",
        "pydantic_core",
        "uvicorn",
        "sqlalchemy",
        "alembic",
        "segno",
        "psycopg",
        "markdown_it",
    },
}
DOORS = {  # files that lead to a library, which the rest of their layer does without
    "environments/pettingzoo.py": {"gymnasium", "pettingzoo"},
    "environments/gymnasium.py": {"gymnasium"},
    "environments/gymnasium_vector.py": {"gymnasium"},
    "environments/spaces.py": {"gymnasium"},
    "environments/openspiel.py": {"pyspiel"},
    "environments/rendering.py": {"PIL", "resvg_py"},
    "laboratory/measures.py": {"scipy"},
    "laboratory/figures.py": {"matplotlib"},
    "laboratory/frames.py": {"polars"},
    "laboratory/datasets.py": {"polars"},
    "laboratory/searching.py": {"optuna"},
    "laboratory/cluster.py": {"ray"},
}
FILES = [path for layer in MAY_IMPORT for path in sorted((PACKAGE / layer).rglob("*.py"))]


def imported(path: Path) -> set[str]:
    """The modules a file imports, by their full names."""
    names: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            names.update(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: imports are written in full"
            names.add(node.module or "")
            names.update(f"{node.module}.{alias.name}" for alias in node.names if node.module == "parlour")
    return names


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(PACKAGE)))
def test_imports_follow_the_arrows(path: Path) -> None:
    import sys

    layer = path.relative_to(PACKAGE).parts[0]
    outside = OUTSIDE[layer] | DOORS.get(path.relative_to(PACKAGE).as_posix(), set())
    for name in imported(path):
        parts = name.split(".")
        if parts[0] == "parlour":
            assert len(parts) > 1, f"{path}: imports the whole package"
            assert parts[1] in MAY_IMPORT[layer], f"{path}: {layer} must not import {name}"
        else:
            assert parts[0] in sys.stdlib_module_names | outside, f"{path}: {layer} must not need {name}"


@pytest.mark.parametrize(
    "path", sorted((PACKAGE / "games").glob("*/*.py")), ids=lambda path: f"{path.parent.name}/{path.name}"
)
def test_a_game_imports_no_other_game(path: Path) -> None:
    for name in imported(path):
        if name.startswith("parlour.games."):
            assert name.split(".")[2] == path.parent.name, f"{path} imports {name}"


LANGUAGE = {"numpy", *(f"parlour.engine.{name}" for name in ("bits", "contract", "local", "shares"))}  # of rules


def rules_files() -> list[Path]:
    """The files that are bound and compiled: a game's rules, knowledge and solving, and what of theirs these import."""
    found: list[Path] = []
    waiting = [path for name in ("rules", "knowledge", "solving") for path in (PACKAGE / "games").glob(f"*/{name}.py")]
    while waiting:
        path = waiting.pop()
        if path not in found:
            found.append(path)
            own = f"parlour.games.{path.parent.name}."
            names = [name.removeprefix(own) for name in imported(path) if name.startswith(own)]
            waiting += [path.with_name(f"{name}.py") for name in names if name not in DECLARED]
    return sorted(found)


DECLARED = {"board", "conditions", "expressions", "options", "state"}  # of which rules only read constants


@pytest.mark.parametrize("path", rules_files(), ids=lambda path: f"{path.parent.name}/{path.name}")
def test_rules_need_nothing_but_numpy_and_their_language(path: Path) -> None:
    own = f"parlour.games.{path.parent.name}."
    tables = {"collections.abc", "itertools", "math", "typing", "numpy.typing"}  # for what is worked out once
    judging = {"parlour.engine.codes", "parlour.engine.level"} if path.stem != "rules" else set()
    for name in imported(path):
        known = name in LANGUAGE | tables | judging or f"{name}.".startswith(own)
        assert known, f"{path} imports {name}"


def test_the_public_names_are_one_short_list() -> None:
    import parlour

    names = {"Action", "Game", "IllegalAction", "Play", "RecordError", "View", "games", "load", "new"}
    assert set(parlour.__all__) == names
    assert all(hasattr(parlour, name) for name in names)
    assert set(parlour.games()) == set(parlour.games()), "the function survives the folder of its name"
