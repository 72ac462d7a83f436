"""The folders of the server: who may import whom, and whether docs/architecture.md names every file."""

import re
from pathlib import Path

import pytest

from tests.engine.test_layers import PACKAGE, imported

SERVER = PACKAGE / "server"
ARCHITECTURE = Path(__file__).parents[2] / "docs" / "architecture.md"
MAY_IMPORT: dict[str, set[str]] = {
    "rooms": set(),
    "database": {"rooms"},
    "bots": {"rooms"},
    "pages": set(),
    "live": {"rooms", "database", "bots", "settings"},
    "api": {"rooms", "database", "bots", "pages", "live"},
    "network": {"rooms", "database", "bots", "live", "api"},
}
START = {"app", "launch", "settings", "logs"}
FILES = sorted(path for path in SERVER.rglob("*.py") if path.name != "__init__.py" and "migrations" not in path.parts)
IN_FOLDERS = [path for path in FILES if path.parent != SERVER]


def folder_of(path: Path) -> str:
    return path.relative_to(SERVER).parts[0]


@pytest.mark.parametrize(
    "path", [path for path in FILES if path.parent != SERVER], ids=lambda path: str(path.relative_to(SERVER))
)
def test_imports_follow_the_arrows(path: Path) -> None:
    folder = folder_of(path)
    for name in imported(path):
        if name.startswith("parlour.server."):
            other = name.split(".")[2]
            assert other in MAY_IMPORT[folder] | {folder}, f"{path}: {folder} must not import {name}"


def test_every_folder_has_its_arrows_and_every_file_its_folder() -> None:
    assert {folder_of(path) for path in FILES if path.parent != SERVER} == {*MAY_IMPORT}
    assert {path.stem for path in FILES if path.parent == SERVER} == START


def test_the_table_of_files_is_complete() -> None:
    text = ARCHITECTURE.read_text()
    table = text[text.index("## The files of the server") : text.index("**The log is the game.**")]
    named = set()
    for row in re.findall(r"^\| (`.*?`) \|", table, re.M):
        folder = ""
        for name in re.findall(r"`(.*?)`", row):
            head, slash, last = name.removesuffix("/").rpartition("/")
            folder = head + slash or folder
            named.add(folder + last)
    there = {str(path.relative_to(SERVER)) for path in FILES} | {"database/migrations"}
    assert named == there
