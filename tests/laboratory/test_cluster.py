"""Runs on a Ray cluster of two nodes, started here: equal to those of this machine, whatever dies on the way."""

import os
import signal
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest

from parlour.engine.cache import cache_root, settle_folder
from parlour.engine.game import find_game
from parlour.laboratory import LaboratoryError, Plan, new_plan, run_plan
from parlour.laboratory.runs import Kind, find_file, play_elsewhere, play_part, run_kind
from parlour.laboratory.tables import Row, read_row, write_row
from tests.terminal.runner import one_line, parlour
from tests.tools import WITH_RAY

GAME = find_game("stencil")
PLAYS = 40

needs_ray = pytest.mark.skipif(not WITH_RAY, reason="ray is not installed")


@pytest.fixture(autouse=True)
def own_results(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("parlour.laboratory.runs.cache_root", lambda: settle_folder(tmp_path))


@pytest.fixture(scope="module")
def cluster() -> Iterator[Any]:
    """A head and a second node, with one worker each."""
    from ray.cluster_utils import Cluster

    from parlour.laboratory.cluster import SETTINGS

    with pytest.MonkeyPatch.context() as patch:
        for name, value in SETTINGS.items():
            patch.setenv(name, value)
        made = Cluster(initialize_head=True, head_node_args={"num_cpus": 1, "include_dashboard": False})
        made.add_node(num_cpus=1)
        yield made
        made.shutdown()


def plan_of(bots: str = "random,pip") -> Plan:
    return new_plan(GAME, GAME.settle("quick"), bots)


def play_here(plan: Plan) -> list[Row]:
    """What this machine plays, and nothing of it kept."""
    rows = run_plan(plan, PLAYS, workers=1)
    find_file(plan).unlink()
    return rows


def run_on(address: str, plan: Plan, kind: Kind[Row] | None = None, **given: Any) -> list[Row]:
    from parlour.laboratory.cluster import playing_on

    with playing_on(address):
        return run_plan(plan, PLAYS, **given) if kind is None else run_kind(kind, plan, PLAYS, **given)


@needs_ray
@pytest.mark.thorough
def test_a_cluster_plays_row_by_row_what_this_machine_plays(cluster: Any) -> None:
    plan = plan_of()
    assert run_on(cluster.address, plan) == play_here(plan)


def mark_of(plan: Plan) -> Path:
    """A file that a worker finds as well as this process."""
    return cache_root() / f"died-{plan.seed}"


def die_once(plan: Plan, lucks: Sequence[int]) -> list[Row]:
    """The worker that comes first to the third luck is killed."""
    mark = mark_of(plan)
    if 3 in lucks and not mark.exists():
        mark.touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return play_part(plan, lucks)


@needs_ray
@pytest.mark.thorough
def test_a_killed_worker_costs_nothing_but_time(cluster: Any, tmp_path: Path) -> None:
    plan = new_plan(GAME, GAME.settle("quick"), "random,pip", seed=int.from_bytes(os.urandom(4)))
    mark = mark_of(plan)
    try:
        rows = run_on(cluster.address, plan, Kind(".jsonl", die_once, read_row, write_row))
        assert mark.exists(), "a worker was killed"
    finally:
        mark.unlink(missing_ok=True)
    find_file(plan).unlink()
    assert rows == play_here(plan)


@needs_ray
@pytest.mark.thorough
def test_a_machine_that_goes_away_costs_nothing_but_time(cluster: Any) -> None:
    plan = plan_of()
    gone: list[int] = []
    third = cluster.add_node(num_cpus=1)

    def lose_it(done: int, wanted: int) -> None:
        if done and not gone:
            gone.append(done)
            cluster.remove_node(third, allow_graceful=False)

    rows = run_on(cluster.address, plan, watch=lose_it)
    assert gone
    find_file(plan).unlink()
    assert rows == play_here(plan)


@needs_ray
@pytest.mark.thorough
def test_an_interrupted_run_goes_on_here_or_there(cluster: Any) -> None:
    plan = plan_of()
    whole = play_here(plan)

    def interrupt(done: int, wanted: int) -> None:
        if done >= 10:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        run_on(cluster.address, plan, watch=interrupt)
    seen: list[int] = []
    assert run_on(cluster.address, plan, watch=lambda done, wanted: seen.append(done)) == whole
    assert 10 <= seen[0] < PLAYS
    assert seen[-1] == PLAYS


@needs_ray
@pytest.mark.thorough
def test_a_cluster_that_would_play_otherwise_is_refused(cluster: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("parlour.laboratory.cluster.stamp_plan", lambda plan: "of other rules")
    with pytest.raises(LaboratoryError, match="would play unlike this one: expected the same version"):
        run_on(cluster.address, plan_of())
    assert not find_file(plan_of()).read_text().splitlines()[1:], "none of its plays are kept"


@needs_ray
@pytest.mark.thorough
def test_nobody_there_is_told_in_a_sentence() -> None:
    with pytest.raises(LaboratoryError, match=r"the cluster 127\.0\.0\.1:1 cannot be reached"):
        run_on("127.0.0.1:1", plan_of())


REPORT = ("lab", "report", "stencil", "--preset", "quick", "--bots", "pip", "--plays", "2")


@needs_ray
@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("--on", "moon"), "'moon' is not a cluster: expected ray, ray://host:10001 or host:6379"),
        (("--on", "ray", "--workers", "2"), "--workers is for this machine, and --on for a cluster"),
    ],
)
def test_bad_input_is_told_in_a_sentence(words: tuple[str, ...], sentence: str) -> None:
    result = parlour(*REPORT, *words)
    assert result.exit_code == 1
    assert sentence in one_line(result.output)


