"""The part of the public API that asks whether rules are fair, and how long a game by them takes."""

import asyncio
from functools import lru_cache
from math import isfinite
from typing import Annotated, Any

from fastapi import APIRouter, Query, Request, Response
from fastapi.responses import HTMLResponse

from parlour.laboratory.estimates import Estimate
from parlour.laboratory.glimpse import Glimpse, plan_glimpse
from parlour.laboratory.plan import Plan
from parlour.laboratory.runs import stamp_plan
from parlour.laboratory.sheet import write_waiting
from parlour.server.api import messages as m
from parlour.server.api.answers import REFUSALS, Json
from parlour.server.api.catalogue import find_known, settle_options
from parlour.server.api.parameters import AtHouse, GameName, find_address
from parlour.server.rooms.refusal import Refused

router = APIRouter(prefix="/api", responses=REFUSALS)

Preset = Annotated[str | None, Query(max_length=32)]
UNDER_WAY: dict[int | str, dict[str, Any]] = {202: {"model": m.FairnessUnderWay}}
HTML = {"content": {"text/html": {"schema": {"type": "string"}}}}
PAGE: dict[int | str, dict[str, Any]] = {
    200: HTML,
    202: {"description": "not there yet: it looks again", **HTML},
}
NO_PAGES = "full reports need an extra that this server does not have: pip install 'parlour[lab]'"
DOING = {
    "waiting": "Others asked first. It will be your turn soon.",
    "compiling": "Getting the bots ready, which takes a minute or two the first time.",
    "playing": "Bots are playing.",
    "writing": "Writing the page.",
}
LOOK_AGAIN = 2  # seconds


@router.get("/games/{name}/fairness", response_model=m.Fairness, responses=UNDER_WAY, summary="Whether rules are fair")
async def see_fairness(name: GameName, request: Request, house: AtHouse, preset: Preset = None) -> Response:
    """Options are given as further query parameters. 202 while bots play: ask again."""
    stamp, plan = await asyncio.to_thread(plan_question, name, preset, read_options(request))
    asking = await house.glimpses.find(stamp, plan, find_address(request))
    if asking.found is None:
        doing, done, of = house.glimpses.tell_progress(asking)
        return Json({"doing": doing, "done": done, "of": of}, 202)
    page = f"{request.url.path}/page?{request.url.query}".rstrip("?") if house.glimpses.has_pages else None
    return Json(describe(asking.found, page))


@router.get(
    "/games/{name}/fairness/page", response_class=Response, responses=PAGE, summary="The report on rules, as HTML"
)
async def see_report(name: GameName, request: Request, house: AtHouse, preset: Preset = None) -> Response:
    """For the same query. It needs no other file. 202 is a page that looks again by itself."""
    if not house.glimpses.has_pages:
        raise Refused(404, NO_PAGES)
    stamp, plan = await asyncio.to_thread(plan_question, name, preset, read_options(request))
    asking = await house.glimpses.find(stamp, plan, find_address(request), page=True)
    if asking.page:
        return HTMLResponse(asking.page)
    doing, done, of = house.glimpses.tell_progress(asking)
    far = f" {done} of {of}." if of else ""
    return HTMLResponse(write_waiting(find_known(name).title, "a report", DOING[doing] + far, LOOK_AGAIN), 202)


def read_options(request: Request) -> tuple[tuple[str, str], ...]:
    return tuple((option, value) for option, value in request.query_params.items() if option != "preset")


@lru_cache(maxsize=64)
def plan_question(name: str, preset: str | None, options: tuple[tuple[str, str], ...]) -> tuple[str, Plan]:
    """What has to be played, and what it is known by: the same for all who ask about the same rules. Raises Refused."""
    game, values = settle_options(name, preset, dict(options))
    plan = plan_glimpse(game, values)
    return stamp_plan(plan), plan


def describe(found: Glimpse, page: str | None) -> dict[str, Any]:
    return {
        "plays": found.plays,
        "bots": found.bot,
        "sentences": [found.fairness, found.length],
        "who": found.who or None,
        "wins": found.wins and describe_interval(found.wins, 4),
        "fair": round(found.fair, 4),
        "decisions": describe_interval(found.decisions, 1),
        "page": page,
    }


def describe_interval(found: Estimate, digits: int) -> dict[str, float | None]:
    def tell(number: float) -> float | None:
        return round(number, digits) if isfinite(number) else None

    return {"value": tell(found.value), "low": tell(found.low), "high": tell(found.high)}
