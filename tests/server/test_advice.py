"""Hints, and looks back at a play, as people ask for them."""

import re
import time
from collections.abc import Iterator
from typing import Any

import httpx
import pytest

from parlour.engine.people import say
from parlour.search.advice import say_better
from parlour.server.api import messages as m
from parlour.server.api.advice import find_levels, tell_hint
from parlour.server.bots.hints import advise_on, tell_hints
from parlour.server.bots.question import Question
from parlour.server.rooms import acts
from parlour.server.rooms.refusal import Refused
from tests.server.people import PATIENCE_SECONDS, Person, new_client
from tests.server.serving import Server, running_server
from tests.server.table import open_table

QUICK = {"first_player": "red", "plate_choice": "fixed", "games": 1}
SEARCHED = QUICK | {"games": 2}  # too much for exact values


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with running_server(tmp_path_factory.mktemp("advising")) as running:
        yield running


@pytest.fixture(scope="module")
def client(server: Server) -> Iterator[httpx.Client]:
    with new_client(server) as found:
        yield found


def settle(person: Person, method: str, path: str, **body: Any) -> dict[str, Any]:
    """Ask until it is not under way any more."""
    deadline = time.monotonic() + PATIENCE_SECONDS
    while time.monotonic() < deadline:
        answer = person.ask(method, path, **body)
        assert answer.is_success, answer.text
        if answer.status_code == 200:
            found: dict[str, Any] = answer.json()
            return found
        m.UnderWay.model_validate(answer.json(), extra="forbid")
        time.sleep(0.05)
    raise AssertionError(f"{path} did not come to an end: {answer.text}")


# Hints


def test_a_hint_is_noted_once_and_changes_nothing() -> None:
    table = open_table(options=QUICK)
    after, position, legal = table.room.after, table.room.play.position, table.notations()
    for level in (1, 5, 5, 1):
        table.do(acts.take_hint, "Ann", 0, after, level)
    assert table.kinds(after) == ["hinted", "hinted"]
    assert [say(told.words) for told in table.room.told[-2:]] == ["Ann asks for a hint."] * 2
    assert (table.room.after, table.room.play.position, table.notations()) == (after, position, legal)
    assert table.reread().show("Ann") == table.show("Ann")
    table.move(after=after)
    assert table.kinds()[-1] == "moved"


@pytest.mark.parametrize(
    ("key", "seat", "late", "status", "sentence"),
    [
        ("Ben", 0, 0, 403, "seat 0 is not yours"),
        ("", 0, 0, 403, "seat 0 is not yours"),
        ("Ann", 2, 0, 404, "there is no seat 2"),
        ("Ben", 1, 0, 409, "it is not Ben's turn"),
        ("Ann", 0, 1, 409, "the board has changed since entry"),
    ],
)
def test_who_cannot_move_gets_no_hint(key: str, seat: int, late: int, status: int, sentence: str) -> None:
    table = open_table(options=QUICK)
    number = table.room.number
    with pytest.raises(Refused, match=sentence) as refusal:
        table.do(acts.take_hint, key, seat, table.room.after - late, 5)
    assert refusal.value.status == status
    assert table.room.number == number


def test_no_hint_before_the_play_after_it_at_chance_or_where_there_are_none() -> None:
    open_seat = open_table(options=QUICK, seated=False)
    open_seat.do(acts.sit, "Ann", 0, "Ann", "seed")
    over = open_table(options=QUICK)
    over.do(acts.resign, "Ann", 0)
    dice = open_table("quatro", "two", dice="manual")
    without = open_table(options=QUICK, hints="never")
    expected = {
        "the play has not begun": open_seat,
        "the play is over": over,
        "chance decides next: ask for a hint when somebody has a move to choose": dice,
        "in this room there are no hints": without,
    }
    for sentence, table in expected.items():
        with pytest.raises(Refused, match=sentence) as refusal:
            table.do(acts.take_hint, "Ann", 0, table.room.after, 5)
        assert refusal.value.status == 409
    assert [table.show("Ann")["hints"] for table in (over, without)] == ["allow", "never"]


@pytest.mark.parametrize(
    ("own", "levels"), [(0, [1, 5]), (1, [1, 5]), (2, [1, 2, 5]), (5, [1, 2, 3, 4, 5]), (9, [1, 2, 3, 4, 5])]
)
def test_which_hints_there_are(own: int, levels: list[int]) -> None:
    assert find_levels(["words"] * own) == levels


def test_a_hint_names_its_move_at_once_and_speaks_to_whoever_asks() -> None:
    move = {"label": "soldier to 9", "reason": "keeps its own leader safe and frees its men"}
    assert tell_hint(1, [1, 5], [], [move]) == {
        "level": 1,
        "levels": [1],
        "sentences": ["Soldier to 9: it keeps your own leader safe and frees your men."],
        "moves": [move],
    }


def test_a_hint_without_a_reason_names_its_move_alone() -> None:
    assert tell_hint(5, [5], [], [{"label": "soldier to 9", "reason": ""}])["sentences"] == ["Soldier to 9 looks best."]


