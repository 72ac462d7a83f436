"""Live updates: what comes over a stream, and what happens when one is cut."""

import asyncio
import json
import socket
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx
import pytest

from parlour.server.api.messages import ShownChange
from parlour.server.api.stream import Events, StreamListener, write_news
from parlour.server.database.store import Stored
from parlour.server.database.writer import Unreachable
from parlour.server.live import audience
from parlour.server.live.audience import STREAMS_OF_SEAT
from parlour.server.live.house import House
from parlour.server.live.memory import Live
from parlour.server.rooms import acts
from parlour.server.rooms.acts import Act
from parlour.server.rooms.entries import Entry
from parlour.server.settings import Settings
from tests.server.people import DATABASES, Person, new_client, new_database
from tests.server.serving import Server, running_server
from tests.server.table import check_view, sitting

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
        assert refused.json()["error"] == f"{LISTENERS} are listening to this room already: expected fewer"
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


# In this process, with other times than a server has


async def open_house(tmp_path: Path) -> tuple[House, Live]:
    house = House(Settings(data=str(tmp_path)))
    await house.open()
    opening = {"game": "stencil", "rules": 1, "options": DECIDED, "seats": [{}, {}], "host": ""}
    room = await house.open_room(opening)
    return house, await house.find(room.code)


@dataclass
class Line:
    """A connection that keeps what is written to it."""

    is_full: bool = False
    chunks: list[bytes] = field(default_factory=list)
    listener: StreamListener | None = None

    def write_chunk(self, data: bytes) -> None:
        self.chunks.append(data)

    async def hear(self, count: int) -> list[bytes]:
        """So many chunks, and no more."""
        async with asyncio.timeout(5):
            while len(self.chunks) < count:
                await asyncio.sleep(0.005)
        heard, self.chunks = self.chunks, []
        assert len(heard) == count
        return heard


def listen_to(house: House, live: Live, last: int | None = None) -> tuple[StreamListener, Line]:
    line = Line()
    listener = StreamListener(house, live, line, "", True, last, "text")
    listener.begin()
    return listener, line


