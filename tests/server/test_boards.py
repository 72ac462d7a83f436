"""Figures, plies, frames, and what a move would mean: all that is looked at and changes nothing."""

import json
from collections.abc import Iterator
from typing import Any

import httpx
import pytest

import parlour
from parlour.engine.game import games
from parlour.server.api.messages import Meaning, ShownBoard, ShownFrame, ShownPly, ShownScene
from parlour.server.rooms import acts
from parlour.server.rooms.views import (
    BRIEF,
    MOST_FRAMED,
    MOST_FRAMES,
    draw_frames,
    show_board,
    show_meaning,
    show_plies,
)
from tests.server.people import DATABASES, Person, new_client, new_database
from tests.server.serving import running_server
from tests.server.table import DECIDED, Table, Tables, checked_tables, open_table, play_at_random, refusal

# Quantum, where 12h-12j strikes and 8-3 zaps
CHAIN = "phase=using turns=9 turn=White White=8,12h,0,0,0,0,0,0 Black=10,12j,0,0,0,0,0,0 pair=63 loose=2"

tables = pytest.fixture(checked_tables)


@pytest.fixture(scope="module", params=DATABASES)
def client(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[httpx.Client]:
    with (
        new_database(request.param) as database,
        running_server(tmp_path_factory.mktemp("looking"), database) as server,
        new_client(server) as client,
    ):
        yield client


@pytest.fixture
def ann(client: httpx.Client) -> Person:
    return Person(client, "Ann")


def hot_seat(person: Person, game: str = "stencil", **opening: Any) -> str:
    code = person.open(game, **opening)["code"]
    person.sit(code, 0, 1)
    return code


# Frames


def chained() -> Table:
    """After a move of Quantum that has brought about a few things."""
    table = open_table("quantum", position=CHAIN, dice="manual")
    table.move("12h-12j[2]")
    return table


def test_frames_tell_what_was_seen_on_the_way() -> None:
    table = chained()
    moved = table.room.number
    frames = table.show("Ann", since=moved - 1)["frames"]
    assert [(frame["number"], frame["sentence"]) for frame in frames] == [
        (moved, "Your piece moves from blank square 12h to blank square 12j."),
        (moved, "Your piece strikes Ben's piece on blank square 12j."),
        (moved, "Ben's piece falls down from blank square 12j to beryllium 4."),
    ]
    last = {shape["id"]: shape for shape in frames[-1]["pieces"]}
    after = {shape["id"]: shape for shape in table.show("Ann")["scene"]["pieces"]}
    assert last["piece:1.1"] == after["piece:1.1"], "who has fallen lies there"
    assert last["piece:0.1"] != after["piece:0.1"], "who has struck is still to rise"


def test_only_who_has_seen_something_and_draws_gets_frames() -> None:
    table = chained()
    assert table.show("Ann")["frames"] == []
    assert table.show("Ann", since=table.room.number)["frames"] == []
    assert table.show("Ann", since=table.room.number - 1, detail="text")["frames"] == []
    assert "frames" not in table.views.show("Ann", True, table.at, 1, BRIEF)


def test_frames_are_of_the_latest_plies_only() -> None:
    table = open_table("quantum")
    play_at_random(table, 300)
    for since in range(1, table.room.number, 7):
        frames = table.views.show_frames(0, since)
        assert len(frames) <= MOST_FRAMES
        assert all(frame["number"] > since for frame in frames)
        assert all(frame["number"] >= table.room.numbers[-MOST_FRAMED] for frame in frames)
        assert [frame["number"] for frame in frames] == sorted(frame["number"] for frame in frames)


def test_frames_are_drawn_once_for_everybody_who_sees_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    table = chained()
    plies: list[int] = []
    draw = parlour.Play.frames

    def count(play: parlour.Play, ply: int, seat: int | None, addressed: bool) -> list[Any]:
        plies.append(ply)
        return list(draw(play, ply, seat, addressed))

    monkeypatch.setattr(parlour.Play, "frames", count)
    for _ in range(3):
        assert len(table.show("Ann", since=table.room.number - 1)["frames"]) == 3
    assert plies == [0]
    table.show("Ben", since=table.room.number - 1)
    assert plies == [0, 0], "the other seat may see the board from the other side"
    table.move()
    table.show("Ann", since=table.room.number - 1)
    assert plies == [0, 0, 1]
    assert len(table.views._frames) == 1, "what nobody asks for any more is not kept"


def test_what_was_taken_back_is_not_seen_again() -> None:
    table = chained()
    seen = table.room.number - 1
    table.do(acts.undo, "Ann", 0, table.room.after)
    assert table.show("Ann", since=seen)["frames"] == []
    table.move("8-3[3]")
    frames = table.show("Ann", since=seen)["frames"]
    assert {frame["number"] for frame in frames} == {table.room.number}
    assert frames[0]["sentence"] == "Your piece moves from oxygen 8 to lithium 3."


def test_streams_have_frames(ann: Person) -> None:
    code = hot_seat(ann, "quantum", position=CHAIN, dice="manual")
    number = ann.see(code)["number"]
    ann.move(code, "12h-12j[2]")
    headers = ann.headers | {"Last-Event-ID": str(number)}
    with ann.client.stream("GET", f"/api/rooms/{code}/events", headers=headers) as stream:
        data = next(line for line in stream.iter_lines() if line.startswith("data: "))
    frames = json.loads(data.removeprefix("data: "))["frames"]
    assert [ShownFrame.model_validate(frame, extra="forbid").number for frame in frames] == [number + 1] * 3
    assert ann.do("GET", f"/rooms/{code}?since={number}")["frames"] == frames
    assert ann.do("GET", f"/rooms/{code}")["frames"] == []


# Figures


@pytest.mark.parametrize("name", games())
def test_a_figure_of_every_game(ann: Person, name: str) -> None:
    for preset in ("", *games()[name].presets):
        figure = ann.do("GET", f"/games/{name}/figure" + (f"?preset={preset}" if preset else ""))
        assert ShownScene.model_validate(figure, extra="forbid").title == games()[name].title
        assert figure == ann.do("GET", f"/games/{name}/figure" + (f"?preset={preset}" if preset else ""))


def test_a_figure_of_a_position_and_of_options(client: httpx.Client) -> None:
    asked = client.get("/api/games/quantum/figure", params={"position": CHAIN})
    play = parlour.new("quantum")
    play.place(CHAIN)
    assert asked.json() == json.loads(json.dumps(play.scene().as_dict()))
    wide = client.get("/api/games/quantum/figure", params={"players": "6"}).json()
    assert {shape["seat"] for shape in wide["pieces"] if shape["kind"] == "piece"} == set(range(6))


def test_figures_are_refused_in_words(ann: Person) -> None:
    assert "whist" in ann.refused(404, "GET", "/games/whist/figure")
    assert "expected" in ann.refused(422, "GET", "/games/quatro/figure?preset=nothing")
    assert "expected" in ann.refused(422, "GET", "/games/quatro/figure?players=9")
    assert "expected name=value" in ann.refused(422, "GET", "/games/quatro/figure?position=nonsense")
    assert ann.refused(422, "GET", f"/games/quatro/figure?position={'x' * 5000}")


# Plies


def test_plies_are_all_that_was_played(tables: Tables) -> None:
    table = tables("vendetta", "two")
    play_at_random(table, 60)
    play, plies = table.room.play, show_plies(table.room)
    assert [ply["ply"] for ply in plies] == list(range(1, play.ply + 1))
    assert [ply["notation"] for ply in plies] == [written.text for written in play.written]
    assert [ply["mover"] for ply in plies] == [mover if mover >= 0 else None for mover in table.room.movers]
    assert [sentence for ply in plies for sentence in ply["sentences"]] == [event.sentence for event in play.events]
    for ply in plies:
        ShownPly.model_validate(ply, extra="forbid")


def test_the_board_after_every_ply(tables: Tables) -> None:
    table = tables("quatro", "two")
    again = parlour.new("quatro", "two", names=["Ann", "Ben"])
    play_at_random(table, 25)
    for ply in range(table.room.play.ply + 1):
        board = json.loads(json.dumps(show_board(table.room, "Ben", ply)))
        ShownBoard.model_validate(board, extra="forbid")
        assert (board["ply"], board["plies"]) == (ply, table.room.play.ply)
        assert (board["position"], board["to_move"]) == (again.position, again.to_move)
        assert board["scene"] == json.loads(json.dumps(again.scene(1).as_dict()))
        if ply < table.room.play.ply:
            again.push(table.room.play.codes[ply])
    assert again.ply == table.room.play.ply, "and the play itself is where it was"


def test_the_board_after_another_move_in_the_place_of_one(tables: Tables) -> None:
    table = tables("quatro", "two")
    play_at_random(table, 12)
    play = table.room.play
    ply = max(ply for ply, mover in enumerate(table.room.movers, 1) if mover >= 0)
    before = play.at(ply - 1)
    for action in before.legal:
        board = show_board(table.room, "Ben", ply, action.notation)
        ShownBoard.model_validate(json.loads(json.dumps(board)), extra="forbid")
        again = play.at(ply - 1)
        again.push(action.code)
        assert (board["ply"], board["position"], board["to_move"]) == (ply, again.position, again.to_move)
        assert board["frames"] == draw_frames(again, table.room.numbers[ply - 1], ply - 1, 1, True)
    assert show_board(table.room, "Ben", ply, play.written[ply - 1].text) == show_board(table.room, "Ben", ply)
    assert play.ply == len(table.room.movers), "the play itself is where it was"


def test_after_the_end_nobody_is_asked(tables: Tables) -> None:
    table = tables("stencil", "quick", options=DECIDED | {"plate_choice": "fixed"})
    table.move("a1")
    assert show_board(table.room, "", 1)["to_move"] == 1
    table.do(acts.resign, "Ann", 0)
    last, before = show_board(table.room, "", 1), show_board(table.room, "", 0)
    assert (last["to_move"], last["asked"], last["score"]) == (None, "", None)
    assert (before["to_move"], before["notation"], before["frames"]) == (0, "", [])
    assert before["asked"].startswith("Ann's turn: place")


def test_plies_through_the_door(ann: Person) -> None:
    code = hot_seat(ann, options=DECIDED | {"plate_choice": "fixed"})
    ann.move(code, "a1")
    ann.move(code, "b1")
    assert ann.do("GET", f"/rooms/{code}/plies") == [
        {
            "ply": 1,
            "turn": 1,
            "whose": "Red",
            "notation": "a1",
            "sentences": ["Ann (Red) places a counter on a1."],
            "mover": 0,
        },
        {
            "ply": 2,
            "turn": 2,
            "whose": "White",
            "notation": "b1",
            "sentences": ["Ann (White) places a counter on b1."],
            "mover": 1,
        },
    ]
    board = ann.do("GET", f"/rooms/{code}/plies/1")
    assert (board["notation"], board["sentences"]) == ("a1", ["Ann (Red) places a counter on a1."])
    assert ann.do("GET", f"/rooms/{code}/plies/2")["scene"] == ann.see(code)["scene"]
    assert "no ply 3: expected 0 to 2" in ann.refused(404, "GET", f"/rooms/{code}/plies/3")
    assert "c1" in ann.do("GET", f"/rooms/{code}/plies/2?instead=c1")["position"]
    ann.refused(422, "GET", f"/rooms/{code}/plies/2?instead=a1")
    ann.refused(422, "GET", f"/rooms/{code}/plies/2?instead=zz")
    assert "is more than one move" in ann.refused(422, "GET", f"/rooms/{code}/plies/2?instead=c1%20d1")
    assert "nobody moved at ply 0" in ann.refused(422, "GET", f"/rooms/{code}/plies/0?instead=a1")
    ann.refused(422, "GET", f"/rooms/{code}/plies/-1")
    ann.refused(404, "GET", "/rooms/zzzzzzzz/plies")
    view = ann.see(code)
    ann.do("POST", f"/rooms/{code}/undo", seat=1, after=view["after"])
    assert len(ann.do("GET", f"/rooms/{code}/plies")) == 1
    ann.refused(404, "GET", f"/rooms/{code}/plies/2")


# What a move would mean


def test_a_move_is_explained_and_not_played(tables: Tables) -> None:
    table = tables("quatro", "two", position="A=9:15 B=9:15 turn=A phase=moving dice=61", dice="manual")
    before = table.room.number, table.room.play.position, table.room.play.ply
    meaning = show_meaning(table.room, "Ann", 0, acts.check(table.room, "Ann", 0, "9/3 9/8"))
    assert Meaning(**meaning).notation == "9/3 9/8"
    assert meaning["told"] == ["You move from A9 to A3.", "You move from A9 to A8."]
    places = {shape["id"]: (shape["x"], shape["y"]) for shape in meaning["pieces"]}
    now = {shape.id: (shape.x, shape.y) for shape in table.room.play.scene(0).pieces}
    assert sum(places[man] != now[man] for man in places if man.startswith("man:A")) == 2
    assert meaning["sentence"] == "With the 6, a man from A9 goes to A3. With the 1, a man from A9 goes to A8."
    assert (table.room.number, table.room.play.position, table.room.play.ply) == before


def test_what_dice_show_is_explained_too(tables: Tables) -> None:
    table = tables("quatro", "two", position="A=9:15 B=9:15 turn=A phase=rolling", dice="manual")
    codes = acts.check(table.room, "Ben", 1, "61")
    assert show_meaning(table.room, "Ben", 1, codes)["sentence"] == "Ann rolls 6–1."


def test_checking_is_refused_as_moving_is(tables: Tables) -> None:
    table = tables(options=DECIDED | {"plate_choice": "fixed"})
    with refusal(403, "seat 1 is not yours"):
        acts.check(table.room, "Ann", 1, "a1")
    with refusal(409, "it is not Ben's turn"):
        acts.check(table.room, "Ben", 1, "a1")
    with refusal(422, "'z9' cannot be played here"):
        acts.check(table.room, "Ann", 0, "z9")
    with refusal(422, "goes on to the turn of another seat"):
        acts.check(table.room, "Ann", 0, "a1 b1")
    table.do(acts.resign, "Ann", 0)
    with refusal(409, "the play is over"):
        acts.check(table.room, "Ann", 0, "a1")
    waiting = tables(seated=False)
    waiting.do(acts.sit, "Ann", 0, "Ann", "seed")
    with refusal(409, "the play has not begun"):
        acts.check(waiting.room, "Ann", 0, "a1")


def test_a_touch_that_does_nothing_is_explained(tables: Tables) -> None:
    table = tables(options=DECIDED | {"plate_choice": "fixed"})
    table.move("a1")
    before = table.room.number
    taken = "Ann's counter lies on a1, and counters stay where they are."
    assert acts.why_not(table.room, "Ben", 1, ["cell:a1"]) == taken
    assert acts.why_not(table.room, "Ben", 1, ["cell:b1"]) == "", "that can be touched"
    assert acts.why_not(table.room, "Ben", 1, ["nothing"]) == ""
    assert acts.why_not(table.room, "Ann", 0, ["cell:a1"]) == "It is Ben's turn."
    assert table.room.number == before


def test_what_is_waited_for_is_said_instead(tables: Tables) -> None:
    table = tables("quatro", "two", position="A=9:15 B=9:15 turn=A phase=rolling", dice="manual")
    for seat, (name, whose) in enumerate((("Ann", "Your"), ("Ben", "Ann's"))):
        assert acts.why_not(table.room, name, seat, ["point:A9"]) == f"{whose} turn: roll the dice."


def test_only_who_plays_is_told_why(tables: Tables) -> None:
    table = tables(options=DECIDED | {"plate_choice": "fixed"})
    with refusal(403, "seat 1 is not yours"):
        acts.why_not(table.room, "Ann", 1, ["cell:a1"])
    with refusal(403, "seat 0 is not yours"):
        acts.why_not(table.room, "", 0, ["cell:a1"])
    table.do(acts.resign, "Ann", 0)
    with refusal(409, "the play is over"):
        acts.why_not(table.room, "Ann", 0, ["cell:a1"])
    waiting = tables(seated=False)
    waiting.do(acts.sit, "Ann", 0, "Ann", "seed")
    with refusal(409, "the play has not begun"):
        acts.why_not(waiting.room, "Ann", 0, ["cell:a1"])


def test_the_reason_over_the_network(ann: Person) -> None:
    code = hot_seat(ann, options=DECIDED | {"plate_choice": "fixed"})
    before = ann.see(code)
    said = ann.do("POST", f"/rooms/{code}/why", seat=0, touched=["plate:K2"])
    assert said == {"sentence": "That is Ann (White)'s plate; you lay your own, K1."}
    assert ann.do("POST", f"/rooms/{code}/why", seat=1, touched=["plate:K2"]) == {"sentence": "It is Ann's turn."}
    for touched in ([], [""], ["x"] * 9, ["x" * 65], "plate:K2", [1]):
        ann.refused(422, "POST", f"/rooms/{code}/why", seat=0, touched=touched)
    assert ann.see(code) == before


def test_a_wrong_statement_is_not_counted(ann: Person) -> None:
    options = {"players": 2, "max_attempts": 1, "pass_rule": "free"}
    position = "phase=forming throws=1 thrower=A turn=A asked=0 throw=6431 money=500,500"
    code = hot_seat(ann, "numeric", preset="zones", options=options, position=position)
    before = ann.see(code)
    for _ in range(3):
        assert "does not count" in ann.refused(422, "POST", f"/rooms/{code}/check", seat=0, move="6*4=25")
    meant = ann.do("POST", f"/rooms/{code}/check", seat=0, move="6*4*3-1=71")
    assert meant["sentence"] == next_sentence(before, "=71")
    assert ann.see(code) == before
    assert ann.move(code, "6*4=25").status_code == 422
    assert ann.see(code)["number"] > before["number"], "in earnest it counts"


def next_sentence(view: dict[str, Any], ending: str) -> str:
    return str(next(action["sentence"] for action in view["legal"] if action["notation"].endswith(ending)))


def test_what_would_be_seen_on_the_way_is_told(ann: Person) -> None:
    """As it is seen when the move is made: to a square of the ring, and up from there."""
    position = "phase=using turns=772 turn=Black White=52b,60,17,0,0,0,0,0 Black=10,53b,36a,12b,3,0,0,0 pair=52"
    code = hot_seat(ann, "quantum", preset="two", position=position)
    before = ann.see(code)
    meant = ann.do("POST", f"/rooms/{code}/check", seat=1, move="36a-19[2]")
    ann.do("POST", f"/rooms/{code}/moves", seat=1, after=before["after"], move="36a-19[2]")
    seen = [frame["pieces"] for frame in ann.do("GET", f"/rooms/{code}?since={before['number']}")["frames"]]
    on_the_way = [standing(pieces) for pieces in meant["frames"]]
    assert on_the_way == [standing(pieces) for pieces in seen[: len(on_the_way)]]
    assert "square:19" in on_the_way
    assert standing(meant["pieces"]) == "square:37"


def standing(pieces: list[dict[str, Any]]) -> str:
    return str(next(piece["on"] for piece in pieces if piece["id"] == "piece:1.2"))
