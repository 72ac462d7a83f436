"""A game from another package with a part of its own in plain JavaScript: the very one that docs/web.md shows."""

import os
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from playwright.sync_api import Browser, expect

from parlour.new_game import new_game
from tests.server.serving import Server, running_server
from tests.web.playing import Person

DOCS = Path(__file__).parents[2] / "docs" / "web.md"
CARDS = """
from parlour.engine.scene import Card

CARDS = {"die:1": Card("The die", (("faces", "six"), ("loses", "at 1")))}
"""
# It says of itself no more than it must, so that the pages have to make up the rest
SILENT = {
    "    front=FRONT,\n": "",
    "    lesson=lesson.LESSON,\n": "",
    "presets=PRESETS": 'presets={"two_dice": {"dice": 2}}',
    "sketch=drawing.sketch": "sketch=drawing.sketch, cards=lambda: CARDS",
    "GAME = Game(": CARDS + "\nGAME = Game(",
}
HOLD = "Bank the points"


def shown_part() -> str:
    return DOCS.read_text().split("```js\n")[1].split("```")[0]


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """With the game that `parlour new` writes, importable and announced as installing it would make it."""
    project = new_game("nine_geese", tmp_path_factory.mktemp("games"))
    package, announced = project / "src" / "nine_geese", project / "announced"
    (package / "browser").mkdir()
    (package / "browser" / "part.js").write_text(shown_part())
    declared = (package / "__init__.py").read_text()
    for words, others in SILENT.items():
        assert declared.count(words) == 1, words
        declared = declared.replace(words, others)
    (package / "__init__.py").write_text(declared)
    info = announced / "nine_geese-0.1.0.dist-info"
    info.mkdir(parents=True)
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: nine_geese\nVersion: 0.1.0\n")
    (info / "entry_points.txt").write_text("[parlour.games]\nnine_geese = nine_geese:GAME\n")
    folders = [str(project / "src"), str(announced), os.environ.get("PYTHONPATH", "")]
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PYTHONPATH", os.pathsep.join(folders))
        with running_server(tmp_path_factory.mktemp("house")) as running:
            yield running


@pytest.fixture
def person(server: Server, browser: Browser) -> Iterator[Person]:
    somebody = Person(browser, server.address)
    yield somebody
    assert somebody.complaints == []
    somebody.close()


def test_its_part_is_beside_the_board_and_plays(person: Person) -> None:
    person.enter(person.open_room(sit=(0, 1), game="nine_geese", position="banked=31,20 turns=3 gathered=9 rolled=4"))
    bank = person.page.get_by_role("button", name=HOLD)
    expect(bank).to_be_enabled()
    expect(person.page.locator('svg.figure g[data-id="button:roll"]')).to_be_visible()
    expect(person.page.locator('svg.figure g[data-id="button:hold"]')).to_have_count(0)
    bank.click()
    expect(person.page.get_by_text("Person 1 banks 9 and has 40.").first).to_be_visible()
    assert person.wait_for_turn() == "yours"


def test_who_only_looks_on_cannot_use_it(server: Server, browser: Browser, person: Person) -> None:
    code = person.open_room(sit=(0, 1), game="nine_geese", position="banked=31,20 turns=3 gathered=9 rolled=4")
    other = Person(browser, server.address)
    other.enter(code)
    expect(other.page.get_by_role("button", name=HOLD)).to_be_disabled()
    other.close()


def test_its_facts_are_shown_where_one_points(person: Person) -> None:
    person.enter(person.open_room(sit=(0, 1), game="nine_geese"))
    about = person.page.get_by_role("region", name="About the board")
    expect(about).to_contain_text("Point at something")
    person.page.locator('svg.figure g[data-id="die:1"]').hover()
    expect(about).to_contain_text("The die")
    expect(about).to_contain_text("six")


def test_other_games_do_without_it(person: Person) -> None:
    asked: list[str] = []
    person.page.on("request", lambda request: asked.append(request.url))
    person.enter(person.open_room(sit=(0, 1), game="stencil"))
    assert not any("/parts/" in url for url in asked)


def test_its_files_are_served_by_its_name_and_no_others(server: Server) -> None:
    found = httpx.get(f"{server.address}/parts/nine_geese/part.js")
    assert found.headers["content-type"].startswith("application/javascript")
    assert found.text == shown_part()
    for nothing in ("nine_geese/rules.py", "nine_geese/../rules.py", "stencil/part.js", "nine_geese/"):
        assert httpx.get(f"{server.address}/parts/{nothing}").status_code == 404


def test_the_pages_say_of_it_what_it_says_and_no_more(person: Person) -> None:
    page = person.page
    page.goto("/")
    card = page.get_by_role("article").last
    expect(card.get_by_role("heading", name="Nine geese")).to_be_visible()
    expect(card.get_by_role("link", name="Rules")).to_be_visible()
    expect(card.get_by_role("link", name="Learn to play")).to_have_count(0)
    expect(page.get_by_text("patent")).to_have_count(0)
    page.goto("/play/nine_geese")
    expect(page.get_by_role("radio", name="Two dice dice 2")).to_be_visible()
    expect(page.get_by_role("combobox", name="Player 1")).to_be_visible()
    expect(page.get_by_role("link", name="Learn to play")).to_have_count(0)
    page.goto("/rules/nine_geese")
    expect(page.get_by_role("link", name="Play: ")).to_be_visible()
    expect(page.get_by_role("link", name="Learn to play")).to_have_count(0)
