"""Taking back, ending a play otherwise, standing in. Every room is found again in its log."""

from collections.abc import Iterator

import pytest

import parlour
from parlour.engine.fairness import verify
from parlour.server.rooms import acts
from parlour.server.rooms.acts import STAND_IN
from tests.server.table import DECIDED, NAMES, SECRET, Table, Tables, checked_tables, refusal


@pytest.fixture
def tables() -> Iterator[Tables]:
    yield from checked_tables()


# Taking back


def test_undo_is_free_until_something_new_is_seen(tables: Tables) -> None:
    table = tables(options=DECIDED)
    start = table.show("Ann")["position"]
    seat = table.room.play.to_move
    with refusal(409, "something new has been seen"):
        table.do(acts.undo, NAMES[seat], seat, table.room.after)
    table.move()
    with refusal(403, "is not yours"):
        table.do(acts.undo, NAMES[1 - seat], seat, table.room.after)
    with refusal(409, "the board has changed"):
        table.do(acts.undo, NAMES[seat], seat, table.room.after - 1)
    with refusal(409, "something new has been seen"):
        table.do(acts.undo, NAMES[1 - seat], 1 - seat, table.room.after)
    table.do(acts.undo, NAMES[seat], seat, table.room.after)
    assert table.show()["position"] == start
    assert table.show()["ply"] == 0
    table.move()
    table.move()
    with refusal(409, "something new has been seen since your last move: ask for a takeback"):
        table.do(acts.undo, NAMES[seat], seat, table.room.after)


def test_dice_are_new_information(tables: Tables) -> None:
    table = tables("quatro", "backgammon")
    seat = table.room.play.to_move
    table.move()
    assert table.room.play.to_move == seat
    table.do(acts.undo, NAMES[seat], seat, table.room.after)
    while table.room.play.to_move == seat:
        table.move()
    with refusal(409, "something new has been seen"):
        table.do(acts.undo, NAMES[seat], seat, table.room.after)


def test_at_one_screen_a_mistake_is_taken_back_whatever_the_dice_showed_since(tables: Tables) -> None:
    table = tables("quatro", "backgammon", seated=False)
    for place, name in enumerate(("Mum", "Ella")):
        table.do(acts.sit, "Ann", place, name, "")
    seat, before = table.room.play.to_move, ""
    while table.room.play.to_move == seat:
        before = table.show("Ann")["position"]
        table.move(key="Ann")
    assert table.show("Ann")["undoable"] == seat
    table.do(acts.undo, "Ann", seat, table.room.after)
    assert table.show("Ann")["position"] == before


def test_a_taken_back_move_meets_the_same_dice(tables: Tables) -> None:
    """Otherwise whoever takes back could throw again until the dice please."""
    table = tables("quatro", "backgammon")
    seat, dice = table.room.play.to_move, []
    for _ in range(2):
        played = []
        while table.room.play.to_move == seat:
            played.append(table.notations()[0])
            table.move()
        dice.append((table.room.play.codes[-1], table.show()["position"], played))
        table.do(acts.offer, NAMES[seat], seat, "takeback")
        table.do(acts.answer, NAMES[1 - seat], 1 - seat, "takeback", True)
        assert table.room.play.to_move == seat
    assert dice[0] == dice[1]


def test_a_takeback_by_consent(tables: Tables) -> None:
    table = tables(options=DECIDED)
    first = table.room.play.to_move
    with refusal(409, "there is no move of yours to take back"):
        table.do(acts.offer, NAMES[first], first, "takeback")
    with refusal(409, "nobody has asked for a takeback"):
        table.do(acts.answer, NAMES[first], first, "takeback", True)
    start = table.show()["position"]
    table.move()
    table.move()
    table.do(acts.offer, NAMES[first], first, "takeback")
    assert table.show()["offers"] == [{"what": "takeback", "seat": first, "yes": [first], "no": []}]
    before = table.room.number
    table.do(acts.offer, NAMES[first], first, "takeback")  # once more, which changes nothing
    assert table.room.number == before
    table.do(acts.answer, NAMES[1 - first], 1 - first, "takeback", False)
    assert (table.show()["offers"], table.show()["ply"]) == ([], 2)
    table.do(acts.offer, NAMES[first], first, "takeback")
    table.do(acts.answer, NAMES[1 - first], 1 - first, "takeback", True)
    assert (table.show()["offers"], table.show()["ply"]) == ([], 0)
    assert table.show()["position"] == start


