"""Nothing that strangers send does harm: limits, origins, headers, secrets and names.

`python -m tests.server.hostile --requests 50000 --seed 1` is the long form of the first test.
"""

import asyncio
import random
import socket
import sqlite3
import string
from collections.abc import Iterator
from contextlib import closing
from typing import Any

import httpx
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from uvicorn.config import Config
from uvicorn.server import ServerState

import parlour
from parlour.server.launch import check_database
from parlour.server.network import reader
from parlour.server.network.guard import HEADERS
from parlour.server.rooms.keys import fingerprint, new_key
from parlour.server.settings import ServeError, Settings
from tests.server.hostile import SETTINGS, attack
from tests.server.serving import Server, running_server

SAFE = {name.decode() for name, _ in HEADERS}
HOME = "https://games.example"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with running_server(tmp_path_factory.mktemp("hostile"), **SETTINGS) as found:
        yield found


@pytest.fixture(scope="module")
def strict(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """As it might stand behind a proxy, with small limits."""
    limits: dict[str, Any] = {
        "requests_per_second": 2,
        "burst": 20,
        "rooms_per_hour": 2,
        "listeners": 2,
        "body_bytes": 1000,
    }
    folder = tmp_path_factory.mktemp("strict")
    with running_server(folder, **limits, origins=f"{HOME}, http://other.example", secure=True) as found:
        yield found


@pytest.fixture
def client(server: Server) -> Iterator[httpx.Client]:
    with httpx.Client(base_url=server.address, timeout=20) as found:
        yield found


def from_elsewhere(server: Server) -> httpx.Client:
    """Somebody behind the proxy, from an address that nobody else has."""
    address = ".".join(str(random.randrange(1, 255)) for _ in range(4))
    return httpx.Client(base_url=server.address, timeout=20, headers={"X-Forwarded-For": address})


def test_an_attack_comes_to_nothing(server: Server) -> None:
    report = attack(server, requests=800, seed=11)
    assert report.faults == []
    assert {200, 201, 400, 403, 404, 405, 409, 413, 422} <= set(report.statuses), "it did not come far enough"
    assert '"level": "error"' not in server.log.read_text()


# Headers


def test_every_kind_of_answer_keeps_pages_safe(client: httpx.Client) -> None:
    key = client.post("/api/guests").json()["key"]
    code = client.post("/api/rooms", json={"game": "stencil"}).json()["code"]
    move = {"seat": 0, "after": 1, "move": "K1"}
    head = {"Authorization": f"Bearer {key}"}
    asked = {
        "page": client.get("/"),
        "description": client.get("/openapi.json"),
        "health": client.get("/health"),
        "metrics": client.get("/metrics"),
        "view": client.get(f"/api/rooms/{code}"),
        "record": client.get(f"/api/rooms/{code}/record"),
        "no room": client.get("/api/rooms/zzzzzzzz"),
        "no path": client.get("/nothing"),
        "no method": client.patch("/api/games"),
        "options": client.options("/api/games"),
        "head": client.head("/health"),
        "no json": client.post("/api/rooms", content=b"{"),
        "wrong": client.post("/api/rooms", json={}),
        "fast door": client.post(f"/api/rooms/{code}/moves", json=move, headers=head),
        "other site": client.post("/api/guests", headers={"Origin": "http://elsewhere.example"}),
        "too long": client.post("/api/rooms", content=b" " * 20_000),
        "too long in pieces": client.post("/api/rooms", content=(b" " * 4000 for _ in range(6))),
    }
    with client.stream("GET", f"/api/rooms/{code}/events") as stream:
        asked["stream"] = stream
    for name, answer in asked.items():
        assert set(answer.headers) >= SAFE, name
        assert "server" not in answer.headers, name
    assert asked["stream"].headers["cache-control"] == "no-store"
    assert {name: asked[name].status_code for name in ("other site", "too long", "too long in pieces")} == {
        "other site": 403,
        "too long": 413,
        "too long in pieces": 413,
    }


def test_answers_that_limits_give_keep_pages_safe(strict: Server) -> None:
    with from_elsewhere(strict) as client:
        answers = [client.get("/api/games") for _ in range(30)]
    assert answers[-1].status_code == 429
    assert set(answers[-1].headers) >= SAFE


def test_pages_of_other_sites_do_nothing(strict: Server) -> None:
    own = {"Origin": strict.address.replace("http://", "https://")}  # as people come to it
    for headers, status in (
        ({}, 201),
        (own, 201),
        ({"Origin": HOME}, 201),
        ({"Origin": "http://other.example"}, 201),
        ({"Origin": strict.address}, 403),
        ({"Origin": "http://games.example"}, 403),
        ({"Origin": "https://games.example.evil.example"}, 403),
        ({"Origin": "null"}, 403),
        ({"Origin": ""}, 403),
        ({"Origin": "http://[::1"}, 403),
        ({"Origin": strict.address + ".evil.example"}, 403),
        ({"Sec-Fetch-Site": "cross-site"}, 403),
        ({"Sec-Fetch-Site": "same-site"}, 403),
        ({"Sec-Fetch-Site": "same-origin"}, 201),
        ({"Sec-Fetch-Site": "none"}, 201),
        (own | {"Sec-Fetch-Site": "same-origin"}, 201),
    ):
        with from_elsewhere(strict) as client:
            answer = client.post("/api/guests", headers=headers)
            assert answer.status_code == status, headers
            assert status == 201 or "set-cookie" not in answer.headers
            assert client.get("/api/games", headers=headers).status_code == 200, "looking is free"


def test_a_request_without_a_host_has_no_origin(server: Server) -> None:
    with socket.create_connection(("127.0.0.1", server.port), 20) as line:
        line.sendall(b"POST /api/guests HTTP/1.0\r\nOrigin: null\r\n\r\n")
        assert line.recv(100).startswith(b"HTTP/1.1 403")


def flags(answer: httpx.Response) -> set[str]:
    return {part.strip().lower() for part in answer.headers["set-cookie"].split(";")[1:]}


def test_cookies_are_out_of_reach(server: Server, strict: Server) -> None:
    with httpx.Client(base_url=server.address) as client:
        given = flags(client.post("/api/guests"))
        assert given == {"httponly", "samesite=lax", "path=/", "max-age=31536000"}
        assert "set-cookie" not in client.post("/api/rooms", json={"game": "stencil"}).headers, "who has one keeps it"
    with from_elsewhere(strict) as client:
        assert flags(client.post("/api/guests")) == given | {"secure"}
    with httpx.Client(base_url=server.address) as client:
        assert flags(client.post("/api/rooms", json={"game": "stencil"})) == given


# Limits


def test_too_many_requests(strict: Server) -> None:
    with from_elsewhere(strict) as client:
        answers = [client.get("/health") for _ in range(25)]
    assert [answer.status_code for answer in answers[:20]] == [200] * 20
    last = answers[-1]
    assert last.status_code == 429
    assert int(last.headers["retry-after"]) >= 1
    assert "too many requests: wait" in last.json()["error"]
    with from_elsewhere(strict) as other:
        assert other.get("/health").status_code == 200


def test_a_school_that_opens_the_page_at_once_is_not_turned_away(strict: Server) -> None:
    """All from one address, each with many files: these do not count as requests, but have a limit of their own."""
    with from_elsewhere(strict) as client:
        assert {client.get("/look.css").status_code for _ in range(100)} == {200}
        assert [client.get("/health").status_code for _ in range(20)] == [200] * 20
        asked = f"HEAD /look.css HTTP/1.1\r\nHost: a\r\nX-Forwarded-For: {client.headers['X-Forwarded-For']}\r\n\r\n"
    with socket.create_connection(("127.0.0.1", strict.port), 20) as line:  # quicker than a client on a busy machine
        for _ in range(600):
            line.sendall(asked.encode())
            head = line.recv(4096)
            if head.startswith(b"HTTP/1.1 429"):
                break
    assert head.startswith(b"HTTP/1.1 429")


def test_too_many_rooms(strict: Server) -> None:
    with from_elsewhere(strict) as client:
        answers = [client.post("/api/rooms", json={"game": "stencil"}) for _ in range(3)]
    assert [answer.status_code for answer in answers] == [201, 201, 429]
    assert 1000 < int(answers[2].headers["retry-after"]) <= 1801
    assert "too many rooms were opened from here: wait" in answers[2].json()["error"]


def test_rematches_count_as_rooms_that_are_opened(strict: Server) -> None:
    """Otherwise who plays against a bot and gives up at once could open rooms without end."""
    with from_elsewhere(strict) as client:
        client.headers["Authorization"] = f"Bearer {new_key()}"
        code = client.post("/api/rooms", json={"game": "stencil", "bots": {"1": "random"}}).json()["code"]
        for seat, status in ((0, 200), (1, 429)):
            client.post(f"/api/rooms/{code}/seats/{seat}", json={"name": "Ann"}).raise_for_status()
            client.post(f"/api/rooms/{code}/resign", json={"seat": seat}).raise_for_status()
            answer = client.post(f"/api/rooms/{code}/offers", json={"seat": seat, "what": "rematch"})
            assert answer.status_code == status, answer.text
            following = client.get(f"/api/rooms/{code}").json()["next"]
            assert (following is None) == (status == 429)
            code = following
    assert "too many rooms were opened from here" in answer.json()["error"]


def test_too_many_streams(strict: Server) -> None:
    with from_elsewhere(strict) as client:
        code = client.post("/api/rooms", json={"game": "stencil"}).json()["code"]
        path = f"/api/rooms/{code}/events"
        with (
            client.stream("GET", path) as one,
            client.stream("GET", path) as two,
        ):
            lines = [one.iter_lines(), two.iter_lines()]  # kept, for a stream ends with whoever reads it
            assert [next(line) for line in lines] == ["retry: 1000", "retry: 1000"]
            with client.stream("GET", path) as third:
                assert third.status_code == 429
                third.read()
                assert third.json()["error"] == "2 people are watching this room already: try again later"


def test_long_bodies(strict: Server) -> None:
    code_path = "/api/rooms/zzzzzzzz/moves"
    for path in ("/api/rooms", code_path, "/nothing"):
        with from_elsewhere(strict) as client:
            for size, chunked, expected in (
                (1001, False, 413),
                (1001, True, 413),
                (10_000, True, 413),
                (1000, False, 0),
            ):
                body = b" " * size
                answer = client.post(path, content=iter([body[:400], body[400:]]) if chunked else body)
                if path == "/nothing" and chunked:
                    assert answer.status_code == 404, "nobody reads it"
                elif expected:
                    assert answer.status_code == expected
                    assert answer.json()["error"] == "the body is too long: expected at most 1000 bytes"
                else:
                    assert answer.status_code != 413


@pytest.mark.parametrize("length", ["0" * 30 + "40000", "9" * 30, "40000"])
def test_lengths_are_read_to_the_end(server: Server, length: str) -> None:
    head = f"POST /api/rooms HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: {length}\r\n\r\n"
    with socket.create_connection(("127.0.0.1", server.port), 20) as line:
        line.sendall(head.encode())
        assert line.recv(12) in (b"HTTP/1.1 413", b"HTTP/1.1 400")


@pytest.mark.parametrize("flood", [b"X: y\r\n", b"y" * 6], ids=["headers", "header"])
def test_heads_without_end_are_cut_off(server: Server, flood: bytes) -> None:
    with socket.create_connection(("127.0.0.1", server.port), 20) as line:
        line.sendall(b"GET /health HTTP/1.1\r\nHost: x\r\nX: ")
        with pytest.raises((BrokenPipeError, ConnectionResetError)):
            line.sendall(flood * 1_000_000)
    assert httpx.get(server.address + "/health").status_code == 200


def test_requests_that_never_end_are_cut_off(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reader, "READ_SECONDS", 0.5)

    async def nothing(scope: object, receive: object, send: object) -> None:
        raise AssertionError("there was no request")

    async def wait(sent: list[bytes]) -> float:
        loop = asyncio.get_running_loop()
        config = Config(nothing, lifespan="off", log_config=None)
        listening = await loop.create_server(lambda: reader.Reader(config, ServerState(), {}), "127.0.0.1", 0)
        incoming, outgoing = await asyncio.open_connection(*listening.sockets[0].getsockname()[:2])
        started = loop.time()
        for part in sent:
            outgoing.write(part)
            await asyncio.sleep(0.05)
        assert await asyncio.wait_for(incoming.read(), 10) == b""
        outgoing.close()
        listening.close()
        return loop.time() - started

    for sent in ([], [b"GET / HTTP/1.1\r\n"], [b"GET", b" /", b" HTTP/1.1"]):
        assert 0.1 < asyncio.run(wait(sent)) < 5


# Secrets


def test_no_secret_is_told_or_logged(tmp_path_factory: pytest.TempPathFactory) -> None:
    """Not even when the database refuses to write it."""
    data = tmp_path_factory.mktemp("secrets")
    told: list[str] = []
    with running_server(data) as server, httpx.Client(base_url=server.address, timeout=30) as client:
        key = client.post("/api/guests").json()["key"]
        code = client.post("/api/rooms", json={"game": "quatro", "preset": "two"}).json()["code"]
        client.post(f"/api/rooms/{code}/seats/0", json={"name": "Ann"}).raise_for_status()
        with closing(sqlite3.connect(data / "parlour.db", isolation_level=None)) as database:
            database.execute("BEGIN EXCLUSIVE")
            refused = client.post(f"/api/rooms/{code}/seats/1", json={"name": "Ann", "seed": "my-own-seed"})
            assert refused.status_code == 503
            database.execute("ROLLBACK")
            (secret,) = database.execute("SELECT secret FROM rooms").fetchone()
        told.append(refused.text)
        client.post(f"/api/rooms/{code}/seats/1", json={"name": "Ann"}).raise_for_status()
        for path in ("", "?detail=text", "/record", "/dice"):
            told.append(client.get(f"/api/rooms/{code}{path}").raise_for_status().text)
        told += [client.get(path).text for path in ("/metrics", "/health", "/openapi.json", "/")]
        told.append(server.log.read_text())
        assert "the database cannot be used" in told[-1]
        for hidden in (key, fingerprint(key), secret, str(data)):
            assert not [text for text in told if hidden in text], hidden
        client.post(f"/api/rooms/{code}/resign", json={"seat": 0}).raise_for_status()
        assert client.get(f"/api/rooms/{code}").json()["dice"]["secret"] == secret, "it is told at the end"


@pytest.mark.parametrize(
    "address",
    [
        "postgresql://ann:hush-hush@127.0.0.1:1/none",
        "postgresql://ann:hush-hush@127.0.0.1:port/none",
        "postgresql://ann:hush-hush@[127.0.0.1/none",
        "postgresql+nothing://ann:hush-hush@127.0.0.1/none",
        "oracle://ann:hush-hush@127.0.0.1/none",
    ],
)
def test_the_word_of_the_database_is_not_told(address: str) -> None:
    with pytest.raises(ServeError) as refusal:
        check_database(Settings(database=address))
    assert "hush-hush" not in str(refusal.value)


# Names

ODD_NAMES = [
    'An"n',
    "An|n",
    "An\nn",
    "\x1b[31mAnn",
    "\x00",
    "An\x85n",
    "Ann\u2028Ben",
    "Ann\u202eneB",
    "\u2066Ann",
    "\u202dAnn",
    "   ",
    "",
    "a" * 33,
    "\ud800",
    "{Ann} ; 1. 64:",
    "Ben gives up. Ann",
    "An\u200bn",
    "\u3164",
]
GOOD_NAMES = [
    "Ann",
    "Ann-Kathrin O'Neill",
    "[Ann]",
    "Ann\\",
    "{Ann} 1.64",
    "陳大文",
    "ענת",
    "آن\u200cبن",
    "\U0001f469\u200d\U0001f680",
    "<b>Ann</b>",
    "é",
]


def sit(client: httpx.Client, name: str) -> tuple[httpx.Response, str]:
    code = client.post("/api/rooms", json={"game": "stencil"}).json()["code"]
    escaped = "".join(f"\\u{unit:04x}" for unit in units(name))
    body = f'{{"name": "{escaped}"}}'
    return client.post(f"/api/rooms/{code}/seats/0", content=body, headers={"Content-Type": "application/json"}), code


def units(text: str) -> list[int]:
    """As JSON escapes them."""
    data = text.encode("utf-16-be", "surrogatepass")
    return [int.from_bytes(data[at : at + 2], "big") for at in range(0, len(data), 2)]


@pytest.mark.parametrize("name", ODD_NAMES)
def test_names_that_would_spoil_a_record_are_refused(client: httpx.Client, name: str) -> None:
    answer, code = sit(client, name)
    assert answer.status_code == 422
    assert "name" in answer.json()["error"]
    assert client.get(f"/api/rooms/{code}").json()["number"] == 1


def records_well(client: httpx.Client, name: str) -> bool:
    """Whether somebody may be called so; if so, the record has to be read back with that name."""
    answer, code = sit(client, name)
    if answer.status_code == 422:
        return False
    client.post(f"/api/rooms/{code}/seats/1", json={"name": "Ben"}).raise_for_status()
    view = client.get(f"/api/rooms/{code}").json()
    record = client.get(f"/api/rooms/{code}/record").text
    assert parlour.load(record).names == (view["seats"][0]["name"], "Ben")
    assert parlour.load(record).record() == record
    return True


@pytest.mark.parametrize("name", GOOD_NAMES)
def test_names_of_all_sorts_are_recorded(client: httpx.Client, name: str) -> None:
    assert records_well(client, name)


def test_any_name_is_refused_or_recorded(client: httpx.Client) -> None:
    mixed = st.text(st.characters(codec="utf-8") | st.sampled_from(string.punctuation + " \t"), min_size=1, max_size=8)

    @settings(max_examples=30, derandomize=True, database=None, suppress_health_check=list(HealthCheck))
    @given(mixed)
    def ask(name: str) -> None:
        records_well(client, name)

    ask()
