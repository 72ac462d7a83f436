"""A batch: what a step does, what it refuses, and that nothing depends on how it is played."""

from typing import Any

import numpy as np
import pytest

from parlour.engine.game import find_game
from parlour.environments import BadInput, Batch
from parlour.environments.keys import keys_of
from parlour.environments.luck import mix
from parlour.environments.stepping import spread
from tests.environments.equal import COMPARED, assert_equal


def stencil(size: int = 8, device: str = "python", **given: Any) -> Batch:
    return Batch("stencil", preset="quick", size=size, device=device, **given)


def as_bytes(batch: Batch) -> list[bytes]:
    return [batch.fetch(getattr(batch, name)).tobytes() for name in COMPARED]


def test_a_seed_brings_the_same_games_again_and_another_brings_others() -> None:
    first, again, other = stencil(seed=1), stencil(seed=1), stencil(seed=2)
    for _ in range(20):
        for batch in (first, again, other):
            batch.step(batch.random_actions())
    assert as_bytes(first) == as_bytes(again)
    assert as_bytes(first) != as_bytes(other)
    other.reset(1)
    first.reset(1)
    assert as_bytes(first) == as_bytes(other)


def test_a_game_is_the_same_in_a_batch_of_any_size() -> None:
    small, large = stencil(size=3, seed=7), stencil(size=9, seed=7)
    for _ in range(15):
        for batch in (small, large):
            batch.step(batch.random_actions())
    assert small.states.tobytes() == large.states[:3].tobytes()


def test_keys_are_those_that_the_template_would_find() -> None:
    from parlour.engine.bits import wrap
    from parlour.environments.luck import STEP

    assert keys_of(5, 4).tolist() == [mix(wrap(mix(5) + wrap(i * STEP))) for i in range(4)]


@pytest.mark.parametrize("device", ["python", "cpu"])
def test_the_mask_is_what_the_rules_allow_and_one_of_it_is_drawn(device: str) -> None:
    batch = stencil(device=device)
    for _ in range(30):
        actions = batch.random_actions().copy()
        assert batch.mask.dtype == np.bool_
        assert batch.mask.shape == (8, find_game("stencil").actions.SIZE)
        bits = np.unpackbits(batch.sets.view(np.uint8), axis=1, bitorder="little")
        assert (batch.mask == bits[:, : batch.actions]).all()
        assert batch.mask[np.arange(8), actions].all()
        batch.step(actions)


def test_eight_bits_become_eight_bytes() -> None:
    for bits in range(256):
        assert list(spread(bits).to_bytes(8, "little")) == [bits >> k & 1 for k in range(8)]


def test_a_play_that_ends_tells_its_points_and_is_followed_by_another() -> None:
    batch = stencil(seed=3, options={"unfinished": "half"})
    ended = 0
    for _ in range(400):
        batch.step(batch.random_actions())
        assert (batch.to_move >= 0).all()
        assert not batch.rewards[~batch.over].any()
        assert (batch.rewards[batch.over].sum(axis=1) == 1).all(), "one point for each game of a match of one"
        assert (batch.states["turns"][batch.over] <= 1).all()
        ended += int(batch.over.sum())
    assert ended > 8


@pytest.mark.parametrize("device", ["python", "cpu"])
def test_playing_out_is_playing_at_random_until_each_play_is_over(device: str) -> None:
    whole, steps = stencil(seed=4, device=device), stencil(seed=4, device=device)
    for batch in (whole, steps):
        batch.step(batch.random_actions())
    whole.play_out()
    assert whole.over.all()
    left = set(range(whole.size))
    while left:
        steps.step(steps.random_actions())
        for i in [i for i in left if steps.over[i]]:
            left.remove(i)
            for name in ("states", "luck", "sets", "to_move", "rewards", "mask", "observation"):
                assert getattr(whole, name)[i].tobytes() == getattr(steps, name)[i].tobytes(), name


def test_a_play_that_takes_too_long_is_left_as_it_is() -> None:
    short, steps = stencil(seed=4), stencil(seed=4)
    short.play_out(most=3)
    for _ in range(3):
        steps.step(steps.random_actions())
    assert not short.over.any()
    assert as_bytes(short) == as_bytes(steps)
    with pytest.raises(BadInput, match="a play cannot go on for 0 actions: expected a whole number from 1 to"):
        short.play_out(most=0)
    assert as_bytes(short) == as_bytes(steps)


def test_whole_plays_are_played_by_a_policy() -> None:
    points = stencil(seed=3, options={"unfinished": "half"}).play(lambda batch: batch.random_actions(), plays=10)
    assert points.shape == (10, 2)
    assert (points.sum(axis=1) == 1).all()


@pytest.mark.parametrize(
    ("actions", "says"),
    [
        (np.full(8, 99, np.int32), r"action 99 is not legal in game 0: expected one for which mask\[0\] is true"),
        (np.full(8, -1, np.int32), "action -1 is not legal in game 0"),
        (np.zeros(7, np.int32), r"actions have the shape \(7,\): expected one for each game, \(8,\)"),
        (np.zeros((8, 1), np.int32), r"shape \(8, 1\)"),
        (np.zeros(8), "actions are of type float64: expected whole numbers"),
        ([0] * 3, "expected one for each game"),
    ],
)
def test_a_refused_step_changes_nothing(actions: object, says: str) -> None:
    batch = stencil()
    before = as_bytes(batch)
    with pytest.raises(BadInput, match=says):
        batch.step(actions)
    assert as_bytes(batch) == before


def test_what_a_batch_cannot_be_is_refused_in_a_sentence() -> None:
    with pytest.raises(BadInput, match="there is no device 'tpu': expected one of cpu, cuda, python"):
        Batch("stencil", device="tpu")
    with pytest.raises(BadInput, match="a batch cannot have 0 games"):
        Batch("stencil", size=0, device="python")
    with pytest.raises(BadInput, match="expected at least one set"):
        Batch("stencil", options=[], device="python")


def test_options_are_drawn_for_each_play() -> None:
    sets = [{"games": 1, "counters_each": n} for n in (5, 6, 7)]
    batch = Batch("stencil", size=30, device="python", options=sets)
    assert set(batch.chosen.tolist()) == {0, 1, 2}
    assert [values["counters_each"] for values in batch.values] == [5, 6, 7]


def test_a_saved_batch_goes_on_as_it_did() -> None:
    batch, other = stencil(seed=1), stencil(seed=2)
    saved = batch.save()
    for _ in range(10):
        batch.step(batch.random_actions())
    other.restore(saved)
    for _ in range(10):
        other.step(other.random_actions())
    assert_equal(batch, [other], 1, 10)
    with pytest.raises(BadInput, match="8 games of stencil were saved: expected 3 of stencil"):
        stencil(size=3).restore(saved)


def test_one_game_is_copied_to_many_each_with_luck_of_its_own() -> None:
    batch = Batch("vendetta", preset="two" if "two" in find_game("vendetta").presets else None, size=6, device="python")
    for _ in range(4):
        batch.step(batch.random_actions())
    batch.copy(2, [0, 5])
    assert batch.states[0] == batch.states[2] == batch.states[5]
    assert len({tuple(row) for row in batch.luck.tolist()}) == 6
    batch.copy(2, [0], same_luck=True)
    assert batch.luck[0].tolist() == batch.luck[2].tolist()
    with pytest.raises(BadInput, match="expected numbers from 0 to 5"):
        batch.copy(2, [6])
