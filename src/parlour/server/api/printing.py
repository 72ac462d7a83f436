"""The part of the public API about paper: a game's sheets, to print and cut out."""

import asyncio
from functools import lru_cache
from typing import Annotated, Any

from fastapi import APIRouter, Query, Request, Response
from pydantic_core import to_json

from parlour.paper.inks import KINDS
from parlour.paper.sheets import make_printout
from parlour.paper.sizes import PAPERS, BadPaper
from parlour.server.api import messages as m
from parlour.server.api.answers import REFUSALS
from parlour.server.api.catalogue import settle_options
from parlour.server.api.parameters import GameName
from parlour.server.pages.file import ASK_AGAIN, File
from parlour.server.rooms.refusal import Refused

router = APIRouter(prefix="/api", responses=REFUSALS)

OWN = ("preset", "paper", "ink")  # what the query says besides options


@router.get("/games/{name}/sheets", response_model=m.ShownSheets, summary="Sheets to print and cut out")
async def see_sheets(
    name: GameName,
    request: Request,
    preset: Annotated[str | None, Query(max_length=32)] = None,
    paper: Annotated[str, Query(max_length=16, description=", ".join(PAPERS))] = "a4",
    ink: Annotated[str, Query(max_length=16, description=", ".join(KINDS))] = "colour",
) -> Response:
    """Options are given as further query parameters."""
    options = tuple((option, value) for option, value in request.query_params.items() if option not in OWN)
    return (await asyncio.to_thread(write_sheets, name, preset, options, paper, ink)).answer(request)


@lru_cache(maxsize=32)
def write_sheets(name: str, preset: str | None, options: tuple[tuple[str, str], ...], paper: str, ink: str) -> File:
    """Everybody who prints a game by the same rules gets the same sheets. Raises Refused."""
    game, values = settle_options(name, preset, dict(options))
    try:
        printout = make_printout(game, values, paper, ink)
    except BadPaper as error:
        raise Refused(422, str(error)) from None
    shown: dict[str, Any] = {
        "title": printout.title,
        "style": printout.style,
        "drawings": printout.drawings,
        "sheets": printout.sheets,
        "papers": [{"name": paper.name, "title": paper.title} for paper in PAPERS.values()],
        "inks": [{"name": name, "title": ink.title} for name, ink in KINDS.items()],
    }
    return File.make("answer.json", to_json(shown), ASK_AGAIN)
