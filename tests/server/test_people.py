"""Who is here, who is away, how many look on, and how people react: told to the room, and kept nowhere."""

import json
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest

from parlour.server.rooms.reactions import MOST, WORDS
from tests.server.people import DATABASES, Person, new_client, new_database
from tests.server.serving import Server, running_server
from tests.server.table import DECIDED

ABSENT_SECONDS = 3.0
PATIENCE_SECONDS = 20.0
People = dict[str, Any]


@pytest.fixture(scope="module", params=DATABASES)
def server(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    folder = Path(tmp_path_factory.mktemp("house"))
    with (
        new_database(request.param) as database,
        running_server(folder, database, absent_seconds=ABSENT_SECONDS) as server,
    ):
        yield server


@pytest.fixture
def people(server: Server) -> Iterator[list[Person]]:
    """Ann, Ben and Cem, each with a line of their own."""
    clients = [new_client(server) for _ in range(3)]
    yield [Person(client, name) for client, name in zip(clients, ("Ann", "Ben", "Cem"), strict=True)]
    for client in clients:
        client.close()


class Stream:
    def __init__(self, response: httpx.Response) -> None:
        self.lines = response.iter_lines()

    def until(self, wanted: Callable[[People], bool]) -> People:
        """The next that is told of people, by either kind of event, once it is as wanted."""
        kind, deadline = "", time.monotonic() + PATIENCE_SECONDS
        for line in self.lines:
            assert time.monotonic() < deadline, "that was never told"
            name, _, value = line.partition(": ")
            if name == "event":
                kind = value
            if name == "data":
                data = json.loads(value)
                told: People = data if kind == "people" else data["people"]
                if wanted(told):
                    return told
        raise AssertionError("the stream has ended")


@contextmanager
def listening(person: Person, code: str, key: str | None = None) -> Iterator[Stream]:
    headers = {} if key == "" else person.headers
    path = f"/api/rooms/{code}/events?detail=text&people=true"
    with person.client.stream("GET", path, headers=headers) as response:
        assert response.status_code == 200
        yield Stream(response)


def seated(ann: Person, ben: Person, **opening: Any) -> str:
    code = ann.open(options=DECIDED, **opening)["code"]
    ann.sit(code, 0)
    ben.sit(code, 1)
    return code


def test_who_leaves_is_told_to_be_away_and_who_returns_to_be_here(people: list[Person]) -> None:
    ann, ben, _ = people
    code = seated(ann, ben)
    with listening(ann, code) as stream:
        with listening(ben, code):
            assert stream.until(lambda told: told["away"] == [None, None])["absent"] == []
            number = ann.see(code)["number"]
        away = stream.until(lambda told: told["away"][1] is not None)
        assert away["away"][0] is None
        stream.until(lambda told: told["absent"] == [1])
        with listening(ben, code):
            assert stream.until(lambda told: told["away"] == [None, None])["absent"] == []
        assert ann.see(code)["number"] == number, "nothing of it is in the log"


def test_who_asks_for_something_is_here_without_a_stream(people: list[Person]) -> None:
    ann, ben, _ = people
    code = seated(ann, ben)
    with listening(ann, code) as stream:
        stream.until(lambda told: told["absent"] == [1])
        ben.see(code)
        stream.until(lambda told: told["away"][1] is None)


def test_who_sits_down_after_a_long_wait_is_here(people: list[Person]) -> None:
    """The room was there for long, and nobody had known who it was that waited."""
    ann, ben, _ = people
    code = ann.open(options=DECIDED)["code"]
    ann.sit(code, 0)
    time.sleep(1.2 * ABSENT_SECONDS)
    ben.sit(code, 1)
    assert ann.see(code)["people"]["away"] == [None, None]


def test_people_who_look_on_are_counted_and_not_their_lines(people: list[Person]) -> None:
    ann, ben, cem = people
    code = seated(ann, ben)
    watch = ann.see(code)["watch"]
    with listening(ann, code) as stream:
        stream.until(lambda told: told["onlookers"] == 0)
        with listening(cem, watch), listening(cem, watch):
            stream.until(lambda told: told["onlookers"] == 1)
            with listening(cem, watch, key=""):
                stream.until(lambda told: told["onlookers"] == 2)
        stream.until(lambda told: told["onlookers"] == 0)


def test_a_browser_that_looks_on_gets_a_key_to_be_counted_once(server: Server, people: list[Person]) -> None:
    ann, ben, _ = people
    watch = ann.see(seated(ann, ben))["watch"]
    for query, cookies in (("?people=true", 1), ("", 0)):
        with new_client(server) as stranger, stranger.stream("GET", f"/api/rooms/{watch}/events{query}") as response:
            assert len(response.headers.get_list("set-cookie")) == cookies


def test_who_did_not_ask_for_it_is_told_of_rooms_alone(people: list[Person]) -> None:
    """Programs that read every event as a room go on working."""
    ann, ben, _ = people
    code = seated(ann, ben)
    with ann.client.stream("GET", f"/api/rooms/{code}/events?detail=text", headers=ann.headers) as response:
        lines = response.iter_lines()
        ben.do("POST", f"/rooms/{code}/reactions", seat=1, what="oops")
        ben.do("PUT", f"/rooms/{code}/seats/1/name", name="Bea")
        events = [line for line in (next(lines) for _ in range(10)) if line.startswith("event: ")]
    assert set(events) == {"event: room"}


# Claims


def test_a_win_is_claimed_over_who_is_gone_and_not_over_who_is_here(people: list[Person]) -> None:
    ann, ben, cem = people
    code = seated(ann, ben)
    while ann.see(code)["to_move"] == 0:
        ann.move(code)
    path = f"/rooms/{code}/claims"
    with listening(ben, code):
        time.sleep(1.2 * ABSENT_SECONDS)
        assert ann.see(code)["people"]["claimable"] == []
        assert "Ben is here" in ann.refused(409, "POST", path, seat=0, absent=1)
    ann.wait_for(code, lambda view: view["people"]["claimable"] == [1])
    assert "not yours" in cem.refused(403, "POST", path, seat=0, absent=1)
    ann.do("POST", path, seat=0, absent=1)
    view = ben.see(code)
    assert view["ending"] == {"reason": "left", "seat": 1}
    assert "Ben was away, and Ann claims the win." in ann.ask("GET", f"/rooms/{code}/record").text


# To play again


def test_two_of_three_play_again_and_the_third_may_still_come(people: list[Person]) -> None:
    ann, ben, cem = people
    code = ann.open("quatro", preset="three")["code"]
    for seat, person in enumerate(people):
        person.sit(code, seat)
        person.do("POST", f"/rooms/{code}/offers", seat=seat, what="draw") if person is cem else None
    for seat, person in ((0, ann), (1, ben)):
        person.do("POST", f"/rooms/{code}/answers", seat=seat, what="draw", yes=True)
    ben.do("POST", f"/rooms/{code}/offers", seat=1, what="rematch")
    cem.do("POST", f"/rooms/{code}/answers", seat=2, what="rematch", yes=True)
    assert ben.see(code)["next"] is None
    ann.do("POST", f"/rooms/{code}/answers", seat=0, what="rematch", yes=False)  # the host
    following = ben.see(code)["next"]
    view = ben.see(following)
    assert [seat["name"] for seat in view["seats"]] == ["Cem", None, "Ben"]
    assert view["host"], "somebody who plays can put a bot there"
    assert not ann.see(following)["host"]
    ann.sit(following, 1)
    ben.sit(following, 2)
    cem.sit(following, 0)
    assert ann.see(following)["begun"]


def test_whoever_is_away_is_not_waited_for_to_play_again(people: list[Person]) -> None:
    ann, ben, cem = people
    code = ann.open("quatro", preset="three")["code"]
    for seat, person in enumerate(people):
        person.sit(code, seat)
    for seat, person in enumerate(people):
        person.do("POST", f"/rooms/{code}/offers", seat=seat, what="draw")
    for seat, person in ((0, ann), (1, ben)):
        person.do("POST", f"/rooms/{code}/offers", seat=seat, what="rematch")
    ann.wait_for(code, lambda view: 2 in view["people"]["absent"])
    assert "expected without in a rematch only" in ann.refused(
        422, "POST", f"/rooms/{code}/offers", seat=0, what="draw", without=2
    )
    ann.do("POST", f"/rooms/{code}/offers", seat=0, what="rematch", without=2)
    following = ann.see(code)["next"]
    assert [seat["name"] for seat in ann.see(following)["seats"]] == [None, "Ann", "Ben"]
    assert cem.see(code)["next"] == following, "the way there is open"


# Reactions


def test_reactions_are_those_that_the_server_declares(people: list[Person]) -> None:
    listed = people[0].do("GET", "/reactions")
    assert {one["what"]: one["words"] for one in listed} == WORDS
    assert list(WORDS.values()) == ["Well played", "Oops", "Thinking…", "Hurry up!", "Thanks"]


def test_a_reaction_is_shown_to_all_and_kept_nowhere(people: list[Person]) -> None:
    ann, ben, cem = people
    code = seated(ann, ben)
    watch = ann.see(code)["watch"]
    record = ann.ask("GET", f"/rooms/{code}/record").text
    number = ann.see(code)["number"]
    with listening(ann, code) as first, listening(cem, watch) as second:
        ben.do("POST", f"/rooms/{code}/reactions", seat=1, what="well_played")
        for stream in (first, second):
            (told,) = stream.until(lambda told: bool(told["reactions"]))["reactions"]
            assert (told["seat"], told["what"], told["words"]) == (1, "well_played", "Well played")
    assert ann.see(code)["number"] == number
    assert ann.ask("GET", f"/rooms/{code}/record").text == record


def test_only_people_at_the_table_react_and_not_without_end(people: list[Person]) -> None:
    ann, ben, cem = people
    code = seated(ann, ben)
    path = f"/rooms/{code}/reactions"
    assert "not yours" in cem.refused(403, "POST", path, seat=1, what="oops")
    assert "not yours" in ann.refused(403, "POST", path, seat=1, what="oops")
    ann.refused(422, "POST", path, seat=0, what="something of my own")
    for _ in range(MOST):
        ben.do("POST", path, seat=1, what="hurry")
    assert "you have said a lot just now: wait" in ben.refused(429, "POST", path, seat=1, what="hurry")
    ann.do("POST", path, seat=0, what="thanks")


# Names


def test_a_person_changes_their_name_in_the_midst_of_a_play(people: list[Person]) -> None:
    ann, ben, cem = people
    code = seated(ann, ben)
    path = f"/rooms/{code}/seats/1/name"
    assert "not yours" in cem.refused(403, "PUT", path, name="Eve")
    assert "somebody here is called Ann" in ben.refused(409, "PUT", path, name="Ann")
    ben.do("PUT", path, name="Bea")
    view = ann.see(code)
    assert view["seats"][1]["name"] == "Bea"
    assert view["told"][-1]["sentence"] == "Ben is now called Bea."
