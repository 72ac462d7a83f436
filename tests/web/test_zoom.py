"""Small letters come nearer: two touches on a board zoom it, a button brings it back."""

import pytest
from playwright.sync_api import Browser

from tests.server.serving import Server
from tests.web.playing import TOUCH, Person

READABLE = 9  # CSS pixels

# The height of the smallest letters on the board, in CSS pixels
SMALLEST = """() => {
  const figure = document.querySelector("main svg.figure");
  const scale = figure.getScreenCTM().a;
  return Math.min(...[...figure.querySelectorAll("text")].map((text) => scale * text.getAttribute("font-size")));
}"""


def touch_twice(person: Person, across: float, down: float) -> None:
    """Where nothing may be played, nor near anything: a browser takes what lies beside a finger for what is meant."""
    box = person.page.locator("main svg.figure").bounding_box()
    assert box
    x, y = box["x"] + across * box["width"], box["y"] + down * box["height"]
    person.tap(x, y)
    person.tap(x, y)


@pytest.mark.parametrize(
    ("game", "preset"), [("quantum", "two"), ("vendetta", "two"), ("quatro", "two"), ("numeric", "zones")]
)
def test_letters_are_read_on_a_phone_after_two_touches(
    server: Server, browser: Browser, game: str, preset: str
) -> None:
    person = Person(browser, server.address, means=TOUCH, size="phone")
    options = {"players": 2} if game == "numeric" else {}
    person.enter(person.open_room(sit=(0, 1), game=game, preset=preset, options=options))
    person.wait_for_turn()
    before = person.page.evaluate(SMALLEST)
    after = person.page.locator(".room").get_attribute("data-after")
    touch_twice(person, *((0.87, 0.75) if game == "numeric" else (0.5, 0.03)))
    person.page.wait_for_selector("main .near")
    assert max(before, person.page.evaluate(SMALLEST)) >= READABLE
    assert person.page.evaluate(SMALLEST) > 2 * before
    assert person.page.evaluate("document.scrollingElement.scrollWidth <= innerWidth")
    person.page.get_by_role("button", name="Whole board").tap()
    person.page.wait_for_selector("main .zoom:not(.near)")
    assert person.page.evaluate(SMALLEST) == before
    assert person.page.locator(".room").get_attribute("data-after") == after
    person.close()
