"""Plays at random on several devices at once, and compares every byte after every step.

    python -m tests.environments.equal --plays 10000 --device cuda
    NUMBA_ENABLE_CUDASIM=1 python -m tests.environments.equal --rounds 1 --steps 9 --size 2 --against python

States, masks, observations and rewards have to be the same. Each round has options of its own, drawn at random for
every play from a few sets, and every preset has its turn.
"""

import argparse
import random
import time
from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from parlour.engine.game import Game, find_game, games
from parlour.environments import Batch

COMPARED = ("states", "chosen", "luck", "sets", "to_move", "rewards", "over", "mask", "observation")
DRAWN = 4  # sets of options at a time
PLAYED_OUT = 40  # actions at most, at the end, without a look at what is between


def compare_plays(
    game: Game, options: list[dict[str, Any]], devices: list[str], size: int, plays: int, seed: int, limit: int = 10**9
) -> tuple[int, int]:
    """Play until so many plays have ended, or for so many steps; returns both. Raises AssertionError."""
    first, *others = (Batch(game, size=size, seed=seed, device=device, options=options) for device in devices)
    steps = ended = 0
    while ended < plays and steps < limit:
        assert_equal(first, others, seed, steps)
        for batch in (first, *others):
            batch.step(batch.random_actions())
        steps += 1
        ended += int(np.count_nonzero(first.fetch(first.over)))
    assert_equal(first, others, seed, steps)
    for batch in (first, *others):
        batch.play_out(PLAYED_OUT)
    assert_equal(first, others, seed, steps + PLAYED_OUT)
    return ended, steps * size


def assert_equal(first: Batch, others: list[Batch], seed: int, steps: int) -> None:
    for name in COMPARED:
        expected = raw(first, name)
        for other in others:
            assert np.array_equal(raw(other, name), expected), (
                f"{name} of {first.game.name} differ on {other.device} from {first.device}, seed {seed}, step {steps}"
            )


def raw(batch: Batch, name: str) -> NDArray[np.uint8]:
    """The bytes of one of its arrays."""
    return np.ascontiguousarray(batch.fetch(getattr(batch, name))).reshape(-1).view(np.uint8)


def option_sets(game: Game, seed: int) -> Iterator[list[dict[str, Any]]]:
    """The presets one by one, then random options; all of them such that random play comes to an end soon."""
    yield [game.settle(**game.brisk)]
    for preset in game.presets:
        yield [game.settle(preset)]
    rng = random.Random(seed)
    while True:
        yield [game.sample(rng, game.brisk) for _ in range(DRAWN)]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", help="by default, all there are")
    parser.add_argument("--device", default="cuda")
    parser.add_argument("--against", default="cpu", help="the device to compare with")
    parser.add_argument("--plays", type=int, default=10_000, help="of each game, at least")
    parser.add_argument("--size", type=int, default=512, help="games at once")
    parser.add_argument("--steps", type=int, default=2000, help="at most, with the same options")
    parser.add_argument("--rounds", type=int, default=1000, help="sets of options, at most")
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    for game in map(find_game, given.games or games()):
        begun, ended, plies, rounds = time.monotonic(), 0, 0, 0
        for options in option_sets(game, given.seed):
            share = max(1, given.plays // 20)
            done = compare_plays(
                game, options, [given.against, given.device], given.size, share, given.seed + rounds, given.steps
            )
            ended, plies, rounds = ended + done[0], plies + done[1], rounds + 1
            if rounds > len(game.presets) + 1 and (ended >= given.plays or rounds >= given.rounds):
                break
        print(
            f"{game.name}: {ended} plays, {plies} decisions, {rounds} sets of options: {given.device} is equal to "
            f"{given.against} in every byte ({time.monotonic() - begun:.0f} s)",
            flush=True,
        )


if __name__ == "__main__":
    main()
