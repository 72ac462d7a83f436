"""Puzzles in the browser: found, tried, solved and explained, by mouse, touch and the keyboard alone."""

from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, expect

from parlour.engine.game import games
from parlour.engine.posing import list_kinds
from tests.server.serving import Server
from tests.web.playing import KEYBOARD, MOUSE, TOUCH, Person
from tests.web.test_in_sight import LOOK, SCREENS, UNUSUAL

KINDS = [(game.name, kind.name) for game in games().values() for kind in list_kinds(game)]


def answer_of(person: Person, address: str) -> Any:
    """The right move, which the server tells whoever gives up."""
    return person.ask("POST", f"{address}/answer", move=None)["played"]


def shape(person: Person, thing: str) -> Locator:
    return person.page.locator(f'svg.figure g[role=button][data-id="{thing}"]')


@pytest.mark.parametrize("means", [MOUSE, TOUCH, KEYBOARD])
def test_a_counter_is_placed_wrongly_then_rightly_and_the_reason_is_told(
    server: Server, browser: Browser, means: str
) -> None:
    person = Person(browser, server.address, means=means, size="phone" if means == TOUCH else "laptop")
    page, address = person.page, "/puzzles/stencil/claim/2/1"
    right = answer_of(person, address)
    legal = person.ask("GET", address)["legal"]
    wrong = next(one for one in legal if len(one["path"]) == 1 and one["notation"] != right["notation"])
    page.goto(address)
    expect(page.get_by_text("Claim on your second turn")).to_be_visible()
    person.touch(shape(person, wrong["path"][0]))
    expect(page.get_by_text("Not quite").first).to_be_visible()
    person.touch(shape(person, right["path"][0]))
    expect(page.get_by_role("heading", name="Right!")).to_be_visible()
    expect(page.get_by_text("makes a stencil that Red cannot undo").first).to_be_visible()
    expect(page.locator(".hidden[aria-live]").last).to_contain_text("Right!")
    following = page.get_by_role("link", name="Next puzzle")
    if means == KEYBOARD:
        expect(following).to_be_focused()
        page.keyboard.press("Enter")
    else:
        following.click()
    expect(page).to_have_url(f"{server.address}/puzzles/stencil/claim/2/2")
    expect(page.locator(".puzzle[data-state=ask]")).to_be_visible()
    assert person.complaints == []
    person.close()


def test_a_claim_is_made_with_the_plate(person: Person) -> None:
    page, address = person.page, "/puzzles/stencil/claim/1/2"
    turns = int(answer_of(person, address)["notation"][1:])
    page.goto(address)
    page.get_by_role("button", name="Take up the plate").click()
    for _ in range(turns):
        page.get_by_role("button", name="Turn it to the right").click()
    page.get_by_role("button", name="Lay it on the board").click()
    expect(page.get_by_role("heading", name="Right!")).to_be_visible()


def test_a_number_is_made_of_the_dice(person: Person) -> None:
    page = person.page
    page.goto("/puzzles/numeric/make/3/7")
    line = page.get_by_role("textbox", name="Your calculation")
    line.fill("6+6+6+4")
    line.press("Enter")
    expect(page.get_by_text("Not quite").first).to_be_visible()
    line.fill("(4+6)*6+6")
    line.press("Enter")
    expect(page.get_by_role("heading", name="Right!")).to_be_visible()
    expect(page.get_by_text("66 = 6 + 6 × (6 + 4).").first).to_be_visible()


@pytest.mark.parametrize(("game", "kind"), KINDS)
def test_who_gives_up_is_shown_the_answer(person: Person, game: str, kind: str) -> None:
    page, address = person.page, f"/puzzles/{game}/{kind}/1/1"
    page.goto(address)
    page.get_by_role("button", name="Show me").click()
    expect(page.get_by_role("heading", name="That was the answer.")).to_be_visible()
    told = person.ask("POST", f"{address}/answer", move=None)["explanation"]
    expect(page.get_by_text(told).first).to_be_visible()
    page.get_by_role("button", name="Once more").click()
    expect(page.locator(".puzzle[data-state=ask]")).to_be_visible()


@pytest.mark.parametrize(("game", "kind"), KINDS)
def test_board_question_and_all_that_may_be_pressed_are_in_sight(person: Person, game: str, kind: str) -> None:
    page = person.page
    faults = []
    for number in (1, 2, 3):
        page.goto(f"/puzzles/{game}/{kind}/2/{number}")
        expect(page.locator(".puzzle[data-state=ask]")).to_be_visible()
        for width, height in [*SCREENS, *UNUSUAL]:
            page.set_viewport_size({"width": width, "height": height})
            page.wait_for_timeout(120)
            faults += [f"{width} × {height}, number {number}: {fault}" for fault in page.evaluate(LOOK)]
    assert faults == []


def test_a_row_of_solved_puzzles_is_kept_on_the_device(person: Person) -> None:
    page = person.page
    for number in (1, 2):
        address = f"/puzzles/stencil/claim/3/{number}"
        cell = answer_of(person, address)["path"][0]
        page.goto(address)
        expect(page.locator(".puzzle[data-state=ask]")).to_be_visible()
        person.touch(shape(person, cell))
        expect(page.get_by_role("heading", name="Right!")).to_be_visible()
    expect(page.get_by_text("2 in a row, best so far 2")).to_be_visible()
    page.goto("/puzzles")
    expect(page.get_by_text("2 in a row, best so far 2")).to_be_visible()
    expect(page.get_by_text("2 of 1,000 solved")).to_be_visible()
    page.goto("/puzzles/stencil/claim/3/3")
    page.get_by_role("button", name="Show me").click()
    expect(page.get_by_role("heading", name="That was the answer.")).to_be_visible()
    page.goto("/puzzles")
    expect(page.get_by_text("0 in a row, best so far 2")).to_be_visible()


def test_the_puzzle_of_the_day_is_found_from_the_front_page(person: Person) -> None:
    page = person.page
    page.goto("/")
    page.get_by_role("link", name="Puzzles", exact=True).click()
    expect(page.get_by_role("heading", name="Today")).to_be_visible()
    day = page.evaluate("new Date().toLocaleDateString('sv')")
    named = {one["game"]: one for one in person.ask("GET", f"/puzzles/today?day={day}")}
    page.get_by_role("link", name="Stencil").first.click()
    expect(page.get_by_text("Puzzle of the day")).to_be_visible()
    one = named["stencil"]
    assert f"/puzzles/stencil/{one['kind']}/{one['level']}/{one['number']}?day={day}" in page.url


def test_a_puzzle_that_there_is_not_is_told(person: Person) -> None:
    person.page.goto("/puzzles/stencil/claim/1/5000")
    expect(person.page.get_by_role("heading", name="There is no such puzzle")).to_be_visible()
    expect(person.page.get_by_text("expected 1 to 1000")).to_be_visible()
