"""The benchmarks run and say what they measured. How fast anything is, no test asks."""

import json
import os
import sys
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from rich.console import Console

import benchmarks
from benchmarks import backgammon, calls, compiling
from benchmarks.__main__ import SECTIONS, main, run
from benchmarks.random_play import VARIANTS, variants
from benchmarks.report import Report, print_report
from parlour.engine.game import find_game, games
from parlour.search.speed import PLIES
from parlour.search.timing import Pace, Slice, Spread, fill_slice, micros, rates, ratios, spread, take_turns
from parlour.terminal.figures import write_value
from parlour.terminal.progress import new_progress
from tests.announcing import announce

TINY = Pace(seconds=0.001, slices=2)
HEAP = "tests.terminal.heap:GAME"


def figures(report: Report, *words: str) -> list[Any]:
    """Every value of every row but those under `words`."""
    return [value for row in report.rows for key, value in row.items() if key not in words]


def assert_positive(value: Any) -> None:
    if isinstance(value, Spread):
        assert 0 < value.low <= value.median <= value.high
    else:
        assert value > 0


def test_random_play_times_every_game_and_quatro_under_its_presets(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "figures.json"
    assert run(["random"], TINY, file)
    data = json.loads(file.read_text())
    assert data["failed"] == {}
    assert data["pace"]["slices"] == 2
    assert data["machine"]["bounds_checks"] is True
    rows = data["sections"]["random"]["rows"]
    assert [(row["game"], row["options"]) for row in rows] == [(g.name, str(v)) for g, v in variants(games())]
    assert {row["game"] for row in rows} == set(games())
    assert {v.preset for v in VARIANTS["quatro"]} == {"backgammon", "two", "three", "four"}
    for row in rows:
        assert row["decisions_a_game"] >= 1
        assert row["ratio"]["low"] > 0
        assert all(row[f"{how}_{what}"] > 0 for how in ("interpreted", "compiled") for what in ("games", "decisions"))
    shown = capsys.readouterr().out
    assert "Wall time on one core" in shown
    assert "NUMBA_BOUNDSCHECK" in shown
    assert all(name in shown for name in games())


def test_a_game_of_which_nothing_is_known_is_timed_under_its_defaults() -> None:
    from tests.terminal.heap import GAME

    [(game, variant)] = variants({"heap": GAME})
    assert game is GAME
    assert (variant.preset, variant.given, str(variant)) == (None, {}, "")


def test_backgammon_is_compared_with_openspiel_both_ways() -> None:
    report = backgammon.measure(games(), TINY, new_progress(Console(quiet=True)))
    ours, python, cpp = report.rows
    assert (ours["player"], python["player"], cpp["player"]) == (
        backgammon.OURS,
        backgammon.FROM_PYTHON,
        backgammon.IN_CPP,
    )
    assert ours["ratio"] is None
    for value in (ours["games"], python["games"], cpp["games"], python["ratio"], cpp["ratio"]):
        assert_positive(value)
    assert 50 < ours["rolls_a_game"] < 150  # a random game of backgammon
    assert 50 < python["rolls_a_game"] < 150
    assert all("times as many random games per second" in line for line in report.summary)


def test_without_openspiel_its_section_fails_and_says_what_to_install(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setitem(sys.modules, "pyspiel", None)
    monkeypatch.delitem(sys.modules, "benchmarks.openspiel", raising=False)
    monkeypatch.delattr(benchmarks, "openspiel", raising=False)
    file = tmp_path / "figures.json"
    result = CliRunner().invoke(main, ["backgammon", "--quick", "--json", str(file)])
    assert result.exit_code == 1
    assert "OpenSpiel is not installed" in result.stderr
    assert "pip install '.[test]'" in result.stderr
    data = json.loads(file.read_text())
    assert list(data["failed"]) == ["backgammon"]
    assert data["sections"] == {}


def test_calls_are_timed_in_every_way() -> None:
    report = calls.measure({"stencil": find_game("stencil")}, TINY, new_progress(Console(quiet=True)))
    assert [(row["game"], row["call"]) for row in report.rows] == [("stencil", "legal"), ("stencil", "apply")]
    for value in figures(report, "game", "call", "overhead"):
        assert_positive(value)


def test_calls_go_through_the_same_play_in_every_way() -> None:
    recorded = calls.Recorded(find_game("stencil"))
    assert 0 < len(recorded.asked) <= len(recorded.codes) <= PLIES
    for way, times in {"inside": calls.TIMES, "door": 1, "interpreted": 1, "play": 1}.items():
        assert getattr(recorded, f"legal_{way}")()().counts == {"calls": times * len(recorded.asked)}
        assert getattr(recorded, f"apply_{way}")()().counts == {"calls": times * len(recorded.codes)}


@pytest.mark.thorough
def test_compiling_is_timed_cold_and_cached(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    announced = announce(tmp_path, heap=HEAP)  # so small that compiling it takes seconds
    monkeypatch.setenv("PYTHONPATH", str(announced), prepend=os.pathsep)
    report = compiling.measure(["heap"], TINY, new_progress(Console(quiet=True)))
    [row] = report.rows
    assert set(row) == set(report.columns)
    for value in figures(report, "game"):
        assert_positive(value)


def test_a_game_that_cannot_be_compiled_is_reported(tmp_path: Path) -> None:
    with pytest.raises(RuntimeError, match="no game 'nonesuch'"):
        compiling.compile_apart("nonesuch", tmp_path)


def test_unknown_sections_are_refused() -> None:
    result = CliRunner().invoke(main, ["everything"])
    assert result.exit_code == 2
    assert all(name in result.stderr for name in SECTIONS)


def test_those_compared_take_turns_after_one_batch_each() -> None:
    order = []

    def batch(name: str, count: int) -> Slice:
        order.append(name)
        return Slice(1.0, {"games": count})

    slices = take_turns({"a": lambda: batch("a", 6), "b": lambda: batch("b", 2)}, Pace(2.0, 3))
    assert order == ["a", "b"] + ["a", "a", "b", "b"] * 3
    assert slices["a"] == [Slice(2.0, {"games": 12})] * 3
    assert rates(slices["b"], "games") == Spread(2, 2, 2)
    assert ratios(slices["a"], slices["b"], "games") == Spread(3, 3, 3)
    assert micros(slices["b"], "games") == Spread(5e5, 5e5, 5e5)


def test_a_slice_has_at_least_one_batch() -> None:
    assert fill_slice(lambda: Slice(9.0, {"games": 1}), 0.5) == Slice(9.0, {"games": 1})


def test_ratios_are_of_neighbouring_slices() -> None:
    ours = [Slice(1, {"n": 10}), Slice(1, {"n": 30}), Slice(1, {"n": 20})]
    theirs = [Slice(1, {"n": 1}), Slice(1, {"n": 3}), Slice(1, {"n": 4})]
    assert ratios(ours, theirs, "n") == Spread(10, 5, 10)
    assert spread([3, 1, 2]) == Spread(2, 1, 3)


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (1234567.0, "1,230,000"),
        (123.4, "123"),
        (99.96, "100"),
        (1.236, "1.24"),
        (0.03456, "0.0346"),
        (Spread(2.0, 1.5, 3.25), "2 (1.5–3.25)"),
        (None, "–"),
        ("quatro", "quatro"),
    ],
)
def test_values_are_written_with_three_digits(value: Any, text: str) -> None:
    assert write_value(value) == text


def test_a_table_shows_headings_rows_summary_and_how() -> None:
    row = {"game": "quatro [4]", "rate": 12345.0}
    report = Report("x", "How fast?", "By the clock.", {"game": "game", "rate": "games/s"}, [row], ["So fast."])
    console = Console(width=100, file=StringIO())
    with console.capture() as captured:
        print_report(console, report)
    shown = captured.get()
    wanted = ("How fast?", "game", "games/s", "quatro [4]", "12,300", "So fast.", "By the clock.")
    assert [text for text in wanted if text not in shown] == []
