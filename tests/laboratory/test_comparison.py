"""Comparing rules: what is alike is called alike, what differs is found, and it is asked no longer than needed."""

import random
from collections.abc import Callable
from dataclasses import replace

import pytest
from scipy.stats import binom

from parlour.engine.game import find_game
from parlour.laboratory import LaboratoryError, Plan, new_plan
from parlour.laboratory.comparison import Comparison, Difference, Verdict, compare, list_looks, name_variant
from parlour.laboratory.measures import gap_of
from parlour.laboratory.runs import play_part
from parlour.laboratory.tables import Row
from tests.form import samples
from tests.laboratory.rows import row_of

GAME = find_game("stencil")
CORNERS = "a1c2a3b3,a1d1a4d4"  # the second plate lies alike however it is turned, so it is seldom full


def plan_of(**given: object) -> Plan:
    return new_plan(GAME, GAME.settle("quick", **given), "random")


def play_anew(plan: Plan, plays: int, *unused: object) -> list[Row]:
    """As `run_plan` does, but nothing is kept."""
    return play_part(plan, range(plays))


def imagine(chance: Callable[[Plan], float], length: Callable[[Plan], float]) -> Callable[..., list[Row]]:
    """Plays in which the first seat wins with a chance, one in twenty is drawn, and the length is as it happens."""

    def run(plan: Plan, plays: int, *unused: object) -> list[Row]:
        rng, rows = random.Random(f"{plan.seed} {plan.values}"), []
        for play in range(plays):
            won, level = float(rng.random() < chance(plan)), rng.random() < 0.05
            scores = (0.0, 0.0) if level else (won, 1 - won)
            decisions = max(2, round(rng.gauss(length(plan), 8)))
            rows.append(row_of(play, *scores, decisions=decisions, course=f"{plan.seed} {play}"))
        return rows

    return run


def find(found: Comparison, name: str) -> Difference:
    return next(d for d in found.contrasts[0].differences if d.measure.name == name)


def test_the_same_rules_with_other_luck_are_called_alike_95_times_of_100() -> None:
    """In every measure, and after as many plays as it takes. More than this differ once in a hundred times."""
    trials = samples(12, 100)
    plan, run = plan_of(), imagine(lambda plan: 0.5, lambda plan: 40)
    alike = 0
    for trial in range(trials):
        pair = [("A", replace(plan, seed=2 * trial)), ("A again", replace(plan, seed=2 * trial + 1))]
        found, _ = compare(pair, 3200, within=0.1, run=run)
        alike += all(d.verdict == Verdict.ALIKE for d in found.contrasts[0].differences)
    assert alike >= binom.ppf(0.01, trials, 0.95)


def test_real_plays_of_the_same_rules_are_seldom_called_different() -> None:
    plan, trials = plan_of(), samples(3, 20)
    wrong = 0
    for trial in range(trials):
        pair = [("A", replace(plan, seed=2 * trial)), ("A again", replace(plan, seed=2 * trial + 1))]
        found, _ = compare(pair, 200, run=play_anew)
        wrong += bool(found.contrasts[0].find(Verdict.DIFFERENT))
    assert wrong <= binom.ppf(0.99, trials, 0.05)


@pytest.mark.thorough
def test_rules_that_put_a_seat_ahead_are_found_out() -> None:
    """Red always has the better plate, against plates that are dealt."""
    dealt = plan_of(plates=CORNERS, plate_choice="random")
    fixed = plan_of(plates=CORNERS, plate_choice="fixed")
    found, _ = compare([("dealt", dealt), ("fixed", fixed)], samples(1600, 3200), run=play_anew)
    difference = find(found, "wins of Red")
    assert difference.verdict == Verdict.DIFFERENT
    assert difference.more.low > 0


