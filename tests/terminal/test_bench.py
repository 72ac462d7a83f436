"""`parlour bench` measures any game that is found. How fast anything is, no test asks."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from parlour.engine.game import find_game
from parlour.new_game import new_game
from parlour.search import speed
from parlour.search.speed import SIMULATIONS, NothingToTime, Trace, first_decision, search, some_decision
from parlour.search.timing import Pace
from parlour.terminal import bench
from tests.announcing import announce
from tests.terminal.runner import one_line, parlour

STENCIL = find_game("stencil")
SOURCES = Path(bench.__file__).parents[2]
FIGURES = (
    "compiled_games",
    "compiled_decisions",
    "interpreted_decisions",
    "simulations",
    "legal_micros",
    "push_micros",
)


@pytest.fixture(autouse=True)
def hasty(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("parlour.cli.QUICK", Pace(seconds=0.001, slices=2))


def check_figures(facts: dict[str, Any]) -> None:
    for name in FIGURES:
        assert 0 < facts[name]["low"] <= facts[name]["median"] <= facts[name]["high"], name
    assert facts["decisions_a_game"] >= 1
    assert facts["ready_seconds"] > 0


@pytest.mark.thorough  # it is compiled anew
def test_a_game_of_another_package_is_measured_without_the_repository(tmp_path: Path) -> None:
    project = new_game("nine_geese", tmp_path)
    announced = announce(tmp_path / "announced", nine_geese="nine_geese:GAME")
    path = os.pathsep.join(map(str, (SOURCES, project / "src", announced)))
    done = subprocess.run(
        [sys.executable, "-m", "parlour", "bench", "nine_geese", "--quick", "--json", "--preset", "two_dice"],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": path},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    facts = json.loads(done.stdout)
    assert (facts["game"], facts["options"], facts["rules"]) == ("nine_geese", {"dice": "2"}, 1)
    assert facts["by_knowledge"] is True
    assert facts["broken_off"] == 0
    check_figures(facts)


def test_figures_are_told_in_plain_words() -> None:
    result = parlour("bench", "stencil", "--quick", "--preset", "quick", "-o", "hint_level=2")
    assert result.exit_code == 0, result.output
    text = one_line(result.output)
    for words in (
        "Stencil, games=1 hint_level=2",
        "Wall time on one core.",
        "random games, compiled",
        "random decisions, interpreted",
        "simulations of the search",
        "referee checks and plays a move",
        "each ends in a judgement by the game's knowledge",
        "The game was ready after",
    ):
        assert words in text
    assert "broken off" not in text


def test_figures_are_printed_as_json() -> None:
    result = parlour("bench", "stencil", "--quick", "--json", "-o", "games=1")
    facts = json.loads(result.stdout)
    assert (facts["game"], facts["options"], facts["by_knowledge"]) == ("stencil", {"games": "1"}, True)
    assert facts["pace"] == {"seconds": 0.001, "slices": 2}
    assert facts["machine"]["numpy"] == np.__version__
    check_figures(facts)
    assert 15 < facts["decisions_a_game"] < 40  # a random game of Stencil


def test_games_that_do_not_end_are_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(speed, "LIMIT", 5)
    text = one_line(parlour("bench", "stencil", "--quick", "--preset", "quick").output)
    assert "A random game takes 5 decisions. 100% of them were broken off" in text


@pytest.mark.parametrize(
    ("arguments", "code", "message"),
    [
        (["chess"], 2, "there is no game 'chess': expected one of"),
        (["stencil", "--preset", "chess"], 1, "stencil has no preset 'chess': expected one of"),
        (["stencil", "-o", "games=none"], 1, "games cannot be 'none': expected 1 to 1000"),
    ],
)
def test_bad_input_is_answered_in_a_sentence(arguments: list[str], code: int, message: str) -> None:
    result = parlour("bench", *arguments)
    assert result.exit_code == code
    assert message in one_line(result.output)


def test_a_game_without_decisions_is_refused_in_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    states = np.zeros(2, STENCIL.state_type)
    states["to_move"] = -1
    monkeypatch.setattr(speed, "random_trace", lambda *given: (states, np.zeros(1, np.int16)))
    with pytest.raises(NothingToTime, match="Stencil asks nobody to decide anything"):
        Trace(STENCIL, STENCIL.settle())
    result = parlour("bench", "stencil", "--quick")
    assert result.exit_code == 1
    assert "Error: Stencil asks nobody to decide anything" in one_line(result.output)


def test_searches_begin_where_there_is_a_choice() -> None:
    values = STENCIL.settle("quick")
    places = [some_decision(STENCIL, values, seed) for seed in range(20)]
    assert all(len(line.legal_codes()) > 1 for line in places)
    assert len({len(line.codes) for line in places}) > 5
    assert all(first_decision(STENCIL, values, seed).to_move >= 0 for seed in range(5))
    assert search(STENCIL, values)().counts == {"simulations": SIMULATIONS}
