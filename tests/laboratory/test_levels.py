"""`parlour lab levels`: the ladder of a game's levels, and what they give away against exact play."""

import json
import re
from pathlib import Path

import pytest

from benchmarks.ladder import replace_marked
from parlour.engine.cache import settle_folder
from parlour.engine.game import find_game
from parlour.laboratory import LaboratoryError
from parlour.laboratory.ladder import Pace, Rung, climb, pair_up, time_moves, title_of, write_ladder
from parlour.laboratory.measures import share_of
from parlour.laboratory.regret import Regret, measure_regret, measure_regrets, write_regrets
from parlour.laboratory.runs import ignore
from parlour.search.bots import RandomBot
from parlour.search.seating import new_bot
from parlour.search.solver import Solver
from tests.form import samples
from tests.terminal.runner import one_line, parlour

GAME = find_game("stencil")
QUICK = GAME.settle("quick")


@pytest.fixture(autouse=True)
def own_results(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("parlour.laboratory.runs.cache_root", lambda: settle_folder(tmp_path))
    monkeypatch.chdir(tmp_path)


def test_one_bot_of_a_level_sits_among_those_of_the_level_below() -> None:
    game = find_game("vendetta")
    plan = pair_up(game, game.settle("three"), "dora", "pip")
    assert plan.bots == ("dora", "pip", "pip")
    assert plan.rotations == 3


@pytest.mark.thorough
def test_every_level_of_stencil_beats_the_one_below() -> None:
    rungs = climb(GAME, QUICK, samples(24, 80), workers=1)
    assert [rung.name for rung in rungs] == ["pip", "dora", "albert", "maud", "edwin", "octavia"]
    assert [rung.below for rung in rungs[:2]] == ["random", "pip"]
    assert all(rung.wins.high > 0.5 for rung in rungs)
    assert rungs[0].wins.low > 0.5


def test_a_ladder_is_a_table() -> None:
    wins = share_of([1.0, 1.0, 0.0, 1.0])
    table = write_ladder("Stencil `quick`", [Rung(1, "pip", "plays", "random", wins, 0.5, 8)], [Pace(0.5, 1.25)])
    assert table.splitlines()[0] == "### Stencil `quick`, 2 seats"
    assert re.search(r"^\| 1 \| Pip \| plays \| 75\.0% ± \d+\.\d% \| 8 \| 0\.500, 1\.250 \|$", table, re.MULTILINE)
    assert "seconds" not in write_ladder("Three", [Rung(1, "pip", "plays", "random", wins, 1 / 3, 8)])
    assert "2.25 ±" in write_ladder("Three", [Rung(1, "pip", "plays", "random", wins, 1 / 3, 8)])
    assert title_of("stencil", "quick", ["games=1"]) == "Stencil `quick` `games=1`"


def test_moves_are_timed() -> None:
    pace = time_moves(GAME, QUICK, "pip")
    assert 0 < pace.mean <= pace.longest


def test_whoever_plays_alone_climbs_no_ladder() -> None:
    game = find_game("numeric")
    with pytest.raises(LaboratoryError, match="no opponent"):
        climb(game, game.settle("practice"), 2)


def test_regret_is_what_a_bot_gives_away() -> None:
    """Octavia reads to the end with so few counters; who plays at random gives away points."""
    values = GAME.settle("quick", counters_each=5, plate_choice="fixed", failed_claim_rule="strict")
    solver = Solver(GAME, values)
    octavia = new_bot(GAME, values, "octavia")
    careless = measure_regret(GAME, values, solver, (RandomBot(), octavia), samples(4, 12), ignore)
    careful = measure_regret(GAME, values, solver, (octavia, RandomBot()), samples(2, 6), ignore)
    assert careless.given_away.value > careful.given_away.value >= 0
    assert 0 < careless.wrong <= 1
    assert all(0 <= loss <= 1 for loss in careless.losses)
    assert "| 1 | Octavia |" in write_regrets([careless, careful])


def test_only_a_game_that_can_be_solved_has_regrets() -> None:
    game = find_game("quantum")
    with pytest.raises(LaboratoryError, match="Quantum has no exact values"):
        measure_regrets(game, game.settle(), 2)
    assert Regret("pip", [], []).wrong == 0


def test_the_command_prints_a_table(tmp_path: Path) -> None:
    result = parlour(
        "lab", "levels", "stencil", "--preset", "quick", "--plays", "2", "--workers", "1", "--json", "f.json"
    )
    assert result.exit_code == 0, result.output
    assert "### Stencil `quick`, 2 seats" in result.output
    assert len(re.findall(r"^\| \d \| ", result.output, re.MULTILINE)) == 6
    found = json.loads((tmp_path / "f.json").read_text())
    assert [level["name"] for level in found["levels"]][:2] == ["pip", "dora"]


def test_exact_values_are_refused_where_there_are_none() -> None:
    result = parlour("lab", "levels", "quantum", "--exact", "4")
    assert result.exit_code == 1
    assert "Quantum has no exact values: leave out --exact" in one_line(result.output)


def test_a_table_is_put_between_its_marks(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text("a\n<!-- ladder -->\nold\n<!-- end of ladder -->\nb\n")
    replace_marked(page, "ladder", "new")
    assert page.read_text() == "a\n<!-- ladder -->\n\nnew\n\n<!-- end of ladder -->\nb\n"
