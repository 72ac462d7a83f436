"""Looking back: a move that cost something is shown on the board, and the better one in its place."""

from dataclasses import dataclass
from typing import Any
from urllib.parse import quote

import pytest
from playwright.sync_api import Route, expect

from tests.web.playing import Person
from tests.web.test_games import GAMES

MOVES = 12


@dataclass
class Choice:
    """A move that was played, and another that could have been."""

    ply: int
    seat: int
    played: dict[str, Any]
    other: dict[str, Any]


def play_some(person: Person, code: str) -> Choice:
    """Some moves by both seats, and the last of them that was a choice between moves of different kinds."""
    found: Choice | None = None
    for _ in range(MOVES):
        room = person.ask("GET", f"/rooms/{code}")
        if room["over"]:
            break
        seat, legal = room["to_move"], room["legal"]
        others = [action for action in legal if action["sentence"] != legal[0]["sentence"]]
        person.ask("POST", f"/rooms/{code}/moves", seat=seat, after=room["after"], move=legal[0]["notation"])
        if others:
            found = Choice(room["ply"] + 1, seat, legal[0], others[-1])
    assert found is not None
    return found


def describe(choice: Choice, seats: list[str], chance: tuple[float, float] | None) -> dict[str, Any]:
    """What a careful look would have found, had the other move been better."""
    even = [0.0] * len(seats)
    better = {
        "notation": choice.other["notation"],
        "label": choice.other["label"],
        "sentence": choice.other["sentence"],
        "values": even,
        "reason": "wins sooner",
    }
    look = {
        "ply": choice.ply,
        "seat": choice.seat,
        "notation": choice.played["notation"],
        "label": choice.played["label"],
        "before": even,
        "values": even,
        "cost": 0.42,
        "error": 0.0,
        "sure": True,
        "stand_in": None,
        "choices": 2,
        "better": better,
        "luck": even,
    }
    told = [
        {"seat": seat, "name": name, "decisions": 1, "best": 0, "cost": 0.42, "luck": 0.0, "luck_error": 0.0}
        for seat, name in enumerate(seats)
    ]
    return {"exact": True, "chance": chance, "seats": told, "plies": [look]}


@pytest.mark.parametrize("name", ["zones", "quatro", "stencil", "vendetta", "quantum"])
def test_a_costly_move_is_shown_and_the_better_one_in_its_place(person: Person, name: str) -> None:
    person.page.set_viewport_size({"width": 390, "height": 844})
    code = person.open_room(sit=(0, 1), **GAMES[name])
    choice = play_some(person, code)
    if not person.ask("GET", f"/rooms/{code}")["over"]:
        person.ask("POST", f"/rooms/{code}/resign", seat=0)
    room = person.ask("GET", f"/rooms/{code}")
    chance = None if name == "quatro" else (0.5, 0.5)  # there points are stakes
    found = describe(choice, [seat["name"] for seat in room["seats"]], chance)

    def answer(route: Route) -> None:
        route.fulfill(json=found)

    person.page.route(f"**/api/rooms/{code}/analysis", answer)
    person.page.goto(f"/replay/{code}")
    person.page.get_by_role("button", name="What were the moves worth?").click()
    person.page.get_by_role("button", name="−21 %" if chance else "−0.42").click()
    told = person.page.locator(".told")
    played = person.ask("GET", f"/rooms/{code}/plies/{choice.ply}")
    better = person.ask("GET", f"/rooms/{code}/plies/{choice.ply}?instead={quote(choice.other['notation'])}")
    assert played["position"] != better["position"]
    expect(person.page.get_by_role("slider")).to_have_value(str(choice.ply))
    expect(person.page.locator("main svg.figure")).to_be_in_viewport(ratio=0.95)
    expect(told).to_contain_text("It cost 21 % of the chance of winning." if chance else "It cost 0.42 points.")
    expect(told).to_contain_text(choice.other["label"])
    for sentence in played["sentences"]:
        expect(told).to_contain_text(sentence)
    person.page.get_by_role("button", name="Show the better move").click()
    expect(person.page.get_by_role("button", name="Show what was played")).to_be_visible()
    for sentence in better["sentences"]:
        expect(told).to_contain_text(sentence)
    person.page.get_by_role("button", name="Show what was played").click()
    expect(person.page.get_by_role("button", name="Show the better move")).to_be_visible()
    for sentence in played["sentences"]:
        expect(told).to_contain_text(sentence)


