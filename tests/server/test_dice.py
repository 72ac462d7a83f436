"""The dice of a room: where the seeds come from, and what is said of them, found once for everybody who asks."""

import asyncio
import hashlib
import json
import threading
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest

from parlour.engine.fairness import commit_to, draw_outcome
from parlour.engine.game import find_game
from parlour.engine.options import changed
from parlour.server.app import create_api
from parlour.server.live import verdicts
from parlour.server.live.house import House
from parlour.server.live.verdicts import Verdicts
from parlour.server.rooms import acts
from parlour.server.rooms.room import Room
from parlour.server.rooms.views import show_verdict
from parlour.server.settings import Settings
from tests.server.people import PATIENCE_SECONDS
from tests.server.table import SECRET, Table, Tables, checked_tables, open_table, play_at_random


@pytest.fixture
def tables() -> Iterator[Tables]:
    yield from checked_tables()


# Seeds


def test_a_seed_that_nobody_gave_follows_from_those_that_were(tables: Tables) -> None:
    """So the server, who knows its secret, has none to choose."""
    table = tables("quatro", "four", bots={1: "pip"}, seated=False)
    table.do(acts.sit, "Dot", 3, "Dot", "")
    table.do(acts.sit, "Ann", 0, "Ann", "mine")
    assert table.show()["dice"]["seeds"] == ["mine", None, None, None]
    assert table.show()["dice"]["seeded"] == ["own", "derived", None, "derived"]
    table.do(acts.engage, "Ann", 2, "random", "Random")
    commitment = commit_to(SECRET)
    seeds = ["mine", *(derive(f"parlour-seeds-1\n{commitment}\nmine|||\n{seat}") for seat in (1, 2, 3))]
    dice = table.show()["dice"]
    assert (dice["seeds"], dice["seeded"]) == (seeds, ["own", "derived", "derived", "derived"])
    table.do(acts.resign, "Ann", 0)
    table.do(acts.resign, "Dot", 3)
    tags = table.room.play.tags
    assert (tags["Seeds"], tags["Seeded"]) == ("|".join(seeds), "own|derived|derived|derived")


