"""The way in: addresses that lead nowhere, pages that are left, and pages in very large letters."""

import re

import pytest
from playwright.sync_api import Response, Route, expect

from tests.web.playing import Person

NOWHERE = ("/nonsense", "/room/", "/play/", "/rules/", "/ROOM/aaaaaaaa", "/room/abc-def", "/play/quatro/cube")
NO_GAME = {
    "/play/chess": "There is no such game here",
    "/learn/chess": "There is no lesson to show",
    "/rules/chess": "There are no rules to show",
}
TITLES = {"/": "Parlour", "/play/quatro": "Quatro", "/rules/quatro": "Quatro"}
TOO_WIDE = "document.documentElement.scrollWidth - document.documentElement.clientWidth"


@pytest.mark.parametrize("path", NOWHERE)
def test_an_address_that_leads_nowhere_says_so(person: Person, path: str) -> None:
    person.page.goto(path)
    expect(person.page.get_by_role("heading", name="There is no such page here.")).to_be_visible()
    person.page.get_by_role("link", name="To the front page").click()
    expect(person.page.get_by_role("heading", name="Parlour")).to_be_visible()


@pytest.mark.parametrize("path", NO_GAME)
def test_a_game_that_is_not_there(person: Person, path: str) -> None:
    person.page.goto(path)
    expect(person.page.get_by_role("heading", name=NO_GAME[path])).to_be_visible()
    expect(person.page.get_by_role("link", name="To the front page")).to_be_visible()


@pytest.mark.parametrize("there", [True, False])
def test_the_front_page_leads_to_the_documentation_where_there_is_some(person: Person, there: bool) -> None:
    """Whichever this server has, the page is told otherwise and goes by that."""

    def tell(route: Route) -> None:
        told = re.sub(r'<link rel="help"[^>]*>', "", route.fetch().text())
        link = '<link rel="help" href="/docs/">' if there else ""
        route.fulfill(body=told.replace("</head>", f"{link}</head>"), content_type="text/html")

    person.page.route(re.compile(r"^http://[^/]+/$"), tell)
    person.page.goto("/")
    foot = person.page.get_by_role("contentinfo")
    expect(foot.get_by_role("link", name="API")).to_be_visible()
    link = foot.get_by_role("link", name="Documentation")
    if there:
        expect(link).to_have_attribute("href", "/docs/")
        person.page.set_viewport_size({"width": 320, "height": 844})
        person.page.evaluate("document.documentElement.style.fontSize = '200%'")
        assert person.page.evaluate(TOO_WIDE) == 0, "both links fit on a phone, in very large letters"
    else:
        expect(link).to_have_count(0)


@pytest.mark.parametrize("path", ["/play/quatro/", "/rules/quatro/"])
def test_a_slash_at_the_end_changes_nothing(person: Person, path: str) -> None:
    person.page.goto(path)
    expect(person.page.get_by_role("heading", name="Quatro", exact=True)).to_be_visible()


@pytest.mark.parametrize("path", ["/learn/quatro", "/rules/quatro", "/play/quatro"])
def test_a_page_that_is_left_asks_for_nothing_more(person: Person, path: str) -> None:
    refused: list[str] = []

    def hear(answer: Response) -> None:
        if answer.status >= 400 or "undefined" in answer.url:
            refused.append(answer.url)

    person.page.on("response", hear)
    person.page.goto(path)
    person.page.get_by_role("link", name="Parlour", exact=True).click()
    expect(person.page.get_by_role("heading", name="Were you invited?")).to_be_visible()
    person.page.wait_for_load_state("networkidle")
    assert refused == []


@pytest.mark.parametrize(("width", "letters"), [(320, "100%"), (390, "200%"), (320, "200%")])
@pytest.mark.parametrize("path", TITLES)
def test_nothing_is_wider_than_a_phone(person: Person, path: str, width: int, letters: str) -> None:
    person.page.set_viewport_size({"width": width, "height": 844})
    person.page.goto(path)
    expect(person.page.get_by_role("heading", name=TITLES[path], exact=True).first).to_be_visible()
    person.page.wait_for_load_state("networkidle")
    person.page.evaluate("size => document.documentElement.style.fontSize = size", letters)
    assert person.page.evaluate(TOO_WIDE) == 0


