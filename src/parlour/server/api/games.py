"""The part of the public API about games: which there are, their rules, and a first play with each."""

import asyncio
from collections.abc import Callable
from threading import Lock
from typing import Annotated, Any

from fastapi import APIRouter, Query, Request, Response
from pydantic_core import to_json

from parlour.engine.game import Game, UnknownGame, find_game, games
from parlour.engine.pages import NoPage
from parlour.engine.teaching import NoLesson
from parlour.server.api import messages as m
from parlour.server.api.answers import REFUSALS, Json
from parlour.server.api.catalogue import describe_game, describe_levels, settle_options
from parlour.server.api.lessons import show_lesson
from parlour.server.api.parameters import GameName
from parlour.server.pages.files import ASK_AGAIN, File
from parlour.server.pages.rules import show_page
from parlour.server.rooms.refusal import Refused

router = APIRouter(prefix="/api", responses=REFUSALS)

_worked_out: dict[tuple[str, str], File] = {}
_one_at_a_time = Lock()


@router.get("/games", response_model=list[m.ShownGame], summary="All games, with options, presets and levels")
async def list_games() -> Response:
    return Json([describe_game(game) for game in games().values()])


@router.get("/games/{name}/levels", response_model=list[m.ShownLevel], summary="The bots for chosen options")
async def list_levels(
    name: GameName,
    request: Request,
    preset: Annotated[str | None, Query(max_length=32)] = None,
) -> Response:
    """Options are given as further query parameters."""
    options = {option: value for option, value in request.query_params.items() if option != "preset"}
    game, values = settle_options(name, preset, options)
    return Json(describe_levels(game, values))


@router.get("/games/{name}/lesson", response_model=m.ShownLesson, summary="A guided first play")
async def see_lesson(name: GameName, request: Request) -> Response:
    """Every step with what is drawn before it, what the newcomer is to do, and what then happens."""
    return (await asyncio.to_thread(work_out, show_lesson, name)).answer(request)


@router.get("/games/{name}/page", response_model=m.ShownPage, summary="The rules of a game, as HTML")
async def see_page(name: GameName, request: Request) -> Response:
    """Without scripts or raw HTML. A `figure` in it is empty: `GET /api/games/{name}/figure` tells what to draw."""
    return (await asyncio.to_thread(work_out, show_page, name)).answer(request)


def work_out(show: Callable[[Game], Any], name: str) -> File:
    """What is shown of a game, from memory if it was asked for before. Raises Refused."""
    try:
        game = find_game(name)
        with _one_at_a_time:
            if (show.__name__, name) not in _worked_out:
                _worked_out[show.__name__, name] = File.make("answer.json", to_json(show(game)), ASK_AGAIN)
            return _worked_out[show.__name__, name]
    except (UnknownGame, NoLesson) as error:
        raise Refused(404, str(error)) from None
    except NoPage:  # where it was looked for is nobody's business
        raise Refused(404, f"{game.title} has no page of rules") from None
