"""At the table: what may be touched is plain to see, dice on the board work, and a slip can be mended."""

import random
import re
from typing import Any

import pytest
from playwright.sync_api import Browser, Route, expect

from parlour.engine.game import find_game
from tests.server.serving import Server
from tests.web.playing import PATIENCE, TOUCH, Person

STENCIL: dict[str, Any] = {"game": "stencil", "options": {"first_player": "red", "plate_choice": "fixed", "games": 1}}
ZONES: dict[str, Any] = {"game": "numeric", "preset": "zones", "options": {"players": 2}}

# How wide and in which colour the signs of a kind are, in pixels of the screen
SIGNS = """(kind) => [...document.querySelectorAll(`main svg .ring-${kind}`)].map((ring) => {
  const { stroke, strokeWidth, vectorEffect } = getComputedStyle(ring);
  return [stroke, parseFloat(strokeWidth), vectorEffect];
})"""
# How many of the frames reach into a sign between dice
COVERED = """() => [...document.querySelectorAll("main svg rect.edge-free")].filter((frame) => {
  const [a, reach] = [frame.getBoundingClientRect(), parseFloat(getComputedStyle(frame).strokeWidth) / 2];
  const signs = [...document.querySelectorAll("main svg text")].filter((text) => /^[+=]$/.test(text.textContent));
  return signs.some((sign) => {
    const b = sign.getBoundingClientRect();
    return a.left - reach < b.right && b.left < a.right + reach && a.top < b.bottom && b.top < a.bottom;
  });
}).length"""
TINT = "(seat) => getComputedStyle(document.querySelectorAll('.seats .body')[seat]).fill"


def test_rings_are_in_the_movers_colour_and_as_wide_on_a_phone(server: Server, browser: Browser) -> None:
    person = Person(browser, server.address, means=TOUCH, size="phone")
    code = person.open_room(sit=(0, 1), game="quatro", preset="two")
    person.enter(code)
    person.wait_for_turn()
    mover = person.ask("GET", f"/rooms/{code}?detail=text")["to_move"]
    rings = person.page.evaluate(SIGNS, "free")
    assert rings
    for stroke, width, effect in rings:
        assert stroke == person.page.evaluate(TINT, mover)
        assert width >= 2.5
        assert effect == "non-scaling-stroke"
    person.close()


def test_rings_grow_with_the_letters_of_a_large_television(person: Person) -> None:
    person.page.set_viewport_size({"width": 3840, "height": 2160})
    person.enter(person.open_room(sit=(0, 1), game="quatro", preset="two"))
    person.wait_for_turn()
    rings = person.page.evaluate(SIGNS, "free")
    assert rings
    assert all(width >= 6 for _, width, _ in rings)


def test_a_board_full_of_open_cells_is_tinted_and_not_a_net_of_lines(person: Person) -> None:
    person.enter(person.open_room(sit=(0, 1), **STENCIL))
    person.wait_for_turn()
    assert len(person.page.evaluate(SIGNS, "wash")) == 16
    assert person.page.evaluate(SIGNS, "free") == []


def test_open_cells_look_the_same_to_the_end_of_the_game(person: Person) -> None:
    full = "red=a1a2a3a4b1b2b3 white=c1c2c3c4d1d2b4 plates=K1,K2"
    for turn in ("red", "white"):
        person.enter(person.open_room(sit=(0, 1), position=f"{full} turn={turn}", **STENCIL))
        person.wait_for_turn()
        cells = person.page.locator("main svg rect.ring-wash")
        expect(cells).to_have_count(2)
        assert person.page.locator("main svg rect.ring-free").count() == 0
        paper = person.page.locator('main g[data-id="cell:d3"] rect').evaluate("(cell) => getComputedStyle(cell).fill")
        assert cells.first.evaluate("(cell) => getComputedStyle(cell).fill") != paper


