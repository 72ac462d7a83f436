"""Stencil's plate: taken up by its button or by one of the small plates, turned over the board, laid, and put back."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Locator, expect

from tests.server.serving import Server
from tests.web.playing import TOUCH, Person
from tests.web.test_hints import STENCIL, tell

TAKE, BACK = "Claim: take up the plate", "Put it back"


@pytest.fixture
def ann(server: Server, browser: Browser) -> Iterator[Person]:
    """Somebody with a phone, who may claim."""
    person = Person(browser, server.address, means=TOUCH, size="phone")
    code = person.open_room(sit=(0, 1), **STENCIL)
    room = person.ask("GET", f"/rooms/{code}?detail=text")
    while all(len(action["path"]) == 1 for action in room["legal"]):
        move = room["legal"][0]["notation"]
        person.ask("POST", f"/rooms/{code}/moves", seat=room["to_move"], after=room["after"], move=move)
        room = person.ask("GET", f"/rooms/{code}?detail=text")
    person.enter(code)
    person.wait_for_turn()
    yield person
    assert person.complaints == []
    person.close()


def press(person: Person, name: str) -> None:
    person.press(person.page.get_by_role("button", name=name, exact=True))


def told(person: Person) -> Locator:
    """How the plate is held, in words."""
    return person.page.get_by_role("region", name="Your plate").locator("p").first


def test_a_plate_taken_up_from_the_board_is_turned_and_put_back(ann: Person) -> None:
    ann.tap_on("turning:2")
    expect(told(ann)).to_contain_text("half a turn")
    press(ann, "Turn it to the right")
    expect(told(ann)).to_contain_text("three quarters of a turn")
    press(ann, "Turn it to the left")
    press(ann, "Turn it to the left")
    expect(told(ann)).to_contain_text("a quarter turn")
    ann.tap_on("turning:2")  # which it was taken up from
    expect(told(ann)).to_contain_text("half a turn")
    press(ann, BACK)
    press(ann, TAKE)
    expect(told(ann)).to_contain_text("as it lies")
    press(ann, "Turn it to the right")
    expect(told(ann)).to_contain_text("a quarter turn")
    press(ann, BACK)
    ann.tap_on("turning:2")  # the same once more
    expect(told(ann)).to_contain_text("half a turn")


@pytest.mark.parametrize("away", ["close", "take"])
def test_the_hint_that_is_drawn_goes_with_its_card_and_when_the_plate_is_taken_up(ann: Person, away: str) -> None:
    move = tell(ann, ann.page.url.rpartition("/")[2])
    press(ann, "Hint")
    expect(ann.page.get_by_text("Play this.")).to_be_visible()
    marked = ann.page.locator("main .ghost, main .lit")
    expect(marked.first).to_be_attached()
    assert len(move["path"]) == 1
    press(ann, "Close" if away == "close" else TAKE)
    expect(marked).to_have_count(0)
    expect(ann.page.get_by_text("Play this.")).to_have_count(0)


def test_a_plate_that_lies_is_not_put_back_and_the_board_asks_for_nothing_while_it_is_up(ann: Person) -> None:
    ann.page.emulate_media(reduced_motion="no-preference")  # it lies until it has been read
    asked = ann.page.locator(".asked")
    expect(asked).to_contain_text("place a counter, or claim")
    press(ann, TAKE)
    expect(asked).to_have_count(0)
    press(ann, "Lay it on the board")
    for name in (BACK, "Turn it to the left", "Lay it on the board"):
        expect(ann.page.get_by_role("button", name=name, exact=True)).to_be_disabled()
    expect(ann.page.locator(".room[data-state=yours]")).to_be_visible()


def test_why_a_claim_was_wrong_is_still_read_when_another_has_moved(ann: Person) -> None:
    code = ann.page.url.rpartition("/")[2]
    reason = ann.page.get_by_role("region", name="Your plate").get_by_text("Wrong.")
    for _ in range(3):
        room = ann.ask("GET", f"/rooms/{code}?detail=text")
        by = len([told for told in room["told"] if told.get("kind") == "claims_wrong"])
        if by:
            break
        press(ann, TAKE)
        press(ann, "Lay it on the board")
        ann.wait_for_change(str(room["after"]))
    expect(reason).to_have_count(0)  # it is another's turn
    room = ann.ask("GET", f"/rooms/{code}?detail=text")
    ann.ask(
        "POST", f"/rooms/{code}/moves", seat=room["to_move"], after=room["after"], move=room["legal"][0]["notation"]
    )
    ann.wait_for_change(str(room["after"]))
    expect(reason).to_be_visible()
