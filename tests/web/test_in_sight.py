"""The action is always in sight: at every decision the board and all that is needed for it are on the screen at once.

On a phone the board also keeps its size, however much there is to press under it.

Every game is played through its page. Before each decision, and again when something has been touched, the window takes
the size of a small phone, a phone, a tablet, a laptop, a television and some more in turn, and nothing may lie outside
it.
"""

import random
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator

from tests.server.serving import Server
from tests.web.numbers import state_a_number
from tests.web.playing import Person

SCREENS = [(360, 640), (390, 844), (820, 1180), (1366, 768), (1920, 1080)]
UNUSUAL = [(844, 390), (3840, 2160)]  # a phone that lies down, and a television with many pixels
LOOKS = 10  # decisions, and steps of one, that are looked at in every game
NAMES = ("Mum", "Ella", "Tom", "Grandpa", "Anna", "Leonhard", "Nina", "Ida")

TABLES: dict[str, dict[str, Any]] = {
    "basic": {"game": "numeric", "preset": "basic", "options": {"players": 3}},
    "zones": {"game": "numeric", "preset": "zones", "options": {"players": 3}},
    "hex": {"game": "numeric", "preset": "hex", "options": {"players": 2}},
    "counters": {"game": "numeric", "preset": "counters", "options": {"players": 4}},
    "a full table": {"game": "numeric", "preset": "zones", "options": {"players": 8}},
    "quatro": {"game": "quatro", "preset": "two"},
    "quatro for four": {"game": "quatro", "preset": "cube"},
    "stencil": {"game": "stencil", "preset": "quick"},
    "stencil with flips": {"game": "stencil", "preset": "flips"},
    "vendetta": {"game": "vendetta"},
    "quantum": {"game": "quantum", "preset": "two"},
    "quantum for six": {"game": "quantum", "options": {"players": 6}},
}

# What lies outside the window, or under something else, of the board and of the controls beside it
LOOK = """() => {
  const faults = [];
  const page = document.scrollingElement;
  if (page.scrollHeight > innerHeight + 1) faults.push(`the page is ${page.scrollHeight} high`);
  if (page.scrollWidth > innerWidth + 1) faults.push(`the page is ${page.scrollWidth} wide`);
  const named = (thing) => thing.getAttribute("aria-label") || thing.textContent.trim() || thing.className;
  const isOut = ({ left, top, right, bottom }) =>
    Math.min(left, top) < -0.5 || right > innerWidth + 0.5 || bottom > innerHeight + 0.5;
  const round = (box) => [box.left, box.top, box.right, box.bottom].map(Math.round).join(" ");
  const figure = document.querySelector("main svg.figure");
  const [board, matrix] = [figure.getBoundingClientRect(), figure.getScreenCTM()];
  const drawn = { width: matrix.a * figure.viewBox.baseVal.width, height: matrix.a * figure.viewBox.baseVal.height };
  if (isOut(board)) faults.push(`the board: ${round(board)}`);
  const side = Math.round(Math.min(drawn.width, drawn.height));
  if (side < 0.4 * Math.min(innerWidth, innerHeight)) faults.push(`the board is only ${side} across`);
  for (const shape of figure.querySelectorAll("g[role=button]:not(.unmarked)")) {
    const box = shape.getBoundingClientRect();
    if (isOut(box)) faults.push(`on the board, ${named(shape)}: ${round(box)}`);
  }
  for (const control of document.querySelectorAll(".now button, .now input, .now select, .now a.button, .now p")) {
    if (!control.checkVisibility() || control.closest(".hidden")) continue;
    const box = control.getBoundingClientRect();
    if (isOut(box)) faults.push(`${named(control)}: ${round(box)}`);
    else if (control.tagName !== "P") {
      const top = document.elementFromPoint((box.left + box.right) / 2, (box.top + box.bottom) / 2);
      if (!control.contains(top)) faults.push(`${named(control)} lies under ${top?.className || top?.tagName}`);
    }
  }
  return faults;
}"""


# How high the board is
MEASURE = "() => document.querySelector('main svg.figure').getBoundingClientRect().height"
PHONES = SCREENS[:2]
STEADY = 0.92  # of its greatest height at least: before the first turn the aim takes a line more


class Looker(Person):
    """Somebody who looks at every size before and after each touch."""

    seen = 0
    faults: list[str]
    heights: dict[tuple[int, int], list[float]]  # of the board, on phones

    def look(self) -> None:
        self.seen += 1
        for width, height in [*SCREENS, *UNUSUAL]:
            self.page.set_viewport_size({"width": width, "height": height})
            self.faults += [f"{width}×{height}: {fault}" for fault in self.page.evaluate(LOOK)]
            if (width, height) in PHONES:
                self.heights.setdefault((width, height), []).append(self.page.evaluate(MEASURE))

    def touch(self, thing: Locator) -> None:
        super().touch(thing)
        self.page.wait_for_timeout(30)
        if self.state == "yours" and self.page.locator("g[aria-pressed=true]").count():
            self.look()


@pytest.mark.parametrize("name", TABLES)
def test_all_that_a_decision_needs_is_in_sight(server: Server, browser: Browser, name: str) -> None:
    person = Looker(browser, server.address, rng=random.Random(7))
    person.faults, person.heights = [], {}
    code = person.open_room(sit=(), **TABLES[name])
    for seat in range(len(person.ask("GET", f"/rooms/{code}")["seats"])):
        person.ask("POST", f"/rooms/{code}/seats/{seat}", name=NAMES[seat])
    person.enter(code)
    numeric = TABLES[name]["game"] == "numeric"
    while person.seen < LOOKS and person.wait_for_turn() == "yours":
        person.look()
        person.move(state_a_number if numeric else lambda person: False)
    assert person.seen
    assert not person.faults, "\n".join(sorted(set(person.faults)))
    for screen, heights in person.heights.items():
        assert min(heights) >= STEADY * max(heights), f"on {screen} the board changes its size: {sorted(set(heights))}"
    assert person.complaints == []
    person.close()
