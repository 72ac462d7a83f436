"""Clocks, told from the times of entries alone."""

from collections.abc import Iterator

import pytest

import parlour
from parlour.server.rooms import acts
from parlour.server.rooms.acts import STAND_IN
from parlour.server.rooms.clock import MOVE, TOTAL, Clock, TimeControl, open_seconds
from parlour.server.rooms.refusal import Refused
from tests.server.table import NAMES, Table, Tables, checked_tables

SAND = {"kind": "move", "seconds": 10.0}
TOTAL_TIME = {"kind": "total", "seconds": 60.0, "increment": 5.0}
DECIDED = {"first_player": "red"}  # Stencil without chance


@pytest.fixture
def tables() -> Iterator[Tables]:
    yield from checked_tables()


def left(table: Table) -> list[float]:
    shown: list[float] = table.show()["clock"]["left"]
    return shown


@pytest.mark.parametrize(
    ("start", "end", "seconds"),
    [(0, 10, 10), (0, 100, 70), (25, 35, 5), (30, 50, 0), (35, 45, 0), (45, 60, 10), (60, 60, 0), (70, 90, 10)],
)
def test_time_in_which_the_house_was_closed_does_not_count(start: float, end: float, seconds: float) -> None:
    assert open_seconds(start, end, [(30, 50), (75, 85)]) == seconds


def test_a_sand_timer_is_turned_for_every_decision() -> None:
    clock = Clock(TimeControl(MOVE, 10.0), 2, ())
    clock.pass_to(0, 100.0)
    assert clock.deadline(103.0) == 110.0
    clock.pass_to(1, 104.0)
    assert (clock.seconds_left(0, 110.0), clock.seconds_left(1, 110.0)) == (6.0, 4.0)
    clock.pass_to(0, 112.0)
    assert clock.seconds_left(0, 112.0) == 10.0


def test_a_total_grows_by_the_increment_with_every_decision() -> None:
    clock = Clock(TimeControl(TOTAL, 60.0, 5.0), 2, ())
    clock.pass_to(0, 100.0)
    clock.pass_to(1, 120.0)
    clock.pass_to(0, 121.0)
    assert clock.left == [45.0, 64.0]
    clock.pass_to(None, 200.0)  # long after the flag
    assert clock.left[0] == 5.0
    assert clock.deadline(300.0) is None


def test_without_a_clock_nothing_is_shown(tables: Tables) -> None:
    table = tables()
    assert table.show()["clock"] is None
    assert table.room.deadline(table.at) is None
    table.at += 1e6
    before = table.room.number
    table.do(acts.expire)
    assert table.room.number == before


def test_the_clock_starts_with_the_play(tables: Tables) -> None:
    table = tables(options=DECIDED, clock=TOTAL_TIME, seated=False)
    table.at += 500
    table.sit_all()
    assert table.show()["clock"] == {**TOTAL_TIME, "left": [60.0, 60.0], "running": table.room.play.to_move}
    assert table.room.deadline(table.at) == table.at + 60


def test_a_sand_timer_with_a_call_of_the_game(tables: Tables) -> None:
    table = tables("numeric", options={"move_seconds": 30})
    seat = table.room.play.to_move
    assert table.show()["clock"]["kind"] == "move"
    assert left(table)[seat] == 30
    table.at += 29.9
    before = table.room.number
    table.do(acts.expire)
    assert table.room.number == before
    table.at += 0.1
    table.do(acts.expire)
    assert table.kinds(before)[0] == "called"
    assert table.room.play.to_move == 1 - seat
    assert left(table)[1 - seat] == 30
    assert parlour.load(table.room.play.record()).position == table.room.play.position


def test_the_sand_timer_of_a_game_goes_before_that_of_the_room(tables: Tables) -> None:
    table = tables("numeric", "adult", clock=SAND)
    assert table.show()["clock"]["seconds"] == 60


def test_a_move_that_comes_too_late_is_not_played(tables: Tables) -> None:
    table = tables("numeric", options={"move_seconds": 30})
    before, text = table.room.number, table.notations()[0]
    table.at += 31
    with pytest.raises(Refused, match="the board has changed"):
        table.move(text)
    assert table.kinds(before)[0] == "called"  # what the late request has brought to light stays
    assert text not in table.room.play.record()


def test_a_sand_timer_without_a_call_lets_a_bot_decide_once(tables: Tables) -> None:
    table = tables("quatro", "backgammon", clock=SAND)
    seat, after = table.room.play.to_move, table.room.after
    table.move()  # half a turn: it is still the same decision
    assert table.room.play.to_move == seat
    table.at += 10
    table.do(acts.expire)
    assert table.show()["seats"][seat]["stand_in"] == STAND_IN
    assert table.room.play.tags["Notes"].endswith(f"Dora decides once for {NAMES[seat]}.")
    assert table.room.deadline(table.at) is None  # nobody waits for a person
    while table.room.play.to_move == seat:
        table.bot_moves()
    assert table.room.after > after
    assert table.show()["seats"][seat]["stand_in"] is None
    assert table.show()["clock"]["running"] == 1 - seat
    assert left(table)[1 - seat] == 10
    while table.room.play.to_move != seat:
        table.move()
    assert NAMES[seat] == table.room.name(seat)
    assert not table.room.sitters[seat].player  # the next decision is the person's again


def test_a_person_may_be_faster_than_the_bot_that_decides_once(tables: Tables) -> None:
    table = tables(options=DECIDED, clock=SAND)
    seat = table.room.play.to_move
    table.at += 11
    before = table.room.number
    table.move()
    assert table.kinds(before) == ["stood_in", "returned", "moved"]
    assert not table.room.sitters[seat].player


