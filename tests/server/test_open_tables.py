"""Open tables: strangers find the rooms whose makers want that, and no others; and nothing but what they need."""

import json
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from parlour.server.live.open_tables import FRESH_SECONDS, MOST_OF_ONE, OpenTables
from parlour.server.rooms import acts
from parlour.server.rooms.acts import MOST_WELCOMED
from parlour.server.rooms.refusal import Refused
from tests.server.people import Person, new_client
from tests.server.serving import Server, running_server
from tests.server.table import open_table

AWAY_SECONDS = 1.0


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with running_server(Path(tmp_path_factory.mktemp("tables")), open_tables=True) as running:
        yield running


@pytest.fixture
def client(server: Server) -> Iterator[httpx.Client]:
    with new_client(server) as found:
        yield found


def open_for_all(person: Person, **opening: Any) -> str:
    """A room in which its maker sits, and anybody may join."""
    code: str = person.do("POST", "/rooms", **{"game": "stencil", **opening})["code"]
    person.do("POST", f"/rooms/{code}/seats/0", name=person.name)
    person.do("PUT", f"/rooms/{code}/anyone", anyone=True)
    return code


def listed(person: Person, wanted: bool, code: str) -> dict[str, Any] | None:
    """The table of a room, asked for until it is there, or gone: a list is told again as it was for a moment."""
    for _ in range(40):
        found = {table["code"]: table for table in person.do("GET", "/open-tables")["tables"]}
        if (code in found) == wanted:
            return found.get(code)
        time.sleep(FRESH_SECONDS / 8)
    raise AssertionError(f"{code} is {'not ' if wanted else ''}listed: {sorted(found)}")


def test_a_table_is_listed_until_its_play_begins(client: httpx.Client) -> None:
    ann, eve = Person(client, "Ann"), Person(client, "Eve")
    code = open_for_all(ann)
    table = listed(eve, True, code)
    assert table is not None
    waits = table.pop("waits")
    assert 0 <= waits < 120
    assert table == {"code": code, "game": "stencil", "title": "Stencil", "names": ["Ann"], "free": 1, "seats": 2}
    eve.do("POST", f"/rooms/{code}/seats/1", name="Eve")
    assert eve.do("GET", f"/rooms/{code}")["begun"]
    listed(eve, False, code)


def test_only_the_makers_word_lists_a_table_and_takes_it_off_again(client: httpx.Client) -> None:
    ann, eve = Person(client, "Ann"), Person(client, "Eve")
    code: str = ann.do("POST", "/rooms", game="stencil")["code"]
    ann.do("POST", f"/rooms/{code}/seats/0", name="Ann")
    assert not eve.do("GET", f"/rooms/{code}")["anyone"]
    eve.refused(403, "PUT", f"/rooms/{code}/anyone", anyone=True)
    listed(eve, False, code)
    ann.do("PUT", f"/rooms/{code}/anyone", anyone=True)
    listed(eve, True, code)
    ann.do("PUT", f"/rooms/{code}/anyone", anyone=False)
    listed(eve, False, code)


def test_the_list_tells_no_secret(client: httpx.Client) -> None:
    ann, eve = Person(client, "Ann"), Person(client, "Eve")
    code = open_for_all(ann)
    listed(eve, True, code)
    watch = ann.do("GET", f"/rooms/{code}")["watch"]
    told = eve.answers[-1]
    assert ann.key not in told
    assert watch not in told
    assert set(json.loads(told)["tables"][0]) == {"code", "game", "title", "names", "free", "seats", "waits"}


def test_one_maker_cannot_fill_the_list(client: httpx.Client) -> None:
    ann, eve = Person(client, "Ann"), Person(client, "Eve")
    codes = {open_for_all(ann) for _ in range(MOST_OF_ONE + 2)}
    other = open_for_all(Person(client, "Ben"))
    listed(eve, True, other)
    found = {table["code"] for table in eve.do("GET", "/open-tables")["tables"]}
    assert len(found & codes) == MOST_OF_ONE


def test_after_the_play_has_begun_nobody_is_let_in(client: httpx.Client) -> None:
    ann = Person(client, "Ann")
    code: str = ann.do("POST", "/rooms", game="stencil", bots={"1": "random"})["code"]
    ann.do("POST", f"/rooms/{code}/seats/0", name="Ann")
    ann.refused(409, "PUT", f"/rooms/{code}/anyone", anyone=True)
    ann.do("PUT", f"/rooms/{code}/anyone", anyone=False)  # as it is: the same request may come again


def test_a_server_that_keeps_no_list_says_so(tmp_path: Path) -> None:
    with running_server(tmp_path) as server, new_client(server) as client:
        ann = Person(client, "Ann")
        assert ann.do("GET", "/open-tables") == {"kept": False, "tables": []}
        code: str = ann.do("POST", "/rooms", game="stencil")["code"]
        told = ann.refused(409, "PUT", f"/rooms/{code}/anyone", anyone=True)
        assert "keeps no list of open tables" in told


def test_a_mind_is_not_changed_for_ever() -> None:
    table = open_table(seated=False)
    for turn in range(MOST_WELCOMED):
        table.do(acts.let_anyone, "Ann", turn % 2 == 0)
        table.do(acts.let_anyone, "Ann", turn % 2 == 0)  # the same again is nothing new
    assert table.kinds().count("welcomed") == MOST_WELCOMED
    with pytest.raises(Refused, match="it stays as it is"):
        table.do(acts.let_anyone, "Ann", True)
    assert table.reread().show() == table.show()


def test_a_table_that_its_people_have_left_is_not_listed() -> None:
    table = open_table(seated=False)
    table.do(acts.sit, "Ann", 0, "Ann", "")
    table.do(acts.let_anyone, "Ann", True)
    table.room.short = "BCDF"

    class Gone:
        away_seconds = AWAY_SECONDS

        def __init__(self, seconds: float) -> None:
            self.seconds = seconds

        def seconds_away(self, code: str, key: str) -> float:
            return self.seconds

    class Held:
        room = table.room

    for seconds, is_open in ((0.0, True), (2 * AWAY_SECONDS, False)):
        tables = OpenTables(None, None, Gone(seconds), lambda: table.at)  # type: ignore[arg-type]  # all it asks
        assert tables.is_open(Held()) is is_open  # type: ignore[arg-type]  # it asks nothing else of a room
