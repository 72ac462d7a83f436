"""The browser's pages, as the build left them in the package: few and small, so they are held in memory."""

import gzip
import mimetypes
import os
from dataclasses import dataclass
from hashlib import sha256
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path, PurePosixPath

from fastapi import FastAPI, Request, Response
from fastapi.responses import HTMLResponse
from starlette.types import Receive, Scope, Send

from parlour.engine.game import games
from parlour.engine.pages import BROWSER, PART, find_part
from parlour.server.pages.style import write_style_sheet

BUILT = files("parlour") / "web"
OTHER = "PARLOUR_WEB"  # where the environment says that pages built elsewhere are
PLACES = (
    "/",
    "/room/{code}",
    "/replay/{code}",
    "/learn/{game}",
    "/rules/{game}",
    "/play/{game}",
    "/puzzles",
    "/puzzles/{game}/{kind}/{level}/{number}",
)
NO_PAGES = ("/api/", "/assets/", "/parts/")  # below these there are none
FOR_EVER = "public, max-age=31536000, immutable"  # names of assets change with their contents
ASK_AGAIN = "no-cache"
ZIPPED = ("text/", "application/javascript", "application/json", "image/svg")  # what is worth it
NOT_BUILT = """<!doctype html>
<html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Parlour</title>
<h1>Parlour</h1>
<p>The house is open, but its pages were not built: install the package again with <code>pip install .</code></p>
</html>
"""


@dataclass(frozen=True)
class File:
    kind: str
    body: bytes
    zipped: bytes | None
    tag: str
    caching: str

    @classmethod
    def make(cls, name: str, body: bytes, caching: str) -> "File":
        kind = mimetypes.guess_type(name)[0] or "application/octet-stream"
        kind = "application/javascript" if kind == "text/javascript" else kind
        zipped = gzip.compress(body, 9) if kind.startswith(ZIPPED) else None
        return cls(kind, body, zipped, f'"{sha256(body).hexdigest()[:20]}"', caching)

    def answer(self, request: Request, status: int = 200) -> Response:
        headers = {"ETag": self.tag, "Cache-Control": self.caching, "Vary": "Accept-Encoding"}
        if status == 200 and request.headers.get("if-none-match") == self.tag:
            return Response(status_code=304, headers=headers)
        if self.zipped and "gzip" in request.headers.get("accept-encoding", ""):
            return Response(self.zipped, status, headers | {"Content-Encoding": "gzip"}, self.kind)
        return Response(self.body, status, headers, self.kind)


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


def may_be_page(path: str) -> bool:
    """Whether somebody may have meant a page, and not a part of the API or a file."""
    return not f"{path}/".startswith(NO_PAGES) and PurePosixPath(path).suffix in ("", ".", ".html")


def add_pages(app: FastAPI) -> frozenset[str]:
    """Every page is the same file: what it shows goes by its address. Returns the paths of the files it is made of."""
    built = read_files(Path(os.environ[OTHER]) if OTHER in os.environ else BUILT)
    page = built.pop("/index.html", None) or File.make("index.html", NOT_BUILT.encode(), ASK_AGAIN)
    built.pop("/stamp.txt", None)
    built |= read_parts()
    built["/look.css"] = File.make("look.css", write_style_sheet().encode(), ASK_AGAIN)

    def serve(path: str, file: File) -> None:
        async def answer(request: Request) -> Response:
            return file.answer(request)

        app.add_api_route(path, answer, include_in_schema=False, response_class=HTMLResponse, methods=["GET", "HEAD"])

    for path, file in built.items():
        serve(path, file)
    for place in PLACES:
        serve(place, page)
        if place != "/":
            serve(place + "/", page)
    refuse = app.router.default

    async def lead_nowhere(scope: Scope, receive: Receive, send: Send) -> None:
        """What nothing answers: a person who went astray gets a page that says so, a program an error."""
        if scope["type"] == "http" and scope["method"] in ("GET", "HEAD") and may_be_page(scope["path"]):
            await page.answer(Request(scope), 404)(scope, receive, send)
        else:
            await refuse(scope, receive, send)

    app.router.default = lead_nowhere
    return frozenset(built)
