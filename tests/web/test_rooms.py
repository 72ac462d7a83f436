"""Around a play: sitting down by a link, ending it before its time, playing again, and what the keyboard is on."""

import re
from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from tests.server.serving import Server
from tests.web.playing import KEYBOARD, TOUCH, Person

STENCIL: dict[str, Any] = {"game": "stencil", "options": {"first_player": "red", "plate_choice": "fixed", "games": 1}}


def menu(person: Person, name: str) -> None:
    person.page.get_by_role("button", name="Menu").click()
    person.page.get_by_role("button", name=name).click()


def test_who_comes_by_a_link_sits_down_and_plays(person: Person, server: Server, browser: Browser) -> None:
    """For a stranger the stream was opened before anybody knew who listens."""
    code = person.open_room(sit=(1,), **STENCIL)
    guest = Person(browser, server.address)
    guest.enter(code)
    guest.page.get_by_label("Your name").fill('Bea "the |fox|"')
    guest.page.get_by_role("button", name="Sit here").click()
    guest.page.wait_for_selector(".room[data-state=yours]")
    expect(guest.page.get_by_role("list", name="Seats")).to_contain_text("Bea the fox, you")
    guest.move()
    assert guest.complaints == []
    guest.close()


def test_giving_up_is_asked_twice_and_says_who_has_won(person: Person) -> None:
    person.enter(person.open_room(sit=(0, 1), **STENCIL))
    menu(person, "Resign")
    expect(person.page.get_by_role("button", name="Resign this game?")).to_be_visible()
    person.page.keyboard.press("Escape")
    expect(person.page.get_by_role("button", name="Menu")).to_be_focused()
    menu(person, "Resign")
    person.confirm("Resign this game?")
    expect(person.page.get_by_role("heading", name="Person 2 wins.")).to_be_visible()
    expect(person.page.get_by_role("region", name="How it ended")).to_contain_text("Person 1 resigned.")


def test_a_draw_at_one_screen_is_asked_twice(person: Person) -> None:
    person.enter(person.open_room(sit=(0, 1), **STENCIL))
    menu(person, "Offer a draw")
    person.confirm("End it as a draw?")
    expect(person.page.get_by_text("Everybody agreed to a draw.")).to_be_visible()


def test_who_offers_sees_that_and_can_withdraw(person: Person, server: Server, browser: Browser) -> None:
    code = person.open_room(sit=(0,), **STENCIL)
    other = Person(browser, server.address)
    other.ask("POST", f"/rooms/{code}/seats/1", name="Ben")
    person.enter(code)
    other.enter(code)
    for _ in range(2):
        menu(person, "Offer a draw")
        expect(person.page.get_by_role("group", name="You offer a draw.")).to_be_visible()
        expect(other.page.get_by_role("group", name="Person 1 offers a draw.")).to_be_visible()
        person.page.get_by_role("button", name="Withdraw").click()
        expect(person.page.get_by_role("group", name="You offer a draw.")).to_have_count(0)
        expect(other.page.get_by_role("group", name="Person 1 offers a draw.")).to_have_count(0)
    expect(other.page.get_by_text("Person 1 withdraws that.").first).to_be_visible()
    assert person.complaints == other.complaints == []
    other.close()


def test_one_press_to_play_again_with_a_bot(person: Person) -> None:
    code = person.open_room(sit=(0,), bots={"1": "random"}, pace=0, **STENCIL)
    person.enter(code)
    person.wait_for_turn()
    person.page.get_by_role("button", name="Menu").click()
    expect(person.page.get_by_role("button", name="Offer a draw")).to_have_count(0)
    person.page.get_by_role("button", name="Resign").click()
    person.confirm("Resign this game?")
    expect(person.page.get_by_text("Next time you swap sides: you will be White.")).to_be_visible()
    person.page.get_by_role("button", name="Play again").click()
    person.page.wait_for_url(re.compile(f"/room/(?!{code})"))
    person.page.wait_for_selector(".room[data-state=yours]")
    expect(person.page.get_by_text("The play begins, and both have swapped sides.")).to_be_visible()


def test_the_keyboard_stays_on_the_board(server: Server, browser: Browser) -> None:
    person = Person(browser, server.address, means=KEYBOARD)
    person.enter(person.open_room(sit=(0, 1), **STENCIL))
    for _ in range(3):
        person.wait_for_turn()
        person.move()
        person.wait_for_turn()
        expect(person.page.locator("svg.figure g[role=button]:focus")).to_have_count(1)
    person.close()


def test_a_finger_on_a_square_shows_its_element(server: Server, browser: Browser) -> None:
    person = Person(browser, server.address, means=TOUCH, size="phone")
    person.enter(person.open_room(sit=(0, 1), game="quantum", preset="two"))
    person.wait_for_turn()
    person.tap_on("square:9")
    expect(person.page.get_by_role("region", name="Element")).to_contain_text("fluorine 9")
    person.close()


