"""Somebody goes away: what those who wait may do about it, and what becomes of a rematch. Names change as well."""

from collections.abc import Iterator
from typing import Any

import pytest

import parlour
from parlour.engine.fairness import verify
from parlour.server.rooms import absence, acts
from parlour.server.rooms.room import Room
from tests.server.table import DECIDED, NAMES, SECRET, Table, Tables, checked_tables, refusal

ENOUGH = 60.0


@pytest.fixture
def tables() -> Iterator[Tables]:
    yield from checked_tables()


def claim(table: Table, by: int, seat: int, away: float = ENOUGH) -> None:
    absence.claim(table.room, NAMES[by], by, seat, table.at, away, ENOUGH)


def waiting_for_ben(tables: Tables, **given: Any) -> Table:
    """Ann has moved, and Ben has to."""
    table = tables(options=DECIDED, **given)
    while table.room.play.to_move == 0:
        table.move()
    return table


# Stand-ins


def test_who_plays_may_let_a_bot_play_for_an_absent_person_without_being_the_host(tables: Tables) -> None:
    table = tables(options=DECIDED)
    acts.stand_in(table.room, "Ben", 0, "dora", table.at, ENOUGH, ENOUGH)
    assert table.show("Ann")["seats"][0]["stand_in"] == "dora"
    table.do(acts.come_back, "Ann", 0)
    assert table.show("Ann")["seats"][0]["stand_in"] is None
    with refusal(409, "Ann was here 59 seconds ago"):
        acts.stand_in(table.room, "Ben", 0, "dora", table.at, 59.0, ENOUGH)


# Claims


def test_the_win_over_somebody_who_is_gone_can_be_claimed(tables: Tables) -> None:
    table = waiting_for_ben(tables)
    claim(table, 0, 1)
    view = table.show("Ann")
    assert view["ending"] == {"reason": "left", "seat": 1}
    assert [seat["wins"] for seat in view["seats"]] == [1, 0]
    assert view["told"][-1]["sentence"] == "Ben was away, and you claim the win."
    assert table.show("Ben")["told"][-1]["sentence"] == "You were away, and Ann claims the win."
    assert view["dice"]["secret"] == SECRET
    record = parlour.load(table.room.play.record())
    assert record.tags["Ending"] == "Ben was away, and Ann claims the win."
    assert verify(record).fair
    before = table.room.number
    claim(table, 0, 1)  # sent again
    assert table.room.number == before
    with refusal(409, "the play is over"):
        claim(table, 1, 0)


def test_no_win_is_claimed_over_somebody_who_is_here(tables: Tables) -> None:
    table = waiting_for_ben(tables)
    before = table.room.number
    with refusal(409, "Ben is here: wait until they have been away for 60 seconds"):
        claim(table, 0, 1, away=0.0)
    with refusal(409, "Ben was here 59 seconds ago"):
        claim(table, 0, 1, away=59.0)
    with refusal(409, "that seat is your own"):
        claim(table, 0, 0)
    with refusal(403, "not yours"):
        absence.claim(table.room, "Cem", 0, 1, table.at, ENOUGH, ENOUGH)
    with refusal(403, "not yours"):
        absence.claim(table.room, "", 0, 1, table.at, ENOUGH, ENOUGH)
    with refusal(404, "there is no seat 7"):
        claim(table, 0, 7)
    assert table.room.number == before


def test_nobody_loses_by_being_away_while_the_other_thinks(tables: Tables) -> None:
    table = tables(options=DECIDED)
    thinking = table.room.play.to_move
    with refusal(409, f"nobody is waiting for {NAMES[1 - thinking]}"):
        claim(table, thinking, 1 - thinking)


def test_a_clock_needs_no_claim(tables: Tables) -> None:
    table = waiting_for_ben(tables, clock={"kind": "total", "seconds": 600.0, "increment": 0.0})
    with refusal(409, "the clock decides"):
        claim(table, 0, 1)


