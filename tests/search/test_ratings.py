"""Ratings of simulated bots whose strength is known, and errors worked out by hand."""

from math import exp, inf, log, sqrt

import numpy as np
import pytest
from numpy.typing import NDArray

from parlour.search.arena import Pair, Round, all_pairs, win_share
from parlour.search.ratings import ELO, RIDGE, mean_and_error, meetings, rate

BOTS = ("ann", "ben", "cid")
TRUTH = {"ann": 0.0, "ben": 120.0, "cid": -80.0}


def play_rounds(
    rng: np.random.Generator, pairs: tuple[Pair, ...], seats: int, count: int, truth: dict[str, float], shared: bool
) -> list[Round]:
    """Rounds in which a seat's odds go by its bot's strength; shared luck is one number for a round."""
    ladders = {}  # for every pair and rotation, the odds of the seats laid end to end
    for pair in pairs:
        for at in range(seats):
            odds = np.exp([truth[pair[0] if seat == at else pair[1]] / ELO for seat in range(seats)])
            ladders[pair, at] = np.cumsum(odds / odds.sum())[:-1].tolist()
    rounds = []
    for luck in range(count):
        for pair in pairs:
            drawn = [rng.random()] * seats if shared else rng.random(seats).tolist()
            winners = [sum(drawn[at] > step for step in ladders[pair, at]) for at in range(seats)]
            scores = tuple(tuple(float(seat == winner) for seat in range(seats)) for winner in winners)
            rounds.append(Round(pair, luck, scores))
    return rounds


