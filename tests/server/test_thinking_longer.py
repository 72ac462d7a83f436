"""Bots that are told to think for some seconds a move: which may be, for how long, and nobody else waits for it."""

import asyncio
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

import parlour
from parlour.engine.game import find_game
from parlour.search.thinker import Candidate, Thought
from parlour.server.bots import pondering
from parlour.server.bots.pondering import PART_MOVES, Matter, take_together, think_on
from parlour.server.bots.thinkers import Thinkers
from parlour.server.network.guard import Buckets
from parlour.server.rooms import acts
from parlour.server.rooms.opponents import bot_title, check_bot, level_name, seconds_of
from parlour.server.rooms.refusal import Refused
from parlour.server.settings import Settings
from tests.server.people import Person, new_client
from tests.server.serving import running_server
from tests.server.table import DECIDED, refusal
from tests.server.test_unwatched import open_house, opening, try_it

QUICK = DECIDED | {"plate_choice": "fixed"}
STENCIL = find_game("stencil")
VALUES = STENCIL.settle(None, **QUICK)
LONGEST = 10.0
NO_TIME = "is not a time a bot may think for here: expected seconds=NUMBER, above 0 and 10 at most"
NO_WISH = "cannot be asked of a bot here: expected seconds=NUMBER, or nothing"


# Names


@pytest.mark.parametrize(
    ("name", "settled"),
    [
        ("octavia", "octavia"),
        ("6", "octavia"),
        ("random", "random"),
        ("octavia:seconds=5", "octavia:seconds=5"),
        ("6:seconds=10", "octavia:seconds=10"),
        ("edwin:seconds=2.50", "edwin:seconds=2.5"),
    ],
)
def test_a_name_is_settled(name: str, settled: str) -> None:
    assert check_bot(STENCIL, VALUES, name, LONGEST) == settled


@pytest.mark.parametrize("seconds", ["0", "-1", "nan", "inf", "-inf", "1e9", "10.001", "ten", "", "5s", "0x5"])
def test_a_time_that_makes_no_sense_is_refused(seconds: str) -> None:
    with refusal(422, f"'seconds={seconds}' {NO_TIME}"):
        check_bot(STENCIL, VALUES, f"octavia:seconds={seconds}", LONGEST)


@pytest.mark.parametrize("wish", ["net=0", "simulations=9", "wavering=1", "", "seconds", "seconds=5:net=0", "hours=1"])
def test_nothing_else_can_be_changed(wish: str) -> None:
    with refusal(422, f"{wish!r} {NO_WISH}"):
        check_bot(STENCIL, VALUES, f"octavia:{wish}", LONGEST)


@pytest.mark.parametrize("level", ["pip", "random"])
def test_who_does_not_look_ahead_needs_no_time(level: str) -> None:
    with refusal(422, f"{level.title()} does not look ahead, so time would change nothing: expected maud, edwin"):
        check_bot(STENCIL, VALUES, f"{level}:seconds=5", LONGEST)


def test_where_nobody_thinks_longer_that_is_said() -> None:
    with refusal(422, "'seconds=5' cannot be asked for here: expected 'octavia' alone"):
        check_bot(STENCIL, VALUES, "octavia:seconds=5", 0.0)


@given(st.text(max_size=64) | st.from_regex(r"(octavia|6|pip|engine):\w*=[0-9eE.+_-]{0,9}"))
@example("octavia:seconds=1_0")
@example("engine:rm -rf /")
@example("octavia:seconds=5\ud800")
def test_whatever_is_sent_is_a_level_or_refused(name: str) -> None:
    try:
        settled = check_bot(STENCIL, VALUES, name, LONGEST)
    except Refused as error:
        assert error.status == 422
        assert ": expected " in error.sentence
        error.sentence.encode()
    else:
        assert 0 <= seconds_of(settled) <= LONGEST
        assert bot_title(settled) in ("Random", "Pip", "Dora", "Albert", "Maud", "Edwin", "Octavia")
        assert check_bot(STENCIL, VALUES, settled, LONGEST) == settled


# At the door


@pytest.fixture
def client(tmp_path: Path) -> Iterator[httpx.Client]:
    with running_server(tmp_path) as server, new_client(server) as found:
        yield found


def test_a_room_is_opened_with_a_bot_that_thinks_longer(client: httpx.Client) -> None:
    ann = Person(client)
    bots = {"1": "octavia:seconds=0.05"}
    code = ann.do("POST", "/rooms", game="stencil", options=QUICK, bots=bots, pace=0)["code"]
    ann.do("POST", f"/rooms/{code}/seats/0", name="Ann")
    view = ann.see(code)
    assert [view["seats"][1][what] for what in ("name", "bot", "kind")] == ["Octavia", "octavia:seconds=0.05", "bot"]
    ann.do("POST", f"/rooms/{code}/moves", seat=0, after=view["after"], move=view["legal"][0]["notation"])
    assert ann.wait_for(code, lambda view: view["ply"] > 1)["ply"] > 1
    record = client.get(f"/api/rooms/{code}/record").text
    assert "Octavia thinks for 0.05 seconds a move." in parlour.load(record).tags["Notes"]
    wrong = ann.refused(422, "PUT", f"/rooms/{code}/seats/0/stand-in", bot="octavia:seconds=5")
    assert wrong == "'seconds=5' cannot be asked for here: expected 'octavia' alone"