def test_a_rigged_seat_is_flagged_nearly_always() -> None:
    """The first seat wins 60 of a hundred, where it won 50: the plays allowed are enough to see it 95 times of 100."""
    trials, base = samples(12, 100), plan_of()
    run = imagine(lambda plan: 0.6 if plan.values["first_player"] == "red" else 0.5, lambda plan: 40)
    flagged = 0
    for trial in range(trials):
        rigged = replace(base, values=base.values | {"first_player": "red"}, seed=trial)
        found, _ = compare([("fair", replace(base, seed=trial)), ("rigged", rigged)], 3200, run=run)
        flagged += find(found, "wins of Red").verdict == Verdict.DIFFERENT
    assert flagged >= binom.ppf(0.01, trials, 0.95)


def test_what_is_known_soon_is_not_asked_for_longer() -> None:
    run = imagine(lambda plan: 0.5, lambda plan: 40)
    pair = [("A", plan_of()), ("B", replace(plan_of(), seed=1))]
    soon, rows = compare(pair, 6400, within=0.5, run=run)
    late, _ = compare(pair, 6400, within=0.06, run=run)
    assert soon.is_known
    assert (soon.looks, soon.plays, len(rows[0])) == (1, 100, 100)
    assert late.plays > 400


def test_looks_are_few_and_each_is_at_twice_as_many_plays() -> None:
    assert list_looks(1000) == [100, 200, 400, 800, 1000]
    assert list_looks(60) == [60]


def test_no_difference_larger_than_this_is_an_answer() -> None:
    run = imagine(lambda plan: 0.5, lambda plan: 40)
    found, _ = compare([("A", plan_of()), ("B", replace(plan_of(), seed=1))], 800, run=run)
    length = find(found, "decisions")
    assert length.verdict == Verdict.ALIKE
    assert 0 < length.largest <= length.small == pytest.approx(0.05 * length.first.value)
    assert find(found, "wins of Red").verdict == Verdict.UNKNOWN


def test_where_no_pair_differs_a_difference_may_still_be_there() -> None:
    """Of a thousand that were alike, 7 of a thousand more could differ and not have been seen (at 99.9%)."""
    gap = gap_of([0.0] * 1000, 1.0, 0.999)
    assert gap.value == 0
    assert 0.0069 < gap.high == -gap.low < 0.0085


def test_intervals_of_rare_differences_hold_as_often_as_they_say() -> None:
    rng, trials = random.Random(3), samples(300, 2000)
    held = 0
    for _ in range(trials):
        gaps = [float(rng.random() < 0.02) - float(rng.random() < 0.01) for _ in range(200)]
        held += gap_of(gaps, 1.0).holds(0.01)
    assert held >= 0.93 * trials


def test_plays_that_went_alike_are_counted() -> None:
    run = imagine(lambda plan: 0.5, lambda plan: 40)
    plan = plan_of()
    found, _ = compare([("A", plan), ("B", replace(plan, seed=1))], 100, run=run)
    assert found.contrasts[0].same == 0
    found, _ = compare([("A", plan), ("B", plan_of(hint_level=3))], 100, run=play_anew)
    assert found.contrasts[0].same == 100


def test_any_number_of_variants_share_the_errors() -> None:
    run = imagine(lambda plan: 0.5, lambda plan: 40)
    plans = [(str(seed), replace(plan_of(), seed=seed)) for seed in range(4)]
    few, _ = compare(plans[:2], 100, run=run)
    many, _ = compare(plans, 100, run=run)
    assert [contrast.name for contrast in many.contrasts] == ["B", "C", "D"]
    assert many.contrasts[0].differences[0].more.error > few.contrasts[0].differences[0].more.error
    assert name_variant(27) == "B2"


@pytest.mark.parametrize(
    ("others", "sentence"),
    [
        ([], "nothing to be compared with"),
        ([("B", plan_of())], "stand there already"),
        ([("B", replace(plan_of(), values=plan_of().values | {"players": 3}))], "for 3 players"),
    ],
)
def test_what_cannot_be_compared_is_told(others: list[tuple[str, Plan]], sentence: str) -> None:
    with pytest.raises(LaboratoryError, match=sentence):
        compare([("A", plan_of()), *others], 100, run=play_anew)