def test_your_own_costly_moves_come_first(person: Person) -> None:
    code = person.open_room(sit=(0, 1), **GAMES["stencil"])
    choice = play_some(person, code)
    if not person.ask("GET", f"/rooms/{code}")["over"]:
        person.ask("POST", f"/rooms/{code}/resign", seat=0)
    found = describe(choice, ["Ann", "Maud"], (0.5, 0.5))
    mine, theirs = ({**found["plies"][0], "ply": seat + 1, "seat": seat, "cost": 0.4 + seat} for seat in range(2))
    found["plies"] = [mine, theirs]

    def answer(route: Route) -> None:
        route.fulfill(json=found)

    def leave_one(route: Route) -> None:
        route.fulfill(json={**route.fetch().json(), "yours": [0]})

    person.page.route(f"**/api/rooms/{code}/analysis", answer)
    person.page.route(f"**/api/rooms/{code}", leave_one)
    person.page.goto(f"/replay/{code}")
    person.page.get_by_role("button", name="What were the moves worth?").click()
    expect(person.page.locator("aside h2")).to_have_text(["Your moves that cost most", "Maud's moves that cost most"])
    yours = person.page.get_by_role("region", name="Your moves that cost most")
    expect(yours.get_by_role("button")).to_have_text(["Ann: " + mine["label"] + " −20 %"])


def test_the_moves_of_a_stand_in_are_not_yours(person: Person) -> None:
    code = person.open_room(sit=(0, 1), **GAMES["stencil"])
    choice = play_some(person, code)
    if not person.ask("GET", f"/rooms/{code}")["over"]:
        person.ask("POST", f"/rooms/{code}/resign", seat=0)
    found = {**describe(choice, ["Ann", "Maud"], (0.5, 0.5)), "exact": False}
    found["plies"] = [{**found["plies"][0], "seat": 0, "stand_in": "dora", "error": 0.01}]
    found["seats"][0] |= {"cost": 0.0, "best": 1, "luck": 0.1, "luck_error": 0.2}
    person.page.route(f"**/api/rooms/{code}/analysis", lambda route: route.fulfill(json=found))
    person.page.route(f"**/api/rooms/{code}", lambda route: route.fulfill(json={**route.fetch().json(), "yours": [0]}))
    person.page.goto(f"/replay/{code}")
    person.page.get_by_role("button", name="What were the moves worth?").click()
    yours = person.page.get_by_role("region", name="Your moves that cost most")
    expect(yours).to_contain_text("None of your moves clearly cost anything.")
    others = person.page.get_by_role("region", name="The others' moves that cost most")
    expect(others.get_by_role("button", name="Dora for Ann: ")).to_be_visible()
    expect(person.page.get_by_text("Dora played one move for Ann: it counts for nobody here.")).to_be_visible()
    expect(person.page.get_by_role("row", name="Ann 1/1 nothing even")).to_be_visible()
    expect(person.page.get_by_role("row", name="Maud")).to_contain_text("about 21 %")


def test_how_fast_it_plays_by_itself_can_be_chosen(person: Person) -> None:
    code = person.open_room(sit=(0, 1), **GAMES["stencil"])
    play_some(person, code)
    if not person.ask("GET", f"/rooms/{code}")["over"]:
        person.ask("POST", f"/rooms/{code}/resign", seat=0)
    person.page.goto(f"/replay/{code}?ply=0")
    speed = person.page.get_by_role("combobox", name="Speed")
    expect(speed.locator("option")).to_have_text(["½×", "1×", "2×", "4×", "8×"])
    speed.select_option("8×")
    person.page.get_by_role("button", name="Play automatically").click()
    slider = person.page.get_by_role("slider")
    expect(slider).to_have_value(slider.get_attribute("max") or "")
