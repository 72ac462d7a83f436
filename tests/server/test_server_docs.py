"""The pages about the server tell the truth: every path, setting, flag and figure, and no other."""

import re
from dataclasses import asdict, fields
from pathlib import Path
from typing import Any

import click
import pytest

from parlour.cli import main
from parlour.server.api.answers import REFUSALS
from parlour.server.api.messages import Moving, Opening, ShownRoom
from parlour.server.app import create_api
from parlour.server.live.audience import STREAMS_OF_SEAT
from parlour.server.live.house import Counts, House
from parlour.server.network.connection import MOST_UNANSWERED
from parlour.server.network.reader import MOST_HEAD, READ_SECONDS
from parlour.server.network.weights import WEIGHTS
from parlour.server.rooms.names import LONGEST
from parlour.server.settings import PREFIX, Settings

DOCS = Path(__file__).parents[2] / "docs"
API = (DOCS / "api.md").read_text(encoding="utf-8")
SERVER = (DOCS / "server.md").read_text(encoding="utf-8")


def table(page: str, head: str) -> dict[str, list[str]]:
    """The rows of the tables whose first column has that head, by their first cells."""
    found: dict[str, list[str]] = {}
    for block in re.findall(rf"^\| {re.escape(head)} \|.*\n\|[-|]+\|\n((?:\|.*\n)+)", page, re.MULTILINE):
        for line in block.splitlines():
            first, *rest = (cell.strip() for cell in line.strip("|").split("|"))
            found[first] = rest
    return found


def words(cells: dict[str, Any]) -> set[str]:
    return {word for cell in cells for word in re.findall(r"`([^`]+)`", cell)}


def test_the_table_of_paths_is_that_of_the_description(tmp_path: Path) -> None:
    settings = Settings(data=str(tmp_path))
    described = create_api(settings, House(settings)).openapi()["paths"]
    wanted = {f"{method.upper()} {path}" for path, methods in described.items() for method in methods}
    assert words(table(API, "path")) == wanted


def test_every_status_is_explained() -> None:
    assert set(table(API, "status")) == {str(status) for status in REFUSALS} | {"405"}


def test_fields_are_those_of_the_messages() -> None:
    named = words(table(API, "field"))
    assert named <= set(Opening.model_fields) | set(ShownRoom.model_fields)
    assert set(Opening.model_fields) <= named


def test_limits_are_those_of_the_settings() -> None:
    settings = Settings()
    limits = table(API, "what")
    assert f"{settings.body_bytes:,} bytes" in limits["a body"]
    assert limits["requests from one address"] == [
        f"{settings.requests_per_second:.0f} a second on average, {settings.burst} at once"
    ]
    assert limits["rooms opened from one address"] == [f"{settings.rooms_per_hour} an hour"]
    assert limits["short codes tried from one address"] == [f"{settings.short_codes_per_hour} an hour"]
    assert counted() == WEIGHTS
    for what, most in (
        ("moves of bots in rooms that one address has opened", settings.bot_moves_per_minute),
        ("a play", settings.plies),
        ("the log of a room", settings.entries),
    ):
        assert limits[what][0].startswith(f"{most:,} ")
    assert limits["streams of one room by people without a seat"] == [str(settings.listeners)]
    assert limits["streams of one room by a person with a seat, or by the host"] == [str(STREAMS_OF_SEAT)]
    assert limits["a move"] == [f"{Moving.model_json_schema()['properties']['move']['maxLength']} characters"]
    (head,) = limits["a request's headers"]
    assert f"{MOST_HEAD:,} bytes" in head
    assert f"{READ_SECONDS:.0f} seconds" in head
    (waiting,) = limits["requests of one connection that wait for answers"]
    assert waiting.startswith(f"{MOST_UNANSWERED};")
    assert f"up to {LONGEST} letters" in API


def counted() -> dict[str, int]:
    """What every request counts as, by its path."""
    return {
        path: int(cells[0]) for row, cells in table(API, "request").items() for path in re.findall(r"`([^`]+)`", row)
    }


def test_every_setting_has_its_default() -> None:
    listed = table(SERVER, "variable")
    assert list(listed) == [f"`{PREFIX}{field.name.upper()}`" for field in fields(Settings)]
    for name, default in asdict(Settings()).items():
        shown = listed[f"`{PREFIX}{name.upper()}`"][0]
        assert shown == (f"`{default}`" if default != "" else ""), name


def test_every_flag_is_listed() -> None:
    command = main.commands["serve"]
    flags = {option for one in command.params if isinstance(one, click.Option) for option in one.opts}
    assert words(table(SERVER, "flag")) == flags


def test_every_figure_is_listed() -> None:
    wanted = {f"parlour_{field.name}_total" for field in fields(Counts)} | {"parlour_rooms_live", "parlour_listeners"}
    wanted |= {"parlour_dice_checked_total", "parlour_dice_seconds_total"}
    assert words(table(SERVER, "figure")) == wanted


@pytest.mark.parametrize("page", [API, SERVER], ids=["api", "server"])
def test_the_pages_name_no_path_that_is_not_there(page: str, tmp_path: Path) -> None:
    settings = Settings(data=str(tmp_path))
    described = create_api(settings, House(settings)).openapi()["paths"]
    known = [re.sub(r"\{\w+\}", r"[^/]+", path) for path in described]
    for path in re.findall(r"(?:GET|POST|PUT|DELETE) (/[\w/{}-]+)", page):
        assert any(re.fullmatch(pattern, path) for pattern in known), path
