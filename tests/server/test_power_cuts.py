"""A server that is killed and started again goes on where it was, and nobody loses time."""

import asyncio
import os
import random
import signal
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import text

from parlour.server.live.house import House
from parlour.server.rooms import acts
from parlour.server.settings import Settings
from tests.server.people import DATABASES, Person, new_client, new_database
from tests.server.serving import Server, running_server
from tests.server.table import sitting
from tests.server.test_store import DECIDED, OPENING, ROOMS, looking_into


@pytest.fixture(scope="module", params=DATABASES)
def server(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with (
        new_database(request.param) as address,
        running_server(tmp_path_factory.mktemp("house"), address, rooms=ROOMS) as server,
    ):
        yield server


@pytest.fixture
def ann(server: Server) -> Iterator[Person]:
    with new_client(server) as client:
        yield Person(client, "Ann")


def live_rooms(person: Person) -> int:
    metrics = person.client.get("/metrics").text
    return next(int(line.split()[1]) for line in metrics.splitlines() if line.startswith("parlour_rooms_live "))


def test_more_rooms_than_memory_holds(ann: Person) -> None:
    codes = [ann.open(options=DECIDED)["code"] for _ in range(ROOMS * 3)]
    for code in codes:
        ann.sit(code, 0, 1)
    for ply in range(1, 4):
        for code in codes:
            assert ann.move(code).is_success
            assert ann.see(code)["ply"] == ply
            assert live_rooms(ann) <= ROOMS


def test_everything_is_as_before_after_a_power_cut(server: Server, ann: Person) -> None:
    ben = Person(ann.client, "Ben")
    chooser = random.Random(7)
    codes = []
    for game, opening in (
        ("stencil", {"options": DECIDED}),
        ("quatro", {"preset": "three", "clock": {"kind": "total", "seconds": 900.0, "increment": 3.0}}),
        ("numeric", {"options": {"move_seconds": 300, "max_attempts": 3}, "takebacks": "never"}),
        ("vendetta", {"preset": "two", "dice": "manual"}),
        ("quantum", {}),
    ):
        code = ann.open(game, **opening)["code"]
        codes.append(code)
        seats = len(ann.see(code)["seats"])
        ann.sit(code, *range(1, seats), seed="ann")
        ben.sit(code, 0, seed="ben")
        for _ in range(8):
            for person in (ann, ben):
                view = person.see(code, "text")
                if found := view["legal"] or view["outcomes"]:
                    person.move(code, chooser.choice(found)["notation"])
    ben.do("POST", f"/rooms/{codes[0]}/resign", seat=0)
    ben.do("POST", f"/rooms/{codes[0]}/offers", seat=0, what="rematch")
    ben.do("POST", f"/rooms/{codes[1]}/resign", seat=0)
    if not ann.see(codes[3])["over"]:  # of Vendetta some plays are as short as that
        ann.do("POST", f"/rooms/{codes[3]}/offers", seat=1, what="draw")
    codes.append(ann.open("quatro")["code"])  # with open seats
    ann.sit(codes[-1], 2)

    def views() -> list[dict[str, Any]]:
        return [person.see(code) for code in codes for person in (ann, ben, Person(ann.client, "Eva"))]

    def records() -> list[str]:
        return [ann.ask("GET", f"/rooms/{code}/record").text for code in codes]

    before = views(), records()
    server.kill()
    server.start()
    after = views(), records()
    assert after[1] == before[1]
    for was, now in zip(before[0], after[0], strict=True):
        clocks = was.pop("clock"), now.pop("clock")
        assert now == was
        if clocks[0]:
            assert now["over"] or clocks[1]["running"] == clocks[0]["running"]
            assert clocks[1]["left"] == pytest.approx(clocks[0]["left"], abs=60)
    in_turn = next(person for person in (ann, ben) if person.see(codes[4])["legal"])
    assert in_turn.move(codes[4]).is_success


def address_of(server: Server) -> str:
    return server.database or f"sqlite:///{server.data / 'parlour.db'}"


def test_clocks_stand_still_while_the_house_is_closed(server: Server, ann: Person) -> None:
    timing = {"kind": "total", "seconds": 500.0, "increment": 0.0}
    code = ann.open(options=DECIDED, clock=timing)["code"]
    ann.sit(code, 0, 1)
    view = ann.see(code)
    move = {"seat": view["to_move"], "after": view["after"], "move": "K1"}
    done = ann.do("POST", f"/rooms/{code}/moves", **move)
    seat = ann.see(code)["to_move"]
    server.kill()
    with looking_into(address_of(server)) as engine, engine.begin() as connection:
        connection.execute(text("UPDATE entries SET at = at - 100000"))  # so all that was long ago
        connection.execute(text("UPDATE pulse SET at = at - 100000"))
    server.start()
    view = ann.see(code)
    assert not view["over"]
    assert view["clock"]["running"] == seat
    assert 400 < view["clock"]["left"][seat] <= 500
    assert (
        ann.do("POST", f"/rooms/{code}/moves", **move) == done
    )  # the answer may have been lost: it is not played again
    assert ann.see(code)["ply"] == 1
    assert ann.move(code).is_success


@pytest.mark.parametrize("seconds", [1.0, 13.0])
def test_a_short_outage_takes_nobody_time(tmp_path: Path, seconds: float) -> None:
    """Of a server that has the database for itself: it was closed from its last sign of life on."""
    database = f"sqlite:///{tmp_path / 'parlour.db'}"
    clock = {"kind": "total", "seconds": 10.0}

    async def play() -> None:
        at = 1000.0
        house = House(Settings(database=database), now=lambda: at)
        await house.open()
        code = (await house.open_room(OPENING | {"clock": clock})).code
        for seat in (0, 1):
            await house.act(code, sitting(seat))
        at += 4.0
        await house.close()  # which leaves a last sign; who is killed left one a few seconds before
        at += seconds
        again = House(Settings(database=database), now=lambda: at)
        await again.open()
        room = (await again.find(code)).room
        assert room.clock.running is not None
        assert room.clock.seconds_left(room.clock.running, at) == pytest.approx(6.0)
        assert not (await again.act(code, acts.expire)).over
        await again.close()

    asyncio.run(play())


def thinking_processes(server: Server) -> list[int]:
    """The children of this server in which bots think."""
    assert server.process is not None
    found = []
    for folder in Path("/proc").iterdir():
        try:
            parent = int((folder / "stat").read_text().rsplit(")", 1)[1].split()[1])
            if parent == server.process.pid and b"spawn_main" in (folder / "cmdline").read_bytes():
                found.append(int(folder.name))
        except (OSError, ValueError, IndexError):  # not a process, or one that is gone already
            continue
    return found


def test_a_process_in_which_bots_think_is_replaced(server: Server, ann: Person) -> None:
    code = ann.open(options=DECIDED, bots={"1": "random"})["code"]
    ann.sit(code, 0)
    ann.play_on(code, 2)
    ann.wait_for(code, lambda view: view["legal"])
    killed = thinking_processes(server)
    assert killed
    for process in killed:
        os.kill(process, signal.SIGKILL)
    ply = ann.see(code)["ply"]
    ann.play_on(code, 2)
    assert ann.wait_for(code, lambda view: view["legal"])["ply"] >= ply + 4
    assert thinking_processes(server)
    assert not set(thinking_processes(server)) & set(killed)
