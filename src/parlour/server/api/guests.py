"""The part of the public API about keys: getting one, and going on with it on another device."""

from typing import Annotated

from fastapi import APIRouter, Header, Request, Response

from parlour.server.api import messages as m
from parlour.server.api.answers import REFUSALS
from parlour.server.api.credentials import find_key
from parlour.server.api.parameters import give_key
from parlour.server.rooms.refusal import Refused

router = APIRouter(prefix="/api/guests", responses=REFUSALS)

UNKEPT = "no-store"  # no cache may hold a key


@router.post("", status_code=201, summary="Get a key of your own")
async def new_guest(request: Request, response: Response) -> m.Guest:
    """A browser keeps it in its cookie; a program sends it as `Authorization: Bearer KEY`."""
    return m.Guest(key=give_key(request, response))


@router.post("/key", summary="Be told your own key, to go on with it on another device")
async def tell_key(
    request: Request, response: Response, authorization: Annotated[str | None, Header()] = None
) -> m.Guest:
    """No script can read the cookie, so a page asks for it here when somebody wants to take it along."""
    key = find_key(authorization, "; ".join(request.headers.getlist("cookie")))
    if not key:
        raise Refused(404, "you have no key yet: open a room or sit down first")
    response.headers["Cache-Control"] = UNKEPT
    return m.Guest(key=key)


@router.put("/key", status_code=204, summary="Go on with a key of yours from another device")
async def take_key(taking: m.TakingKey, request: Request, response: Response) -> None:
    """It takes the place of the one in the cookie, if there is one. It is sent in the body and never in an address."""
    response.headers["Cache-Control"] = UNKEPT
    give_key(request, response, taking.key)
