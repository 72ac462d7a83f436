"""Whatever happens to a page, the play goes on exactly where it was."""

import random
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, expect

from tests.server.serving import Server
from tests.web.playing import Person
from tests.web.test_games import GAMES

LOST = "Connection lost"


@pytest.fixture
def person(server: Server, browser: Browser) -> Iterator[Person]:
    somebody = Person(browser, server.address, rng=random.Random(3))
    yield somebody
    somebody.close()


def open_stencil(person: Person) -> str:
    code = person.open_room(sit=(0, 1), **GAMES["stencil"])
    person.enter(code)
    for _ in range(3):
        person.wait_for_turn()
        person.move()
    person.wait_for_turn()
    return code


def board_of(person: Person) -> list[str]:
    """The counters on the board, by their names."""
    pieces = person.page.locator("svg.figure g[data-id^=red\\:], svg.figure g[data-id^=white\\:]").all()
    return sorted(piece.get_attribute("data-id") or "" for piece in pieces)


def test_a_reload_shows_the_same(person: Person) -> None:
    open_stencil(person)
    before, asked = board_of(person), person.page.locator(".asked").inner_text()
    person.page.reload()
    person.wait_for_turn()
    assert (board_of(person), person.page.locator(".asked").inner_text()) == (before, asked)
    person.move()


def test_two_tabs_show_the_same_and_a_late_touch_does_no_harm(person: Person) -> None:
    code = open_stencil(person)
    other = person.context.new_page()
    other.goto(f"/room/{code}")
    other.wait_for_selector(".room[data-state=yours]")
    person.move()
    after = person.page.locator(".room").get_attribute("data-after")
    other.wait_for_selector(f'.room[data-after="{after}"]')
    record = person.ask("GET", f"/rooms/{code}/plies")
    late = person.context.request.post(f"/api/rooms/{code}/moves", data={"seat": 0, "after": 1, "move": "a1"})
    assert late.status in (409, 422)
    assert person.ask("GET", f"/rooms/{code}/plies") == record


def test_a_move_made_without_a_network_arrives_when_it_is_back(person: Person) -> None:
    code = open_stencil(person)
    plies = len(person.ask("GET", f"/rooms/{code}/plies"))
    person.context.set_offline(True)
    person.touch(person.touchable()[0])
    expect(person.page.get_by_role("alert").filter(has_text=LOST)).to_be_visible()
    person.context.set_offline(False)
    person.wait_for_turn()
    expect(person.page.get_by_role("alert").filter(has_text=LOST)).to_be_hidden()
    assert len(person.ask("GET", f"/rooms/{code}/plies")) == plies + 1


def test_a_server_that_was_away_is_found_again(server: Server, person: Person) -> None:
    code = open_stencil(person)
    before = board_of(person)
    server.kill()
    expect(person.page.get_by_role("alert").filter(has_text=LOST)).to_be_visible()
    server.start()
    expect(person.page.get_by_role("alert").filter(has_text=LOST)).to_be_hidden(timeout=20_000)
    assert board_of(person) == before
    person.move()
    assert len(person.ask("GET", f"/rooms/{code}/plies"))


def test_a_room_that_is_not_there(person: Person) -> None:
    person.page.goto("/room/aaaaaaaa")
    expect(person.page.get_by_role("heading", name="This room cannot be shown")).to_be_visible()
    person.page.get_by_role("link", name="To the front page").click()
    expect(person.page.get_by_role("heading", name="Parlour")).to_be_visible()
