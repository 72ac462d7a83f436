"""What happened is in sight on a phone, whatever else there is to read."""

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from tests.server.serving import Server
from tests.web.playing import TOUCH, Person
from tests.web.test_table import ZONES

GIVES_A_CARD = {str(n) for n in (1, 2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41, 43, 47)}  # some of them


@pytest.fixture
def ann(server: Server, browser: Browser) -> Iterator[Person]:
    person = Person(browser, server.address, means=TOUCH, size="phone")
    yield person
    assert person.complaints == []
    person.close()


@pytest.fixture
def bob(server: Server, browser: Browser) -> Iterator[Person]:
    person = Person(browser, server.address)
    yield person
    person.close()


def made(action: dict[str, Any]) -> str:
    number: str = action["notation"].partition("=")[2]
    return number


def look(person: Person, code: str) -> dict[str, Any]:
    room: dict[str, Any] = person.ask("GET", f"/rooms/{code}?detail=text")
    return room


def play(person: Person, code: str, move: str) -> None:
    room = look(person, code)
    person.ask("POST", f"/rooms/{code}/moves", seat=room["to_move"], after=room["after"], move=move)


def sit_down(ann: Person, bob: Person) -> str:
    code = ann.open_room(**ZONES)
    bob.ask("POST", f"/rooms/{code}/seats/1", name="Bob")
    ann.enter(code)
    return code


def test_a_card_that_somebody_else_draws_is_told(ann: Person, bob: Person) -> None:
    code = sit_down(ann, bob)
    while True:
        room = look(bob, code)
        cards = [action["notation"] for action in room["legal"] if made(action) in GIVES_A_CARD]
        if room["to_move"] == 1 and cards:
            break
        play([ann, bob][room["to_move"]], code, "pass")
    play(bob, code, cards[0])
    expect(ann.page.get_by_label("What happened").get_by_text("Bob draws card")).not_to_have_count(0)
    expect(ann.page.locator(".strip")).to_be_visible()


def test_what_else_could_be_made_is_told_with_what_happened(ann: Person, bob: Person) -> None:
    """Once nobody can use it any more, and not in the place of what happened."""
    code = sit_down(ann, bob)
    while look(ann, code)["to_move"] != 0:
        play(bob, code, "pass")
    ann.wait_for_turn()
    worst = min((action for action in look(ann, code)["legal"] if made(action)), key=lambda action: action["pays"])
    ann.page.get_by_role("textbox", name="Your calculation").fill(worst["notation"].partition("=")[0])
    before = ann.page.locator(".room").get_attribute("data-after")
    ann.page.get_by_role("button", name="Cover").tap()
    ann.wait_for_change(before)
    while look(bob, code)["to_move"] == 1:
        play(bob, code, "pass")
    expect(ann.page.get_by_label("What happened").get_by_text("; also possible: ")).not_to_have_count(0)
    expect(ann.page.locator(".strip")).to_be_visible()
