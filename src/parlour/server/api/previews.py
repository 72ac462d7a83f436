"""What a link shows where it is posted: the game and how far a play is, never who plays it."""

from typing import Any

from fastapi import APIRouter, Request, Response
from fastapi.responses import RedirectResponse

from parlour.engine.game import Game
from parlour.engine.wording import count
from parlour.server.api.answers import REFUSALS
from parlour.server.api.catalogue import find_known
from parlour.server.api.parameters import AtHouse, Code, GameName
from parlour.server.database.writer import Unreachable
from parlour.server.live.house import House
from parlour.server.live.memory import Live
from parlour.server.pages.painting import Painter, draw_play, read_own
from parlour.server.pages.previews import CARD, HOUSE, Preview, preview_game
from parlour.server.rooms.refusal import Refused
from parlour.server.rooms.room import Room

router = APIRouter(prefix="/api", responses=REFUSALS)

PNG = {"content": {"image/png": {"schema": {"type": "string", "format": "binary"}}}}
PICTURE: dict[int | str, dict[str, Any]] = {
    200: PNG,
    302: {"description": "Parlour's own picture, for a game that has none"},
}
FOR_A_DAY = {"Cache-Control": "public, max-age=86400"}
FOR_A_MINUTE = {"Cache-Control": "public, max-age=60"}


async def describe(request: Request) -> Preview:
    """For the address of a page. What is not there is a page like any other, and tells of the house."""
    found = request.path_params
    try:
        if "code" in found:
            house: House = request.app.state.house
            return await house.ask(found["code"], lambda live: preview_room(live.room, found["code"]))
        return preview_game(find_known(found["game"])) if "game" in found else Preview()
    except (Refused, Unreachable):
        return Preview()


def preview_room(room: Room, code: str) -> Preview:
    game = room.play.game
    picture = f"/api/rooms/{code}/picture?after={room.after}"  # another one whenever the board has changed
    return Preview(f"{game.title} – {HOUSE}", tell_state(room), picture, f"the board of {game.title}")


def tell_state(room: Room) -> str:
    line = room.play.game.line
    if room.over:
        return f"This game is over: look back at it. {line}"
    if room.begun:
        return f"This game is under way. {line}"
    free = sum(not sitter.taken for sitter in room.sitters)
    return f"{count(free, 'seat').capitalize()} free: sit down and play. {line}" if free else f"About to begin. {line}"


@router.get("/games/{name}/picture", response_class=Response, responses=PICTURE, summary="A game's board as PNG")
async def see_game(name: GameName) -> Response:
    return answer_own(find_known(name))


@router.get("/rooms/{code}/picture", response_class=Response, responses=PICTURE, summary="The board of a room as PNG")
async def see_room(code: Code, house: AtHouse, request: Request) -> Response:
    """As a spectator sees it, without anybody's name. Where it cannot be painted it is the game's own picture."""
    painter: Painter = request.app.state.painter

    def look(live: Live) -> tuple[Game, str]:
        play = live.room.play
        return play.game, draw_play(play) if painter.is_able else ""

    game, svg = await house.ask(code, look)
    painted = await painter.paint(svg)
    return Response(painted, media_type="image/png", headers=FOR_A_MINUTE) if painted else answer_own(game)


def answer_own(game: Game) -> Response:
    """The picture a game brings, or that of the house."""
    own = read_own(game)
    return Response(own, media_type="image/png", headers=FOR_A_DAY) if own else RedirectResponse(CARD, 302)
