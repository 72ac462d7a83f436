"""How strong bots are, from who sat where and who won: ratings with error bars, and shares of wins."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import log, sqrt

import numpy as np
from numpy.typing import NDArray

from parlour.search.arena import Pair, Round, win_share

ELO = 400 / log(10)  # rating points for odds of e to 1
SURE = 1.96  # standard errors in a 95% interval
LEAST = 10  # rounds, for fewer do not tell in what measure luck decides
RIDGE = 0.5  # as if everybody had played this much to no result: keeps the rating of a bot that never won finite


@dataclass(frozen=True)
class Standing:
    """A rating; the first bot has 0, and 95% of such measurements lie within `error`."""

    bot: str
    rating: float
    error: float
    plays: int


@dataclass(frozen=True)
class Steady:
    """A result with luck taken out: on average the same, and nearer to it."""

    share: float
    share_error: float
    points: float
    points_error: float


@dataclass(frozen=True)
class Meeting:
    """One seat of a bot among seats of another: its share of the wins, and its points a play."""

    pair: Pair
    plays: int
    share: float
    share_error: float  # half of the 95% interval
    points: float
    points_error: float
    fair: float  # the share of somebody no better than the others
    steady: Steady | None = None  # the same with luck taken out, where it was weighed

    @property
    def ratio(self) -> float:
        return self.share / self.fair


def meetings(rounds: Sequence[Round]) -> list[Meeting]:
    """Every pair's result; the plays of a round share their luck, so rounds are what is independent."""
    found = []
    for pair in dict.fromkeys(played.pair for played in rounds):
        own = [played for played in rounds if played.pair == pair]
        shares = [played.share for played in own]
        share, share_error = mean_and_error(shares)
        if len(own) > 1:
            share_error = mean_and_error([*shares, 0.0, 1.0])[
                1
            ]  # as if one more had been won and one lost: never nothing
        points, points_error = mean_and_error([played.points for played in own])
        seats = len(own[0].scores)
        found.append(
            Meeting(pair, len(own) * seats, share, share_error, points, points_error, 1 / seats, steady_of(own))
        )
    return found


def steady_of(rounds: Sequence[Round]) -> Steady | None:
    """The result of a pair with luck taken out; None where it was not weighed, or in too few rounds."""
    lucks = [played.fortune for played in rounds if played.fortune is not None]
    if len(lucks) < len(rounds) or len(rounds) < LEAST:
        return None
    share = mean_and_error(take_luck_out([played.share for played in rounds], lucks))
    points = mean_and_error(take_luck_out([played.points for played in rounds], lucks))
    return Steady(*share, *points)


def take_luck_out(results: Sequence[float], lucks: Sequence[float]) -> list[float]:
    """Results less what luck had to do with them: for each that is told by all the others.

    Luck comes to nothing on average. So what is taken away does so as well, as long as its measure has nothing to do
    with the play that it is taken from.
    """
    y, x = np.array(results), np.array(lucks)
    squares = np.sum(x * x) - x * x
    n = len(y) - 1
    together = np.sum(x * y) - x * y - (np.sum(x) - x) * (np.sum(y) - y) / n  # with the mean of the others taken out
    measure = np.divide(together, squares, out=np.zeros_like(y), where=squares > 0)
    steady: list[float] = (y - measure * x).tolist()
    return steady


def mean_and_error(numbers: Sequence[float]) -> tuple[float, float]:
    """The mean, and half of its 95% interval (infinite for a single number)."""
    if len(numbers) < 2:
        return float(np.mean(numbers)), float("inf")
    return float(np.mean(numbers)), SURE * float(np.std(numbers, ddof=1)) / sqrt(len(numbers))


def rate(rounds: Sequence[Round], bots: Sequence[str]) -> list[Standing]:
    """Ratings under which the wins are likeliest: a seat's odds to win go by e to the rating over ELO.

    The error comes from how much the rounds pull at each rating, so that plays with the same luck count as one.
    """
    place = {bot: i for i, bot in enumerate(bots)}
    who: list[list[int]] = []
    won: list[list[float]] = []
    group: list[int] = []
    for number, played in enumerate(rounds):
        for table, score in played.tables():
            who.append([place[bot] for bot in table])
            won.append([win_share(score, seat) for seat in range(len(score))])
            group.append(number)
    seats, wins, groups = np.array(who), np.array(won), np.array(group)
    one_hot = np.eye(len(bots))[seats]  # play, seat, bot
    ratings = np.zeros(len(bots))
    for _ in range(100):
        pull, bend = _pull_and_bend(ratings, one_hot, wins)
        step = np.linalg.solve(bend, pull.sum(0) - RIDGE * ratings)
        ratings += np.clip(step, -1.0, 1.0)
        if np.abs(step).max() < 1e-9:
            break
    pull, bend = _pull_and_bend(ratings, one_hot, wins)
    pulls = np.zeros((len(rounds), len(bots)))
    np.add.at(pulls, groups, pull)
    inverse = np.linalg.inv(bend)
    spread = inverse @ (pulls.T @ pulls + RIDGE * np.eye(len(bots))) @ inverse
    return [
        Standing(
            bot,
            ELO * float(ratings[i] - ratings[0]),
            SURE * ELO * sqrt(max(0.0, float(spread[i, i] + spread[0, 0] - 2 * spread[i, 0]))),
            int((seats == i).any(1).sum()),
        )
        for i, bot in enumerate(bots)
    ]


def _pull_and_bend(
    ratings: NDArray[np.float64], one_hot: NDArray[np.float64], wins: NDArray[np.float64]
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """For every play how it pulls at the ratings, and how the pull of all changes with them."""
    strengths = one_hot @ ratings
    shares = np.exp(strengths - strengths.max(1, keepdims=True))
    shares /= shares.sum(1, keepdims=True)
    pull = np.einsum("ps,psb->pb", wins - shares, one_hot)
    mean = np.einsum("ps,psb->pb", shares, one_hot)
    bend = np.einsum("ps,psb,psc->bc", shares, one_hot, one_hot) - mean.T @ mean
    return pull, bend + RIDGE * np.eye(len(ratings))
