"""The board on a television, phones in the hands of those who play, and four letters that bring them together."""

import random
import re
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, ViewportSize, expect

from parlour.engine.game import games
from tests.server.serving import Server
from tests.web.playing import PATIENCE, TOUCH, Person
from tests.web.test_access import find_faults

PHONE: ViewportSize = {"width": 360, "height": 640}
TELEVISIONS = [(1920, 1080), (3840, 2160)]
SMALLEST = 28  # CSS pixels of letters, beside the board and on it, on a television of 1920 × 1080
NAMES = ("Ann", "Benjamin", "Charlotte-Amalie")
MOST_MOVES = 400
SOME_MOVES = 14

SHORT: dict[str, dict[str, Any]] = {
    "numeric": {"game": "numeric", "options": {"players": 3, "end": "throw_limit(2)"}},
    "vendetta": {"game": "vendetta", "options": {"players": 3, "turn_limit": 24}},
}

# What is wrong with what stands on a television; and the smallest letters, also those of its figure
LOOK = """() => {
  const faults = [];
  const page = document.documentElement;
  if (page.scrollHeight > innerHeight || page.scrollWidth > innerWidth) faults.push("it has more than the screen");
  if (getComputedStyle(page).cursor !== "none") faults.push("a pointer is shown");
  for (const control of document.querySelectorAll("button, a, input, select, [tabindex], [role=button]"))
    faults.push(`something to be touched: ${control.outerHTML.slice(0, 80)}`);
  let smallest = Infinity;
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const text = walker.currentNode;
    const element = text.parentElement;
    if (!text.data.trim() || element.closest("script, style")) continue;
    const range = document.createRange();
    range.selectNodeContents(text);
    const box = range.getBoundingClientRect();
    if (!box.width) continue;
    if (box.left < -1 || box.top < -1 || box.right > innerWidth + 1 || box.bottom > innerHeight + 1)
      faults.push(`outside the window: ${text.data}`);
    for (let around = element; around !== document.body; around = around.parentElement) {
      const frame = around.getBoundingClientRect();
      if (getComputedStyle(around).overflow !== "visible" && !element.closest("svg") && box.bottom > frame.bottom + 6)
        faults.push(`cut off: ${text.data}`);
    }
    const matrix = element.closest("svg") && element.getScreenCTM();
    const scale = matrix ? Math.hypot(matrix.a, matrix.b) : 1;
    smallest = Math.min(smallest, scale * parseFloat(getComputedStyle(element).fontSize));
  }
  return { faults, smallest };
}"""


READING = 320  # ms before a second tap in the same place, where something else stands now: one at once is ignored


class Phone(Person):
    """Somebody whose board is on a television."""

    def __init__(self, browser: Browser, address: str, name: str = "Ann") -> None:
        super().__init__(browser, address, means=TOUCH, size="phone")
        self.name = name
        self.page.set_viewport_size(PHONE)

    def sit(self, code: str, seat: int) -> None:
        """As the code on the television leads there."""
        self.page.goto(f"/room/{code}?seat={seat}&hand")
        self.page.get_by_role("textbox", name="Your name").fill(self.name)
        self.page.locator("li.wanted").get_by_role("button", name="Sit here").tap()

    def move_by_hand(self, code: str) -> None:
        """One decision, without a board."""
        before = self.page.locator(".room").get_attribute("data-after")
        assert self.page.locator("svg.figure g[role=button]").count() == 0
        self.check_that_it_fits()
        sums = self.page.get_by_role("textbox", name="Your calculation")
        if sums.count() and sums.is_visible() and not self.choices():
            self.calculate(code)
        else:
            for _ in range(2):
                buttons = self.choices()
                buttons[self.rng.randrange(len(buttons))].tap()
                self.page.wait_for_timeout(READING)
                if self.page.locator(".room").get_attribute("data-after") != before or self.state in ("moving", "over"):
                    break
                if self.page.locator(".hand ul button:not(:disabled)").count() == 0:
                    break
        self.wait_for_change(before)

    def choices(self) -> list[Any]:
        return self.page.get_by_role("list", name="What you can do").get_by_role("button").all()

    def calculate(self, code: str) -> None:
        legal = [action["notation"] for action in self.ask("GET", f"/rooms/{code}?detail=text")["legal"]]
        sums = [notation for notation in legal if "=" in notation]
        if not sums:
            self.page.get_by_role("button", name="Pass").tap()
            return
        self.page.get_by_role("textbox", name="Your calculation").fill(self.rng.choice(sums).split("=")[0])
        self.page.wait_for_timeout(READING)
        self.page.get_by_role("button", name=re.compile("^Cover|^Place")).tap()

    def check_that_it_fits(self) -> None:
        tall, wide = self.page.evaluate("[document.documentElement.scrollHeight, document.documentElement.scrollWidth]")
        assert (tall, wide) == (PHONE["height"], PHONE["width"])
        few = len(self.choices()) <= 5
        if few:
            assert self.page.locator(".choices").evaluate("(list) => list.scrollHeight <= list.clientHeight")


