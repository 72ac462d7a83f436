"""The files in hosting/ and the page about them fit the server there is."""

import asyncio
import json
import os
import re
import subprocess
import sys
from configparser import ConfigParser
from dataclasses import fields
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from threading import Thread

import httpx
import pytest

from parlour.server.app import create_api
from parlour.server.live.house import House
from parlour.server.settings import PREFIX, Settings

ROOT = Path(__file__).parents[1]
HOSTING = ROOT / "hosting"
PAGE = (ROOT / "docs" / "hosting.md").read_text(encoding="utf-8")
SERVER = (ROOT / "docs" / "server.md").read_text(encoding="utf-8")
ELSEWHERE = {"PARLOUR_CACHE", "PARLOUR_NAME", "PARLOUR_PROCESSES"}  # of the compiler, and of the proxy
FILES = sorted(path for path in HOSTING.rglob("*") if path.is_file())


@pytest.mark.parametrize("path", [*FILES, ROOT / "docs" / "hosting.md"], ids=lambda path: path.name)
def test_every_setting_that_is_named_is_one(path: Path) -> None:
    known = {f"{PREFIX}{field.name.upper()}" for field in fields(Settings)} | ELSEWHERE
    assert set(re.findall(r"\bPARLOUR_[A-Z_]+\b", path.read_text(encoding="utf-8"))) <= known


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_every_file_is_explained(path: Path) -> None:
    assert f"(../hosting/{path.relative_to(HOSTING).as_posix()})" in PAGE


def read_figures(data: Path) -> set[str]:
    """The names that a server tells Prometheus."""

    async def ask() -> str:
        settings = Settings(data=str(data))
        transport = httpx.ASGITransport(create_api(settings, House(settings)))
        async with httpx.AsyncClient(transport=transport, base_url="http://parlour.test") as client:
            return (await client.get("/metrics")).raise_for_status().text

    return {line.partition(" ")[0] for line in asyncio.run(ask()).splitlines() if not line.startswith("#")}


def test_the_dashboard_shows_every_figure_of_the_server_and_no_other(tmp_path: Path) -> None:
    board = json.loads((HOSTING / "grafana" / "parlour.json").read_text(encoding="utf-8"))
    asked = " ".join(target["expr"] for panel in board["panels"] for target in panel["targets"])
    shown = set(re.findall(r"\bparlour_\w+", asked))
    assert shown == read_figures(tmp_path), "a figure that nobody tells stays an empty panel"
    assert shown == set(re.findall(r"^\| `(parlour_\w+)` \|", SERVER, re.MULTILINE))
    risen = set(re.findall(r"\b(?:rate|increase)\((parlour_\w+)", asked))
    assert risen == {name for name in shown if name.endswith("_total")}, (
        "of what only grows, and of nothing else, the rate"
    )
    places = [(panel["gridPos"]["x"], panel["gridPos"]["y"]) for panel in board["panels"]]
    assert len(set(places)) == len(places), "none hides another"


def read_unit(path: Path) -> ConfigParser:
    unit = ConfigParser(strict=False, interpolation=None)
    unit.optionxform = str  # type: ignore[assignment,method-assign]  # names stay as written; Python's own way to say so
    unit.read(path, encoding="utf-8")
    return unit


@pytest.mark.parametrize(
    "path", [path for path in FILES if path.suffix in (".service", ".timer")], ids=lambda p: p.name
)
def test_units_start_what_there_is(path: Path) -> None:
    unit = read_unit(path)
    if "Service" in unit:
        command = unit["Service"]["ExecStart"].split()
        assert command[0] == "/opt/parlour/bin/parlour"
        assert command[1] in ("serve", "backup")
        assert "MemoryDenyWriteExecute" not in unit["Service"], "rules are compiled while it runs"
    else:
        assert unit["Timer"]["OnCalendar"]


class Healthy(BaseHTTPRequestHandler):
    """A server that answers only where it is asked for its health."""

    def do_GET(self) -> None:
        self.send_response(200 if self.path == "/health" else 404)
        self.end_headers()

    def log_message(self, *_: object) -> None:
        pass


if sys.platform == "linux":

    def test_a_unit_has_started_when_it_answers_or_has_ended() -> None:
        unit = read_unit(HOSTING / "parlour@.service")["Service"]
        assert unit["Type"] == "exec", "or the process could belong to another user when it is asked for"
        words = unit["ExecStartPost"].removeprefix("/bin/sh -c '").removesuffix("'").replace("\\'", "'")
        with HTTPServer(("127.0.0.1", 0), Healthy) as server, subprocess.Popen(["sleep", "60"]) as process:
            words = words.replace("%i", str(server.server_port)).replace("/opt/parlour/bin/python", sys.executable)
            waiting = subprocess.Popen(["sh", "-c", words], env=os.environ | {"MAINPID": str(process.pid)})
            try:
                with pytest.raises(subprocess.TimeoutExpired):
                    waiting.wait(2)
                Thread(target=server.serve_forever, daemon=True).start()
                try:
                    assert waiting.wait(60) == 0
                finally:
                    server.shutdown()
            finally:
                waiting.kill()
                process.kill()
        ended = subprocess.run(["sh", "-c", words], env=os.environ | {"MAINPID": str(process.pid)}, timeout=30)
        assert ended.returncode == 0, "systemd itself sees that it has ended"


@pytest.mark.parametrize("name", [".dockerignore", ".gitignore"])
def test_neither_builds_nor_commits_take_the_word_or_the_backups(name: str) -> None:
    left_out = (ROOT / name).read_text(encoding="utf-8").splitlines()
    assert {"hosting/.env", "hosting/backups"} <= {line.rstrip("/") for line in left_out}


def test_sizes_are_those_that_were_measured() -> None:
    measured = (ROOT / "docs" / "benchmarks.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| ([\d,]+) \| ([\d,]+) \| (\d+(?:\.\d)?) ms \| (\d+) MB \|$", PAGE, re.MULTILINE)
    assert len(rows) == 4
    for rooms, moves, within, memory in rows:
        figures = rf"[\d,]+ \| {moves} \| [\d.,]+ \| ([\d.,]+) \| [\d.,]+ \| {memory}"
        line = re.search(rf"^\| {rooms} \| [^|]+ \| Parlour, to disk \| {figures} \|$", measured, re.MULTILINE)
        assert line is not None, f"{rooms} rooms with {moves} moves a second were not measured"
        assert abs(float(line[1].replace(",", "")) - float(within)) <= 0.5
