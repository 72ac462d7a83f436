"""The API keeps what its own description says: whatever is sent, by the description or against it.

For many more cases: PARLOUR_TEST_CASES=1000 pytest -n0 tests/server/test_openapi.py
"""

import json
import os
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import httpx
import pytest
import schemathesis
from fastapi.routing import APIRoute
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from schemathesis import Case, GenerationMode
from schemathesis.checks import CheckFunction, not_a_server_error
from schemathesis.schemas import BaseSchema
from schemathesis.specs.openapi.checks import (
    allow_header_conformance,
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
    status_code_conformance,
    unsupported_method,
)

from parlour.server.api import advice, boards, games, rooms
from parlour.server.api import messages as m
from tests.server.serving import running_server

CASES = int(os.environ.get("PARLOUR_TEST_CASES", "7"))  # of each operation, good and bad each
EVENTS = "/api/rooms/{code}/events"  # has no end, so its answers cannot be read to the end: see below
GAMES = ("stencil", "quatro", "numeric", "vendetta", "quantum")
CHECKS: list[CheckFunction] = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
    unsupported_method,
    allow_header_conformance,
]


def operations() -> list[tuple[str, str]]:
    own = [
        (route.path, method)
        for part in (games, rooms, boards, advice)
        for route in part.router.routes
        if isinstance(route, APIRoute)
        for method in route.methods or ()
    ]
    return [*(pair for pair in own if pair[0] != EVENTS), ("/health", "GET"), ("/metrics", "GET")]


@dataclass
class Place:
    """A server with a room of every game, whose seats have one key, and rooms that wait or are over."""

    client: httpx.Client
    schema: BaseSchema
    key: str
    codes: list[str]

    @property
    def head(self) -> dict[str, str]:
        return {"Authorization": f"Bearer {self.key}"}

    def open(self, seats: int, **opening: Any) -> str:
        code: str = self.client.post("/api/rooms", json=opening, headers=self.head).raise_for_status().json()["code"]
        for seat in range(seats):
            sat = self.client.post(f"/api/rooms/{code}/seats/{seat}", json={"name": "Ann"}, headers=self.head)
            sat.raise_for_status()
        return code


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Place]:
    with (
        running_server(tmp_path_factory.mktemp("openapi")) as server,
        httpx.Client(base_url=server.address, timeout=20) as client,
    ):
        key = client.post("/api/guests").json()["key"]
        client.cookies.clear()
        found = Place(client, schemathesis.openapi.from_url(f"{server.address}/openapi.json"), key, [])
        found.codes = [found.open(2, game=game, options={"players": 2}) for game in GAMES]
        found.codes.append(found.open(2, game="quatro", preset="two", dice="manual"))
        found.codes.append(found.open(1, game="stencil"))
        over = found.open(2, game="stencil")
        client.post(f"/api/rooms/{over}/resign", json={"seat": 0}, headers=found.head).raise_for_status()
        found.codes.append(over)
        yield found


def lead_in(place: Place, case: Case[Any], code: str, how: str) -> None:
    """Mostly to a real room with a real key, and to a move that can be played: past the 404."""
    if how == "as it is":
        return
    if "code" in (case.path_parameters or {}):
        case.path_parameters["code"] = code
    if how != "without a key":
        case.headers.pop("authorization", None)
        case.headers.update(place.head)
    if how == "with a move" and isinstance(case.body, dict) and "after" in case.body:
        view = place.client.get(f"/api/rooms/{code}?detail=text", headers=place.head).json()
        case.body["after"] = view["after"]
        case.body["seat"] = max(view["to_move"] or 0, 0)
        choices = view["legal"] + view["outcomes"]
        if choices and "move" in case.body:
            case.body["move"] = choices[len(json.dumps(case.body, default=str)) % len(choices)]["notation"]


@pytest.mark.parametrize("mode", [GenerationMode.POSITIVE, GenerationMode.NEGATIVE], ids=["good", "bad"])
@pytest.mark.parametrize(("path", "method"), operations())
def test_answers_are_as_described(place: Place, path: str, method: str, mode: GenerationMode) -> None:
    operation = place.schema[path][method]
    if mode.is_negative and not any(operation.iter_parameters()) and not operation.body:
        return  # nothing about it can be wrong

    @settings(
        max_examples=CASES,
        derandomize=True,
        database=None,
        phases=[Phase.explicit, Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given(
        case=operation.as_strategy(generation_mode=mode),
        code=st.sampled_from(place.codes),
        how=st.sampled_from(["with a move", "with a key", "without a key", "as it is"]),
    )
    def ask(case: Case[Any], code: str, how: str) -> None:
        lead_in(place, case, code, how)
        case.call_and_validate(checks=CHECKS, timeout=20)

    ask()


def read_event(lines: Iterator[str]) -> dict[str, str]:
    """The next event of a stream that is not a sign of life."""
    found: dict[str, str] = {}
    for line in lines:
        if line:
            name, _, value = line.partition(": ")
            found[name] = value
        elif "event" in found:
            return found
        else:
            found = {}
    raise AssertionError("the stream has ended")


@pytest.mark.parametrize("detail", ["full", "text", "brief"])
@pytest.mark.parametrize("last", ["", "0", "1", "999999", "-1", "x", "1.5", "٣", "9" * 5000])
def test_the_first_event_is_as_described(place: Place, detail: str, last: str) -> None:
    """Apart from the others, because a stream has no end; whoever names an entry is told what came after it."""
    for code in place.codes[:2] if detail == "brief" else place.codes[-1:]:
        head = place.head | ({"Last-Event-ID": last} if last.isascii() else {})
        extra = [] if last.isascii() else [(b"Last-Event-ID", last.encode())]
        headers = [(name.encode(), value.encode()) for name, value in head.items()] + extra
        with place.client.stream("GET", f"/api/rooms/{code}/events?detail={detail}", headers=headers) as answer:
            assert answer.status_code == 200
            assert answer.headers["content-type"].startswith("text/event-stream")
            event = read_event(answer.iter_lines())
        data = json.loads(event["data"])
        assert event["event"] == "room"
        assert int(event["id"]) == data["number"]
        assert all(told["number"] > (1 if last == "1" else 0) for told in data["told"])
        (m.ShownChange if detail == "brief" else m.ShownRoom).model_validate(data)


def test_a_stream_that_has_been_read_starts_with_what_is_new(place: Place) -> None:
    code = place.open(1, game="stencil")
    number = place.client.get(f"/api/rooms/{code}").json()["number"]
    head = place.head | {"Last-Event-ID": str(number)}
    with place.client.stream("GET", f"/api/rooms/{code}/events", headers=head) as answer:
        lines = answer.iter_lines()
        assert next(lines).startswith("retry:")
        sat = place.client.post(f"/api/rooms/{code}/seats/1", json={"name": "Ben"}, headers=place.head)
        event = read_event(lines)
    data = json.loads(event["data"])
    assert data["number"] == sat.json()["number"]
    assert [told["sentence"] for told in data["told"]][:2] == ["Ben sat down.", "The play begins."]


@pytest.mark.parametrize("question", ["detail=all", "detail="])
def test_streams_are_refused_in_words(place: Place, question: str) -> None:
    answer = place.client.get(f"/api/rooms/{place.codes[0]}/events?{question}")
    assert answer.status_code == 422
    assert "expected" in answer.json()["error"] or "should be" in answer.json()["error"]
    assert place.client.get("/api/rooms/zzzzzzzz/events").status_code == 404
