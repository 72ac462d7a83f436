"""What people may do in a room, without a house or a network around it. Every room is found again in its log."""

import random
from collections.abc import Iterator
from copy import copy
from typing import Any

import pytest

import parlour
from parlour.engine.fairness import commit_to, verify
from parlour.engine.game import games
from parlour.server import acts
from parlour.server.acts import STAND_IN, Refused
from parlour.server.room import OtherRules, Room
from parlour.server.showing import show_verdict
from tests.server.table import NAMES, SECRET, Table, Tables, checked_tables

PRESETS = [(name, preset) for name, game in games().items() for preset in (None, *game.presets)]
DECIDED = {"first_player": "red"}  # Stencil without chance


@pytest.fixture
def tables() -> Iterator[Tables]:
    yield from checked_tables()


def refusal(status: int, words: str) -> Any:
    """Expects to be refused, with this status and these words."""
    return pytest.raises(Refused, match=words, check=lambda error: error.status == status)


def play_at_random(table: Table, plies: int, seed: int = 1) -> None:
    chooser = random.Random(seed)
    for _ in range(plies):
        if table.room.over:
            return
        table.move(chooser.choice(table.notations()))


# Opening


@pytest.mark.parametrize(("game", "preset"), PRESETS)
def test_every_preset_opens_and_begins(tables: Tables, game: str, preset: str | None) -> None:
    table = tables(game, preset, seated=False)
    view = table.show("Ann")
    assert (view["begun"], view["over"], view["to_move"], view["legal"]) == (False, False, None, [])
    assert [seat["kind"] for seat in view["seats"]] == ["open"] * games()[game].settle(preset)["players"]
    table.sit_all()
    view = table.show(NAMES[table.room.play.to_move])
    assert view["begun"]
    assert view["to_move"] in view["yours"]
    assert view["legal"]


@pytest.mark.parametrize("name", games())
def test_views_are_as_promised_before_during_and_after(tables: Tables, name: str) -> None:
    """`show` compares every view with the models of the API, and forbids fields they do not have."""
    table = tables(name, options={key: str(value) for key, value in games()[name].brisk.items()}, seated=False)
    seats = len(table.room.sitters)
    for key in ("", *NAMES[:seats]):
        table.show(key)
    table.sit_all()
    chooser = random.Random(3)
    while not table.room.over:
        if chooser.random() < 0.05:
            for key in ("", *NAMES[:seats]):
                view = table.show(key, detail=chooser.choice(("full", "text")))
                assert bool(view["legal"]) == (view["to_move"] is not None and view["to_move"] in view["yours"])
                assert view["dice"]["secret"] is None
                assert SECRET not in str(view)
        table.move(chooser.choice(table.notations()))
    view = table.show("Ann")
    assert view["over"]
    assert view["ending"] == {"reason": "rules", "seat": None}
    assert len(view["score"]) == seats
    assert view["dice"]["secret"] == SECRET
    assert sum(seat["wins"] for seat in view["seats"]) == pytest.approx(1)
    assert verify(parlour.load(table.room.play.record())).fair


def test_options_are_kept_and_shown(tables: Tables) -> None:
    table = tables("quatro", "two", options={"men": 13})
    assert table.show()["options"] == {"players": "2", "men": "13"}
    assert table.room.play.values["men"] == 13


def test_a_position_is_where_the_play_starts(tables: Tables) -> None:
    played = tables(options=DECIDED)
    play_at_random(played, 6)
    table = tables(options=DECIDED, position=played.room.play.position)
    assert table.room.play.position == played.room.play.position
    assert table.room.play.ply == 0
    play_at_random(table, 3)
    assert parlour.load(table.room.play.record()).position == table.room.play.position


def test_a_room_of_bots_alone_begins_at_once(tables: Tables) -> None:
    table = tables(bots={0: "random", 1: "pip"}, seated=False)
    assert table.room.begun
    assert [seat["bot"] for seat in table.show()["seats"]] == ["random", "pip"]
    assert [seat["name"] for seat in table.show()["seats"]] == ["Random", "Pip"]


@pytest.mark.parametrize("fault", [{"game": "whist"}, {"rules": 999}])
def test_a_room_of_other_rules_is_not_read(fault: dict[str, Any]) -> None:
    entry = {"game": "stencil", "rules": 1, "options": {}, "seats": [{}, {}], "host": ""} | fault
    with pytest.raises(OtherRules, match=r"whist|version 999"):
        Room("rrrrrrrr", "wwwwwwww").add("opened", 0.0, **entry)


def test_entries_only_follow_one_another(tables: Tables) -> None:
    table = tables()
    with pytest.raises(ValueError, match="entry 2 cannot follow"):
        table.room.take(table.room.entries[1])


