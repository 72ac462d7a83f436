"""Whole games through the interface: at one screen, against a bot, and between two browsers; by all means.

With PARLOUR_WHOLE_GAMES=1 nothing limits how long they are: with people who play at random, up to an hour in all.
"""

import os
import random
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from tests.server.serving import Server
from tests.web.numbers import state_a_number
from tests.web.playing import KEYBOARD, MOUSE, TOUCH, Person

ALL = bool(os.environ.get("PARLOUR_WHOLE_GAMES"))  # to the end that the rules bring; otherwise to a limit of turns


def limited(game: str, preset: str, limit: dict[str, Any], **options: Any) -> dict[str, Any]:
    return {"game": game, "preset": preset, "options": options | ({} if ALL else limit)}


GAMES: dict[str, dict[str, Any]] = {
    "basic": limited("numeric", "basic", {"end": "throw_limit(2)"}, players=2),
    "zones": limited("numeric", "zones", {"end": "throw_limit(2)"}, players=2),
    "hex": limited("numeric", "hex", {"end": "throw_limit(2)"}, players=2),
    "counters": limited("numeric", "counters", {"end": "throw_limit(2)"}, players=2),
    "quatro": limited("quatro", "two", {"turn_cap": 10}, match="single"),
    "stencil": limited("stencil", "quick", {}),
    "vendetta": limited("vendetta", "two", {"turn_limit": 12}),
    "myth": limited("vendetta", "myth", {"turn_limit": 12}, players=2),
    "quantum": limited("quantum", "two", {"turn_limit": 16}),  # in some turns nobody has anything to decide
}
QUICK = {"quatro": pytest.mark.quick}  # the game that is played in a browser even in the quick form
MEANS = [(MOUSE, "laptop"), (TOUCH, "phone"), (KEYBOARD, "laptop")]
MOST = 20_000 if ALL else 400  # decisions
Special = Callable[[Person], bool]


def special_of(name: str) -> Special:
    return state_a_number if GAMES[name]["game"] == "numeric" else lambda person: False


def means_for(name: str, shift: int) -> tuple[str, str]:
    """So that every game is played by all means, each in another company."""
    return MEANS[(list(GAMES).index(name) + shift) % len(MEANS)]


def play_out(people: list[Person], special: Special, cut: Special = lambda person: False) -> bool:
    """Everybody moves when asked, until the play is over. Whether one of these moves was made by `cut`."""
    was_cut = False
    for turn in range(MOST):
        states = [person.state for person in people]
        if "yours" not in states and "over" not in states:
            people[turn % len(people)].page.wait_for_selector(
                ".room[data-state=yours], .room[data-state=over], .room[data-state=theirs]"
            )
        if all(person.state == "over" for person in people):
            return was_cut
        for person in people:
            if person.state == "yours":
                if not was_cut and cut(person):
                    was_cut = True
                else:
                    person.move(special)
                break
        else:
            people[0].page.wait_for_timeout(20)
    raise AssertionError(f"not over after {MOST} decisions")


def check(people: list[Person], code: str) -> None:
    for person in people:
        assert person.complaints == []
        expect(person.page.get_by_role("button", name="Look back")).to_be_visible()
    assert people[0].ask("GET", f"/rooms/{code}?detail=text")["over"]


def play_alone(server: Server, browser: Browser, name: str, shift: int, **opening: Any) -> None:
    means, size = means_for(name, shift)
    person = Person(browser, server.address, means, size, random.Random(11 + shift))
    code = person.open_room(**opening, **GAMES[name])
    person.enter(code)
    play_out([person], special_of(name))
    check([person], code)
    person.close()


@pytest.mark.parametrize("name", GAMES)
def test_at_one_screen(server: Server, browser: Browser, name: str) -> None:
    play_alone(server, browser, name, 0, sit=(0, 1))


@pytest.mark.parametrize("name", [pytest.param(name, marks=QUICK.get(name, ())) for name in GAMES])
def test_against_a_bot(server: Server, browser: Browser, name: str) -> None:
    play_alone(server, browser, name, 1, sit=(0,), bots={"1": "random"}, pace=0)


@pytest.mark.parametrize("name", GAMES)
def test_between_two_browsers(server: Server, browser: Browser, name: str) -> None:
    """In the middle the network of one of them is cut."""
    means, size = means_for(name, 2)
    first = Person(browser, server.address, means, size, random.Random(13))
    second = Person(browser, server.address, MOUSE, "laptop", random.Random(14))
    code = first.open_room(sit=(0,), **GAMES[name])
    first.enter(code)
    second.enter(code)
    second.page.get_by_role("button", name="Sit here").first.click()
    first.page.wait_for_selector(".room:not([data-state=waiting])")
    second.page.wait_for_selector(".room:not([data-state=waiting])")
    expect(second.page.get_by_role("list", name="Seats")).to_contain_text("you")

    def cut(mover: Person) -> bool:
        """One moves while the other hears nothing."""
        other = second if mover is first else first
        other.context.set_offline(True)
        mover.move(special_of(name))
        other.page.wait_for_timeout(300)
        other.context.set_offline(False)
        return True

    assert play_out([first, second], special_of(name), cut)
    for person in (first, second):
        person.complaints = [said for said in person.complaints if "ERR_INTERNET_DISCONNECTED" not in said]
    check([first, second], code)
    first.close()
    second.close()
