"""`parlour lab check`: bounds in a file are kept, broken or not known, and a slip in the file is told."""

import json
from pathlib import Path

import pytest

from parlour.engine.cache import settle_folder
from parlour.laboratory import LaboratoryError, Plan
from parlour.laboratory.bounds import Bound, Held, read_bounds
from parlour.laboratory.checking import Keeping, check_held, judge
from parlour.laboratory.estimates import Estimate
from parlour.laboratory.tables import Row
from tests.form import samples
from tests.laboratory.rows import row_of
from tests.terminal.runner import one_line, parlour

OURS = Path(__file__).parents[2] / "bounds.toml"
GAME = '[[held]]\ngame = "stencil"\npreset = "quick"\nbots = "random"\nplays = 12\n'


@pytest.fixture
def own_results(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("parlour.laboratory.runs.cache_root", lambda: settle_folder(tmp_path))
    monkeypatch.chdir(tmp_path)


def play_rigged(plan: Plan, plays: int, *unused: object) -> list[Row]:
    """The first seat wins four of five, every play has ten decisions, and one in ten is level."""
    scores = [(0.0, 0.0) if i % 10 == 9 else (0.0, 1.0) if i % 5 == 3 else (1.0, 0.0) for i in range(plays)]
    return [row_of(i, *score, decisions=9 + i % 3) for i, score in enumerate(scores)]


def keepings(*bounds: str) -> list[Keeping]:
    (held,) = read_bounds(GAME + "\n".join(bounds))
    return [result.keeping for result in check_held(held, 200, run=play_rigged)]


def test_a_bound_is_broken_where_the_whole_interval_lies_outside() -> None:
    assert judge(Estimate(0.6, 0.55, 0.65, 100), 0.4, 0.5) == Keeping.BROKEN
    assert judge(Estimate(0.5, 0.45, 0.55, 100), 0.4, 0.5) == Keeping.UNKNOWN
    assert judge(Estimate(0.45, 0.41, 0.49, 100), 0.4, 0.5) == Keeping.KEPT


def test_a_rigged_seat_breaks_its_bound() -> None:
    assert keepings("seats = 0.1") == [Keeping.BROKEN]
    assert keepings("seats = 0.4") == [Keeping.KEPT]
    assert keepings("first_turn = [0.4, 0.6]", "decisions = [9, 11]") == [Keeping.BROKEN, Keeping.KEPT]


@pytest.mark.parametrize(
    ("bound", "keeping"),
    [
        ("turns = [11, 30]", Keeping.BROKEN),
        ("turns = 9", Keeping.BROKEN),
        ("level = 0.02", Keeping.BROKEN),
        ("level = 0.1", Keeping.UNKNOWN),
        ("unfinished = 0.05", Keeping.KEPT),
        ("out_early = 0.05", Keeping.KEPT),
        ("wait = 2", Keeping.KEPT),
        ("choices = [1, 3]", Keeping.KEPT),
    ],
)
def test_every_measure_has_its_bound(bound: str, keeping: Keeping) -> None:
    assert keepings(bound) == [keeping]


def test_a_single_number_is_the_most_and_for_skill_the_least() -> None:
    (held,) = read_bounds(GAME + "decisions = 40\nskill = 0.6\n")
    assert held.bounds == (Bound("decisions", 0.0, 40.0), Bound("skill", 0.6, 1.0))


@pytest.mark.usefixtures("own_results")
def test_the_exit_status_tells_whether_all_is_kept(tmp_path: Path) -> None:
    (tmp_path / "kept.toml").write_text(GAME + "decisions = [5, 60]\n")
    kept = parlour("lab", "check", "kept.toml", "--all", "--json", "found.json")
    assert kept.exit_code == 0, kept.output
    assert "1 bounds: 1 kept, 0 broken, 0 not known." in one_line(kept.output)
    assert json.loads((tmp_path / "found.json").read_text())[0]["keeping"] == "kept"
    (tmp_path / "broken.toml").write_text(GAME + "decisions = 5\n")
    broken = parlour("lab", "check", "broken.toml")
    assert broken.exit_code == 1
    assert "stencil quick: a play takes" in broken.output
    assert "agreed: 5 at most" in one_line(broken.output)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("game = ", "this is not valid TOML"),
        ("", "no game has any bounds"),
        ("speed = 3\n" + GAME, "nothing is called 'speed' outside of tables"),
        ("[[held]]\nlevel = 0.1", r"number 1: expected the name of a game"),
        ('[[held]]\ngame = "chess"\nlevel = 0.1', "there is no game 'chess'"),
        (GAME, "Stencil is held to nothing"),
        (GAME + "beauty = 1", "'beauty' cannot be measured"),
        (GAME + "level = 3", "level is 3: expected a share from 0 to 1"),
        (GAME + "turns = [9, 3]", r"turns is \[9, 3\]: expected a number, or two"),
        (GAME + "turns = true", "turns is True: expected a number"),
        (GAME.replace("12", "1") + "level = 0.1", "2 plays or more"),
        (GAME.replace("random", "zeno") + "level = 0.1", "nobody called 'zeno'"),
        (GAME + "level = 0.1\n[held.options]\ncolour = 1", "Stencil has no option 'colour'"),
    ],
)
def test_a_slip_in_the_file_is_told_with_its_table(text: str, sentence: str) -> None:
    with pytest.raises(LaboratoryError, match=sentence):
        read_bounds(text)


@pytest.mark.usefixtures("own_results")
def test_a_file_that_is_not_there_is_told() -> None:
    result = parlour("lab", "check", "nowhere.toml")
    assert result.exit_code == 1
    assert "nowhere.toml cannot be read" in result.output


def test_our_bounds_are_about_every_game() -> None:
    assert {held.plan.game for held in read_bounds(OURS.read_text(encoding="utf-8"))} == {
        "stencil",
        "quatro",
        "numeric",
        "vendetta",
        "quantum",
    }


@pytest.mark.usefixtures("own_results")
@pytest.mark.parametrize("held", read_bounds(OURS.read_text(encoding="utf-8")), ids=lambda held: str(held.title))
def test_our_own_games_keep_their_bounds(held: Held) -> None:
    """In a short form, in which only a gross change is seen."""
    results = check_held(held, samples(4, 24), workers=1)
    assert [result.sentence for result in results if result.keeping == Keeping.BROKEN] == []