def test_asking_for_what_another_asks_means_agreeing(tables: Tables) -> None:
    table = tables(options=DECIDED)
    table.move()
    table.move()
    table.do(acts.offer, "Ann", 0, "takeback")
    table.do(acts.offer, "Ben", 1, "takeback")
    assert table.kinds()[-1] == "took_back"


def test_a_move_makes_an_offer_void(tables: Tables) -> None:
    table = tables(options=DECIDED)
    table.move()
    table.move()
    table.do(acts.offer, "Ann", 0, "takeback")
    table.do(acts.offer, "Ben", 1, "draw")
    table.move()
    assert table.show()["offers"] == []


def test_bots_do_not_need_asking(tables: Tables) -> None:
    table = tables(options=DECIDED, bots={1: "random"})
    if table.room.play.to_move == 1:
        table.bot_moves()
    ply = table.room.play.ply
    table.move()
    table.bot_moves()
    table.do(acts.offer, "Ann", 0, "takeback")
    assert table.kinds()[-2:] == ["asked", "took_back"]
    assert table.show()["ply"] == ply


def test_where_nothing_is_taken_back(tables: Tables) -> None:
    table = tables(options=DECIDED, takebacks="never")
    seat = table.room.play.to_move
    table.move()
    with refusal(409, "in this room moves cannot be taken back"):
        table.do(acts.undo, NAMES[seat], seat, table.room.after)
    with refusal(409, "in this room moves cannot be taken back"):
        table.do(acts.offer, NAMES[seat], seat, "takeback")


# Other ends


def test_a_draw_by_agreement(tables: Tables) -> None:
    table = tables()
    with refusal(409, "there is no offer of a draw"):
        table.do(acts.answer, "Ben", 1, "draw", True)
    table.do(acts.offer, "Ann", 0, "draw")
    table.do(acts.answer, "Ben", 1, "draw", False)
    assert not table.room.over
    table.do(acts.offer, "Ben", 1, "draw")
    table.do(acts.answer, "Ann", 0, "draw", True)
    view = table.show("Ann")
    assert view["ending"] == {"reason": "agreed", "seat": None}
    assert [seat["wins"] for seat in view["seats"]] == [0.5, 0.5]
    assert view["dice"]["secret"] == SECRET
    assert parlour.load(table.room.play.record()).tags["Ending"] == "All agreed on a draw."


@pytest.mark.parametrize("what", ["draw", "takeback"])
def test_an_offer_can_be_withdrawn(tables: Tables, what: str) -> None:
    table = tables(options=DECIDED)
    seat = table.room.play.to_move
    table.move()
    table.do(acts.offer, NAMES[seat], seat, what)
    table.do(acts.answer, NAMES[seat], seat, what, False)
    assert table.show()["told"][-1]["sentence"] == f"{NAMES[seat]} withdraws that."
    assert table.show()["offers"] == []
    with refusal(409, "there is no offer" if what == "draw" else "nobody has asked"):
        table.do(acts.answer, NAMES[1 - seat], 1 - seat, what, True)
    table.do(acts.offer, NAMES[seat], seat, what)
    table.do(acts.answer, NAMES[1 - seat], 1 - seat, what, False)
    assert table.show()["told"][-1]["sentence"] == f"{NAMES[1 - seat]} does not agree."


def test_bots_do_not_agree_to_a_draw(tables: Tables) -> None:
    table = tables(bots={1: "random"})
    with refusal(409, "bots do not agree to a draw"):
        table.do(acts.offer, "Ann", 0, "draw")


