"""Hints, a look back at a play, and bots that are made ready ahead of their first move."""

import asyncio
import re
import time
from collections.abc import Callable, Iterator
from concurrent.futures.process import BrokenProcessPool
from pathlib import Path
from typing import Any

import httpx
import pytest

from parlour.engine.people import say
from parlour.engine.wording import capital
from parlour.search.reasons import VAGUE
from parlour.search.warming import RULES, SEARCH
from parlour.server.api import messages as m
from parlour.server.api.advice import find_levels, tell_hint
from parlour.server.bots import readiness, studies
from parlour.server.bots.hints import advise_on, tell_hints
from parlour.server.bots.question import Question
from parlour.server.bots.readiness import Progress, Readiness
from parlour.server.bots.studies import EFFORTS, Studies, study_plies
from parlour.server.bots.thinkers import Thinkers
from parlour.server.bots.turns import Turns
from parlour.server.rooms import acts
from parlour.server.rooms.refusal import Refused
from tests.server.compilers import compile_in_steps, die
from tests.server.people import PATIENCE_SECONDS, Person, new_client
from tests.server.serving import Server, running_server
from tests.server.table import Table, open_table

QUICK = {"first_player": "red", "plate_choice": "fixed", "games": 1}
SEARCHED = QUICK | {"games": 2}  # too much for exact values


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with running_server(tmp_path_factory.mktemp("advising")) as running:
        yield running


@pytest.fixture(scope="module")
def client(server: Server) -> Iterator[httpx.Client]:
    with new_client(server) as found:
        yield found


def settle(person: Person, method: str, path: str, **body: Any) -> dict[str, Any]:
    """Ask until it is not under way any more."""
    deadline = time.monotonic() + PATIENCE_SECONDS
    while time.monotonic() < deadline:
        answer = person.ask(method, path, **body)
        assert answer.is_success, answer.text
        if answer.status_code == 200:
            found: dict[str, Any] = answer.json()
            return found
        m.UnderWay.model_validate(answer.json(), extra="forbid")
        time.sleep(0.05)
    raise AssertionError(f"{path} did not come to an end: {answer.text}")


# Hints


def test_a_hint_is_noted_once_and_changes_nothing() -> None:
    table = open_table(options=QUICK)
    after, position, legal = table.room.after, table.room.play.position, table.notations()
    for level in (1, 5, 5, 1):
        table.do(acts.take_hint, "Ann", 0, after, level)
    assert table.kinds(after) == ["hinted", "hinted"]
    assert [say(told.words) for told in table.room.told[-2:]] == ["Ann asks for a hint."] * 2
    assert (table.room.after, table.room.play.position, table.notations()) == (after, position, legal)
    assert table.reread().show("Ann") == table.show("Ann")
    table.move(after=after)
    assert table.kinds()[-1] == "moved"


@pytest.mark.parametrize(
    ("key", "seat", "late", "status", "sentence"),
    [
        ("Ben", 0, 0, 403, "seat 0 is not yours"),
        ("", 0, 0, 403, "seat 0 is not yours"),
        ("Ann", 2, 0, 404, "there is no seat 2"),
        ("Ben", 1, 0, 409, "it is not the turn of seat 1"),
        ("Ann", 0, 1, 409, "the board has changed since entry"),
    ],
)
def test_who_cannot_move_gets_no_hint(key: str, seat: int, late: int, status: int, sentence: str) -> None:
    table = open_table(options=QUICK)
    number = table.room.number
    with pytest.raises(Refused, match=sentence) as refusal:
        table.do(acts.take_hint, key, seat, table.room.after - late, 5)
    assert refusal.value.status == status
    assert table.room.number == number


