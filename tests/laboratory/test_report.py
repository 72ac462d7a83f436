"""The report at the command line: a page that needs nothing else, numbers for programs, and sentences for mistakes."""

import json
import os
import re
import sys
from pathlib import Path

import polars as pl
import pytest

from parlour.engine.cache import settle_folder
from parlour.engine.game import find_game
from parlour.laboratory import new_plan
from parlour.laboratory.heat import draw_heat
from parlour.laboratory.idle import find_idle
from tests.laboratory.disks import full_disk
from tests.laboratory.pages import Links
from tests.terminal.runner import one_line, parlour

QUICK = ("lab", "report", "stencil", "--preset", "quick", "--bots", "random", "--plays", "12")


@pytest.fixture(autouse=True)
def own_results(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("parlour.laboratory.runs.cache_root", lambda: settle_folder(tmp_path))
    monkeypatch.chdir(tmp_path)


def test_a_report_is_one_page_that_needs_nothing_else(tmp_path: Path) -> None:
    result = parlour(*QUICK, "--json", "found.json", "--csv", "plays.csv")
    assert result.exit_code == 0, result.output
    assert "stencil-report.html" in result.output
    page = (tmp_path / "stencil-report.html").read_text(encoding="utf-8")
    read = Links()
    read.feed(page)
    assert read.loads == []
    assert "@import" not in page
    assert read.heads[0] == "Stencil"
    assert "parlour lab report stencil --preset quick --bots random --plays 12 --seed 0" in page
    asked = ("Is it fair?", "How long does it take?", "How does it end?", "Is it exciting?", "Is it skill or luck?")
    assert set(asked) < set(read.heads)
    assert {"Where does it happen?", "What happens, and what never does?"} < set(read.heads)
    found = json.loads((tmp_path / "found.json").read_text(encoding="utf-8"))
    assert found["plays"] == 12
    assert found["seats"][0]["wins"]["low"] <= found["seats"][0]["wins"]["value"] <= found["seats"][0]["wins"]["high"]
    plays = pl.read_csv(tmp_path / "plays.csv")
    assert plays.height == 12
    assert {"play", "luck", "bot_1", "score_2", "winner", "decisions", "wait_1", "last_2"} < set(plays.columns)


def test_the_same_command_makes_the_same_page(tmp_path: Path) -> None:
    pages = []
    for _ in range(2):
        parlour(*QUICK)
        pages.append((tmp_path / "stencil-report.html").read_bytes())
    assert pages[0] == pages[1]


def test_options_that_change_nothing_are_found() -> None:
    """Help with seeing changes nothing for bots; how many games a match has does, and so does how a plate may lie."""
    game = find_game("stencil")
    found = find_idle(new_plan(game, game.settle("quick"), "random"), lucks=4)
    idle = {one.option: one.values for one in found}
    assert idle["hint_level"] == ("1", "2", "3", "4")
    assert not {"games", "orientations", "failed_claim_rule", "plate_choice"} & set(idle)
    assert "claim_budget" not in idle, "it applies only with a budget"


def test_a_report_tells_of_idle_options_when_asked(tmp_path: Path) -> None:
    assert parlour(*QUICK, "--options", "--json", "found.json").exit_code == 0
    page = (tmp_path / "stencil-report.html").read_text(encoding="utf-8")
    assert "Which options change nothing?" in page
    assert "hint_level: 1, 2, 3, 4." in page
    assert "--options" in page
    assert json.loads((tmp_path / "found.json").read_text(encoding="utf-8"))["idle"]


def test_a_heat_map_is_darker_where_more_is_done() -> None:
    game = find_game("stencil")
    svg = draw_heat(game, game.settle(), {"cell:a1": 4.0, "cell:b1": 0.0})
    tones = dict(re.findall(r'data-id="(cell:[ab]1)" style="fill:(#\w+)"', svg))
    assert tones["cell:a1"] < tones["cell:b1"] == "#fdfaf1"
    assert 'data-id="cell:c1" style' not in svg


FILES = ("--json", "found.json", "--csv", "plays.csv")


def test_a_full_disk_leaves_the_older_page_as_it_was(tmp_path: Path) -> None:
    parlour(*QUICK, *FILES)
    before = {path.name: path.read_bytes() for path in tmp_path.glob("*.*") if path.suffix != ".jsonl"}
    assert set(before) == {"stencil-report.html", "found.json", "plays.csv"}
    with full_disk(20_000):
        result = parlour(*QUICK, "--seed", "1", *FILES)
    assert result.exit_code == 1
    assert "stencil-report.html cannot be written: file too large" in one_line(result.output)
    assert {path.name: path.read_bytes() for path in tmp_path.glob("*.*") if path.suffix != ".jsonl"} == before


def test_plays_that_cannot_be_kept_are_told_with_the_file(tmp_path: Path) -> None:
    with full_disk(4000):
        result = parlour(*QUICK, "--plays", "200", "--workers", "1")
    assert result.exit_code == 1
    assert re.search(r"stencil-\w+\.jsonl could not be used: File too large", one_line(result.output))
    assert parlour(*QUICK).exit_code == 0, "what fitted is gone on with"


def test_where_nothing_can_be_written_nothing_is_played(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("parlour.laboratory.report.make_report", lambda *_: pytest.fail("played"))
    for names in (("--out", "no/such/a.html"), ("--json", "no/such/a.json"), ("--csv", ".")):
        assert f"{names[1]} cannot be written" in one_line(parlour(*QUICK, *names).output)
    assert "a.txt is named twice" in one_line(parlour(*QUICK, "--out", "a.txt", "--csv", "a.txt").output)


def test_what_is_no_file_is_written_to_and_not_replaced(tmp_path: Path) -> None:
    (tmp_path / "nowhere").symlink_to(os.devnull)
    assert parlour(*QUICK, "--json", "nowhere").exit_code == 0
    assert (tmp_path / "nowhere").is_symlink()
    assert not Path(os.devnull).is_file()


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("lab", "report", "chess"), "there is no game 'chess'"),
        (("lab", "report", "stencil", "-o", "colour=red"), "there is no option 'colour'"),
        (("lab", "report", "stencil", "--preset", "slow"), "has no preset 'slow'"),
        (("lab", "report", "stencil", "--bots", "zeno"), "nobody called 'zeno' plays Stencil"),
        (("lab", "report", "stencil", "--bots", "pip,dora,pip"), "3 bots for 2 seats"),
        ((*QUICK, "--out", "no/such/folder.html"), "no/such/folder.html cannot be written"),
    ],
)
def test_bad_input_is_told_in_a_sentence(words: tuple[str, ...], sentence: str) -> None:
    result = parlour(*words)
    assert result.exit_code != 0
    assert sentence in one_line(result.output)


def test_without_the_extra_one_sentence_says_how_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in [name for name in sys.modules if name.startswith("parlour.laboratory.")]:
        if name.rpartition(".")[2] in ("page", "figures", "report", "findings", "measures", "sentences"):
            monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "scipy", None)
    result = parlour(*QUICK)
    assert result.exit_code == 1
    assert result.output.strip() == "Error: scipy is needed and not installed: pip install 'parlour[lab]'"
