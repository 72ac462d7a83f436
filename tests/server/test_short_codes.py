"""Four letters lead into a room that waits, and into no other."""

import asyncio
import json
import string
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import httpx
import pytest
from alembic import command
from alembic.config import Config
from hypothesis import given
from hypothesis import strategies as st
from sqlalchemy import insert

from parlour.server.database import store as store_module
from parlour.server.database import tables
from parlour.server.database.store import Store
from parlour.server.live import house as houses
from parlour.server.live.house import House
from parlour.server.rooms import acts
from parlour.server.rooms.refusal import Refused
from parlour.server.rooms.room import Room
from parlour.server.rooms.short_codes import LASTS_SECONDS, LENGTH, LETTERS, UNWANTED, new_short_code, read_short_code
from parlour.server.settings import Settings
from tests.server.people import DATABASES, Person, new_client, new_database
from tests.server.serving import UNLIMITED, Server, running_server

OPENING = {"game": "stencil", "rules": 1, "options": {"first_player": "red"}, "seats": [{}, {}], "host": "host"}


@pytest.fixture(scope="module", params=DATABASES)
def server(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with new_database(request.param) as database:
        server = Server(tmp_path_factory.mktemp("short"), database, {**UNLIMITED, "short_codes_per_hour": 0})
        server.start()
        yield server
        server.kill()


@pytest.fixture
def ann(server: Server) -> Iterator[Person]:
    with new_client(server) as client:
        yield Person(client)


# What is typed

codes = st.text(LETTERS, min_size=LENGTH, max_size=LENGTH)
gaps = st.text(" \t-–._", max_size=3)


@given(codes, st.lists(st.booleans(), min_size=LENGTH, max_size=LENGTH), st.lists(gaps, min_size=5, max_size=5))
def test_large_or_small_letters_and_what_stands_between_them_do_not_matter(
    short: str, small: list[bool], between: list[str]
) -> None:
    letters = [letter.lower() if low else letter for letter, low in zip(short, small, strict=True)]
    typed = between[0] + "".join(letter + gap for letter, gap in zip(letters, between[1:], strict=True))
    assert read_short_code(typed) == short


@given(st.text(max_size=40))
def test_whatever_is_typed_is_a_code_or_nothing(typed: str) -> None:
    short = read_short_code(typed)
    assert short == "" or (len(short) == LENGTH and set(short) <= set(LETTERS))
    if short:
        assert [letter for letter in typed.upper() if letter in string.ascii_uppercase] == list(short)


def test_new_codes_have_no_vowel_and_are_no_word_that_offends() -> None:
    made = {new_short_code() for _ in range(3000)}
    assert len(made) > 2800
    for short in made:
        assert read_short_code(short) == short
        assert not set(short) & set("AEIOUY")
        assert not any(word in short for word in UNWANTED)


# Into a room


def test_a_room_that_waits_is_found_by_its_short_code(ann: Person) -> None:
    opened = ann.open()
    short = ann.see(opened["code"])["short"]
    assert read_short_code(short) == short
    spaced = f"{short[:2].lower()} {short[2:]}"
    assert ann.do("GET", f"/short-codes/{spaced}") == {"code": opened["code"]}


def test_who_only_looks_on_is_not_told_the_short_code(ann: Person) -> None:
    opened = ann.open()
    assert Person(ann.client).see(opened["watch"])["short"] is None


def test_a_short_code_leads_nowhere_once_the_play_has_begun(ann: Person) -> None:
    opened = ann.open()
    short = ann.see(opened["code"])["short"]
    ann.sit(opened["code"], 0)
    assert ann.see(opened["code"])["short"] == short
    assert ann.do("GET", f"/short-codes/{short}") == {"code": opened["code"]}
    ann.sit(opened["code"], 1)
    assert ann.see(opened["code"])["short"] is None
    said = ann.refused(404, "GET", f"/short-codes/{short}")
    assert said == "no room with this code is waiting for players: the game has begun, or a letter is wrong"
    assert opened["code"] not in said


@pytest.mark.parametrize("typed", ["BCDF", "AEIO", "B", "BCDFG", "%00", "kx7fw2ma", "....", "b" * 33])
def test_a_code_that_no_room_has_is_refused(ann: Person, typed: str) -> None:
    answer = ann.ask("GET", f"/short-codes/{typed}")
    assert answer.status_code in (404, 422)
    assert set(answer.json()) == {"error"}


def test_a_room_without_an_open_seat_has_none(ann: Person) -> None:
    opened = ann.open(preset="quick", bots={"0": "random", "1": "random"})
    assert ann.see(opened["code"])["short"] is None


def test_a_rematch_has_none_for_strangers(ann: Person) -> None:
    opened = ann.open(preset="quick")
    ann.sit(opened["code"], 0, 1)
    ann.do("POST", f"/rooms/{opened['code']}/resign", seat=0)
    ann.do("POST", f"/rooms/{opened['code']}/offers", seat=0, what="rematch")
    following = ann.see(opened["code"])["next"]
    view = ann.see(following)
    assert (view["begun"], view["short"]) == (False, None)


def test_a_stream_for_a_stranger_knows_nobody(ann: Person) -> None:
    """A television in the browser of somebody who plays calls everybody by name."""
    opened = ann.open()
    ann.sit(opened["code"], 0, 1)
    with ann.client.stream("GET", f"/api/rooms/{opened['code']}/events?stranger=true", headers=ann.headers) as stream:
        assert "set-cookie" not in stream.headers
        data = next(line for line in stream.iter_lines() if line.startswith("data: "))
    assert '"yours":[]' in data
    assert '"legal":[]' in data


def test_an_address_may_not_try_many(tmp_path: Path) -> None:
    with (
        running_server(tmp_path, short_codes_per_hour=3) as server,
        httpx.Client(base_url=server.address, timeout=20, headers={"X-Forwarded-For": "10.0.0.9"}) as client,
    ):
        answers = [client.get("/api/short-codes/BCDF") for _ in range(4)]
        assert [answer.status_code for answer in answers] == [404, 404, 404, 429]
        assert answers[-1].json()["error"].startswith("too many short codes were tried from here")
        assert int(answers[-1].headers["retry-after"]) > 1000


# In the database


def sit_down(seat: int, room: Room, at: float) -> None:
    acts.sit(room, f"key{seat}", seat, f"Person {seat}", "", at)


@pytest.fixture(params=DATABASES)
def settings(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Settings]:
    with new_database(request.param) as database:
        yield Settings(database=database, data=str(tmp_path))


def test_two_rooms_never_wait_by_the_same_code(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    drawn = iter(["BCDF", "BCDF", "GHJK"])
    monkeypatch.setattr(houses, "new_short_code", lambda: next(drawn))

    async def work() -> None:
        house = House(settings)
        await house.open()
        first, second = await house.open_room(OPENING), await house.open_room(OPENING)
        assert (first.short, second.short) == ("BCDF", "GHJK")
        assert await house.find_waiting("BCDF") == first.code
        await house.close()

    asyncio.run(work())


def test_where_all_are_taken_a_room_opens_without_one(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(houses, "new_short_code", lambda: "BCDF")

    async def work() -> None:
        house = House(settings)
        await house.open()
        rooms = [await house.open_room(OPENING) for _ in range(2)]
        assert [room.short for room in rooms] == ["BCDF", ""]
        await house.close()

    asyncio.run(work())


def test_a_code_is_free_for_others_once_the_play_has_begun_or_after_a_night(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(houses, "new_short_code", lambda: "BCDF")
    now = 1_000_000.0

    async def work() -> None:
        nonlocal now
        house = House(settings, lambda: now)
        await house.open()
        first = await house.open_room(OPENING)
        for seat in (0, 1):
            await house.act(first.code, partial(sit_down, seat))
        while await house.store.find_short_code("BCDF", now):
            await asyncio.sleep(0.01)
        second = await house.open_room(OPENING)
        assert second.short == "BCDF"
        assert await house.find_waiting("BCDF") == second.code
        now += LASTS_SECONDS + 1
        with pytest.raises(Refused):
            await house.find_waiting("BCDF")
        assert second.short_code(now) == ""
        assert (await house.open_room(OPENING)).short == "BCDF"
        await house.close()

    asyncio.run(work())


def test_rooms_from_before_there_were_short_codes_go_on(settings: Settings) -> None:
    store = Store(settings.database_address)
    config = Config()
    config.set_main_option("script_location", str(Path(store_module.__file__).with_name("migrations")))
    with store.engine.begin() as connection:
        config.attributes["connection"] = connection
        command.upgrade(config, "0001")
        connection.execute(insert(tables.rooms).values(code="aaaaaaaa", watch="bbbbbbbb", secret="5e" * 32))
        row = {"room": "aaaaaaaa", "number": 1, "kind": "opened", "at": 1.0, "data": json.dumps(OPENING)}
        connection.execute(insert(tables.entries), [row])
    store.engine.dispose()

    async def work() -> None:
        house = House(settings)
        await house.open()
        live = await house.find("aaaaaaaa")
        assert (live.room.short, live.room.begun) == ("", False)
        for seat in (0, 1):
            await house.act("aaaaaaaa", partial(sit_down, seat))
        assert live.room.begun
        assert (await house.open_room(OPENING)).short
        await house.close()

    asyncio.run(work())