def test_until_a_square_is_pointed_at_the_movers_elements_are_listed(person: Person) -> None:
    position = "phase=using turns=3 turn=White White=25,12g,85,0,0,0,0,0 Black=17,0,0,0,0,0,0,0 pair=54"
    person.enter(person.open_room(sit=(0, 1), game="quantum", preset="two", position=position))
    person.wait_for_turn()
    person.page.mouse.move(0, 0)
    listed = person.page.get_by_role("region", name="Element")
    for words in ("manganese 25 technetium 43 the centre", "blank square 12g", "astatine 85 stays"):
        expect(listed.get_by_role("row", name=words)).to_be_visible()
    expect(listed).to_contain_text("passed or struck, it falls to")
    expect(listed).not_to_contain_text("chlorine")
    person.page.locator('g[data-id="square:35"]').hover()
    expect(listed).to_contain_text("bromine 35")
    expect(listed).to_contain_text("Passed or struck: down to chlorine 17.")
    expect(listed.get_by_role("row")).to_have_count(0)
    person.move()
    expect(listed).not_to_contain_text("bromine 35")


def test_beside_a_reason_squares_still_tell_of_themselves(person: Person, server: Server, browser: Browser) -> None:
    room: dict[str, Any] = {"game": "quantum", "preset": "two"}
    room["position"] = "phase=using turns=3 turn=White White=25,0,0,0,0,0,0,0 Black=17,0,0,0,0,0,0,0 pair=54"
    person.enter(person.open_room(sit=(0, 1), **room))
    person.wait_for_turn()
    element = person.page.get_by_role("region", name="Element")
    below = person.page.get_by_role("button", name="Hint")
    person.page.locator('g[data-id="piece:0.1"]').click()
    expect(person.page.locator(".note")).to_contain_text("leaves the centre only with a six")
    places = set()
    for square, name in (("53d", "home"), ("19", "potassium 19"), ("82f", "blank square 82f"), ("9", "fluorine 9")):
        person.page.locator(f'g[data-id="square:{square}"]').hover()
        expect(element).to_be_visible()
        expect(element).to_contain_text(name)
        box = below.bounding_box()
        assert box
        places.add(box["y"])
    assert len(places) == 1, "what is pointed at does not move what may be pressed"
    person.close()
    phone = Person(browser, server.address, means=TOUCH, size="phone")
    phone.enter(phone.open_room(sit=(0, 1), **room))
    phone.wait_for_turn()
    phone.tap_on("square:9")
    expect(phone.page.get_by_role("region", name="Element")).to_be_visible()
    phone.tap_on("piece:0.1")
    expect(phone.page.locator(".note")).to_be_visible()
    expect(phone.page.get_by_role("region", name="Element")).to_be_hidden()
    phone.close()


def test_escape_puts_a_plate_back(person: Person) -> None:
    person.enter(person.open_room(sit=(0, 1), position="red=a1b2 white=c3d4 turn=red plates=K1,K2", **STENCIL))
    person.page.get_by_role("button", name="Take up the plate").click()
    expect(person.page.get_by_role("button", name="Lay it")).to_be_visible()
    person.page.keyboard.press("Escape")
    expect(person.page.get_by_role("button", name="Take up the plate")).to_be_visible()


@pytest.mark.parametrize(
    ("name", "faces"), [("numeric", (3, 6, 1, 3)), ("quatro", (2, 5)), ("vendetta", (4, 4)), ("quantum", (6, 1))]
)
def test_real_dice_are_told_face_by_face(person: Person, name: str, faces: tuple[int, ...]) -> None:
    """In the order they lie; a slip is taken away before anything is told."""
    code = person.open_room(sit=(0, 1), game=name, dice="manual", options={"players": 2})
    room = person.ask("GET", f"/rooms/{code}?detail=text")
    while not any(re.fullmatch(r"[1-6]+:?", outcome["notation"]) for outcome in room["outcomes"]):  # who begins, say
        move = (room["legal"] or room["outcomes"])[0]["notation"]
        person.ask("POST", f"/rooms/{code}/moves", seat=max(room["to_move"], 0), after=room["after"], move=move)
        room = person.ask("GET", f"/rooms/{code}?detail=text")
    person.enter(code)
    told = person.page.get_by_role("button", name="Use this throw")
    for face in (*faces[:-1], 5):
        expect(told).to_be_disabled()
        person.page.get_by_role("button", name=f"A die shows {face}").click()
    expect(person.page.get_by_role("button", name="A die shows 1")).to_be_disabled()
    person.page.get_by_role("button", name="Remove the 5").last.click()
    person.page.get_by_role("button", name=f"A die shows {faces[-1]}").click()
    told.click()
    person.page.wait_for_selector(".room[data-state=yours]")
    record = person.context.request.get(f"/api/rooms/{code}/record").text()
    assert "".join(str(face) for face in sorted(faces, reverse=True)) in record
    assert person.complaints == []
