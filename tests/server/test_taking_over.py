"""Somebody comes when the play has begun and takes a bot's place: only where the host lets them, and told to all."""

from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

import parlour
from parlour.engine.fairness import verify
from parlour.server.rooms import acts
from tests.server.people import Person, new_client
from tests.server.serving import running_server
from tests.server.table import DECIDED, Table, Tables, checked_tables, refusal


@pytest.fixture
def tables() -> Iterator[Tables]:
    yield from checked_tables()


@pytest.fixture
def client(tmp_path: Path) -> Iterator[httpx.Client]:
    with running_server(tmp_path) as server, new_client(server) as found:
        yield found


def freed(tables: Tables) -> Table:
    """Ann plays against a bot, whose place is free."""
    table = tables(bots={1: "random"}, options=DECIDED | {"plate_choice": "fixed"})
    table.do(acts.free, "Ann", 1)
    return table


def test_a_bot_plays_on_until_somebody_takes_its_place(tables: Tables) -> None:
    table = freed(tables)
    assert [seat["free"] for seat in table.show()["seats"]] == [False, True]
    table.move()
    table.bot_moves()
    table.move()
    table.do(acts.sit, "Eve", 1, "Eve", "")
    seat = table.show("Eve")["seats"][1]
    assert (seat["name"], seat["kind"], seat["bot"], seat["free"]) == ("Eve", "human", None, False)
    assert table.show("Eve")["yours"] == [1]
    entries = table.room.number
    table.bot_moves()
    assert table.room.number == entries, "what the bot had thought of comes too late"
    table.move(key="Eve")
    assert table.room.movers == [0, 1, 0, 1]


def test_everybody_is_told_who_took_whose_place_and_the_record_tells_it(tables: Tables) -> None:
    table = freed(tables)
    table.do(acts.sit, "Eve", 1, "Eve", "")
    told = [sentence["sentence"] for sentence in table.show("Ann")["told"]]
    assert told[-2:] == ["Somebody may take the place of Random.", "Eve takes the place of Random."]
    assert table.show("Eve")["told"][-1]["sentence"] == "You take the place of Random."
    table.do(acts.resign, "Eve", 1)
    play = parlour.load(table.room.play.record())
    assert play.names == ("Ann", "Eve")
    assert play.tags["Notes"] == "0 Eve takes the place of Random."


def test_the_dice_are_fixed_by_then_and_take_no_more_seeds(tables: Tables) -> None:
    table = tables("quatro", "two", bots={1: "random"})
    table.do(acts.free, "Ann", 1)
    with refusal(409, "its dice are fixed: expected no seed"):
        table.do(acts.sit, "Eve", 1, "Eve", "mine")
    table.do(acts.sit, "Eve", 1, "Eve", "")
    table.do(acts.resign, "Eve", 1)
    assert verify(parlour.load(table.room.play.record())).fair


def test_nobody_takes_a_place_that_the_host_did_not_free(tables: Tables) -> None:
    table = tables("quatro", "three", bots={2: "random"})
    with refusal(409, "the play has begun"):
        table.do(acts.sit, "Eve", 2, "Eve", "")
    with refusal(403, "only the host"):
        table.do(acts.free, "Ben", 2)
    with refusal(409, "no bot sits at seat 1: Ben does"):
        table.do(acts.free, "Ann", 1)
    table.do(acts.free, "Ann", 2)
    with refusal(409, "the play has begun"):
        table.do(acts.sit, "Eve", 1, "Eve", "")
    with refusal(409, "called"):
        table.do(acts.sit, "Eve", 2, "Ben", "")
    assert table.kinds()[-1] == "freed"


def test_the_same_again_is_nothing_new(tables: Tables) -> None:
    table = freed(tables)
    table.do(acts.free, "Ann", 1)
    for _ in range(2):
        table.do(acts.sit, "Eve", 1, "Eve", "")
    assert (table.kinds().count("freed"), table.kinds().count("took_over")) == (1, 1)


def test_before_the_play_and_after_it_there_is_no_place_to_take(tables: Tables) -> None:
    table = tables(bots={1: "random"}, options=DECIDED, seated=False)
    with refusal(409, "the play has not begun"):
        table.do(acts.free, "Ann", 1)
    table = freed(tables)
    table.do(acts.resign, "Ann", 0)
    with refusal(409, "the play is over"):
        table.do(acts.sit, "Eve", 1, "Eve", "")


def test_by_the_code_for_looking_on_nobody_comes_in(client: httpx.Client) -> None:
    ann, eve = Person(client, "Ann"), Person(client, "Eve")
    opened = ann.do("POST", "/rooms", game="stencil", bots={"1": "dora"})
    code, watch = opened["code"], opened["watch"]
    ann.do("POST", f"/rooms/{code}/seats/0", name="Ann")
    eve.refused(403, "DELETE", f"/rooms/{code}/seats/1/bot")
    ann.do("DELETE", f"/rooms/{code}/seats/1/bot")
    eve.refused(403, "POST", f"/rooms/{watch}/seats/1", name="Eve")
    eve.do("POST", f"/rooms/{code}/seats/1", name="Eve")
    assert eve.do("GET", f"/rooms/{code}")["yours"] == [1]
