"""A fast door for moves, the one request that comes all the time.

Reading a request and writing its answer through all the layers of a web framework takes several times as long as the
move itself. So a plain good move goes in here, straight from the connection; whatever else there is about a request,
FastAPI gets it, with the same path, the same acts and the same words (`api.rooms.move`).

A client sends the same head with every move but for the length of what follows, so each is read once: from then on a
packet that begins with those bytes and is as long as they say is the next move of the same person in the same room.
"""

import asyncio
import re
from collections.abc import Awaitable
from functools import cache
from http import HTTPStatus
from typing import NamedTuple

from pydantic import ValidationError
from pydantic_core import to_json

from parlour.server.api.credentials import read_key
from parlour.server.api.failures import explain
from parlour.server.api.messages import Moving
from parlour.server.live.house import House
from parlour.server.network.connection import Answer, Connection
from parlour.server.network.guard import Guard, TurnedAway, headers_for
from parlour.server.rooms import acts
from parlour.server.rooms.refusal import Refused
from parlour.server.rooms.room import Room

PATH = re.compile(rb"/api/rooms/[a-z0-9]{8}/moves")
CODE = slice(11, 19)  # of the room, in that
END = b"\r\n\r\n"  # of a head
LENGTH = re.compile(rb"\d{1,4}")  # of a plain move; a longer one is for the other door
JSON = b"application/json"
MOST_HEADS = 4  # remembered of one connection


class Head(NamedTuple):
    """What the head of a move says, once it was read and found to be good."""

    code: str  # of the room
    key: str  # the fingerprint of whoever moves
    client: str
    scheme: str
    length: int  # of the body


class FastDoor(Connection):
    """What may be a move is kept until it is whole, and then goes in here or takes the ordinary way."""

    _heads: dict[bytes, Head]  # by the bytes that they came in

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # as uvicorn has it
        super().connection_made(transport)
        self._heads = {}

    def wants(self) -> bool:
        """Whether this looks like a move, of known length, and nothing before it waits for an answer."""
        if self.method != b"POST" or PATH.fullmatch(self.target) is None:
            return False
        headers = dict(self.fields)
        return (
            len(headers) == len(self.fields)  # none comes twice
            and headers.get(b"content-type") == JSON
            and LENGTH.fullmatch(headers.get(b"content-length", b"")) is not None
            and b"transfer-encoding" not in headers
            and b"expect" not in headers
            and self.is_plain
        )

    def take(self, body: bytes) -> bool:
        """Let a move in, if it is a plain good one."""
        headers = dict(self.fields)
        given = headers.get(b"authorization")
        try:
            key = read_key(
                None if given is None else given.decode("latin-1"), headers.get(b"cookie", b"").decode("latin-1")
            )
            if not key:
                return False
            moving = Moving.model_validate_json(body)
            guard: Guard = self.state["guard"]
            client, scheme = self.find_client()
            scheme = guard.find_scheme(scheme)
            guard.check(client, scheme, "POST", headers)
        except (Refused, ValidationError, TurnedAway):
            return False
        head = Head(self.target[CODE].decode(), key, client, scheme, len(body))
        self._remember(head, body)
        self._move(head, moving, self.keeps_alive)
        return True

    def _remember(self, head: Head, body: bytes) -> None:
        """If it came in one packet with its body, and nothing else."""
        came, _, rest = self.packet.partition(END)
        if rest == body and self.keeps_alive and len(self._heads) < MOST_HEADS:
            self._heads[came] = head

    def take_known(self, packet: bytes) -> bool:
        """Let a move in of which the head was read before: all that was found by it is so again, but for the limits."""
        came, _, body = packet.partition(END)
        head = self._heads.get(came)
        if head is None or len(body) != head.length:
            return False
        try:
            moving = Moving.model_validate_json(body)
            guard: Guard = self.state["guard"]
            guard.count(head.client, "POST")
        except (ValidationError, TurnedAway):
            return False
        self._move(head, moving, keep_alive=True)
        return True

    def _move(self, head: Head, moving: Moving, keep_alive: bool) -> None:
        """With all that comes in this round of the loop, or else when its time has come."""
        house: House = self.state["house"]
        code, key, _, scheme, _ = head
        pending = self.promise(keep_alive)
        house.presence.notice(code, key)

        def act(room: Room, at: float) -> None:
            acts.move(room, key, moving.seat, moving.after, moving.move, at)

        def answer(found: Room | Exception | None) -> None:
            if found is None:
                self.keep_later(pending, find_answer(house.act(code, act), scheme))
            else:
                self.keep(pending, write_answer(found, scheme))

        house.act_soon(code, act, answer)


async def find_answer(acting: Awaitable[Room], scheme: str) -> Answer:
    try:
        return write_answer(await acting, scheme)
    except Exception as error:
        return write_answer(error, scheme)


def write_answer(found: Room | Exception, scheme: str) -> Answer:
    """That something was done, or why it was not."""
    if isinstance(found, Room):
        return write_head(200, scheme), b'{"number":%d,"after":%d}' % (found.number, found.after)
    status, sentence = explain(found)
    return write_head(status, scheme), to_json({"error": sentence})


@cache
def write_head(status: int, scheme: str) -> bytes:
    """The head of an answer, as far as it is the same for all of that status."""
    lines = [b"HTTP/1.1 %d %s" % (status, HTTPStatus(status).phrase.encode()), b"content-type: " + JSON]
    return b"".join([line + b"\r\n" for line in (*lines, *(b"%s: %s" % header for header in headers_for(scheme)))])