# Sitting


def test_sitting_twice_changes_nothing(tables: Tables) -> None:
    table = tables(seated=False)
    table.do(acts.sit, "Ann", 0, "Ann", "mine")
    before = table.room.number
    table.do(acts.sit, "Ann", 0, "Another name", "another seed")
    assert table.room.number == before
    assert table.show()["seats"][0]["name"] == "Ann"
    assert table.show()["dice"]["seeds"] == ["mine", None]
    table.do(acts.sit, "Ben", 1, "Ben", "")
    before = table.room.number
    table.do(acts.sit, "Ben", 1, "Ben", "")  # sent again, after the play began
    assert table.room.number == before


def test_a_taken_seat_stays_taken(tables: Tables) -> None:
    table = tables(seated=False, bots={1: "random"}, options={}, game="quatro", preset="three")
    table.do(acts.sit, "Ann", 0, "Ann", "")
    with refusal(409, "seat 0 is taken by Ann"):
        table.do(acts.sit, "Ben", 0, "Ben", "")
    with refusal(409, "seat 1 is taken by Random"):
        table.do(acts.sit, "Ben", 1, "Ben", "")
    with refusal(404, "there is no seat 3: expected 0 to 2"):
        table.do(acts.sit, "Ben", 3, "Ben", "")
    assert not table.room.begun


def test_nobody_sits_down_or_leaves_once_the_play_has_begun(tables: Tables) -> None:
    table = tables()
    with refusal(409, "the play has begun"):
        table.do(acts.sit, "Cem", 0, "Cem", "")
    with refusal(409, "the play has begun"):
        table.do(acts.leave, "Ann", 0)
    with refusal(409, "the play has begun"):
        table.do(acts.engage, "Ann", 1, "random", "Random")


def test_leaving_opens_the_seat_again(tables: Tables) -> None:
    table = tables(seated=False)
    table.do(acts.sit, "Ben", 1, "Ben", "")
    with refusal(403, "only the host"):
        table.do(acts.leave, "Cem", 1)
    table.do(acts.leave, "Ben", 1)
    assert table.show()["seats"][1]["kind"] == "open"
    before = table.room.number
    table.do(acts.leave, "Ann", 1)  # the host, from an open seat
    assert table.room.number == before
    table.do(acts.sit, "Cem", 1, "Cem", "")
    table.do(acts.leave, "Ann", 1)  # the host sends somebody away
    assert table.kinds()[-1] == "left"
    table.sit_all()
    assert table.room.begun


def test_one_person_on_several_seats(tables: Tables) -> None:
    table = tables(options=DECIDED, seated=False)
    for seat in (0, 1):
        table.do(acts.sit, "Ann", seat, f"Ann {seat}", "")
    assert table.show("Ann")["yours"] == [0, 1]
    for _ in range(4):
        assert table.show("Ann")["legal"]
        table.move(key="Ann")
    table.do(acts.offer, "Ann", 0, "takeback")  # she is asked once, and has agreed
    assert table.kinds()[-1] == "took_back"


def test_the_host_engages_bots(tables: Tables) -> None:
    table = tables(seated=False)
    with refusal(403, "only the host"):
        table.do(acts.engage, "Ben", 1, "random", "Random")
    table.do(acts.engage, "Ann", 1, "random", "Random")
    before = table.room.number
    table.do(acts.engage, "Ann", 1, "random", "Random")
    assert table.room.number == before
    table.do(acts.engage, "Ann", 1, "pip", "Pip")
    table.do(acts.sit, "Ann", 0, "Ann", "")
    with refusal(409, "the play has begun"):
        table.do(acts.engage, "Ann", 0, "pip", "Pip")
    assert table.room.begun
    assert table.show()["seats"][1]["name"] == "Pip"


def test_a_bot_does_not_take_the_seat_of_a_person(tables: Tables) -> None:
    table = tables(seated=False)
    table.do(acts.sit, "Ben", 1, "Ben", "")
    with refusal(409, "seat 1 is taken by Ben"):
        table.do(acts.engage, "Ann", 1, "pip", "Pip")


def test_nothing_is_played_before_all_are_seated(tables: Tables) -> None:
    table = tables(seated=False)
    table.do(acts.sit, "Ann", 0, "Ann", "")
    for act, given in (
        (acts.move, (0, 2, "K1")),
        (acts.undo, (0, 2)),
        (acts.resign, (0,)),
        (acts.offer, (0, "draw")),
        (acts.stand_in, (0, "pip")),
        (acts.come_back, (0,)),
    ):
        with refusal(409, "the play has not begun: some seats are still open"):
            table.do(act, "Ann", *given)
    assert "began" not in table.kinds()


