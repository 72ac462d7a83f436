"""A server with the built pages, and a real Chromium. Where there is none these tests are left out, except in CI."""

import os
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, sync_playwright

from tests.server.serving import Server, running_server
from tests.web.playing import Person

NAMES = ("chromium", "chromium-browser", "google-chrome", "chrome")
FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--no-first-run"]


def find_chromium() -> str | None:
    return next((found for name in NAMES if (found := shutil.which(name))), None)


CHROMIUM = find_chromium()
if CHROMIUM is None and not os.environ.get("CI"):
    collect_ignore_glob = ["test_*.py"]


def pytest_report_header() -> str | None:
    if CHROMIUM is None:
        return f"no browser tests: none of {', '.join(NAMES)} is installed"
    return None


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with running_server(Path(tmp_path_factory.mktemp("house"))) as running:
        yield running


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """For one module only: while it is there, no other test can run a loop of its own."""
    assert CHROMIUM, f"the tests in a browser need Chromium: expected one of {', '.join(NAMES)}"
    with sync_playwright() as playwright:
        launched = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield launched
        launched.close()


@pytest.fixture
def person(server: Server, browser: Browser) -> Iterator[Person]:
    """Somebody whose pages must not complain."""
    somebody = Person(browser, server.address)
    yield somebody
    assert somebody.complaints == []
    somebody.close()