def test_a_draw_among_four_needs_all(tables: Tables) -> None:
    table = tables("quatro")
    table.do(acts.offer, "Ann", 0, "draw")
    table.do(acts.answer, "Ben", 1, "draw", True)
    table.do(acts.answer, "Cem", 2, "draw", True)
    assert not table.room.over
    with refusal(403, "not yours"):
        table.do(acts.answer, "Eva", 3, "draw", True)
    table.do(acts.answer, "Dot", 3, "draw", True)
    assert table.show()["ending"] == {"reason": "agreed", "seat": None}


def test_who_gave_up_is_not_asked(tables: Tables) -> None:
    table = tables("quatro")
    for seat in (0, 1, 2):
        table.do(acts.offer, NAMES[seat], seat, "draw")
    assert not table.room.over
    table.do(acts.resign, "Dot", 3)  # all others have agreed already
    assert table.show()["ending"] == {"reason": "agreed", "seat": None}


def test_giving_up_between_two(tables: Tables) -> None:
    table = tables()
    with refusal(403, "seat 1 is not yours"):
        table.do(acts.resign, "Ann", 1)
    table.do(acts.resign, "Ann", 0)
    view = table.show()
    assert view["ending"] == {"reason": "resigned", "seat": 0}
    assert [seat["wins"] for seat in view["seats"]] == [0, 1]
    assert view["to_move"] is None
    assert view["dice"]["secret"] == SECRET
    assert view["told"][-1]["sentence"] == "Ann gives up."
    before = table.room.number
    table.do(acts.resign, "Ann", 0)  # sent again
    assert table.room.number == before
    with refusal(409, "the play is over"):
        table.do(acts.resign, "Ben", 1)
    assert verify(parlour.load(table.room.play.record())).fair


def test_giving_up_among_more_lets_a_bot_play_on(tables: Tables) -> None:
    table = tables("quatro", "three")
    seat = table.room.play.to_move
    table.do(acts.resign, NAMES[seat], seat)
    view = table.show(NAMES[seat])
    assert not view["over"]
    assert view["seats"][seat]["gone"]
    assert view["seats"][seat]["stand_in"] == STAND_IN
    assert view["legal"] == []
    with refusal(409, "has given up: a bot plays on"):
        table.move()
    with refusal(409, "has given up: a bot plays on"):
        table.do(acts.come_back, NAMES[seat], seat)
    before = table.room.number
    table.bot_moves()
    assert table.room.entries[before].data["bot"] == STAND_IN
    assert view["dice"]["secret"] is None


# Stand-ins


def stand_in_for_absent(table: Table, seat: int, bot: str = "pip", away: float = 60.0) -> None:
    """At the wish of the host."""
    acts.stand_in(table.room, "Ann", seat, bot, table.at, away, 60.0)


def test_a_bot_plays_for_an_absent_person(tables: Tables) -> None:
    table = tables(options=DECIDED)
    for stranger in ("Cem", ""):
        with refusal(403, "only the host and those who play"):
            acts.stand_in(table.room, stranger, 0, "pip", table.at, 1000.0, 60.0)
    stand_in_for_absent(table, 1)
    table.do(acts.stand_in, "Ann", 0, "octavia")  # the person
    before = table.room.number
    table.do(acts.stand_in, "Ann", 0, "octavia")
    assert table.room.number == before
    assert [seat["stand_in"] for seat in table.show()["seats"]] == ["octavia", "pip"]
    for _ in range(3):
        table.bot_moves()
    assert all("bot" in entry.data for entry in table.room.entries if entry.kind == "moved")