def new_television(browser: Browser, server: Server, width: int, height: int) -> Page:
    context = browser.new_context(
        base_url=server.address, viewport={"width": width, "height": height}, reduced_motion="reduce"
    )
    page = context.new_page()
    page.set_default_timeout(PATIENCE)
    return page


def look_at(television: Page) -> None:
    """Everything on it can be read from afar, and nothing has to be touched."""
    seen = television.evaluate(LOOK)
    assert seen["faults"] == []
    assert television.viewport_size is not None
    assert round(seen["smallest"], 1) >= SMALLEST * television.viewport_size["height"] / 1080


@pytest.fixture
def phones(server: Server, browser: Browser) -> Iterator[list[Phone]]:
    people = [Phone(browser, server.address, name) for name in NAMES]
    yield people
    for person in people:
        assert person.complaints == []
        person.close()


@pytest.mark.parametrize("name", SHORT)
def test_three_phones_and_two_televisions_play_to_the_end(
    server: Server, browser: Browser, phones: list[Phone], name: str
) -> None:
    host = Person(browser, server.address)
    code = host.open_room(sit=(), **SHORT[name])
    watch = host.ask("GET", f"/rooms/{code}")["watch"]
    televisions = [new_television(browser, server, *size) for size in TELEVISIONS]
    for television, found_by in zip(televisions, (code, watch), strict=True):
        television.goto(f"/tv/{found_by}")
        television.wait_for_selector(".tv[data-state=waiting]")
        expect(television.get_by_role("heading", name=games()[name].title)).to_be_visible()
        look_at(television)
    assert televisions[0].locator(".qr").count() == 3
    assert televisions[1].locator(".qr").count() == 0, "who only looks on cannot invite"
    for seat, phone in enumerate(phones):
        phone.sit(code, seat)
        expect(televisions[0].get_by_text(phone.name, exact=True).first).to_be_visible()
    for moves in range(MOST_MOVES):
        view = host.ask("GET", f"/rooms/{code}?detail=text")
        if view["over"]:
            break
        mover = phones[view["to_move"]]
        mover.wait_for_turn()
        if moves % 5 == 0:
            for other in phones:
                if other is not mover:
                    expect(other.page.locator(".whose")).to_contain_text(f"{mover.name}’")
            for television in televisions:
                television.wait_for_selector(f'.tv[data-after="{view["after"]}"]')
                expect(television.get_by_role("heading", level=2)).to_contain_text(f"{mover.name}’")
                look_at(television)
        mover.move_by_hand(code)
    assert view["over"], "it did not come to an end"
    assert moves > 5
    for television in televisions:
        television.wait_for_selector(".tv[data-state=over]")
        expect(television.get_by_role("heading", level=2)).to_contain_text(re.compile("win|draw|Drawn"))
        look_at(television)
        assert find_faults(television) == []
    for phone in phones:
        expect(phone.page.get_by_role("region", name="How it ended")).to_be_visible()
    # They play again: the televisions go there by themselves
    for phone in phones:
        phone.page.get_by_role("button", name=re.compile("Play again|Yes")).first.tap()
    for television, before in zip(televisions, (code, watch), strict=True):
        television.wait_for_url(re.compile(rf"/tv/(?!{before})\w{{8}}$"))
        television.wait_for_selector(".tv")
        look_at(television)
        television.context.close()
    host.close()


