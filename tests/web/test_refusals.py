"""Whoever touches the wrong thing is told why, by the rules."""

from typing import Any

from playwright.sync_api import Browser, Route, expect

from tests.server.serving import Server
from tests.web.playing import Person

PLATES: dict[str, Any] = {"game": "stencil", "options": {"first_player": "red", "plate_choice": "fixed"}}
QUATRO: dict[str, Any] = {"game": "quatro", "preset": "two", "options": {"touch_owned": False}}
ALL_AT_HOME = "phase=moving turns=1 turn=A " + " ".join(f"{family}={'H,' * 8}H" for family in "ABCD") + " dice=53"
SHUT = "phase=moving A=21:1,20:14 B=28:2,23:2,9:11 turn=A dice=61"  # black holds red's 9 and 14


def open_room(person: Person, sit: tuple[int, ...] = (0, 1), **opening: Any) -> None:
    person.enter(person.open_room(sit=sit, **opening))
    person.wait_for_turn()


def expect_said(person: Person, words: str) -> None:
    expect(person.page.get_by_role("alert")).to_have_text(words)


def test_the_rule_is_told(person: Person) -> None:
    open_room(person, **PLATES)
    person.tap_on("plate:K1")
    expect_said(person, "Person 1's plate K1: Claims start at 4 counters on the board; there are 0.")
    person.tap_on("plate:K2")
    expect_said(person, "Person 2's plate K2: That is Person 2's plate; you lay your own, K1.")
    person.tap_on("cell:a1")
    expect(person.page.locator("g[data-id='red:a1']")).to_be_visible()
    expect(person.page.get_by_role("alert")).to_have_count(0)
    person.tap_on("cell:a1")
    expect_said(person, "Red counter on a1: Person 1's counter lies on a1, and counters stay where they are.")


def test_a_second_touch_that_does_not_go_with_the_first(person: Person) -> None:
    open_room(person, position=SHUT, **QUATRO)
    person.tap_on("die:6")
    person.tap_on("point:C2")
    expect_said(person, "Point C2: The 6 leads to D5, which Person 2 holds.")
    expect(person.page.locator("g[aria-pressed=true]")).to_have_attribute("data-id", "point:C2")


def test_where_a_chosen_man_can_go(person: Person) -> None:
    open_room(person, position="phase=moving A=25:5,20:10 B=9:15 turn=A dice=61", **QUATRO)
    person.tap_on("point:C2")
    person.tap_on("point:C6")
    expect_said(person, "Point C6: Your man on C2 can go with the 6 to D5 or the 1 to C1.")
    expect(person.page.locator("g[aria-pressed=true]")).to_have_count(0)


def test_without_the_server_it_is_only_said_that_it_is_so(person: Person) -> None:
    open_room(person, **PLATES)
    person.page.route("**/why", lambda route: route.abort())
    person.tap_on("plate:K2")
    expect_said(person, "Person 2's plate K2: not now.")
    person.complaints = [said for said in person.complaints if "ERR_FAILED" not in said]


def test_a_reason_that_comes_late_is_not_shown(person: Person) -> None:
    open_room(person, **PLATES)
    held: list[Route] = []
    person.page.route("**/why", lambda route: held.append(route))
    with person.page.expect_request("**/why"):
        person.tap_on("plate:K2")
    person.tap_on("cell:a1")
    expect(person.page.locator("g[data-id='red:a1']")).to_be_visible()
    with person.page.expect_response("**/why"):
        held[0].fulfill(json={"sentence": "Too late."})
    person.page.wait_for_timeout(100)
    expect(person.page.get_by_role("alert")).to_have_count(0)


def test_in_the_turn_of_another_it_is_said_whose_it_is(person: Person, server: Server, browser: Browser) -> None:
    code = person.open_room(sit=(1,), **PLATES)
    other = Person(browser, server.address)
    other.ask("POST", f"/rooms/{code}/seats/0", name="Bea")
    person.enter(code)
    person.page.wait_for_selector(".room[data-state=theirs]")
    person.tap_on("cell:a1")
    expect_said(person, "Cell a1: It is Bea's turn.")
    other.close()


def test_a_piece_that_stands_like_another_may_be_chosen_in_its_place(person: Person) -> None:
    """Also when something else was chosen before, which is let go of then."""
    open_room(person, (0, 1, 2, 3), game="vendetta", position=ALL_AT_HOME)
    person.tap_on("piece:0.0")
    expect(person.page.locator("g[aria-pressed=true]")).to_have_attribute("data-id", "piece:0.0")
    person.tap_on("piece:0.5")
    expect(person.page.locator("g[aria-pressed=true]")).to_have_attribute("data-id", "piece:0.1")
