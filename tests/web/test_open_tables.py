"""Strangers meet at an open table, where the server keeps a list of them."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.server.serving import Server, running_server
from tests.web.playing import Person


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with running_server(Path(tmp_path_factory.mktemp("house")), open_tables=True) as running:
        yield running


def test_a_stranger_finds_the_table_on_the_front_page_once_its_maker_ticks_that(
    server: Server, browser: Browser
) -> None:
    ann, eve = Person(browser, server.address), Person(browser, server.address)
    code = ann.open_room(game="stencil")
    ann.enter(code)
    eve.page.goto("/")
    expect(eve.page.get_by_text("There are no open tables right now.")).to_be_visible()
    ann.page.get_by_role("checkbox", name="Anyone may join").check()
    table = eve.page.get_by_role("link", name="Join Person 1 in Stencil")
    expect(table).to_be_visible(timeout=30_000)  # the page looks again by itself
    table.click()
    eve.page.wait_for_url(f"**/room/{code}")
    eve.page.get_by_role("button", name=re.compile("Sit here")).click()
    for person in (ann, eve):
        person.page.wait_for_selector(".room[data-state=yours], .room[data-state=theirs]")
        assert person.complaints == []
        person.close()
