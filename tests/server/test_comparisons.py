"""A costly move and a better one, played on many times: in parts, shared, charged, one at a time, refused in words."""

import asyncio
import time
from collections.abc import Callable, Iterator
from concurrent.futures.process import BrokenProcessPool
from copy import copy
from typing import Any

import httpx
import numpy as np
import pytest
from numpy.typing import NDArray
from pydantic_core import to_json

from parlour.search.line import Line
from parlour.search.thinker import Rolled, careful_thinker
from parlour.server.api import messages as m
from parlour.server.bots import comparisons
from parlour.server.bots.comparisons import Comparison, Comparisons, Fork, Part, Rolling, play_on, sum_up
from parlour.server.bots.pondering import PART_MOVES
from parlour.server.bots.question import Question
from parlour.server.bots.studies import Studies, Study
from parlour.server.bots.thinkers import Thinkers
from parlour.server.network.guard import Buckets
from parlour.server.rooms.room import Room
from tests.server.people import PATIENCE_SECONDS, Person, new_client
from tests.server.serving import Server, running_server
from tests.server.table import Table, open_table, refusal
from tests.server.test_advice import QUICK, settle
from tests.server.test_studies import Ready, played

PLAYS = 12
ANN, BEN, ADDRESS = "Ann", "Ben", "1.2.3.4"


def roll(results: NDArray[np.float64], done: int) -> Rolled:
    """Plays of which so many are over."""
    nothing = np.zeros(1)
    return Rolled(np.zeros(len(results), np.uint64), results, np.array([done, -1]), nothing, nothing, np.zeros(1, "u8"))


# In a process that thinks


def test_plays_in_parts_come_to_the_same_as_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    table = open_table("quantum")
    while len(table.notations()) < 2:
        table.move()
    before, (first, *_, last) = copy(table.room.play), table.notations()
    table.move(first)
    fork = Fork(Question.about(table.room), before.ply, last, PLAYS)
    monkeypatch.setattr(comparisons, "PART_SECONDS", 0.0)
    rolling: Rolling | None = None
    parts = 0
    while rolling is None or not all(rolled.over for rolled in rolling):
        if parts % 5 == 0:
            comparisons._ways.clear()  # another process goes on
        rolling = play_on(fork, rolling).rolling
        assert 0 <= rolling[0].done - rolling[1].done <= 1, "as many after the one as after the other"
        parts += 1
    assert parts > 2 * PLAYS
    thinker = careful_thinker(before.game, before.values)
    for notation, rolled in zip((first, last), rolling, strict=True):
        code = next(action.code for action in before.legal if action.notation == notation)
        assert rolled.results.tolist() == thinker.roll_out(Line.after(before, code), PLAYS).tolist()


def test_plays_with_the_same_dice_are_compared_one_by_one() -> None:
    swing = np.array([[5.0, -5.0], [-5.0, 5.0]] * 10)
    rolling = roll(swing, 20), roll(swing + np.array([1.0, -1.0]), 20)
    found = sum_up(rolling, 20, 0)
    assert (found.plays, found.played.value, found.better.value) == (20, 0.0, 1.0)
    assert (found.difference.low, found.difference.high) == (1.0, 1.0)
    assert found.played.low < -2 < 2 < found.played.high
    assert sum_up(rolling, 10, 1).difference.value == -1.0


# In the house


def step(ply: int, better: bool = True, error: float = 0.1) -> dict[str, Any]:
    other = {"notation": "c3", "label": "at c3"} if better else None
    return {"ply": ply, "seat": 0, "notation": "a1", "label": "at a1", "error": error, "better": other}


class Studied(Studies):
    """All plays have been looked at."""

    exact = False

    def find(self, room: Room, asker: str) -> Study:
        study = Study(Question.about(room), [], asker)
        told = {"exact": self.exact, "plies": [step(1), step(2), step(3, better=False), step(4, error=0.0)]}
        study.answer = to_json(told)
        return study


class PlayingOn(Thinkers):
    """Thinkers that are not in other processes, play one game on at a time, and take as long as they say."""

    def __init__(self, seconds: float = 0.0, fails: int = 0) -> None:
        super().__init__(1)
        self.seconds, self.fails = seconds, fails
        self.asked: list[int] = []  # which play is on its way

    async def ask(self, work: Callable[..., Any], *given: Any, **named: Any) -> Any:
        await asyncio.sleep(0)
        if self.fails:
            self.fails -= 1
            raise BrokenProcessPool("they died")
        fork, rolling = given
        done = 0 if rolling is None else rolling[0].done
        self.asked.append(done)
        results = np.arange(2.0 * fork.plays).reshape(-1, 2)
        return Part((roll(results, done + 1), roll(results + 1.0, done + 1)), self.seconds)


def new_house(
    thinkers: PlayingOn, spend: Callable[[str, float], float] = lambda account, moves: 0.0, exact: bool = False
) -> Comparisons:
    readiness = Ready(thinkers)
    studies = Studied(thinkers, readiness)
    studies.exact = exact
    return Comparisons(studies, thinkers, readiness, spend)