def test_a_win_is_claimed_between_two_people_only(tables: Tables) -> None:
    with refusal(409, "between two people only"):
        claim(tables(bots={1: "random"}), 0, 1)
    with refusal(409, "between two people only"):
        claim(tables("quatro", "three"), 0, 1)
    alone = tables(seated=False)
    for seat in (0, 1):
        alone.do(acts.sit, "Ann", seat, f"Ann {seat}", "")
    with refusal(409, "one person plays both seats"):
        claim(alone, 0, 1)


def test_no_win_is_claimed_while_a_bot_plays_for_whoever_is_away(tables: Tables) -> None:
    table = waiting_for_ben(tables)
    acts.stand_in(table.room, "Ann", 1, "dora", table.at, ENOUGH, ENOUGH)
    with refusal(409, "Dora plays for Ben"):
        claim(table, 0, 1)


def test_nothing_is_claimed_before_the_play(tables: Tables) -> None:
    table = tables(seated=False)
    table.do(acts.sit, "Ann", 0, "Ann", "")
    with refusal(409, "has not begun"):
        claim(table, 0, 1)


# To play again


def over(table: Table) -> Room:
    """The room once all its people but the first have given up."""
    for seat in range(1, len(table.room.sitters)):
        if not table.room.over:
            table.do(acts.resign, NAMES[seat], seat)
    while not table.room.over:
        table.do(acts.resign, NAMES[0], 0)
    return table.room


def finished_among_three(tables: Tables) -> Table:
    table = tables("quatro", "three")
    for seat in range(3):
        table.do(acts.offer, NAMES[seat], seat, "draw")
    assert table.room.over
    return table


def test_a_no_to_a_rematch_is_told_and_can_become_a_yes(tables: Tables) -> None:
    table = tables()
    room = over(table)
    table.do(acts.offer, "Ann", 0, "rematch")
    table.do(acts.answer, "Ben", 1, "rematch", False)
    assert table.show("Ann")["offers"] == [{"what": "rematch", "seat": 0, "yes": [0], "no": [1]}]
    assert table.show("Ann")["told"][-1]["sentence"] == "Ben does not want to play again."
    assert not acts.wants_rematch(room)
    table.do(acts.offer, "Ben", 1, "rematch")  # after all
    assert table.show("Ann")["offers"] == [{"what": "rematch", "seat": 0, "yes": [0, 1], "no": []}]
    assert acts.wants_rematch(room)


def test_two_play_again_though_the_third_does_not(tables: Tables) -> None:
    table = finished_among_three(tables)
    table.do(acts.offer, "Ann", 0, "rematch")
    table.do(acts.answer, "Ben", 1, "rematch", False)
    assert not acts.wants_rematch(table.room)
    table.do(acts.answer, "Cem", 2, "rematch", True)
    assert acts.wants_rematch(table.room)


def test_who_asked_first_may_think_better_of_it_and_the_others_play_on(tables: Tables) -> None:
    table = finished_among_three(tables)
    table.do(acts.offer, "Ann", 0, "rematch")
    table.do(acts.answer, "Ben", 1, "rematch", True)
    table.do(acts.answer, "Ann", 0, "rematch", False)
    assert table.show()["offers"] == [{"what": "rematch", "seat": 1, "yes": [1], "no": [0]}]
    table.do(acts.answer, "Cem", 2, "rematch", True)
    assert acts.wants_rematch(table.room)


def test_who_alone_wants_to_play_again_can_withdraw_that(tables: Tables) -> None:
    table = tables()
    over(table)
    table.do(acts.offer, "Ann", 0, "rematch")
    table.do(acts.answer, "Ann", 0, "rematch", False)
    assert table.show()["offers"] == []
    assert table.show()["told"][-1]["sentence"] == "Ann withdraws that."


