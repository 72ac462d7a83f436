"""Moves, attempts and dice in a room. Every room is found again in its log."""

import random
from collections.abc import Iterator
from copy import copy

import pytest

import parlour
from parlour.engine.fairness import commit_to, verify
from parlour.server.rooms import acts
from parlour.server.rooms.views import show_verdict
from tests.server.table import DECIDED, NAMES, SECRET, Tables, checked_tables, refusal


@pytest.fixture
def tables() -> Iterator[Tables]:
    yield from checked_tables()


# Moves


def test_moves_in_turn(tables: Tables) -> None:
    table = tables(options=DECIDED)
    seat = table.room.play.to_move
    with refusal(409, f"it is not {NAMES[1 - seat]}'s turn"):
        table.move("K1", seat=1 - seat)
    with refusal(403, f"seat {seat} is not yours"):
        table.move("K1", key=NAMES[1 - seat])
    with refusal(403, f"seat {seat} is not yours"):
        table.move("K1", key="Eva")
    with refusal(404, "there is no seat 7"):
        table.move("K1", seat=7)
    before = table.room.number
    table.move("K1")
    assert table.kinds(before) == ["moved"]
    assert table.room.after == table.room.number


def test_what_happened_is_told_in_words_and_as_data(tables: Tables) -> None:
    """A page that does more than to tell it need not read the sentence."""
    table = tables(options=DECIDED)
    seat = table.room.play.to_move
    assert "kind" not in table.show()["told"][0]  # somebody sat down
    table.move("K1")
    event = table.room.play.events[-1]
    told = table.show()["told"][-1]
    assert told["kind"] == table.room.play.game.events.word(event.kind)
    assert told["numbers"] == list(event.numbers)
    assert told["numbers"][0] == seat


def test_an_illegal_move_is_refused_with_the_reason(tables: Tables) -> None:
    table = tables(options=DECIDED)
    before = table.show("Ann")
    with refusal(422, "'K9' cannot be played here: expected one of K1 K2 K3 K4"):
        table.move("K9")
    with refusal(422, "nothing to play"):
        table.move(" ")
    with refusal(422, "cannot be played here"):
        table.move("K1 K1")  # the second half
    assert table.show("Ann") == before


def test_a_move_names_what_it_answers(tables: Tables) -> None:
    table = tables(options=DECIDED)
    first = table.room.after
    table.move()
    table.move()
    with refusal(409, f"the board has changed since entry {first}: look again, it is now at entry {table.room.after}"):
        table.move(after=first)
    with refusal(409, "the board has changed since entry 99"):
        table.move(after=99)


def test_the_same_move_twice_is_played_once(tables: Tables) -> None:
    table = tables(options=DECIDED)
    seat, after, text = table.room.play.to_move, table.room.after, table.notations()[0]
    table.move()
    before = table.room.number
    table.move(text, seat, after)
    assert table.room.number == before
    table.move()
    table.move(text, seat, after)  # even when the play has gone on
    assert table.room.number == before + 1
    with refusal(409, "the board has changed"):
        table.move("K4", seat, after)  # another move in answer to the same


def test_the_last_move_twice_is_answered_after_the_end(tables: Tables) -> None:
    table = tables(options={"games": 1})
    seat = after = 0
    text = ""
    chooser = random.Random(5)
    while not table.room.over:
        seat, after, text = table.room.play.to_move, table.room.after, chooser.choice(table.notations())
        table.move(text)
    before = table.room.number
    table.move(text, seat, after)
    assert table.room.number == before
    with refusal(409, "the play is over"):
        table.move(text, seat, table.room.after)


def test_several_actions_in_one_text(tables: Tables) -> None:
    table = tables("quatro", "backgammon")
    seat, after, play = table.room.play.to_move, table.room.after, table.room.play
    text = ""
    trial = copy(play)
    while trial.to_move == seat:
        text += trial.legal[0].notation + " "
        trial.push(trial.legal[0].code)
    assert len(text.split()) >= 2
    before = table.room.number
    table.move(text)
    moved = [kind for kind in table.kinds(before) if kind == "moved"]
    assert len(moved) == len(text.split())
    assert table.kinds(before)[len(moved)] == "drew"
    table.move(text, seat, after)  # the same again
    assert table.room.number == before + len(moved) + 1
    assert play.to_move == 1 - seat


def test_a_text_must_not_go_on_to_another_turn_or_to_the_dice(tables: Tables) -> None:
    table = tables("stencil", options=DECIDED)
    before = table.room.number
    with refusal(422, "goes on to the turn of another seat"):
        table.move("K1 K2")
    assert table.room.number == before
    table = tables("quatro", "backgammon")
    text, trial, seat = "", copy(table.room.play), table.room.play.to_move
    while trial.to_move == seat:
        text += trial.legal[0].notation + " "
        trial.push(trial.legal[0].code)
    before = table.room.number
    with refusal(422, "says what the dice show"):
        table.move(text + trial.outcomes[0].notation)
    assert table.room.number == before


def test_a_bots_move_counts_only_for_the_position_it_thought_about(tables: Tables) -> None:
    table = tables(options=DECIDED, bots={1: "random"})
    if table.room.play.to_move == 0:
        table.move()
    before, code = table.room.number, table.room.play.legal_codes()[0]
    table.do(acts.play_for, 1, table.room.after - 1, code)
    table.do(acts.play_for, 0, table.room.after, code)
    assert table.room.number == before
    table.bot_moves()
    assert table.room.entries[-1].data["bot"] == "random"


