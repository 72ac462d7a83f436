"""What the pages are built from: the stamp that says when to build again sees all of it, and nothing else."""

import importlib.util
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

ROOT = Path(__file__).parents[2]


@pytest.fixture
def build(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> ModuleType:
    """The build hook, over a small tree of its own; hatchling itself is not needed for it."""
    hook: Any = ModuleType("hatchling.builders.hooks.plugin.interface")
    hook.BuildHookInterface = object
    for name in ("hatchling", "hatchling.builders", "hatchling.builders.hooks", "hatchling.builders.hooks.plugin"):
        monkeypatch.setitem(sys.modules, name, ModuleType(name))
    monkeypatch.setitem(sys.modules, hook.__name__, hook)
    spec = importlib.util.spec_from_file_location("hatch_build", ROOT / "hatch_build.py")
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    for name in ("ROOT", "SOURCES", "GAMES", "BUILT", "STAMP"):
        monkeypatch.setattr(module, name, tmp_path / getattr(module, name).relative_to(ROOT))
    for path in ("web/src/main.ts", "src/parlour/games/pig/browser/part.ts", "src/parlour/games/pig/rules.py"):
        write(tmp_path / path, "1")
    return module


def write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)


@pytest.mark.parametrize("path", ["web/src/main.ts", "web/new.ts", "src/parlour/games/pig/browser/part.ts"])
def test_another_source_asks_for_another_build(build: ModuleType, tmp_path: Path, path: str) -> None:
    write(build.STAMP, build.sources_hash())
    assert not build.is_stale()
    write(tmp_path / path, "2")
    assert build.is_stale()


@pytest.mark.parametrize(
    "path",
    [
        "web/node_modules/svelte.js",
        "web/tests/plan.test.ts",
        "src/parlour/games/pig/browser/tests/part.test.ts",
        "src/parlour/games/pig/rules.py",
    ],
)
def test_what_the_pages_are_not_built_from_changes_nothing(build: ModuleType, tmp_path: Path, path: str) -> None:
    write(build.STAMP, build.sources_hash())
    write(tmp_path / path, "2")
    assert not build.is_stale()


def test_a_package_without_sources_brings_its_pages_along(build: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(build, "SOURCES", build.ROOT / "nowhere")
    assert not build.is_stale()
