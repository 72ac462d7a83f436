"""Plays and decisions as data: what the columns say is true, the same seed makes the same file, and files are whole."""

import hashlib
import json
import re
from pathlib import Path

import duckdb
import polars as pl
import pytest

from parlour.engine.cache import settle_folder
from parlour.engine.game import find_game
from parlour.laboratory import new_plan, run_plan
from parlour.laboratory.courses import COURSES, list_played
from parlour.laboratory.datasets import DECISIONS, PLAYS, describe_columns, frame_all
from parlour.laboratory.frames import frame_plays
from parlour.laboratory.runs import find_file
from parlour.search.line import Line
from tests.form import samples
from tests.laboratory.disks import full_disk
from tests.terminal.runner import one_line, parlour

GAME = find_game("stencil")
QUICK = GAME.settle("quick")
UNIFORM = ("lab", "plays", "stencil", "--preset", "quick", "--bots", "random")
BOTH = ("--out", "plays.parquet", "--decisions", "decisions.parquet")
PAGE = Path(__file__).parents[2] / "docs" / "laboratory.md"


@pytest.fixture(autouse=True)
def own_results(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("parlour.laboratory.runs.cache_root", lambda: settle_folder(tmp_path / "cache"))
    (tmp_path / "cache").mkdir()
    monkeypatch.chdir(tmp_path)


def test_every_decision_is_what_playing_it_again_shows() -> None:
    parlour(*UNIFORM, "--plays", "6", *BOTH)
    plays, decisions = pl.read_parquet("plays.parquet"), pl.read_parquet("decisions.parquet")
    for play in plays.iter_rows(named=True):
        told = decisions.filter(play=play["play"]).iter_rows(named=True)
        line = Line(GAME, QUICK)
        for code in play["codes"]:
            if line.to_move >= 0:
                row = next(told)
                assert (row["seat"], row["ply"], row["action"]) == (line.to_move, len(line.codes), code)
                assert row["choices"] == len(line.legal_codes())
                assert row["turn"] == line.s.turns
                assert row["kind"] == GAME.actions.word(code)
                assert row["by"] == "random"
            line.push(code)
        assert next(told, None) is None
        assert line.over
        assert (play["score_1"], play["score_2"]) == line.score
        assert play["asked_1"] + play["asked_2"] == play["decisions"]


def test_plays_of_bots_are_those_of_a_report() -> None:
    plan = new_plan(GAME, QUICK, "random,pip")
    plays, _ = frame_all(GAME, list_played(plan, 4), decisions=False)
    assert plays.drop("rules", "options", "codes").equals(frame_plays(run_plan(plan, 4)))


def test_what_bots_played_is_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    plan = new_plan(GAME, QUICK, "random,pip")
    first = [played.codes.tolist() for played in list_played(plan, 4)]
    assert find_file(plan, COURSES.suffix).exists()
    monkeypatch.setattr("parlour.laboratory.courses.play_one", lambda *given: pytest.fail("played again"))
    assert [played.codes.tolist() for played in list_played(plan, 4)] == first


def test_the_same_seed_makes_the_same_files_and_another_one_others() -> None:
    def hash_files(seed: str) -> list[str]:
        parlour(*UNIFORM, "--plays", "20", "--seed", seed, *BOTH)
        return [hashlib.sha256(Path(name).read_bytes()).hexdigest() for name in BOTH[1::2]]

    first = hash_files("1")
    assert hash_files("1") == first
    assert not set(hash_files("2")) & set(first)


def test_a_million_decisions_are_read_by_polars_and_duckdb() -> None:
    """The quick form is content with fewer; the thorough one has the million."""
    result = parlour(*UNIFORM, "--plays", str(samples(200, 60_000)), *BOTH)
    counted = int(re.findall(r"([\d,]+) decisions", result.output)[0].replace(",", ""))
    assert counted >= samples(3000, 1_000_000)
    decisions = pl.read_parquet("decisions.parquet")
    assert decisions.height == counted == pl.read_parquet("plays.parquet")["decisions"].sum()
    joined = "select count(*), sum(choices) from 'decisions.parquet' join 'plays.parquet' using (play)"
    assert duckdb.execute(joined).fetchall() == [(counted, decisions["choices"].sum())]
    same_length = "select distinct len(codes) = plies from 'plays.parquet'"
    assert duckdb.execute(same_length).fetchall() == [(True,)]


def test_the_page_tells_of_every_column() -> None:
    parlour(*UNIFORM, "--plays", "2", *BOTH)
    for name, columns in (("plays", PLAYS), ("decisions", DECISIONS)):
        found = pl.read_parquet(f"{name}.parquet").columns
        assert list(dict.fromkeys(re.sub(r"_\d$", "_N", column) for column in found)) == list(columns)
        assert describe_columns(columns) in PAGE.read_text(encoding="utf-8")


def test_a_file_says_what_it_came_from() -> None:
    parlour(*UNIFORM, "--plays", "2", "--seed", "5", "--out", "plays.parquet")
    facts = pl.read_parquet_metadata("plays.parquet")
    assert json.loads(facts["parlour.seed"]) == 5
    assert json.loads(facts["parlour.options"])["min_counters_to_claim"] == QUICK["min_counters_to_claim"]
    assert {"parlour.version", "parlour.rules", "parlour.decided_by"} < set(facts)


def test_a_full_disk_leaves_the_older_files_as_they_were(tmp_path: Path) -> None:
    parlour(*UNIFORM, "--plays", "2", *BOTH)
    before = {path.name: path.read_bytes() for path in tmp_path.glob("*.parquet*")}
    with full_disk(20_000):
        result = parlour(*UNIFORM, "--plays", "400", *BOTH)
    assert result.exit_code == 1
    assert re.search(r"\w+\.parquet cannot be written: file too large", one_line(result.output))
    assert {path.name: path.read_bytes() for path in tmp_path.glob("*.parquet*")} == before


def test_an_interruption_leaves_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupt(*given: object) -> bytes:
        raise KeyboardInterrupt

    monkeypatch.setattr("parlour.laboratory.datasets.frame_decisions", interrupt)
    assert parlour(*UNIFORM, "--plays", "2", *BOTH).exit_code == 1
    assert list(tmp_path.glob("*parquet*")) == []


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (
            ("--out", "plays.csv"),
            "plays are written as Parquet: expected a name that ends in .parquet, not 'plays.csv'",
        ),
        (("--out", "a.parquet", "--decisions", "a.parquet"), "expected two names, not 'a.parquet' twice"),
        (("--out", "no/such/a.parquet", "--plays", "2"), "no/such/a.parquet cannot be written"),
        (("--out", "a.parquet", "--from-database", "sqlite:///none.db"), "--preset says what is to be played"),
    ],
)
def test_bad_input_is_told_in_a_sentence(words: tuple[str, ...], sentence: str) -> None:
    result = parlour(*UNIFORM, *words)
    assert result.exit_code == 1
    assert sentence in one_line(result.output)
