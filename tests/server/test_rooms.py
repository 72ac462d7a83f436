"""Opening a room and sitting down, without a house or a network around it. Every room is found again in its log."""

import inspect
import random
import re
from collections.abc import Iterator
from copy import deepcopy
from typing import Any

import pytest

import parlour
from parlour.engine.fairness import verify
from parlour.engine.game import games
from parlour.server.live import house
from parlour.server.rooms import absence, acts, entries
from parlour.server.rooms.room import OtherRules, Room
from parlour.server.rooms.views import BRIEF, FULL, TEXT
from tests.server.table import DECIDED, NAMES, SECRET, Tables, checked_tables, play_at_random, refusal

PRESETS = [(name, preset) for name, game in games().items() for preset in (None, *game.presets)]


@pytest.fixture
def tables() -> Iterator[Tables]:
    yield from checked_tables()


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
    before = table.room.number
    table.do(acts.engage, "Ann", 1, "pip", "Pip")  # who engaged the last one and got no answer asks again
    assert table.room.number == before
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


# Entries


def written_down() -> dict[str, list[str]]:
    """What each kind of entry says, as the list of them has it."""
    listed = re.sub(r"\n +(?=\[)", " ", entries.__doc__ or "")  # what did not fit into a line
    lines = [line for line in listed.splitlines() if re.match(r"[a-z_]+  +", line)]
    return {line[:11].strip(): re.split("  +", line[12:])[0].split() for line in lines}


def test_the_list_of_entries_is_what_a_room_takes() -> None:
    listed = written_down()
    kinds = set(re.findall(r'(?:add|Entry)\((?:1, )?"(\w+)"', "".join(map(inspect.getsource, (acts, absence, house)))))
    assert {"rolled", "moved"} <= listed.keys()
    assert kinds - listed.keys() == set(), "these are added to logs and are not in the list"
    for kind, words in listed.items():
        taken = list(inspect.signature(getattr(Room, f"_{kind}")).parameters.values())[2:]
        assert words == [word.name if word.default is word.empty else f"[{word.name}]" for word in taken], kind


@pytest.mark.parametrize("detail", [FULL, TEXT, BRIEF])
def test_looking_at_a_room_changes_nothing_in_it(tables: Tables, detail: str) -> None:
    table = tables("quantum")
    play_at_random(table, 30)
    before = {name: deepcopy(value) for name, value in vars(table.room).items() if name not in ("play", "clock")}
    clock, position, plies = dict(vars(table.room.clock)), table.room.play.position, list(table.room.play.codes)
    for key in ("", *NAMES):
        for since in (0, 1, table.room.number):
            table.views.show(key, True, table.at + 60, since, detail)
    after = {name: value for name, value in vars(table.room).items() if name not in ("play", "clock")}
    assert after == before
    assert dict(vars(table.room.clock)) == clock
    assert (table.room.play.position, table.room.play.codes) == (position, plies)