def test_a_sign_of_life_comes_now_and_then(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(audience, "HEARTBEAT_SECONDS", 0.05)

    async def listen() -> None:
        house, live = await open_house(tmp_path)
        listener, line = listen_to(house, live, live.room.number)
        assert await line.hear(1) == [b"retry: 1000\n\n"]
        for _ in range(2):
            assert await line.hear(1) == [b": still here\n\n"]
        listener.leave()
        assert not live.listeners
        await asyncio.sleep(0.2)
        assert not line.chunks
        await house.close()

    asyncio.run(listen())


def test_a_listener_follows_a_room_that_was_read_anew(tmp_path: Path) -> None:
    """So it is when another process was faster, or the database failed in between."""

    async def listen() -> None:
        house, live = await open_house(tmp_path)
        code = live.room.code
        listener, line = listen_to(house, live)
        assert b"id: 1\n" in (await line.hear(2))[1]
        house.memory.drop(live)
        again = await house.find(code)
        assert again is not live
        await house.act(code, sitting(0))
        assert b"id: 2\n" in (await line.hear(1))[0]
        assert (live.listeners, again.listeners) == (set(), {listener})
        listener.leave()
        assert not again.listeners
        await house.close()

    asyncio.run(listen())


@pytest.mark.parametrize("error", [Unreachable("the disk is gone"), ValueError("that is no entry")])
def test_a_listener_goes_when_the_room_cannot_be_read_any_more(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, error: Exception
) -> None:
    async def listen() -> None:
        house, live = await open_house(tmp_path)
        listener, line = listen_to(house, live)
        await line.hear(2)

        async def fail(code: str) -> None:
            raise error

        monkeypatch.setattr(house.store, "load", fail)
        house.memory.drop(live)
        await asyncio.wait_for(listener.over.wait(), 5)
        await house.close()

    asyncio.run(listen())


@pytest.mark.parametrize("end", ["streams", "house"])
def test_a_listener_goes_when_the_house_closes_while_the_room_is_read_anew(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, end: str
) -> None:
    async def listen() -> None:
        house, live = await open_house(tmp_path)
        listener, line = listen_to(house, live)
        await line.hear(2)
        load, reading = house.store.load, asyncio.Event()

        async def load_later(code: str) -> Stored | None:
            await reading.wait()
            return await load(code)

        monkeypatch.setattr(house.store, "load", load_later)
        house.memory.drop(live)
        await asyncio.sleep(0.02)
        if end == "streams":
            house.close_streams()
            reading.set()
        else:
            await house.close()
        await asyncio.wait_for(listener.over.wait(), 5)
        await house.close()

    asyncio.run(listen())


def test_a_room_in_which_something_happens_all_the_time_is_told_of(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    async def listen() -> None:
        house, live = await open_house(tmp_path)
        append = house.store.append

        async def append_slowly(room: str, entries: Sequence[Entry]) -> None:
            await asyncio.sleep(0.005)
            await append(room, entries)

        monkeypatch.setattr(house.store, "append", append_slowly)

        async def act() -> None:
            for _ in range(40):
                await house.act(live.room.code, sitting(0))
                await house.act(live.room.code, lambda room, at: acts.leave(room, "key", 0, at))

        acting = asyncio.create_task(act())
        await asyncio.sleep(0.02)
        assert live.lock.locked()
        _, line = listen_to(house, live)
        await acting
        assert len(line.chunks) > 20
        await house.close()

    asyncio.run(listen())


def test_one_listener_who_cannot_be_told_leaves_the_others_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def listen() -> None:
        house, live = await open_house(tmp_path)
        listeners = [listen_to(house, live) for _ in range(3)]
        for _, line in listeners:
            await line.hear(2)

        def fail(data: bytes) -> None:
            raise RuntimeError("no such line")

        monkeypatch.setattr(listeners[1][1], "write_chunk", fail)
        await house.act(live.room.code, sitting(0))
        for i in (0, 2):
            assert b"id: 2\n" in (await listeners[i][1].hear(1))[0]
        assert [listener.over.is_set() for listener, _ in listeners] == [False, True, False]
        await house.close()

    asyncio.run(listen())


def test_nothing_is_told_that_is_not_committed(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    async def listen() -> None:
        house, live = await open_house(tmp_path)
        _, line = listen_to(house, live)
        await line.hear(2)
        committing = asyncio.Event()
        append = house.store.append

        async def append_later(room: str, entries: Sequence[Entry]) -> None:
            await committing.wait()
            await append(room, entries)

        monkeypatch.setattr(house.store, "append", append_later)
        acting = asyncio.create_task(house.act(live.room.code, sitting(0)))
        await asyncio.sleep(0.05)
        assert live.room.number == 2  # in memory
        house.wake(live)
        await asyncio.sleep(0.05)
        assert not line.chunks
        committing.set()
        await acting
        assert b"id: 2\n" in (await line.hear(1))[0]
        await house.close()

    asyncio.run(listen())


def test_a_slow_listener_gets_the_last_state_and_all_sentences(tmp_path: Path) -> None:
    async def listen() -> None:
        house, live = await open_house(tmp_path)
        listener, line = listen_to(house, live)
        await line.hear(2)
        line.is_full = True
        for seat in (0, 1):
            await house.act(live.room.code, sitting(seat, f"P{seat}"))
            await asyncio.sleep(0.02)
        assert not line.chunks
        line.is_full = False
        listener.tell_on()
        heard = json.loads((await line.hear(1))[0].decode().split("data: ")[1])
        assert heard["number"] == live.room.number
        assert [told["sentence"] for told in heard["told"]][:3] == ["P0 sat down.", "P1 sat down.", "The play begins."]
        await house.close()

    asyncio.run(listen())


def seat_person(key: str, seat: int) -> Act:
    return lambda room, at: acts.sit(room, key, seat, key, "", at)


def test_who_may_see_the_same_is_told_the_same_with_clocks_that_run(tmp_path: Path) -> None:
    now = 1000.0
    players = ["Ann", "Ben"]

    async def listen() -> None:
        nonlocal now
        house = House(Settings(data=str(tmp_path)), lambda: now)
        await house.open()
        clock = {"kind": "total", "seconds": 500.0, "increment": 0.0}
        opening = {"game": "stencil", "rules": 1, "options": DECIDED, "seats": [{}, {}], "host": "", "clock": clock}
        code = (await house.open_room(opening)).code
        for seat, key in enumerate(players):
            await house.act(code, seat_person(key, seat))
        live = await house.find(code)

        def told(key: str, invited: bool = True, seen: int = 0, detail: str = "text") -> Any:
            event = write_news(house, live, key, invited, seen, detail)
            assert event == write_news(house, live, key, invited, seen, detail)
            return json.loads(event.split(b"data: ")[1])

        for detail in ("full", "text"):
            views = [told(key, detail=detail) for key in ("", *players)]
            assert [view["yours"] for view in views] == [[], [0], [1]]
            assert [bool(view["legal"]) for view in views].count(True) == 1
            assert told("", invited=False, detail=detail)["code"] is None
            assert len(told("", seen=2, detail=detail)["told"]) < len(views[0]["told"])
        brief = write_news(house, live, "", True, 0, "brief")
        assert brief is write_news(house, live, players[0], False, 0, "brief")
        running = told("")["clock"]["running"]
        now += 60
        for detail in ("text", "brief"):
            assert told("", detail=detail)["clock"]["left"][running] == 440
        await house.close()

    asyncio.run(listen())


@pytest.mark.parametrize("leaves", [True, False])
def test_a_listener_who_leaves_or_has_to_go_is_let_go(tmp_path: Path, leaves: bool) -> None:
    async def listen() -> None:
        house, live = await open_house(tmp_path)
        left = asyncio.Event()
        sent: list[Any] = []

        async def receive() -> dict[str, Any]:
            await left.wait()
            return {"type": "http.disconnect"}

        async def send(message: Any) -> None:
            sent.append(message)

        line = Line(is_full=True)  # and reads nothing
        scope = {"type": "http", "asgi": {"spec_version": "2.3"}}
        listener = StreamListener(house, live, line, "", True, None, "text")
        answering = asyncio.create_task(Events(listener)(scope, receive, send))
        await line.hear(1)
        assert live.listeners == {line.listener} == {listener}
        if leaves:
            left.set()
        else:
            house.close_streams()
        await asyncio.wait_for(answering, 5)
        assert (live.listeners, line.listener) == (set(), None)
        assert [message["type"] for message in sent] == ["http.response.start", "http.response.body"]
        await house.close()

    asyncio.run(listen())


def test_spectators_leave_a_stream_to_those_who_play(ann: Person) -> None:
    code = hot_seat(ann)
    eve = Person(ann.client, "Eve")
    with ExitStack() as watching:
        opened = [watching.enter_context(listening(eve, code)) for _ in range(LISTENERS)]
        for stream in opened:
            stream.next()
        assert "are listening to this room already" in eve.refused(429, "GET", f"/rooms/{code}/events")
        own = [watching.enter_context(listening(ann, code)) for _ in range(STREAMS_OF_SEAT)]
        assert [stream.next().data["yours"] for stream in own] == [[0, 1]] * STREAMS_OF_SEAT
        assert "you are listening to this room 8 times" in ann.refused(429, "GET", f"/rooms/{code}/events")
