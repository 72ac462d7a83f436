"""People at the browser: they open rooms and play whatever may be touched, by mouse, touch or the keyboard alone."""

import random
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Error, Locator, Page, expect

MOUSE, TOUCH, KEYBOARD = "mouse", "touch", "keyboard"
SIZES = {"phone": (390, 844), "laptop": (1366, 768), "television": (1920, 1080)}
PATIENCE = 30_000  # ms
SOON = 1_000  # ms: what may be touched is there, or something has changed

# A place on the screen that belongs to the shape, and to nothing that may be touched above it
INSIDE = """(shape) => {
  const box = shape.getBoundingClientRect();
  const above = (x, y) => document.elementsFromPoint(x, y).map((e) => e.closest("g[role=button]"));
  const free = (x, y) => above(x, y).find(Boolean) === shape;
  for (const step of [2, 3, 4, 6, 9, 14, 22])
    for (let i = 1; i < step; i++)
      for (let j = 1; j < step; j++) {
        const [x, y] = [box.x + (box.width * i) / step, box.y + (box.height * j) / step];
        if (free(x, y)) return [x, y];
      }
  return null;
}"""


@dataclass
class Person:
    """Somebody with a browser of their own."""

    browser: Browser
    address: str
    means: str = MOUSE
    size: str = "laptop"
    rng: random.Random = field(default_factory=lambda: random.Random(1))
    settings: dict[str, Any] = field(default_factory=dict)
    complaints: list[str] = field(default_factory=list)  # of the page: errors and warnings

    def __post_init__(self) -> None:
        width, height = SIZES[self.size]
        self.context: BrowserContext = self.browser.new_context(
            base_url=self.address,
            viewport={"width": width, "height": height},
            has_touch=self.means == TOUCH,
            reduced_motion="reduce",
            **{"service_workers": "block", **self.settings},  # a worker's requests are none of the page's
        )
        self.page: Page = self.context.new_page()
        self.page.set_default_timeout(PATIENCE)
        self.page.on("console", self.hear)
        self.page.on("pageerror", lambda error: self.complaints.append(str(error)))

    def hear(self, said: ConsoleMessage) -> None:
        """What the page complains of; that the server refused something is told to the person, and no fault."""
        if said.type == "error" and "status of 4" not in said.text:
            self.complaints.append(said.text)

    def close(self) -> None:
        self.context.close()

    def ask(self, method: str, path: str, **body: Any) -> Any:
        """The same person, through the API."""
        answer = self.context.request.fetch("/api" + path, method=method, data=body or None)
        assert answer.ok, answer.text()
        return answer.json()

    def open_room(self, sit: tuple[int, ...] = (0,), **opening: Any) -> str:
        code: str = self.ask("POST", "/rooms", **opening)["code"]
        for seat in sit:
            self.ask("POST", f"/rooms/{code}/seats/{seat}", name=f"Person {seat + 1}")
        return code

    def enter(self, code: str) -> None:
        self.page.goto(f"/room/{code}")
        expect(self.page.locator("svg.figure").first).to_be_visible()

    @property
    def state(self) -> str:
        return self.page.locator(".room").get_attribute("data-state") or ""

    def wait_for_turn(self) -> str:
        """Until something is asked of this person, or the play is over."""
        self.page.wait_for_selector(".room[data-state=yours], .room[data-state=over]", timeout=PATIENCE)
        return self.state

    def touchable(self, wanted: dict[str, Any] | None = None) -> list[Locator]:
        """What may be touched on the board, or only what an action is done with."""
        things = "svg.figure g[role=button]:not([aria-pressed]):not(.unmarked)"
        ids = [*wanted["path"], wanted["target"]] if wanted else []
        return self.page.locator(", ".join(f'{things}[data-id="{thing}"]' for thing in ids) or things).all()

    def has_chosen_besides(self, wanted: dict[str, Any]) -> bool:
        """Whether something is chosen on the board that the action is not done with."""
        chosen = self.page.locator("svg.figure g[aria-pressed=true]").evaluate_all(
            "all => all.map((g) => g.dataset.id)"
        )
        return not {*chosen} <= {*wanted["path"], wanted["target"]}

    def touch(self, thing: Locator) -> None:
        """Touch something on the board."""
        if self.means == KEYBOARD:
            wanted = thing.get_attribute("data-id", timeout=SOON)
            self.page.keyboard.press("b")
            for _ in range(120):
                if self.page.evaluate("document.activeElement?.dataset?.id") == wanted:
                    break
                self.page.keyboard.press("PageDown")
            else:
                raise LookupError(f"the keyboard does not reach {wanted}")
            self.page.keyboard.press("Enter")
            return
        thing.scroll_into_view_if_needed(timeout=SOON)
        place = thing.evaluate(INSIDE, timeout=SOON)
        if not place:
            self.page.wait_for_timeout(100)  # something just changed: look again
            place = thing.evaluate(INSIDE, timeout=SOON)
        assert place, f"no place on the screen belongs to {thing.get_attribute('data-id')}"
        self.tap(*place)

    def tap(self, x: float, y: float) -> None:
        if self.means == TOUCH:
            self.page.touchscreen.tap(x, y)
        else:
            self.page.mouse.click(x, y)

    def tap_on(self, thing: str) -> None:
        """The middle of anything on the board, whether it may be touched or not."""
        box = self.page.locator(f'svg.figure g[data-id="{thing}"]').bounding_box()
        assert box, f"{thing} is not drawn"
        self.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)

    def confirm(self, question: str) -> None:
        """Say yes to what is asked once more, after a moment to read it: a click at once is ignored."""
        button = self.page.get_by_role("button", name=question)
        button.wait_for()
        self.page.wait_for_timeout(400)
        button.click()

    def press(self, button: Locator) -> None:
        """Use a control of the page."""
        if self.means == KEYBOARD:
            button.focus()
            self.page.keyboard.press("Enter")
        elif self.means == TOUCH:
            button.tap()
        else:
            button.click()

    def move(
        self, special: Callable[["Person"], bool] = lambda person: False, wanted: dict[str, Any] | None = None
    ) -> None:
        """Make one decision, however many touches it takes: any, or the action that is wanted, as the API told it."""
        before = self.page.locator(".room").get_attribute("data-after")
        if special(self):
            return self.wait_for_change(before)
        trouble = None
        for _ in range(6):
            if wanted and self.has_chosen_besides(wanted):
                self.page.keyboard.press("Escape")  # a touch that came too late for the move before
            things = self.touchable(wanted)
            try:
                if things:
                    self.touch(self.rng.choice(things))
                else:
                    buttons = self.page.get_by_role("region", name="What you can do").get_by_role("button")
                    named = buttons.filter(has_text=wanted["label"]) if wanted else buttons
                    self.press(self.rng.choice(named.all()))
            except (Error, LookupError) as error:
                trouble = error  # the board may have changed meanwhile: look again
            self.page.wait_for_timeout(15)
            if self.page.locator(".room").get_attribute("data-after") != before or self.state in ("moving", "over"):
                return self.wait_for_change(before)
        raise AssertionError(
            f"six touches, and nothing was played: {self.page.locator('aside .now').last.inner_text()}"
        ) from trouble

    def wait_for_change(self, before: str | None) -> None:
        self.page.wait_for_selector(f'.room:not([data-after="{before}"]), .room[data-state=over]', timeout=PATIENCE)
