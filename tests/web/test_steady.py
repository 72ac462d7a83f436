"""What is clicked stays what it was: the second of two quick clicks is not for a button that has just come there."""

import pytest
from playwright.sync_api import Page, expect

from tests.web.playing import Person

QUANTUM = "phase=using turns=9 turn=White White=3,12h,0,0,0,0,0,0 Black=10,12j,0,0,0,0,0,0 loose=66"


def resign(page: Page) -> tuple[float, float]:
    """The middle of the button that asks once more after it was pressed, in the menu."""
    page.get_by_role("button", name="Menu").click()
    box = page.get_by_role("button", name="Resign").bounding_box()
    assert box
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def test_two_quick_clicks_do_not_answer_what_the_first_asks(person: Person) -> None:
    person.enter(person.open_room(sit=(0, 1), game="quantum", preset="two", position=QUANTUM))
    person.wait_for_turn()
    place = resign(person.page)
    person.page.mouse.dblclick(*place)
    expect(person.page.get_by_role("button", name="Resign this game?")).to_be_visible()
    person.page.wait_for_timeout(400)
    assert person.state == "yours"
    person.page.mouse.click(*place)  # with a moment to read it
    expect(person.page.locator(".room[data-state=over]")).to_be_visible()


@pytest.mark.parametrize("pause", [0, 120])
def test_two_quick_clicks_on_a_choice_play_once(person: Person, pause: int) -> None:
    code = person.open_room(
        sit=(0, 1), game="quantum", preset="two", position=QUANTUM.replace("White=3,12h", "White=0,0")
    )
    person.enter(code)
    person.wait_for_turn()
    before = person.ask("GET", f"/rooms/{code}?detail=text")["number"]
    box = person.page.get_by_role("button", name="Enter on lithium 3 with a six").last.bounding_box()
    assert box
    place = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    person.page.mouse.click(*place)
    person.page.wait_for_timeout(pause)
    person.page.mouse.click(*place)
    person.page.wait_for_timeout(600)
    assert person.ask("GET", f"/rooms/{code}?detail=text")["number"] == before + 1


def test_keys_are_not_slowed_down(person: Person) -> None:
    person.enter(person.open_room(sit=(0, 1), game="quantum", preset="two", position=QUANTUM))
    person.wait_for_turn()
    resign(person.page)
    person.page.get_by_role("button", name="Resign").focus()
    person.page.keyboard.press("Enter")
    person.page.get_by_role("button", name="Resign this game?").focus()
    person.page.keyboard.press("Enter")
    expect(person.page.locator(".room[data-state=over]")).to_be_visible()