def test_no_hint_before_the_play_after_it_at_chance_or_where_there_are_none() -> None:
    open_seat = open_table(options=QUICK, seated=False)
    open_seat.do(acts.sit, "Ann", 0, "Ann", "seed")
    over = open_table(options=QUICK)
    over.do(acts.resign, "Ann", 0)
    dice = open_table("quatro", "two", dice="manual")
    without = open_table(options=QUICK, hints="never")
    expected = {
        "the play has not begun": open_seat,
        "the play is over": over,
        "chance decides: there is nothing to give a hint about": dice,
        "in this room there are no hints": without,
    }
    for sentence, table in expected.items():
        with pytest.raises(Refused, match=sentence) as refusal:
            table.do(acts.take_hint, "Ann", 0, table.room.after, 5)
        assert refusal.value.status == 409
    assert [table.show("Ann")["hints"] for table in (over, without)] == ["allow", "never"]


@pytest.mark.parametrize(
    ("own", "levels"), [(0, [1, 5]), (1, [1, 5]), (2, [1, 2, 5]), (5, [1, 2, 3, 4, 5]), (9, [1, 2, 3, 4, 5])]
)
def test_which_hints_there_are(own: int, levels: list[int]) -> None:
    assert find_levels(["words"] * own) == levels


def test_a_reason_that_says_nothing_comes_with_its_move() -> None:
    move = {"label": "from A4 to A8", "reason": "gains in the race"}
    assert tell_hint(1, [1, 5], [], [move]) == {
        "level": 1,
        "levels": [1, 5],
        "sentences": ["The best move gains in the race."],
        "moves": [],
    }
    for reason in VAGUE:
        vague = move | {"reason": reason}
        assert tell_hint(1, [1, 5], [], [vague]) == {
            "level": 1,
            "levels": [1],
            "sentences": [f"From A4 to A8: it {reason}."],
            "moves": [vague],
        }


def test_numeric_has_five_hints_of_its_own() -> None:
    table = open_table("numeric", options={"first_side": "A"}, dice="manual")
    table.move("6431", seat=0)
    told = tell_hints(Question.about(table.room))
    assert len(told) == 5
    assert told[0] == "56 free numbers can be made."
    assert told[3:] == ["To make 73, begin with 6 × 4 = 24.", "73 = 6 × 4 × 3 + 1."]


def test_the_best_moves_are_legal_and_explained() -> None:
    table = open_table(options=QUICK, position="")
    table.move("b2")
    found = advise_on(Question.about(table.room))
    known = {action.notation: action for action in table.room.play.legal}
    assert len(found) == 3
    for move in found:
        m.ShownAdvice.model_validate(move, extra="forbid")
        assert move["sentence"] == known[move["notation"]].sentence
        assert tuple(move["path"]) == known[move["notation"]].path
        assert all(0 <= points <= 1 for points in move["values"]), "one point is to be won"
        assert move["reason"]


def test_hints_over_the_wire(client: httpx.Client) -> None:
    ann, ben = Person(client), Person(client, "Ben")
    code = ann.open(options=QUICK)["code"]
    ann.sit(code, 0)
    ben.sit(code, 1)
    view = ann.see(code)
    asked = {"seat": 0, "after": view["after"]}
    path = f"/rooms/{code}/hints"
    hint = settle(ann, "POST", path, **asked)
    m.Hint.model_validate(hint, extra="forbid")
    assert (hint["level"], hint["levels"]) == (5, [1, 5])
    assert hint["moves"][0]["notation"] in [action["notation"] for action in view["legal"]]
    first = hint["moves"][0]
    assert hint["sentences"] == [f"{capital(first['label'])}: it {first['reason']}."]
    assert first["label"] == next(a["label"] for a in view["legal"] if a["notation"] == first["notation"])
    assert settle(ann, "POST", path, **asked) == hint
    little = settle(ann, "POST", path, **asked, level=1)
    assert little == tell_hint(1, [1, 5], [], hint["moves"])
    assert "there is no hint of level 3 here: expected one of 1, 5" in ann.refused(422, "POST", path, **asked, level=3)
    assert ben.refused(403, "POST", path, **asked) == "seat 0 is not yours"
    for level in (0, 6):
        ann.refused(422, "POST", path, **asked, level=level)
    told = [told["sentence"] for told in ben.see(code)["told"]]
    assert told.count("Ann asks for a hint.") == 2, "once for every level"
    assert ann.move(code, first["notation"]).is_success
    assert "the board has changed" in ann.refused(409, "POST", path, **asked)