def test_both_of_two_equal_dice_are_marked_and_either_can_be_touched(person: Person) -> None:
    pieces = "White=52b,60,17,0,0,0,0,0 Black=10,53b,36a,12b,3,0,0,0"
    position = f"phase=using turns=20 turn=White {pieces} pair=44"
    person.enter(person.open_room(sit=(0, 1), game="quantum", preset="two", position=position))
    person.wait_for_turn()
    assert person.page.locator("main svg rect.ring-free").count() == 3  # two dice and their total
    assert person.page.evaluate(COVERED) == 0
    person.tap_on("die:4.2")
    expect(person.page.locator('main g[data-id="die:4"]')).to_have_attribute("aria-pressed", "true")


def test_no_counter_shimmers_through_a_plate_that_is_held(person: Person) -> None:
    person.enter(person.open_room(sit=(0, 1), position="red=a1b2 white=c3d4 turn=red plates=K1,K2", **STENCIL))
    person.page.get_by_role("button", name="Take up the plate").click()
    blind = person.page.locator("svg.figure .overlay .blind")
    assert blind.evaluate("(shape) => getComputedStyle(shape).fillOpacity") == "1"


def test_dice_on_the_board_go_into_the_calculation(person: Person) -> None:
    person.enter(person.open_room(sit=(0, 1), **ZONES))
    person.wait_for_turn()
    line = person.page.get_by_role("textbox", name="Your calculation")
    face = person.page.locator('main g[data-id="die:2"]').get_attribute("aria-label")
    person.tap_on("die:2")
    expect(line).to_have_value((face or "").removeprefix("die "))


def test_a_number_that_cannot_be_made_is_not_aimed_at_in_vain(person: Person) -> None:
    code = person.open_room(sit=(0, 1), **ZONES)
    person.enter(code)
    person.wait_for_turn()
    made = {
        action["notation"].rpartition("=")[2] for action in person.ask("GET", f"/rooms/{code}?detail=text")["legal"]
    }
    number = next(number for number in range(100, 0, -1) if str(number) not in made)
    person.tap_on(f"number:{number}")
    expect(person.page.locator("#calculation-status")).to_contain_text(f"{number} can't be made with ")
    person.tap_on(f"number:{max(int(one) for one in made if one.isdigit())}")
    expect(person.page.locator("#calculation-status")).not_to_contain_text("can't be made")


def test_to_pass_is_asked_once_when_something_could_be_made(person: Person) -> None:
    code = person.open_room(sit=(0, 1), **ZONES)
    person.enter(code)
    person.wait_for_turn()
    room = person.ask("GET", f"/rooms/{code}?detail=text")
    assert any("=" in action["notation"] for action in room["legal"])
    person.page.get_by_role("button", name="Pass", exact=True).click()
    expect(person.page.get_by_role("button", name="Really pass?")).to_be_visible()
    assert person.ask("GET", f"/rooms/{code}?detail=text")["after"] == room["after"]
    person.page.get_by_role("button", name="Really pass?").click()
    person.wait_for_change(str(room["after"]))


def test_at_one_screen_a_move_is_taken_back_after_the_dice_fell(person: Person) -> None:
    code = person.open_room(sit=(0, 1), **ZONES)
    person.enter(code)
    person.wait_for_turn()
    before = person.ask("GET", f"/rooms/{code}?detail=text")
    person.page.get_by_role("button", name="Pass", exact=True).click()
    person.page.get_by_role("button", name="Really pass?").click()
    person.wait_for_change(str(before["after"]))
    person.wait_for_turn()
    person.page.get_by_role("button", name="Take back").click()
    strip = person.page.locator(".strip")
    expect(strip).to_have_text(re.compile(r"took a move back\.\s*$"))
    expect(strip).not_to_contain_text("passes")
    expect(strip).not_to_contain_text("throws")
    assert person.ask("GET", f"/rooms/{code}?detail=text")["position"] == before["position"]


