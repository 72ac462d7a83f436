"""A glimpse: two sentences about fairness and length, from plays of some seconds, without the extra `lab`."""

import multiprocessing
import os
import random
import shlex
import subprocess
import sys
from pathlib import Path

import pytest
from scipy import stats

from parlour.engine.cache import settle_folder
from parlour.engine.game import find_game
from parlour.laboratory import glimpse
from parlour.laboratory.estimates import Estimate, rough_mean, wilson
from parlour.laboratory.glimpse import (
    GLIMPSED,
    find_furthest,
    forget_oldest,
    judge,
    make_glimpse,
    plan_glimpse,
    read_glimpse,
    read_plays,
    sum_up_plays,
)
from parlour.laboratory.plan import Plan, new_plan
from parlour.laboratory.runs import find_file
from parlour.laboratory.short_report import write_command, write_short_report
from tests.laboratory.rows import row_of

GAME = find_game("stencil")
PLAN = new_plan(GAME, GAME.settle("quick"), "random")


@pytest.fixture(autouse=True)
def own_results(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Results of other runs are none of these tests'; compiled code stays where it is."""
    for module in ("runs", "glimpse"):
        monkeypatch.setattr(f"parlour.laboratory.{module}.cache_root", lambda: settle_folder(tmp_path))
    return tmp_path


# The sentences


def test_the_two_sentences_say_who_wins_and_how_long_it_takes() -> None:
    rows = [row_of(play, *((1, 0) if play % 100 < 54 else (0, 1)), decisions=395 + play % 11) for play in range(400)]
    found = sum_up_plays(PLAN, rows)
    assert found.fairness == "Equal bots played this 400 times and whoever began won 54% (49 to 59%): about even."
    assert found.length == "It takes about 20 to 53 minutes: 400 ± 0 decisions, at 3 to 8 seconds each."


def test_a_seat_that_is_certainly_ahead_is_named() -> None:
    rows = [row_of(play, *((1, 0) if play % 4 else (0, 1)), first=play // 4 % 2) for play in range(400)]
    found = sum_up_plays(PLAN, rows)
    assert found.fairness == "Equal bots played this 400 times and Red won 75% (70 to 80%): an advantage."


def test_games_that_end_level_are_told_and_shared() -> None:
    rows = [row_of(play, *((1, 1) if play % 2 else (0, 1)), first=1) for play in range(400)]
    assert sum_up_plays(PLAN, rows).fairness == (
        "Equal bots played this 400 times, 50% of them level and shared, and whoever began won 75% (71 to 79%): "
        "an advantage."
    )


def test_bots_that_play_the_same_games_again_and_again_are_told() -> None:
    rows = [row_of(play, *((1, 0) if play % 2 else (0, 1)), course=str(play % 8)) for play in range(400)]
    assert sum_up_plays(PLAN, rows).fairness.endswith("about even, but only 8 of them went differently.")


def test_long_tails_and_games_without_an_end_are_told() -> None:
    rows = [row_of(play, 1, 0, decisions=10 if play % 5 else 50) for play in range(99)]
    rows.append(row_of(99, 0, 0, ended="unfinished"))
    length = sum_up_plays(PLAN, rows).length
    assert "one time in ten it takes more than twice as long as usual; 1 did not end" in length


def test_whoever_plays_alone_has_nobody_to_be_fair_to() -> None:
    game = find_game("numeric")
    plan = new_plan(game, game.settle("practice"), "random")
    found = sum_up_plays(plan, [row_of(0, 5.0)])
    assert (found.fairness, found.wins) == ("A bot played this alone once: there is nobody to be fair to.", None)
    assert found.length == "It takes about a minute: 10.0 decisions, at 3 to 8 seconds each."


def test_a_fair_share_among_more_than_two_is_told() -> None:
    game = find_game("vendetta")
    plan = new_plan(game, game.settle("three"), "random")
    rows = [row_of(play, *(float(seat == play % 3) for seat in range(3)), first=play % 7 % 3) for play in range(420)]
    assert ", where 33% is fair: about even." in sum_up_plays(plan, rows).fairness


@pytest.mark.parametrize(
    ("value", "low", "high", "said"),
    [
        (0.54, 0.49, 0.59, "about even"),
        (0.54, 0.40, 0.68, "too few to tell whether that is chance"),
        (0.54, 0.51, 0.57, "a small advantage"),
        (0.46, 0.43, 0.49, "a small disadvantage"),
        (0.70, 0.65, 0.75, "an advantage"),
        (0.30, 0.25, 0.35, "a disadvantage"),
    ],
)
def test_what_is_made_of_an_interval(value: float, low: float, high: float, said: str) -> None:
    assert judge(Estimate(value, low, high, 100), 0.5) == said


def test_of_a_hundred_fair_games_few_are_accused() -> None:
    accused = 0
    for seed in range(200):
        luck = random.Random(seed)
        rows = [row_of(play, *luck.choice(((1, 0), (0, 1))), first=luck.randrange(2)) for play in range(100)]
        accused += not find_furthest(PLAN, rows)[1].holds(0.5)
    assert accused <= 200 * 0.14  # two questions at 5%, and their luck


# Intervals without SciPy


@pytest.mark.parametrize(("ones", "count"), [(0, 7), (7, 7), (1, 2), (211, 400), (3, 4000)])
def test_wilsons_interval_is_as_scipy_has_it(ones: int, count: int) -> None:
    found, known = wilson(ones / count, count), stats.binomtest(ones, count).proportion_ci(method="wilson")
    assert (found.low, found.high) == pytest.approx((known.low, known.high), abs=1e-12)


@pytest.mark.parametrize("count", [6, 10, 400])
def test_the_mean_has_nearly_the_error_that_students_t_gives(count: int) -> None:
    numbers = [(7 * i) % 11 for i in range(count)]
    known = stats.ttest_1samp(numbers, 0).confidence_interval()
    assert rough_mean(numbers).error == pytest.approx((known.high - known.low) / 2, rel=0.02)


# Playing, and what is kept


def test_the_same_question_twice_is_played_once(monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[tuple[int, int]] = []
    found = make_glimpse(PLAN, 30, watch=lambda done, wanted: told.append((done, wanted)))
    assert (found.plays, told[0], told[-1]) == (30, (0, 30), (30, 30))

    def play(*given: object) -> None:
        raise AssertionError("nobody should play again")

    monkeypatch.setattr("parlour.laboratory.runs.play_luck", play)
    assert make_glimpse(PLAN, 30) == read_glimpse(PLAN) == found


def test_when_time_is_up_the_plays_so_far_have_to_do_for_everybody() -> None:
    found = make_glimpse(PLAN, 10_000, seconds=0.0)
    assert 1 <= found.plays < 10_000
    assert make_glimpse(PLAN, 10_000, seconds=60.0) == found


def test_a_run_that_was_interrupted_is_no_answer_and_goes_on() -> None:
    def stop(done: int, wanted: int) -> None:
        if done == 5:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        make_glimpse(PLAN, 12, watch=stop)
    assert read_glimpse(PLAN) is None
    told: list[int] = []
    assert make_glimpse(PLAN, 12, watch=lambda done, wanted: told.append(done)).plays == 12
    assert told[0] == 5


def test_a_file_that_lost_some_of_its_plays_is_no_answer() -> None:
    make_glimpse(PLAN, 12)
    path = find_file(PLAN, GLIMPSED.suffix)
    lines = path.read_text().splitlines(keepends=True)
    path.write_text("".join(lines[:4] + lines[5:]))
    assert read_plays(PLAN) == []


def glimpse_there(folder: str) -> None:
    os.environ["PARLOUR_CACHE"] = folder
    make_glimpse(PLAN, 40)


@pytest.mark.thorough
def test_two_processes_that_are_asked_at_the_same_time_do_not_spoil_each_others_answer(own_results: Path) -> None:
    context = multiprocessing.get_context("spawn")
    both = [context.Process(target=glimpse_there, args=(str(own_results),)) for _ in range(2)]
    for process in both:
        process.start()
    for process in both:
        process.join()
    assert [process.exitcode for process in both] == [0, 0]
    found = read_glimpse(PLAN)
    assert found is not None
    find_file(PLAN, GLIMPSED.suffix).unlink()
    assert make_glimpse(PLAN, 40) == found


def test_glimpses_fill_no_disk(own_results: Path) -> None:
    plans = [new_plan(GAME, GAME.settle("quick"), "random", seed) for seed in range(4)]
    for age, plan in enumerate(plans):
        make_glimpse(plan, 2)
        os.utime(find_file(plan, GLIMPSED.suffix), (age, age))
    other = own_results / "laboratory" / "a-run-of-somebody.jsonl"
    other.touch()
    forget_oldest(kept=2)
    assert [read_glimpse(plan) is not None for plan in plans] == [False, False, True, True]
    assert other.exists()


def test_equal_bots_play_of_a_level_that_the_game_has() -> None:
    assert set(plan_glimpse(GAME, GAME.settle("quick")).bots) == {glimpse.USUAL}


def test_a_glimpse_needs_nothing_of_the_extra() -> None:
    heavy = "{'scipy.stats', 'matplotlib', 'polars'}"  # Numba looks whether there is a scipy, and no further
    program = f"import parlour.laboratory.glimpse, sys; print({heavy} & set(sys.modules))"
    told = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert told.stdout.strip() == "set()"


# The page


def test_the_page_behind_it_says_what_was_asked_and_how_to_know_more() -> None:
    make_glimpse(PLAN, 12)
    page = write_short_report(PLAN, read_plays(PLAN), seconds=0.0)
    assert "12 plays with 2 players: Random on every seat" in page
    assert "1 of the plays were looked at closely" in page
    assert "This command tells more, skill and luck among it:" in page
    assert "<script" not in page
    assert "http-equiv" not in page


def changed_plan() -> Plan:
    game = find_game("numeric")
    return new_plan(game, game.settle("hex", players=3), "random")


def test_its_command_plays_by_the_same_rules() -> None:
    plan = changed_plan()
    words = shlex.split(write_command(plan, 7))
    assert words[:4] == ["parlour", "lab", "report", "numeric"]
    given = dict(word.split("=", 1) for word in words if "=" in word)
    given["players"] = words[words.index("--players") + 1]
    assert find_game("numeric").settle(**given) == plan.values
    assert words[-4:] == ["--bots", "random", "--plays", "7"]
