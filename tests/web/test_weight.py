"""What the play page weighs, and how soon things are on the screen. Times are printed: machines differ."""

import gzip

from playwright.sync_api import Browser, Response

from tests.server.serving import Server
from tests.web.playing import Person

MOST_BYTES = 70_000

# When the board first stood on the screen, and how long after the server's word a move was there
WATCH = """() => {
  new MutationObserver(() => {
    const room = document.querySelector(".room");
    if (!window.drawnAt && document.querySelector("svg.figure g.shape")) window.drawnAt = performance.now();
    if (!room || room.dataset.after === window.lastAfter) return;
    [window.lastAfter, window.changedAt] = [room.dataset.after, performance.now()];
  }).observe(document, { childList: true, subtree: true, attributes: true });
  const parse = JSON.parse;
  JSON.parse = (text, ...more) => {
    if (text.includes('"scene":')) window.toldAt = performance.now();
    return parse(text, ...more);
  };
}"""


def test_the_play_page_is_light(server: Server, browser: Browser) -> None:
    person = Person(browser, server.address)
    person.page.add_init_script(f"({WATCH})()")
    code = person.open_room(sit=(0, 1), game="numeric", preset="zones")
    scripts: dict[str, int] = {}

    def weigh(answer: Response) -> None:
        if answer.url.endswith(".js"):
            scripts[answer.url] = len(gzip.compress(answer.body(), 9))

    person.page.on("response", weigh)
    person.enter(code)
    person.page.wait_for_load_state("load")
    person.page.get_by_role("textbox", name="Your calculation").wait_for()
    total = sum(scripts.values())
    drawn = person.page.evaluate("window.drawnAt")
    print(f"scripts of the play page: {total / 1000:.1f} kB gzipped in {len(scripts)} files")
    print(f"the first board is drawn {drawn:.0f} ms after the page was opened")
    assert scripts
    assert total <= MOST_BYTES
    person.close()


def test_a_move_is_soon_on_the_screen(server: Server, browser: Browser) -> None:
    person = Person(browser, server.address)
    person.page.add_init_script(f"({WATCH})()")
    code = person.open_room(sit=(0, 1), game="quatro", preset="two")
    person.enter(code)
    waits = []
    for _ in range(10):
        person.wait_for_turn()
        person.move()
        waits.append(person.page.evaluate("window.changedAt - window.toldAt"))
    waits.sort()
    print(f"a move is on the screen {waits[5]:.0f} ms after the server told of it, {waits[-1]:.0f} ms at most")
    assert waits[0] > 0
    person.close()