def test_the_arrow_asks_a_bot_where_only_the_menu_could(person: Person) -> None:
    code = person.open_room(sit=(0,), bots={"1": "random"}, pace=0, **STENCIL)
    person.enter(code)
    person.wait_for_turn()
    before = person.ask("GET", f"/rooms/{code}?detail=text")
    person.move()
    expect(person.page.locator(".strip")).to_contain_text("Random", timeout=PATIENCE)
    person.wait_for_turn()
    person.page.get_by_role("button", name="Ask to take back", exact=True).click()
    expect(person.page.locator(".strip")).to_have_text(re.compile(r"took a move back\.\s*$"))
    assert person.ask("GET", f"/rooms/{code}?detail=text")["position"] == before["position"]


@pytest.mark.parametrize(
    ("game", "thing", "words"), [("vendetta", "space:20", "Space 20"), ("quantum", "square:9", "fluorine 9")]
)
def test_letters_too_small_for_a_phone_are_told_in_large_ones(
    server: Server, browser: Browser, game: str, thing: str, words: str
) -> None:
    """And the page may be pinched larger."""
    person = Person(browser, server.address, means=TOUCH, size="phone")
    person.enter(person.open_room(sit=(0, 1), game=game, preset="two"))
    person.wait_for_turn()
    person.tap_on(thing)
    told = person.page.locator(".now").get_by_text(words).first
    expect(told).to_be_visible()
    assert told.evaluate("(words) => parseFloat(getComputedStyle(words).fontSize)") >= 9
    viewport = person.page.locator("meta[name=viewport]").get_attribute("content") or ""
    assert "user-scalable" not in viewport
    assert "maximum-scale" not in viewport
    person.close()


@pytest.mark.parametrize("bot_wins", [False, True])
def test_the_last_move_is_seen_and_the_end_says_you(person: Person, bot_wins: bool) -> None:
    """The plate that won lies on the board; then it is said, once, who has won."""
    position = "red=a1c2a3 white=b3d1d2 turn=red plates=K1,K2 starter=red turns=7"
    code = person.open_room(sit=(1,) if bot_wins else (0,), position=position, **STENCIL)
    other = Person(person.browser, person.address, rng=random.Random(2))
    other.ask("POST", f"/rooms/{code}/seats/{0 if bot_wins else 1}", name="Wilma")
    person.enter(code)
    (other if bot_wins else person).ask("POST", f"/rooms/{code}/moves", seat=0, after=after_of(person, code), move="@0")
    person.page.wait_for_selector(".room[data-state=over]")
    expect(person.page.get_by_role("img", name="red's plate K1, laid on the board")).to_be_visible()
    said = person.page.get_by_role("region", name="How it ended")
    expect(said).to_contain_text("Wilma wins." if bot_wins else "You win.")
    other.close()


def after_of(person: Person, code: str) -> int:
    after: int = person.ask("GET", f"/rooms/{code}?detail=text")["after"]
    return after


def test_what_has_been_answered_is_not_asked_any_more(person: Person) -> None:
    """While a move is on its way and is shown, the table says neither whose turn it was nor offers to choose again."""
    person.enter(person.open_room(sit=(0, 1), game="vendetta", options={"players": 2}))
    person.wait_for_turn()
    held: list[Route] = []
    person.page.route("**/moves", lambda route: held.append(route))
    choices = person.page.get_by_role("region", name="What you can do")
    person.touch(next(thing for thing in person.touchable() if "piece:" in (thing.get_attribute("data-id") or "")))
    again = person.page.get_by_role("button", name="Choose again")
    expect(again).to_be_visible()
    person.press(choices.get_by_role("button", name="from home").first)
    expect(choices.locator(".asked")).to_have_text("One moment …")
    expect(again).to_have_count(0)
    held[0].continue_()
    expect(choices.locator(".asked")).to_contain_text("turn:")


