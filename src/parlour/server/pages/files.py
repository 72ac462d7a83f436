"""The browser's pages, as the build left them in the package: few and small, so they are held in memory."""

import os
from collections.abc import Awaitable, Callable
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path, PurePosixPath

from fastapi import FastAPI, Request, Response
from fastapi.responses import HTMLResponse
from starlette.types import Receive, Scope, Send

from parlour.engine.game import games
from parlour.engine.pages import BROWSER, PART, find_part
from parlour.server.pages.file import ASK_AGAIN, FOR_EVER, File
from parlour.server.pages.offline import WORKER, write_worker
from parlour.server.pages.previews import HEAD, Preview, fill_page
from parlour.server.pages.style import write_style_sheet

BUILT = files("parlour") / "web"
OTHER = "PARLOUR_WEB"  # where the environment says that pages built elsewhere are
PLACES = (
    "/",
    "/room/{code}",
    "/tv/{code}",
    "/replay/{code}",
    "/learn/{game}",
    "/rules/{game}",
    "/play/{game}",
    "/print/{game}",
    "/puzzles",
    "/puzzles/{game}/{kind}/{level}/{number}",
    "/mine",
)
NO_PAGES = ("/api/", "/assets/", "/parts/")  # below these there are none
NOT_BUILT = """<!doctype html>
<html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Parlour</title>
<h1>Parlour</h1>
<p>Parlour is running, but its pages were not built: install the package again with <code>pip install .</code></p>
</html>
"""


def read_files(folder: Traversable, prefix: str = "/") -> dict[str, File]:
    """All files of a folder and those below it, by their path."""
    found: dict[str, File] = {}
    if folder.is_dir():
        for entry in folder.iterdir():
            path = prefix + entry.name
            if entry.is_dir():
                found |= read_files(entry, path + "/")
            else:
                found[path] = File.make(entry.name, entry.read_bytes(), FOR_EVER if "/assets/" in path else ASK_AGAIN)
    return found


def read_parts() -> dict[str, File]:
    """What games from elsewhere bring along for the browser."""
    found: dict[str, File] = {}
    for game in games().values():
        address = find_part(game)
        if address:
            found |= read_files(game.folder / BROWSER, address.removesuffix(PART))
    return found


def point_to_manual(page: File, manual: str) -> File:
    """The page with a word on where the documentation is: only then does it offer a link."""
    link = f'<link rel="help" href="{manual}" />\n'.encode()
    return File.make("index.html", page.body.replace(HEAD, link + HEAD, 1), page.caching)


def may_be_page(path: str) -> bool:
    """Whether somebody may have meant a page, and not a part of the API or a file."""
    return not f"{path}/".startswith(NO_PAGES) and PurePosixPath(path).suffix in ("", ".", ".html")


def add_pages(app: FastAPI, describe: Callable[[Request], Awaitable[Preview]], manual: str = "") -> frozenset[str]:
    """Every page is the same file, but for what a link to it shows: the rest goes by its address.

    `manual` is where the documentation is, if this server has it. Returns the paths of the files pages are made of.
    """
    built = read_files(Path(os.environ[OTHER]) if OTHER in os.environ else BUILT)
    page = built.pop("/index.html", None) or File.make("index.html", NOT_BUILT.encode(), ASK_AGAIN)
    if manual:
        page = point_to_manual(page, manual)
    built.pop("/stamp.txt", None)
    built |= read_parts()
    built["/look.css"] = File.make("look.css", write_style_sheet().encode(), ASK_AGAIN)
    if template := built.pop(WORKER, None):
        tags = {"/": page.tag, **{path: file.tag for path, file in built.items()}}
        built[WORKER] = File.make(WORKER, write_worker(template.body, tags, games()), ASK_AGAIN)

    def serve(path: str, file: File) -> None:
        async def answer(request: Request) -> Response:
            return file.answer(request)

        app.add_api_route(path, answer, include_in_schema=False, response_class=HTMLResponse, methods=["GET", "HEAD"])

    async def turn_to(request: Request) -> Response:
        base = str(request.base_url).rstrip("/")
        return fill_page(page, await describe(request), base, request.url.path).answer(request)

    for path, file in built.items():
        serve(path, file)
    for place in PLACES:
        for address in {place, place.rstrip("/") + "/"}:
            app.add_api_route(
                address, turn_to, include_in_schema=False, response_class=HTMLResponse, methods=["GET", "HEAD"]
            )
    refuse = app.router.default

    async def lead_nowhere(scope: Scope, receive: Receive, send: Send) -> None:
        """What nothing answers: a person who went astray gets a page that says so, a program an error."""
        if scope["type"] == "http" and scope["method"] in ("GET", "HEAD") and may_be_page(scope["path"]):
            await page.answer(Request(scope), 404)(scope, receive, send)
        else:
            await refuse(scope, receive, send)

    app.router.default = lead_nowhere
    return frozenset(built)
