"""A referee: time and attempts, and what is called when they run out."""

from typing import Any

import pytest

import parlour
from parlour.engine.play import Play
from parlour.engine.referee import Referee


class Watch:
    """A clock that goes on only when told to."""

    def __init__(self) -> None:
        self.seconds = 1000.0

    def __call__(self) -> float:
        return self.seconds


def thrown(**options: Any) -> tuple[Play, Referee, Watch]:
    """Numeric for two in which A has thrown and is asked; and who watches it."""
    play = parlour.new("numeric", first_side="A", cards=False, **options)
    play.push("6431")
    watch = Watch()
    return play, Referee(play, watch), watch


def calls_of(play: Play) -> list[str]:
    return [written.text for written in play.written if written.text.startswith("!")]


@pytest.mark.parametrize("name", ["stencil", "quatro", "numeric"])
def test_without_limits_nothing_is_called(name: str) -> None:
    play, watch = parlour.new(name), Watch()
    referee = Referee(play, watch)
    referee.asked()
    watch.seconds += 10**6
    assert (referee.seconds_left, referee.attempts_left) == (None, None)
    assert not referee.late()
    assert not any(referee.refused() for _ in range(20))
    assert (referee.seconds_left, referee.attempts_left, play.ply) == (None, None, 0)


def test_limits_are_those_of_the_options() -> None:
    play = parlour.new("numeric", end="time_limit(45)+funds(900)", move_seconds=20, max_attempts=4)
    limits = Referee(play).limits
    assert (limits.move_seconds, limits.play_minutes, limits.attempts) == (20, 45, 4)


def test_time_for_a_decision_runs_out() -> None:
    play, referee, watch = thrown(move_seconds=60)
    referee.asked()
    watch.seconds += 59.5
    assert referee.seconds_left == 0.5
    assert not referee.late()
    watch.seconds += 0.5
    assert referee.late()
    assert calls_of(play) == ["!timeout"]
    assert play.to_move == 1, "A's turn was a pass"


def test_asking_again_does_not_give_more_time() -> None:
    play, referee, watch = thrown(move_seconds=60)
    for _ in range(4):
        referee.asked()
        watch.seconds += 20
    assert referee.late()
    assert calls_of(play) == ["!timeout"]


def test_every_decision_has_its_own_time() -> None:
    play, referee, watch = thrown(move_seconds=60)
    for _ in range(2):
        referee.asked()
        assert referee.seconds_left == 60
        watch.seconds += 50
        assert not referee.late()
        play.push("pass")
    assert calls_of(play) == []


def test_a_decision_taken_back_has_its_time_again() -> None:
    play, referee, watch = thrown(move_seconds=60)
    referee.asked()
    watch.seconds += 50
    play.push("pass")
    referee.asked()
    watch.seconds += 50
    play.undo()
    referee.asked()
    assert referee.seconds_left == 60


def test_number_and_cell_have_one_time_together() -> None:
    """The turn is a pass if the time runs out before the placement is complete."""
    play = parlour.new("numeric", variant="counters", first_side="A", rack_size=3, move_seconds=60)
    play.push(">4 >98 >99 >8 >97 >95 6431")
    play.push("6-4+3-1=4")
    watch = Watch()
    referee = Referee(play, watch)
    referee.asked()
    watch.seconds += 40
    assert not referee.late()
    play.push("6+4-3+1=8")
    referee.asked()
    assert play.view().asked == "B's turn: choose a cell for 8."
    assert referee.seconds_left == 20
    watch.seconds += 30
    assert referee.late()
    assert (calls_of(play), int(play.s.covered)) == (["!timeout"], 1)


def test_nobody_is_late_while_chance_decides() -> None:
    play, watch = parlour.new("numeric", move_seconds=5), Watch()
    referee = Referee(play, watch)
    watch.seconds += 100
    assert play.at_chance
    assert not referee.late()
    assert play.ply == 0


def test_the_clock_of_the_play_runs_out_in_a_throw() -> None:
    play, referee, watch = thrown(end="time_limit(2)")
    referee.asked()
    watch.seconds += 119
    assert not referee.late()
    assert calls_of(play) == []
    watch.seconds += 1
    assert not referee.late(), "the throw is finished first, so that the answer still counts"
    assert calls_of(play) == ["!clock"]
    play.push("=14")
    assert not referee.late(), "it is called once"
    play.push("pass")
    assert play.over
    assert calls_of(play) == ["!clock"]


def test_the_clock_of_the_play_runs_out_between_throws() -> None:
    play, referee, watch = thrown(end="time_limit(2)")
    play.push("pass pass")
    watch.seconds += 500
    assert referee.late()
    assert (calls_of(play), play.over) == (["!clock"], True)
    referee.late()
    assert calls_of(play) == ["!clock"], "nothing is called any more"


def test_the_clock_of_the_play_does_not_start_again_with_a_decision() -> None:
    play, referee, watch = thrown(end="time_limit(1)")
    for word in ("pass", "pass", "6431", "pass"):
        referee.asked()
        watch.seconds += 14
        assert not referee.late()
        play.push(word)
    assert calls_of(play) == []
    referee.asked()
    watch.seconds += 4
    referee.late()
    assert calls_of(play) == ["!clock"]


def test_both_times_may_have_run_out() -> None:
    play, referee, watch = thrown(end="time_limit(1)", move_seconds=50)
    referee.asked()
    watch.seconds += 70
    assert referee.late(), "an answer after 70 seconds is late, whatever the clock says"
    assert calls_of(play) == ["!clock", "!timeout"]


def test_the_clock_does_not_give_more_time_for_a_decision() -> None:
    play, referee, watch = thrown(end="time_limit(1)", move_seconds=100, max_attempts=3)
    referee.asked()
    assert not referee.refused()
    watch.seconds += 70
    assert not referee.late()
    assert calls_of(play) == ["!clock"]
    referee.asked()
    assert (referee.seconds_left, referee.attempts_left) == (30, 2)


@pytest.mark.parametrize("limit", [1, 2, 9])
def test_attempts_run_out(limit: int) -> None:
    play, referee, _ = thrown(max_attempts=limit)
    referee.asked()
    for left in range(limit - 1, 0, -1):
        assert not referee.refused()
        referee.asked()
        assert referee.attempts_left == left
    assert referee.refused()
    assert (calls_of(play), play.to_move) == (["!attempts"], 1)
    referee.asked()
    assert referee.attempts_left == limit, "the next side has its own"


def test_attempts_are_not_called_where_they_do_not_count() -> None:
    play = parlour.new("numeric", first_side="A", max_attempts=1)
    play.push("6431 6*4*3+1=73 #3")
    referee = Referee(play, Watch())
    referee.asked()
    assert not any(referee.refused() for _ in range(5))
    assert calls_of(play) == []


def test_a_referee_may_come_late_to_a_play() -> None:
    """The time of the decision on the table starts with the referee."""
    play, _, _ = thrown(move_seconds=60)
    watch = Watch()
    referee = Referee(play, watch)
    watch.seconds += 61
    assert referee.late()
    assert calls_of(play) == ["!timeout"]


def test_the_time_of_the_day_does_not_matter() -> None:
    """Without a clock of one's own it is the monotonic one: nothing is late at once."""
    play, _, _ = thrown(move_seconds=60, end="time_limit(1)")
    referee = Referee(play)
    assert not referee.late()
    assert referee.seconds_left is not None
    assert 55 < referee.seconds_left <= 60
