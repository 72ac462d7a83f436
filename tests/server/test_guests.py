"""Going on with a key on another device."""

from collections.abc import Iterator

import httpx
import pytest

from parlour.server.rooms.keys import is_key
from tests.server.serving import Server, running_server


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with running_server(tmp_path_factory.mktemp("guests")) as server:
        yield server


@pytest.fixture
def laptop(server: Server) -> Iterator[httpx.Client]:
    with httpx.Client(base_url=server.address, timeout=20) as client:
        yield client


@pytest.fixture
def phone(server: Server) -> Iterator[httpx.Client]:
    with httpx.Client(base_url=server.address, timeout=20) as client:
        yield client


def test_a_key_that_is_taken_along_brings_its_seats(laptop: httpx.Client, phone: httpx.Client) -> None:
    code = laptop.post("/api/rooms", json={"game": "stencil"}).json()["code"]
    laptop.post(f"/api/rooms/{code}/seats/0", json={"name": "Ann"}).raise_for_status()
    assert phone.get(f"/api/rooms/{code}?detail=text").json()["yours"] == []
    told = laptop.post("/api/guests/key")
    assert told.status_code == 200
    assert told.headers["cache-control"] == "no-store"
    assert is_key(told.json()["key"])
    taken = phone.put("/api/guests/key", json=told.json())
    assert (taken.status_code, taken.content) == (204, b"")
    assert taken.headers["cache-control"] == "no-store"
    assert "httponly" in taken.headers["set-cookie"].lower()
    assert phone.get(f"/api/rooms/{code}?detail=text").json()["yours"] == [0]
    assert laptop.get(f"/api/rooms/{code}?detail=text").json()["yours"] == [0]


def test_a_program_is_told_the_key_it_sends(laptop: httpx.Client) -> None:
    key = laptop.post("/api/guests").json()["key"]
    laptop.cookies.clear()
    assert laptop.post("/api/guests/key", headers={"Authorization": f"Bearer {key}"}).json() == {"key": key}
    assert laptop.post("/api/guests/key", headers={"Authorization": "Bearer x"}).status_code == 400


def test_a_stranger_has_no_key_to_be_told_and_gets_none(laptop: httpx.Client) -> None:
    answer = laptop.post("/api/guests/key")
    assert answer.status_code == 404
    assert "you have no key yet" in answer.json()["error"]
    assert "set-cookie" not in answer.headers


def test_a_page_of_another_site_is_told_no_key_and_can_plant_none(laptop: httpx.Client) -> None:
    key = laptop.post("/api/guests").json()["key"]
    for other in ({"Origin": "https://elsewhere.example"}, {"Sec-Fetch-Site": "cross-site"}):
        assert laptop.post("/api/guests/key", headers=other).status_code == 403
        assert laptop.put("/api/guests/key", headers=other, json={"key": key}).status_code == 403


@pytest.mark.parametrize(
    "body",
    [{}, {"key": ""}, {"key": "short"}, {"key": "a" * 33}, {"key": 7}, {"key": "é" * 32}, {"key": "a" * 31 + "\n"}],
)
def test_what_is_no_key_is_refused(laptop: httpx.Client, body: dict[str, object]) -> None:
    answer = laptop.put("/api/guests/key", json=body)
    assert answer.status_code == 422
    assert "set-cookie" not in answer.headers


def test_an_address_never_tells_or_takes_a_key(laptop: httpx.Client) -> None:
    assert laptop.get("/api/guests/key").status_code == 405
    assert laptop.put(f"/api/guests/key?key={'a' * 32}").status_code == 422
