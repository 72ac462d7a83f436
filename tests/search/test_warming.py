"""Compiling ahead of time: function by function, and only what is not on disk already."""

from dataclasses import replace
from pathlib import Path

import pytest

from parlour.engine.compiler import watch_compiling
from parlour.search.line import Line
from parlour.search.thinker import Thinker
from parlour.search.warming import PARTS, ROLLOUT, RULES, find_called, is_ready, make_ready
from tests.search import dash, noughts


def test_functions_are_counted_while_they_are_compiled(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PARLOUR_CACHE", str(tmp_path))
    told: list[tuple[int, int]] = []
    assert not is_ready(noughts.GAME, RULES)
    make_ready(replace(noughts.GAME), RULES, lambda done, wanted: told.append((done, wanted)))
    wanted = told[0][1]
    assert told[0] == (0, wanted)
    assert told[-1] == (wanted, wanted)
    assert [done for done, _ in told] == sorted(done for done, _ in told)
    assert {done for done, _ in told} >= set(range(6)), "the five doors, and what they call"
    assert [is_ready(noughts.GAME, part) for part in PARTS] == [True] + [False] * (len(PARTS) - 1)

    told.clear()
    make_ready(replace(noughts.GAME), RULES, lambda done, wanted: told.append((done, wanted)))
    assert told == [(0, wanted), (wanted, wanted)], "it is loaded, not compiled"


def test_what_is_marked_depends_on_the_sources(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PARLOUR_CACHE", str(tmp_path))
    monkeypatch.setattr("parlour.search.warming.source_stamp", lambda *modules: "old")
    for what in PARTS:
        (tmp_path / "ready").mkdir(exist_ok=True)
        (tmp_path / "ready" / f"noughts-{what}-old").touch()
        assert is_ready(noughts.GAME, what)
    monkeypatch.setattr("parlour.search.warming.source_stamp", lambda *modules: "new")
    assert not any(is_ready(noughts.GAME, what) for what in PARTS)


def test_all_that_a_function_calls_is_found() -> None:
    doors = noughts.GAME.doors
    found = {function.py_func.__name__ for function in find_called([doors.apply_at])}
    assert {"apply_at", "apply", "has_line"} <= found
    assert "legal" not in found


@pytest.mark.thorough
def test_a_part_comes_with_all_that_it_needs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PARLOUR_CACHE", str(tmp_path))
    make_ready(replace(dash.GAME), ROLLOUT)
    assert all(is_ready(dash.GAME, part) for part in PARTS)
    compiled: list[str] = []
    thinker = Thinker(dash.GAME, dash.GAME.settle(), capacity=1 << 8)
    with watch_compiling(lambda function: compiled.append(function.py_func.__name__)):
        thinker.roll_out(Line(dash.GAME, dash.GAME.settle()), 1)
    assert not compiled, "the first who asks waits for nothing"
