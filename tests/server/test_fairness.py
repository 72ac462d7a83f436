"""Is this fair? Bots play by the rules that somebody has chosen, beside everything else."""

import asyncio
import subprocess
import sys
import time
from collections.abc import Iterator
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

import httpx
import pytest

from parlour.engine.cache import cache_root
from parlour.engine.game import find_game
from parlour.laboratory.estimates import Estimate
from parlour.laboratory.glimpse import GLIMPSED, Glimpse
from parlour.laboratory.plan import Plan, new_plan
from parlour.laboratory.runs import FOLDER
from parlour.server.api import messages as m
from parlour.server.api.fairness import plan_question
from parlour.server.app import create_api
from parlour.server.bots import glimpses
from parlour.server.bots.apart import run_apart
from parlour.server.bots.glimpses import Asking, Glimpses
from parlour.server.bots.readiness import Progress
from parlour.server.live.house import House
from parlour.server.rooms.refusal import Refused
from parlour.server.settings import Settings
from tests.server.people import PATIENCE_SECONDS, new_client
from tests.server.serving import Server, running_server

RULES = "?preset=quick&min_counters_to_claim=2"
FOUND = Glimpse(7, "dora", "whoever began", Estimate(0.5, 0.4, 0.6, 7), 0.5, Estimate(9, 8, 10, 7), "Fair.", "Short.")


# On a real server


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with running_server(tmp_path_factory.mktemp("fairness")) as running:
        yield running


@pytest.fixture
def client(server: Server) -> Iterator[httpx.Client]:
    with new_client(server) as found:
        yield found


def settle(client: httpx.Client, path: str) -> httpx.Response:
    """Ask until it is not under way any more."""
    deadline = time.monotonic() + 4 * PATIENCE_SECONDS
    while time.monotonic() < deadline:
        answer = client.get(path)
        assert answer.is_success, answer.text
        if answer.status_code == 200:
            return answer
        if answer.headers["content-type"] == "application/json":
            m.FairnessUnderWay.model_validate(answer.json(), extra="forbid")
        else:
            assert '<meta http-equiv="refresh" content="2">' in answer.text
        time.sleep(0.1)
    raise AssertionError(f"{path} did not come to an end: {answer.text}")


def test_rules_are_asked_about_and_answered_in_two_sentences_with_a_page(client: httpx.Client) -> None:
    forget_all()
    first = client.get(f"/api/games/stencil/fairness{RULES}")
    assert first.status_code == 202
    found = settle(client, f"/api/games/stencil/fairness{RULES}").json()
    m.Fairness.model_validate(found, extra="forbid")
    fairness, length = found["sentences"]
    assert fairness.startswith(f"Equal bots played this {found['plays']:,} times")
    assert length.startswith("It takes about ")
    assert found["wins"]["low"] < found["wins"]["value"] < found["wins"]["high"]
    assert client.get(f"/api/games/stencil/fairness{RULES}").json() == found
    assert found["page"] == f"/api/games/stencil/fairness/page{RULES}"
    page = settle(client, found["page"])
    assert page.headers["content-type"] == "text/html; charset=utf-8"
    assert f"{found['plays']:,} plays with 2 players: Dora on every seat" in page.text
    assert "http://" not in page.text.replace("http://www.w3.org/", "")
    assert client.get(found["page"]).content == page.content


def test_another_server_on_the_same_machine_knows_the_answer(client: httpx.Client, tmp_path: Path) -> None:
    found = settle(client, f"/api/games/stencil/fairness{RULES}").json()
    with running_server(tmp_path) as other, new_client(other) as stranger:
        answer = stranger.get(f"/api/games/stencil/fairness{RULES}")
        assert (answer.status_code, answer.json()) == (200, found)


@pytest.mark.parametrize(
    ("path", "status", "sentence", "option"),
    [
        ("chess/fairness", 404, "there is no game 'chess'", None),
        ("stencil/fairness?games=many", 422, "games cannot be 'many'", "games"),
        ("stencil/fairness?page=1", 422, "there is no option 'page'", None),
        ("stencil/fairness?preset=none", 422, "stencil has no preset 'none'", None),
        ("stencil/fairness/page?games=0", 422, "games cannot be '0'", "games"),
        ("stencil/fairness?" + "x" * 3000 + "=1", 422, "there is no option 'xxx", None),
    ],
)
def test_rules_that_there_are_not_are_refused_in_a_sentence(
    client: httpx.Client, path: str, status: int, sentence: str, option: str | None
) -> None:
    answer = client.get(f"/api/games/{path}")
    assert answer.status_code == status
    assert sentence in answer.json()["error"]
    assert option is None or answer.json()["option"] == option


