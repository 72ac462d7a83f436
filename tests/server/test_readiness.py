"""Bots that are made ready ahead of their first move."""

import asyncio
import sys
from collections.abc import Callable, Iterator
from concurrent.futures.process import BrokenProcessPool
from pathlib import Path
from typing import Any

import httpx
import pytest

from parlour.search.warming import RULES, SEARCH
from parlour.server.api import messages as m
from parlour.server.bots import readiness
from parlour.server.bots.readiness import Progress, Readiness
from parlour.server.bots.thinkers import Thinkers
from parlour.server.rooms import acts
from tests.server.compilers import compile_in_steps, die
from tests.server.people import PATIENCE_SECONDS, Person, new_client
from tests.server.serving import Server, running_server
from tests.server.table import open_table

QUICK = {"first_player": "red", "plate_choice": "fixed", "games": 1}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with running_server(tmp_path_factory.mktemp("readying")) as running:
        yield running


@pytest.fixture(scope="module")
def client(server: Server) -> Iterator[httpx.Client]:
    with new_client(server) as found:
        yield found


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

    class Loading(Thinkers):
        async def ask(self, work: Callable[..., Any], *given: Any, **named: Any) -> Any:
            pass

    async def warm() -> None:
        found = Readiness(Loading(1))
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

    class Loading(Thinkers):
        async def ask(self, work: Callable[..., Any], *given: Any, **named: Any) -> Any:
            loaded.append((work, *given))

    async def warm() -> list[Progress]:
        found = Readiness(Loading(1))
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

    class Loading(Thinkers):
        async def ask(self, work: Callable[..., Any], *given: Any, **named: Any) -> Any:
            raise BrokenProcessPool("whatever happens")

    async def warm() -> list[Progress]:
        found = Readiness(Loading(1))
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


@pytest.mark.skipif(sys.platform != "linux", reason="asks /proc what a process has loaded")
def test_the_server_itself_does_without_the_compiler(client: httpx.Client, server: Server) -> None:
    """It would take half as much memory again; whoever thinks does so in a process of their own."""
    ann = Person(client)
    code = ann.open(bots={1: "pip"}, options=QUICK)["code"]
    ann.sit(code, 0)
    ann.play_on(code, 2)
    assert server.process is not None
    loaded = Path(f"/proc/{server.process.pid}/maps").read_text()
    assert "pydantic_core" in loaded
    assert "llvmlite" not in loaded


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