@pytest.mark.parametrize(
    "opening",
    [
        {"game": "stencil", "preset": "flips"},
        {"game": "quatro", "preset": "cube", "options": {"players": 2}},
        {"game": "quatro", "preset": "two", "dice": "manual"},
        {"game": "numeric", "preset": "counters", "options": {"players": 2}},
        {"game": "quantum", "preset": "two"},
        {"game": "vendetta", "preset": "darkness", "options": {"players": 2}},
    ],
    ids=lambda opening: "-".join(str(opening[key]) for key in ("game", "preset", "dice") if key in opening),
)
def test_every_game_is_played_without_a_board(server: Server, browser: Browser, opening: dict[str, Any]) -> None:
    phone = Phone(browser, server.address)
    phone.rng = random.Random(7)
    code = phone.open_room(sit=(0, 1), **opening)
    phone.page.goto(f"/room/{code}?hand")
    expect(phone.page.locator(".hand")).to_be_visible()
    faults: list[str] = []
    for _ in range(SOME_MOVES):
        if phone.wait_for_turn() == "over":
            break
        if phone.ask("GET", f"/rooms/{code}?detail=text")["outcomes"]:
            throw_real_dice(phone)
        else:
            faults = faults or find_faults(phone.page)
            phone.move_by_hand(code)
    assert faults == []
    assert phone.complaints == []
    phone.close()


def throw_real_dice(phone: Phone) -> None:
    before = phone.page.locator(".room").get_attribute("data-after")
    places = phone.page.locator("span.die")
    done = phone.page.get_by_role("button", name="Use this throw")
    for left in range(places.count(), 0, -1):
        expect(places).to_have_count(left)
        faces = phone.page.get_by_role("button", name=re.compile("A die shows"), disabled=False).all()
        phone.rng.choice(faces).tap()
    expect(places).to_have_count(0)
    if done.count():
        done.tap()
    else:  # chance decides something else
        phone.choices()[0].tap()
    phone.wait_for_change(before)


def test_the_board_can_be_looked_at_and_put_away_again(server: Server, browser: Browser) -> None:
    phone = Phone(browser, server.address)
    code = phone.open_room(sit=(0, 1), game="quatro", preset="two")
    phone.page.goto(f"/room/{code}")
    phone.wait_for_turn()
    assert phone.page.locator(".hand").count() == 0
    phone.page.get_by_role("button", name="Menu").tap()
    phone.page.get_by_role("button", name="The board is on a television").tap()
    expect(phone.page.locator(".hand")).to_be_visible()
    phone.page.get_by_role("button", name="Whole board").tap()
    expect(phone.page.get_by_role("main", name="The board")).to_be_visible()
    phone.page.get_by_role("button", name="Back to my hand").tap()
    expect(phone.page.locator(".hand")).to_be_visible()
    phone.page.reload()
    expect(phone.page.locator(".hand")).to_be_visible()
    phone.page.get_by_role("button", name="Menu").tap()
    phone.page.get_by_role("button", name="Show the board here").tap()
    expect(phone.page.get_by_role("main", name="The board")).to_be_visible()
    assert phone.complaints == []
    phone.close()


