"""What plays tell: known truths come out, and alarms are as rare as is said."""

import random
from dataclasses import replace

import pytest
from scipy.stats import binom

from parlour.engine.game import find_game
from parlour.laboratory.estimates import by_luck
from parlour.laboratory.findings import is_out_early, ladder_plan, measure, measure_strengths
from parlour.laboratory.looks import Moment, came_back, count_changes, find_decision, look_closer
from parlour.laboratory.measures import mean_of, share_of
from parlour.laboratory.plan import Plan, new_plan
from parlour.laboratory.runs import play_part
from tests.form import samples
from tests.laboratory.rows import row_of

GAME = find_game("stencil")
CORNERS = "a1c2a3b3,a1d1a4d4"  # the second plate lies alike however it is turned, so it is seldom full


def plan_of(bots: str = "random", **given: object) -> Plan:
    return new_plan(GAME, GAME.settle("quick", **given), bots)


def test_a_seat_that_is_given_the_better_plate_is_found_out() -> None:
    plan = plan_of(plates=CORNERS, plate_choice="fixed")
    found = measure(plan, play_part(plan, range(900)), [])
    assert [seat.name for seat in found.unfair_seats] == ["Red", "White"]
    assert found.seats[0].wins.low > 0.5


def test_seats_that_are_alike_are_seldom_accused() -> None:
    """Who starts is drawn, so Red and White are alike. One run may be a false alarm, as one in twenty is; many are not.

    More alarms than this come once in about a hundred times if 5% of runs are false ones.
    """
    runs = samples(10, 40)
    most = int(binom.ppf(0.985, runs, 0.05))
    plans = [replace(plan_of(), seed=seed) for seed in range(runs)]
    assert sum(bool(measure(plan, play_part(plan, range(100)), []).unfair_seats) for plan in plans) <= most


@pytest.mark.parametrize("seats", [2, 4])
def test_of_a_hundred_fair_games_five_are_accused_at_most(seats: int) -> None:
    """With so many trials, 5% of false alarms would bring more than 8% once in thousands of times."""
    plan = new_plan(find_game("quatro"), find_game("quatro").settle(players=seats), "random")
    rng, trials = random.Random(seats), samples(100, 1000)
    alarms = 0
    for _ in range(trials):
        wins = [rng.randrange(seats) for _ in range(120)]
        rows = [row_of(i, *(float(seat == won) for seat in range(seats))) for i, won in enumerate(wins)]
        alarms += bool(measure(plan, rows, []).unfair_seats)
    assert alarms <= 0.08 * trials


def test_intervals_hold_what_is_true_as_often_as_they_say() -> None:
    rng, trials = random.Random(1), samples(400, 4000)
    held = sum(share_of([float(rng.random() < 0.3) for _ in range(60)]).holds(0.3) for _ in range(trials))
    assert 0.92 * trials <= held <= 0.985 * trials
    held = sum(mean_of([rng.gauss(5, 2) for _ in range(12)]).holds(5) for _ in range(trials))
    assert 0.92 * trials <= held <= 0.985 * trials


def test_what_was_never_seen_may_still_happen() -> None:
    never = share_of([0.0] * 100)
    assert never.value == never.low == 0
    assert 0.03 < never.high < 0.04


def test_plays_of_one_luck_count_as_one() -> None:
    rows = [row_of(i, 1.0, 0.0, luck=i // 2) for i in range(6)]
    assert by_luck(rows, [1, 0, 1, 1, 0, 0]) == [0.5, 1.0, 0.0]


def test_more_plays_make_surer() -> None:
    wide = share_of([1.0, 0.0] * 50)
    plays = wide.plays_for(0.01)
    assert share_of([1.0, 0.0] * (plays // 2)).error == pytest.approx(0.01, rel=0.03)


def test_being_out_is_looking_on_longer_than_anybody_waited() -> None:
    assert is_out_early(row_of(0, 1.0, 0.0, last=(10, 6)), 1)
    assert not is_out_early(row_of(0, 1.0, 0.0, last=(10, 9)), 1), "soon over"
    assert not is_out_early(row_of(0, 1.0, 0.0, last=(10, 6), waits=(4, 4)), 1), "others waited as long"


def test_the_lead_is_told_by_who_can_expect_most() -> None:
    values = [(0.0, 0.0), (0.2, -0.2), (-0.5, 0.5), (0.0, 0.0), (-0.1, 0.1), (0.6, -0.6), (0.9, -0.9)]
    moments = [Moment(i, value) for i, value in enumerate(values)]
    row = row_of(0, 1.0, -1.0, decisions=8)
    assert count_changes(moments) == 2
    assert find_decision(moments, row) == 5 / 8
    assert not came_back(moments, row), "in the second half it was never far behind"
    assert came_back([*moments, Moment(7, (-0.6, 0.6))], row)


def test_a_closer_look_tells_what_happened_and_where() -> None:
    plan = plan_of()
    rows, looks = play_part(plan, range(4)), look_closer(plan, range(4))
    assert [look.play for look in looks] == [0, 1, 2, 3]
    for row, look in zip(rows, looks, strict=True):
        assert sum(look.actions.values()) == row.decisions
        assert set(look.actions) <= set(look.offered)
        placed = sum(count for cell, count in look.cells.items() if cell.startswith("cell:"))
        assert placed >= look.actions["place"]
        assert (look.decided is None) == (row.winner < 0)
    found = measure(plan, rows, looks)
    assert len([cell for cell in found.cells if cell.startswith("cell:")]) == 16
    assert {happening.word for happening in found.happenings} == set(GAME.events.words())


def test_bots_that_leave_nothing_to_chance_are_told() -> None:
    rows = [row_of(i, 1.0, 0.0, course="same") for i in range(10)]
    assert measure(plan_of(), rows, []).different == 1


def test_a_ladder_lets_a_level_meet_the_one_below() -> None:
    ladder = ladder_plan(plan_of("dora"))
    assert ladder is not None
    assert ladder.bots == ("dora", "pip")
    assert ladder_plan(plan_of("dora,pip")) is None, "they meet already"
    rows = [
        row_of(0, 1.0, 0.0, luck=0, bots=("dora", "pip")),
        row_of(1, 0.0, 1.0, luck=0, bots=("pip", "dora")),
        row_of(2, 1.0, 0.0, luck=1, bots=("dora", "pip")),
        row_of(3, 1.0, 0.0, luck=1, bots=("pip", "dora")),
    ]
    (strength,) = measure_strengths(ladder, rows)
    assert (strength.bot, strength.against, strength.wins.value, strength.fair) == ("dora", "pip", 0.75, 0.5)
