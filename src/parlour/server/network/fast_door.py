"""A fast door for moves, the one request that comes all the time.

Reading a request and writing its answer through all the layers of a web framework takes several times as long as the
move itself. So a plain good move goes in here, straight from the connection; whatever else there is about a request,
FastAPI gets it, with the same path, the same acts and the same words (`api.rooms.move`).
"""

import asyncio
import re
from collections.abc import Awaitable, Sequence
from contextlib import suppress
from functools import cache
from http import HTTPStatus
from typing import Any

from pydantic import ValidationError
from pydantic_core import to_json
from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from parlour.server.api.failures import explain
from parlour.server.api.messages import Moving
from parlour.server.api.rooms import COOKIE
from parlour.server.api.stream import StreamListener
from parlour.server.live.house import House
from parlour.server.network.guard import HEADERS, Guard, TurnedAway
from parlour.server.rooms import acts
from parlour.server.rooms.keys import fingerprint, is_key
from parlour.server.rooms.room import Room

PATH = re.compile(rb"/api/rooms/[a-z0-9]{8}/moves")
CODE = slice(11, 19)  # of the room, in that
LENGTH = re.compile(rb"\d{1,4}")  # of a plain move; a longer one is for the other door
BEARER = b"Bearer "
JSON = b"application/json"
COOKIES = re.compile(rf"(?:^|; ){COOKIE}=([A-Za-z0-9_-]+)(?:;|$)".encode())
read_moving = Moving.__pydantic_validator__.validate_json


class Pending:
    """What uvicorn wants to know of a request that is not answered yet."""

    message_event = asyncio.Event()  # nobody waits for it

    def __init__(self, keep_alive: bool) -> None:
        self.keep_alive = keep_alive
        self.disconnected = False
        self.response_complete = False


