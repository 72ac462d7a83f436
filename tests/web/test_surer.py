"""Looking back: a costly move and a better one are played on, and it is told between which numbers they lie."""

from dataclasses import dataclass
from typing import Any

import pytest
from playwright.sync_api import Route, expect

from tests.web.playing import Person
from tests.web.test_games import GAMES
from tests.web.test_looking_back import Choice, describe, play_some

ASK = "Compare more closely"


@dataclass
class Told:
    """What the server says just now when it is asked to play on."""

    choice: Choice
    status: int
    said: dict[str, Any]

    def answer(self, route: Route) -> None:
        route.fulfill(status=self.status, json=self.said)

    def be_far(self, doing: str, done: int, of: int) -> None:
        self.status, self.said = 202, {"doing": doing, "done": done, "of": of}

    def be_done(self, low: float, high: float) -> None:
        """With what the better one is worth more, in points."""
        moves = [
            {"notation": move["notation"], "label": move["label"], "points": points}
            for move, points in ((self.choice.played, interval(-0.08, 0)), (self.choice.other, interval(0.04, 0.12)))
        ]
        told = {"ply": self.choice.ply, "seat": self.choice.seat, "plays": 200, "difference": interval(low, high)}
        self.status, self.said = 200, {**told, "played": moves[0], "better": moves[1]}


def interval(low: float, high: float) -> dict[str, float]:
    return {"value": (low + high) / 2, "low": low, "high": high}


def look_back(person: Person, chance: tuple[float, float] | None, exact: bool = False) -> Told:
    """At a play with three costly moves, of which the last has nothing to do with luck."""
    code = person.open_room(sit=(0, 1), **GAMES["vendetta"])
    choice = play_some(person, code)
    if not person.ask("GET", f"/rooms/{code}")["over"]:
        person.ask("POST", f"/rooms/{code}/resign", seat=0)
    found = describe(choice, ["Ann", "Maud"], chance) | {"exact": exact}
    errors = (0.1, 0.1, 0.0)
    found["plies"] = [
        {**found["plies"][0], "ply": choice.ply - i, "cost": 0.4 - i / 100, "error": error}
        for i, error in enumerate(errors)
    ]
    told = Told(choice, 500, {})
    told.be_far("compiling", 3, 9)
    person.page.route(f"**/api/rooms/{code}/analysis", lambda route: route.fulfill(json=found))
    person.page.route(f"**/api/rooms/{code}/analysis/{choice.ply}", told.answer)
    person.page.goto(f"/replay/{code}")
    person.page.get_by_role("button", name="What were the moves worth?").click()
    expect(person.page.locator("aside ol > li > button", has_text="−")).to_have_count(len(errors))
    return told


@pytest.mark.parametrize(
    ("chance", "difference", "said"),
    [
        ((0.5, 0.5), (0.04, 0.2), "So the other move was better, by 2 % to 10 %."),
        ((0.5, 0.5), (-0.04, 0.2), "Too close to call: either of the two may be the better one."),
        (None, (-0.2, -0.04), "So the move that was played was better after all, by 0.04 to 0.20 points."),
    ],
)
def test_a_costly_move_and_a_better_one_are_played_on(
    person: Person, chance: tuple[float, float] | None, difference: tuple[float, float], said: str
) -> None:
    person.page.set_viewport_size({"width": 390, "height": 844})
    told = look_back(person, chance)
    costly = person.page.locator("aside ol > li").first
    ask = person.page.get_by_role("button", name=ASK)
    expect(ask).to_have_count(2)
    ask.first.focus()
    person.page.keyboard.press("Enter")
    expect(costly).to_contain_text("Getting ready")
    told.be_far("playing", 40, 200)
    expect(costly).to_contain_text("40 of 200 played")
    expect(ask.last).to_have_attribute("aria-disabled", "true")
    told.be_done(*difference)
    status = costly.get_by_role("status")
    expect(status).to_contain_text("From each of the two moves the game was played on 200 times, with the same luck.")
    ranges = ["−0.08 to 0.00 points", "0.04 to 0.12 points"]
    if chance:
        ranges = ["chance of winning 46 % to 50 %", "chance of winning 52 % to 56 %"]
    for move, expected in zip((told.choice.played, told.choice.other), ranges, strict=True):
        expect(status.get_by_role("listitem").filter(has_text=f"{move['label']}: {expected}")).to_be_visible()
    expect(status).to_contain_text(said)
    expect(status).to_be_focused()
    expect(ask).to_have_count(1)
    expect(ask).to_have_attribute("aria-disabled", "false")


def test_what_the_server_refuses_is_said_and_may_be_asked_again(person: Person) -> None:
    told = look_back(person, (0.5, 0.5))
    told.status, told.said = 409, {"error": "another move is being played on for you: wait until that is done"}
    ask = person.page.get_by_role("button", name=ASK).first
    ask.click()
    expect(person.page.get_by_role("alert")).to_have_text(
        "another move is being played on for you: wait until that is done"
    )
    told.be_done(0.1, 0.2)
    ask.click()
    expect(person.page.get_by_role("status").filter(has_text="So the other move was better")).to_be_visible()
    expect(person.page.get_by_role("alert")).to_have_count(0)


def test_where_values_are_exact_nothing_is_played_on(person: Person) -> None:
    look_back(person, (0.5, 0.5), exact=True)
    expect(person.page.get_by_role("button", name=ASK)).to_have_count(0)