def test_a_refusal_stands_at_its_rule_and_seats_have_the_game_s_names(person: Person) -> None:
    page = person.page
    page.goto("/play/stencil?plate_choice=fixed&red_plate=K2")
    wrong = page.get_by_role("combobox", name="White's plate")
    expect(wrong).to_have_attribute("aria-invalid", "true")
    expect(wrong).to_have_accessible_description(
        "The plate that white plays with. “Red's plate” and “White's plate” are both K2: they must differ"
    )
    wrong.select_option("K3")
    expect(wrong).not_to_have_attribute("aria-invalid", "true")
    for seat in ("Red", "White"):
        expect(page.get_by_role("combobox", name=seat, exact=True)).to_be_visible()


def test_a_choice_on_the_front_page_changes_what_is_told(person: Person) -> None:
    page = person.page
    page.goto("/")
    card = page.get_by_role("article", name="Vendetta")
    expect(card.get_by_text("Bring your Godfather")).to_be_visible()
    card.get_by_text("Myth", exact=True).click()
    expect(card.get_by_text("Bring your King")).to_be_visible()
    expect(card.get_by_role("link", name="Set up")).to_have_attribute("href", "/play/vendetta?theme=myth")
    page.reload()
    expect(card.get_by_text("Bring your King")).to_be_visible()  # it is remembered


@pytest.mark.parametrize(("players", "names"), [("Two", "Albert"), ("Three", "Albert and Dora")])
def test_it_is_said_whom_one_meets_before_one_plays_at_once(person: Person, players: str, names: str) -> None:
    person.page.goto("/")
    card = person.page.get_by_role("article", name="Quatro")
    card.get_by_role("radio", name=players).check(force=True)
    expect(card.get_by_text("Against ")).to_have_text(f"Against {names}")
    card.get_by_role("button", name="Play now").click()
    person.page.wait_for_url("**/room/*")
    code = person.page.url.rpartition("/")[2]
    assert [seat["name"] for seat in person.ask("GET", f"/rooms/{code}")["seats"][1:]] == names.split(" and ")


def test_on_a_laptop_the_choices_of_a_game_stand_in_one_row(person: Person) -> None:
    person.page.goto("/")
    cards = person.page.get_by_role("article")
    expect(cards.last).to_be_visible()
    for card in cards.all():
        tops = card.locator("fieldset label").evaluate_all("(all) => all.map((it) => it.getBoundingClientRect().top)")
        assert len(set(tops)) == 1, card.inner_text()


def test_nothing_that_is_played_at_once_takes_hundreds_of_throws(person: Person) -> None:
    page = person.page
    page.goto("/")
    card = page.get_by_role("article", name="Numeric")
    card.get_by_text("Basic", exact=True).click()
    expect(card.get_by_text("24 throws")).to_be_visible()
    card.get_by_role("button", name="Play now").click()
    page.wait_for_url("**/room/*")
    code = page.url.rpartition("/")[2]
    assert person.ask("GET", f"/rooms/{code}")["options"] == {"variant": "basic", "end": "throw_limit(24)"}


def test_a_form_begins_with_a_few_questions_and_has_all_rules_behind_a_door(person: Person) -> None:
    page = person.page
    page.goto("/play/numeric")
    expect(page.get_by_role("heading", name="Who plays?")).to_be_visible()
    expect(page.get_by_text("Takes 10 to 20 minutes")).to_be_visible()
    for question in ("Which game?", "Who plays?", "How long?"):
        expect(page.get_by_role("heading", name=question)).to_be_visible()
    expect(page.get_by_role("combobox", name="When it ends")).to_be_visible()
    expect(page.get_by_role("combobox")).to_have_count(3)  # two seats, and the end
    hidden = page.get_by_role("combobox", name="Cards that end the game")
    expect(hidden).to_be_hidden()
    expect(page.get_by_role("group", name="Clock")).to_be_hidden()
    page.get_by_text("All rules").click()
    expect(hidden).to_be_visible()
    expect(page.get_by_role("group", name="Clock")).to_be_visible()
    expect(page.get_by_role("group", name="Dice")).to_be_visible()


