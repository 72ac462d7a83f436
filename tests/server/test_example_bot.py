"""The bot that docs/api.md shows plays every game to its end, and the page shows it as it is."""

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

import parlour
from tests.server.serving import Server, running_server

ROOT = Path(__file__).parents[2]
BOT = ROOT / "docs" / "examples" / "api_bot.py"
SHORT = {
    "stencil": ["games=1", "counters_each=4"],
    "quatro": ["ruleset=backgammon24"],
    "numeric": ["variant=basic", "end=throw_limit(6)"],
    "vendetta": ["turn_limit=12"],
    "quantum": ["turn_limit=12"],
}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with running_server(tmp_path_factory.mktemp("example")) as found:
        yield found


def run_bot(server: Server, *words: str) -> str:
    result = subprocess.run(
        [sys.executable, str(BOT), server.address, *words], capture_output=True, text=True, timeout=120
    )
    assert result.returncode == 0, result.stderr
    return result.stdout


def test_the_page_shows_the_bot_as_it_is() -> None:
    page = (ROOT / "docs" / "api.md").read_text(encoding="utf-8")
    assert f"```python\n{BOT.read_text(encoding='utf-8')}```\n" in page


@pytest.mark.parametrize("game", SHORT)
def test_the_bot_plays_to_the_end(server: Server, game: str) -> None:
    told = run_bot(server, game, *SHORT[game]).splitlines()
    assert told[:2] == ["Randolph 1 sat down.", "The play begins."]
    assert len(told) > 5


def test_the_bot_joins_a_room(server: Server) -> None:
    """Two of them at one table; the record proves what happened."""
    with httpx.Client(base_url=server.address, timeout=20) as client:
        code = client.post("/api/rooms", json={"game": "stencil", "options": {"games": 1}}).json()["code"]
        words = [sys.executable, str(BOT), server.address, code]
        first = subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        while client.get(f"/api/rooms/{code}").json()["seats"][0]["kind"] == "open":
            assert first.poll() is None
        run_bot(server, code)
        _, errors = first.communicate(timeout=60)
        assert first.returncode == 0, errors
        view = client.get(f"/api/rooms/{code}").json()
        assert view["over"]
        assert parlour.load(client.get(f"/api/rooms/{code}/record").text).over
