"""What the play page weighs, and how soon things are on the screen. Times are printed: machines differ."""

import gzip

from playwright.sync_api import Browser, Response

from tests.server.serving import Server
from tests.web.playing import Person

MOST_BYTES = 90_000


def test_the_play_page_is_light(server: Server, browser: Browser) -> None:
    person = Person(browser, server.address)
    code = person.open_room(sit=(0, 1), game="numeric", preset="zones")
    scripts: dict[str, int] = {}

    def weigh(answer: Response) -> None:
        if answer.url.endswith(".js"):
            scripts[answer.url] = len(gzip.compress(answer.body(), 9))

    person.page.on("response", weigh)
    person.enter(code)
    person.page.wait_for_load_state("networkidle")
    total = sum(scripts.values())
    drawn = person.page.evaluate("performance.now()")
    print(
        f"scripts of the play page: {total / 1000:.1f} kB gzipped in {len(scripts)} files; drawn within {drawn:.0f} ms"
    )
    assert scripts
    assert total <= MOST_BYTES
    person.close()
