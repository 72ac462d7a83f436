"""Somebody comes when the play has begun: the host lets them in, they take the place of a bot, and go on from there."""

from playwright.sync_api import Browser, expect

from tests.server.serving import Server
from tests.web.playing import Person


def test_somebody_who_comes_late_takes_the_place_of_a_bot(person: Person, server: Server, browser: Browser) -> None:
    options = {"first_player": "red", "plate_choice": "fixed", "games": 1}
    code = person.open_room(game="stencil", options=options, bots={"1": "dora"}, pace=0)
    person.enter(code)
    late = Person(browser, server.address)
    late.page.set_viewport_size({"width": 390, "height": 844})
    late.enter(code)
    expect(late.page.get_by_text("You are watching.")).to_be_visible()
    expect(late.page.get_by_role("button", name="Take Dora’s place")).to_have_count(0)

    person.wait_for_turn()
    person.move()
    person.wait_for_turn()
    person.page.get_by_role("button", name="Menu").click()
    person.page.get_by_role("button", name="Let somebody join in").click()
    dialog = person.page.get_by_role("dialog", name="Let somebody join in")
    expect(dialog).to_contain_text("may take the place of Dora, who plays on until then")
    dialog.get_by_role("button", name="Close").click()

    card = late.page.get_by_role("region", name="You may join in")
    card.get_by_label("Your name").fill("Tom")
    card.get_by_role("button", name="Take Dora’s place, White").click()
    expect(card).to_have_count(0)
    expect(person.page.locator(".strip")).to_contain_text("Tom takes the place of Dora.")
    person.wait_for_turn()
    person.move()
    late.wait_for_turn()
    late.move()
    person.wait_for_turn()
    assert [seat["name"] for seat in person.ask("GET", f"/rooms/{code}")["seats"]] == ["Person 1", "Tom"]
    assert late.complaints == []
    late.close()


def test_who_comes_by_the_link_for_looking_on_is_offered_no_place(
    person: Person, server: Server, browser: Browser
) -> None:
    code = person.open_room(game="stencil", bots={"1": "dora"}, pace=0)
    person.ask("DELETE", f"/rooms/{code}/seats/1/bot")
    onlooker = Person(browser, server.address)
    onlooker.enter(person.ask("GET", f"/rooms/{code}")["watch"])
    expect(onlooker.page.get_by_text("You are watching.")).to_be_visible()
    expect(onlooker.page.get_by_role("region", name="You may join in")).to_have_count(0)
    onlooker.close()