def test_an_end_is_chosen_in_words_and_one_from_a_link_is_kept(person: Person) -> None:
    page = person.page
    page.goto("/play/numeric")
    end = page.get_by_role("combobox", name="When it ends")
    end.select_option(label="After 12 throws")
    page.wait_for_url("**/play/numeric?end=throw_limit*12*")
    expect(page.get_by_text("Takes 10 to 20 minutes")).to_be_hidden()  # which is no longer known
    expect(end.get_by_role("option", name="When all counters are used")).to_have_count(0)  # not in this game
    page.goto("/play/numeric?end=funds(2000)%2Bline(one)")
    expect(end.locator("option:checked")).to_have_text("as the link says")


def test_a_bot_that_looks_ahead_can_be_told_to_think_longer(person: Person) -> None:
    page = person.page
    page.goto("/play/stencil?plate_choice=fixed&first_player=white")
    seat, thinks = page.get_by_role("combobox", name="White", exact=True), page.get_by_role("combobox", name="Thinks")
    seat.select_option("pip")
    expect(page.get_by_text("Never turns the plate")).to_be_visible()
    expect(thinks).to_have_count(0)
    seat.select_option("octavia")
    expect(thinks.locator("option:checked")).to_have_text("at once (usual)")
    thinks.select_option("5 seconds a move")
    page.wait_for_url("**seats=you.octavia%3Aseconds%3D5")
    page.reload()
    expect(thinks.locator("option:checked")).to_have_text("5 seconds a move")
    thinks.select_option("2 seconds a move")
    expect(seat.locator("option:checked")).to_have_text("Octavia, level 6 of 6")
    page.get_by_role("button", name="Start the game").click()
    players = page.get_by_role("list", name="Seats")
    expect(players.get_by_text("Octavia", exact=True)).to_be_visible()
    expect(players.get_by_text("White, bot, 2 seconds a move")).to_be_visible()
    expect(page.get_by_text(":seconds")).to_have_count(0)


def test_a_game_without_dice_is_asked_nothing_about_them(person: Person) -> None:
    page = person.page
    page.goto("/play/stencil")
    page.get_by_text("All rules").click()
    expect(page.get_by_role("group", name="Clock")).to_be_visible()
    expect(page.get_by_role("group", name="Dice")).to_have_count(0)
    assert "dice" not in page.locator("form").inner_text().lower()


def test_rules_begin_with_how_to_play_and_the_law_is_behind_a_door(person: Person) -> None:
    page = person.page
    page.goto("/rules/vendetta")
    expect(page.get_by_role("heading", name="How to play")).to_be_visible()
    expect(page.get_by_role("figure").first.locator("svg")).to_be_visible()
    expect(page.locator("article pre:visible")).to_have_count(0)
    for late in ("Rulings", "Version history"):
        expect(page.get_by_text(late, exact=True).locator("visible=true")).to_have_count(0)
    page.locator("summary", has_text="The full rules").click()
    expect(page.get_by_role("heading", name="Rulings")).to_be_visible()
    expect(page.get_by_role("heading", name="Version history")).to_be_visible()


def test_a_link_to_a_rule_opens_the_door(person: Person) -> None:
    page = person.page
    page.goto("/rules/quatro#rule-R6")
    expect(page.locator("#rule-R6")).to_be_in_viewport()
    page.goto("/rules/quatro")
    page.get_by_role("link", name="The full rules").click()
    expect(page.get_by_role("heading", name="Rules", exact=True)).to_be_in_viewport()