# Moves


def test_moves_in_turn(tables: Tables) -> None:
    table = tables(options=DECIDED)
    seat = table.room.play.to_move
    with refusal(409, f"it is not the turn of seat {1 - seat}"):
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
    with refusal(409, f"the board has changed since entry {first}: expected an answer to entry {table.room.after}"):
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
    with refusal(409, "something new has been seen since your last move: expected you to ask for a takeback"):
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
    with refusal(409, "nobody asks for a takeback"):
        table.do(acts.answer, NAMES[first], first, "takeback", True)
    start = table.show()["position"]
    table.move()
    table.move()
    table.do(acts.offer, NAMES[first], first, "takeback")
    assert table.show()["offers"] == [{"what": "takeback", "seat": first, "yes": [first]}]
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
    with refusal(409, "in this room nothing is taken back"):
        table.do(acts.undo, NAMES[seat], seat, table.room.after)
    with refusal(409, "in this room nothing is taken back"):
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


def test_a_bot_plays_for_an_absent_person(tables: Tables) -> None:
    table = tables(options=DECIDED)
    with refusal(403, "only the host"):
        table.do(acts.stand_in, "Ben", 0, "pip")  # neither that person nor the host
    with refusal(403, "only the host"):
        table.do(acts.stand_in, "", 0, "pip")
    table.do(acts.stand_in, "Ann", 1, "pip")  # the host
    table.do(acts.stand_in, "Ann", 0, "random")  # the person
    before = table.room.number
    table.do(acts.stand_in, "Ann", 0, "random")
    assert table.room.number == before
    assert [seat["stand_in"] for seat in table.show()["seats"]] == ["random", "pip"]
    for _ in range(3):
        table.bot_moves()
    assert all("bot" in entry.data for entry in table.room.entries if entry.kind == "moved")


def test_a_person_is_back_with_the_next_move(tables: Tables) -> None:
    table = tables(options=DECIDED)
    seat = table.room.play.to_move
    table.do(acts.stand_in, NAMES[seat], seat, "pip")
    before = table.room.number
    table.move()
    assert table.kinds(before) == ["returned", "moved"]
    assert table.show()["seats"][seat]["stand_in"] is None
    table.do(acts.stand_in, "Ann", 1 - seat, "pip")
    table.do(acts.come_back, NAMES[1 - seat], 1 - seat)
    assert table.kinds()[-1] == "returned"
    before = table.room.number
    table.do(acts.come_back, NAMES[1 - seat], 1 - seat)
    assert table.room.number == before
    with refusal(403, "is not yours"):
        table.do(acts.come_back, NAMES[seat], 1 - seat)


def test_nobody_stands_in_for_a_bot(tables: Tables) -> None:
    table = tables(bots={1: "random"})
    with refusal(409, "seat 1 is a bot's already"):
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


# Attempts


def test_numeric_counts_wrong_statements(tables: Tables) -> None:
    table = tables("numeric", options={"max_attempts": 3})
    seat = table.room.play.to_move
    for attempt in (1, 2):
        before = table.room.number
        after = table.room.after
        with refusal(422, "1\\+1=3"):
            table.move("1+1=3")
        assert table.kinds(before) == ["missed"]
        assert table.room.refused == attempt
        assert table.room.after == after  # the board is the same
    table.move("pass")
    assert table.room.refused == 0
    seat = table.room.play.to_move
    for _ in range(3):
        with refusal(422, "1\\+1=3"):
            table.move("1+1=3", seat=seat)
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
    assert table.show("Ann")["dice"] == {"kind": "manual"}
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
    assert show_verdict(table.room) == {"fair": False, "sentences": list(verdict.sentences)}


def test_a_manual_throw_and_the_move_after_it_in_one_text(tables: Tables) -> None:
    table = tables("stencil", dice="manual")
    before = table.room.number
    table.move("first:red K1", seat=1)
    assert table.kinds(before) == ["rolled", "moved"]


def test_the_server_throws_fair_dice(tables: Tables) -> None:
    table = tables("quatro", "backgammon")
    assert "drew" in table.kinds()
    assert table.show("Ann")["outcomes"] == []
    assert show_verdict(table.room)["fair"] is False
    assert "not revealed yet" in show_verdict(table.room)["sentences"][0]


def test_the_commitment_is_shown_before_any_seed(tables: Tables) -> None:
    table = tables(seated=False)
    assert table.show()["dice"] == {
        "kind": "fair",
        "commitment": commit_to(SECRET),
        "seeds": [None, None],
        "secret": None,
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
    table.room.add("followed", table.at, next="nnnnnnnn", watch="wwwwwwww")
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
