"""What the server answers to: its names, its pages and how people come to it, with or without a proxy."""

import json
import logging
import socket
import time
from collections.abc import Iterator

import httpx
import pytest

from parlour.server.api.addresses import group_address
from parlour.server.network.guard import Buckets
from parlour.server.network.hosts import Hosts
from parlour.server.rooms.keys import new_key
from tests.server.serving import Server, running_server

NAME = "games.example"
PROXY = {"X-Forwarded-For": "203.0.113.9", "X-Forwarded-Proto": "https"}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with running_server(tmp_path_factory.mktemp("hosts"), hosts=f"{NAME}, *.clubs.example") as found:
        yield found


@pytest.fixture
def client(server: Server) -> Iterator[httpx.Client]:
    with httpx.Client(base_url=server.address, timeout=20) as found:
        yield found


def wait_for_line(server: Server, wanted: str) -> dict[str, str]:
    """The line of the log that has these words."""
    deadline = time.monotonic() + 20
    while time.monotonic() < deadline:
        for line in server.log.read_text().splitlines():
            if wanted in line and line.startswith("{"):
                found: dict[str, str] = json.loads(line)
                return found
        time.sleep(0.05)
    raise AssertionError(f"no line with {wanted!r}: {server.log.read_text()}")


# Names of the server

AT_HOME = ["127.0.0.1:8080", "192.168.1.7:8080", "[::1]:8080", "[fe80::1]", "[::ffff:10.0.0.1]:80", "localhost:8080"]
AT_HOME += ["app.localhost", "Raspberry", "raspberry.local:8080", "pc.lan", "pc.home.arpa", socket.gethostname(), ""]
OTHERS = ["evil.example", "evil.example:8080", "127.0.0.1.evil.example", "local.evil.example", "evillocal.example"]
OTHERS += ["192.168.1.7.nip.io", "clubs.example", "notgames.example", "games.example.evil.example", "1.2.3.4.5"]


@pytest.mark.parametrize("host", [*AT_HOME, NAME, "GAMES.example:443", "games.example.", "chess.clubs.example"])
def test_a_request_for_a_name_at_home_or_a_listed_one_is_answered(host: str) -> None:
    assert Hosts([NAME, "*.clubs.example"], []).knows(host)


@pytest.mark.parametrize("host", OTHERS)
def test_a_request_for_the_name_of_another_site_is_not(host: str) -> None:
    assert not Hosts([NAME, "*.clubs.example"], []).knows(host)
    assert Hosts(["*"], []).knows(host)


def test_a_named_origin_is_also_a_name_of_the_server() -> None:
    assert Hosts([], ["https://games.example:8443"]).knows("games.example:8443")


def test_a_name_that_was_turned_to_this_machine_gets_a_plain_refusal(server: Server, client: httpx.Client) -> None:
    for method, path in (("GET", "/"), ("GET", "/api/games"), ("POST", "/api/guests")):
        answer = client.request(method, path, headers={"Host": "evil.example", "Origin": "http://evil.example"})
        assert answer.status_code == 421
        assert "this server does not answer to that name: expected its address" in answer.json()["error"]
        assert "set-cookie" not in answer.headers
    line = wait_for_line(server, "PARLOUR_HOSTS")
    assert (line["host"], line["client"]) == ("evil.example", "127.0.0.1")
    assert client.get("/health", headers={"Host": NAME}).status_code == 200


def test_a_move_for_another_name_is_refused_at_the_fast_door_too(client: httpx.Client) -> None:
    head = {"Authorization": f"Bearer {new_key()}", "Host": "evil.example"}
    move = {"seat": 0, "after": 1, "move": "K1"}
    assert client.post("/api/rooms/aaaaaaaa/moves", json=move, headers=head).status_code == 421


# Pages


@pytest.mark.parametrize(
    ("origin", "scheme", "host", "own"),
    [
        ("https://games.example", "https", "games.example", True),
        ("https://games.example", "https", "games.example:443", True),
        ("https://games.example", "https", "GAMES.example", True),
        ("http://10.0.0.1:8080", "http", "10.0.0.1:8080", True),
        ("http://games.example", "https", "games.example", False),
        ("https://games.example", "http", "games.example", False),
        ("http://games.example:8080", "http", "games.example:8081", False),
        ("null", "http", "", False),
        ("", "http", "", False),
        ("://", "http", "", False),
    ],
)
def test_a_page_is_the_servers_own_by_scheme_name_and_port(origin: str, scheme: str, host: str, own: bool) -> None:
    assert Hosts([], []).owns(origin, scheme, host) is own


def test_a_page_that_came_by_plain_http_cannot_act_at_a_server_of_https(server: Server, client: httpx.Client) -> None:
    asked = {"Host": NAME, **PROXY}
    assert client.post("/api/guests", headers=asked | {"Origin": f"https://{NAME}"}).status_code == 201
    assert client.post("/api/guests", headers=asked | {"Origin": f"http://{NAME}"}).status_code == 403
    assert client.post("/api/guests", headers={"Host": NAME, "Origin": f"https://{NAME}"}).status_code == 403
    line = wait_for_line(server, "X-Forwarded-Proto")
    assert {"client", "origin", "expected"} <= set(line)


# HTTPS


