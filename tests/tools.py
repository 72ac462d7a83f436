"""The programs that some tests need: left out where one is missing, which the summary says; never left out in CI."""

import os
import shutil
import sys
from collections.abc import Iterable
from importlib.util import find_spec
from pathlib import Path

TESTS = Path(__file__).parent
IN_CI = os.environ.get("CI", "").lower() in ("1", "true")
BROWSERS = ("chromium", "chromium-browser", "google-chrome", "chrome")
CHROMIUM = next((found for name in BROWSERS if (found := shutil.which(name))), "")
POSTGRES = os.environ.get("PARLOUR_TEST_POSTGRES", "")  # the address of a database in which tests make their own

NODE = shutil.which("node") or shutil.which("node", path=str(Path(sys.executable).parent)) or ""  # there by a wheel

NGINX = shutil.which("nginx") or shutil.which("nginx", path="/usr/sbin") or ""  # Debian keeps it out of people's way

CADDY = shutil.which("caddy") or ""

WITH_CHROMIUM = bool(CHROMIUM) or IN_CI
WITH_POSTGRES = bool(POSTGRES) or IN_CI
WITH_NODE = bool(NODE) or IN_CI
WITH_NGINX = bool(NGINX) or IN_CI
WITH_RAY = find_spec("ray") is not None or IN_CI
WITH_CADDY = bool(CADDY) or IN_CI
WITH_SITE = bool(find_spec("mkdocs")) or IN_CI
WITH_TORCH = find_spec("torch") is not None or IN_CI


def find_chromium() -> str:
    assert CHROMIUM, f"the tests in a browser need Chromium: expected one of {', '.join(BROWSERS)} to be installed"
    return CHROMIUM


def find_node() -> str:
    assert NODE, "the test of the script in docs/fair-dice.md needs Node: expected node to be installed"
    return NODE


def find_postgres() -> str:
    assert POSTGRES, "the tests on PostgreSQL need its address: expected PARLOUR_TEST_POSTGRES=postgresql://…"
    return POSTGRES


def find_nginx() -> str:
    assert NGINX, "the tests behind a proxy need nginx: expected nginx to be installed"
    return NGINX


def find_caddy() -> str:
    assert CADDY, "the tests behind a proxy need Caddy: expected caddy to be installed"
    return CADDY


def left_out(paths: Iterable[Path]) -> list[str]:
    """What of the tests in these files or folders is not run here, in sentences that say what would have it run."""
    missing = []
    if not WITH_CHROMIUM:
        missing.append(("web", f"the pages in a browser: none of {', '.join(BROWSERS)} is installed"))
        missing.append(("paper", f"the size of what is printed: none of {', '.join(BROWSERS)} is installed"))
    if not WITH_POSTGRES:
        missing.append(("server", "the server on PostgreSQL: PARLOUR_TEST_POSTGRES=postgresql://… is not set"))
    if not WITH_NGINX:
        missing.append(("server", "the server behind a proxy: nginx is not installed"))
    if not WITH_CADDY:
        missing.append(("server", "the server behind the other proxy: caddy is not installed"))
    if not WITH_NODE:
        missing.append(("engine", "the script that checks dice in docs/fair-dice.md: node is not installed"))
    if not WITH_RAY:
        missing.append(("laboratory", "runs on a cluster: ray is not installed"))
    if not WITH_TORCH:
        missing.append(("environments", "the learner of docs/examples: torch is not installed"))
    if not WITH_SITE:
        missing.append(("test_site.py", "the site of docs/: pip install -e '.[docs]' is missing"))
    return [f"Not tested: {what}." for folder, what in missing if any(_touches(path, TESTS / folder) for path in paths)]


def _touches(path: Path, folder: Path) -> bool:
    return path.is_relative_to(folder) or folder.is_relative_to(path)
