"""What makes work counts for more, and what is the same for everybody is worked out once."""

from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from parlour.engine.game import Game, find_game
from parlour.server.api import catalogue, games
from parlour.server.app import create_api
from parlour.server.live.house import House
from parlour.server.network.guard import Buckets
from parlour.server.network.weights import WEIGHTS, weigh
from parlour.server.rooms.refusal import Refused
from parlour.server.settings import Settings
from tests.server.serving import Server, running_server

SAVED = 20  # requests that an address may make at once


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with running_server(tmp_path_factory.mktemp("weights"), requests_per_second=0.001, burst=SAVED) as server:
        yield server


def count_answers(server: Server, address: str, method: str, path: str) -> int:
    """How often somebody from this address may ask for something."""
    with httpx.Client(base_url=server.address, timeout=20, headers={"X-Forwarded-For": address}) as client:
        for count in range(SAVED + 1):
            if client.request(method, path).status_code == 429:
                return count
    raise AssertionError("it has no end")


def test_a_hint_counts_as_ten_requests_and_a_plain_one_as_one(server: Server) -> None:
    room = "/api/rooms/zzzzzzzz"
    assert count_answers(server, "10.0.0.1", "GET", room) == SAVED
    assert count_answers(server, "10.0.0.2", "POST", f"{room}/hints") == SAVED // 10
    assert count_answers(server, "10.0.0.3", "GET", f"{room}/dice") == SAVED // 5
    assert count_answers(server, "10.0.0.4", "GET", f"{room}/analysis") == SAVED // 3
    assert count_answers(server, "10.0.0.5", "POST", "/api/rooms") == SAVED // 3
    assert count_answers(server, "10.0.0.6", "GET", "/api/games/stencil/lesson") == SAVED // 3


def fill(address: str) -> str:
    return address.format(code="zzzzzzzz", name="stencil", ply=3, short="BCDF", kind="claim", level=1, number=2)


def test_every_weight_is_of_a_path_that_there_is(tmp_path: Path) -> None:
    settings = Settings(data=str(tmp_path))
    described = create_api(settings, House(settings)).openapi()["paths"]
    assert WEIGHTS.keys() <= {f"{method.upper()} {path}" for path, methods in described.items() for method in methods}
    for path, weight in WEIGHTS.items():
        method, _, address = path.partition(" ")
        assert weigh(method, fill(address)) == weight > 1
        assert weigh("PATCH", fill(address)) == 1


def test_what_weighs_more_than_can_be_saved_up_takes_all_that_can() -> None:
    now = 0.0
    buckets = Buckets(1.0, 5, lambda: now)
    assert buckets.take("a", 10) == 0
    assert buckets.take("a", 10) == 5
    now = 5.0
    assert buckets.take("a", 10) == 0


def test_the_list_of_games_is_sent_once_to_whoever_keeps_it(server: Server) -> None:
    with httpx.Client(base_url=server.address, timeout=20, headers={"X-Forwarded-For": "10.0.1.1"}) as client:
        first = client.get("/api/games")
        assert [game["name"] for game in first.json()] == list(catalogue.list_names())
        again = client.get("/api/games", headers={"If-None-Match": first.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")


def test_a_game_is_described_once(monkeypatch: pytest.MonkeyPatch) -> None:
    described: list[str] = []

    def describe(game: Game, longest: float) -> dict[str, str]:
        described.append(game.name)
        return {"name": game.name}

    monkeypatch.setattr(games, "describe_game", describe)
    monkeypatch.setattr(games, "_worked_out", {})
    for _ in range(3):
        games.keep("games", "", lambda: games.describe_all(10.0))
    assert described == list(catalogue.list_names())


def test_an_unknown_game_is_not_searched_for_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """Looking through all packages takes 20 ms and more."""
    catalogue.list_names()

    def search(name: str) -> Game:
        raise AssertionError("nobody should look through all packages")

    monkeypatch.setattr(catalogue, "find_game", search)
    with pytest.raises(Refused, match="there is no game 'whist': expected one of "):
        catalogue.settle_options("whist", None, {})
    monkeypatch.setattr(catalogue, "find_game", find_game)
    assert catalogue.find_known("stencil").name == "stencil"
