"""Fit the weights of a game's knowledge to plays: `python -m parlour.search.fitting pig --preset quick`.

Bots that judge by the weights so far play against themselves, a little unsteadily; from positions on the way, the terms
of every seat are set against who won in the end, and the weights that explain it best are printed. A few rounds settle.
"""

import argparse
import random
import sys

import numpy as np
from numpy.typing import NDArray

from parlour.engine.game import Game, find_game
from parlour.engine.options import Values
from parlour.search.bots import waver
from parlour.search.knowledge import weighing_of
from parlour.search.line import Line
from parlour.search.thinker import Thinker

RIDGE = 1e-3  # keeps weights of things that hardly ever differ from running away

Sample = tuple[NDArray[np.float64], NDArray[np.float64]]  # terms by seat, and what each seat got in the end


def collect(
    game: Game, values: Values, weights: NDArray[np.float64], plays: int, seed: int, wavering: float, rate: float
) -> list[Sample]:
    """Positions of plays in which all seats judge by these weights: a part `rate` of all decisions."""
    thinker = Thinker(game, values, capacity=1 << 12)
    thinker.weights[:] = weights
    rng = random.Random(seed)
    samples: list[Sample] = []
    for play in range(plays):
        line, met = Line(game, values), []
        while not line.over:
            if line.at_chance:
                line.draw(rng.random())
                continue
            codes = line.legal_codes()
            if rng.random() < rate:
                met.append(thinker.weigh(line))
            if len(codes) == 1:
                line.push(codes[0])
            else:
                thought = thinker.think(line, simulations=1)
                line.push(waver(thought.candidates, line.to_move, wavering, rng))
        samples += [(terms, winners(line.score)) for terms in met]
        print(f"\r{play + 1} of {plays} plays, {len(samples)} positions", end="", file=sys.stderr, flush=True)
    print(file=sys.stderr)
    return samples


def winners(score: tuple[float, ...]) -> NDArray[np.float64]:
    """One, shared by those with the most points."""
    best = np.array(score) == max(score)
    shares: NDArray[np.float64] = best / best.sum()
    return shares


def fit(samples: list[Sample], start: NDArray[np.float64], fixed: NDArray[np.bool_]) -> NDArray[np.float64]:
    """The weights under which what happened is likeliest (softmax over the seats), by Newton's method."""
    terms = np.array([sample[0] for sample in samples])
    won = np.array([sample[1] for sample in samples])
    weights = start.copy()
    free = ~fixed
    for _ in range(30):
        strengths = terms @ weights
        shares = np.exp(strengths - strengths.max(1, keepdims=True))
        shares /= shares.sum(1, keepdims=True)
        slope = np.einsum("ns,nst->t", won - shares, terms)[free] / len(terms) - RIDGE * weights[free]
        mean = np.einsum("ns,nst->nt", shares, terms)
        spread = np.einsum("ns,nst,nsu->tu", shares, terms, terms) - np.einsum("nt,nu->tu", mean, mean)
        bend = spread[np.ix_(free, free)] / len(terms) + RIDGE * np.eye(int(free.sum()))
        step = np.linalg.solve(bend, slope)
        weights[free] += np.clip(step, -2.0, 2.0)
        if np.abs(step).max() < 1e-6:
            break
    return weights


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game")
    parser.add_argument("--preset")
    parser.add_argument("--set", action="append", default=[], metavar="OPTION=VALUE", help="an option of the game")
    parser.add_argument("--plays", type=int, default=300, help="in each round")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--wavering", type=float, default=0.05, help="how unsteadily they play, in points")
    parser.add_argument("--rate", type=float, default=0.2, help="the part of positions that is looked at")
    parser.add_argument("--fixed", default="", help="terms, joined by commas, whose weights stay")
    given = parser.parse_args()
    game = find_game(given.game)
    values = game.settle(given.preset, **dict(word.split("=", 1) for word in given.set))
    knowledge = weighing_of(game, game.encode(values))
    if knowledge is None:
        parser.error(f"{game.title} has no knowledge.py whose weights could be fitted")
    fixed = np.array([term in given.fixed.split(",") for term in knowledge.terms])
    weights = knowledge.weights
    for turn in range(given.rounds):
        samples = collect(game, values, weights, given.plays, given.seed + turn, given.wavering, given.rate)
        weights = fit(samples, weights, fixed)
        print("  ".join(f"{t} {w:.3f}" for t, w in zip(knowledge.terms, weights, strict=True)))
    print("[" + ", ".join(f"{weight:.3f}" for weight in weights) + "]")


if __name__ == "__main__":
    main()
