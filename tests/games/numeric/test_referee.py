"""The referee of R5, R9 and N37: the time of a decision, the attempts of a turn, the clock of the game."""

from typing import Any

import pytest

from parlour.engine.play import Play
from parlour.engine.referee import Referee
from tests.games.numeric.tabletop import asked, at, covered_by, money, new, phase, reason, said, with_card


class Watch:
    """A clock that shows what it is told to show."""

    def __init__(self) -> None:
        self.seconds = 0.0

    def __call__(self) -> float:
        return self.seconds


def watched(play: Play) -> tuple[Watch, Referee]:
    watch = Watch()
    return watch, Referee(play, watch)


def placing(**options: Any) -> Play:
    """A play of `counters` in which A may make 5, and then has six cells to choose from."""
    return at("counters", "throw=6431 A=4 cells=C0:4 rackA=5,12 rackB=3", **options)


def test_R9_a_turn_is_late_when_its_seconds_have_passed() -> None:
    play = new("zones", move_seconds=60)
    play.push("6431")
    watch, referee = watched(play)
    for side in "AB":
        referee.asked()
        watch.seconds += 59
        assert not referee.late()
        assert asked(play) == side
        watch.seconds += 1
        assert referee.late()
        assert said(play)[0] == f"{side} ran out of time."
    assert phase(play) == "throwing"


def test_R9_the_time_is_for_number_and_cell_together() -> None:
    play = placing(move_seconds=60)
    watch, referee = watched(play)
    referee.asked()
    watch.seconds = 50
    assert not referee.late()
    play.push("=5")
    referee.asked()
    watch.seconds = 61
    assert referee.late(), "the placement is not complete after 60 seconds"
    assert (covered_by(play, "A"), asked(play)) == ([4], "B")


def test_R9_each_later_decision_has_the_same_time() -> None:
    play = with_card(9, "", move_seconds=60)
    watch, referee = watched(play)
    watch.seconds = 50
    assert not referee.late()
    play.push("take")
    referee.asked()
    watch.seconds = 105
    assert (referee.late(), asked(play)) == (False, "B"), "B has been asked for 55 seconds"
    watch.seconds = 110
    assert referee.late()


def test_R9_time_without_a_limit_never_runs_out() -> None:
    play = new("zones")
    play.push("6431")
    watch, referee = watched(play)
    watch.seconds = 10**6
    assert (referee.late(), asked(play)) == (False, "A")


def test_R5_the_attempts_of_a_turn_are_those_for_the_number_and_for_the_cell() -> None:
    play = placing(max_attempts=2)
    _, referee = watched(play)
    referee.asked()
    assert not referee.refused()
    play.push("=5")
    referee.asked()
    assert referee.refused(), "two wrong statements in one turn"
    assert (covered_by(play, "A"), asked(play)) == ([4], "B")


def test_R5_every_turn_has_its_own_attempts() -> None:
    play = new("zones", max_attempts=2, players=3)
    play.push("6431")
    _, referee = watched(play)
    for _ in range(3):
        referee.asked()
        assert not referee.refused()
        play.push("pass")
    assert money(play) == [500, 500, 500]


@pytest.mark.parametrize("minutes", [1, 30])
def test_N37_the_clock_runs_from_the_start_of_the_game(minutes: int) -> None:
    play = new("zones", end=f"time_limit({minutes})")
    watch, referee = watched(play)
    play.push("6431")
    watch.seconds = 60 * minutes - 1
    referee.asked()
    assert not referee.late()
    assert "clock" in play.calls
    watch.seconds += 1
    assert not referee.late(), "the throw is completed"
    play.push("pass pass")
    assert reason(play) == "time_limit"


def test_N37_the_clock_of_the_game_gives_nobody_new_time_or_attempts() -> None:
    play = new("zones", end="time_limit(1)", move_seconds=30, max_attempts=2)
    play.push("6431")
    watch, referee = watched(play)
    watch.seconds = 40
    play.push("pass")
    referee.asked()
    assert not referee.refused()
    watch.seconds = 61
    referee.late()
    referee.asked()
    assert (asked(play), referee.attempts_left) == ("B", 1)
    watch.seconds = 70
    assert referee.late(), "B was asked 30 seconds ago"
    assert reason(play) == "time_limit"


def test_N37_who_is_late_when_the_clock_runs_out_is_late_all_the_same() -> None:
    play = new("zones", end="time_limit(1)", move_seconds=30)
    play.push("6431")
    watch, referee = watched(play)
    watch.seconds = 61
    assert referee.late()
    assert (asked(play), money(play)) == ("B", [500, 500])
