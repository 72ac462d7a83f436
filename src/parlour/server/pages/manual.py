"""The site of docs/, where it was built into the package: read when somebody asks, for most never do."""

from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import PurePosixPath

from fastapi import FastAPI, Request, Response
from fastapi.responses import HTMLResponse, RedirectResponse
from starlette.exceptions import HTTPException

from parlour.server.pages.file import ASK_AGAIN, File

BUILT = files("parlour") / "manual"
PLACE = "/docs/"
INDEX = "index.html"


def find_files(folder: Traversable, prefix: str = "") -> dict[str, Traversable]:
    """All files of a folder and those below it, by their path there."""
    found: dict[str, Traversable] = {}
    if folder.is_dir():
        for entry in folder.iterdir():
            if entry.is_dir():
                found |= find_files(entry, f"{prefix}{entry.name}/")
            else:
                found[prefix + entry.name] = entry
    return found


def add_manual(app: FastAPI, folder: Traversable = BUILT) -> frozenset[str]:
    """Show the site, if there is one. Returns the paths of its files."""
    there = find_files(folder)
    if INDEX not in there:
        return frozenset()
    there[""] = there[INDEX]

    @cache
    def read(path: str) -> File:
        return File.make(PurePosixPath(path).name or INDEX, there[path].read_bytes(), ASK_AGAIN)

    async def answer(request: Request, path: str) -> Response:
        if path not in there:
            raise HTTPException(
                404, f"there is no page {path!r} in the documentation: expected one that {PLACE} leads to"
            )
        return read(path).answer(request)

    async def lead_in(request: Request) -> Response:
        return RedirectResponse(PLACE, 308)

    for address, shown in ((PLACE.rstrip("/"), lead_in), (PLACE + "{path:path}", answer)):
        app.add_api_route(address, shown, include_in_schema=False, response_class=HTMLResponse, methods=["GET", "HEAD"])
    return frozenset(PLACE + path for path in there)
