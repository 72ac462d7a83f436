"""For everyone: axe-core finds nothing on any page, and keyboards and screen readers have what mice and eyes have."""

import random
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, expect

from tests.server.serving import Server
from tests.web.playing import SIZES, Person
from tests.web.test_games import GAMES, special_of

PAGES = ("/", "/play/quatro", "/play/numeric", "/learn/stencil", "/rules/stencil")
MODES = ("light", "dark")


def find_faults(page: Page, contrast: Any = "no-preference") -> list[str]:
    page.emulate_media(contrast=contrast)
    found = Axe().run(page).response["violations"]
    return [f"{fault['id']}: {fault['help']}: {fault['nodes'][0]['html'][:200]}" for fault in found]


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("path", PAGES)
def test_pages(server: Server, browser: Browser, path: str, mode: Any) -> None:
    person = Person(browser, server.address, settings={"color_scheme": mode})
    person.page.goto(path)
    expect(person.page.get_by_role("heading").first).to_be_visible()
    person.page.wait_for_load_state("networkidle")
    assert find_faults(person.page) == []
    assert find_faults(person.page, contrast="more") == []
    assert person.complaints == []
    person.close()


@pytest.mark.parametrize("name", GAMES)
def test_boards(server: Server, browser: Browser, name: str) -> None:
    """In the middle of a game, with something in focus; after the end; and looked back at. Sizes and modes in turn."""
    place = list(GAMES).index(name)
    size, mode = list(SIZES)[place % 3], MODES[place % 2]
    settings: dict[str, Any] = {"color_scheme": mode}
    person = Person(browser, server.address, size=size, rng=random.Random(5), settings=settings)
    code = person.open_room(sit=(0, 1), **GAMES[name])
    person.enter(code)
    for _ in range(2):
        if person.wait_for_turn() == "yours":
            person.move(special_of(name))
    if person.wait_for_turn() == "yours":
        things = person.touchable()
        if things:
            things[0].focus()
        assert find_faults(person.page) == []
        assert find_faults(person.page, contrast="more") == []
        assert_no_sideways_scrolling(person.page)
        person.ask("POST", f"/rooms/{code}/resign", seat=0)
    person.page.wait_for_selector(".room[data-state=over]")
    assert find_faults(person.page) == []
    person.page.goto(f"/replay/{code}?ply=2")
    expect(person.page.get_by_role("slider")).to_be_visible()
    assert find_faults(person.page) == []
    assert_no_sideways_scrolling(person.page)
    assert person.complaints == []
    person.close()


def assert_no_sideways_scrolling(page: Page) -> None:
    for width, height in SIZES.values():
        page.set_viewport_size({"width": width, "height": height})
        wide = page.evaluate("document.documentElement.scrollWidth")
        assert wide <= width, f"the page is {wide} wide on a screen of {width}"


def test_everything_to_touch_has_a_name_and_shows_its_focus(server: Server, browser: Browser) -> None:
    person = Person(browser, server.address)
    code = person.open_room(sit=(0, 1), **GAMES["quatro"])
    person.enter(code)
    person.wait_for_turn()
    for thing in person.touchable():
        assert thing.get_attribute("aria-label")
    person.page.keyboard.press("b")
    expect(person.page.locator(".focus-inner")).to_be_visible()
    before = person.page.evaluate("document.activeElement.dataset.id")
    person.page.keyboard.press("PageDown")
    assert person.page.evaluate("document.activeElement.dataset.id") != before
    person.close()


def test_what_happens_is_announced(server: Server, browser: Browser) -> None:
    person = Person(browser, server.address)
    code = person.open_room(sit=(0, 1), **GAMES["stencil"])
    person.enter(code)
    person.wait_for_turn()
    person.move()
    told = person.ask("GET", f"/rooms/{code}?detail=text")["told"][-1]["sentence"]
    expect(person.page.locator("[aria-live=polite]").filter(has_text=told)).to_have_count(1)
    person.close()
