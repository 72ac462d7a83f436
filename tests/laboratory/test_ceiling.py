"""The ceiling: what a bot gives away, against what is known exactly of a game that is small enough."""

import json
import random
from pathlib import Path

import numpy as np
import pytest

from parlour.engine.cache import settle_folder
from parlour.engine.game import find_game
from parlour.laboratory import LaboratoryError, new_plan
from parlour.laboratory.ceiling import (
    Deeper,
    Given,
    find_slope,
    list_ceiling,
    measure_ceiling,
    read_given,
    say_ceiling,
    sum_up,
    weigh_plays,
    write_given,
)
from parlour.search.line import Line
from tests.search import dash
from tests.search.exact import Exact, lead
from tests.search.test_analysis import stencil
from tests.search.test_arena import toys
from tests.terminal.runner import one_line, parlour

__all__ = ["toys"]  # pytest looks for it here

DASH = dash.GAME.settle(None, players=2, rounds=2)


@pytest.fixture(autouse=True)
def own_results(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("parlour.laboratory.runs.cache_root", lambda: settle_folder(tmp_path))
    monkeypatch.chdir(tmp_path)


def test_a_deeper_search_finds_what_an_action_gives_away() -> None:
    """As the best of all does, which is known exactly here."""
    judge, exact = Deeper(dash.GAME, DASH, 4000), Exact(dash.GAME, DASH)
    for codes in ((), (0,), (0, 0)):
        line = Line(dash.GAME, DASH)
        for code in codes:
            line.push(code)
        worths = {code: lead(points, line.to_move) for code, points in exact.moves(line).items()}
        for code, worth in worths.items():
            lost, known = judge.weigh(line, code, 3)
            assert not known
            assert lost == pytest.approx(max(worths.values()) - worth, abs=0.06)


def test_where_exact_values_are_known_they_decide() -> None:
    play = stencil("b2 a1 c2 c1")
    judge = Deeper(play.game, play.values, 100)
    assert judge.solver is not None
    rng = random.Random(1)
    while (solution := judge.solver.solve(play)).value <= 0 or min(solution.moves.values()) > 0:
        play.push(rng.choice(play.legal_codes()))
    found = {code: judge.weigh(Line.after(play), code, 1) for code in play.legal_codes()}
    loss, draw, win = play.game.solving.points if play.game.solving else ()
    for code, (lost, known) in found.items():
        value = solution.moves[play.game.notation.write(play.s, play.o, code)]
        assert known
        assert lost == win - (win if value > 0 else loss if value < 0 else draw)


def best_answer(line: Line, seat: int) -> float:
    """How far ahead a seat can come, worked out exactly, where all others play at random."""
    if line.over:
        return lead(line.score, seat)
    if line.at_chance:
        weights = np.zeros(dash.GAME.outcomes.SIZE, np.int32)
        dash.GAME.doors.chance_at(line.states, 0, line.options, weights)
        codes = np.flatnonzero(weights).tolist()
        return float(np.average([best_answer(Line.after(line, code), seat) for code in codes], weights=weights[codes]))
    found = [best_answer(Line.after(line, code), seat) for code in line.legal_codes()]
    return max(found) if line.to_move == seat else sum(found) / len(found)


def test_who_plays_at_random_gives_away_about_what_the_best_answer_wins(toys: None) -> None:
    """Not quite: the search expects everybody to play well, and the best answer knows whom it plays."""
    found = measure_ceiling(new_plan(dash.GAME, DASH, "random"), 300, 20, 20, workers=1)
    expected = sum(best_answer(Line(dash.GAME, DASH), seat) for seat in range(2)) / 2
    assert expected > 0.15
    assert found.points.value == pytest.approx(expected, rel=0.25)
    better = measure_ceiling(new_plan(dash.GAME, DASH, "dora"), 60, 20, 20, workers=1)
    assert better.points.value < found.points.value / 2


def test_what_was_looked_at_is_kept(toys: None, monkeypatch: pytest.MonkeyPatch) -> None:
    plan = new_plan(dash.GAME, DASH, "random")
    first = measure_ceiling(plan, 4, 2, 3, workers=1)
    monkeypatch.setattr("parlour.laboratory.ceiling.weigh_play", None)
    assert measure_ceiling(plan, 4, 2, 3, workers=1) == first
    with pytest.raises(TypeError):
        measure_ceiling(plan, 5, 2, 3, workers=1)
    with pytest.raises(TypeError):
        measure_ceiling(plan, 4, 2, 4, workers=1)


def test_a_part_of_the_decisions_stands_for_all(toys: None) -> None:
    (given,) = weigh_plays(new_plan(dash.GAME, DASH, "random"), [0], 2, 1)
    assert (given.decisions, len(given.lost)) == (4, 1) or given.decisions < 4
    assert read_given(write_given(given)) == given
    assert Given(0, 0, (1.0, 0.0), 30, (0.0, 0.5, 0.1), 0).each == pytest.approx(0.2 * 30 / 2)


def test_points_become_wins_as_they_do_in_these_plays() -> None:
    assert find_slope([(1.0, -1.0), (-1.0, 1.0)]) == pytest.approx(0.5)
    assert find_slope([(2.0, -2.0), (-2.0, 2.0)]) == pytest.approx(0.25)
    assert find_slope([(1.0, 0.0, 0.0)]) == pytest.approx(1.0)
    assert find_slope([(0.5, 0.5)]) == 1.0
    plays = [Given(n, n, (1.0, -1.0), 10, (0.1, 0.3 if n % 2 else -0.1), 0) for n in range(20)]
    found = sum_up("octavia", 2, 10, plays)
    assert found.points.value == pytest.approx(0.1 * 5)
    assert found.wins.value == pytest.approx(0.5 + 0.5 * 0.5)
    assert found.wins.high == pytest.approx(0.5 + 0.5 * found.points.high)
    assert found.wrong == pytest.approx(0.75)
    assert list_ceiling(found)[:3] == ("Octavia", "40 of 20 plays", "75%")
    assert "would win about 75.0% against Octavia" in say_ceiling(found)[0]
    three = sum_up("octavia", 3, 10, [Given(n, n, (1.0, 0.0, 0.0), 9, (0.01,), 1) for n in range(3)])
    assert "about 1.09 times a fair share" in say_ceiling(three)[0]
    assert say_ceiling(three)[1] == "Every decision was judged by exact values."


def test_what_cannot_be_told_is_refused() -> None:
    with pytest.raises(LaboratoryError, match="one kind of bot has to sit on every seat"):
        measure_ceiling(new_plan(dash.GAME, DASH, "pip,dora"), 2, 1, 2)
    alone = find_game("numeric")
    with pytest.raises(LaboratoryError, match="one player has no opponent"):
        measure_ceiling(new_plan(alone, alone.settle("basic", players=1), "pip"), 2, 1, 2)


def test_it_is_asked_for_at_the_command_line(toys: None, tmp_path: Path) -> None:
    file = tmp_path / "found.json"
    words = ["lab", "ceiling", "dash", "--players", "2", "--bot", "random", "--plays", "6", "--workers", "1"]
    result = parlour(*words, "--deeper", "3", "--json", str(file))
    assert result.exit_code == 0, result.output
    assert "Somebody who made none of the mistakes found here would win about" in one_line(result.output)
    assert "A search by 600 simulations found them" in one_line(result.output)
    found = json.loads(file.read_text())
    assert (found["bot"], found["simulations"], found["plays"]) == ("random", 600, 6)