@pytest.mark.parametrize("shared", [False, True], ids=["own luck", "shared luck"])
@pytest.mark.parametrize("seats", [2, 4])
def test_intervals_cover_the_truth(seats: int, shared: bool) -> None:
    rng = np.random.default_rng(seats)
    covered, off = [], []
    for _ in range(80):
        rounds = play_rounds(rng, all_pairs(BOTS, seats), seats, 80 // seats, TRUTH, shared)
        for standing in rate(rounds, BOTS)[1:]:
            difference = standing.rating - TRUTH[standing.bot]
            covered.append(abs(difference) <= standing.error)
            off.append(difference)
    assert 0.89 <= np.mean(covered) <= 0.995
    assert abs(np.mean(off)) < 12


@pytest.mark.parametrize(("seats", "shared"), [(2, False), (4, True)])
def test_shares_cover_the_truth(seats: int, shared: bool) -> None:
    rng = np.random.default_rng(10 + seats)
    odds = exp(TRUTH["ben"] / ELO)
    share = odds / (odds + seats - 1)
    covered = []
    for _ in range(200):
        met = meetings(play_rounds(rng, (("ben", "ann"),), seats, 50, TRUTH, shared))
        covered.append(abs(met[0].share - share) <= met[0].share_error)
        assert met[0].ratio == pytest.approx(met[0].share * seats)
    assert 0.90 <= np.mean(covered) <= 0.99


@pytest.mark.parametrize("strength", [-400.0, -600.0])
def test_intervals_of_the_very_weak_cover_the_truth(strength: float) -> None:
    """Somebody who wins a play in ten, or in thirty, over fifty pairs of plays."""
    rng = np.random.default_rng(3)
    truth = {"ann": 0.0, "ben": strength}
    standings = [rate(play_rounds(rng, (("ben", "ann"),), 2, 50, truth, False), BOTS[:2])[1] for _ in range(100)]
    assert np.mean([abs(standing.rating - strength) <= standing.error for standing in standings]) > 0.75


def two_seat_rounds(wins: float, of: int, pair: Pair = ("ben", "ann")) -> list[Round]:
    """The first of the pair wins so many single plays; a half is a draw. Always two plays in a round."""
    results: NDArray[np.float64] = np.array([1.0] * int(wins) + [0.5] * (wins % 1 > 0))
    results = np.concatenate([results, np.zeros(of - len(results))])
    return [
        Round(
            pair, luck, ((results[2 * luck], 1 - results[2 * luck]), (1 - results[2 * luck + 1], results[2 * luck + 1]))
        )
        for luck in range(of // 2)
    ]


def test_a_rating_is_the_logarithm_of_the_odds() -> None:
    first, second = rate(two_seat_rounds(1500, 2000), ("ann", "ben"))
    assert (first.bot, first.rating, first.error, first.plays) == ("ann", 0.0, 0.0, 2000)
    assert second.rating == pytest.approx(400 * log(3) / log(10), abs=1)
    assert second.plays == 2000
    turned = rate(two_seat_rounds(1500, 2000), ("ben", "ann"))
    assert turned[1].rating == pytest.approx(-second.rating)
    assert turned[1].error == pytest.approx(second.error)


def test_draws_count_for_both() -> None:
    rounds = [Round(("ben", "ann"), luck, ((0.0, 0.0), (0.0, 0.0))) for luck in range(10)]
    assert [standing.rating for standing in rate(rounds, ("ann", "ben"))] == pytest.approx([0.0, 0.0])
    assert meetings(rounds)[0].share == 0.5


def test_the_error_of_independent_pairs_is_that_of_a_coin() -> None:
    """Each round one win of two plays or none or both, as coins fall: 1 / sqrt(n p q) in odds."""
    rounds = []
    for luck in range(400):
        one, two = luck % 2, luck // 2 % 2
        rounds.append(Round(("ben", "ann"), luck, ((one, 1 - one), (two, 1 - two))))
    standing = rate(rounds, ("ann", "ben"))[1]
    assert standing.rating == pytest.approx(0.0, abs=1e-6)
    assert standing.error == pytest.approx(1.96 * ELO / sqrt(800 / 4), rel=0.02)


def test_plays_that_share_their_luck_count_as_one() -> None:
    doubled = [Round(("ben", "ann"), luck, ((luck % 2, 1 - luck % 2), (1 - luck % 2, luck % 2))) for luck in range(400)]
    cancelled = [Round(("ben", "ann"), luck, ((luck % 2, 1 - luck % 2),) * 2) for luck in range(400)]
    assert rate(doubled, ("ann", "ben"))[1].error == pytest.approx(1.96 * ELO / sqrt(400 / 4), rel=0.02)
    assert rate(cancelled, ("ann", "ben"))[1].error < 0.1 * rate(doubled, ("ann", "ben"))[1].error


@pytest.mark.parametrize("seats", [2, 4])
def test_somebody_who_never_wins_has_a_rating(seats: int) -> None:
    lost = tuple(tuple(0.0 if seat == at else 1.0 for seat in range(seats)) for at in range(seats))
    rounds = [Round(("ben", "ann"), luck, lost) for luck in range(100)]
    standing = rate(rounds, ("ann", "ben"))[1]
    assert -2000 < standing.rating < -400
    assert 0 <= standing.error < inf
    more = rate(rounds * 10, ("ann", "ben"))[1]
    assert more.rating < standing.rating


def test_somebody_who_never_wins_is_not_known_exactly() -> None:
    """Somebody rated at -400 loses ten pairs of plays in a row one time in seven, so that cannot be ruled out."""
    rounds = [Round(("ben", "ann"), luck, ((0.0, 1.0), (1.0, 0.0))) for luck in range(10)]
    standing = rate(rounds, ("ann", "ben"))[1]
    assert standing.rating + standing.error > -400


def test_a_share_of_nothing_is_not_known_exactly() -> None:
    """Nor can a share of a tenth."""
    rounds = [Round(("ben", "ann"), luck, ((0.0, 1.0), (1.0, 0.0))) for luck in range(10)]
    assert meetings(rounds)[0].share_error > 0.1


def test_a_chain_of_meetings_adds_up() -> None:
    rounds = two_seat_rounds(1500, 2000, ("ben", "ann")) + two_seat_rounds(1500, 2000, ("cid", "ben"))
    ann, ben, cid = rate(rounds, BOTS)
    assert ann.rating == 0
    assert ben.rating == pytest.approx(190.8, abs=2)
    assert cid.rating == pytest.approx(2 * 190.8, abs=4)
    assert cid.error == pytest.approx(sqrt(2) * ben.error, rel=0.05)
    assert (ann.plays, ben.plays, cid.plays) == (2000, 4000, 2000)


def test_ratings_are_where_the_pulls_balance() -> None:
    """What was won over what was to be expected, less the ridge, is nothing."""
    standing = rate(two_seat_rounds(13, 20), ("ann", "ben"))
    apart = standing[1].rating / ELO
    expected = 20 / (1 + exp(-apart))
    assert 13 - expected == pytest.approx(RIDGE * apart / 2, abs=1e-6)


def test_mean_and_error_by_hand() -> None:
    assert mean_and_error([2.0, 4.0]) == pytest.approx((3.0, 1.96))
    mean, error = mean_and_error([0.0, 0.5, 1.0, 0.5])
    assert mean == 0.5
    assert error == pytest.approx(1.96 * sqrt(0.5 / 3) / 2)
    assert mean_and_error([0.25]) == (0.25, inf)


def test_meetings_by_hand() -> None:
    rounds = [
        Round(("ben", "ann"), 0, ((3.0, 1.0, 0.0), (0.0, 2.0, 2.0), (1.0, 0.0, -1.0))),
        Round(("ann", "ben"), 0, ((0.0, 0.0, 0.0), (0.0, 0.0, 0.0), (0.0, 0.0, 0.0))),
        Round(("ben", "ann"), 1, ((0.0, 1.0, 0.0), (0.0, 1.0, 0.0), (1.0, 0.0, 1.0))),
    ]
    ben, ann = meetings(rounds)
    assert (ben.pair, ben.plays) == (("ben", "ann"), 6)
    assert ben.fair == pytest.approx(1 / 3)
    assert ben.share == pytest.approx(0.5)
    assert ben.points == pytest.approx((4 / 3 + 2 / 3) / 2)
    assert ben.points_error == pytest.approx(1.96 * (2 / 3) / sqrt(2) / sqrt(2))
    assert ben.ratio == pytest.approx(1.5)
    assert ann.share == pytest.approx(1 / 3)
    assert ann.share_error == inf


def test_shares_of_a_win() -> None:
    assert [win_share((1.0, 0.0, 1.0), seat) for seat in range(3)] == [0.5, 0.0, 0.5]
    assert win_share((-3.0, -2.0), 1) == 1.0
    assert [win_share((0.0,) * 4, seat) for seat in range(4)] == [0.25] * 4
