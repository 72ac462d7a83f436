"""People at the doors of a server, for tests, and the databases it can have."""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

import httpx

from parlour.server.rooms.keys import new_key
from tests.server.logbook import own_database
from tests.server.serving import Server
from tests.server.table import check_view
from tests.tools import WITH_POSTGRES, find_postgres

DATABASES = ["sqlite", "postgres"] if WITH_POSTGRES else ["sqlite"]
PATIENCE_SECONDS = 60.0


@contextmanager
def new_database(kind: str) -> Iterator[str]:
    """The address of a database of its own, which is gone afterwards; "" for the embedded one."""
    if kind == "sqlite":
        yield ""
        return
    with own_database(find_postgres()) as address:
        yield address


def new_client(server: Server) -> httpx.Client:
    return httpx.Client(base_url=server.address, timeout=30)


@dataclass
class Person:
    """Somebody with a key. Everything that was answered is kept."""

    client: httpx.Client  # anybody's: who asks is told with every request
    name: str = "Ann"
    key: str = field(default_factory=new_key)
    answers: list[str] = field(default_factory=list)

    @property
    def headers(self) -> dict[str, str]:
        return {"Authorization": f"Bearer {self.key}"}

    def ask(self, method: str, path: str, **body: Any) -> httpx.Response:
        sent = body if method in ("POST", "PUT") else None
        response = self.client.request(method, "/api" + path, json=sent, headers=self.headers)
        self.answers.append(response.text)
        return response

    def do(self, method: str, path: str, **body: Any) -> Any:
        """What has to be possible."""
        response = self.ask(method, path, **body)
        assert response.is_success, response.text
        return response.json()

    def refused(self, status: int, method: str, path: str, **body: Any) -> str:
        """What must not be possible; the sentence that says why."""
        response = self.ask(method, path, **body)
        assert response.status_code == status, response.text
        sentence: str = response.json()["error"]
        return sentence

    def open(self, game: str = "stencil", **opening: Any) -> dict[str, str]:
        opened: dict[str, str] = self.do("POST", "/rooms", game=game, pace=0.0, **opening)
        return opened

    def see(self, code: str, detail: str = "full") -> dict[str, Any]:
        view = self.ask("GET", f"/rooms/{code}?detail={detail}")
        assert view.is_success, view.text
        return check_view(view.json())

    def sit(self, code: str, *seats: int, seed: str | None = None) -> None:
        for seat in seats:
            self.do("POST", f"/rooms/{code}/seats/{seat}", name=self.name, seed=seed)

    def move(self, code: str, text: str = "", **given: Any) -> httpx.Response:
        """The first legal move, unless told otherwise."""
        view = self.see(code, "text")
        actions = view["legal"] or view["outcomes"]
        seat = view["to_move"] if view["to_move"] in view["yours"] else (view["yours"] or [0])[0]
        body = {"seat": seat, "after": view["after"], "move": text or actions[0]["notation"]}
        return self.ask("POST", f"/rooms/{code}/moves", **body | given)

    def wait_for(self, code: str, wanted: Callable[[dict[str, Any]], Any]) -> dict[str, Any]:
        """Look at a room until it is as wanted."""
        deadline = time.monotonic() + PATIENCE_SECONDS
        while time.monotonic() < deadline:
            view = self.see(code, "text")
            if wanted(view):
                return view
            time.sleep(0.02)
        raise AssertionError(f"the room did not come to that: {view}")

    def play_on(self, code: str, moves: int = 10_000) -> dict[str, Any]:
        """Make so many moves, or play to the end, while others and bots make theirs."""
        for _ in range(moves):
            view = self.wait_for(code, lambda view: view["over"] or view["legal"])
            if view["over"]:
                return view
            assert self.move(code, view["legal"][0]["notation"]).is_success
        return self.see(code)