def test_the_server_starts_without_what_pages_need() -> None:
    heavy = "{'scipy.stats', 'matplotlib', 'polars', 'optuna', 'ray'}"
    program = f"import parlour.server.app, sys; print({heavy} & set(sys.modules))"
    told = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert told.stdout.strip() == "set()"


# In the house, with nobody who plays


class Ready:
    """Everything is compiled."""

    def want_bot(self, game: str, bot: str) -> None:
        pass

    async def wait(self, task: None) -> bool:
        return True

    def progress(self, game: str) -> Progress:
        return Progress(game, 3, 9)


class Company:
    """The processes that would play: each ends when it is told to."""

    def __init__(self) -> None:
        self.begun: list[Plan] = []
        self.work: list[str] = []
        self.go_on = asyncio.Event()
        self.sends: Any = FOUND

    async def run(self, work: Any, plan: Plan, hear: Any, seconds: float) -> bool:
        self.begun.append(plan)
        self.work.append(work.__name__)
        hear((1, 400))
        await self.go_on.wait()
        hear(self.sends if work is glimpses.glimpse else b"<html>")
        return True


@pytest.fixture
def company(monkeypatch: pytest.MonkeyPatch) -> Company:
    found = Company()
    monkeypatch.setattr(glimpses, "run_apart", found.run)
    monkeypatch.setattr(glimpses, "read_glimpse", lambda plan: None)
    return found


def new_house() -> Glimpses:
    ready: Any = Ready()
    return Glimpses(ready)


def plan_of(seed: int) -> Plan:
    game = find_game("stencil")
    return new_plan(game, game.settle("quick"), "random", seed)


async def ask(house: Glimpses, seed: int, asker: str = "Ann", page: bool = False) -> Asking:
    asking = await house.find(str(seed), plan_of(seed), asker, page)
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    return asking


async def finish(asking: Asking) -> None:
    while asking.task is not None:
        await asyncio.sleep(0.001)


def test_all_who_ask_about_the_same_rules_share_one_answer(company: Company) -> None:
    async def go() -> None:
        house = new_house()
        first, second = await ask(house, 0), await ask(house, 0, "Ben")
        assert first is second
        assert house.tell_progress(first) == ("playing", 1, 400)
        company.go_on.set()
        await finish(first)
        assert (await ask(house, 0)).found == FOUND
        assert len(company.begun) == 1

    asyncio.run(go())