def test_a_room_without_hints(client: httpx.Client) -> None:
    ann = Person(client)
    code = ann.open(options=QUICK, hints="never")["code"]
    ann.sit(code, 0, 1)
    view = ann.see(code)
    assert view["hints"] == "never"
    asked = {"seat": 0, "after": view["after"]}
    assert ann.refused(409, "POST", f"/rooms/{code}/hints", **asked) == "in this room there are no hints"


# Looking back


def played(moves: int) -> Table:
    table = open_table(options=SEARCHED)
    for _ in range(moves):
        table.move()
    table.do(acts.resign, "Ann", 0)
    return table


def test_a_play_is_looked_at_in_chunks(monkeypatch: pytest.MonkeyPatch) -> None:
    question = Question.about(played(6).room)
    monkeypatch.setattr(studies, "CHUNK_SECONDS", 0.0)
    ply, steps = 0, []
    for done in range(1, 7):
        chunk = study_plies(question, ply, 0)
        assert chunk.ply == done, "one at least"
        ply = chunk.ply
        steps += chunk.steps
    assert [step["ply"] for step in steps] == list(range(1, 7))
    studies._pasts.clear()
    monkeypatch.setattr(studies, "CHUNK_SECONDS", 60.0)
    assert study_plies(question, 0, 0).steps == steps, "another process may go on"
    studies._pasts.clear()
    assert study_plies(question, 4, 0).steps == steps[4:]


def test_calls_of_the_referee_are_nobodys_doing() -> None:
    table = open_table("numeric", options={"first_side": "A", "move_seconds": 60}, dice="manual")
    table.move("6431", seat=0)
    table.room.add("called", table.at, word="timeout")
    question = Question.about(table.room)
    assert question.calls == {1: "timeout"}
    past = studies.Past(question)
    past.push()
    assert past.look() is None
    past.push()
    assert past.play.states.tobytes() == question.state


def test_analysis_over_the_wire(client: httpx.Client) -> None:
    ann, cem = Person(client), Person(client, "Cem")
    opened = ann.open(options=SEARCHED)
    code = opened["code"]
    ann.sit(code, 0, 1)
    path = f"/rooms/{code}/analysis"
    assert ann.refused(409, "GET", path) == "the play is not over yet"
    for _ in range(6):
        ann.move(code)
    ann.do("POST", f"/rooms/{code}/resign", seat=0)
    answer = ann.ask("GET", path)
    assert (answer.status_code, answer.json()) == (202, {"done": 0, "of": 6})
    found = settle(cem, "GET", f"/rooms/{opened['watch']}/analysis")
    m.Analysis.model_validate(found, extra="forbid")
    assert ann.do("GET", path) == found, "it is the same for all"
    assert [seat["name"] for seat in found["seats"]] == ["Ann", "Ann"]
    assert [ply["seat"] for ply in found["plies"]] == [0, 1] * 3
    assert found["plies"][0]["notation"] == "a1"
    for seat in found["seats"]:
        own = [ply for ply in found["plies"] if ply["seat"] == seat["seat"]]
        assert seat["decisions"] == len(own)
        assert seat["best"] == sum(ply["better"] is None for ply in own)
        assert seat["cost"] == pytest.approx(sum(ply["cost"] for ply in own), abs=0.001)
    costly = [ply for ply in found["plies"] if ply["better"]]
    assert costly, "not every first legal move is the best"
    for ply in costly:
        assert ply["cost"] == pytest.approx(
            ply["better"]["values"][ply["seat"]] - ply["values"][ply["seat"]], abs=0.001
        )
        assert ply["better"]["notation"] != ply["notation"]
        assert re.match(r"[A-Z].*\.$", ply["better"]["sentence"])