@pytest.mark.parametrize("size", TELEVISIONS)
def test_eight_seats_are_on_one_screen_with_a_code_each(
    server: Server, browser: Browser, size: tuple[int, int]
) -> None:
    host = Person(browser, server.address)
    code = host.open_room(sit=(2,), game="numeric", options={"players": 8})
    short = host.ask("GET", f"/rooms/{code}")["short"]
    television = new_television(browser, server, *size)
    television.goto(f"/tv/{short.lower()}")
    television.wait_for_url(f"**/tv/{code}")
    expect(television.get_by_text(short, exact=True)).to_be_visible()
    expect(television.get_by_text(re.compile(rf"127\.0\.0\.1:{server.port}|{server.address}")).first).to_be_visible()
    assert television.locator(".qr").count() == 7
    for code_shown in television.locator(".qr").all():
        box = code_shown.bounding_box()
        assert box is not None
        assert box["width"] >= size[1] / 6, "a camera reads it from afar"
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= size[0]
        assert box["y"] + box["height"] <= size[1]
    look_at(television)
    assert find_faults(television) == []
    television.context.close()
    host.close()


def test_a_television_of_somebody_who_plays_calls_them_by_name(server: Server, browser: Browser) -> None:
    host, guest = Person(browser, server.address), Person(browser, server.address)
    code = host.open_room(sit=(0,), game="stencil")
    guest.ask("POST", f"/rooms/{code}/seats/1", name="Person 2")
    mover = (host, guest)[host.ask("GET", f"/rooms/{code}")["to_move"]]
    mover.page.goto(f"/tv/{code}")
    mover.page.wait_for_selector(".tv[data-state=on]")
    expect(mover.page.get_by_role("heading", level=2)).to_contain_text(re.compile("Person [12]’s turn"))
    assert not re.search(r"\b[Yy]ou", mover.page.locator("aside").inner_text())
    for person in (host, guest):
        assert person.complaints == []
        person.close()


def test_four_letters_bring_somebody_to_the_seat(server: Server, browser: Browser) -> None:
    host, guest = Person(browser, server.address), Phone(browser, server.address, "Ben")
    code = host.open_room(sit=(0,), game="stencil")
    short = host.ask("GET", f"/rooms/{code}")["short"]
    host.page.goto(f"/room/{code}")
    expect(host.page.get_by_text(short)).to_be_visible()
    guest.page.goto("/")
    box = guest.page.get_by_role("textbox", name="Type the four letters")
    box.fill(f" {short[:2].lower()} {short[2:]} ")
    guest.page.get_by_role("button", name="Join").tap()
    guest.page.wait_for_url(f"**/room/{code}")
    guest.page.get_by_role("button", name="Sit here").first.tap()
    guest.page.wait_for_selector(".room[data-state=yours], .room[data-state=theirs]")
    guest.page.goto("/")
    box.fill(short)
    guest.page.get_by_role("button", name="Join").tap()
    expect(guest.page.get_by_role("alert")).to_contain_text(f"No room with the letters {short} is waiting for players.")
    assert guest.complaints == []
    guest.close()
    host.close()


@pytest.mark.parametrize(
    ("typed", "told"),
    [
        ("BCDF", "No room with the letters BCDF is waiting for players."),
        ("AEIO", "A code has four letters without a vowel"),
    ],
)
def test_wrong_letters_are_told_kindly(person: Person, typed: str, told: str) -> None:
    person.page.goto("/")
    person.page.get_by_role("textbox", name="Type the four letters").fill(typed)
    person.page.get_by_role("button", name="Join").click()
    expect(person.page.get_by_role("alert")).to_contain_text(told)


def test_letters_that_lead_nowhere_are_told_on_the_television_too(server: Server, browser: Browser) -> None:
    television = new_television(browser, server, 1920, 1080)
    television.goto("/tv/BCDF")
    expect(television.get_by_text("No room with the letters BCDF is waiting for players.")).to_be_visible()
    look_at(television)
    television.context.close()
