"""A number that was touched in vain is forgotten by who goes on calculating."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, expect

from tests.server.serving import Server
from tests.web.playing import TOUCH, Person
from tests.web.test_table import ZONES


@pytest.fixture
def ann(server: Server, browser: Browser) -> Iterator[Person]:
    person = Person(browser, server.address, means=TOUCH, size="phone")
    person.page.set_viewport_size({"width": 360, "height": 640})
    code = person.open_room(sit=(0, 1), dice="manual", **ZONES)
    for _ in range(2):
        room = person.ask("GET", f"/rooms/{code}?detail=text")
        thrown = next((one["notation"] for one in room["outcomes"] if one["notation"] == "4422"), None)
        move = thrown or room["outcomes"][0]["notation"]
        person.ask("POST", f"/rooms/{code}/moves", seat=0, after=room["after"], move=move)
    person.enter(code)
    person.wait_for_turn()
    yield person
    assert person.complaints == []
    person.close()


def test_a_number_that_cannot_be_had_is_forgotten_by_who_goes_on(ann: Person) -> None:
    """What is calculated then is another number, and the line stays for that one."""
    legal = ann.ask("GET", f"/rooms/{ann.page.url.rpartition('/')[2]}?detail=text")["legal"]
    made = {action["notation"].partition("=")[2] for action in legal}
    vain = next(n for n in range(95, 0, -1) if str(n) not in made)
    line, said = ann.page.locator(".line output"), f"not {vain}"
    ann.press(ann.page.get_by_role("button", name="die 4, the first", exact=True))
    ann.press(ann.page.get_by_role("button", name="plus"))
    ann.tap_on(f"number:{vain}")
    expect(line).to_contain_text(said)
    ann.press(ann.page.get_by_role("button", name="die 4, the second", exact=True))
    expect(line).to_have_text("= 8")
