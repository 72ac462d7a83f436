"""Live updates: what comes over a stream, and what happens when one is cut."""

import json
import socket
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx
import pytest

from parlour.server.api.messages import ShownChange
from parlour.server.live.audience import STREAMS_OF_SEAT
from tests.server.people import DATABASES, Person, new_client, new_database
from tests.server.serving import Server, running_server
from tests.server.table import check_view

LISTENERS = 4
DECIDED = {"first_player": "red"}  # Stencil without chance


@pytest.fixture(scope="module", params=DATABASES)
def server(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    folder = tmp_path_factory.mktemp("house")
    with (
        new_database(request.param) as database,
        running_server(folder, database, listeners=LISTENERS) as server,
    ):
        yield server


@pytest.fixture
def ann(server: Server) -> Iterator[Person]:
    with new_client(server) as client:
        yield Person(client, "Ann")


@dataclass
class Heard:
    """One event of a stream."""

    id: int
    data: dict[str, Any]

    @property
    def sentences(self) -> list[tuple[int, str]]:
        return [(told["number"], told["sentence"]) for told in self.data["told"]]


@dataclass
class Stream:
    response: httpx.Response

    def __post_init__(self) -> None:
        self.lines = self.response.iter_lines()

    def next(self) -> Heard:
        """The next event; a reader waits for it as long as its patience lasts."""
        fields: dict[str, str] = {}
        for line in self.lines:
            name, _, value = line.partition(": ")
            if name in ("id", "event", "data"):
                fields[name] = value
            elif not line and "data" in fields:
                assert fields["event"] == "room"
                return Heard(int(fields["id"]), json.loads(fields["data"]))
        raise AssertionError("the stream has ended")

    def next_at(self, number: int) -> Heard:
        """Events may be left out, but the last one comes."""
        while (heard := self.next()).id < number:
            pass
        assert heard.id == number
        return heard


@contextmanager
def listening(person: Person, code: str, last: int | None = None, detail: str = "text") -> Iterator[Stream]:
    headers = person.headers | ({"Last-Event-ID": str(last)} if last is not None else {})
    path = f"/api/rooms/{code}/events?detail={detail}"
    with person.client.stream("GET", path, headers=headers) as response:
        assert response.status_code == 200
        assert response.headers["content-type"].startswith("text/event-stream")
        assert response.headers["cache-control"] == "no-store"
        yield Stream(response)


def hot_seat(person: Person) -> str:
    code = person.open(options=DECIDED)["code"]
    person.sit(code, 0, 1)
    return code


def settled(view: dict[str, Any]) -> dict[str, Any]:
    """Without what is told to everybody at another time."""
    return {name: value for name, value in view.items() if name not in ("told", "clock")}


def test_the_first_event_is_the_room_as_it_is(ann: Person) -> None:
    code = hot_seat(ann)
    view = ann.see(code)
    with listening(ann, code, detail="full") as stream:
        heard = stream.next()
    assert heard.id == view["number"]
    assert check_view(heard.data) == view


def test_every_change_is_told(ann: Person) -> None:
    code = ann.open(options=DECIDED)["code"]
    with listening(ann, code) as stream:
        first = stream.next()
        assert (first.data["begun"], first.data["told"]) == (False, [])
        ann.sit(code, 0)
        assert stream.next().sentences == [(2, "Ann sat down.")]
        ann.sit(code, 1)
        heard = stream.next()
        assert [sentence for _, sentence in heard.sentences][:2] == ["Ann sat down.", "The play begins."]
        for _ in range(3):
            done = ann.move(code).json()
            heard = stream.next()
            assert heard.id == done["number"]
            assert settled(check_view(heard.data)) == settled(ann.see(code, "text"))
            assert all(number == done["number"] for number, _ in heard.sentences)
            assert heard.data["dice"]["secret"] is None
        ann.do("POST", f"/rooms/{code}/resign", seat=0)
        assert stream.next().data["dice"]["secret"]


def test_a_listener_sees_what_is_his_to_see(ann: Person) -> None:
    code = hot_seat(ann)
    watch = ann.see(code)["watch"]
    stranger = Person(ann.client, "Eva")
    with listening(ann, code) as own, listening(stranger, watch) as other:
        assert own.next().data["legal"]
        seen = other.next().data
        assert (seen["legal"], seen["yours"], seen["code"]) == ([], [], None)
        ann.move(code)
        assert own.next().data["legal"]
        assert other.next().data["code"] is None


def test_resuming_repeats_nothing(ann: Person) -> None:
    code = hot_seat(ann)
    with listening(ann, code) as stream:
        last = stream.next().id
    with listening(ann, code, last) as stream:
        number = ann.move(code).json()["number"]
        heard = stream.next()  # not the room as it was before
        assert heard.id == number
        assert all(told > last for told, _ in heard.sentences)


def test_a_gap_is_closed_by_the_whole_view_and_all_that_was_told(ann: Person) -> None:
    code = hot_seat(ann)
    with listening(ann, code) as stream:
        last = stream.next().id
    for _ in range(5):
        ann.move(code)
    view = ann.see(code, "text")
    with listening(ann, code, last) as stream:
        heard = stream.next()
    assert heard.id == view["number"]
    assert settled(heard.data) == settled(view)
    assert heard.data["told"] == [told for told in view["told"] if told["number"] > last]
    assert len(heard.data["told"]) >= 5


@pytest.mark.parametrize("last", ["99999", "-1", "nonsense", "1e3", "9" * 400])
def test_an_id_that_cannot_be_starts_anew(ann: Person, last: str) -> None:
    code = hot_seat(ann)
    headers = ann.headers | {"Last-Event-ID": last}
    with ann.client.stream("GET", f"/api/rooms/{code}/events?detail=text", headers=headers) as response:
        assert Stream(response).next().data == ann.see(code, "text")


def test_the_details_of_a_stream(ann: Person) -> None:
    code = hot_seat(ann)
    with (
        listening(ann, code, detail="full") as full,
        listening(ann, code, detail="text") as text,
        listening(ann, code, detail="brief") as brief,
    ):
        for _ in range(2):
            events = [stream.next() for stream in (full, text, brief)]
            assert len({event.id for event in events}) == 1
            assert len({json.dumps(event.data["told"]) for event in events}) == 1
            assert events[0].data["scene"]
            assert events[1].data["scene"] is None
            ShownChange.model_validate(events[2].data, extra="forbid")
            shared = set(ShownChange.model_fields)
            assert events[2].data == {name: value for name, value in events[1].data.items() if name in shared}
            ann.move(code)
    response = ann.client.get(f"/api/rooms/{code}/events?detail=everything")
    assert response.status_code == 422


def test_streams_of_an_unknown_room(ann: Person) -> None:
    assert ann.client.get("/api/rooms/aaaaaaaa/events").status_code == 404


def test_there_are_not_too_many_listeners(server: Server, ann: Person) -> None:
    code = hot_seat(ann)
    eve = Person(ann.client, "Eve")
    with ExitStack() as streams:
        opened = [streams.enter_context(listening(eve, code)) for _ in range(LISTENERS)]
        for stream in opened:
            stream.next()
        refused = ann.client.get(f"/api/rooms/{code}/events")
        assert refused.status_code == 429
        assert refused.json()["error"] == f"{LISTENERS} people are watching this room already: try again later"
        assert ann.see(code)["number"]  # but to look is still possible
    deadline = time.monotonic() + 20
    while "parlour_listeners 0" not in ann.client.get("/metrics").text and time.monotonic() < deadline:
        time.sleep(0.05)
    with listening(ann, code) as stream:
        assert stream.next().id


def test_bots_move_before_the_eyes_of_listeners(ann: Person) -> None:
    code = ann.open(options={"games": 1}, bots={"0": "random", "1": "random"})["code"]
    with listening(ann, code, detail="brief") as stream:
        seen = 0
        while not (heard := stream.next()).data["over"]:
            assert heard.id > seen
            assert all(told["number"] > seen for told in heard.data["told"])
            seen = heard.id
    assert heard.data["position"] == ann.see(code)["position"]


def test_who_does_not_read_for_a_while_misses_nothing_in_the_end(server: Server, ann: Person) -> None:
    code = ann.open("quantum")["code"]
    address = httpx.URL(server.address)
    with socket.socket() as line:
        line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        line.settimeout(10)
        line.connect((address.host, address.port))
        line.sendall(f"GET /api/rooms/{code}/events HTTP/1.1\r\nHost: {address.host}\r\n\r\n".encode())
        for _ in range(100):
            ann.sit(code, 0)
            left = ann.do("DELETE", f"/rooms/{code}/seats/0")
        numbers: list[int] = []
        with line.makefile("rb") as lines:
            while not numbers or numbers[-1] < left["number"]:
                if (read := lines.readline()).startswith(b"id: "):
                    numbers.append(int(read[4:]))
    assert numbers == sorted(set(numbers))
    assert len(numbers) < left["number"]  # some were left out


def test_who_hangs_up_is_let_go_whatever_else_was_asked(tmp_path: Path) -> None:
    """Also where another request waits behind the stream, and where the room was not in memory yet."""
    with running_server(tmp_path, rooms=1) as server, new_client(server) as client:
        ann = Person(client)
        address = httpx.URL(server.address)
        codes = [hot_seat(ann) for _ in range(6)]
        for code in codes * 2:
            listen = f"GET /api/rooms/{code}/events HTTP/1.1\r\nHost: {address.host}\r\n\r\n".encode()
            for sent in (listen, listen + b"GET /health HTTP/1.1\r\nHost: x\r\n\r\n"):
                with socket.create_connection((address.host, address.port), timeout=10) as line:
                    line.sendall(sent)
                    if len(sent) > len(listen):
                        assert line.recv(12) == b"HTTP/1.1 200"
        deadline = time.monotonic() + 10
        while "parlour_listeners 0\n" not in client.get("/metrics").text:
            assert time.monotonic() < deadline
            time.sleep(0.05)
        assert "Traceback" not in server.log.read_text()


def test_a_polite_end_lets_listeners_go(tmp_path: Path) -> None:
    ended: list[str] = []

    def listen(stream: Stream) -> None:
        for line in stream.lines:  # to the end, which is no error
            ended.append(line)
        ended.append("end")

    with running_server(tmp_path) as server, new_client(server) as client, ExitStack() as streams:
        ann = Person(client)
        code = hot_seat(ann)
        opened = [streams.enter_context(listening(ann, code)) for _ in range(3)]
        for stream in opened:
            stream.next()
        threads = [threading.Thread(target=listen, args=(stream,)) for stream in opened]
        for thread in threads:
            thread.start()
        started = time.monotonic()
        assert server.stop() == 0
        assert time.monotonic() - started < 4
        for thread in threads:
            thread.join(10)
        assert ended.count("end") == 3
        assert "Traceback" not in server.log.read_text()


def test_spectators_leave_a_stream_to_those_who_play(ann: Person) -> None:
    code = hot_seat(ann)
    eve = Person(ann.client, "Eve")
    with ExitStack() as watching:
        opened = [watching.enter_context(listening(eve, code)) for _ in range(LISTENERS)]
        for stream in opened:
            stream.next()
        assert "are watching this room already" in eve.refused(429, "GET", f"/rooms/{code}/events")
        own = [watching.enter_context(listening(ann, code)) for _ in range(STREAMS_OF_SEAT)]
        assert [stream.next().data["yours"] for stream in own] == [[0, 1]] * STREAMS_OF_SEAT
        assert "you are listening to this room 8 times" in ann.refused(429, "GET", f"/rooms/{code}/events")