def ask(house: Comparisons, table: Table, ply: int = 1, who: str = ANN, asker: str = ADDRESS) -> Comparison:
    found = house.find(table.room, ply, PLAYS, who, asker)
    assert isinstance(found, Comparison)
    return found


async def finish(house: Comparisons, table: Table, ply: int = 1, who: str = ANN) -> Comparison:
    for _ in range(1000):
        if (asked := ask(house, table, ply, who)).found is not None:
            return asked
        await asyncio.sleep(0)
    raise AssertionError("it did not come to an end")


def test_all_who_ask_share_one_answer_and_it_is_kept() -> None:
    table, thinkers = played(4), PlayingOn()

    async def compare() -> None:
        house = new_house(thinkers)
        found = await asyncio.gather(*(finish(house, table, who=who) for who in (ANN, ANN, BEN)))
        assert (await finish(house, table, who="Cem")).found is found[0].found
        assert all(one is found[0] for one in found)
        assert found[0].found is not None
        assert (found[0].found.plays, found[0].found.difference.value) == (PLAYS, 1.0)

    asyncio.run(compare())
    assert thinkers.asked == list(range(PLAYS))


def test_how_far_it_is_can_be_seen() -> None:
    table, thinkers = played(4), PlayingOn()

    async def compare() -> None:
        house = new_house(thinkers)
        seen = []
        while (asked := ask(house, table)).found is None:
            seen.append(house.tell_progress(asked))
            await asyncio.sleep(0)
        assert seen[0] == ("compiling", 0, 0)
        assert [doing for doing, _, _ in seen] == sorted(doing for doing, _, _ in seen), "playing comes last"
        assert {of for doing, _, of in seen if doing == "playing"} == {PLAYS}
        assert {done for doing, done, _ in seen if doing == "playing"} >= set(range(1, PLAYS))
        assert house.tell_progress(Study(asked.fork.question, [], ADDRESS, done=3)) == ("looking", 3, 4)

    asyncio.run(compare())


def test_everybody_has_one_at_a_time() -> None:
    table, thinkers = played(4), PlayingOn()

    async def compare() -> None:
        house = new_house(thinkers)
        ask(house, table, 1)
        ask(house, table, 2, BEN)
        with refusal(409, "another move is being played on for you: wait until that is done, then ask again"):
            house.find(table.room, 2, PLAYS + 1, ANN, ADDRESS)
        assert ask(house, table, 2) is ask(house, table, 2, BEN), "what another asks for can be seen"
        await finish(house, table, 1)
        house.find(table.room, 2, PLAYS + 1, ANN, ADDRESS)
        await house.close()

    asyncio.run(compare())


