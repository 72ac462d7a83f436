"""A fast door for moves, the one request that comes all the time.

FastAPI takes four times as long to read a request and write its answer as the move itself takes. So a plain good move
goes in here; whatever else there is about a request, FastAPI gets it, with the same path, the same acts and the same
words (`routes.move`).
"""

import re

from pydantic import ValidationError
from pydantic_core import to_json
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from parlour.server import acts
from parlour.server.failures import explain
from parlour.server.house import House
from parlour.server.keys import fingerprint, is_key
from parlour.server.messages import Moving

PATH = re.compile(r"/api/rooms/([a-z0-9]{8})/moves")
BEARER = b"Bearer "
read_moving = Moving.__pydantic_validator__.validate_json
JSON = b"application/json"


class FastDoor:
    def __init__(self, app: ASGIApp, house: House, cookie: str) -> None:
        self.app = app
        self.house = house
        self.name = cookie.encode()
        self.cookie = re.compile(rf"(?:^|; ){cookie}=([A-Za-z0-9_-]+)(?:;|$)".encode())

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        found = PATH.fullmatch(scope["path"]) if scope["type"] == "http" and scope["method"] == "POST" else None
        if found is None:
            await self.app(scope, receive, send)
            return
        headers = dict(scope["headers"])
        message = await receive()
        plain = len(headers) == len(scope["headers"])  # a header that comes twice is read by the other door
        moving = self._read(headers, message) if plain else None
        key = self._key(headers)
        if moving is None or not key:
            await self.app(scope, _again(message, receive), send)
            return
        status = 200
        try:
            room = await self.house.act(
                found[1], lambda room, at: acts.move(room, key, moving.seat, moving.after, moving.move, at)
            )
            answer = b'{"number":%d,"after":%d}' % (room.number, room.after)
        except Exception as error:
            status, sentence = explain(error)
            answer = to_json({"error": sentence})
        length = str(len(answer)).encode()
        await send(
            {
                "type": "http.response.start",
                "status": status,
                "headers": [(b"content-type", JSON), (b"content-length", length)],
            }
        )
        await send({"type": "http.response.body", "body": answer})

    def _read(self, headers: dict[bytes, bytes], message: Message) -> Moving | None:
        if message["type"] != "http.request" or message.get("more_body") or headers.get(b"content-type") != JSON:
            return None
        try:
            moving: Moving = read_moving(message.get("body", b""))
            return moving
        except ValidationError:
            return None

    def _key(self, headers: dict[bytes, bytes]) -> str:
        given = headers.get(b"authorization")
        if given is not None:
            key = given.removeprefix(BEARER) if given.startswith(BEARER) else b""
        else:
            cookies = headers.get(b"cookie", b"")
            cookie = self.cookie.search(cookies) if cookies.count(self.name) == 1 else None
            key = cookie[1] if cookie else b""
        text = key.decode("latin-1")
        return fingerprint(text) if is_key(text) else ""


def _again(message: Message, receive: Receive) -> Receive:
    """What was read already, and then the rest."""
    read = False

    async def replay() -> Message:
        nonlocal read
        if read:
            return await receive()
        read = True
        return message

    return replay
