"""The numbers that a browser adds to the dice: chosen after the commitment, kept, and compared at the end."""

import json
import re
from typing import Any

from playwright.sync_api import Browser, expect

from tests.server.serving import Server
from tests.web.playing import Person

AGAINST_A_BOT: dict[str, Any] = {"game": "quatro", "preset": "two", "bots": {"1": "random"}, "pace": 0}
ASKED = "Were the dice fair?"


def sit_down(person: Person, code: str) -> str:
    """The number that the page sends when somebody sits down."""
    person.enter(code)
    with person.page.expect_request(re.compile(rf"/api/rooms/{code}/seats/\d$")) as sent:
        person.page.get_by_role("button", name="Sit here").first.click()
    person.page.wait_for_selector(".room[data-state=yours], .room[data-state=theirs], .room[data-state=moving]")
    seed: str = json.loads(sent.value.post_data or "{}")["seed"]
    return seed


def give_up(person: Person) -> None:
    person.page.get_by_role("button", name="Menu").click()
    person.page.get_by_role("button", name="Resign").click()
    person.confirm("Resign this game?")
    person.page.wait_for_selector(".room[data-state=over]")


def kept(person: Person) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(person.page.evaluate("localStorage.getItem('parlour.dice')"))
    return found


def test_one_tap_says_that_nobody_could_steer_the_dice(person: Person) -> None:
    code = person.open_room(sit=(), **AGAINST_A_BOT)
    commitment = person.ask("GET", f"/rooms/{code}")["dice"]["commitment"]
    seed = sit_down(person, code)
    assert re.fullmatch("[0-9a-f]{64}", seed)
    assert kept(person)[code]["commitment"] == commitment
    assert kept(person)[code]["seeds"] == {"0": seed}
    dice = person.ask("GET", f"/rooms/{code}")["dice"]
    assert dice["seeds"][0] == seed
    assert dice["seeded"] == ["own", "derived"]
    give_up(person)
    person.page.get_by_role("button", name=ASKED).click()
    said = person.page.get_by_role("status").filter(has_text="fair")
    expect(said).to_contain_text("Yes, the dice were fair.")
    expect(said).to_contain_text(
        "They follow from two numbers: the server committed to its own first, and then your browser chose one. "
        "So nobody could steer the dice."
    )
    person.page.get_by_text("Who chose the numbers?").click()
    expect(person.page.get_by_text("nobody chose the number; it follows from the others")).to_be_visible()
    person.page.goto(f"/replay/{code}")
    person.page.get_by_role("button", name=ASKED).click()
    expect(person.page.get_by_text("Yes, the dice were fair.")).to_be_visible()


def test_another_number_than_the_one_kept_is_told_unasked(person: Person) -> None:
    code = person.open_room(sit=(), **AGAINST_A_BOT)
    sit_down(person, code)
    person.page.evaluate(
        """(code) => {
          const kept = JSON.parse(localStorage.getItem("parlour.dice"));
          kept[code].seeds[0] = "0".repeat(64);
          localStorage.setItem("parlour.dice", JSON.stringify(kept));
        }""",
        code,
    )
    person.enter(code)
    warned = person.page.get_by_role("alert").filter(has_text="does not add up")
    expect(warned).to_contain_text("this browser chose a different number from the one that counts now")
    give_up(person)
    person.page.get_by_role("button", name=ASKED).click()
    expect(person.page.locator("[data-kind=wrong]")).to_contain_text(
        "Careful: something about these dice does not add up."
    )


def test_who_sits_down_from_the_front_page_brings_a_number_too(person: Person) -> None:
    person.page.goto("/")
    person.page.get_by_role("button", name="Play now").first.click()
    person.page.wait_for_url("**/room/*")
    code = person.page.url.rsplit("/", 1)[1]
    view = person.ask("GET", f"/rooms/{code}")
    assert view["dice"]["seeded"][0] == "own"
    assert kept(person)[code]["seeds"]["0"] == view["dice"]["seeds"][0]
    assert kept(person)[code]["commitment"] == view["dice"]["commitment"]


def test_a_server_that_chose_everything_is_said_to_have(person: Person, server: Server, browser: Browser) -> None:
    code = person.open_room(sit=(0,), **AGAINST_A_BOT)  # through the API, without a number
    person.enter(code)
    give_up(person)
    onlooker = Person(browser, server.address)
    onlooker.enter(code)
    for somebody in (person, onlooker):
        somebody.page.get_by_role("button", name=ASKED).click()
        expect(somebody.page.locator("[data-kind=fixed]")).to_contain_text(
            "The server chose all numbers: this shows that the throws were decided before the play began, "
            "not that nobody chose them."
        )
    assert onlooker.complaints == []
    onlooker.close()


def test_where_nothing_is_thrown_it_is_the_draw_that_was_fair(person: Person) -> None:
    code = person.open_room(sit=(), game="stencil", preset="quick", bots={"1": "random"}, pace=0)
    sit_down(person, code)
    give_up(person)
    person.page.get_by_role("button", name="Was everything drawn fairly?").click()
    said = person.page.locator("[data-kind=proved] > p")
    expect(said.first).to_have_text("Yes, everything was drawn fairly.")
    expect(said.filter(has_text="nobody could steer it.")).to_have_count(1)
    expect(said.filter(has_text="dice")).to_have_count(0)