def test_a_play_without_moves_has_nothing_to_look_at(client: httpx.Client) -> None:
    ann = Person(client)
    code = ann.open(options=QUICK)["code"]
    ann.sit(code, 0, 1)
    ann.do("POST", f"/rooms/{code}/resign", seat=1)
    found = settle(ann, "GET", f"/rooms/{code}/analysis")
    assert found["plies"] == []
    assert [seat["decisions"] for seat in found["seats"]] == [0, 0]


class Ready(Readiness):
    """Everything is compiled already."""

    async def _prepare(self, game: str, what: str) -> None:
        pass


class Answering(Thinkers):
    """Thinkers that are not in other processes, and take as long as they say."""

    def __init__(self, seconds: float = 0.0, fails: int = 0) -> None:
        super().__init__(1)
        self.seconds, self.fails = seconds, fails
        self.asked: list[tuple[Any, ...]] = []

    async def ask(self, work: Callable[..., Any], *given: Any, **named: Any) -> Any:
        self.asked.append(given)
        await asyncio.sleep(0)
        if self.fails:
            self.fails -= 1
            raise BrokenProcessPool("they died")
        _, ply, _ = given
        return studies.Chunk([], ply + 1, True, self.seconds)


async def finish(studies: Studies, table: Table) -> bytes:
    for _ in range(1000):
        if answer := studies.find(table.room, "1.2.3.4").answer:
            return answer
        await asyncio.sleep(0)
    raise AssertionError("it did not come to an end")


def test_all_who_ask_share_one_study() -> None:
    table, thinkers = played(6), Answering()

    async def ask() -> None:
        studies = Studies(thinkers, Ready(thinkers))
        answers = await asyncio.gather(*(finish(studies, table) for _ in range(5)))
        assert len(set(answers)) == 1

    asyncio.run(ask())
    assert [ply for _, ply, _ in thinkers.asked] == list(range(6))


def test_a_long_play_is_looked_at_with_less_effort() -> None:
    table, thinkers = played(12), Answering(seconds=studies.STUDY_SECONDS / 6)

    async def ask() -> None:
        await finish(Studies(thinkers, Ready(thinkers)), table)

    asyncio.run(ask())
    efforts = [effort for _, _, effort in thinkers.asked]
    assert efforts == sorted(efforts)
    assert (efforts[0], efforts[-1]) == (0, len(EFFORTS) - 1)


def test_a_study_that_fails_is_refused_and_tried_again() -> None:
    table, thinkers = played(6), Answering(fails=1)

    async def ask() -> None:
        studies = Studies(thinkers, Ready(thinkers))
        with pytest.raises(Refused, match="nobody can think about this just now") as refusal:
            await finish(studies, table)
        assert refusal.value.status == 503
        assert await finish(studies, table)

    asyncio.run(ask())


def test_a_study_that_nobody_asks_for_any_more_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    table, thinkers = played(6), Answering()
    monkeypatch.setattr(studies, "FORGOTTEN_SECONDS", -1.0)

    async def ask() -> None:
        study = Studies(thinkers, Ready(thinkers)).find(table.room, "1.2.3.4")
        assert study.task is not None
        await study.task

    asyncio.run(ask())
    assert len(thinkers.asked) == 1


def test_only_so_many_studies_are_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(studies, "KEPT_STUDIES", 2)
    tables = [played(2) for _ in range(3)]
    for number, table in enumerate(tables):
        table.room.code = f"room{number}"
    thinkers = Answering()

    async def ask() -> None:
        studies = Studies(thinkers, Ready(thinkers))
        studies.find(tables[0].room, "1.2.3.4")
        studies.find(tables[1].room, "1.2.3.4")
        with pytest.raises(Refused, match="2 plays are being looked at already"):
            studies.find(tables[2].room, "1.2.3.4")
        await finish(studies, tables[0])
        await finish(studies, tables[1])
        await finish(studies, tables[2])
        assert list(studies._kept) == ["room1", "room2"]

    asyncio.run(ask())


