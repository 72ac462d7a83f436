"""The documentation under /docs, where it was built, and what browsers are told of files."""

import asyncio
import mimetypes
from pathlib import Path

import httpx
import pytest
from fastapi import FastAPI

from parlour.server.app import create_api
from parlour.server.live.house import House
from parlour.server.pages.file import ASK_AGAIN, File
from parlour.server.pages.files import OTHER
from parlour.server.pages.manual import add_manual
from parlour.server.settings import Settings


def get(app: FastAPI, path: str, **headers: str) -> httpx.Response:
    async def ask() -> httpx.Response:
        async with httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://parlour.test") as client:
            return await client.get(path, headers=headers, follow_redirects=True)

    return asyncio.run(ask())


def write_site(folder: Path) -> Path:
    (folder / "assets").mkdir()
    (folder / "index.html").write_text("<h1>Parlour</h1>")
    (folder / "server.html").write_text("<h1>Running the server</h1>")
    (folder / "assets" / "look.css").write_text("h1 { color: brown }")
    return folder


def test_the_documentation_is_shown_where_it_was_built(tmp_path: Path) -> None:
    app = FastAPI(docs_url=None, redirect_slashes=False)
    paths = add_manual(app, write_site(tmp_path))
    assert paths == {"/docs/", "/docs/index.html", "/docs/server.html", "/docs/assets/look.css"}
    assert get(app, "/docs").url.path == "/docs/", "so that its links lead where they should"
    assert get(app, "/docs/").text == "<h1>Parlour</h1>"
    page = get(app, "/docs/server.html")
    assert (page.text, page.headers["content-type"]) == ("<h1>Running the server</h1>", "text/html; charset=utf-8")
    assert get(app, "/docs/server.html", **{"If-None-Match": page.headers["etag"]}).status_code == 304
    assert get(app, "/docs/assets/look.css").headers["content-type"].startswith("text/css")


@pytest.mark.parametrize("path", ["/docs/nothing.html", "/docs/..%2Fsecret.txt", "/docs//etc/passwd", "/docs/assets"])
def test_nothing_else_is_shown(path: str, tmp_path: Path) -> None:
    (tmp_path / "secret.txt").write_text("secret")
    (site := tmp_path / "site").mkdir()
    app = FastAPI(docs_url=None, redirect_slashes=False)
    add_manual(app, write_site(site))
    assert get(app, path).status_code == 404


def test_without_a_site_there_is_no_such_place(tmp_path: Path) -> None:
    app = FastAPI(docs_url=None)
    assert add_manual(app, tmp_path / "nothing") == frozenset()
    assert get(app, "/docs/index.html").status_code == 404


@pytest.mark.parametrize(
    ("name", "kind"), [("x.js", "application/javascript"), ("x.css", "text/css"), ("x.webp", "image/webp")]
)
def test_scripts_are_scripts_whatever_other_programs_told_the_system(
    name: str, kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """On Windows any program can say that they are plain text, and browsers then refuse to run them."""
    monkeypatch.setattr(mimetypes, "guess_type", lambda name: ("text/plain", None))
    assert File.make(name, b"", ASK_AGAIN).kind == kind


@pytest.mark.parametrize("built", [True, False])
def test_pages_say_where_the_documentation_is_where_there_is_some(
    built: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The front page offers a link only then; see web/src/front/FrontPage.svelte."""
    (tmp_path / "site").mkdir()
    (tmp_path / "web").mkdir()
    (tmp_path / "web" / "index.html").write_text("<html><head></head><body></body></html>")
    monkeypatch.setenv(OTHER, str(tmp_path / "web"))
    site = write_site(tmp_path / "site") if built else tmp_path / "nothing"
    monkeypatch.setattr("parlour.server.app.add_manual", lambda app: add_manual(app, site))
    settings = Settings(data=str(tmp_path))
    app = create_api(settings, House(settings))
    for path in ("/", "/puzzles", "/nonsense"):
        assert ('<link rel="help" href="/docs/" />' in get(app, path).text) == built
    assert get(app, "/docs/").status_code == (200 if built else 404)
