"""Who wins, and what that is worth: E3 to E5."""

from fractions import Fraction
from typing import Any

import pytest

from parlour.engine.play import Play
from tests.games.numeric.tabletop import at, cover, money, new, reason, said, with_card


def finished(purses: str, more: str = "", **options: Any) -> Play:
    """A play that has just ended with these purses."""
    sides = len(purses.split(","))
    play = at("zones", f"throw=6431 money={purses} {more}", players=sides, end="throw_limit(1)", **options)
    while not play.over:
        play.push("pass")
    return play


def test_E3_the_most_money_wins_whoever_brought_the_end_about() -> None:
    play = cover("zones", 96, words="money=300,700,400", players=3, end="cover_count(1)")
    assert (reason(play), money(play), play.score) == ("cover_count", [400, 700, 400], (-0.5, 1, -0.5))
    assert said(play)[-1].endswith("B wins with £700; A £400; C £400.")


def test_E3_sides_that_are_out_rank_below_all_active_ones() -> None:
    play = finished("0,0,0,0", "drawn=5 pack=1,2,3,4,5 out=0,2,0,5")
    assert play.score == pytest.approx((1 / 3, -1 / 3, 1 / 3, -1 / 3))
    assert said(play)[-1].endswith("A and C share the win with £0; D out; B out.")


def test_E3_the_later_they_went_out_the_higher() -> None:
    for out, order in (("3,1,0,0", "A out; B out."), ("1,3,0,0", "B out; A out.")):
        play = finished("0,0,500,600", f"thrower=C turn=C drawn=3 pack=1,2,3 out={out}")
        assert said(play)[-1].endswith(f"D wins with £600; C £500; {order}")


def test_E3_sides_ruined_by_the_same_card_share_their_place() -> None:
    play = with_card(4, "money=500,40,30,500 drawn=2 pack=6,7", players=4)
    play.push("forfeit join:D")
    assert [play.s.out[seat] for seat in range(4)] == [0, 3, 3, 0]


def test_E3_a_ruined_leader_loses() -> None:
    play = cover("zones", 73, words="money=50,10")
    play.push("#7 forfeit")
    assert (reason(play), money(play), play.score) == ("last_side", [0, 10], (-1, 1))


def test_E4_N45_equal_money_is_a_shared_win() -> None:
    play = finished("700,500,700")
    assert play.score == (0.25, -0.5, 0.25)
    assert said(play)[-1].endswith("A and C share the win with £700; B £500.")
    assert finished("700,700").score == (0, 0)


@pytest.mark.parametrize("sides", range(2, 9))
def test_E5_scores_add_up_to_zero(sides: int) -> None:
    for winners in range(1, sides + 1):
        purses = ["900"] * winners + [str(100 * i) for i in range(sides - winners)]
        score = finished(",".join(purses)).score
        assert score is not None
        won = float((Fraction(sides, winners) - 1) / (sides - 1))
        lost = float(Fraction(-1, sides - 1))
        assert score == pytest.approx((won,) * winners + (lost,) * (sides - winners))
        assert sum(score) == pytest.approx(0)


def test_E5_a_winner_alone_scores_1() -> None:
    assert finished("900,800").score == (1, -1)
    assert finished("800,900,0,0").score == pytest.approx((-1 / 3, 1, -1 / 3, -1 / 3))


def test_E5_a_lone_player_scores_his_money() -> None:
    play = new("basic", players=1, first_side="random", end="throw_limit(3)")
    play.push("6431 6+4+3+1=14 6431 pass 6431 6*4*3*1=72")
    assert play.score == (2,)
    assert said(play)[-1].endswith("A has £2 after 3 throws.")


def test_E5_there_is_no_score_before_the_end() -> None:
    assert new("zones").score is None
