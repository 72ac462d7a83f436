"""Hints: the move that is told is drawn on the board, and a refusal is told unless the board has gone on."""

from typing import Any

import pytest
from playwright.sync_api import Browser, Request, Route, expect

from tests.server.serving import Server
from tests.web.playing import PATIENCE, TOUCH, Person
from tests.web.test_games import GAMES

STENCIL: dict[str, Any] = {"game": "stencil", "options": {"plate_choice": "fixed", "games": 1}}
TABLES = {"quatro": GAMES["quatro"], "stencil": STENCIL, "vendetta": GAMES["vendetta"]}


def tell(person: Person, code: str) -> dict[str, Any]:
    """Lets the server's answer be the first move there is, told in full."""
    move: dict[str, Any] = person.ask("GET", f"/rooms/{code}?detail=text")["legal"][0]
    advice = {"notation": move["notation"], "label": move["label"], "sentence": move["sentence"], "path": move["path"]}
    told = {
        "level": 5,
        "levels": [5],
        "sentences": ["Play this."],
        "moves": [{**advice, "values": [0, 0], "reason": ""}],
    }

    def answer(route: Route) -> None:
        route.fulfill(json=told)

    person.page.route("**/hints", answer)
    return move


@pytest.mark.parametrize("name", TABLES)
def test_a_hint_draws_its_move_on_the_board(person: Person, name: str) -> None:
    code = person.open_room(sit=(0, 1), **TABLES[name])
    person.enter(code)
    for _ in range(20):
        person.wait_for_turn()
        if person.page.get_by_role("button", name="Hint").count():
            break
        person.move()
    move = tell(person, code)
    assert person.page.locator(".ghost").count() == 0
    person.page.get_by_role("button", name="Hint").click()
    expect(person.page.get_by_text("Play this.")).to_be_visible()
    expect(person.page.locator("main .ghost").first).to_be_attached()
    before = person.page.locator(".room").get_attribute("data-after")
    room = person.ask("GET", f"/rooms/{code}?detail=text")
    person.ask("POST", f"/rooms/{code}/moves", seat=room["to_move"], after=room["after"], move=move["notation"])
    person.wait_for_change(before)
    expect(person.page.locator("main .ghost")).to_have_count(0)


@pytest.mark.parametrize("is_stale", [True, False])
def test_a_refused_hint_is_told_unless_the_board_has_gone_on(person: Person, is_stale: bool) -> None:
    code = person.open_room(sit=(0, 1), **STENCIL)
    person.enter(code)
    person.wait_for_turn()
    room = person.ask("GET", f"/rooms/{code}?detail=text")
    asked: list[Request] = []

    def refuse(route: Route) -> None:
        asked.append(route.request)
        route.fulfill(status=409, json={"error": "in this room there are no hints"})

    def look(route: Route) -> None:
        route.fulfill(json=room | {"after": room["after"] + int(is_stale)})

    person.page.route("**/hints", refuse)
    person.page.route(f"**/api/rooms/{code}?detail=text", look)
    with person.page.expect_response("**?detail=text"):
        person.page.get_by_role("button", name="Hint").click()
    assert asked
    expect(person.page.get_by_role("button", name="Hint")).to_be_enabled()
    expect(person.page.get_by_text("in this room there are no hints")).to_have_count(0 if is_stale else 1)


def test_a_hint_stays_when_something_else_is_told_meanwhile(person: Person) -> None:
    person.page.emulate_media(reduced_motion="no-preference")
    code = person.open_room(sit=(0, 1), **STENCIL)
    person.enter(code)
    person.wait_for_turn()
    tell(person, code)
    person.page.get_by_role("button", name="Hint").click()
    expect(person.page.get_by_text("Play this.")).to_be_visible()
    person.ask(
        "PUT", f"/rooms/{code}/seats/1/name", name="Somebody else"
    )  # the room tells it, as it does that a hint was asked for
    expect(person.page.get_by_role("list", name="Seats").get_by_text("Somebody else")).to_be_visible()
    expect(person.page.get_by_text("Play this.")).to_be_visible()


def test_it_is_said_that_a_hint_takes_longer(person: Person) -> None:
    person.enter(person.open_room(sit=(0, 1), **STENCIL))
    person.wait_for_turn()
    held: list[Route] = []
    person.page.route("**/hints", lambda route: held.append(route))
    person.page.get_by_role("button", name="Hint").click()
    expect(person.page.get_by_text("Working out a hint …")).to_be_visible()
    held[0].fulfill(status=409, json={"error": "in this room there are no hints"})
    expect(person.page.get_by_text("in this room there are no hints")).to_be_visible()


def test_many_numbers_are_marked_on_the_board_and_not_listed_over_it(server: Server, browser: Browser) -> None:
    person = Person(browser, server.address, means=TOUCH, size="phone")
    person.page.set_viewport_size({"width": 360, "height": 640})
    position = "phase=forming throws=1 thrower=A turn=A asked=0 throw=6431 money=500,500"
    person.enter(
        person.open_room(sit=(0, 1), game="numeric", preset="zones", options={"players": 2}, position=position)
    )
    person.wait_for_turn()
    for name in ("Hint", "More"):
        person.page.get_by_role("button", name=name, exact=True).tap()
        expect(person.page.locator(".note li")).to_contain_text(
            "marked on the board" if name == "More" else "can be made", timeout=PATIENCE
        )
        person.page.wait_for_timeout(400)  # the second of two quick taps is not for a button that has just come
    note, board = person.page.locator(".note").bounding_box(), person.page.locator("main svg.figure").bounding_box()
    assert note
    assert board
    assert note["y"] + note["height"] <= board["y"]
    marked = person.page.locator("main .ring-lit").count()
    expect(person.page.locator(".note")).to_contain_text(f"All {marked} are")
    person.close()