def test_the_door_refuses_what_makes_no_sense_and_tells_what_may_be_asked(client: httpx.Client) -> None:
    ann = Person(client)
    wrong = ann.refused(422, "POST", "/rooms", game="stencil", options=QUICK, bots={"1": "octavia:seconds=11"})
    assert wrong == f"'seconds=11' {NO_TIME}"
    code = ann.do("POST", "/rooms", game="stencil", options=QUICK)["code"]
    wrong = ann.refused(422, "PUT", f"/rooms/{code}/seats/1/bot", bot="octavia:net=0")
    assert wrong == f"'net=0' {NO_WISH}"
    ann.do("PUT", f"/rooms/{code}/seats/1/bot", bot="octavia:seconds=5")
    assert ann.see(code)["seats"][1]["bot"] == "octavia:seconds=5"
    levels = {level["name"]: level["longest"] for level in ann.do("GET", "/games/stencil/levels")}
    assert (levels["pip"], levels["octavia"]) == (0, LONGEST)
    listed = next(game for game in ann.do("GET", "/games") if game["name"] == "stencil")
    assert {level["name"]: level["longest"] for level in listed["levels"]} == levels


# In the house


class Slow:
    """Thinkers that find something out in every chunk, whose chunks can be counted and held up."""

    def __init__(self, house: Any, monkeypatch: pytest.MonkeyPatch) -> None:
        self.house, self.chunks = house, 0
        self.seconds: list[float] = []
        self.free = asyncio.Event()
        self.free.set()
        monkeypatch.setattr(house.thinkers, "ask", self.ask)

    async def ask(self, work: Any, matter: Matter, part: int, seconds: float) -> tuple[str, Thought]:
        assert work is think_on
        self.chunks += 1
        self.seconds.append(seconds)
        await self.free.wait()
        await asyncio.sleep(0.001)
        plays = [live.room.play for live in self.house.memory.all()]
        code = next(play.legal_codes()[-1] for play in plays if tuple(play.codes) == matter.codes)
        return "tree", Thought((0.0, 0.0), (Candidate(code, 1, (0.0, 0.0)),), 1)


def slow_opening(seconds: float, **more: Any) -> dict[str, Any]:
    slow = {"name": "Octavia", "bot": f"octavia:seconds={seconds:g}"}
    return opening(seats=[slow, {"name": "Random", "bot": "random"}], pace=0.0, **more)


