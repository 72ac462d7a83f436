"""Plans and their runs: who sits where, what is kept, and what an interruption costs."""

from dataclasses import replace
from pathlib import Path

import pytest

from parlour.engine.cache import settle_folder
from parlour.engine.game import find_game
from parlour.laboratory import LaboratoryError, Plan, new_plan, run_plan, tables
from parlour.laboratory.runs import find_file, read_plays, stamp_plan
from parlour.laboratory.tables import Row, judge_end, longest_wait, read_row, write_row
from parlour.search.bots import UnknownBot

GAME = find_game("stencil")
QUICK = GAME.settle("quick")


@pytest.fixture(autouse=True)
def own_results(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Results of other runs are none of these tests'; compiled code stays where it is."""
    monkeypatch.setattr("parlour.laboratory.runs.cache_root", lambda: settle_folder(tmp_path))
    return tmp_path


def plan_of(bots: str, seed: int = 0) -> Plan:
    return new_plan(GAME, QUICK, bots, seed)


def test_one_name_stands_for_every_seat_and_each_luck_is_played_once() -> None:
    plan = plan_of("random")
    assert plan.bots == ("random", "random")
    assert plan.rotations == 1


def test_bots_change_seats_and_meet_the_same_luck() -> None:
    rows = run_plan(plan_of("random,1"), 6)
    assert [row.luck for row in rows] == [0, 0, 1, 1, 2, 2]
    assert [row.bots for row in rows[:2]] == [("random", "pip"), ("pip", "random")]


def test_every_seat_of_a_mixture_is_drawn() -> None:
    plan = plan_of("random+pip")
    drawn = {plan.members(luck) for luck in range(40)}
    assert drawn == {(a, b) for a in ("random", "pip") for b in ("random", "pip")}


@pytest.mark.parametrize("bots", ["", "pip,", "pip+", "pip,random+dora", "pip,pip,pip"])
def test_who_plays_must_be_told_clearly(bots: str) -> None:
    with pytest.raises(LaboratoryError, match="expected"):
        plan_of(bots)


def test_nobody_unknown_plays() -> None:
    with pytest.raises(UnknownBot, match="nobody called 'zeno'"):
        plan_of("zeno")


def test_the_same_plan_plays_the_same() -> None:
    plan = plan_of("random")
    first = run_plan(plan, 5)
    find_file(plan).unlink()
    assert run_plan(plan, 5) == first
    assert run_plan(replace(plan, seed=1), 5) != first


def test_processes_play_what_one_plays_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    plan = plan_of("random")
    alone = run_plan(plan, 6, workers=1)
    find_file(plan).unlink()
    monkeypatch.setattr("parlour.laboratory.runs.ALONE", 0)
    assert run_plan(plan, 6, workers=2) == alone


def test_what_was_played_is_not_played_again(monkeypatch: pytest.MonkeyPatch) -> None:
    plan = plan_of("random")
    first = run_plan(plan, 4)
    monkeypatch.setattr("parlour.laboratory.runs.play_luck", lambda plan, luck: pytest.fail("played again"))
    assert run_plan(plan, 4) == first
    assert run_plan(plan, 2) == first[:2]


def test_an_interrupted_run_goes_on() -> None:
    plan = plan_of("random,pip")
    whole = run_plan(plan, 6)
    path = find_file(plan)
    path.unlink()

    def interrupt(done: int, wanted: int) -> None:
        if done == 4:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        run_plan(plan, 6, watch=interrupt)
    path.write_bytes(path.read_bytes()[:-9])  # in the midst of a line
    seen: list[int] = []
    assert run_plan(plan, 6, watch=lambda done, wanted: seen.append(done)) == whole
    assert seen == [2, 4, 6], "the round that was whole is kept"
    assert sum(map(len, read_plays(path).values())) == 6


def test_results_are_filed_under_all_that_decides_them() -> None:
    plan = plan_of("random")
    others = [
        replace(plan, seed=1),
        plan_of("pip"),
        plan_of("random+pip"),
        plan_of("random,pip"),
        new_plan(GAME, GAME.settle("quick", min_counters_to_claim=6), "random"),
    ]
    stamps = {stamp_plan(other) for other in (plan, *others)}
    assert len(stamps) == 1 + len(others)


def test_a_row_is_read_as_it_was_written() -> None:
    row = run_plan(plan_of("random"), 1)[0]
    assert read_row(write_row(row)) == row
    assert isinstance(row, Row)
    assert sum(row.asked) == row.decisions <= row.plies
    assert max(row.last) == row.decisions


@pytest.mark.parametrize(
    ("scores", "winner", "ended"),
    [
        ((1.0, -1.0), 0, "won"),
        ((0.0, 0.0), -1, "drawn"),
        ((1.0, 1.0, -2.0), -1, "shared"),
        ((), -1, "unfinished"),
        ((7.0,), -1, "alone"),
    ],
)
def test_how_a_play_ended(scores: tuple[float, ...], winner: int, ended: str) -> None:
    assert judge_end(scores) == (winner, ended)


def test_a_wait_ends_when_a_seat_is_asked() -> None:
    assert longest_wait([0, 1, 1, 2, 0, 2, 1, 2, 1, 2], 0) == 3
    assert longest_wait([1, 1, 0], 0) == 2


def test_a_process_that_plays_by_many_rules_forgets_the_bots_it_needs_no_more(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tables, "KEPT", 3)
    monkeypatch.setattr(tables, "_bots", {})
    plans = [new_plan(GAME, GAME.settle("quick", counters_each=each), "dora") for each in (5, 6, 7)]
    rows = [tables.play_luck(plan, luck) for luck in range(2) for plan in plans]
    assert len(tables._bots) == 3
    monkeypatch.setattr(tables, "KEPT", 99)
    assert [tables.play_luck(plan, luck) for luck in range(2) for plan in plans] == rows
    assert len(tables._bots) == 6