def test_what_the_laboratory_has_kept_is_not_played_again(company: Company, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(glimpses, "read_glimpse", lambda plan: FOUND)

    async def go() -> None:
        asking = await ask(new_house(), 0)
        assert (asking.found, asking.task, company.begun) == (FOUND, None, [])

    asyncio.run(go())


def test_one_is_tried_at_a_time_and_those_who_ask_take_turns(company: Company) -> None:
    async def go() -> None:
        house = new_house()
        asked = [await ask(house, seed, "greedy") for seed in range(3)] + [await ask(house, 3, "modest")]
        assert [plan.seed for plan in company.begun] == [0]
        assert house.tell_progress(asked[3]) == ("waiting", 0, 0)
        company.go_on.set()
        for asking in asked:
            await finish(asking)
        assert [plan.seed for plan in company.begun] == [0, 1, 3, 2]

    asyncio.run(go())


def test_too_many_at_once_are_refused_and_the_greedy_make_place(
    company: Company, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(glimpses, "KEPT_GLIMPSES", 3)

    async def go() -> None:
        house = new_house()
        for seed in range(3):
            await ask(house, seed, "greedy")
        with pytest.raises(Refused, match="3 sets of rules are being tried already: try again soon") as refusal:
            await ask(house, 3, "greedy")
        assert refusal.value.status == 503
        await ask(house, 4, "modest")
        assert list(house._kept) == ["0", "1", "4"]
        company.go_on.set()
        await finish(house._kept["4"])
        assert 2 not in [plan.seed for plan in company.begun]

    asyncio.run(go())


def test_a_question_that_nobody_asks_any_more_is_not_begun(company: Company, monkeypatch: pytest.MonkeyPatch) -> None:
    async def go() -> None:
        house = new_house()
        first, second = await ask(house, 0), await ask(house, 1)
        monkeypatch.setattr(glimpses, "FORGOTTEN_SECONDS", -1.0)
        company.go_on.set()
        await finish(first)
        await finish(second)
        assert [plan.seed for plan in company.begun] == [0]
        assert list(house._kept) == ["0"]

    asyncio.run(go())


@pytest.mark.parametrize(
    ("far", "ended", "status", "sentence"),
    [
        ((0, 400), False, 422, "finish a single game by these rules in time"),
        ((5, 400), False, 503, "no bot is free to think"),
        (None, True, 503, "no bot is free"),
    ],
)
def test_who_gets_no_answer_is_told_so_once_and_may_ask_again(
    far: Any, ended: bool, status: int, sentence: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    tries: list[Plan] = []

    async def run(work: Any, plan: Plan, hear: Any, seconds: float) -> bool:
        tries.append(plan)
        if far:
            hear(far)
        return ended

    monkeypatch.setattr(glimpses, "run_apart", run)
    monkeypatch.setattr(glimpses, "read_glimpse", lambda plan: None)

    async def go() -> None:
        house = new_house()
        await finish(await ask(house, 0))
        with pytest.raises(Refused, match=sentence) as refusal:
            await ask(house, 0)
        assert refusal.value.status == status
        await finish(await ask(house, 0))
        assert len(tries) == 2

    asyncio.run(go())


def test_the_page_is_written_when_it_is_asked_for_and_once(company: Company) -> None:
    async def go() -> None:
        house = new_house()
        company.go_on.set()
        await finish(await ask(house, 0))
        assert company.work == ["glimpse"]
        for _ in range(2):
            await finish(await ask(house, 0, page=True))
        assert company.work == ["glimpse", "write_report"]
        assert (await ask(house, 0, page=True)).page == b"<html>"

    asyncio.run(go())


def test_a_page_that_is_opened_first_is_played_for_first(company: Company) -> None:
    async def go() -> None:
        company.go_on.set()
        await finish(await ask(new_house(), 0, page=True))
        assert company.work == ["glimpse", "write_report"]

    asyncio.run(go())


def test_a_house_that_closes_waits_for_nobody(company: Company) -> None:
    async def go() -> None:
        house = new_house()
        asked = [await ask(house, 0), await ask(house, 1)]
        async with asyncio.timeout(5):
            await house.close()
        assert [asking.task for asking in asked] == [None, None]

    asyncio.run(go())


def sleep_long(sending: Connection) -> None:
    sending.send("begun")
    time.sleep(600)


def test_a_process_that_takes_too_long_is_ended() -> None:
    assert not asyncio.run(run_apart(sleep_long, hear=lambda sent: None, seconds=3.0))


# Without the extra


def test_without_the_extra_there_are_two_sentences_and_no_link(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(glimpses, "NEEDED", ("no_such_library",))
    monkeypatch.setattr(glimpses, "read_glimpse", lambda plan: FOUND)
    settings = Settings(data=str(tmp_path))
    app = create_api(settings, House(settings))

    async def go() -> tuple[httpx.Response, httpx.Response]:
        async with httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://test") as client:
            path = "/api/games/stencil/fairness"
            return await client.get(path + RULES), await client.get(f"{path}/page{RULES}")

    answer, refused = asyncio.run(go())
    assert (answer.json()["sentences"], answer.json()["page"]) == (["Fair.", "Short."], None)
    assert refused.status_code == 404
    assert refused.json()["error"].endswith("pip install 'parlour[lab]'")


def test_the_same_rules_told_in_another_way_are_the_same_question() -> None:
    plainly = plan_question("stencil", "quick", ())
    in_full = plan_question("stencil", None, tuple(find_game("stencil").presets["quick"].items()))
    assert plainly == in_full


def forget_all() -> None:
    for path in (cache_root() / FOLDER).glob(f"*{GLIMPSED.suffix}"):
        path.unlink()
