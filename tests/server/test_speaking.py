"""How people in a room are called: by their names, and as you by whoever is meant."""

import random
from collections.abc import Iterator

import pytest

from parlour.server.rooms import acts
from parlour.server.rooms.views import BRIEF, show_board, show_meaning
from tests.server.table import DECIDED, Tables, checked_tables, play_at_random


@pytest.fixture
def tables() -> Iterator[Tables]:
    yield from checked_tables()


def test_everybody_reads_you_where_they_are_meant_and_names_elsewhere(tables: Tables) -> None:
    table = tables(options=DECIDED)  # Stencil: the first plate is chosen by the second
    assert table.show("Ben")["asked"] == "Your turn: choose a plate."
    assert table.show("Ann")["asked"] == table.show("")["asked"] == "Ben's turn: choose a plate."
    table.move("K1")
    told = {key: table.show(key)["told"][-1]["sentence"] for key in ("Ann", "Ben", "")}
    assert told == {"Ben": "You take plate K1.", "Ann": "Ben takes plate K1.", "": "Ben takes plate K1."}
    assert table.views.show("Ben", True, table.at, detail=BRIEF)["told"][-1]["sentence"] == "Ben takes plate K1.", (
        "the same for everybody"
    )
    assert "Your plate K1" in {shape.get("label") for shape in table.show("Ben")["scene"]["pieces"]}
    assert "Ben's plate K1" in {shape.get("label") for shape in table.show("Ann")["scene"]["pieces"]}


def test_several_at_one_screen_all_go_by_their_names(tables: Tables) -> None:
    table = tables(options=DECIDED, seated=False)
    for seat, name in enumerate(("Mum", "Tom")):
        table.do(acts.sit, "Ann", seat, name, f"seed{seat}")
    table.do(acts.move, "Ann", table.room.play.to_move, table.room.after, "K1")
    seen = table.show("Ann")
    assert seen["asked"] == "Mum's turn: choose a plate."
    assert seen["told"][-1]["sentence"] == "Tom takes plate K1."
    words = " ".join(shape.get("label", "") + shape.get("text", "") for shape in seen["scene"]["board"])
    assert "Mum" in words
    assert "You" not in words


def test_what_happens_in_the_room_is_told_to_whoever_it_concerns(tables: Tables) -> None:
    table = tables(options=DECIDED)
    table.move()
    table.move()
    table.do(acts.offer, "Ann", 0, "draw")
    assert table.show("Ann")["told"][-1]["sentence"] == "You offer a draw."
    assert table.show("Ben")["told"][-1]["sentence"] == "Ann offers a draw."
    table.do(acts.resign, "Ben", 1)
    assert table.show("Ben")["told"][-1]["sentence"] == "You give up."
    assert table.room.play.tags["Ending"] == "Ben gives up.", "a record is nobody's alone"


def test_what_a_move_would_mean_and_what_was_played_is_told_to_the_reader(tables: Tables) -> None:
    table = tables(options=DECIDED)
    table.move("K1")
    mover = table.room.play.to_move
    code = table.room.play.legal_codes()[0]
    meaning = show_meaning(table.room, "Ann", mover, [code])
    assert meaning["told"] == ["You take plate K2."]
    assert show_board(table.room, "Ben", 1)["sentences"] == ["You take plate K1."]
    assert show_board(table.room, "", 1)["sentences"] == ["Ben takes plate K1."]


def test_who_gave_up_is_not_told_that_they_play_on(tables: Tables) -> None:
    table = tables("quatro", "three")
    table.do(acts.resign, "Ben", 1)
    while table.room.play.to_move != 1:
        table.move()
    assert table.show("Ben")["asked"].startswith("Ben's turn")
    table.bot_moves()
    assert "You" not in table.show("Ben")["told"][-1]["sentence"]


def test_who_is_out_by_the_rules_is_marked_while_the_others_play_on(tables: Tables) -> None:
    table = tables("vendetta", "four")
    chooser = random.Random(1)
    while not any(seat["out"] for seat in table.show()["seats"]):
        play_at_random(table, 1, chooser.getrandbits(32))
    told = [told["sentence"] for told in table.show()["told"]]
    out = [seat["name"] for seat in table.show()["seats"] if seat["out"]]
    assert any(f"{name} has lost their Godfather and is out" in sentence for name in out for sentence in told)
