"""Bringing others here: from the front page into a room with a link, which a camera reads and another machine opens.

A second loopback address stands for the local network: what listens on the first alone cannot be reached by it.
"""

import io
import os
import re
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit

import pytest
import zxingcpp
from PIL import Image
from playwright.sync_api import Browser, Page, expect

from tests.web.playing import Person

NEIGHBOUR = "127.0.0.2"


@pytest.fixture
def address(tmp_path: Path) -> Iterator[str]:
    """`parlour` alone, as people start it."""
    environment = {
        **os.environ,
        "BROWSER": "true",
        "XDG_DATA_HOME": str(tmp_path),
        "PARLOUR_ADDRESSES": NEIGHBOUR,
        "PYTHONUNBUFFERED": "1",
    }
    command = [sys.executable, "-m", "parlour"]
    with subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        found = (re.search(r"http://\S+", line) for line in process.stdout)
        yield next(match[0].rstrip("/") for match in found if match)
        process.terminate()
        process.stdout.read()


def can_reach(address: str, host: str) -> bool:
    try:
        socket.create_connection((host, urlsplit(address).port or 80), timeout=5).close()
    except ConnectionRefusedError:
        return False
    return True


def scan(page: Page) -> str:
    """What a phone's camera reads on the screen."""
    expect(page.locator("svg.qr path").first).to_be_visible()
    found = zxingcpp.read_barcodes(Image.open(io.BytesIO(page.screenshot())))
    return found[0].text if found else ""


def test_a_phone_on_the_network_comes_by_the_code_once_it_is_let_in(address: str, browser: Browser) -> None:
    host = Person(browser, address, size="phone")
    host.page.goto("/")
    host.page.get_by_role("button", name="Play with friends").click()
    host.page.locator("dialog label", has_text="3").click()
    host.page.get_by_role("button", name="Vendetta").click()
    expect(host.page.get_by_text("So far, Parlour can be reached from this computer only.")).to_be_visible()
    assert not can_reach(address, NEIGHBOUR)
    host.page.get_by_role("button", name="Let others on this network join").click()
    link = scan(host.page)
    assert link == host.page.get_by_label("Invite", exact=True).input_value()
    assert urlsplit(link).hostname == NEIGHBOUR
    guest = Person(browser, f"http://{urlsplit(link).netloc}", size="phone")
    guest.page.goto(link)
    guest.page.get_by_label("Your name").fill("Ella")
    guest.page.get_by_role("button", name="Sit here").first.click()
    expect(host.page.get_by_role("listitem").filter(has_text="Ella")).to_be_visible()
    assert guest.page.get_by_role("button", name="Let others on this network join").count() == 0
    host.page.get_by_role("button", name="Stop sharing").click()
    expect(host.page.get_by_role("button", name="Let others on this network join")).to_be_visible()
    assert not can_reach(address, NEIGHBOUR)
    assert can_reach(address, "127.0.0.1")
    assert host.complaints == []
    guest.close()
    host.close()


def test_the_code_leads_to_the_seat_that_is_kept(person: Person) -> None:
    """On a server that others run there is nothing to let in, and the page says who could."""
    code = person.open_room(sit=(0,), game="quatro", preset="three")
    person.page.route(
        "**/api/network", lambda route: route.fulfill(json={"yours": False, "open": True, "addresses": []})
    )
    person.enter(code)
    assert scan(person.page) == f"{person.address}/room/{code}"
    person.page.get_by_role("button", name="Invite here").nth(1).click()
    expect(person.page.get_by_label("Invite", exact=True)).to_have_value(f"{person.address}/room/{code}?seat=2")
    expect(person.page.get_by_role("button", name="Invite here").nth(1)).to_have_attribute("aria-pressed", "true")


def test_who_may_not_let_others_in_is_told_who_can(person: Person) -> None:
    person.enter(person.open_room(sit=(0,), game="quatro", preset="two"))
    expect(person.page.get_by_text("Whoever runs this server can make it reachable for others.")).to_be_visible()
    assert person.page.locator("svg.qr").count() == 0


@pytest.mark.parametrize("people", ["2", "4", "8"])
def test_only_games_for_so_many_are_offered(person: Person, people: str) -> None:
    person.page.goto("/")
    person.page.get_by_role("button", name="Play with friends").click()
    dialog = person.page.get_by_role("dialog", name="Play with friends")
    dialog.locator("label", has_text=people).click()
    games = [game["title"] for game in person.ask("GET", "/games") if int(people) in game["players"]]
    expect(dialog.locator("strong")).to_have_count(len(games))
    assert sorted(dialog.locator("strong").all_inner_texts()) == sorted(games)
    dialog.get_by_role("button", name=games[0]).click()
    person.page.wait_for_url("**/room/*")
    expect(person.page.locator(".waiting li")).to_have_count(int(people))
