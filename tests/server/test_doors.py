"""Moves have two doors: the fast one and the ordinary one. Whoever knocks gets the same answer at both."""

import asyncio
import email
import json
import re
import socket
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import httpx
import pytest
from uvicorn.config import Config
from uvicorn.server import ServerState

from parlour.server.network.connection import MOST_UNANSWERED
from parlour.server.network.reader import Reader
from parlour.server.rooms.entries import Entry
from parlour.server.rooms.room import Room
from tests.server.serving import running_server

START = "phase=choosing turn=red plates=-,- starter=white"  # seat 0 is to move
JSON = ("Content-Type", "application/json")
SLOW = ("Content-Type", "application/json; door=ordinary")  # the fast door is for the plain form alone


@dataclass
class Table:
    client: httpx.Client
    code: str
    watch: str
    keys: list[str]  # of the two seats, and of a stranger
    after: int

    def knock(
        self, body: bytes, headers: list[tuple[str, str]], code: str = ""
    ) -> tuple[tuple[int, bytes, list[str]], tuple[int, bytes, list[str]]]:
        answers = []
        for kind in (JSON, SLOW):
            given = [(name.encode(), value.encode("latin-1")) for name, value in [kind, *headers]]
            answer = self.client.post(f"/api/rooms/{code or self.code}/moves", content=body, headers=given)
            answers.append((answer.status_code, answer.content, sorted(answer.headers)))
        return answers[0], answers[1]


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Table]:
    with (
        running_server(tmp_path_factory.mktemp("doors")) as server,
        httpx.Client(base_url=server.address, timeout=20) as client,
    ):
        keys = []
        for _ in range(3):
            keys.append(client.post("/api/guests").json()["key"])
            client.cookies.clear()
        heads = [{"Authorization": f"Bearer {key}"} for key in keys]
        opening = {"game": "stencil", "position": START}
        opened = client.post("/api/rooms", json=opening, headers=heads[0]).raise_for_status().json()
        for seat, name in enumerate(("Ann", "Ben")):
            sat = client.post(f"/api/rooms/{opened['code']}/seats/{seat}", json={"name": name}, headers=heads[seat])
        yield Table(client, opened["code"], opened["watch"], keys, sat.json()["after"])


BODIES = {
    "not its turn": '{"seat": 1, "after": AFTER, "move": "K1"}',
    "not its seat": '{"seat": 7, "after": AFTER, "move": "K1"}',
    "no such seat": '{"seat": 8, "after": AFTER, "move": "K1"}',
    "old": '{"seat": 0, "after": 1, "move": "K1"}',
    "to come": '{"seat": 0, "after": 2147483647, "move": "K1"}',
    "too far": '{"seat": 0, "after": 2147483648, "move": "K1"}',
    "before the start": '{"seat": 0, "after": -1, "move": "K1"}',
    "illegal": '{"seat": 0, "after": AFTER, "move": "zz"}',
    "nothing": '{"seat": 0, "after": AFTER, "move": ""}',
    "blank": '{"seat": 0, "after": AFTER, "move": "  "}',
    "too long": '{"seat": 0, "after": AFTER, "move": "' + "a" * 401 + '"}',
    "long": '{"seat": 0, "after": AFTER, "move": "' + "(" * 400 + '"}',
    "half a character": '{"seat": 0, "after": AFTER, "move": "\\ud800"}',
    "nul": '{"seat": 0, "after": AFTER, "move": "K1\\u0000"}',
    "seat as text": '{"seat": "0", "after": AFTER, "move": "K1"}',
    "seat as a fraction": '{"seat": 0.0, "after": AFTER, "move": "K1"}',
    "seat as yes or no": '{"seat": false, "after": AFTER, "move": "K1"}',
    "after as nan": '{"seat": 0, "after": NaN, "move": "K1"}',
    "move as a number": '{"seat": 0, "after": AFTER, "move": 1}',
    "more": '{"seat": 0, "after": AFTER, "move": "K1", "extra": 1}',
    "less": '{"seat": 0, "move": "K1"}',
    "a list": '[{"seat": 0, "after": AFTER, "move": "K1"}]',
    "two": '{"seat": 0, "after": AFTER, "move": "K1"}{}',
    "cut off": '{"seat": 0, "after": AFTER, "move": "K1"',
    "empty": "",
    "null": "null",
    "deep": "[" * 5000,
    "many digits": '{"seat": 0, "after": ' + "9" * 5000 + ', "move": "K1"}',
    "too big": '{"seat": 0, "after": AFTER, "move": "K1"}' + " " * 20000,
}


