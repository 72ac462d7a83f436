"""Lessons and pages through the server's doors."""

import re
from collections.abc import Iterator
from html.parser import HTMLParser

import httpx
import pytest

from parlour.engine.game import find_game, games
from parlour.engine.pages import BLOCK, read_page
from parlour.engine.teaching import teach
from parlour.server.api import games as paths
from parlour.server.api.games import work_out
from parlour.server.api.lessons import show_lesson
from parlour.server.api.messages import ShownLesson, ShownPage
from parlour.server.pages.rules import render_page, show_page
from parlour.server.rooms.refusal import Refused
from tests.server.serving import running_server
from tests.terminal import heap

GAMES = [name for name, game in games().items() if game.rules.__name__.startswith("parlour.games.")]
TEXT_TAGS = {"h1", "h2", "h3", "p", "br", "ul", "ol", "li", "strong", "em", "code", "pre", "a"}
ALLOWED = TEXT_TAGS | {"div", "table", "thead", "tbody", "tr", "th", "td", "figure", "figcaption"}


class Tags(HTMLParser):
    """The tags of a page with their attributes."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.found: list[tuple[str, dict[str, str | None]]] = []
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append((tag, dict(attrs)))


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[httpx.Client]:
    with (
        running_server(tmp_path_factory.mktemp("teaching")) as server,
        httpx.Client(base_url=server.address, timeout=20) as client,
    ):
        yield client


@pytest.mark.parametrize("name", GAMES)
def test_every_game_has_a_lesson(client: httpx.Client, name: str) -> None:
    answer = client.get(f"/api/games/{name}/lesson")
    assert answer.status_code == 200
    lesson = ShownLesson.model_validate(answer.json(), extra="forbid")
    taught = teach(find_game(name))
    assert lesson.title == find_game(name).title
    assert [step.say for step in lesson.steps] == [step.say for step in taught]
    for shown, step in zip(lesson.steps, taught, strict=True):
        assert len(shown.legal) == len(step.legal)
        assert (shown.expect.notation if shown.expect else None) == (step.expect.notation if step.expect else None)
        assert len(shown.frames) == len(step.frames)


def test_the_cube_and_three_players_are_lessons_of_their_own(client: httpx.Client) -> None:
    usual = client.get("/api/games/quatro/lesson").json()
    assert [(one["name"], one["title"]) for one in usual["further"]] == [
        ("cube", "The doubling cube"),
        ("three", "Three players"),
    ]
    assert "cube" not in " ".join(step["say"] for step in usual["steps"])
    cube = ShownLesson.model_validate(client.get("/api/games/quatro/lesson?about=cube").json(), extra="forbid")
    assert (usual["about"], cube.about) == ("", "The doubling cube")
    assert cube.steps[0].expect
    assert cube.steps[0].expect.notation == "dbl2"
    refused = client.get("/api/games/quatro/lesson?about=chess")
    assert refused.status_code == 404
    assert "no lesson about 'chess'" in refused.json()["error"]


@pytest.mark.parametrize("name", GAMES)
def test_no_scene_is_missing_between_steps(name: str) -> None:
    steps = show_lesson(find_game(name))["steps"]
    for step, following, taught in zip(steps, [*steps[1:], None], teach(find_game(name)), strict=True):
        after = step["after_scene"] or (following and following["scene"])
        assert after == taught.after.as_dict()
    assert steps[-1]["after_scene"]


def test_an_answer_is_small_on_its_way_and_known_again(client: httpx.Client) -> None:
    first = client.get("/api/games/quantum/lesson")
    assert first.headers["Content-Encoding"] == "gzip"
    plain = client.get("/api/games/quantum/lesson", headers={"Accept-Encoding": "identity"})
    assert "Content-Encoding" not in plain.headers
    assert plain.json() == first.json()
    again = client.get("/api/games/quantum/lesson", headers={"If-None-Match": first.headers["ETag"]})
    assert again.status_code == 304


@pytest.mark.parametrize("name", GAMES)
def test_every_page_is_safe_html(client: httpx.Client, name: str) -> None:
    answer = client.get(f"/api/games/{name}/page")
    assert answer.status_code == 200
    page = ShownPage.model_validate(answer.json(), extra="forbid")
    tags = Tags(page.html).found
    assert {tag for tag, _ in tags} <= ALLOWED
    ids = [attributes["id"] for tag, attributes in tags if re.fullmatch("h[1-6]", tag)]
    assert ids == [heading.id for heading in page.headings]
    assert len(set(ids)) == len(ids)
    for tag, attributes in tags:
        if tag == "a":
            assert (attributes["href"] or "").lstrip("#") in ids, "pages link within themselves"
    assert page.headings[0].text == find_game(name).title
    assert page.headings[0].level == 1


@pytest.mark.parametrize("name", GAMES)
def test_every_figure_of_a_page_is_drawn_by_the_server(client: httpx.Client, name: str) -> None:
    html = client.get(f"/api/games/{name}/page").json()["html"]
    figures = [attributes for tag, attributes in Tags(html).found if tag == "figure"]
    assert len(figures) == len(BLOCK.findall(read_page(find_game(name))))
    for attributes in figures:
        assert attributes.pop("data-game") == name
        asked = {key.removeprefix("data-"): value or "" for key, value in attributes.items()}
        assert client.get(f"/api/games/{name}/figure", params=asked).status_code == 200


@pytest.mark.parametrize("what", ["lesson", "page"])
def test_a_game_that_is_not_there_is_refused(client: httpx.Client, what: str) -> None:
    answer = client.get(f"/api/games/ludo/{what}")
    assert answer.status_code == 404
    assert answer.json()["error"].startswith("there is no game 'ludo': expected one of ")
    assert client.get(f"/api/games/{'x' * 33}/{what}").status_code == 422


def test_a_game_without_lesson_or_page_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(paths, "find_known", lambda name: heap.GAME)
    for show, sentence in ((show_lesson, "Heap has no lesson yet"), (show_page, "Heap has no page of rules")):
        with pytest.raises(Refused, match=sentence) as refused:
            work_out(show, "heap")
        assert refused.value.status == 404
        assert "/" not in refused.value.sentence, "it does not tell where it looked"


def test_a_page_of_somebody_else_cannot_harm() -> None:
    text = """
