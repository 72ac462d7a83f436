"""Luck taken out of results: on average nothing is taken, and what is left differs less from play to play."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from parlour.engine.game import find_game
from parlour.search.arena import ArenaError, Contest, Round, judge_of, play_game, read_rounds, run
from parlour.search.bots import RandomBot
from parlour.search.line import Line
from parlour.search.ratings import meetings, steady_of, take_luck_out
from parlour.search.thinker import Thinker
from tests.search import dash
from tests.search.dash.rules import RUN, TRIP, WALK
from tests.search.test_arena import toys
from tests.terminal.runner import one_line, parlour

__all__ = ["toys"]  # pytest looks for it here

DASH = dash.GAME.settle(None, players=3, rounds=2)
Way = Callable[[Line], int]


def all_plays(thinker: Thinker, line: Line, way: Way) -> Iterator[tuple[float, np.ndarray, np.ndarray]]:
    """Every play from here where everybody goes on in that way: how likely it is, its score, and its luck."""
    if line.over:
        yield 1.0, np.array(line.score), np.zeros(line.seats)
        return
    if not line.at_chance:
        yield from all_plays(thinker, Line.after(line, way(line)), way)
        return
    weights = np.zeros(dash.GAME.outcomes.SIZE, np.int32)
    total = dash.GAME.doors.chance_at(line.states, 0, line.options, weights)
    for code in np.flatnonzero(weights).tolist():
        brought = np.array(thinker.luck_of(line, code))
        for likely, score, luck in all_plays(thinker, Line.after(line, code), way):
            yield likely * weights[code] / total, score, luck + brought


def as_it_can(action: int) -> Way:
    return lambda line: action if action in line.legal_codes() else WALK


@pytest.mark.parametrize("way", [as_it_can(RUN), as_it_can(TRIP)], ids=["running", "tripping"])
@pytest.mark.parametrize("weights", [None, [5.0, -3.0]], ids=["a judge", "one who knows nothing"])
def test_over_all_that_can_happen_the_luck_is_exactly_nothing(way: Way, weights: list[float] | None) -> None:
    thinker = Thinker(dash.GAME, DASH, capacity=1 << 10)
    if weights is not None:
        thinker._spaces[0].weights[:] = weights
    likely, scores, lucks = map(np.array, zip(*all_plays(thinker, Line(dash.GAME, DASH), way), strict=True))
    assert len(likely) >= 64
    assert likely.sum() == pytest.approx(1)
    assert np.abs(lucks).max() > 0.2
    assert likely @ lucks == pytest.approx(np.zeros(3), abs=1e-12)
    value = likely @ scores
    assert likely @ (scores - lucks) == pytest.approx(value)
    if weights is None:
        assert likely @ (scores - lucks - value)[:, 0] ** 2 < 0.5 * likely @ (scores - value)[:, 0] ** 2


@pytest.mark.parametrize("name", ["numeric", "quantum"])
@pytest.mark.thorough
def test_in_plays_at_random_the_luck_comes_to_nothing(name: str) -> None:
    game = find_game(name)
    values = game.settle(players=2)
    judge = judge_of(game, values)
    plays = [play_game(game, values, [RandomBot(n), RandomBot(-n)], str(n), judge) for n in range(60)]
    lucks = np.array([played.luck for played in plays])
    error = lucks.std(0, ddof=1) / np.sqrt(len(lucks))
    assert np.all(error > 0)
    assert np.all(np.abs(lucks.mean(0)) < 4 * error)


def test_a_play_is_the_same_whether_its_luck_is_weighed_or_not() -> None:
    bots = [RandomBot(seat) for seat in range(3)]
    weighed = play_game(dash.GAME, DASH, bots, "9", judge_of(dash.GAME, DASH))
    assert play_game(dash.GAME, DASH, bots, "9") == replace(weighed, luck=())
    assert len(weighed.luck) == 3


# Out of results


def test_what_luck_alone_decides_is_left_without_a_spread() -> None:
    lucks = np.random.default_rng(1).normal(size=40)
    assert take_luck_out((0.3 + 2.5 * lucks).tolist(), lucks.tolist()) == pytest.approx([0.3] * 40, abs=0.2)
    assert np.std(take_luck_out((0.3 + 2.5 * lucks).tolist(), lucks.tolist())) < 0.1 * np.std(2.5 * lucks)


def test_where_a_judge_sees_nothing_next_to_nothing_is_taken() -> None:
    rng = np.random.default_rng(2)
    results, lucks = rng.normal(size=400), 50 * rng.normal(size=400)
    steady = take_luck_out(results.tolist(), lucks.tolist())
    assert np.std(steady) < 1.05 * np.std(results)
    assert take_luck_out([1.0, 2.0, 4.0], [0.0, 0.0, 0.0]) == [1.0, 2.0, 4.0]


def test_of_few_results_as_well_the_mean_is_the_true_one() -> None:
    """Its measure taken from the same result, this would be off by 0.2: where luck is great it decides more."""
    rng = np.random.default_rng(3)
    means, alike = [], []
    for _ in range(4000):
        lucks = rng.exponential(size=10) - 1
        results = lucks**2
        means.append(np.mean(take_luck_out(results.tolist(), lucks.tolist())))
        slope = ((results - results.mean()) @ lucks) / (lucks @ lucks)
        alike.append(np.mean(results - slope * lucks))
    error = np.std(means) / np.sqrt(len(means))
    assert abs(np.mean(means) - 1) < 4 * error
    assert abs(np.mean(alike) - 1) > 8 * error, "this case would not show it"


def test_a_seat_is_lucky_where_it_gets_more_than_the_others() -> None:
    played = Round(("a", "b"), 0, ((1.0, 0.0), (1.0, 0.0)), ((0.5, -0.1), (0.2, 0.2)))
    assert played.fortune == pytest.approx((0.3 + 0.0) / 2)
    assert Round(("a", "b"), 0, ((1.0, 0.0), (1.0, 0.0))).fortune is None
    assert steady_of([played] * 9) is None, "nine rounds are too few"
    assert steady_of([played] * 10) is not None


# In the arena


def weighed(**options: int) -> Contest:
    values = dash.GAME.settle(None, players=2, rounds=2, **options)
    return Contest("dash", values, (("dora", "pip"),), weighed=True)


def test_a_contest_without_luck_has_a_shorter_interval_about_the_same(toys: None) -> None:
    (met,) = meetings(run(weighed(), 400, workers=1))
    assert met.steady is not None
    assert met.steady.points_error < 0.8 * met.points_error
    assert met.steady.share_error < met.share_error
    assert abs(met.steady.points - met.points) < met.points_error


def test_the_file_keeps_luck_and_is_not_mixed_with_plays_without(toys: None, tmp_path: Path) -> None:
    out = tmp_path / "plays.jsonl"
    rounds = run(weighed(), 6, out, workers=1)
    assert all(len(luck) == 2 for played in rounds for luck in played.lucks)
    assert read_rounds(weighed(), out) == rounds
    with pytest.raises(ArenaError, match="holds something else"):
        run(replace(weighed(), weighed=False), 6, out, workers=1)


def test_the_command_says_how_it_stands_without_luck(toys: None) -> None:
    asked = ["arena", "dash", "--players", "2", "--bots", "pip,dora", "--workers", "1"]
    result = parlour(*asked, "--games", "20", "--luck")
    assert result.exit_code == 0, result.output
    assert "with luck taken out" in one_line(result.output)
    assert "with luck taken out" not in one_line(parlour(*asked, "--games", "20").output)
    assert "Luck can be taken out of 10 rounds or more" in one_line(parlour(*asked, "--games", "4", "--luck").output)