def test_whoever_has_had_their_share_is_refused_and_what_is_under_way_comes_more_slowly(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    table, thinkers, now = played(4), PlayingOn(), 0.0
    spent = Buckets(1.0, 3 * PART_MOVES, lambda: now)  # nothing comes in while the time stands still
    house = new_house(thinkers, spent.take)
    waits: list[float] = []
    sleep = asyncio.sleep

    async def pass_time(seconds: float) -> None:
        nonlocal now
        if seconds and not waits:
            with refusal(
                429, f"bots have done a lot of thinking for you just now: wait {PART_MOVES:.0f} seconds, then ask again"
            ):
                ask(house, table, 2, BEN)
            ask(house, table, 2, "Cem", "5.6.7.8")
        waits.extend([seconds] if seconds else [])
        now += seconds
        await sleep(0)

    async def compare() -> None:
        monkeypatch.setattr(asyncio, "sleep", pass_time)
        await finish(house, table)
        await house.close()

    asyncio.run(compare())
    assert waits
    assert set(waits) == {PART_MOVES}


def test_what_would_take_too_long_is_played_less_often() -> None:
    table, thinkers = played(4), PlayingOn(seconds=comparisons.COMPARED_SECONDS / 11)

    async def compare() -> None:
        asked = await finish(new_house(thinkers), table)
        assert asked.found is not None
        assert asked.found.plays == asked.of == 11

    asyncio.run(compare())


def test_what_nobody_asks_for_any_more_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    table, thinkers = played(4), PlayingOn()
    monkeypatch.setattr(comparisons, "FORGOTTEN_SECONDS", -1.0)

    async def compare() -> None:
        house = new_house(thinkers)
        asked = ask(house, table)
        assert asked.task is not None
        await asked.task
        assert asked.found is None
        assert not house._kept

    asyncio.run(compare())
    assert not thinkers.asked


def test_what_fails_is_refused_and_tried_again() -> None:
    table, thinkers = played(4), PlayingOn(fails=1)

    async def compare() -> None:
        house = new_house(thinkers)
        with refusal(503, "no bot is free to think about this just now: try again soon"):
            await finish(house, table)
        assert await finish(house, table)

    asyncio.run(compare())


def test_only_so_many_are_played_on_at_a_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(comparisons, "KEPT_COMPARISONS", 1)
    table, thinkers = played(4), PlayingOn()

    async def compare() -> None:
        house = new_house(thinkers)
        ask(house, table, 1)
        with refusal(503, "1 moves are being played on already: try again soon"):
            ask(house, table, 2, BEN)
        await finish(house, table, 1)
        await finish(house, table, 2)
        assert len(house._kept) == 1

    asyncio.run(compare())


@pytest.mark.parametrize(
    ("ply", "exact", "status", "words"),
    [
        (0, False, 404, "nothing was played or thrown at ply 0: expected 1 to 4"),
        (5, False, 404, "nothing was played or thrown at ply 5: expected 1 to 4"),
        (3, False, 409, "no better move is known than the one at ply 3: expected a costly one"),
        (4, False, 409, "luck plays no part in what the move at ply 4 cost, so playing on would tell nothing more"),
        (1, True, 409, "these values are exact already: there is nothing to be surer of"),
    ],
)
def test_where_there_is_nothing_to_compare_that_is_said(ply: int, exact: bool, status: int, words: str) -> None:
    table, thinkers = played(4), PlayingOn()

    async def compare() -> None:
        house = new_house(thinkers, exact=exact)
        with refusal(status, words):
            ask(house, table, ply)
        assert not house._kept

    asyncio.run(compare())
    assert not thinkers.asked


# Over the wire


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with running_server(tmp_path_factory.mktemp("comparing")) as running:
        yield running


@pytest.fixture(scope="module")
def client(server: Server) -> Iterator[httpx.Client]:
    with new_client(server) as found:
        yield found


def compare(person: Person, path: str) -> dict[str, Any]:
    """Ask until it is not under way any more."""
    deadline = time.monotonic() + PATIENCE_SECONDS
    while time.monotonic() < deadline:
        answer = person.ask("GET", path)
        assert answer.is_success, answer.text
        if answer.status_code == 200:
            found: dict[str, Any] = answer.json()
            m.Compared.model_validate(found, extra="forbid")
            return found
        m.ComparisonUnderWay.model_validate(answer.json(), extra="forbid")
        time.sleep(0.05)
    raise AssertionError(f"{path} did not come to an end: {answer.text}")


def test_a_costly_move_is_compared_over_the_wire(client: httpx.Client) -> None:
    ann, cem = Person(client), Person(client, "Cem")
    opened = ann.open("quantum")
    code = opened["code"]
    ann.sit(code, 0, 1)
    path = f"/rooms/{code}/analysis"
    assert ann.refused(409, "GET", f"{path}/1") == "the play is not over yet"
    for _ in range(20):
        ann.move(code)
    ann.do("POST", f"/rooms/{code}/resign", seat=0)
    of = ann.see(code)["ply"]
    first = ann.ask("GET", f"{path}/1").json()
    assert (first["doing"], first["of"]) == ("looking", of), "what is better has to be known first"
    plies = settle(ann, "GET", path)["plies"]
    costly = next(ply for ply in plies if ply["better"] and ply["error"])
    asked = f"/{costly['ply']}?plays=10"
    found = compare(ann, path + asked)
    assert compare(cem, f"/rooms/{opened['watch']}/analysis{asked}") == found, "it is the same for all who may look on"
    assert (found["ply"], found["seat"], found["plays"]) == (costly["ply"], costly["seat"], 10)
    for name, move in (("played", costly), ("better", costly["better"])):
        assert (found[name]["notation"], found[name]["label"]) == (move["notation"], move["label"])
    for interval in (found["played"]["points"], found["better"]["points"], found["difference"]):
        assert interval["low"] <= interval["value"] <= interval["high"]
    gap = found["better"]["points"]["value"] - found["played"]["points"]["value"]
    assert found["difference"]["value"] == pytest.approx(gap, abs=0.001)
    assert f"expected 1 to {of}" in ann.refused(404, "GET", f"{path}/{of + 1}")
    for wrong in ("1?plays=9", "1?plays=401", "1?plays=many", "-1", "one"):
        assert "nput should be" in ann.refused(422, "GET", f"{path}/{wrong}")
    assert "there is no room" in ann.refused(404, "GET", "/rooms/zzzzzzzz/analysis/1")


def test_what_is_exact_is_not_played_on(client: httpx.Client) -> None:
    ann = Person(client)
    code = ann.open(options=QUICK)["code"]
    ann.sit(code, 0, 1)
    for _ in range(6):
        ann.move(code)
    ann.do("POST", f"/rooms/{code}/resign", seat=0)
    path = f"/rooms/{code}/analysis"
    found = settle(ann, "GET", path)
    costly = next((ply["ply"] for ply in found["plies"] if ply["better"]), None)
    assert found["exact"]
    assert costly is not None
    assert ann.refused(409, "GET", f"{path}/{costly}").startswith("these values are exact already")