def test_numeric_has_five_hints_of_its_own() -> None:
    table = open_table("numeric", options={"first_side": "A"}, dice="manual")
    table.move("6431", seat=0)
    told = tell_hints(Question.about(table.room))
    assert len(told) == 5
    assert told[0] == "56 free numbers can be made, and the best of them pays £100."
    assert told[3:] == ["To make 73, begin with 6 × 4 = 24.", "73 = 6 × 4 × 3 + 1."]


def test_the_best_moves_are_legal_and_explained() -> None:
    table = open_table(options=QUICK, position="")
    table.move("b2")
    found = advise_on(Question.about(table.room))
    known = {action.notation: action for action in table.room.play.legal}
    assert len(found) == 3
    for move in found:
        m.ShownAdvice.model_validate(move, extra="forbid")
        assert move["sentence"] == known[move["notation"]].sentence
        assert tuple(move["path"]) == known[move["notation"]].path
        assert all(0 <= points <= 1 for points in move["values"]), "one point is to be won"
        assert not move["reason"].endswith(".")


def test_hints_over_the_wire(client: httpx.Client) -> None:
    ann, ben = Person(client), Person(client, "Ben")
    code = ann.open(options=QUICK)["code"]
    ann.sit(code, 0)
    ben.sit(code, 1)
    view = ann.see(code)
    asked = {"seat": 0, "after": view["after"]}
    path = f"/rooms/{code}/hints"
    hint = settle(ann, "POST", path, **asked)
    m.Hint.model_validate(hint, extra="forbid")
    assert (hint["level"], hint["levels"]) == (5, [1, 5])
    assert hint["moves"][0]["notation"] in [action["notation"] for action in view["legal"]]
    first = hint["moves"][0]
    assert hint["sentences"] == [say_better(first["label"], first["reason"])]
    assert first["label"] == next(a["label"] for a in view["legal"] if a["notation"] == first["notation"])
    assert settle(ann, "POST", path, **asked) == hint
    little = settle(ann, "POST", path, **asked, level=1)
    assert little == tell_hint(1, [1, 5], [], hint["moves"])
    assert "there is no hint of level 3 here: expected one of 1, 5" in ann.refused(422, "POST", path, **asked, level=3)
    assert ben.refused(403, "POST", path, **asked) == "seat 0 is not yours"
    for level in (0, 6):
        ann.refused(422, "POST", path, **asked, level=level)
    told = [told["sentence"] for told in ben.see(code)["told"]]
    assert told.count("Ann asks for a hint.") == 2, "once for every level"
    assert ann.move(code, first["notation"]).is_success
    assert "the board has changed" in ann.refused(409, "POST", path, **asked)


def test_a_room_without_hints(client: httpx.Client) -> None:
    ann = Person(client)
    code = ann.open(options=QUICK, hints="never")["code"]
    ann.sit(code, 0, 1)
    view = ann.see(code)
    assert view["hints"] == "never"
    asked = {"seat": 0, "after": view["after"]}
    assert ann.refused(409, "POST", f"/rooms/{code}/hints", **asked) == "in this room there are no hints"


# Looking back


def test_analysis_over_the_wire(client: httpx.Client) -> None:
    ann, cem = Person(client), Person(client, "Cem")
    opened = ann.open(options=SEARCHED)
    code = opened["code"]
    ann.sit(code, 0, 1)
    path = f"/rooms/{code}/analysis"
    assert ann.refused(409, "GET", path) == "the play is not over yet"
    for _ in range(6):
        ann.move(code)
    ann.do("POST", f"/rooms/{code}/resign", seat=0)
    answer = ann.ask("GET", path)
    assert (answer.status_code, answer.json()) == (202, {"done": 0, "of": 6})
    found = settle(cem, "GET", f"/rooms/{opened['watch']}/analysis")
    m.Analysis.model_validate(found, extra="forbid")
    assert ann.do("GET", path) == found, "it is the same for all"
    assert [seat["name"] for seat in found["seats"]] == ["Ann", "Ann"]
    assert [ply["seat"] for ply in found["plies"]] == [0, 1] * 3
    assert found["plies"][0]["notation"] == "a1"
    for seat in found["seats"]:
        own = [ply for ply in found["plies"] if ply["seat"] == seat["seat"]]
        assert seat["decisions"] == len(own)
        assert seat["best"] == sum(ply["better"] is None for ply in own)
        assert seat["cost"] == pytest.approx(sum(ply["cost"] for ply in own), abs=0.001)
    costly = [ply for ply in found["plies"] if ply["better"]]
    assert costly, "not every first legal move is the best"
    for ply in costly:
        assert ply["cost"] == pytest.approx(
            ply["better"]["values"][ply["seat"]] - ply["values"][ply["seat"]], abs=0.001
        )
        assert ply["better"]["notation"] != ply["notation"]
        assert re.match(r"[A-Z].*\.$", ply["better"]["sentence"])


def test_a_play_without_moves_has_nothing_to_look_at(client: httpx.Client) -> None:
    ann = Person(client)
    code = ann.open(options=QUICK)["code"]
    ann.sit(code, 0, 1)
    ann.do("POST", f"/rooms/{code}/resign", seat=1)
    found = settle(ann, "GET", f"/rooms/{code}/analysis")
    assert found["plies"] == []
    assert [seat["decisions"] for seat in found["seats"]] == [0, 0]
