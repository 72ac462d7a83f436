"""A net fitted to what another sees a turn ahead."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from click.testing import CliRunner

from parlour.cli import main
from parlour.engine.game import Game, find_game
from parlour.games.quantum.learning import PHASE
from parlour.games.quantum.state import Phase
from parlour.nets import fitting
from parlour.nets.positions import EACH, Gathering, gather
from parlour.nets.refining import Refining, refine_net
from parlour.search.weights import new_weights, read_weights, write_weights
from tests.search import dash

DASH = dash.GAME.settle()
FEW = Gathering(positions=EACH)


def gathered(game: Game = dash.GAME, values: Any = DASH, plan: Gathering = FEW) -> Any:
    return gather(game, values, new_weights(game, values, 8, 1), plan, lambda done, wanted: None)


def test_the_same_plan_gathers_the_same_positions_and_tells_how_far_it_is() -> None:
    told: list[tuple[int, int]] = []
    plan = Gathering(positions=2 * EACH, threads=2)
    first = gather(dash.GAME, DASH, new_weights(dash.GAME, DASH, 8, 1), plan, lambda *done: told.append(done))
    again = gathered(plan=plan)
    for name in ("kinds", "counts", "places", "numbers", "wanted"):
        np.testing.assert_array_equal(getattr(first, name), getattr(again, name))
    assert len(first) == 2 * EACH
    assert sorted(told) == [(EACH, 2 * EACH), (2 * EACH, 2 * EACH)]
    other = gathered(plan=Gathering(positions=2 * EACH, threads=2, seed=2))
    assert other.numbers.tolist() != first.numbers.tolist()


def test_what_is_wanted_is_a_share_of_the_win_for_each() -> None:
    found = gathered()
    won = found.wanted.reshape(EACH, DASH["players"], -1)[:, :, 0]
    np.testing.assert_allclose(won.sum(1), 1.0, atol=1e-6)
    assert won.min() >= 0.0
    assert found.counts.sum() == len(found.places) == len(found.numbers)
    assert (found.numbers != 0.0).all()


@pytest.mark.thorough
def test_positions_of_backgammon_are_answered_by_what_comes_a_turn_later() -> None:
    """A net that knows nothing says the same of all, but where the play ends: there it is told who won."""
    quatro = find_game("quatro")
    found = gathered(quatro, quatro.settle("backgammon", cube=False))
    won = found.wanted.reshape(EACH, 2, -1)[:, :, 0]
    assert np.isclose(won, 0.5).all(1).any()
    assert ((won > 0.9) | (won < 0.1)).any()


def test_dice_that_are_left_in_the_middle_of_a_turn_are_positions_to_learn_from_too() -> None:
    quantum = find_game("quantum")
    found = gathered(quantum, quantum.settle("two"))
    using = PHASE + Phase.USING
    starts = np.cumsum(found.counts) - found.counts
    in_turn = np.array([using in found.places[at : at + n] for at, n in zip(starts, found.counts, strict=True)])
    assert 0.1 < in_turn.mean() < 0.9
    np.testing.assert_allclose(found.wanted[in_turn].sum(1), 1.0, atol=1e-6)


def test_a_net_is_refined_the_same_each_time() -> None:
    pytest.importorskip("torch")
    old = new_weights(dash.GAME, DASH, 8, 1)
    course = Refining(positions=EACH, width=12, passes=40, rate=0.02)
    new, fits, marks = refine_net(dash.GAME, DASH, course, old, 20, lambda *told: None)
    again, _, _ = refine_net(dash.GAME, DASH, course, old, 20, lambda *told: None)
    assert new.width == 12
    assert all(fit.after < fit.before for fit in fits)
    assert len(marks) == 2
    np.testing.assert_array_equal(new.inward, again.inward)
    assert new.card["course"]["positions"] == new.card["positions"] == EACH


def fit(width: int, positions: Any, old: Any, opinions: float = 0.0) -> Any:
    """A net of some width after hardly any fitting, begun with opinions of its own."""
    begun = new_weights(dash.GAME, DASH, width, 2)
    begun.outward[:] = opinions * np.random.default_rng(1).normal(size=begun.outward.shape)
    return fitting.fit_net(old, begun, positions, fitting.Fitting(passes=0.01), lambda part: None)


def test_what_the_older_net_knows_is_kept_where_the_new_one_does_no_better() -> None:
    pytest.importorskip("torch")
    old = new_weights(dash.GAME, DASH, 8, 1)
    new, fits = fit(12, gathered(), old, opinions=50.0)
    assert not fits[0].is_better
    np.testing.assert_array_equal(new.inward[:, :, :8], old.inward)
    np.testing.assert_array_equal(new.outward[:, :, :8], old.outward)
    assert not new.outward[:, :, 8:].any(), "the other units say nothing"


def test_kinds_of_which_there_are_hardly_any_positions_are_left_to_the_older_net() -> None:
    pytest.importorskip("torch")
    found, old = gathered(), new_weights(dash.GAME, DASH, 8, 1)
    few = replace(found, kinds=np.where(np.arange(EACH) < 40, 0, 1))
    new, fits = fit(12, few, old)
    assert fits == []
    np.testing.assert_array_equal(new.inward[0, :, :8], old.inward[0])
    with pytest.raises(fitting.TooFew, match="only 40 positions of one kind: expected at least 50; gather more"):
        fit(4, few, old)


def test_a_refined_net_is_written_by_the_command(tmp_path: Path) -> None:
    pytest.importorskip("torch")
    game, first, second = find_game("vendetta"), tmp_path / "first.npz", tmp_path / "second.npz"
    values = game.settle()
    write_weights(first, new_weights(game, values, 4, 1))
    words = ["vendetta", "--start", str(first), "--out", str(second), "--positions", "100", "--passes", "2"]
    result = CliRunner().invoke(main, ["refine", *words, "--games", "2", "--threads", "1"])
    assert result.exit_code == 0, result.output
    assert "on those kept back; the older net's is" in result.output
    assert read_weights(second, game, values).card["start"] == read_weights(first, game, values).card["hash"]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--start", "none.npz", "--out", "net.npz"), "there is no file none.npz"),
        (("--start", "first.npz", "--out", "net.txt"), "net.txt is not a name for a file of weights"),
        (("--start", "first.npz", "--out", "net.npz", "--passes", "0"), "is not in the range x>0"),
        (("--start", "first.npz", "--out", "net.npz"), "PyTorch is not installed: pip install 'parlour[train]'"),
    ],
)
def test_what_cannot_be_refined_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, words: tuple[str, ...], said: str
) -> None:
    def missing(name: str) -> Any:
        raise ImportError(name)

    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(fitting, "import_module", missing)
    game = find_game("vendetta")
    write_weights(Path("first.npz"), new_weights(game, game.settle(), 4, 1))
    result = CliRunner().invoke(main, ["refine", "vendetta", *words])
    assert result.exit_code != 0
    assert said in result.output.replace("\n", " ")
    assert not Path("net.npz").exists()