def test_long_thinking_comes_in_parts_between_which_others_have_their_turn(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def play() -> None:
        async with open_house(monkeypatch, Settings(data=str(tmp_path))) as house:
            slow = Slow(house, monkeypatch)
            thinks = await house.open_room(slow_opening(10), "10.0.0.1")
            quick = await house.open_room(opening(pace=0.0), "10.0.0.2")
            while quick.play.ply < 20:
                await asyncio.sleep(0.001)
            assert thinks.play.ply == 0
            assert slow.chunks > 5

    try_it(play)


def test_however_many_think_long_a_quick_bot_waits_for_one_of_them() -> None:
    """Ten of ten addresses, who take turns among themselves."""

    async def wait() -> None:
        thinkers, parts = Thinkers(1), list[str]()

        async def think_long(who: str) -> None:
            for _ in range(10):
                async with thinkers.take_long(who):
                    parts.append(who)
                    await asyncio.sleep(0.001)

        async with asyncio.TaskGroup() as group:
            for one in range(10):
                group.create_task(think_long(f"10.0.0.{one}"))
            for _ in range(10):
                await asyncio.sleep(0.002)
                before = len(parts)
                async with thinkers.turns.take("10.0.1.1"):
                    assert len(parts) - before <= 1
        for one in range(10):
            assert len(set(parts[10 * one : 10 * one + 10])) == 10, "each in turn"

    try_it(wait)


def test_where_many_wait_each_part_is_shorter(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def play() -> None:
        async with open_house(monkeypatch, Settings(data=str(tmp_path))) as house:
            slow = Slow(house, monkeypatch)
            for one in range(30):
                await house.open_room(slow_opening(2), f"10.0.0.{one}")
            while slow.chunks < 10:
                await asyncio.sleep(0.001)
            assert min(slow.seconds) == pytest.approx(2 / 30, abs=0.01)

    try_it(play)


def test_whoever_has_had_all_moves_of_the_minute_is_thought_for_no_longer(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def play() -> None:
        spent = Buckets(1.0, 5 * PART_MOVES, lambda: 0.0)  # nothing comes in while the time stands still
        async with open_house(monkeypatch, Settings(data=str(tmp_path)), spend=spent.take) as house:
            slow = Slow(house, monkeypatch)
            room = await house.open_room(slow_opening(10), "10.0.0.1")
            while not room.play.ply:
                await asyncio.sleep(0.001)
            assert slow.chunks == 5

    try_it(play)


def test_an_end_of_the_play_ends_the_thinking(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def play() -> None:
        async with open_house(monkeypatch, Settings(data=str(tmp_path))) as house:
            slow = Slow(house, monkeypatch)
            slow.free.clear()
            bot = {"name": "Octavia", "bot": "octavia:seconds=10"}
            room = await house.open_room(opening(seats=[bot, {}]), "10.0.0.1")
            await house.act(room.code, lambda room, at: acts.sit(room, "ann", 1, "Ann", "", at))
            live = await house.find(room.code)
            while not slow.chunks:
                await asyncio.sleep(0.001)
            thinking = live.thinking
            assert thinking is not None
            await house.act(room.code, lambda room, at: acts.resign(room, "ann", 1, at))
            await asyncio.wait([thinking])
            assert thinking.cancelled()
            assert (live.thinking, slow.chunks) == (None, 1)
            async with house.thinkers.turns.take("anybody"):
                pass  # its turn is given back

    try_it(play)


def test_who_takes_its_place_or_leaves_it_alone_ends_the_thinking(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def play() -> None:
        async with open_house(monkeypatch, Settings(data=str(tmp_path))) as house:
            slow = Slow(house, monkeypatch)
            slow.free.clear()
            room = await house.open_room(slow_opening(10), "10.0.0.1")
            live = await house.find(room.code)
            while not slow.chunks:
                await asyncio.sleep(0.001)
            thinking = live.thinking
            assert thinking is not None
            await house.act(room.code, lambda room, at: acts.free(room, "h", 0, at))
            assert live.thinking is thinking, "it thinks on until somebody comes"
            await house.act(room.code, lambda room, at: acts.sit(room, "ann", 0, "Ann", "", at))
            await asyncio.wait([thinking])
            assert thinking.cancelled()
            monkeypatch.setattr(house.presence, "is_watched", lambda live: False)
            house.schedule.is_watched = house.presence.is_watched
            assert not house.schedule._may_go_on(live)

    try_it(play)


def test_a_room_of_old_goes_by_what_may_be_asked_now(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """With 0 its bot plays as usual: nothing about it is changed."""
    asked: list[str] = []

    async def play() -> None:
        async with open_house(monkeypatch, Settings(data=str(tmp_path), bot_seconds=0.0)) as house:
            choose = house.thinkers.choose

            async def note(*given: Any) -> int:
                asked.append(given[4])
                return await choose(*given)

            monkeypatch.setattr(house.thinkers, "choose", note)
            room = await house.open_room(slow_opening(10))
            while room.play.ply < 2:
                await asyncio.sleep(0.001)

    try_it(play)
    assert asked[:2] == ["octavia", "random"]


# In the process that thinks


def matter(*codes: int, seed: int = 1) -> Matter:
    options = {name: str(value) for name, value in QUICK.items()}
    return Matter("stencil", options, "", codes, "octavia", seed, len(codes) % 2)


def visits(thought: Thought) -> int:
    return sum(candidate.visits for candidate in thought.candidates)


def test_a_thought_goes_on_where_it_was_and_one_that_was_forgotten_begins_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pondering, "_trees", [])
    tree, first = think_on(matter(), 0, 0.01)
    again, second = think_on(matter(), 1, 0.01)
    assert again == tree
    assert visits(second) >= visits(first) + second.simulations - 1
    for seed in range(2, 2 + pondering.KEPT_TREES):
        assert think_on(matter(seed=seed), 0, 0.0)[0] != tree
    assert len(pondering._trees) == pondering.KEPT_TREES
    assert think_on(matter(), 2, 0.0)[0] != tree


def test_trees_of_the_same_matter_are_taken_together() -> None:
    one = Thought((0.0, 0.0), (Candidate(3, 30, (1.0, -1.0)), Candidate(4, 10, (0.0, 0.0))), 40)
    other = Thought((0.0, 0.0), (Candidate(4, 50, (0.6, -0.6)), Candidate(3, 10, (0.2, -0.2))), 60)
    best, second = take_together([one, other], 0)
    assert (best.code, best.visits, second.code, second.visits) == (4, 60, 3, 40)
    assert best.values == pytest.approx((0.5, -0.5))
    assert second.values == pytest.approx((0.8, -0.8))
    unseen = Thought((0.0, 0.0), (Candidate(3, 0, (1.0, -1.0)),), 0)
    assert take_together([unseen, unseen], 0) == (Candidate(3, 0, (1.0, -1.0)),)


def test_a_name_says_who_it_is_and_how_long_it_thinks() -> None:
    assert (level_name("octavia:seconds=2.5"), seconds_of("octavia:seconds=2.5")) == ("octavia", 2.5)
    assert (level_name("octavia"), seconds_of("octavia"), seconds_of("")) == ("octavia", 0.0, 0.0)