# Attempts


def test_numeric_counts_wrong_statements(tables: Tables) -> None:
    table = tables("numeric", options={"max_attempts": 3})
    seat = table.room.play.to_move
    for attempt in (1, 2):
        before = table.room.number
        after = table.room.after
        for _ in range(3):  # sent again and again, because the answer was lost
            with refusal(422, rf"1\+1={attempt + 2}"):
                table.move(f"1+1={attempt + 2}")
        assert table.kinds(before) == ["missed"], "the same request counts once"
        assert table.room.refused == attempt
        assert table.room.after == after  # the board is the same
    table.move("pass")
    assert table.room.refused == 0
    seat = table.room.play.to_move
    for wrong in (3, 4, 5):
        with refusal(422, rf"1\+1={wrong}"):
            table.move(f"1+1={wrong}", seat=seat)
    assert "called" in table.kinds()
    assert "!attempts" in table.room.play.record()
    assert parlour.load(table.room.play.record()).position == table.room.play.position


def test_without_a_limit_nothing_is_counted(tables: Tables) -> None:
    table = tables("numeric")
    before = table.room.number
    with refusal(422, "1\\+1=3"):
        table.move("1+1=3")
    assert table.room.number == before


# Dice


def test_manual_dice_are_told_by_any_seat(tables: Tables) -> None:
    table = tables("quatro", "backgammon", dice="manual")
    assert table.room.play.at_chance
    assert table.show("Ann")["outcomes"]
    assert table.show("Eva")["outcomes"] == []  # a spectator
    assert table.show("Ann")["dice"] == {"kind": "manual", "thrown": True}
    with refusal(422, "cannot be played here: expected an outcome"):
        table.move("77", seat=0)
    with refusal(403, "is not yours"):
        table.move(seat=0, key="Eva")
    before = table.room.number
    after, text = table.room.after, table.notations()[0]
    table.move(text, seat=1)
    table.move(text, seat=1, after=after)
    assert table.kinds(before) == ["rolled"]
    while not table.room.play.at_chance:
        table.move()
    table.do(acts.resign, "Ann", 0)
    record = table.room.play.record()
    assert '[Dice "manual"]' in record
    assert SECRET not in record
    verdict = verify(parlour.load(record))
    assert not verdict.fair
    assert "Real dice were used" in verdict.sentences[0]
    assert show_verdict(table.room.play) == {"fair": False, "sentences": list(verdict.sentences)}


def test_a_manual_throw_and_the_move_after_it_in_one_text(tables: Tables) -> None:
    table = tables("stencil", dice="manual")
    before = table.room.number
    table.move("first:red K1", seat=1)
    assert table.kinds(before) == ["rolled", "moved"]


def test_the_server_throws_fair_dice(tables: Tables) -> None:
    table = tables("quatro", "backgammon")
    assert "drew" in table.kinds()
    assert table.show("Ann")["outcomes"] == []
    assert show_verdict(table.room.play)["fair"] is False
    assert "not revealed yet" in show_verdict(table.room.play)["sentences"][0]


def test_the_commitment_is_shown_before_any_seed(tables: Tables) -> None:
    table = tables(seated=False)
    assert table.show()["dice"] == {
        "kind": "fair",
        "thrown": False,
        "commitment": commit_to(SECRET),
        "seeds": [None, None],
        "secret": None,
        "seeded": [None, None],
    }
    table.sit_all()
    assert table.show()["dice"]["seeds"] == ["seed0", "seed1"]


def test_dice_depend_on_every_seed(tables: Tables) -> None:
    drawn = set()
    for seed in range(12):
        table = tables("quatro", "backgammon", seated=False)
        table.do(acts.sit, "Ann", 0, "Ann", "same")
        table.do(acts.sit, "Ben", 1, "Ben", f"other{seed}")
        drawn.add(tuple(table.room.play.codes))
    assert len(drawn) > 3


def test_who_offers_a_rematch_and_when(tables: Tables) -> None:
    table = tables()
    with refusal(409, "the play is not over yet"):
        table.do(acts.offer, "Ann", 0, "rematch")
    table.do(acts.resign, "Ann", 0)
    table.do(acts.offer, "Ann", 0, "rematch")
    assert not acts.wants_rematch(table.room)
    table.do(acts.answer, "Ben", 1, "rematch", True)
    assert acts.wants_rematch(table.room)
    table.room.add("followed", table.at, code="nnnnnnnn", watch="wwwwwwww")
    assert not acts.wants_rematch(table.room)
    assert table.show()["next"] == "nnnnnnnn"
    assert table.show(invited=False)["next"] == "wwwwwwww", "who looks on goes on looking on"
    before = table.room.number
    table.do(acts.offer, "Ann", 0, "rematch")
    assert table.room.number == before


def test_only_the_last_sentences_are_kept(tables: Tables) -> None:
    table = tables(options=DECIDED)
    for _ in range(130):
        seat = table.room.play.to_move
        table.move()
        table.do(acts.undo, NAMES[seat], seat, table.room.after)
    assert len(table.show()["told"]) == 200
    assert table.show()["told"][-1]["number"] == table.room.number
