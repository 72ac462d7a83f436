"""A net fitted to what another sees a turn ahead."""

from dataclasses import dataclass, replace
from hashlib import sha256
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from click.testing import CliRunner

from parlour.cli import main
from parlour.engine.game import Game, find_game
from parlour.games.quantum.learning import PHASE
from parlour.games.quantum.state import Phase
from parlour.nets import fitting, positions
from parlour.nets.positions import EACH, Gathering, gather
from parlour.nets.refining import Refining, refine_net
from parlour.search.weights import new_weights, read_weights, widen, write_weights
from tests.search import dash

DASH = dash.GAME.settle()
FEW = Gathering(positions=EACH)
SEATS = DASH["players"]
BEFORE = "0980c15b0f83f1fdbb9efb5c4e93e718dc9d81461c4d12607ddfdca86adb2858"  # what was gathered before there was λ


def gathered(game: Game = dash.GAME, values: Any = DASH, plan: Gathering = FEW) -> Any:
    return gather(game, values, new_weights(game, values, 8, 1), plan, lambda done, wanted: None)


def with_opinions(width: int = 8) -> Any:
    """A net of Dash that says something else of every position."""
    weights = new_weights(dash.GAME, DASH, width, 1)
    weights.outward[:] = np.random.default_rng(1).normal(size=weights.outward.shape)
    return weights


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


def test_when_the_time_is_up_each_thread_has_some_positions_and_gathers_no_more() -> None:
    plan = Gathering(positions=8 * EACH, threads=2)
    some = gather(dash.GAME, DASH, new_weights(dash.GAME, DASH, 8, 1), plan, lambda *done: None, seconds=1e-9)
    assert len(some) == 2 * EACH
    np.testing.assert_array_equal(some.wanted[:EACH], gathered().wanted)


def test_what_is_wanted_is_a_share_of_the_win_for_each() -> None:
    found = gathered()
    won = found.wanted.reshape(EACH, DASH["players"], -1)[:, :, 0]
    np.testing.assert_allclose(won.sum(1), 1.0, atol=1e-6)
    assert won.min() >= 0.0
    assert found.counts.sum() == len(found.places) == len(found.numbers)
    assert (found.numbers != 0.0).all()


# By λ


@dataclass(frozen=True)
class Plays:
    """Positions of Dash, by the play that they are of."""

    turns: Any  # by position: which turn of the play it is
    at_chance: Any
    wanted: Any  # by position and seat
    answers: Any  # what the net itself says
    is_last: Any  # of its play

    @property
    def is_before(self) -> Any:
        """Whether the next position is of the same play."""
        return ~self.is_last


def plays_by(looking: float, straying: float = 0.0, guided: float = 0.0) -> Plays:
    old, plan = with_opinions(), Gathering(EACH, straying, guided, looking)
    found = gather(dash.GAME, DASH, old, plan, lambda done, wanted: None)
    seen = np.zeros((EACH, old.inward.shape[1]))
    seen[np.repeat(np.arange(EACH), found.counts), found.places] = found.numbers
    turns = np.rint(6 * seen[:, 0]).astype(int)
    hidden = seen @ old.inward[0] + old.bias[0]
    answers = np.exp(hidden / (1 + abs(hidden)) @ old.outward[0].T + old.lift[0])
    return Plays(
        turns,
        seen[:, 1] == 1.0,
        by_seat(found.wanted, turns),
        by_seat(answers / answers.sum(1, keepdims=True), turns),
        np.append(turns[1:] < turns[:-1], True),
    )


def by_seat(answers: Any, turns: Any) -> Any:
    """Seats take turns in their order, and the one whose turn it is comes first in what is wanted."""
    seats = (turns[:, None] - 1 + np.arange(SEATS)) % SEATS
    turned = np.empty_like(answers)
    np.put_along_axis(turned, seats, answers, axis=1)
    return turned


def goes_on(plays: Plays, ahead: Plays, looking: float) -> Any:
    """By position that is not the last of its play: whether what is wanted of it goes by the next one."""
    mixed = (1 - looking) * ahead.wanted[:-1] + looking * plays.wanted[1:]
    goes = np.isclose(plays.wanted[:-1], mixed, atol=1e-6).all(1)
    assert (goes | (plays.wanted == ahead.wanted).all(1)[:-1])[ahead.is_before[:-1]].all()
    return goes[ahead.is_before[:-1]]


def test_without_looking_further_what_is_wanted_is_seen_a_turn_ahead_to_the_last_bit() -> None:
    found = gather(dash.GAME, DASH, with_opinions(), replace(FEW, looking=0.0), lambda done, wanted: None)
    parts = (found.kinds, found.counts, found.places, found.numbers, found.wanted)
    assert sha256(b"".join(part.tobytes() for part in parts)).hexdigest() == BEFORE


