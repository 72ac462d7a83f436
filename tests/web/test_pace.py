"""Everybody can follow: dice lie still before anything comes of them, and what was missed can be seen again."""

import re
from statistics import median
from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from tests.server.serving import Server
from tests.web.playing import MOUSE, TOUCH, Person

AGAINST_BOTS: dict[str, Any] = {"game": "quatro", "bots": {"1": "random", "2": "random", "3": "random"}, "pace": 0}
LONG_TURN = (  # many pieces, so that every turn tells of several
    "phase=throwing turns=20 turn=White White=3,12h,16,24,0,0,0,0 Black=10,12j,15,20,0,0,0,0"
)
LEAST = 500  # ms for which a throw lies still
ENOUGH = 5  # moves of bots that are timed
PATIENCE = 150_000  # ms: bots that have just come load what they think with

# When dice came to rest, when a piece set off, and when sentences were told
WATCH = """() => {
  window.seen = [];
  const note = (what, of) => window.seen.push({ what, of, at: performance.now() });
  document.addEventListener("animationend", (event) => event.animationName.includes("tumble") && note("rest", ""));
  document.addEventListener("transitionrun", (event) => {
    const thing = event.target.closest?.("g.moves[data-id]");
    if (!thing || event.propertyName !== "transform" || thing.dataset.id.startsWith("die")) return;
    note("move", thing.dataset.id);
  });
  new MutationObserver(() => {
    const told = document.querySelector(".strip")?.textContent ?? "";
    if (told !== window.lastTold) note("told", (window.lastTold = told));
  }).observe(document, { childList: true, subtree: true, characterData: true });
}"""


def watch(server: Server, browser: Browser, speed: str) -> Person:
    person = Person(browser, server.address)
    person.page.emulate_media(reduced_motion="no-preference")
    person.page.add_init_script(f"localStorage.setItem('parlour.settings', '{{\"speed\":\"{speed}\"}}');({WATCH})()")
    person.enter(person.open_room(**AGAINST_BOTS))
    return person


def test_a_bots_roll_lies_still_for_half_a_second_before_its_move(server: Server, browser: Browser) -> None:
    person = watch(server, browser, "normal")
    rests: list[float] = []
    while len(rests) < ENOUGH:
        person.page.wait_for_selector(".room[data-state=yours]", timeout=PATIENCE)
        person.page.evaluate("window.seen = []")
        person.move()
        person.page.wait_for_selector(".room[data-state=yours]", timeout=PATIENCE)
        rolled: float | None = None
        for seen in person.page.evaluate("window.seen"):
            if seen["what"] == "rest":
                rolled = seen["at"]
            elif seen["what"] == "move" and rolled is not None:
                rests.append(seen["at"] - rolled)
                rolled = None  # the first move after a throw
    assert median(rests) >= LEAST, rests  # a busy machine tells late that dice lie still
    person.close()


# How many trails are drawn when all is as it was before the first move: nothing goes back
BEGUN_AGAIN = """async (button) => {
  button.click();
  await new Promise((done) => setTimeout(done));
  return document.querySelectorAll("path.trail").length;
}"""


@pytest.mark.parametrize("speed", ["fast", "instant"])
def test_what_three_bots_did_stands_in_a_strip_and_is_shown_again(server: Server, browser: Browser, speed: str) -> None:
    person = watch(server, browser, speed)
    page = person.page
    strip = page.get_by_role("group", name="Since your move")
    code = page.url.rpartition("/")[2]
    bots = [seat["name"] for seat in person.ask("GET", f"/rooms/{code}")["seats"] if seat["kind"] == "bot"]
    for _ in range(8):
        page.wait_for_selector(".room[data-state=yours]", timeout=PATIENCE)
        if all(f"{bot} " in strip.inner_text() for bot in bots):
            break
        person.move()
    page.wait_for_selector(".room[data-state=yours]", timeout=PATIENCE)
    page.evaluate("window.seen = []")
    told = strip.inner_text()
    assert page.get_by_role("button", name="Show me again").evaluate(BEGUN_AGAIN) == 0
    page.wait_for_selector(".room[data-state=moving] .asked:has-text('This is a replay')")  # it is no turn
    page.wait_for_selector(".room[data-state=yours]", timeout=PATIENCE)
    if speed != "instant":  # where nothing glides
        assert any(seen["what"] == "move" for seen in page.evaluate("window.seen"))
    assert strip.inner_text() == told
    for bot in bots:
        expect(strip).to_contain_text(f"{bot} ")
    person.close()


