"""Several people at one table, each with a browser: they leave and return, play again, change names, and react."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from tests.server.serving import Server, running_server
from tests.web.playing import Person

STENCIL: dict[str, Any] = {"game": "stencil", "options": {"first_player": "red", "plate_choice": "fixed", "games": 1}}
THREE: dict[str, Any] = {"game": "quatro", "preset": "three"}
ABSENT_SECONDS = 4.0
# A tab behind another one, until it says that it does not hide any more
HIDDEN = """
window.hides = true;
Object.defineProperty(document, "visibilityState", { get: () => (hides ? "hidden" : "visible") });
"""


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """Where nobody has to be away for long."""
    with running_server(Path(tmp_path_factory.mktemp("house")), absent_seconds=ABSENT_SECONDS) as running:
        yield running


@pytest.fixture
def people(server: Server, browser: Browser) -> Iterator[list[Person]]:
    """Ann, Ben and Cem, whose pages must not complain."""
    found = [Person(browser, server.address) for _ in range(3)]
    yield found
    for person in found:
        assert person.complaints == []
        person.close()


def sit_down(people: list[Person], **opening: Any) -> str:
    """They sit down one after another, and look at the room."""
    code: str = people[0].ask("POST", "/rooms", **opening)["code"]
    for seat, (person, name) in enumerate(zip(people, ("Ann", "Ben", "Cem"), strict=False)):
        person.ask("POST", f"/rooms/{code}/seats/{seat}", name=name)
    for person in people:
        person.enter(code)
    return code


def seats(person: Person) -> Any:
    return person.page.get_by_role("list", name="Seats")


def press(person: Person, name: str) -> None:
    person.page.get_by_role("button", name=name, exact=True).click()


def leave(person: Person) -> None:
    person.page.goto("about:blank")


def wait_for_ben(people: list[Person], code: str) -> None:
    """Ann moves, until Ben has to."""
    ann = people[0]
    view = ann.ask("GET", f"/rooms/{code}?detail=text")
    while view["to_move"] == 0:
        move = {"seat": 0, "after": view["after"], "move": view["legal"][0]["notation"]}
        ann.ask("POST", f"/rooms/{code}/moves", **move)
        view = ann.ask("GET", f"/rooms/{code}?detail=text")


def end(people: list[Person], code: str) -> None:
    """All agree on a draw."""
    for seat, person in enumerate(people):
        person.ask("POST", f"/rooms/{code}/offers", seat=seat, what="draw")
    for person in people:
        person.page.wait_for_selector(".room[data-state=over]")


# Leaving and returning


def test_a_bot_plays_for_who_has_left_until_they_take_their_seat_back(people: list[Person]) -> None:
    ann, ben, _ = people
    code = sit_down(people[:2], **STENCIL)
    wait_for_ben(people, code)
    leave(ben)
    card = ann.page.get_by_role("region", name="Ben is away.")
    expect(card).to_be_visible()
    expect(seats(ann)).to_contain_text("away")
    card.get_by_role("button", name="Let Dora play until Ben returns").click()
    expect(card).to_have_count(0)
    expect(seats(ann)).to_contain_text("Dora stands in")
    ben.enter(code)
    expect(ben.page.get_by_role("region", name="Dora plays for you.")).to_be_visible()
    press(ben, "Take your seat back")
    expect(seats(ann)).not_to_contain_text("Dora stands in")
    expect(seats(ann)).not_to_contain_text("away")
    expect(ben.page.get_by_role("region", name="Dora plays for you.")).to_have_count(0)


def test_who_lets_a_bot_play_chooses_it_and_reads_what_it_does(people: list[Person]) -> None:
    """One from the middle is offered first; what it plays is told since it took over, and not as what you did."""
    ann, ben, _ = people
    sit_down(people[:2], **STENCIL, position="red=a1c2 white=b3d1 turn=red plates=K1,K2 starter=red turns=4")
    ann.wait_for_turn()
    press(ann, "Menu")
    press(ann, "Let a bot play for me …")
    asked = ann.page.get_by_role("dialog", name="Who plays for you?")
    expect(asked.get_by_role("radio", name="Dora")).to_be_checked()
    asked.get_by_role("radio", name="Pip").check()
    press(ann, "Let Pip play")
    expect(ann.page.get_by_role("region", name="Pip plays for you.")).to_be_visible()
    expect(seats(ben)).to_contain_text("Pip stands in")
    strip = ann.page.locator(".strip")
    expect(strip).to_contain_text("Since Pip took over: Ann ")
    expect(strip).not_to_contain_text("Since your move")
    expect(strip).not_to_contain_text("You ")


def test_who_waits_is_asked_again_only_after_the_next_move(people: list[Person]) -> None:
    ann, ben, _ = people
    code = sit_down(people[:2], **STENCIL)
    wait_for_ben(people, code)
    leave(ben)
    press(ann, "Wait")
    expect(ann.page.get_by_role("region", name="Ben is away.")).to_have_count(0)
    ben.enter(code)
    expect(seats(ann)).not_to_contain_text("away")


def test_the_win_over_who_has_left_is_claimed_in_two_presses(people: list[Person]) -> None:
    ann, ben, _ = people
    code = sit_down(people[:2], **STENCIL)
    wait_for_ben(people, code)
    leave(ben)
    press(ann, "Claim the win")
    press(ann, "End the game, and win?")
    expect(ann.page.get_by_role("heading", name="You win.")).to_be_visible()
    ben.enter(code)
    expect(ben.page.get_by_role("region", name="How it ended")).to_contain_text(
        "You were away, and the win was claimed."
    )


def test_people_who_look_on_are_counted(people: list[Person], server: Server, browser: Browser) -> None:
    ann, _, cem = people
    code = sit_down(people[:2], **STENCIL)
    watch = ann.ask("GET", f"/rooms/{code}?detail=text")["watch"]
    cem.enter(watch)
    expect(ann.page.get_by_text("1 person is watching")).to_be_visible()
    other = Person(browser, server.address)
    other.enter(watch)
    expect(ann.page.get_by_text("2 people are watching")).to_be_visible()
    other.close()
    expect(ann.page.get_by_text("1 person is watching")).to_be_visible()


# Playing again


def test_all_who_say_yes_are_carried_into_the_next_room(people: list[Person]) -> None:
    code = sit_down(people[:2], **STENCIL)
    ann, ben = people[:2]
    end([ann, ben], code)
    press(ann, "Play again")
    expect(ann.page.get_by_text("Waiting for Ben …")).to_be_visible()
    expect(ben.page.get_by_role("group", name="Ann would like to play again.")).to_be_visible()
    press(ben, "Yes")
    for person in (ann, ben):
        person.page.wait_for_url(re.compile(f"/room/(?!{code})"))
        person.page.wait_for_selector(".room[data-state=yours], .room[data-state=theirs]")


def test_of_two_tabs_only_the_one_that_is_seen_sits_down(people: list[Person]) -> None:
    """Each tab would bring a number of its own for the dice, and one of them would cry foul."""
    ann, ben = people[:2]
    code = sit_down([ann, ben], **STENCIL)
    end([ann, ben], code)
    for seat, person in enumerate((ann, ben)):
        leave(person)
        person.ask("POST", f"/rooms/{code}/offers", seat=seat, what="rematch")
    following = ann.ask("GET", f"/rooms/{code}?detail=text")["next"]
    tab = ann.context.new_page()
    asked: list[str] = []
    tab.on("request", lambda request: asked.append(request.method))
    tab.add_init_script(HIDDEN)
    tab.goto(f"/room/{following}?again")
    expect(tab.get_by_role("button", name="Play again here")).to_be_visible()
    tab.wait_for_timeout(500)  # in which it would sit down
    assert "POST" not in asked
    with tab.expect_request(f"**/rooms/{following}/seats/*"):
        tab.evaluate("hides = false; document.dispatchEvent(new Event('visibilitychange'))")
    tab.close()


def test_a_no_is_told_and_a_late_yes_still_counts(people: list[Person]) -> None:
    code = sit_down(people[:2], **STENCIL)
    ann, ben = people[:2]
    end([ann, ben], code)
    press(ann, "Play again")
    press(ben, "No")
    expect(ann.page.get_by_text("Ben does not want to play again.").first).to_be_visible()
    press(ben, "Play again")
    for person in (ann, ben):
        person.page.wait_for_url(re.compile(f"/room/(?!{code})"))
        person.page.wait_for_selector(".room[data-state=yours], .room[data-state=theirs]")


def test_two_play_again_and_the_third_joins_late(people: list[Person]) -> None:
    code = sit_down(people, **THREE)
    ann, ben, cem = people
    end(people, code)
    press(ann, "Play again")
    press(cem, "No")
    press(ben, "Yes")
    for person in (ann, ben):
        person.page.wait_for_url(re.compile(f"/room/(?!{code})"))
        expect(person.page.get_by_role("listitem").filter(has_text="Open")).to_have_count(1)
    expect(cem.page.get_by_text("The others are playing again, and there is a seat for you.")).to_be_visible()
    cem.page.get_by_role("link", name="Join them").click()
    press(cem, "Sit here")
    for person in people:
        person.page.wait_for_selector(".room[data-state=yours], .room[data-state=theirs], .room[data-state=moving]")


def test_it_begins_without_who_is_away_and_says_so(people: list[Person]) -> None:
    code = sit_down(people, **THREE)
    ann, ben, cem = people
    end(people, code)
    leave(cem)
    press(ann, "Play again")
    press(ben, "Yes")
    expect(ann.page.get_by_text("Waiting for Cem …")).to_be_visible()
    press(ann, "Begin without Cem")
    for person in (ann, ben):
        person.page.wait_for_url(re.compile(f"/room/(?!{code})"))
    following = ann.page.url.split("/room/")[1].split("?")[0]
    ann.page.get_by_label(re.compile("Give it to")).select_option("pip")
    ann.page.wait_for_selector(".room:not([data-state=waiting])")
    cem.enter(code)
    expect(cem.page.get_by_text("The others are playing again, and began without you.")).to_be_visible()
    cem.page.get_by_role("link", name="Watch").click()
    cem.page.wait_for_url(re.compile(following))


# Names and reactions


def test_a_name_is_changed_in_the_midst_of_a_play(people: list[Person]) -> None:
    sit_down(people[:2], **STENCIL)
    ann, ben = people[:2]
    press(ben, "Menu")
    press(ben, "Change my name")
    dialog = ben.page.get_by_role("dialog", name="Change my name")
    dialog.get_by_label("Your name from now on").fill("Ann")
    dialog.get_by_role("button", name="Change my name").click()
    expect(dialog.get_by_role("alert")).to_contain_text("somebody here is called Ann already")
    dialog.get_by_label("Your name from now on").fill("Bea")
    dialog.get_by_role("button", name="Change my name").click()
    expect(dialog).to_have_count(0)
    expect(seats(ann)).to_contain_text("Bea")
    expect(seats(ben)).to_contain_text("Bea, you")


def test_a_seat_is_changed_before_the_play(people: list[Person]) -> None:
    ann, ben = people[:2]
    code = ann.open_room(sit=(0,), **STENCIL)
    ann.enter(code)
    press(ann, "Change to this seat")
    expect(ann.page.get_by_role("listitem").nth(1).get_by_role("button", name="Get up")).to_be_visible()
    assert ann.ask("GET", f"/rooms/{code}?detail=text")["yours"] == [1]
    ben.enter(code)
    press(ben, "Sit here")
    ann.page.wait_for_selector(".room:not([data-state=waiting])")


def test_reactions_are_seen_for_a_while_have_a_limit_and_can_be_muted(people: list[Person]) -> None:
    sit_down(people[:2], **STENCIL)
    ann, ben = people[:2]

    def say(person: Person, words: str) -> None:
        press(person, "Say something")
        person.page.get_by_role("group", name="Say something").get_by_role("button", name=words).click()

    say(ben, "Well played")
    expect(seats(ann).get_by_text("Well played")).to_be_visible()
    expect(seats(ben).get_by_text("Well played")).to_be_visible()
    expect(seats(ann).get_by_text("Well played")).to_have_count(0, timeout=15_000)
    press(ann, "Menu")
    press(ann, "Settings")
    ann.page.get_by_label("Show what others say").uncheck()
    press(ann, "Close")
    for _ in range(3):
        say(ben, "Oops")
        expect(seats(ben).get_by_text("Oops")).to_be_visible()
    say(ben, "Oops")
    expect(ben.page.get_by_text("you have said a lot just now")).to_be_visible()
    expect(seats(ann).get_by_text("Oops")).to_have_count(0)


def test_the_link_to_look_on_is_in_the_menu(server: Server, browser: Browser) -> None:
    person = Person(browser, server.address)
    reached = {"open": True, "yours": False, "addresses": ["http://parlour.test"]}
    person.page.route("**/api/network", lambda route: route.fulfill(json=reached))
    code = person.open_room(sit=(0, 1), **STENCIL)
    person.enter(code)
    press(person, "Menu")
    press(person, "Let somebody watch")
    watch = person.ask("GET", f"/rooms/{code}?detail=text")["watch"]
    dialog = person.page.get_by_role("dialog", name="Let somebody watch")
    expect(dialog.get_by_label("Invite to watch")).to_have_value(f"http://parlour.test/room/{watch}")
    press(person, "Close")
    expect(dialog).to_have_count(0)
    person.close()
