"""The guided first play of every game, walked to its end: by touching where one touch is enough, or by being shown."""

import pytest
from playwright.sync_api import Browser, expect

from parlour.engine.game import games
from tests.server.serving import Server
from tests.web.playing import Person

MOST = 60  # steps and touches of a lesson


@pytest.mark.parametrize("game", games())
def test_a_lesson_to_its_end(server: Server, browser: Browser, game: str) -> None:
    person = Person(browser, server.address)
    page = person.page
    steps = person.ask("GET", f"/games/{game}/lesson")["steps"]
    page.goto(f"/learn/{game}")
    lesson, onwards = page.locator(".lesson"), page.get_by_role("button", name="Next", exact=True)
    shown = page.get_by_role("button", name="Show me")
    seen = touched = 0
    for _ in range(MOST):
        expect(onwards.or_(shown).or_(page.locator(".lesson[data-state=over]")).first).to_be_visible()
        if lesson.get_attribute("data-state") == "over":
            break
        if onwards.is_visible():
            onwards.click()
            continue
        at = int(lesson.get_attribute("data-step") or 0)
        expected = steps[at - 1]["expect"]
        thing = page.locator(f'svg.figure g[role=button]:not(.unmarked)[data-id="{expected["path"][0]}"]')
        if "turning:" in expected["path"][-1]:
            take_up_and_put_back(person)
            shown.click()
        elif len(expected["path"]) == 1 and thing.count():
            person.touch(thing)
            touched += 1
        else:
            shown.click()
        seen = at
    assert lesson.get_attribute("data-state") == "over"
    assert seen > len(steps) / 2
    assert touched or game != "stencil"
    assert person.complaints == []
    person.close()


def take_up_and_put_back(person: Person) -> None:
    person.page.get_by_role("button", name="Take up the plate").click()
    expect(person.page.locator("svg.figure .overlay")).to_be_visible()
    person.page.keyboard.press("Escape")
    expect(person.page.get_by_role("button", name="Take up the plate")).to_be_visible()


def test_what_only_some_tables_play_with_is_a_lesson_of_its_own(server: Server, browser: Browser) -> None:
    person = Person(browser, server.address)
    page = person.page
    steps = person.ask("GET", "/games/quatro/lesson")["steps"]
    page.goto(f"/learn/quatro?step={len(steps) + 1}")
    expect(page.get_by_role("heading", name="Now you can play Quatro")).to_be_visible()
    page.get_by_role("link", name="The doubling cube").click()
    expect(page.get_by_text("may double the stake first").first).to_be_visible()
    page.get_by_role("button", name="Show me").click()
    expect(page.locator(".lesson")).to_have_attribute("data-step", "2")
    page.reload()
    expect(page.get_by_text("all payments count twice").first).to_be_visible()
    assert person.complaints == []
    person.close()


def test_of_pieces_that_stand_alike_any_may_be_touched(server: Server, browser: Browser) -> None:
    person = Person(browser, server.address)
    page = person.page
    page.goto("/learn/vendetta?step=4")  # a soldier leaves home, where eight of them stand alike
    lesson = page.locator(".lesson")
    expect(lesson).to_have_attribute("data-step", "4")
    person.tap_on("piece:0.5")
    expect(page.locator('svg.figure g[data-id="piece:0.1"][aria-pressed=true]')).to_be_visible()
    assert person.complaints == []
    person.close()
