"""My games: what was played on this device, saved, deleted, and taken along to another one."""

import json
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from tests.server.serving import Server
from tests.web.playing import Person
from tests.web.test_in_sight import SCREENS, UNUSUAL

QUICK = {"game": "stencil", "preset": "quick", "options": {"first_player": "red", "plate_choice": "fixed"}}


def entry(**more: Any) -> dict[str, Any]:
    usual = {"code": "abcdefgh", "game": "ludo", "title": "Ludo", "at": 1_790_000_000_000, "others": ["Ben"]}
    return {**usual, "result": "won", **more}


def end_a_game(person: Person, other: Person) -> str:
    """A game that the other gives up."""
    code = person.open_room(sit=(0,), **QUICK)
    other.ask("POST", f"/rooms/{code}/seats/1", name="Ben")
    person.enter(code)
    other.ask("POST", f"/rooms/{code}/resign", seat=1)
    expect(person.page.locator(".room[data-state=over]")).to_be_visible()
    return code


def keep(person: Person, *games: dict[str, Any]) -> None:
    person.page.goto("/mine")
    person.page.evaluate("(games) => localStorage.setItem('parlour.games', JSON.stringify(games))", list(games))
    person.page.goto("/mine")


def test_a_game_that_is_over_is_found_with_its_result_from_the_front_page(
    server: Server, browser: Browser, person: Person
) -> None:
    other = Person(browser, server.address)
    code = end_a_game(person, other)
    page = person.page
    page.wait_for_function("localStorage.getItem('parlour.games')")
    page.goto("/")
    page.get_by_role("link", name="My games").click()
    row = page.get_by_role("link", name="Stencil").first
    expect(row).to_contain_text("against Ben")
    expect(row).to_contain_text("won")
    expect(page.get_by_role("row", name="Stencil")).to_contain_text("1 / 1")
    row.click()
    expect(page).to_have_url(f"{server.address}/replay/{code}")
    other.close()


def test_what_a_look_back_found_stands_in_the_statistics(person: Person) -> None:
    keep(
        person,
        entry(code="aaaaaaaa", luck=0.1, cost=0.2, chances=True),
        entry(code="bbbbbbbb", luck=0.3, cost=0.0, chances=True, result="lost", at=1_790_000_000_001),
    )
    row = person.page.get_by_role("row", name="Ludo")
    expect(row).to_contain_text("+20 %")
    expect(row.get_by_role("cell", name="10 %", exact=True)).to_be_visible()
    expect(row).to_contain_text("0 / 1")


def test_the_list_is_saved_deleted_and_added_again(person: Person, tmp_path: Path) -> None:
    keep(person, entry(), entry(code="bbbbbbbb", result="lost"))
    page = person.page
    with page.expect_download() as download:
        page.get_by_role("button", name="Save as a file").click()
    file = tmp_path / download.value.suggested_filename
    download.value.save_as(file)
    assert {game["code"] for game in json.loads(file.read_text())["games"]} == {"abcdefgh", "bbbbbbbb"}
    page.get_by_role("button", name="Delete the list").click()
    page.get_by_role("button", name="Yes").click()
    expect(page.get_by_text("No game has been finished")).to_be_visible()
    assert page.evaluate("localStorage.getItem('parlour.games')") is None
    page.locator("input[type=file]").set_input_files(file)
    expect(page.get_by_text("2 games were added.")).to_be_visible()
    page.get_by_role("button", name="Forget Ludo").first.click()
    expect(page.get_by_role("link", name="Ludo")).to_have_count(1)


@pytest.mark.parametrize("text", ["", "{", "[]", '{"format":"parlour games","version":1,"games":7}', "\x00" * 50])
def test_a_file_that_holds_no_games_changes_nothing(person: Person, tmp_path: Path, text: str) -> None:
    keep(person, entry())
    file = tmp_path / "odd.json"
    file.write_text(text)
    person.page.locator("input[type=file]").set_input_files(file)
    expect(person.page.get_by_text("That file is not a list saved from this page.")).to_be_visible()
    expect(person.page.get_by_role("link", name="Ludo")).to_have_count(1)


def test_a_link_takes_seats_and_games_along_to_another_device(server: Server, browser: Browser, person: Person) -> None:
    ben, phone = Person(browser, server.address), Person(browser, server.address, size="phone")
    over = end_a_game(person, ben)
    going = person.open_room(sit=(0, 1), **QUICK)
    person.enter(going)
    page = person.page
    page.goto("/mine")
    page.get_by_role("button", name="Make the link").click()
    expect(page.get_by_text("Anyone who opens it can play as you")).to_be_visible()
    link = page.get_by_label("Your link").input_value()
    asked: list[str] = []
    phone.page.on("request", lambda request: asked.append(request.url))
    phone.page.goto(link)
    expect(phone.page.get_by_role("dialog", name="Continue here?")).to_be_visible()
    assert phone.page.url == f"{server.address}/mine", "the key is out of the address before anything is asked"
    assert phone.ask("GET", f"/rooms/{going}")["yours"] == []
    phone.page.get_by_role("button", name="Continue", exact=True).click()
    expect(phone.page.get_by_text("You can continue here. 2 rooms came with you.")).to_be_visible()
    assert phone.ask("GET", f"/rooms/{going}")["yours"] == [0, 1]
    expect(phone.page.get_by_role("link", name="Stencil")).to_contain_text("won")
    assert over in str(phone.page.evaluate("localStorage.getItem('parlour.games')"))
    key = link.split("#go=")[1][:32]
    assert len(key) == 32
    assert not any(key in address.partition("#")[0] for address in asked)
    assert phone.complaints == []
    ben.close()
    phone.close()


def test_who_says_no_keeps_their_own_seats(server: Server, browser: Browser, person: Person) -> None:
    stranger = Person(browser, server.address)
    stranger.open_room(sit=(0,), **QUICK)
    key = stranger.ask("POST", "/guests/key")["key"]
    code = person.open_room(sit=(0, 1), **QUICK)
    person.page.goto(f"/mine#go={key}")
    person.page.get_by_role("button", name="No, leave it").click()
    expect(person.page.get_by_role("dialog")).to_have_count(0)
    assert person.ask("GET", f"/rooms/{code}")["yours"] == [0, 1]
    stranger.close()


def test_a_damaged_link_and_having_no_key_are_told(person: Person) -> None:
    person.page.goto("/mine#go=short")
    expect(person.page.get_by_text("This link cannot be read.")).to_be_visible()
    assert person.page.url.endswith("/mine")
    person.page.get_by_role("button", name="Make the link").click()
    expect(person.page.get_by_text("there is nothing to take with you")).to_be_visible()


def test_nothing_lies_outside_any_screen(person: Person) -> None:
    names = ["Bartholomew the Magnificent", "Wilhelmina", "Ben"]
    keep(person, *(entry(code=f"aaaaaaa{i}", others=names[: i % 3 + 1], at=i) for i in range(10)))
    for width, height in [(360, 640), *SCREENS, *UNUSUAL]:
        person.page.set_viewport_size({"width": width, "height": height})
        assert person.page.evaluate("document.scrollingElement.scrollWidth <= innerWidth + 1"), (width, height)