# Title <script>alert(1)</script>

<img src=x onerror=alert(1)>

[a](javascript:alert(1)) [b](data:text/html,x) ![c](https://example.org/x.png)

```figure
position: "><script>alert(1)</script>
caption: <b>bold</b> "quoted"
```

```html
<script>alert(1)</script>
```
"""
    html = render_page("pig", text)["html"]
    tags = Tags(html).found
    assert {tag for tag, _ in tags} <= ALLOWED
    figure = next(attributes for tag, attributes in tags if tag == "figure")
    assert figure == {"data-game": "pig", "data-position": '"><script>alert(1)</script>'}
    assert [attributes for tag, attributes in tags if tag == "a"] == [{"href": "https://example.org/x.png"}]


def test_links_lead_to_places_that_are_there() -> None:
    text = "[in](#rules) [game](quatro.md#setup) [far](https://example.org/a) [doc](../architecture.md) [no](ludo.md)"
    html = render_page("stencil", text)["html"].strip()
    assert html == (
        '<p><a href="#rules">in</a> <a href="/rules/quatro#setup">game</a> '
        '<a href="https://example.org/a">far</a> doc no</p>'
    )


def test_headings_with_the_same_words_have_ids_of_their_own() -> None:
    page = render_page("stencil", "# One\n\n## The `game` of it\n\n## One\n\n| a | b |\n|---|---|\n| 1 | 2 |\n")
    assert page["headings"] == [
        {"id": "one", "text": "One", "level": 1},
        {"id": "the-game-of-it", "text": "The game of it", "level": 2},
        {"id": "one-1", "text": "One", "level": 2},
    ]
    assert '<div class="table"><table>' in page["html"]
