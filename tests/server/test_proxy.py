"""Two processes behind a real nginx or Caddy that sends every request to the next one, as the files in hosting/ say."""

import asyncio
import os
import random
import re
import socket
import ssl
import subprocess
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import httpx
import pytest

from tests.server.chaos import ANSWER_SECONDS, Guest
from tests.server.logbook import judge, own_database, read_logs
from tests.server.serving import UNLIMITED, Server, free_port
from tests.server.test_example_bot import SHORT
from tests.tools import WITH_CADDY, WITH_NGINX, WITH_POSTGRES, find_caddy, find_nginx, find_postgres

ROOT = Path(__file__).parents[2]
EXAMPLE = (ROOT / "hosting" / "nginx.conf").read_text(encoding="utf-8")
CADDYFILE = ROOT / "hosting" / "Caddyfile"
NAME = "games.example"
AROUND = """
{user}
daemon off;
pid {place}/nginx.pid;
error_log {place}/error.log;
events {{ }}
http {{
    access_log off;
    client_body_temp_path {place}/body;
    proxy_temp_path {place}/proxy;
    fastcgi_temp_path {place}/fastcgi;
    uwsgi_temp_path {place}/uwsgi;
    scgi_temp_path {place}/scgi;
    include {place}/parlour.conf;
}}
"""


# What a test has of its own: no certificates from elsewhere, and ports and addresses of this machine
OF_CADDY = """
    admin off
    http_port {plain}
    https_port {port}
    default_bind 127.0.0.1
    default_sni {name}
    storage file_system {place}/storage
    log {{
        level ERROR
    }}
"""


def test_the_page_shows_the_example_as_it_is() -> None:
    assert f"```nginx\n{EXAMPLE}```\n" in (ROOT / "docs" / "server.md").read_text(encoding="utf-8")


@dataclass
class House:
    """Two servers, and the door before them."""

    proxy: str
    servers: list[Server]
    port: int
    plain: int  # the port for plain HTTP
    trusting: ssl.SSLContext

    @property
    def address(self) -> str:
        return f"https://127.0.0.1:{self.port}"

    @property
    def headers(self) -> dict[str, str]:
        return {"Host": f"{NAME}:{self.port}"}

    def new_http(self) -> httpx.AsyncClient:
        limits = httpx.Limits(max_connections=None, max_keepalive_connections=200)
        timeout = httpx.Timeout(ANSWER_SECONDS, pool=None)
        return httpx.AsyncClient(timeout=timeout, limits=limits, verify=self.trusting, headers=self.headers)

    def new_client(self) -> httpx.Client:
        return httpx.Client(base_url=self.address, timeout=30, verify=self.trusting, headers=self.headers)


def make_certificate(place: Path) -> ssl.SSLContext:
    names = f"subjectAltName=DNS:{NAME},IP:127.0.0.1"
    words = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2", "-addext", names]
    files = ["-keyout", str(place / "key.pem"), "-out", str(place / "cert.pem")]
    subprocess.run(["openssl", "req", "-x509", *words, "-subj", f"/CN={NAME}", *files], check=True, capture_output=True)
    return ssl.create_default_context(cafile=str(place / "cert.pem"))


def fit_example(place: Path, servers: list[Server], port: int, plain: int) -> str:
    """The example with the ports and the files of this test, and with nothing else of its own."""
    changes = {
        "127.0.0.1:8081": f"127.0.0.1:{servers[0].port}",
        "127.0.0.1:8082": f"127.0.0.1:{servers[1].port}",
        "listen 80;": f"listen 127.0.0.1:{plain};",
        "listen 443 ssl;": f"listen 127.0.0.1:{port} ssl;",
        "/etc/ssl/games.example": str(place),
    }
    fitted = EXAMPLE
    for said, here in changes.items():
        assert said in fitted, said
        fitted = fitted.replace(said, here)
    return fitted


@contextmanager
def running_nginx(place: Path, servers: list[Server], port: int, plain: int) -> Iterator[None]:
    (place / "parlour.conf").write_text(fit_example(place, servers, port, plain))
    settings = place / "nginx.conf"
    settings.write_text(AROUND.format(place=place, user="user root;" if os.getuid() == 0 else ""))
    with running_proxy(place, port, [find_nginx(), "-p", str(place), "-c", str(settings)]):
        yield


@contextmanager
def running_caddy(place: Path, servers: list[Server], port: int, plain: int) -> Iterator[None]:
    """The example as it is, given its name and processes as it says, but for the certificate."""
    fitted = CADDYFILE.read_text(encoding="utf-8")
    head, options = "{$PARLOUR_NAME:games.example} {\n", "\n{\n"
    assert (fitted.count(head), fitted.count(options)) == (1, 1)
    fitted = fitted.replace(head, f"{head}\ttls {place}/cert.pem {place}/key.pem\n")
    fitted = fitted.replace(options, options + OF_CADDY.format(plain=plain, port=port, name=NAME, place=place))
    settings = place / "Caddyfile"
    settings.write_text(fitted)
    processes = " ".join(f"127.0.0.1:{server.port}" for server in servers)
    variables = {"PARLOUR_NAME": NAME, "PARLOUR_PROCESSES": processes, "HOME": str(place)}
    words = [find_caddy(), "run", "--config", str(settings), "--adapter", "caddyfile"]
    with running_proxy(place, port, words, os.environ | variables):
        yield


PROXIES = {"nginx": running_nginx, "caddy": running_caddy}
HERE = [name for name, there in (("nginx", WITH_NGINX), ("caddy", WITH_CADDY)) if there]


