"""The server as an application: the API, health and metrics, and errors that say what was wrong."""

import asyncio
import gc
import signal
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from importlib.metadata import version
from types import FrameType
from typing import Any

from fastapi import FastAPI, Request, Response
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse, PlainTextResponse
from starlette.exceptions import HTTPException
from starlette.types import ASGIApp

from parlour.server.api import (
    advice,
    boards,
    fairness,
    games,
    guests,
    invitations,
    open_tables,
    previews,
    printing,
    puzzles,
    rooms,
)
from parlour.server.api import messages as m
from parlour.server.api.answers import LIMITS, TEXT
from parlour.server.api.failures import explain
from parlour.server.database.writer import Unreachable
from parlour.server.live.house import House
from parlour.server.network.guard import Buckets, Guard
from parlour.server.network.hosts import Hosts
from parlour.server.pages.files import add_pages
from parlour.server.pages.manual import PLACE, add_manual
from parlour.server.pages.painting import Painter
from parlour.server.rooms.refusal import Refused
from parlour.server.settings import Settings, list_words


def create(settings: Settings | None = None) -> ASGIApp:
    """The whole server: the API behind its guard. Settings come from the environment unless they are given."""
    settings = settings or Settings.from_environment()
    bot_moves = Buckets(settings.bot_moves_per_minute / 60, max(1, settings.bot_moves_per_minute))
    api = create_api(settings, House(settings, spend=bot_moves.take))
    return Guard(
        api,
        body_bytes=settings.body_bytes,
        rate=settings.requests_per_second,
        burst=settings.burst,
        hosts=Hosts(list_words(settings.hosts), list_words(settings.origins)),
        files=api.state.files,
        secure=settings.secure,
    )


def create_api(settings: Settings, house: House) -> FastAPI:
    """The API and the house behind it, open as long as the application runs."""

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[dict[str, Any]]:
        await house.open()
        gc.collect()
        gc.freeze()  # what is there now stays: looking through all of it again and again would hold up everybody
        restore = end_streams_on_signals(house)
        try:
            yield {"house": house}
        finally:
            restore()
            await house.close()

    # no pages of FastAPI's own: they load scripts from elsewhere
    app = FastAPI(
        title="Parlour",
        version=version("parlour"),
        lifespan=lifespan,
        docs_url=None,
        redoc_url=None,
        redirect_slashes=False,  # where to would be told by whoever asks, in the header Host
    )
    app.state.house = house
    openings = Buckets(settings.rooms_per_hour / 3600, max(1, settings.rooms_per_hour))

    def limit_rooms(request: Request) -> None:
        wait = openings.take(request.client.host if request.client else "")
        if wait:
            error = f"too many rooms were opened from here: wait {wait:.0f} seconds, then try again"
            raise HTTPException(429, error, {"Retry-After": str(int(wait) + 1)})

    trials = Buckets(settings.short_codes_per_hour / 3600, max(1, settings.short_codes_per_hour))

    def limit_short_codes(request: Request) -> None:
        wait = trials.take(request.client.host if request.client else "")
        if wait:
            error = f"too many short codes were tried from here: wait {wait:.0f} seconds, then try again"
            raise HTTPException(429, error, {"Retry-After": str(int(wait) + 1)})

    app.state.limit_rooms = limit_rooms
    app.state.limit_short_codes = limit_short_codes
    for part in (games, guests, printing, rooms, boards, previews, advice, fairness, puzzles, invitations, open_tables):
        app.include_router(part.router)
    add_state_of_house(app, house)
    app.state.painter = Painter()
    manual = add_manual(app)
    app.state.files = manual | add_pages(app, previews.describe, PLACE if manual else "")
    add_errors(app)
    return app


def add_state_of_house(app: FastAPI, house: House) -> None:
    broken: dict[int | str, dict[str, Any]] = {503: {"model": m.Failure}}

    @app.get("/health", responses=LIMITS | broken, summary="Whether the server can do its work")
    async def health() -> m.Health:
        await house.store.trial.ask()
        return m.Health(ok=True, version=app.version)

    @app.get("/metrics", response_class=Response, responses=LIMITS | {200: TEXT}, summary="Figures for Prometheus")
    async def metrics() -> Response:
        figures = {
            **{f"{name}_total": value for name, value in vars(house.counts).items()},
            "dice_checked_total": house.verdicts.checked,
            "dice_seconds_total": round(house.verdicts.seconds, 3),
            "rooms_live": len(house.memory),
            "listeners": len(house.audience),
        }
        return PlainTextResponse("".join(f"parlour_{name} {value}\n" for name, value in figures.items()))


def add_errors(app: FastAPI) -> None:
    """Every error is JSON with one sentence."""

    async def explained(request: Request, error: Exception) -> Response:
        status, sentence = explain(error)
        named = {"option": error.option} if isinstance(error, Refused) and error.option else {}
        return JSONResponse({"error": sentence, **named}, status)

    for kind in (Refused, Unreachable, Exception):
        app.add_exception_handler(kind, explained)

    @app.exception_handler(HTTPException)
    async def other(request: Request, error: HTTPException) -> Response:
        return JSONResponse({"error": str(error.detail)}, error.status_code, error.headers)

    @app.exception_handler(RequestValidationError)
    async def invalid(request: Request, error: RequestValidationError) -> Response:
        return JSONResponse({"error": "; ".join(describe_fault(fault) for fault in error.errors()[:5])}, 422)


def describe_fault(fault: dict[str, Any]) -> str:
    where = ".".join(str(part) for part in fault["loc"] if part not in ("body", "query", "path"))
    return f"{where}: {fault['msg']}" if where else str(fault["msg"])


def end_streams_on_signals(house: House) -> Callable[[], None]:
    """Streams never end by themselves, and the server waits for all requests: let them go when it is told to stop."""
    loop = asyncio.get_running_loop()
    before: dict[int, Any] = {}

    def heard(number: int, frame: FrameType | None) -> None:
        loop.call_soon_threadsafe(house.close_streams)
        if callable(before[number]):
            before[number](number, frame)

    try:
        for number in (signal.SIGINT, signal.SIGTERM):
            before[number] = signal.getsignal(number)
            signal.signal(number, heard)
    except ValueError:  # not the main thread: whoever runs it there ends it
        before.clear()

    def restore() -> None:
        for number, handler in before.items():
            signal.signal(number, handler)

    return restore