def test_whoever_has_many_plays_looked_at_does_not_keep_others_from_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """When there are too many the last of whoever asked for most is given up."""
    monkeypatch.setattr(studies, "KEPT_STUDIES", 3)
    tables = [played(2) for _ in range(5)]
    for number, table in enumerate(tables):
        table.room.code = f"room{number}"
    thinkers = Answering()

    async def ask() -> None:
        studies = Studies(thinkers, Ready(thinkers))
        for table in tables[:3]:
            studies.find(table.room, "greedy")
        studies.find(tables[3].room, "modest")
        assert list(studies._kept) == ["room0", "room1", "room3"]
        for asker in ("greedy", "modest"):
            with pytest.raises(Refused, match="3 plays are being looked at already"):
                studies.find(tables[4].room, asker)
        await studies.close()

    asyncio.run(ask())


def test_who_waits_for_a_thinker_waits_for_one_thing_of_each_other_person() -> None:
    done: list[str] = []

    async def work(turns: Turns, who: str) -> None:
        async with turns.take(who):
            await asyncio.sleep(0)
            done.append(who)

    async def ask() -> None:
        turns = Turns(1)
        tasks = [asyncio.create_task(work(turns, who)) for who in ["greedy"] * 6 + ["Ann"] * 2 + ["Ben"]]
        await asyncio.sleep(0)
        tasks[1].cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        async with asyncio.timeout(5), turns.take("Cem"):
            done.append("Cem")

    asyncio.run(ask())
    assert done == ["greedy", "greedy", "Ann", "Ben", "greedy", "Ann", "greedy", "greedy", "Cem"]


# Readiness


async def watch_warming(found: Readiness, task: asyncio.Task[None]) -> list[Progress]:
    seen: list[Progress] = []
    while not task.done():
        seen += [Progress(**vars(progress)) for progress in found.under_way]
        await asyncio.sleep(0.005)
    return seen


def test_what_nobody_asked_for_is_made_ready_in_spare_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """Who asks goes first; then it goes on where it was."""
    begun: list[str] = []
    ready: set[str] = set()

    async def run(self: Readiness, progress: Progress, what: str) -> bool:
        begun.append(progress.game)
        await asyncio.sleep(0.02)
        ready.add(progress.game)
        return True

    monkeypatch.setattr(Readiness, "_run", run)
    monkeypatch.setattr(readiness, "_is_ready", lambda game, what: game in ready)

    class Loading(Answering):
        async def ask(self, work: Callable[..., Any], *given: Any, **named: Any) -> Any:
            pass

    async def warm() -> None:
        found = Readiness(Loading())
        ahead = asyncio.create_task(found.work_ahead(["quatro", "stencil", "numeric"]))
        while begun != ["quatro"]:
            await asyncio.sleep(0.001)
        assert await found.wait(found.want("numeric", SEARCH))
        await ahead
        await found.close()

    asyncio.run(warm())
    assert begun == ["quatro", "numeric", "quatro", "stencil"]


