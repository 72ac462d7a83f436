"""A server with the built pages, and a real Chromium. Where there is none these tests are left out, except in CI."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, sync_playwright

from tests.server.serving import Server, running_server
from tests.tools import WITH_CHROMIUM, find_chromium
from tests.web.playing import Person

FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--no-first-run"]


if not WITH_CHROMIUM:
    collect_ignore_glob = ["test_*.py"]


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Browsers take long: the quick form plays one game in one, marked for it; the thorough form does everything.

    What fails is tried once more, and named at the end: a machine that stands still makes any page look slow.
    """
    for item in items:
        if item.path.is_relative_to(Path(__file__).parent):
            item.add_marker(pytest.mark.flaky(reruns=1))
            if item.get_closest_marker("quick") is None:
                item.add_marker(pytest.mark.thorough)


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with running_server(Path(tmp_path_factory.mktemp("house"))) as running:
        yield running


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """For one module only: while it is there, no other test can run a loop of its own."""
    with sync_playwright() as playwright:
        launched = playwright.chromium.launch(executable_path=find_chromium(), args=FLAGS)
        yield launched
        launched.close()


@pytest.fixture
def person(server: Server, browser: Browser) -> Iterator[Person]:
    """Somebody whose pages must not complain."""
    somebody = Person(browser, server.address)
    yield somebody
    assert somebody.complaints == []
    somebody.close()