@pytest.mark.parametrize("name", BODIES)
@pytest.mark.parametrize("who", [0, 1, 2])
def test_bad_moves_are_refused_alike(table: Table, name: str, who: int) -> None:
    body = BODIES[name].replace("AFTER", str(table.after)).encode()
    fast, slow = table.knock(body, [("Authorization", f"Bearer {table.keys[who]}")])
    assert fast == slow
    assert fast[0] in (400, 403, 404, 409, 413, 422)
    assert json.loads(fast[1])["error"]


def who_asks(ann: str, eve: str) -> dict[str, list[tuple[str, str]]]:
    return {
        "nobody": [],
        "a stranger": [("Authorization", f"Bearer {eve}")],
        "a stranger with a cookie": [("Cookie", f"parlour={eve}")],
        "a stranger, the cookie of another": [("Authorization", f"Bearer {eve}"), ("Cookie", f"parlour={ann}")],
        "no key": [("Authorization", "Bearer x")],
        "another scheme": [("Authorization", f"Basic {ann}")],
        "no scheme": [("Authorization", ann)],
        "an empty header": [("Authorization", "")],
        "an odd character": [("Authorization", f"Bearer \xe9{ann[1:]}")],
        "two cookies, the stranger last": [("Cookie", f"parlour={ann}; parlour={eve}")],
        "a cookie with spaces": [("Cookie", f"parlour={ann}; parlour ={eve}")],
        "a cookie of another name": [("Cookie", f"xparlour={ann}")],
        "half a cookie": [("Cookie", f"parlour={ann[:-1]}")],
        "a longer cookie": [("Cookie", f"parlour={ann}A")],
    }


@pytest.mark.parametrize("name", who_asks("", ""))
def test_who_is_not_known_at_one_door_is_not_known_at_the_other(table: Table, name: str) -> None:
    body = json.dumps({"seat": 0, "after": table.after, "move": "K1"}).encode()
    fast, slow = table.knock(body, who_asks(table.keys[0], table.keys[2])[name])
    assert fast == slow
    assert fast[0] in (400, 403)


def test_several_keys_are_read_alike(table: Table) -> None:
    body = json.dumps({"seat": 1, "after": table.after, "move": "K1"}).encode()
    ann, ben, eve = (("Authorization", f"Bearer {key}") for key in table.keys)
    for headers in ([ann, eve], [eve, ann], [ann, ben], [ben, ann], [ann, ("authorization", "x")]):
        fast, slow = table.knock(body, headers)
        assert fast == slow
        assert fast[0] in (400, 403, 409)


@pytest.mark.parametrize("code", ["zzzzzzzz", "zzzz0ooo", "zzzzzzz", "ZZZZZZZZ", "%7a%7a%7a%7a%7a%7a%7a%7a", "%00"])
def test_rooms_that_are_not_there(table: Table, code: str) -> None:
    body = json.dumps({"seat": 0, "after": 1, "move": "K1"}).encode()
    fast, slow = table.knock(body, [("Authorization", f"Bearer {table.keys[0]}")], code)
    assert fast == slow
    assert fast[0] == 404


def test_a_good_move_is_played_once_at_whichever_door(table: Table) -> None:
    """In every order, in every way of writing it, and with every way to say who one is."""
    ann = table.keys[0]
    ways = [
        [("Authorization", f"Bearer {ann}")],
        [("Authorization", f"bearer   {ann}")],
        [("Cookie", f"parlour={ann}")],
        [("Cookie", f"a=b; parlour={ann}; c=d")],
        [("Cookie", f"a=b;parlour={ann}")],
        [("Cookie", f'parlour="{ann}"')],
    ]
    text = json.dumps({"seat": 0, "after": table.after, "move": "K1"})
    bodies = [
        text.encode(),
        text.replace(" ", "\n").encode(),
        text.replace("K1", "\\u004b1").encode(),
        text.encode("utf-16"),
    ]
    numbers = set()
    for headers in ways:
        for body in bodies:
            for code in (table.code, table.watch):
                fast, slow = table.knock(body, headers, code)
                assert fast == slow
                assert fast[0] == 200
                numbers.add(json.loads(fast[1])["number"])
    assert len(numbers) == 1
    told = table.client.get(f"/api/rooms/{table.code}/record").text
    assert re.sub(r"\[Final .*\]", "", told).count("K1") == 1


# Connections, byte for byte


