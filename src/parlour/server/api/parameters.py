"""What paths are given: a room's code, a seat, the house, and who asks."""

from typing import Annotated

from fastapi import Depends, Header, Path, Request, Response

from parlour.server.api import messages as m
from parlour.server.api.addresses import group_address
from parlour.server.api.credentials import COOKIE, HTTPS, SECURE_COOKIE, read_key
from parlour.server.live.house import House
from parlour.server.rooms.keys import fingerprint, new_key

YEAR = 365 * 24 * 3600

Code = Annotated[str, Path(description="a room's code, or the one by which it is watched", max_length=32)]
Seat = Annotated[int, Path(ge=0, lt=m.MOST_SEATS)]
GameName = Annotated[str, Path(max_length=32)]


def find_address(request: Request) -> str:
    """Where somebody asks from, as limits and turns go by it."""
    return group_address(request.client.host if request.client else "")


async def find_house(request: Request) -> House:
    house: House = request.app.state.house
    return house


async def find_key(request: Request, authorization: Annotated[str | None, Header()] = None) -> str:
    """Who asks: the fingerprint of the key in the header `Authorization: Bearer …` or in the cookie, or nothing."""
    key = read_key(authorization, "; ".join(request.headers.getlist("cookie")))
    house: House = request.app.state.house
    house.presence.notice(request.path_params.get("code", ""), key, find_address(request))
    return key


AtHouse = Annotated[House, Depends(find_house)]
Key = Annotated[str, Depends(find_key)]


def give_key(request: Request, response: Response, key: str = "") -> str:
    """A new key, or one that somebody brought along, kept in a cookie that no script can read."""
    key = key or new_key()
    secure = request.url.scheme == HTTPS
    name = SECURE_COOKIE if secure else COOKIE
    response.set_cookie(name, key, max_age=YEAR, httponly=True, samesite="lax", secure=secure)
    return key


async def key_or_new(request: Request, response: Response, key: Key) -> str:
    """Who asks; somebody who has no key yet gets one."""
    return key or fingerprint(give_key(request, response))


KeyOrNew = Annotated[str, Depends(key_or_new)]