@pytest.mark.parametrize("work", [compile_in_steps, die])
def test_what_is_under_way_is_told_until_it_ends_well_or_badly(
    work: Callable[..., None], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(readiness, "compile_ahead", work)
    monkeypatch.setattr(readiness, "_is_ready", lambda game, what: False)
    loaded: list[tuple[Any, ...]] = []

    class Loading(Answering):
        async def ask(self, work: Callable[..., Any], *given: Any, **named: Any) -> Any:
            loaded.append((work, *given))

    async def warm() -> list[Progress]:
        found = Readiness(Loading())
        task = found.want("stencil", SEARCH)
        assert found.want("stencil", SEARCH) is task, "once"
        assert found.want("stencil", RULES) is not task
        seen = await watch_warming(found, task)
        assert await found.wait(task)
        assert found.under_way == [] or found.under_way[0] is not seen[0]
        await found.close()
        assert found.under_way == []
        return seen

    seen = asyncio.run(warm())
    assert {progress.game for progress in seen} == {"stencil"}
    assert seen[-1].of == 3
    done = [progress.done for progress in seen]
    assert done == sorted(done)
    assert loaded[0] == (readiness.load, "stencil", SEARCH)


def test_what_is_on_disk_is_not_compiled_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(readiness, "_is_ready", lambda game, what: True)

    class Loading(Answering):
        async def ask(self, work: Callable[..., Any], *given: Any, **named: Any) -> Any:
            raise BrokenProcessPool("whatever happens")

    async def warm() -> list[Progress]:
        found = Readiness(Loading())
        task = found.want_bot("stencil", "pip")
        assert task is found.want("stencil", SEARCH)
        assert found.want_bot("stencil", "random") is found.want("stencil", RULES)
        seen = await watch_warming(found, task)
        assert await found.wait(task)
        return seen

    assert asyncio.run(warm()) == []


def test_a_bot_moves_when_its_game_is_ready(client: httpx.Client) -> None:
    ann = Person(client)
    code = ann.open(options=QUICK, bots={"0": "random"})["code"]
    for progress in client.get("/api/warming").json():
        m.Warmed.model_validate(progress, extra="forbid")
    ann.sit(code, 1)
    ann.wait_for(code, lambda view: view["legal"])
    assert "stencil" not in [progress["game"] for progress in client.get("/api/warming").json()]


def test_bots_are_made_ready_before_they_are_asked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """When a room is opened with one, and when one is engaged."""
    from parlour.server.live.house import House
    from parlour.server.settings import Settings

    asked: list[tuple[str, str]] = []

    async def prepare(self: Readiness, game: str, what: str) -> None:
        asked.append((game, what))

    monkeypatch.setattr(Readiness, "_prepare", prepare)

    async def open_and_engage() -> None:
        house = House(Settings(data=str(tmp_path)))
        await house.open()
        try:
            opening = {"game": "stencil", "rules": 1, "options": {}, "host": "h"}
            opening["rules"] = open_table().room.play.game.version
            bot = {"name": "Random", "bot": "random", "seed": "s"}
            await house.open_room({**opening, "seats": [bot, {}]})
            await asyncio.sleep(0)
            assert asked == [("stencil", RULES)]
            room = await house.open_room({**opening, "seats": [{}, {}]})
            await house.act(room.code, lambda room, at: acts.engage(room, "h", 0, "pip", "Pip", at))
            await asyncio.sleep(0)
            assert asked == [("stencil", RULES), ("stencil", SEARCH)]
        finally:
            await house.close()

    asyncio.run(open_and_engage())


def test_a_bot_plays_at_a_glance_while_its_search_is_compiled(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from parlour.server.live.house import House
    from parlour.server.settings import Settings

    compiled = asyncio.Event()

    async def run(self: Readiness, progress: Progress, what: str) -> bool:
        await compiled.wait()
        return True

    monkeypatch.setattr(Readiness, "_run", run)
    monkeypatch.setattr(readiness, "_is_ready", lambda game, what: False)
    monkeypatch.setattr(readiness, "load", int)  # nothing

    async def play() -> None:
        house = House(Settings(data=str(tmp_path)))
        asked: list[str] = []

        async def choose(game: str, options: Any, placed: str, codes: list[int], bot: str, seed: int) -> int:
            asked.append(bot)
            return house.memory._live[code].room.play.legal_codes()[0]

        monkeypatch.setattr(house.thinkers, "choose", choose)
        await house.open()
        try:
            bots = [{"name": name.title(), "bot": name, "seed": "s"} for name in ("pip", "octavia")]
            opening = {"game": "stencil", "rules": open_table().room.play.game.version, "options": QUICK, "host": "h"}
            room = await house.open_room({**opening, "seats": bots})
            code = room.code
            while len(room.movers) < 4:
                await asyncio.sleep(0.01)
            assert house.readiness.under_way
            assert not asked, "it has not been thought about"
            compiled.set()
            while not asked:
                await asyncio.sleep(0.01)
        finally:
            await house.close()

    asyncio.run(asyncio.wait_for(play(), PATIENCE_SECONDS))
