"""Training: the same course gives the same net, goes on where it was broken off, and makes a net stronger."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from parlour.engine.game import find_game
from parlour.nets.checkpoint import read_checkpoint
from parlour.nets.school import next_mark, run_course
from parlour.nets.training import Course, Mark, Pupil
from parlour.search.weights import PARTS, WeightsError, read_weights
from tests.search import dash

DASH = dash.GAME.settle(None, players=3)
QUATRO = find_game("quatro")
BACKGAMMON = QUATRO.settle("backgammon", cube=False)
SHORT = Course(plays=600, width=8, rate=0.1, last_rate=0.01, straying=0.3, chunk=50)


def parts_of(pupil: Pupil) -> list[bytes]:
    return [getattr(pupil.weights, name).tobytes() for name in PARTS]


@pytest.mark.parametrize("threads", [1, 3])
def test_the_same_course_gives_the_same_net(threads: int) -> None:
    first, second = (Pupil(dash.GAME, DASH, replace(SHORT, threads=threads)) for _ in range(2))
    for pupil in (first, second):
        assert list(pupil.train())[-1] == SHORT.plays
        assert pupil.positions > SHORT.plays
    assert parts_of(first) == parts_of(second) != parts_of(Pupil(dash.GAME, DASH, SHORT))


def test_threads_agree_on_the_mean_of_what_each_has_learnt() -> None:
    """After as many plays as they make before they agree, and go on from there."""
    together = Pupil(dash.GAME, DASH, replace(SHORT, threads=2))
    alone = [Pupil(dash.GAME, DASH, replace(SHORT, threads=2)) for _ in range(2)]
    for thread, pupil in enumerate(alone):
        pupil._play(pupil.spaces[thread], SHORT.chunk)
    next(together.train())
    for name in PARTS:
        learnt = [getattr(pupil.spaces[thread].net, name) for thread, pupil in enumerate(alone)]
        assert not np.array_equal(*learnt)
        for space in together.spaces:
            np.testing.assert_array_equal(getattr(space.net, name), np.mean(learnt, axis=0))


def test_another_seed_gives_another_net() -> None:
    first, second = Pupil(dash.GAME, DASH, SHORT), Pupil(dash.GAME, DASH, Course(**{**vars(SHORT), "seed": 2}))
    list(first.train())
    list(second.train())
    assert parts_of(first) != parts_of(second)


@pytest.mark.thorough
def test_a_net_comes_to_win_more_than_it_did(tmp_path: Path) -> None:
    course = Course(plays=1500, width=16, rate=0.05)
    curve = run_course(QUATRO, BACKGAMMON, course, tmp_path / "net.npz", games=60)
    first, last = curve[0], curve[-1]
    assert last.points - first.points > first.within + last.within
    assert [mark.plays for mark in curve] == sorted({mark.plays for mark in curve})
    card = read_weights(tmp_path / "net.npz", QUATRO, BACKGAMMON).card
    assert card["plays"] == 1500
    assert card["curve"][-1]["points"] == last.points


class BrokenOff(Exception):
    """Somebody pressed Ctrl-C."""


@pytest.mark.parametrize("course", [SHORT, replace(SHORT, threads=3)], ids=["alone", "together"])
def test_a_course_that_is_broken_off_goes_on_as_if_nothing_had_happened(course: Course, tmp_path: Path) -> None:
    whole, broken = tmp_path / "whole.npz", tmp_path / "broken.npz"
    curve = run_course(dash.GAME, DASH, course, whole, games=30)

    def break_off(done: int, wanted: int, mark: Mark | None) -> None:
        if done == 300:
            raise BrokenOff

    with pytest.raises(BrokenOff):
        run_course(dash.GAME, DASH, course, broken, games=30, tell=break_off)
    assert not broken.exists()
    told: list[int] = []
    again = run_course(dash.GAME, DASH, course, broken, games=30, tell=lambda done, wanted, mark: told.append(done))
    assert told[0] == 300
    assert again == curve
    assert broken.read_bytes() == whole.read_bytes()
    assert sorted(file.name for file in tmp_path.iterdir()) == ["broken.npz", "whole.npz"]


def test_a_course_that_goes_on_from_a_file_can_be_broken_off_too(tmp_path: Path) -> None:
    run_course(dash.GAME, DASH, SHORT, tmp_path / "first.npz", games=3)
    first = read_weights(tmp_path / "first.npz", dash.GAME, DASH)

    def break_off(done: int, wanted: int, mark: Mark | None) -> None:
        if done:
            raise BrokenOff

    second = tmp_path / "second.npz"
    with pytest.raises(BrokenOff):
        run_course(dash.GAME, DASH, SHORT, second, weights=first, games=3, tell=break_off)
    run_course(dash.GAME, DASH, SHORT, second, weights=first, games=3)
    card = read_weights(second, dash.GAME, DASH).card
    assert (card["plays"], card["start"]) == (SHORT.plays, first.card["hash"])


@pytest.fixture
def part(tmp_path: Path) -> Path:
    """A checkpoint of a course broken off at once."""

    def break_off(done: int, wanted: int, mark: Mark | None) -> None:
        if done:
            raise BrokenOff

    with pytest.raises(BrokenOff):
        run_course(dash.GAME, DASH, SHORT, tmp_path / "net.npz", games=3, tell=break_off)
    return tmp_path / "net.npz.part"


def test_a_checkpoint_of_another_course_is_refused(part: Path) -> None:
    with pytest.raises(WeightsError, match="with other settings: delete it"):
        read_checkpoint(part, dash.GAME, DASH, Course(plays=700, width=8))
    with pytest.raises(WeightsError, match="another game or with other settings"):
        read_checkpoint(part, dash.GAME, dash.GAME.settle(None, players=2), SHORT)


def test_a_broken_checkpoint_is_refused(part: Path) -> None:
    whole = part.read_bytes()
    for content in (b"", b"PK", whole[: len(whole) // 2]):
        part.write_bytes(content)
        with pytest.raises(WeightsError, match="is broken: delete it"):
            read_checkpoint(part, dash.GAME, DASH, SHORT)


def test_numbers_that_were_always_0_weigh_nothing() -> None:
    pupil = Pupil(dash.GAME, DASH, Course(plays=1, width=8))
    before = pupil.learnt()
    assert not before.inward.any()
    list(pupil.train())
    after = pupil.learnt()
    assert after.inward.any()
    np.testing.assert_array_equal(after.bias, pupil.weights.bias)


def test_marks_are_spread_over_a_course() -> None:
    assert next_mark(0.0) == pytest.approx(1 / 9)
    assert next_mark(0.2) == pytest.approx(2 / 9)
    assert next_mark(0.95) == pytest.approx(1.0)
