"""Addresses of pages: those that lead somewhere, and those that do not."""

import re
from collections.abc import Iterator

import httpx
import pytest

from tests.server.serving import running_server

THERE = (
    "/",
    "/room/aaaaaaaa",
    "/replay/aaaaaaaa",
    "/play/quatro",
    "/learn/quatro",
    "/rules/quatro",
    "/print/quatro",
    "/puzzles",
    "/puzzles/stencil/claim/1/1",
    "/mine",
)
NOWHERE = ("/nonsense", "/room", "/room/", "/play/", "/rules/", "/ROOM/aaaaaaaa", "/rules/a/b", "/index.html", "//[")
NO_PAGES = ("/api", "/api/", "/api/nonsense", "/api/games/", "/assets/nothing.js", "/assets/x", "/nothing.png")


TWITTER = '<meta name="twitter:card" content="summary_large_image" />\n'


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[httpx.Client]:
    with running_server(tmp_path_factory.mktemp("pages")) as server, httpx.Client(base_url=server.address) as client:
        yield client


@pytest.mark.parametrize("path", [*THERE, *(path + "/" for path in THERE[1:])])
def test_every_place_has_the_page(client: httpx.Client, path: str) -> None:
    page = client.get(path)
    assert (page.status_code, page.headers["content-type"]) == (200, "text/html; charset=utf-8")
    assert without_preview(page) == without_preview(client.get("/"))


def without_preview(page: httpx.Response) -> str:
    """What links to it show goes by the address; all else is the same file."""
    return re.sub(r'<meta property="og:[^>]*>\n', "", page.text)


@pytest.mark.parametrize("path", NOWHERE)
def test_an_address_that_leads_nowhere_has_a_page_that_can_say_so(client: httpx.Client, path: str) -> None:
    front = client.get("/")
    page = client.get(client.base_url.copy_with(raw_path=path.encode()))
    assert (page.status_code, without_preview(page)) == (404, without_preview(front).replace(TWITTER, ""))
    assert "og:" not in page.text
    again = client.get("/nonsense", headers={"If-None-Match": front.headers["etag"]})
    assert again.status_code == 404, "what is known of the page says nothing of the address"
    head = client.head("/nonsense")
    assert (head.status_code, head.content, head.headers["x-frame-options"]) == (404, b"", "DENY")


@pytest.mark.parametrize("path", NO_PAGES)
def test_programs_are_told_in_json_that_there_is_nothing(client: httpx.Client, path: str) -> None:
    for method in ("GET", "POST"):
        answer = client.request(method, path)
        assert (answer.status_code, answer.json()) == (404, {"error": "Not Found"})


def test_nothing_is_posted_to_an_address_that_leads_nowhere(client: httpx.Client) -> None:
    assert client.post("/nonsense").json() == {"error": "Not Found"}