@contextmanager
def running_proxy(place: Path, port: int, words: list[str], variables: dict[str, str] | None = None) -> Iterator[None]:
    told = place / "stderr"
    with told.open("wb") as errors:
        process = subprocess.Popen(words, stderr=errors, env=variables)
    try:
        deadline = time.monotonic() + 30
        while time.monotonic() < deadline and process.poll() is None:
            with socket.socket() as probe:
                if probe.connect_ex(("127.0.0.1", port)) == 0:
                    break
            time.sleep(0.05)
        assert process.poll() is None, told.read_text()
        yield
    finally:
        process.terminate()
        process.wait(30)


@pytest.fixture(scope="module", params=HERE)
def house(tmp_path_factory: pytest.TempPathFactory, request: pytest.FixtureRequest) -> Iterator[House]:
    place = tmp_path_factory.mktemp(request.param)
    with own_database(find_postgres()) as database:
        settings = UNLIMITED | {"hosts": NAME}
        servers = [Server(tmp_path_factory.mktemp(name), database, dict(settings)) for name in ("one", "two")]
        port, plain = free_port(), free_port()
        trusting = make_certificate(place)
        try:
            with ThreadPoolExecutor(2) as starting:
                list(starting.map(Server.start, servers))
            with PROXIES[request.param](place, servers, port, plain):
                yield House(request.param, servers, port, plain, trusting)
        finally:
            for server in servers:
                server.kill()


def count_acts(server: Server) -> int:
    """At one process, past the proxy."""
    found = re.search(r"^parlour_acts_total (\d+)$", httpx.get(server.address + "/metrics").text, re.MULTILINE)
    assert found is not None
    return int(found[1])


async def play_whole(house: House, http: httpx.AsyncClient, game: str, words: list[str]) -> None:
    """Two people, each with one stream, and every request of theirs at whichever process comes next."""
    options = {"players": "2"} | dict(word.split("=", 1) for word in words)
    guests = [Guest(http, [house.address], random.Random(f"{game} {seat}")) for seat in (0, 1)]
    opened = await guests[0].open(game=game, options=options)
    for seat, guest in enumerate(guests):
        await guest.sit(opened["code"], seat)
    await asyncio.gather(*(guest.play() for guest in guests))
    rows = read_logs(house.servers[0].database, house.servers[0].data)[opened["code"]]
    assert judge(rows, [guest.notes for guest in guests], *await guests[0].look()) == []
    for guest in guests:
        assert guest.notes.faults == []
        assert guest.notes.late == [], "a good move was refused"
        assert guest.again == 0, "something had to be asked twice"


if HERE and WITH_POSTGRES:

    @pytest.mark.thorough
    def test_whole_games_are_played_without_a_spurious_refusal(house: House) -> None:
        async def work() -> None:
            async with house.new_http() as http, asyncio.timeout(400):
                for game, words in SHORT.items():
                    await asyncio.gather(*(play_whole(house, http, game, words) for _ in range(3)))

        before = [count_acts(server) for server in house.servers]
        asyncio.run(work())
        acts = [count_acts(server) - count for server, count in zip(house.servers, before, strict=True)]
        assert min(acts) > 100, "both have played"

    @pytest.mark.thorough
    def test_people_come_by_https(house: House) -> None:
        with house.new_client() as client:
            guest = client.post("/api/guests", headers={"Origin": f"https://{NAME}:{house.port}"})
            assert guest.status_code == 201, guest.text
            assert guest.headers["set-cookie"].startswith("__Host-parlour=")
            assert "strict-transport-security" in guest.headers
            assert client.post("/api/guests", headers={"Origin": f"http://{NAME}:{house.port}"}).status_code == 403
            stranger = client.get("/health", headers={"Host": "evil.example"})
            if house.proxy == "caddy":
                assert stranger.content == b"", "it hands on nothing that is not for its name"
            else:
                assert stranger.status_code == 421
            assert client.get("/metrics").status_code == 403
            opened = client.post("/api/rooms", json={"game": "stencil"})
            assert "set-cookie" not in opened.headers, "who has a cookie keeps it"
            assert client.get(f"/api/rooms/{opened.json()['code']}").json()["host"] is True

    @pytest.mark.thorough
    def test_who_comes_by_plain_http_is_sent_on(house: House) -> None:
        answer = httpx.get(f"http://127.0.0.1:{house.plain}/room/abc?seat=1", headers={"Host": NAME})
        assert answer.status_code in (301, 308)
        assert answer.headers["location"] == f"https://{NAME}/room/abc?seat=1"

    @pytest.mark.thorough
    def test_one_process_may_go_while_people_look(house: House) -> None:
        with house.new_client() as client:
            code = client.post("/api/rooms", json={"game": "stencil"}).json()["code"]
            house.servers[0].kill()
            try:
                assert [client.get(f"/api/rooms/{code}").status_code for _ in range(6)] == [200] * 6
            finally:
                house.servers[0].start()

    @pytest.mark.thorough
    def test_one_process_after_another_is_restarted_while_people_look(house: House) -> None:
        with house.new_client() as client, ThreadPoolExecutor(1) as starting:
            code = client.post("/api/rooms", json={"game": "stencil"}).json()["code"]
            for server in house.servers:
                server.stop()
                started = starting.submit(server.start)
                answers: list[int] = []
                while not answers or not started.done():
                    answers.append(client.get(f"/api/rooms/{code}").status_code)
                started.result()
                assert set(answers) == {200}