class FastDoor(HttpToolsProtocol):
    """A connection. What may be a move is kept until it is whole, and then goes in here or takes the ordinary way."""

    listener: StreamListener | None = None  # who listens here
    _unanswered: Sequence[Any] = ()  # requests under way, one behind the other
    _plain: dict[bytes, bytes] | None = None  # the headers of what may be a move
    _body = b""  # of that

    def on_message_begin(self) -> None:
        super().on_message_begin()
        self._unset_keepalive_if_required()  # what came just before it was answered at once, and armed the timer again
        self.scope["state"]["connection"] = self  # for whoever wants to write to it past all layers

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        self._unset_keepalive_if_required()
        for request in self._unanswered:  # uvicorn tells none but the last
            request.disconnected = True
            request.message_event.set()
        self.scope = self.cycle = None  # type: ignore[assignment]  # they know the connection: neither would ever be freed
        self._unanswered = ()

    def on_headers_complete(self) -> None:
        self._plain, self._body = self._find_plain(), b""
        if self._plain is None:
            super().on_headers_complete()
            self._wait_for(self.cycle)

    def _wait_for(self, request: Any) -> None:
        self._unanswered = [*(other for other in self._unanswered if not other.response_complete), request]

    def on_body(self, body: bytes) -> None:
        if self._plain is None:
            super().on_body(body)
        else:
            self._body += body

    def on_message_complete(self) -> None:
        headers, self._plain = self._plain, None
        if headers is not None:
            if self._enter(headers, self._body):
                return
            super().on_headers_complete()
            self._wait_for(self.cycle)
            super().on_body(self._body)
        super().on_message_complete()

    def resume_writing(self) -> None:
        super().resume_writing()
        if self.listener is not None:
            self.listener.tell_on()

    @property
    def is_full(self) -> bool:
        return self.flow.write_paused or self.transport.is_closing()

    def write_chunk(self, data: bytes) -> None:
        """A further part of an answer that has begun."""
        if not self.transport.is_closing():
            self.transport.write(b"%x\r\n%s\r\n" % (len(data), data))

    def _find_plain(self) -> dict[bytes, bytes] | None:
        """The headers, if this looks like a move, of known length, and nothing before it waits for an answer."""
        if self.parser.get_method() != b"POST" or PATH.fullmatch(self.url) is None:
            return None
        headers = dict(self.headers)
        plain = (
            len(headers) == len(self.headers)  # none comes twice
            and headers.get(b"content-type") == JSON
            and LENGTH.fullmatch(headers.get(b"content-length", b"")) is not None
            and b"transfer-encoding" not in headers
            and b"expect" not in headers
            and self.parser.get_http_version() == "1.1"
            and not self.parser.should_upgrade()
            and (self.cycle is None or self.cycle.response_complete)
        )
        return headers if plain else None

    def _enter(self, headers: dict[bytes, bytes], body: bytes) -> bool:
        """Let a move in, if it is a plain good one."""
        key = find_key(headers)
        if not key:
            return False
        try:
            moving = read_moving(body)
            guard: Guard = self.app_state["guard"]
            guard.check(self._find_client(headers), "POST", headers)
        except (ValidationError, TurnedAway):
            return False
        self._move(key, moving)
        return True

    def _move(self, key: str, moving: Moving) -> None:
        """At once if that can be, and otherwise when its time has come."""
        house: House = self.app_state["house"]
        code, keep_alive = self.url[CODE].decode(), self.parser.should_keep_alive()

        def act(room: Room, at: float) -> None:
            acts.move(room, key, moving.seat, moving.after, moving.move, at)

        try:
            room = None if self.flow.write_paused else house.act_now(code, act)
        except Exception as error:
            self._send(*write_failure(error), keep_alive)
            return
        if room is not None:
            self._send(200, write_done(room), keep_alive)
            return
        pending: Any = Pending(keep_alive)
        self.cycle = pending
        self._wait_for(pending)
        task = self.loop.create_task(self._answer(pending, house.act(code, act)))
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)

    async def _answer(self, pending: Pending, acting: Awaitable[Room]) -> None:
        try:
            status, answer = 200, write_done(await acting)
        except Exception as error:
            status, answer = write_failure(error)
        if self.flow.write_paused and not pending.disconnected:
            await self.flow.drain()
        if not pending.disconnected:
            pending.response_complete = True
            self._send(status, answer, pending.keep_alive)

    def _send(self, status: int, answer: bytes, keep_alive: bool) -> None:
        date = b"".join([b"%s: %s\r\n" % header for header in self.server_state.default_headers])
        head = write_head(status) + date + (b"" if keep_alive else b"connection: close\r\n")
        self.transport.write(b"%scontent-length: %d\r\n\r\n%s" % (head, len(answer), answer))
        if not keep_alive:
            self.transport.close()
        self.on_response_complete()

    def _find_client(self, headers: dict[bytes, bytes]) -> str:
        """Who asks: where a proxy does whom it speaks for, if it can be trusted."""
        scope: Any = {"type": "http", "client": self.client, "headers": self.headers, "scheme": self.scheme}
        if b"x-forwarded-for" in headers:
            proxied: Any = ProxyHeadersMiddleware(end_here, self.config.forwarded_allow_ips)
            asking = proxied(scope, None, None)
            with suppress(StopIteration):
                asking.send(None)
        return scope["client"][0] if scope["client"] else ""


def find_key(headers: dict[bytes, bytes]) -> str:
    given = headers.get(b"authorization")
    if given is not None:
        key = given.removeprefix(BEARER) if given.startswith(BEARER) else b""
    else:
        cookies = headers.get(b"cookie", b"")
        cookie = COOKIES.search(cookies) if cookies.count(COOKIE.encode()) == 1 else None
        key = cookie[1] if cookie else b""
    text = key.decode("latin-1")
    return fingerprint(text) if is_key(text) else ""


async def end_here(scope: Any, receive: Any, send: Any) -> None:
    """An application that does nothing: what the layer before it has found out is all that is wanted."""


def write_done(room: Room) -> bytes:
    return b'{"number":%d,"after":%d}' % (room.number, room.after)


def write_failure(error: Exception) -> tuple[int, bytes]:
    status, sentence = explain(error)
    return status, to_json({"error": sentence})


@cache
def write_head(status: int) -> bytes:
    """The head of an answer, as far as it is the same for all of that status."""
    lines = [b"HTTP/1.1 %d %s" % (status, HTTPStatus(status).phrase.encode()), b"content-type: " + JSON]
    return b"".join([line + b"\r\n" for line in (*lines, *(b"%s: %s" % header for header in HEADERS))])