def ask(table: Table, *more: str, code: str = "") -> bytes:
    """A move that comes too late, as a plain client sends it."""
    body = json.dumps({"seat": 0, "after": 1, "move": "K2"}).encode()
    lines = [
        f"POST /api/rooms/{code or table.code}/moves HTTP/1.1",
        "Host: 127.0.0.1",
        "Content-Type: application/json",
        f"Authorization: Bearer {table.keys[0]}",
        f"Content-Length: {len(body)}",
        *more,
    ]
    return "".join(line + "\r\n" for line in lines).encode() + b"\r\n" + body


HEALTH = b"GET /health HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"


@contextmanager
def connection(table: Table) -> Iterator[tuple[socket.socket, Callable[[], tuple[int, Any]]]]:
    """A line to the server, and what is answered next on it."""
    address = table.client.base_url
    with socket.create_connection((address.host, address.port), timeout=10) as line, line.makefile("rb") as answers:

        def hear() -> tuple[int, Any]:
            status = int(answers.readline().split()[1])
            head = email.message_from_binary_file(BytesIO(b"".join(iter(answers.readline, b"\r\n"))))
            return status, json.loads(answers.read(int(head["content-length"])))

        yield line, hear


def test_a_move_that_comes_in_pieces_is_whole_in_the_end(table: Table) -> None:
    sent = ask(table)
    with connection(table) as (line, hear):
        for at in range(0, len(sent), 7):
            line.sendall(sent[at : at + 7])
            time.sleep(0.001)
        assert hear()[0] == 409
        line.sendall(sent[:-1])
        time.sleep(0.05)
        line.sendall(sent[-1:] + HEALTH)
        assert [hear()[0], hear()[0]] == [409, 200]


def test_a_head_is_read_once_and_what_follows_it_every_time(table: Table) -> None:
    sent = ask(table)
    head, end, body = sent.partition(b"\r\n\r\n")
    head += end
    illegal, broken = body.replace(b'"after": 1', b'"after": 0'), body.replace(b"}", b"]")
    with connection(table) as (line, hear):
        for sent_next, status in (
            (body, 409),
            (body, 409),
            (illegal, 409),
            (broken, 422),
            (body, 409),
            (body + HEALTH, 409),
            (body[:-1], 0),
            (body[-1:], 409),
            (body, 409),
        ):
            is_rest = sent_next == body[-1:]
            line.sendall(sent_next if is_rest else head + sent_next)
            if not status:
                time.sleep(0.05)
                continue
            assert hear()[0] == status
            if HEALTH in sent_next:
                assert hear()[0] == 200
    other = sent.replace(table.keys[0].encode(), table.keys[1].encode())
    with connection(table) as (line, hear):
        for request, status in ((sent, 409), (other, 403), (sent, 409), (other, 403)):
            line.sendall(request)
            assert hear()[0] == status


def test_requests_that_come_at_once_are_answered_in_order(table: Table) -> None:
    fast = ask(table)
    slow = fast.replace(b"application/json", b"application/json; door=ordinary")
    unknown = ask(table, code="zzzzzzzz")
    for sent, answers in (
        (fast + fast + fast, [409, 409, 409]),
        (slow + fast + slow + fast, [409, 409, 409, 409]),
        (HEALTH + fast + HEALTH + unknown + fast, [200, 409, 200, 404, 409]),
        (unknown + fast + HEALTH + unknown + unknown, [404, 409, 200, 404, 404]),
    ):
        with connection(table) as (line, hear):
            for _ in range(3):
                line.sendall(sent)
                assert [hear()[0] for _ in answers] == answers


def test_a_connection_ends_when_the_client_wants_it(table: Table) -> None:
    for code in (table.code, "zzzzzzzz"):  # refused at once, and after a look into the database
        with connection(table) as (line, hear):
            line.sendall(ask(table, "Connection: close", code=code))
            assert hear()[0] in (404, 409)
            assert line.recv(1) == b""


def test_who_leaves_before_the_answer_stops_nobody(table: Table) -> None:
    sent = ask(table)
    for request in (sent, ask(table, code="zzzzzzzz"), sent + HEALTH + sent, sent[:-5]):
        for _ in range(5):
            with connection(table) as (line, _):
                line.sendall(request)
    with connection(table) as (line, hear):
        line.sendall(sent)
        assert hear()[0] == 409