# What the strip tells, and whether all of that is in sight
TOLD = """(strip) => ({
  sentences: [...strip.querySelectorAll("span")].map((told) => told.textContent),
  fits: strip.scrollHeight <= strip.clientHeight + 1,
})"""


def test_on_a_laptop_the_last_sentence_is_read_whatever_stands_above(server: Server, browser: Browser) -> None:
    """What may be done, and at the end what came of it, takes room from the strip after that was filled."""
    person = Person(browser, server.address)
    person.enter(person.open_room(**{**AGAINST_BOTS, "game": "vendetta"}))
    for _ in range(12):
        person.wait_for_turn()
        for piece in person.page.locator("svg.figure g[role=button][data-id^='piece:0.']").all()[-1:]:
            piece.click(force=True)
        person.page.wait_for_function(f"() => ({TOLD})(document.querySelector('.strip')).fits", timeout=5000)
        person.page.keyboard.press("Escape")
        person.move()
    person.close()


def test_on_a_phone_the_strip_tells_what_matters_most_and_one_tap_shows_all(server: Server, browser: Browser) -> None:
    person = Person(browser, server.address, means=TOUCH, size="phone")
    code = person.open_room(**AGAINST_BOTS)
    person.enter(code)
    strip, rest = person.page.locator(".strip"), person.page.locator(".strip .rest")
    for _ in range(20):
        person.wait_for_turn()
        if rest.count():
            break
        person.move()
    left_out = int(re.sub(r"\D", "", rest.inner_text()))
    read = strip.evaluate(TOLD)
    assert read["fits"]
    assert read["sentences"]
    told = person.ask("GET", f"/rooms/{code}?detail=text")["told"]
    news = told[-left_out - len(read["sentences"]) :]
    weights = {one["sentence"]: one.get("weight", 1) for one in news}
    assert set(read["sentences"]) <= set(weights)
    least = min(weights[sentence] for sentence in read["sentences"])
    assert all(weight <= least for sentence, weight in weights.items() if sentence not in read["sentences"])
    order = [one["sentence"] for one in news]
    assert read["sentences"] == [sentence for sentence in order if sentence in read["sentences"]]
    strip.tap()
    fresh = person.page.locator(".told li.fresh")
    assert fresh.all_text_contents() == order
    expect(fresh.last).to_be_in_viewport(ratio=1)
    person.close()


@pytest.mark.parametrize(("means", "size"), [(TOUCH, "phone"), (MOUSE, "laptop")])
def test_a_long_turn_is_told_in_short_by_where_it_has_led(
    server: Server, browser: Browser, means: str, size: str
) -> None:
    person = Person(browser, server.address, means=means, size=size)
    person.enter(person.open_room(game="quantum", bots={"1": "random"}, pace=0, position=LONG_TURN))
    short = person.page.locator(".strip b")
    for _ in range(30):
        person.wait_for_turn()
        if short.count():
            break
        person.move()
    assert re.fullmatch(r"(Your|.+'s) piece .+ → .+\.", short.first.inner_text())
    expect(short.first).to_be_in_viewport(ratio=1)
    if means == TOUCH:
        person.page.locator(".strip").tap()
    told = person.page.locator(".told li")  # nothing is lost
    expect(told.filter(has_text=" moves from ")).not_to_have_count(0)
    expect(told.last).to_be_in_viewport(ratio=1)
    assert person.complaints == []
    person.close()


def test_the_speed_is_remembered(server: Server, browser: Browser) -> None:
    person = Person(browser, server.address)
    person.enter(person.open_room(**AGAINST_BOTS))
    for speed in ("Slow", "Instant"):
        person.page.get_by_role("button", name="Menu").click()
        person.page.get_by_role("button", name="Settings").click()
        person.page.get_by_role("radio", name=speed).check()
        person.page.reload()
        person.page.get_by_role("button", name="Menu").click()
        person.page.get_by_role("button", name="Settings").click()
        expect(person.page.get_by_role("radio", name=speed)).to_be_checked()
        person.page.get_by_role("button", name="Close").last.click()
    person.close()