def test_an_answer_of_somebody_who_is_away_is_not_waited_for(tables: Tables) -> None:
    table = finished_among_three(tables)
    given = (ENOUGH, ENOUGH)
    with refusal(409, "say first that you want to play again"):
        absence.pass_over(table.room, "Ann", 0, 2, table.at, *given)
    table.do(acts.offer, "Ann", 0, "rematch")
    table.do(acts.answer, "Ben", 1, "rematch", True)
    with refusal(409, "Cem is here"):
        absence.pass_over(table.room, "Ann", 0, 2, table.at, 0.0, ENOUGH)
    with refusal(403, "not yours"):
        absence.pass_over(table.room, "Eva", 0, 2, table.at, *given)
    assert not acts.wants_rematch(table.room)
    absence.pass_over(table.room, "Ann", 0, 2, table.at, *given)
    assert table.show("Ann")["told"][-1]["sentence"] == "Cem is away, and the others do not wait."
    assert acts.wants_rematch(table.room)
    before = table.room.number
    absence.pass_over(table.room, "Ann", 0, 2, table.at, *given)
    assert table.room.number == before


# Names


def test_a_person_takes_another_name_before_and_during_the_play(tables: Tables) -> None:
    table = tables(seated=False, options=DECIDED)
    with refusal(403, "not yours"):
        table.do(acts.rename, "Ann", 0, "Anna")
    table.do(acts.sit, "Ann", 0, "Ann", "")
    table.do(acts.rename, "Ann", 0, "  Anna ")
    assert table.show()["told"][-1]["sentence"] == "Ann is now called Anna."
    table.do(acts.sit, "Ben", 1, "Ben", "")
    while table.room.play.to_move == 0:
        table.move()
    table.do(acts.rename, "Ben", 1, "Bea")
    view = table.show()
    assert [seat["name"] for seat in view["seats"]] == ["Anna", "Bea"]
    assert view["told"][-1]["sentence"] == "Ben is now called Bea."
    assert "Bea" in view["asked"]
    assert parlour.load(table.room.play.record()).names == ("Anna", "Bea")
    table.move()
    assert any("Bea" in told["sentence"] for told in table.show()["told"][-2:])
    before = table.room.number
    table.do(acts.rename, "Ben", 1, "Bea")  # sent again
    assert table.room.number == before


def test_a_new_name_obeys_the_rules_of_names(tables: Tables) -> None:
    table = tables()
    for name, status, words in (
        ("Ann", 409, "somebody here is called Ann already"),
        ("Dora", 422, "a bot is called Dora"),
        ("Ben gives up. Ann", 422, "cannot end like a sentence"),
        ("", 422, "the name is empty"),
        ("x" * 33, 422, "too long"),
    ):
        with refusal(status, words):
            table.do(acts.rename, "Ben", 1, name)
    with refusal(403, "not yours"):
        table.do(acts.rename, "Cem", 1, "Eve")
    assert table.room.name(1) == "Ben"


def test_names_do_not_fill_the_log_and_stay_when_the_play_is_over(tables: Tables) -> None:
    table = tables()
    for count in range(acts.MOST_RENAMED):
        table.do(acts.rename, "Ben", 1, f"Bert {count}")
    with refusal(409, "you have changed your name 10 times here"):
        table.do(acts.rename, "Ben", 1, "Ben")
    table.do(acts.resign, "Ben", 1)
    with refusal(409, "its names can no longer be changed"):
        table.do(acts.rename, "Ann", 0, "Anna")


def test_a_new_name_whose_answer_was_lost_is_not_refused_when_the_play_has_ended_meanwhile(tables: Tables) -> None:
    table = tables()
    table.do(acts.rename, "Ann", 0, "Anna")
    table.do(acts.resign, "Ben", 1)
    before = table.room.number
    for same in ("Anna", " Anna "):
        table.do(acts.rename, "Ann", 0, same)
    assert table.room.number == before