def test_what_follows_a_move_in_the_same_packet_may_take_its_time(table: Table) -> None:
    """A connection that nobody uses is closed after a while; one that waits for an answer is not."""

    async def wait_for_ever(scope: object, receive: object, send: object) -> None:
        await asyncio.Event().wait()

    async def follow() -> None:
        loop = asyncio.get_running_loop()
        config = Config(wait_for_ever, lifespan="off", log_config=None, timeout_keep_alive=1000)
        room = Room("aaaaaaaa", "bbbbbbbb", entries=[Entry(1, "", 0.0, {})] * 2, after=2)
        house = SimpleNamespace(
            act_soon=lambda code, act, answer: answer(room),
            presence=SimpleNamespace(notice=lambda code, key: None),
        )
        guard = SimpleNamespace(check=lambda *given: None, count=lambda *given: None, find_scheme=lambda scheme: scheme)
        state = {"house": house, "guard": guard}
        opened: list[Reader] = []

        def connect() -> Reader:
            opened.append(Reader(config, ServerState(), state))
            return opened[-1]

        listening = await loop.create_server(connect, "127.0.0.1", 0)
        incoming, outgoing = await asyncio.open_connection(*listening.sockets[0].getsockname()[:2])
        outgoing.write(ask(table))
        assert (await incoming.readuntil(b'"after":2}')).startswith(b"HTTP/1.1 200 OK")
        assert opened[0].timeout_keep_alive_task is not None
        begun = opened[0].requests_begun
        outgoing.write(ask(table))
        await incoming.readuntil(b'"after":2}')
        assert opened[0].requests_begun == begun, "the head was read before"
        opened[0].timeout_keep_alive_handler()
        assert not opened[0].transport.is_closing(), "somebody asked a moment ago"
        outgoing.write(ask(table) + HEALTH)
        await incoming.readuntil(b'"after":2}')
        assert opened[0].timeout_keep_alive_task is None
        for task in opened[0].tasks:
            task.cancel()
        opened[0].timeout_keep_alive_handler()
        assert not opened[0].transport.is_closing(), "somebody waits for an answer"
        outgoing.close()
        listening.close()

    asyncio.run(follow())


def test_a_flood_of_pipelined_requests_is_bounded() -> None:
    """Whatever one connection sends at once, a few wait; they are answered, and then the connection ends."""
    begun: list[str] = []
    may_answer = asyncio.Event()

    async def answer_slowly(scope: Any, receive: Any, send: Any) -> None:
        begun.append(dict(scope["headers"])[b"number"].decode())
        await may_answer.wait()
        await send({"type": "http.response.start", "status": 200, "headers": [(b"content-length", b"0")]})
        await send({"type": "http.response.body", "body": b""})

    async def flood() -> None:
        config = Config(answer_slowly, lifespan="off", log_config=None)
        opened: list[Reader] = []

        def connect() -> Reader:
            opened.append(Reader(config, ServerState(), {}))
            return opened[-1]

        listening = await asyncio.get_running_loop().create_server(connect, "127.0.0.1", 0)
        incoming, outgoing = await asyncio.open_connection(*listening.sockets[0].getsockname()[:2])
        for number in range(12_000):
            outgoing.write(b"POST /x HTTP/1.1\r\nnumber: %d\r\ncontent-length: 1\r\n\r\nx" % number)
        await outgoing.drain()
        while not opened[0].is_deaf:
            await asyncio.sleep(0.01)
        assert begun == ["0"]
        assert len(opened[0].pipeline) == MOST_UNANSWERED - 1
        may_answer.set()
        answers = (await asyncio.wait_for(incoming.read(), 20)).split(b"HTTP/1.1 200 OK")[1:]
        assert begun == [str(number) for number in range(MOST_UNANSWERED)], "in order, each with what is its own"
        assert [b"connection: close" in answer for answer in answers] == [False] * (MOST_UNANSWERED - 1) + [True]
        outgoing.close()
        listening.close()

    asyncio.run(flood())


def test_moves_count_for_whom_a_proxy_speaks(tmp_path: Path) -> None:
    """At both doors alike; and a proxy that may speak for others is no other client."""
    with (
        running_server(tmp_path, requests_per_second=0.01, burst=3) as server,
        httpx.Client(base_url=server.address) as client,
    ):
        body = {"seat": 0, "after": 1, "move": "K1"}
        key = {"Authorization": "Bearer " + "k" * 32}
        for number, kind in enumerate([JSON, JSON, SLOW, SLOW]):
            headers = dict([kind, ("X-Forwarded-For", f"10.0.0.{number}")]) | key
            answers = [client.post("/api/rooms/zzzzzzzz/moves", json=body, headers=headers) for _ in range(4)]
            assert [answer.status_code for answer in answers] == [404, 404, 404, 429]
            assert "too many requests" in answers[3].json()["error"]
