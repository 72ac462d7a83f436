"""The part of the public API that only looks: figures, plies of a play, what a move means, and why none is meant."""

import asyncio
from functools import lru_cache
from typing import Annotated

from fastapi import APIRouter, Path, Query, Request, Response
from pydantic_core import to_json

from parlour.engine.play import IllegalAction
from parlour.server.api import messages as m
from parlour.server.api.answers import REFUSALS, Json
from parlour.server.api.catalogue import draw_figure, name_seats, settle_options
from parlour.server.api.parameters import AtHouse, Code, Key
from parlour.server.live.memory import Live
from parlour.server.rooms import acts
from parlour.server.rooms.refusal import Refused
from parlour.server.rooms.room import NOBODY
from parlour.server.rooms.views import show_board, show_meaning, show_plies

router = APIRouter(prefix="/api", responses=REFUSALS)

OWN = ("preset", "position")  # what a figure's query says besides options


@router.get("/games/{name}/figure", response_model=m.ShownScene, summary="A game as it may begin, or a position of it")
async def see_figure(
    name: Annotated[str, Path(max_length=32)],
    request: Request,
    preset: Annotated[str | None, Query(max_length=32)] = None,
    position: Annotated[str | None, Query(max_length=4000, description="as views and records write it")] = None,
) -> Response:
    """Options are given as further query parameters."""
    options = tuple((option, value) for option, value in request.query_params.items() if option not in OWN)
    figure = await asyncio.to_thread(write_figure, name, preset, options, position)
    return Response(figure, media_type=Json.media_type)


@lru_cache(maxsize=64)
def write_figure(name: str, preset: str | None, options: tuple[tuple[str, str], ...], position: str | None) -> bytes:
    """Lists of games and pages of rules show the same ones to everybody. Raises Refused."""
    game, values = settle_options(name, preset, dict(options))
    return to_json(draw_figure(game, values, position).as_dict())


@router.get("/games/{name}/seats", summary="What a game calls its seats, under chosen options")
async def see_seats(
    name: Annotated[str, Path(max_length=32)],
    request: Request,
    preset: Annotated[str | None, Query(max_length=32)] = None,
) -> list[str]:
    """Options are given as further query parameters."""
    options = tuple((option, value) for option, value in request.query_params.items() if option != "preset")
    return await asyncio.to_thread(list_seats, name, preset, options)


@lru_cache(maxsize=64)
def list_seats(name: str, preset: str | None, options: tuple[tuple[str, str], ...]) -> list[str]:
    game, values = settle_options(name, preset, dict(options))
    return name_seats(game, values)


@router.get("/rooms/{code}/plies", response_model=list[m.ShownPly], summary="All that was played so far")
async def see_plies(code: Code, house: AtHouse) -> Response:
    """Without what was taken back."""
    async with house.hold(code) as live:
        return Json(show_plies(live.room))


@router.get("/rooms/{code}/plies/{ply}", response_model=m.ShownBoard, summary="The board after a ply, as you see it")
async def see_ply(
    code: Code,
    ply: Annotated[int, Path(ge=0, le=2**31 - 1)],
    house: AtHouse,
    key: Key,
    instead: Annotated[str, Query(max_length=400, description="a move in the place of the one that was played")] = "",
) -> Response:
    """Ply 0 is the start."""

    def show(live: Live) -> Response:
        if ply > live.room.play.ply:
            raise Refused(404, f"there is no ply {ply}: expected 0 to {live.room.play.ply}")
        if instead and (not ply or live.room.movers[ply - 1] == NOBODY):
            raise Refused(422, f"nobody moved at ply {ply}: expected one at which somebody did")
        try:
            return Json(show_board(live.room, key, ply, instead))
        except IllegalAction as refusal:
            raise Refused(422, str(refusal)) from None

    return await house.ask(code, show)


@router.post("/rooms/{code}/check", summary="What a move would mean, without playing it")
async def check(code: Code, checking: m.Checking, house: AtHouse, key: Key) -> m.Meaning:
    """A move that cannot be played is refused as it would be, but no attempt is counted."""

    def explain(live: Live) -> m.Meaning:
        codes = acts.check(live.room, key, checking.seat, checking.move)
        return m.Meaning(**show_meaning(live.room, key, checking.seat, codes))

    return await house.ask(code, explain)


@router.post("/rooms/{code}/why", summary="Why something on the board cannot be touched now")
async def why(code: Code, touching: m.Touching, house: AtHouse, key: Key) -> m.Reason:
    """The sentence is empty where the rules give no better reason than that it is so."""

    def explain(live: Live) -> m.Reason:
        return m.Reason(sentence=acts.why_not(live.room, key, touching.seat, touching.touched))

    return await house.ask(code, explain)