def test_coming_back_gives_no_more_time(tables: Tables) -> None:
    table = tables(options=DECIDED, clock=SAND)
    seat = table.room.play.to_move
    table.at += 11
    table.do(acts.expire)
    table.do(acts.come_back, NAMES[seat], seat)
    assert table.room.deadline(table.at) is not None
    table.do(acts.expire)
    assert table.room.sitters[seat].player == STAND_IN


def test_several_actions_of_one_turn_share_the_sand(tables: Tables) -> None:
    table = tables("quatro", "backgammon", clock=SAND)
    seat = table.room.play.to_move
    table.at += 4
    table.move()
    assert table.room.play.to_move == seat
    assert left(table)[seat] == 6


def test_a_total_that_runs_out_ends_a_play_of_two(tables: Tables) -> None:
    table = tables(options=DECIDED, clock=TOTAL_TIME)
    seat = table.room.play.to_move
    table.at += 20
    table.move()
    assert left(table)[seat] == 45
    table.at += 60.001
    table.do(acts.expire)
    view = table.show()
    assert view["ending"] == {"reason": "time", "seat": 1 - seat}
    assert view["seats"][seat]["wins"] == 1
    assert view["clock"]["running"] is None
    assert view["told"][-1]["sentence"] == f"{NAMES[1 - seat]} has run out of time."
    assert table.kinds()[-2:] == ["flagged", "revealed"]
    assert table.room.deadline(table.at) is None
    table.at += 1000
    before = table.room.number
    table.do(acts.expire)
    assert table.room.number == before


def test_a_total_that_runs_out_among_more_lets_a_bot_play_on(tables: Tables) -> None:
    table = tables("quatro", "three", clock=TOTAL_TIME)
    seat = table.room.play.to_move
    table.at += 61
    with pytest.raises(Refused, match="has given up: a bot plays on"):
        table.move()
    view = table.show()
    assert not view["over"]
    assert view["seats"][seat]["gone"]
    assert view["seats"][seat]["stand_in"] == STAND_IN
    assert view["clock"]["running"] is None
    while table.room.play.to_move == seat:
        table.bot_moves()
    assert table.show()["clock"]["running"] == table.room.play.to_move
    before = table.room.number
    while table.room.play.to_move != seat:
        table.move()
    table.at += 1000
    table.do(acts.expire)
    assert "flagged" not in table.kinds(before)


def test_bots_are_not_hurried(tables: Tables) -> None:
    table = tables(options=DECIDED, clock=TOTAL_TIME, bots={0: "random", 1: "random"}, seated=False)
    assert table.room.deadline(table.at) is None
    table.at += 1000
    table.bot_moves()
    assert "flagged" not in table.kinds()
    assert table.room.play.ply == 1


def test_the_minutes_of_a_whole_play(tables: Tables) -> None:
    table = tables("numeric", options={"end": "time_limit(10)"})
    assert table.room.deadline(table.at) == table.at + 600
    table.at += 599
    before = table.room.number
    table.do(acts.expire)
    assert table.room.number == before
    table.at += 1
    table.do(acts.expire)
    assert "called" in table.kinds(before)
    assert "!clock" in table.room.play.record()
    calls = table.kinds().count("called")
    table.at += 100
    table.do(acts.expire)
    assert table.kinds().count("called") == calls


def test_closures_are_nobodys_time(tables: Tables) -> None:
    closures: list[tuple[float, float]] = []
    table = tables(options=DECIDED, clock=TOTAL_TIME, closures=closures)
    seat = table.room.play.to_move
    table.at += 10
    closures.append((table.at, table.at + 5000))
    table.at += 5010
    assert left(table)[seat] == 40
    table.do(acts.expire)
    assert not table.room.over
    table.move()
    assert left(table)[seat] == 45
    table.at += 61
    table.do(acts.expire)
    assert table.room.over


def test_undo_gives_no_new_sand(tables: Tables) -> None:
    """Otherwise moving and taking back would be time without end."""
    table = tables(options=DECIDED, clock=SAND)
    seat = table.room.play.to_move
    table.at += 4
    table.move()
    table.at += 3
    table.do(acts.undo, NAMES[seat], seat, table.room.after)
    assert table.show()["clock"]["running"] == seat
    assert left(table)[seat] == 6
    table.at += 6
    table.do(acts.expire)
    assert table.room.sitters[seat].player == STAND_IN


def test_undo_within_a_turn_gives_no_new_sand(tables: Tables) -> None:
    table = tables("quatro", "backgammon", clock=SAND)
    seat = table.room.play.to_move
    table.at += 4
    table.move()
    table.at += 3
    table.do(acts.undo, NAMES[seat], seat, table.room.after)
    assert left(table)[seat] == 3


def test_undo_earns_no_increment(tables: Tables) -> None:
    table = tables(options=DECIDED, clock=TOTAL_TIME)
    seat = table.room.play.to_move
    for _ in range(3):
        table.at += 1
        table.move()
        table.at += 1
        table.do(acts.undo, NAMES[seat], seat, table.room.after)
    assert left(table)[seat] == 57
    assert left(table)[1 - seat] == 57
    table.move()
    assert left(table)[seat] == 62


def test_a_takeback_by_consent_earns_no_increment(tables: Tables) -> None:
    table = tables(options=DECIDED, clock=TOTAL_TIME)
    seat = table.room.play.to_move
    table.at += 1
    table.move()
    table.at += 1
    table.move()
    table.at += 1
    table.do(acts.offer, NAMES[seat], seat, "takeback")
    table.do(acts.answer, NAMES[1 - seat], 1 - seat, "takeback", True)
    assert table.show()["clock"]["running"] == seat
    assert left(table)[1 - seat] == 63  # one decision made, and a second of thinking about the next
