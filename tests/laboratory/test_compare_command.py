"""`parlour lab compare` at the command line: a page, numbers for programs, and sentences for mistakes."""

import json
import re
from pathlib import Path

import polars as pl
import pytest

from parlour.engine.cache import settle_folder
from tests.laboratory.pages import Links
from tests.terminal.runner import one_line, parlour

QUICK = ("lab", "compare", "stencil", "--preset", "quick", "--bots", "random", "--plays", "12")


@pytest.fixture(autouse=True)
def own_results(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("parlour.laboratory.runs.cache_root", lambda: settle_folder(tmp_path))
    monkeypatch.chdir(tmp_path)


def test_a_comparison_is_one_page_that_needs_nothing_else(tmp_path: Path) -> None:
    others = ("--b", "orientations=rotations_and_flips", "--b", "preset=teaching games=1")
    result = parlour(*QUICK, *others, "--json", "found.json", "--csv", "plays.csv")
    assert result.exit_code == 0, result.output
    assert "A: as they are" in result.output
    assert "C: preset=teaching games=1" in result.output
    page = (tmp_path / "stencil-comparison.html").read_text(encoding="utf-8")
    read = Links()
    read.feed(page)
    assert read.loads == []
    assert read.heads == ["Stencil", "All numbers", "B against A", "C against A", "How this was found"]
    assert "parlour lab compare stencil --b orientations=rotations_and_flips --b" in page
    found = json.loads((tmp_path / "found.json").read_text(encoding="utf-8"))
    assert [variant["name"] for variant in found["variants"]] == ["A", "B", "C"]
    assert found["variants"][2]["plan"]["values"]["games"] == 1
    for contrast in found["contrasts"]:
        for difference in contrast["differences"]:
            more = difference["more"]
            assert more["low"] <= more["value"] <= more["high"]
            assert difference["verdict"] in ("different", "alike", "not known")
    plays = pl.read_csv(tmp_path / "plays.csv")
    assert plays["variant"].to_list() == ["A"] * 12 + ["B"] * 12 + ["C"] * 12


def test_the_same_command_makes_the_same_page(tmp_path: Path) -> None:
    pages = []
    for _ in range(2):
        parlour(*QUICK, "--b", "counters_each=6")
        pages.append((tmp_path / "stencil-comparison.html").read_bytes())
    assert pages[0] == pages[1]


def test_an_option_that_changes_nothing_is_told() -> None:
    result = parlour(*QUICK, "--b", "hint_level=3")
    assert "played alike in every one of 12 plays: nothing was changed" in one_line(result.output)


@pytest.mark.thorough
def test_differences_are_summed_up_with_their_size() -> None:
    result = parlour(*QUICK[:-1], "100", "--b", "orientations=rotations_and_flips")
    said = one_line(result.output)
    assert re.search(r"B differs from A: .*choices \+\d\d%", said)
    assert "Not known after 100 plays: " in said


def test_what_a_variant_says_goes_before_what_all_have_in_common(tmp_path: Path) -> None:
    parlour(*QUICK, "-o", "counters_each=5", "--b", "counters_each=6", "--json", "found.json")
    found = json.loads((tmp_path / "found.json").read_text(encoding="utf-8"))
    assert [variant["plan"]["values"]["counters_each"] for variant in found["variants"]] == [5, 6]


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (QUICK, "Missing option '--b'"),
        ((*QUICK, "--b", "colour=red"), "there is no option 'colour'"),
        ((*QUICK, "--b", "games"), "'games' is not an option: expected NAME=VALUE"),
        ((*QUICK, "--b", "preset=slow"), "has no preset 'slow'"),
        ((*QUICK, "--b", "preset=quick preset=patent"), "names 2 presets: expected one"),
        ((*QUICK, "--b", "plates='a1"), "a quotation mark is missing"),
        ((*QUICK, "--b", "games=1"), "'games=1' are rules that stand there already"),
        ((*QUICK, "--b", "games=2", "--bots", "zeno"), "nobody called 'zeno' plays Stencil"),
        ((*QUICK, "--b", "games=2", "--out", "no/such/folder.html"), "no/such/folder.html cannot be written"),
    ],
)
def test_bad_input_is_told_in_a_sentence(words: tuple[str, ...], sentence: str) -> None:
    result = parlour(*words)
    assert result.exit_code != 0
    assert sentence in one_line(result.output)