def derive(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


def test_another_own_seed_brings_the_bots_other_seeds(tables: Tables) -> None:
    seeds = []
    for own in ("mine", "yours"):
        table = tables("quatro", "two", bots={1: "pip"}, seated=False)
        table.do(acts.sit, "Ann", 0, "Ann", own)
        seeds.append(table.show()["dice"]["seeds"][1])
    assert seeds[0] != seeds[1]


def test_who_gets_up_takes_the_seed_away(tables: Tables) -> None:
    table = tables("quatro", "two", seated=False)
    table.do(acts.sit, "Ann", 0, "Ann", "mine")
    table.do(acts.leave, "Ann", 0)
    assert table.show()["dice"]["seeded"] == [None, None]
    table.do(acts.engage, "Ann", 0, "pip", "Pip")
    table.do(acts.sit, "Ben", 1, "Ben", "ben")
    assert table.show()["dice"]["seeded"] == ["derived", "own"]


def test_without_any_own_seed_the_verdict_says_so(tables: Tables) -> None:
    table = tables("quatro", "two", seated=False)
    for seat, name in enumerate(("Ann", "Ben")):
        table.do(acts.sit, name, seat, name, "")
    table.do(acts.resign, "Ann", 0)
    assert show_verdict(table.room.play)["sentences"][-1] == (
        "The server chose all numbers: this shows that the throws were decided before the play began, "
        "not that nobody chose them."
    )


def test_a_room_of_old_goes_on_as_it_was_opened(tables: Tables) -> None:
    """Its log says nothing of how seeds come about: the server chooses those that nobody gives, and keeps them."""
    table = tables("quatro", "two", seeding="chosen", seated=False)
    table.do(acts.engage, "Ann", 0, "pip", "Pip")
    chosen = table.show()["dice"]["seeds"][0]
    assert chosen
    table.do(acts.sit, "Ben", 1, "Ben", "ben")
    assert table.show()["dice"]["seeds"] == [chosen, "ben"]
    assert "seeded" not in table.show()["dice"]
    table.do(acts.resign, "Ben", 1)
    assert "Seeded" not in table.room.play.tags
    assert show_verdict(table.room.play)["sentences"][-1].startswith("So the dice were fair, provided that your seed")


def test_an_old_log_is_read_as_ever() -> None:
    """As rooms were written before seeds were derived: every word of its log, and the record that comes of it."""
    room = Room("rrrrrrrr", "wwwwwwww", secret=SECRET)
    game = find_game("quatro")
    opened = {
        "game": "quatro",
        "rules": game.version,
        "options": changed(game.options, game.settle("two")),
        "seats": [{"name": "Pip", "bot": "pip", "seed": "0123456789abcdef"}, {}],
        "host": "h",
        "commitment": commit_to(SECRET),
    }
    room.add("opened", 1.0, **opened)
    room.add("sat", 2.0, seat=1, name="Ben", key="b", seed="fedcba9876543210")
    assert all(sitter.ready for sitter in room.sitters)
    room.add("began", 3.0)
    acts.settle(room, 4.0)
    drawn = draw_outcome(room.play.at(0), SECRET, ["0123456789abcdef", "fedcba9876543210"])
    assert room.play.codes[0] == drawn
    record = room.play.record()
    assert '[Seeds "0123456789abcdef|fedcba9876543210"]' in record
    assert "Seeded" not in record


def test_after_a_rematch_everybody_gives_a_new_seed(tmp_path: Path) -> None:
    async def play_twice() -> None:
        house = House(Settings(data=str(tmp_path)))
        await house.open()
        try:
            first = open_table("quatro", "two", bots={1: "random"}, seated=False).room.entries[0].data
            room = await house.open_room({**first, "host": "k", "dice": "fair"})
            await house.act(room.code, lambda room, at: acts.sit(room, "k", 0, "Ann", "one", at))
            await house.act(room.code, lambda room, at: acts.resign(room, "k", 0, at))
            await house.act(room.code, lambda room, at: acts.offer(room, "k", 0, "rematch", at))
            await house.open_rematch(room.code)
            following = (await house.find((await house.find(room.code)).room.next)).room
            assert [sitter.seed for sitter in following.sitters] == ["", ""]
            assert not following.begun
            await house.act(following.code, lambda room, at: acts.sit(room, "k", 1, "Ann", "two", at))
            assert following.begun
            assert following.play.tags["Seeded"] == "derived|own"
            assert following.sitters[1].seed == "two"
            assert following.sitters[0].seed not in {sitter.seed for sitter in room.sitters}
        finally:
            await house.close()

    run(play_twice())


# What is said of them


class Slow:
    """Takes the place of the check: it waits until it is let go, and counts."""

    def __init__(self) -> None:
        self.go = threading.Event()
        self.threads: list[str] = []

    def __call__(self, play: Any) -> dict[str, Any]:
        self.threads.append(threading.current_thread().name)
        assert self.go.wait(PATIENCE_SECONDS)
        return show_verdict(play)


@pytest.fixture
def slow(monkeypatch: pytest.MonkeyPatch) -> Slow:
    found = Slow()
    monkeypatch.setattr(verdicts, "show_verdict", found)
    return found


def over(code: str = "rrrrrrrr") -> Table:
    """A short play that was given up, so that its secret is told."""
    table = open_table("quatro", "two")
    table.room.code = code
    play_at_random(table, 8)
    table.do(acts.resign, "Ann", 0)
    return table


@asynccontextmanager
async def new_verdicts() -> AsyncIterator[Verdicts]:
    found = Verdicts()
    yield found
    found.close()


def run(work: Any) -> None:
    asyncio.run(asyncio.wait_for(work, PATIENCE_SECONDS))


def test_all_who_ask_at_once_share_one_check_and_nobody_waits_for_it(slow: Slow) -> None:
    room = over().room

    async def ask() -> None:
        async with new_verdicts() as found:
            asked = [asyncio.ensure_future(found.find(room)) for _ in range(200)]
            for _ in range(50):  # the loop goes round, though the check does not come to an end
                await asyncio.sleep(0.001)
            assert not any(one.done() for one in asked)
            slow.go.set()
            answers = {await one for one in asked}
            assert [json.loads(answer) for answer in answers] == [show_verdict(room.play)]
            assert await found.find(room) in answers
            assert found.checked == 1
            assert found.seconds > 0

    run(ask())
    assert len(slow.threads) == 1
    assert threading.current_thread().name not in slow.threads


def test_somebody_who_goes_away_takes_the_answer_from_nobody(slow: Slow) -> None:
    room = over().room

    async def ask() -> None:
        async with new_verdicts() as found:
            first, second = (asyncio.ensure_future(found.find(room)) for _ in range(2))
            await asyncio.sleep(0.01)
            first.cancel()
            await asyncio.sleep(0.01)
            slow.go.set()
            assert json.loads(await second)["fair"]

    run(ask())
    assert len(slow.threads) == 1


def test_what_failed_is_tried_again(monkeypatch: pytest.MonkeyPatch) -> None:
    room, failures = over().room, iter([True])

    def fail_once(play: Any) -> dict[str, Any]:
        if next(failures, False):
            raise RuntimeError("no memory")
        return show_verdict(play)

    monkeypatch.setattr(verdicts, "show_verdict", fail_once)

    async def ask() -> None:
        async with new_verdicts() as found:
            with pytest.raises(RuntimeError, match="no memory"):
                await found.find(room)
            assert json.loads(await found.find(room))["fair"]

    run(ask())


def test_only_so_many_are_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(verdicts, "KEPT_VERDICTS", 2)
    rooms = [over(f"{letter * 8}").room for letter in "abc"]

    async def ask() -> None:
        async with new_verdicts() as found:
            for room in rooms:
                await found.find(room)
            assert found.checked == 3
            await found.find(rooms[2])
            await found.find(rooms[1])
            assert found.checked == 3
            await found.find(rooms[0])
            assert found.checked == 4

    run(ask())


def test_what_can_still_change_is_not_kept() -> None:
    table = open_table("quatro", "two")
    play_at_random(table, 8)

    async def ask() -> None:
        async with new_verdicts() as found:
            assert "not revealed yet" in json.loads(await found.find(table.room))["sentences"][0]
            table.do(acts.resign, "Ann", 0)
            assert json.loads(await found.find(table.room))["fair"]

    run(ask())


def test_the_server_answers_others_while_dice_are_checked(tmp_path: Path, slow: Slow) -> None:
    """Over the API: a burst for one play, and the room itself can be seen meanwhile."""
    settings = Settings(data=str(tmp_path), requests_per_second=0)
    house = House(settings)

    async def ask() -> None:
        app = create_api(settings, house)
        async with app.router.lifespan_context(app) as state:
            transport = httpx.ASGITransport(_with_state(app, dict(state or {})))
            async with httpx.AsyncClient(transport=transport, base_url="http://house") as http:
                code = (await http.post("/api/rooms", json={"game": "quatro", "preset": "two"})).json()["code"]
                key = (await http.post("/api/guests")).json()["key"]
                http.headers["Authorization"] = f"Bearer {key}"
                for seat in (0, 1):
                    assert (await http.post(f"/api/rooms/{code}/seats/{seat}", json={"name": "Ann"})).is_success
                assert (await http.post(f"/api/rooms/{code}/resign", json={"seat": 0})).is_success
                asked = [asyncio.create_task(http.get(f"/api/rooms/{code}/dice")) for _ in range(20)]
                while not slow.threads:
                    await asyncio.sleep(0.01)
                began = time.monotonic()
                assert (await http.get(f"/api/rooms/{code}")).json()["over"]
                assert time.monotonic() - began < PATIENCE_SECONDS / 2
                slow.go.set()
                assert all([(await one).json()["fair"] for one in asked])
                figures = (await http.get("/metrics")).text
                assert "parlour_dice_checked_total 1\n" in figures

    run(ask())
    assert len(slow.threads) == 1


def _with_state(app: Any, state: dict[str, Any]) -> Any:
    async def wrapped(scope: dict[str, Any], receive: Any, send: Any) -> None:
        await app({**scope, "state": dict(state)}, receive, send)

    return wrapped
