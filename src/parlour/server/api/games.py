"""The part of the public API about games: which there are, their rules, and a first play with each."""

import asyncio
from collections.abc import Callable
from functools import lru_cache, partial
from threading import Lock
from typing import Annotated, Any

from fastapi import APIRouter, Query, Request, Response
from pydantic_core import to_json

from parlour.engine.game import games
from parlour.engine.pages import NoPage
from parlour.engine.teaching import NoLesson
from parlour.server.api import messages as m
from parlour.server.api.answers import REFUSALS, Json
from parlour.server.api.catalogue import describe_game, describe_levels, find_known, settle_options, show_cards
from parlour.server.api.lessons import show_lesson
from parlour.server.api.parameters import AtHouse, GameName
from parlour.server.pages.file import ASK_AGAIN, File
from parlour.server.pages.rules import show_page
from parlour.server.rooms.refusal import Refused

router = APIRouter(prefix="/api", responses=REFUSALS)

_worked_out: dict[tuple[str, str], File] = {}
_one_at_a_time = Lock()


@router.get("/games", response_model=list[m.ShownGame], summary="All games, with options, presets and levels")
async def list_games(request: Request, house: AtHouse) -> Response:
    longest = house.settings.bot_seconds
    return (await asyncio.to_thread(keep, "games", f"{longest}", partial(describe_all, longest))).answer(request)


@router.get("/games/{name}/levels", response_model=list[m.ShownLevel], summary="The bots for chosen options")
async def list_levels(
    name: GameName,
    request: Request,
    house: AtHouse,
    preset: Annotated[str | None, Query(max_length=32)] = None,
) -> Response:
    """Options are given as further query parameters."""
    options = tuple((option, value) for option, value in request.query_params.items() if option != "preset")
    levels = await asyncio.to_thread(write_levels, name, preset, options, house.settings.bot_seconds)
    return Response(levels, media_type=Json.media_type)


@lru_cache(maxsize=64)
def write_levels(name: str, preset: str | None, options: tuple[tuple[str, str], ...], longest: float) -> bytes:
    game, values = settle_options(name, preset, dict(options))
    return to_json(describe_levels(game, values, longest))


@router.get("/games/{name}/lesson", response_model=m.ShownLesson, summary="A guided first play")
async def see_lesson(
    name: GameName, request: Request, about: Annotated[str, Query(max_length=32, pattern=r"^\w*$")] = ""
) -> Response:
    """Every step with what is drawn before it, what the newcomer is to do, and what then happens."""
    return (await asyncio.to_thread(work_out, show_lesson, name, about)).answer(request)


@router.get("/games/{name}/page", response_model=m.ShownPage, summary="The rules of a game, as HTML")
async def see_page(name: GameName, request: Request) -> Response:
    """Without scripts or raw HTML. A `figure` in it is empty: `GET /api/games/{name}/figure` tells what to draw."""
    return (await asyncio.to_thread(work_out, show_page, name)).answer(request)


@router.get(
    "/games/{name}/cards",
    response_model=dict[str, m.ShownCard],
    summary="What a game tells about things on its board, by their ids",
)
async def see_cards(name: GameName, request: Request) -> Response:
    """Of a game that has facts to tell about them: for each a title and rows."""
    return (await asyncio.to_thread(work_out, show_cards, name)).answer(request)


def describe_all(longest: float) -> list[dict[str, Any]]:
    return [describe_game(game, longest) for game in games().values()]


def work_out(show: Callable[..., Any], name: str, *more: str) -> File:
    """What is shown of a game, from memory if it was asked for before. Raises Refused."""
    game = find_known(name)
    try:
        return keep(show.__name__, "/".join((name, *more)), lambda: show(game, *more))
    except NoLesson as error:
        raise Refused(404, str(error)) from None
    except NoPage:  # where it was looked for is nobody's business
        raise Refused(404, f"{game.title} has no page of rules") from None


def keep(what: str, name: str, write: Callable[[], Any]) -> File:
    """An answer that is the same for everybody, and worked out once."""
    with _one_at_a_time:
        if (what, name) not in _worked_out:
            _worked_out[what, name] = File.make("answer.json", to_json(write()), ASK_AGAIN)
        return _worked_out[what, name]