def test_before_the_first_turn_it_is_said_what_the_game_is_about(person: Person) -> None:
    person.enter(person.open_room(sit=(0, 1), **STENCIL))
    person.wait_for_turn()
    strip = person.page.locator(".strip")
    stencil = find_game("stencil")
    expect(strip.locator("p")).to_have_text(stencil.aim(stencil.settle()))
    person.tap_on("cell:a1")
    expect(strip.locator("p")).to_have_text("Since your move: Person 1 places a counter on a1.")


# Whether the aim is in sight in the strip that tells what happened
READ = """(aim) => {
  const [box, strip] = [aim.getBoundingClientRect(), aim.closest(".strip").getBoundingClientRect()];
  return box.height > 0 && box.top >= strip.top - 1 && box.bottom <= strip.bottom + 1;
}"""


@pytest.mark.parametrize("game", ["quatro", "vendetta", "quantum"])
@pytest.mark.parametrize("height", [640, 844])
def test_on_a_phone_it_is_said_whatever_has_happened(server: Server, browser: Browser, game: str, height: int) -> None:
    """Dice have been thrown, and perhaps others have moved: who has not had a turn reads the aim all the same."""
    person = Person(browser, server.address, means=TOUCH, size="phone")
    person.page.set_viewport_size({"width": 360, "height": height})
    person.enter(person.open_room(sit=(0,), game=game, preset="two", bots={"1": "random"}, pace=0))
    person.wait_for_turn()
    expect(person.page.locator(".aim")).to_be_visible()
    assert person.page.locator(".aim").evaluate(READ)
    assert not person.page.locator(".strip").inner_text().startswith("…")
    person.close()


def test_on_a_phone_the_board_stays_where_it_is_when_something_is_chosen(server: Server, browser: Browser) -> None:
    """The buttons below it become more and fewer; nothing may move away from under a finger."""
    person = Person(browser, server.address, means=TOUCH, size="phone")
    person.enter(person.open_room(sit=(0, 1), game="quatro", preset="two"))
    person.wait_for_turn()
    board = person.page.locator("main svg.figure")
    before, told = board.bounding_box(), person.page.locator(".strip")
    assert told.evaluate("(strip) => strip.scrollHeight <= strip.clientHeight"), "what the game is about is read whole"
    person.touch(next(thing for thing in person.touchable() if "die:" in (thing.get_attribute("data-id") or "")))
    expect(person.page.get_by_role("button", name="Choose again")).to_be_visible()
    assert board.bounding_box() == before
    person.close()


@pytest.mark.parametrize("size", [(360, 640), (390, 844), (768, 1024)])
@pytest.mark.parametrize("game", ["vendetta", "quantum"])
def test_the_board_stays_where_it_is_whatever_is_told(
    server: Server, browser: Browser, game: str, size: tuple[int, int]
) -> None:
    """The aim goes, and what others did comes in one line or in five: there is always as much room for it."""
    person = Person(browser, server.address)
    person.page.set_viewport_size({"width": size[0], "height": size[1]})
    person.enter(person.open_room(sit=(0,), game=game, preset="two", bots={"1": "random"}, pace=0))
    person.wait_for_turn()
    board = person.page.locator("main svg.figure")
    tops = set()
    for _ in range(4):
        tops.add(board.evaluate("(figure) => Math.round(figure.getBoundingClientRect().y)"))
        person.move()
        if person.wait_for_turn() == "over":
            break
    assert len(tops) == 1
    person.close()


def test_all_moves_come_before_the_box_to_type_one(person: Person) -> None:
    person.enter(person.open_room(sit=(0, 1), game="stencil", preset="quick"))
    person.wait_for_turn()
    person.page.get_by_role("button", name="All moves").click()
    moves = person.page.get_by_role("dialog")
    first, box = moves.get_by_role("listitem").first.bounding_box(), moves.get_by_role("textbox").bounding_box()
    assert first
    assert box
    assert first["y"] < box["y"]