BOUNDS = """
[[held]]
game = "stencil"
preset = "quick"
bots = "pip"
plays = 2
decisions = 400
"""


@needs_ray
@pytest.mark.parametrize("command", [("levels", "stencil", "--preset", "quick", "--plays", "2"), ("check",)])
def test_levels_and_bounds_are_played_there_too(
    command: tuple[str, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """By a cluster that plays nothing but the two weakest, and says whom it was asked for."""
    from parlour.laboratory.cluster import Cluster

    asked: list[tuple[str, ...]] = []

    def play(self: Cluster, kind: Kind[Any], plan: Plan, lucks: Sequence[int]) -> Iterator[list[Any]]:
        asked.append(plan.bots)
        if not set(plan.bots) <= {"random", "pip"}:
            raise LaboratoryError("enough")
        yield kind.work(plan, lucks)

    monkeypatch.setattr(Cluster, "play_all", play)
    if command == ("check",):
        (tmp_path / "bounds.toml").write_text(BOUNDS)
        command = ("check", str(tmp_path / "bounds.toml"))
    result = parlour("lab", *command, "--on", "ray")
    assert asked[0] == (("pip", "random") if command[0] == "levels" else ("pip", "pip"))
    assert "'moon' is not a cluster" in one_line(parlour("lab", *command, "--on", "moon").output)
    assert result.exit_code == (1 if command[0] == "levels" else 0), result.output


@needs_ray
def test_what_random_plays_needs_no_cluster(tmp_path: Path) -> None:
    words = ("lab", "plays", "stencil", "--bots", "random", "--on", "ray", "--out", str(tmp_path / "a.parquet"))
    assert "plays by random alone are made here in no time" in one_line(parlour(*words).output)


def test_without_ray_one_sentence_says_how_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(sys.modules, "parlour.laboratory.cluster", raising=False)
    monkeypatch.setitem(sys.modules, "ray", None)
    result = parlour(*REPORT, "--on", "ray")
    assert result.exit_code == 1
    assert result.output.strip() == "Error: ray is needed and not installed: pip install 'parlour[cluster]'"


def test_whoever_plays_elsewhere_plays_only_what_is_missing() -> None:
    plan = plan_of("random")
    asked: list[int] = []

    def play(kind: Kind[Any], plan: Plan, lucks: Sequence[int]) -> Iterator[list[Any]]:
        asked.extend(lucks)
        yield kind.work(plan, lucks)

    first = run_plan(plan, 2, workers=1)
    with play_elsewhere(play):
        assert run_plan(plan, 4)[:2] == first
    assert asked == [2, 3]