def test_the_host_cannot_let_a_bot_play_for_somebody_who_is_here(tables: Tables) -> None:
    table = tables(options=DECIDED)
    before = table.room.number
    for away in (0.0, 59.0):
        with refusal(
            409, f"Ben was here {away:.0f} seconds ago: a bot can step in after 60 seconds, or when they ask for it"
        ):
            stand_in_for_absent(table, 1, away=away)
    with refusal(409, "Ben was here"):
        table.do(acts.stand_in, "Ann", 1, "pip")
    assert table.room.number == before
    table.do(acts.stand_in, "Ben", 1, "pip")
    assert table.show()["seats"][1]["stand_in"] == "pip"


def test_chance_plays_for_nobody(tables: Tables) -> None:
    table = tables(options=DECIDED)
    for key in ("Ann", "Ben"):
        with refusal(422, "expected one of the levels"):
            acts.stand_in(table.room, key, 1, "random", table.at, 1000.0, 60.0)


def test_the_record_tells_of_every_help(tables: Tables) -> None:
    """Who has the record alone sees which moves were a bot's, and where somebody thought twice or was told."""
    table = tables(options=DECIDED)
    first = table.room.play.to_move
    ann, ben = NAMES[first], NAMES[1 - first]
    assert "Notes" not in table.room.play.tags
    table.move()
    table.do(acts.undo, ann, first, table.room.after)
    table.do(acts.take_hint, ann, first, table.room.after, 5)
    table.move()
    table.do(acts.stand_in, ben, 1 - first, "pip")
    table.bot_moves()
    table.move()  # by which the person is back
    table.move()
    table.do(acts.offer, ann, first, "takeback")
    table.do(acts.answer, ben, 1 - first, "takeback", True)
    record = table.room.play.record()
    told = f"0 {ann} took a move back.|0 {ann} asks for a hint.|1 Pip plays for {ben}.|2 {ben} is back.|3 {ann} took a"
    assert f'[Notes "{told} move back."]' in record
    again = parlour.load(record)
    assert again.record() == record
    table.do(acts.resign, ann, first)
    assert verify(parlour.load(table.room.play.record())).fair


def test_a_person_is_back_with_the_next_move(tables: Tables) -> None:
    table = tables(options=DECIDED)
    seat = table.room.play.to_move
    table.do(acts.stand_in, NAMES[seat], seat, "pip")
    before = table.room.number
    table.move()
    assert table.kinds(before) == ["returned", "moved"]
    assert table.show()["seats"][seat]["stand_in"] is None
    stand_in_for_absent(table, 1 - seat)
    table.do(acts.come_back, NAMES[1 - seat], 1 - seat)
    assert table.kinds()[-1] == "returned"
    before = table.room.number
    table.do(acts.come_back, NAMES[1 - seat], 1 - seat)
    assert table.room.number == before
    with refusal(403, "is not yours"):
        table.do(acts.come_back, NAMES[seat], 1 - seat)


def test_nobody_stands_in_for_a_bot(tables: Tables) -> None:
    table = tables(bots={1: "random"})
    with refusal(409, "Random is a bot already"):
        table.do(acts.stand_in, "Ann", 1, "pip")


def test_who_gave_up_stays_away(tables: Tables) -> None:
    table = tables("quatro", "three")
    table.do(acts.resign, "Cem", 2)
    table.do(acts.stand_in, "Ann", 2, "pip")  # the host may choose another
    assert table.show()["seats"][2]["stand_in"] == "pip"
    while table.room.play.to_move != 2:
        table.move()
    with refusal(409, "has given up"):
        table.move()
    table.bot_moves()
    assert table.show()["seats"][2]["gone"]


def test_a_takeback_that_is_asked_for_twice_happens_once(tables: Tables) -> None:
    table = tables(bots={1: "random"}, options=DECIDED)
    for _ in range(4):
        table.move() if table.room.play.to_move == 0 else table.bot_moves()
    seen, ply = table.room.after, table.room.play.ply
    acts.offer(table.room, "Ann", 0, "takeback", table.at, seen)
    assert table.room.play.ply < ply
    ply = table.room.play.ply
    with refusal(409, "the board has changed"):
        acts.offer(table.room, "Ann", 0, "takeback", table.at, seen)
    assert table.room.play.ply == ply