def test_by_https_cookies_are_bound_to_the_host_and_browsers_told_to_stay(client: httpx.Client) -> None:
    answer = client.post("/api/guests", headers={"Host": NAME, **PROXY})
    cookie = answer.headers["set-cookie"]
    assert cookie.startswith("__Host-parlour=")
    assert {"secure", "path=/", "httponly"} <= {part.strip().lower() for part in cookie.split(";")}
    assert "domain" not in cookie.lower()
    assert answer.headers["strict-transport-security"] == "max-age=31536000"


def test_by_plain_http_neither_is_sent(client: httpx.Client) -> None:
    answer = client.post("/api/guests")
    assert answer.headers["set-cookie"].startswith("parlour=")
    assert "strict-transport-security" not in answer.headers


def test_both_doors_tell_browsers_to_stay_with_https(client: httpx.Client) -> None:
    move = {"seat": 0, "after": 1, "move": "K1"}
    head = {"Authorization": f"Bearer {new_key()}"}
    for kind in ("application/json", "application/json; door=ordinary"):
        for proxy in ({}, PROXY):
            asked = head | proxy | {"Content-Type": kind}
            answer = client.post("/api/rooms/aaaaaaaa/moves", content=json.dumps(move), headers=asked)
            assert answer.status_code == 404
            assert ("strict-transport-security" in answer.headers) is bool(proxy)


def test_cookies_of_old_keep_working_by_https(client: httpx.Client) -> None:
    ann, eve = new_key(), new_key()
    opening = {"game": "stencil"}
    code = client.post("/api/rooms", json=opening, headers={"Cookie": f"parlour={ann}"} | PROXY).json()["code"]
    for cookie, is_host in (
        (f"parlour={ann}", True),
        (f"__Host-parlour={ann}", True),
        (f"__Host-parlour={ann}; parlour={eve}", True),
        (f"__Host-parlour={eve}; parlour={ann}", False),
        (f"__Host-parlour=nonsense; parlour={ann}", True),
    ):
        view = client.get(f"/api/rooms/{code}", headers={"Cookie": cookie} | PROXY).json()
        assert view["host"] is is_host, cookie


# Addresses


@pytest.mark.parametrize(
    ("address", "counted"),
    [
        ("203.0.113.9", "203.0.113.9"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:db8:1:2::", "2001:db8:1:2::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("::ffff:203.0.113.9", "203.0.113.9"),
        ("", ""),
        ("unknown", "unknown"),
    ],
)
def test_addresses_of_one_home_count_as_one(address: str, counted: str) -> None:
    assert group_address(address) == counted


def test_who_has_many_addresses_of_ipv6_has_one_limit() -> None:
    buckets = Buckets(rate=1, burst=3, now=lambda: 0.0)
    waits = [buckets.take(f"2001:db8::{number:x}") for number in range(1, 6)]
    assert waits == [0, 0, 0, 1, 1]
    assert buckets.take("2001:db8:0:1::1") == 0


# Requests that cannot be read


def send(server: Server, data: bytes) -> bytes:
    with socket.create_connection(("127.0.0.1", server.port), 20) as line:
        line.sendall(data)
        return line.recv(1000)


def test_a_request_that_cannot_be_read_is_logged_with_its_address(server: Server) -> None:
    assert send(server, b"HELO you\r\n\r\n").startswith(b"HTTP/1.1 400")
    assert wait_for_line(server, "Invalid HTTP request received.")["client"] == "127.0.0.1"


def test_behind_a_proxy_it_is_the_address_of_whom_it_speaks_for(server: Server) -> None:
    head = b"POST /api/guests HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: 203.0.113.77\r\n"
    assert send(server, head + b"Content-Length: what\r\n\r\n").startswith(b"HTTP/1.1 400")
    assert wait_for_line(server, "203.0.113.77")["what"] == "Invalid HTTP request received."


def test_a_request_is_not_laid_to_whoever_sent_the_one_before(server: Server) -> None:
    good = b"GET /health HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: 203.0.113.88\r\n\r\n"
    with socket.create_connection(("127.0.0.1", server.port), 20) as line:
        line.sendall(good)
        answer = line.recv(3000)
        while not answer.endswith(b"}"):  # head and body may come apart
            answer += line.recv(3000)
        assert answer.startswith(b"HTTP/1.1 200")
        before = server.log.read_text().count("Invalid HTTP")
        line.sendall(b"\x01\x02\r\n\r\n")
        assert b"400" in line.recv(1000)
    deadline = time.monotonic() + 20
    while server.log.read_text().count("Invalid HTTP") == before and time.monotonic() < deadline:
        time.sleep(0.05)
    assert server.log.read_text().count("Invalid HTTP") == before + 1
    assert "203.0.113.88" not in server.log.read_text()


def test_a_head_without_end_is_logged_with_its_address(server: Server) -> None:
    with socket.create_connection(("127.0.0.1", server.port), 20) as line:
        line.sendall(b"GET / HTTP/1.1\r\nX-Forwarded-For: 203.0.113.99\r\nX: ")
        for _ in range(20):
            try:
                line.sendall(b"a" * 8192)
                time.sleep(0.01)
            except OSError:
                break
    assert "too long" in wait_for_line(server, "203.0.113.99")["what"]


def test_refusals_fill_no_log(caplog: pytest.LogCaptureFixture) -> None:
    hosts = Hosts([], [])
    with caplog.at_level(logging.WARNING):
        for number in range(1000):
            hosts.tell_of_name(f"a{number % 300}.example", "203.0.113.9")
    assert len(caplog.records) == 100