def test_looking_to_the_end_every_position_is_asked_for_the_result_of_its_play() -> None:
    plays, ahead = plays_by(1.0), plays_by(0.0)
    assert goes_on(plays, ahead, 1.0).all()
    whole = np.flatnonzero(plays.is_last)[:-1]  # the lot ends in the midst of the last play
    results = plays.wanted[whole]
    np.testing.assert_allclose(results, (results > 0) / (results > 0).sum(1, keepdims=True), atol=1e-6)
    assert (results.sum(0) > 0).all(), "every seat wins a play"
    at_end = plays.at_chance[whole] & (plays.turns[whole] == 2 * SEATS)
    assert at_end.any()
    assert (ahead.wanted[whole][at_end] > 0)[results[at_end] > 0].all(), "whoever won could be seen to"
    np.testing.assert_array_equal(plays.wanted[-1], ahead.wanted[-1])


def test_by_a_part_each_position_goes_by_the_next_one() -> None:
    assert goes_on(plays_by(0.25), plays_by(0.0), 0.25).all()


def test_where_a_turn_strayed_later_ones_do_not_count() -> None:
    plays, ahead = plays_by(0.5, straying=0.4), plays_by(0.0, straying=0.4)
    assert 0.1 < goes_on(plays, ahead, 0.5).mean() < 0.9
    deciding = ahead.is_before[:-1] & ~ahead.at_chance[:-1]  # there the best way to go on leads to the next position
    best = np.isclose(ahead.wanted[:-1], ahead.answers[1:], atol=1e-6).all(1)
    goes = (plays.wanted[:-1] != ahead.wanted[:-1]).any(1)
    assert best[deciding & goes].all()
    assert not best[deciding & ~goes].all()


@pytest.mark.parametrize("way", ["straying", "guided"])
def test_where_all_turns_stray_only_how_the_play_ended_by_chance_counts(way: str) -> None:
    plays, ahead = plays_by(1.0, **{way: 1.0}), plays_by(0.0, **{way: 1.0})
    others = (plays.wanted != ahead.wanted).any(1)
    assert (plays.is_last & plays.at_chance)[others].all(), "no turn came after these"


def test_a_play_that_is_broken_off_goes_by_what_is_seen_ahead_there(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(positions, "LONGEST", 4)
    plays, ahead = plays_by(1.0), plays_by(0.0)
    assert goes_on(plays, ahead, 1.0).all()
    np.testing.assert_array_equal(plays.wanted[plays.is_last], ahead.wanted[plays.is_last])


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


def fit(width: int, found: Any, old: Any, rate: float) -> Any:
    """A net of some width after a single step."""
    begun = widen(old, width, 2) if width >= old.width else new_weights(dash.GAME, DASH, width, 2)
    return fitting.fit_net(old, begun, found, fitting.Fitting(passes=0.01, rate=rate), lambda part: None)


def test_a_wider_net_begins_where_the_older_one_is() -> None:
    pytest.importorskip("torch")
    new, fits = fit(12, gathered(), with_opinions(), rate=1e-9)
    assert fits[0].after == pytest.approx(fits[0].before, abs=1e-6)
    assert new.inward[:, :, 8:].any(), "units that say nothing yet look at something, or they would never learn"


def test_what_the_older_net_knows_is_kept_where_the_new_one_does_no_better() -> None:
    pytest.importorskip("torch")
    old = with_opinions()
    new, fits = fit(12, gathered(), old, rate=100.0)
    assert not fits[0].is_better
    np.testing.assert_array_equal(new.inward[:, :, :8], old.inward)
    np.testing.assert_array_equal(new.outward[:, :, :8], old.outward)
    assert not new.outward[:, :, 8:].any(), "the other units say nothing"


def test_what_the_older_net_knows_of_numbers_that_were_not_seen_is_kept() -> None:
    pytest.importorskip("torch")
    found, old = gathered(), with_opinions()
    is_there = found.places != 1  # as if nobody had ever been at chance
    counts = np.bincount(np.repeat(np.arange(EACH), found.counts)[is_there], minlength=EACH)
    new, fits = fit(
        12, replace(found, counts=counts, places=found.places[is_there], numbers=found.numbers[is_there]), old, 1e-4
    )
    assert fits[0].is_better
    np.testing.assert_array_equal(new.inward[:, 1, :8], old.inward[:, 1])
    assert not new.inward[:, 1, 8:].any()


def test_kinds_of_which_there_are_hardly_any_positions_are_left_to_the_older_net() -> None:
    pytest.importorskip("torch")
    found, old = gathered(), new_weights(dash.GAME, DASH, 8, 1)
    few = replace(found, kinds=np.where(np.arange(EACH) < 40, 0, 1))
    new, fits = fit(12, few, old, rate=0.002)
    assert fits == []
    np.testing.assert_array_equal(new.inward[0, :, :8], old.inward[0])
    with pytest.raises(fitting.TooFew, match="only 40 positions of one kind: expected at least 50; gather more"):
        fit(4, few, old, rate=0.002)


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
