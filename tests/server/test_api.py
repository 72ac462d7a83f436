"""The house through its doors: a real server, asked over HTTP."""

import json
import random
import socket
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import httpx
import pytest
from click.testing import CliRunner
from sqlalchemy import create_engine, text

import parlour
from parlour.cli import main
from parlour.engine.fairness import commit_to, verify
from parlour.engine.game import games
from parlour.server.api.messages import Health, ShownGame, ShownLevel, Verdict
from parlour.server.rooms.keys import fingerprint
from tests.server.people import DATABASES, Person, new_client, new_database
from tests.server.serving import Server, running_server

ABSENT_SECONDS = 2.0
DECIDED = {"first_player": "red"}  # Stencil without chance


@pytest.fixture(scope="module", params=DATABASES)
def server(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    folder = tmp_path_factory.mktemp("house")
    with (
        new_database(request.param) as database,
        running_server(folder, database, absent_seconds=ABSENT_SECONDS) as server,
    ):
        yield server


@pytest.fixture(scope="module")
def client(server: Server) -> Iterator[httpx.Client]:
    with new_client(server) as client:
        yield client


@pytest.fixture
def ann(client: httpx.Client) -> Person:
    return Person(client, "Ann")


@pytest.fixture
def ben(client: httpx.Client) -> Person:
    return Person(client, "Ben")


def seated(ann: Person, ben: Person, game: str = "stencil", **opening: Any) -> str:
    """The code of a room in which the play has begun; Ann has the first seat."""
    code = ann.open(game, **opening)["code"]
    ann.sit(code, 0)
    ben.sit(code, 1)
    return code


def in_turn(code: str, *people: Person) -> Person:
    return next(person for person in people if person.see(code, "text")["legal"])


def read_secret(server: Server, code: str) -> str:
    """What only the database knows."""
    address = server.database.replace("postgresql://", "postgresql+psycopg://")
    engine = create_engine(address or f"sqlite:///{server.data / 'parlour.db'}")
    with engine.connect() as connection:
        secret = connection.execute(text("SELECT secret FROM rooms WHERE code = :code"), {"code": code}).scalar_one()
    engine.dispose()
    return str(secret)


# Games


def test_the_games_are_listed(ann: Person) -> None:
    listed = ann.do("GET", "/games")
    for game in listed:
        ShownGame.model_validate(game, extra="forbid")
    assert [game["name"] for game in listed] == list(games())
    assert all(set(game["presets"]) == set(games()[game["name"]].presets) for game in listed)


def test_the_levels_depend_on_the_options(ann: Person) -> None:
    levels = ann.do("GET", "/games/stencil/levels?preset=quick")
    assert [ShownLevel.model_validate(level, extra="forbid").name for level in levels][:2] == ["pip", "dora"]
    assert "expected" in ann.refused(422, "GET", "/games/stencil/levels?games=99999")
    assert "expected" in ann.refused(422, "GET", "/games/stencil/levels?preset=nothing")
    assert "whist" in ann.refused(404, "GET", "/games/whist/levels")


# Opening


@pytest.mark.parametrize("game", games())
def test_every_game_is_opened_and_played(ann: Person, ben: Person, game: str) -> None:
    players = games()[game].players[0]
    code = ann.open(game)["code"]
    assert ben.see(code)["yours"] == []
    ann.sit(code, 0)
    assert not ann.see(code)["begun"]
    ben.sit(code, *range(1, players))
    for _ in range(6):
        assert in_turn(code, ann, ben).move(code).is_success
    in_turn(code, ann, ben).see(code)
    record = ann.ask("GET", f"/rooms/{code}/record").text
    assert parlour.load(record).position == ann.see(code)["position"]


def test_presets_options_and_positions(ann: Person) -> None:
    code = ann.open("quatro", preset="two", options={"men": 13, "cube": True, "match": "single"})["code"]
    assert ann.see(code)["options"] == {"players": "2", "men": "13", "cube": "true"}
    play = parlour.new("stencil", **DECIDED)
    play.push("K2 K1")
    code = ann.open(options=DECIDED, position=play.position, bots={"1": "random"})["code"]
    assert ann.see(code)["position"] == play.position
    assert [seat["kind"] for seat in ann.see(code)["seats"]] == ["open", "bot"]


@pytest.mark.parametrize(
    ("status", "opening", "words"),
    [
        (404, {"game": "whist"}, "whist"),
        (422, {"preset": "nothing"}, "has no preset 'nothing'"),
        (422, {"options": {"games": 0}}, "games cannot be 0"),
        (422, {"options": {"gamez": 1}}, "gamez"),
        (422, {"bots": {"0": "nobody"}}, "nobody"),
        (422, {"bots": {"0": "engine"}}, "engine"),
        (422, {"bots": {"2": "random"}}, "there is no seat 2 for a bot: expected 0 to 1"),
        (422, {"bots": {"8": "random"}}, "bots"),
        (422, {"clock": {"kind": "move"}}, "a clock without time"),
        (422, {"clock": {"kind": "egg", "seconds": 1.0}}, "clock.kind"),
        (422, {"position": "nonsense"}, "expected"),
        (422, {"dice": "loaded"}, "dice"),
        (422, {"unknown": 1}, "unknown"),
    ],
)
def test_a_room_that_cannot_be_opened(ann: Person, status: int, opening: dict[str, Any], words: str) -> None:
    assert words in ann.refused(status, "POST", "/rooms", **{"game": "stencil"} | opening)


def test_a_finished_position_is_not_opened(ann: Person) -> None:
    play, chooser = parlour.new("stencil", games=1), random.Random(2)
    while not play.over:
        codes = [outcome.code for outcome in play.outcomes] if play.at_chance else play.legal_codes()
        play.push(chooser.choice(codes))
    sentence = ann.refused(422, "POST", "/rooms", game="stencil", options={"games": 1}, position=play.position)
    assert "the play is over" in sentence


# Who is who


def test_a_browser_keeps_its_key_in_a_cookie(server: Server) -> None:
    with new_client(server) as browser:
        opened = browser.post("/api/rooms", json={"game": "stencil", "options": DECIDED})
        cookie = opened.headers["set-cookie"]
        assert "HttpOnly" in cookie
        assert "SameSite=lax" in cookie
        code = opened.json()["code"]
        for seat in (0, 1):
            browser.post(f"/api/rooms/{code}/seats/{seat}", json={"name": "Ann"}).raise_for_status()
        view = browser.get(f"/api/rooms/{code}").json()
        assert (view["yours"], view["host"]) == ([0, 1], True)
        move = {"seat": view["to_move"], "after": view["after"], "move": view["legal"][0]["notation"]}
        browser.post(f"/api/rooms/{code}/moves", json=move).raise_for_status()
        key = browser.cookies["parlour"]
        assert Person(browser, key=key).see(code)["yours"] == [0, 1]


def test_a_guest_gets_a_key(server: Server, client: httpx.Client) -> None:
    key = httpx.post(server.address + "/api/guests").json()["key"]
    other = httpx.post(server.address + "/api/guests").json()["key"]
    assert key != other
    guest = Person(client, key=key)
    code = guest.open()["code"]
    assert guest.see(code)["host"]
    assert not Person(client, key=other).see(code)["host"]


def test_who_watches_cannot_sit_down(ann: Person, ben: Person) -> None:
    opened = ann.open()
    code, watch = opened["code"], opened["watch"]
    assert "you can only watch" in ben.refused(403, "POST", f"/rooms/{watch}/seats/1", name="Ben")
    assert ben.see(watch)["code"] is None
    assert code not in json.dumps(ben.see(watch))
    assert ben.see(code)["code"] == code
    ben.sit(code, 1)
    assert ben.see(watch)["code"] == code  # who sits may know


def test_rooms_that_are_not_there(ann: Person) -> None:
    for code in ("aaaaaaaa", "UPPER", "a" * 32, "%00", "..%2f"):
        assert ann.ask("GET", f"/rooms/{code}").status_code in (404, 405)
    assert "there is no room" in ann.refused(404, "POST", "/rooms/aaaaaaaa/moves", seat=0, after=1, move="a1")


def test_seats(ann: Person, ben: Person) -> None:
    code = ann.open()["code"]
    ann.sit(code, 0)
    number = ann.see(code)["number"]
    ann.sit(code, 0)
    assert ann.see(code)["number"] == number
    assert "taken by Ann" in ben.refused(409, "POST", f"/rooms/{code}/seats/0", name="Ben")
    assert "there is no seat 5" in ben.refused(404, "POST", f"/rooms/{code}/seats/5", name="Ben")
    assert "only the host" in ben.refused(403, "PUT", f"/rooms/{code}/seats/1/bot", bot="random")
    ann.do("DELETE", f"/rooms/{code}/seats/0")
    ann.do("PUT", f"/rooms/{code}/seats/1/bot", bot="pip")
    assert ann.see(code)["seats"][1]["name"] == "Pip"
    ann.do("DELETE", f"/rooms/{code}/seats/1")
    assert [seat["kind"] for seat in ann.see(code)["seats"]] == ["open", "open"]
    ann.sit(code, 0, 1)
    assert ann.see(code)["begun"]
    assert "the play has begun" in ann.refused(409, "DELETE", f"/rooms/{code}/seats/0")


# Moves


def test_moves_that_are_refused(ann: Person, ben: Person) -> None:
    code = seated(ann, ben, options=DECIDED)
    mover = in_turn(code, ann, ben)
    other = ben if mover is ann else ann
    view = mover.see(code)
    seat = view["to_move"]
    assert other.see(code)["legal"] == []
    path = f"/rooms/{code}/moves"
    good = {"seat": seat, "after": view["after"], "move": "K1"}
    assert "expected one of K1 K2 K3 K4" in mover.refused(422, "POST", path, **good | {"move": "K9"})
    assert "not yours" in other.refused(403, "POST", path, **good)
    assert f"it is not {other.name}'s turn" in other.refused(409, "POST", path, **good | {"seat": 1 - seat})
    assert "the board has changed" in mover.refused(409, "POST", path, **good | {"after": 1})
    assert "seat" in mover.refused(422, "POST", path, **good | {"seat": 9})
    assert "key" not in mover.refused(422, "POST", path, after=1)
    assert mover.see(code) == view


def test_the_same_move_sent_twice(ann: Person, ben: Person) -> None:
    code = seated(ann, ben, options=DECIDED)
    mover = in_turn(code, ann, ben)
    view = mover.see(code)
    move = {"seat": view["to_move"], "after": view["after"], "move": "K1"}
    first = mover.do("POST", f"/rooms/{code}/moves", **move)
    assert mover.do("POST", f"/rooms/{code}/moves", **move) == first
    assert mover.see(code)["ply"] == 1


def post_together(person: Person, code: str, moves: list[str]) -> list[int]:
    """Post moves at the same time; their statuses."""
    view = person.see(code)
    body = {"seat": view["to_move"], "after": view["after"]}

    def post(move: str) -> int:
        return person.ask("POST", f"/rooms/{code}/moves", **body, move=move).status_code

    with ThreadPoolExecutor(len(moves)) as threads:
        return list(threads.map(post, moves))


def test_moves_posted_at_the_same_time(ann: Person, ben: Person) -> None:
    code = seated(ann, ben, options=DECIDED)
    assert post_together(in_turn(code, ann, ben), code, ["K1"] * 6) == [200] * 6
    assert ann.see(code)["ply"] == 1
    assert sorted(post_together(in_turn(code, ann, ben), code, ["K2", "K3", "K4"])) == [200, 409, 409]
    assert ann.see(code)["ply"] == 2


def test_seats_taken_at_the_same_time(client: httpx.Client, ann: Person) -> None:
    code = ann.open("quatro")["code"]
    people = [Person(client, f"P{n}") for n in range(5)]
    with ThreadPoolExecutor(5) as threads:
        path = f"/rooms/{code}/seats/2"
        answers = list(threads.map(lambda person: person.ask("POST", path, name=person.name).status_code, people))
    assert sorted(answers) == [200, 409, 409, 409, 409]


def test_undo_takeback_draw_and_resign(ann: Person, ben: Person) -> None:
    code = seated(ann, ben, options=DECIDED)
    mover = in_turn(code, ann, ben)
    other = ben if mover is ann else ann
    seat = mover.see(code)["to_move"]
    after = mover.move(code).json()["after"]
    mover.do("POST", f"/rooms/{code}/undo", seat=seat, after=after)
    assert mover.see(code)["ply"] == 0
    mover.move(code)
    other.move(code)
    mover.do("POST", f"/rooms/{code}/offers", seat=seat, what="takeback")
    other.do("POST", f"/rooms/{code}/answers", seat=1 - seat, what="takeback", yes=False)
    assert mover.see(code)["ply"] == 2
    mover.do("POST", f"/rooms/{code}/offers", seat=seat, what="takeback")
    other.do("POST", f"/rooms/{code}/answers", seat=1 - seat, what="takeback", yes=True)
    assert mover.see(code)["ply"] == 0
    mover.do("POST", f"/rooms/{code}/offers", seat=seat, what="draw")
    assert other.see(code)["offers"] == [{"what": "draw", "seat": seat, "yes": [seat], "no": []}]
    other.do("POST", f"/rooms/{code}/answers", seat=1 - seat, what="draw", yes=False)
    mover.do("POST", f"/rooms/{code}/resign", seat=seat)
    assert other.see(code)["ending"] == {"reason": "resigned", "seat": seat}
    assert "the play is over" in other.refused(409, "POST", f"/rooms/{code}/resign", seat=1 - seat)


def test_giving_up_among_three(ann: Person, ben: Person) -> None:
    code = ann.open("quatro", preset="three")["code"]
    ann.sit(code, 0)
    ben.sit(code, 1, 2)
    quitter = 2 if ann.see(code)["to_move"] != 2 else 1
    ben.do("POST", f"/rooms/{code}/resign", seat=quitter)
    view = ann.see(code)
    assert not view["over"]
    assert (view["seats"][quitter]["gone"], view["seats"][quitter]["stand_in"]) == (True, "dora")


# Bots


def test_a_play_against_bots_to_its_end(ann: Person) -> None:
    code = ann.open(options={"games": 1}, bots={"1": "random"})["code"]
    ann.sit(code, 0)
    view = ann.play_on(code)
    assert view["ending"]["reason"] == "rules"
    assert [seat["kind"] for seat in view["seats"]] == ["human", "bot"]


def test_a_stand_in_plays_until_the_person_is_back(ann: Person, ben: Person) -> None:
    code = seated(ann, ben, options=DECIDED)
    assert "Ann was here" in ben.refused(409, "PUT", f"/rooms/{code}/seats/0/stand-in", bot="pip")
    assert "expected one of the levels" in ben.refused(422, "PUT", f"/rooms/{code}/seats/1/stand-in", bot="random")
    ben.do("PUT", f"/rooms/{code}/seats/1/stand-in", bot="pip")
    ann.play_on(code, 3)
    assert ben.see(code)["seats"][1]["stand_in"] == "pip"
    ann.wait_for(code, lambda view: view["to_move"] == 0)
    ben.do("DELETE", f"/rooms/{code}/seats/1/stand-in")
    ann.play_on(code, 1)
    view = ben.see(code)
    assert (view["to_move"], view["seats"][1]["stand_in"]) == (1, None)


@pytest.mark.thorough
def test_the_host_waits_until_somebody_is_really_gone(ann: Person, ben: Person) -> None:
    """Who listens is here, and so is who has just asked for anything; then absence is measured."""
    code = seated(ann, ben, options=DECIDED)
    path = f"/rooms/{code}/seats/1/stand-in"
    with ben.client.stream("GET", f"/api/rooms/{code}/events", headers=ben.headers) as listening:
        lines = listening.iter_lines()
        next(lines)
        time.sleep(2 * ABSENT_SECONDS)
        assert "Ben was here 0 seconds ago" in ann.refused(409, "PUT", path, bot="pip")
    for look in (lambda: ben.see(code), lambda: ben.move(code, seat=1, after=1, text="K1")):
        time.sleep(ABSENT_SECONDS / 2)
        look()
        time.sleep(ABSENT_SECONDS / 2)
        assert "Ben was here" in ann.refused(409, "PUT", path, bot="pip")
    time.sleep(ABSENT_SECONDS)
    ann.do("PUT", path, bot="pip")
    assert ann.see(code)["seats"][1]["stand_in"] == "pip"


def test_a_clock_runs_out_by_itself(ann: Person, ben: Person) -> None:
    code = seated(ann, ben, options=DECIDED, clock={"kind": "total", "seconds": 0.3, "increment": 0.0})
    seat = ann.see(code)["to_move"] if not ann.see(code)["over"] else None
    view = ann.wait_for(code, lambda view: view["over"])
    assert view["ending"]["reason"] == "time"
    assert seat in (None, view["ending"]["seat"])


# Dice


def test_the_secret_is_kept_until_the_end(server: Server, ann: Person, ben: Person) -> None:
    opened = ann.open("quatro", preset="backgammon")
    code = opened["code"]
    secret = read_secret(server, code)
    commitment = ann.see(code)["dice"]["commitment"]
    assert commitment == opened["commitment"] == commit_to(secret)
    assert ann.see(code)["dice"]["seeds"] == [None, None]
    ann.sit(code, 0, seed="ann-was-here")
    ben.sit(code, 1, seed="ben-too")
    for _ in range(30):
        in_turn(code, ann, ben).move(code)
        ann.do("GET", f"/rooms/{code}/dice")
        ann.ask("GET", f"/rooms/{code}/record")
    assert "not revealed yet" in ann.do("GET", f"/rooms/{code}/dice")["sentences"][0]
    told = "".join(ann.answers + ben.answers)
    for hidden in (secret, ann.key, ben.key, fingerprint(ann.key), fingerprint(ben.key)):
        assert hidden not in told
        assert hidden not in server.log.read_text()
    ann.do("POST", f"/rooms/{code}/resign", seat=0)
    dice = ben.see(code)["dice"]
    assert dice == {
        "kind": "fair",
        "thrown": True,
        "commitment": commitment,
        "seeds": ["ann-was-here", "ben-too"],
        "secret": secret,
        "seeded": ["own", "own"],
    }
    verdict = ben.do("GET", f"/rooms/{code}/dice")
    assert Verdict.model_validate(verdict, extra="forbid").fair
    record = ben.ask("GET", f"/rooms/{code}/record").text
    assert verify(parlour.load(record)).fair
    assert list(verify(parlour.load(record)).sentences) == verdict["sentences"]
    assert parlour.load(record).names == ("Ann", "Ben")


def test_real_dice_are_told(ann: Person, ben: Person) -> None:
    code = seated(ann, ben, "quatro", preset="backgammon", dice="manual")
    assert ann.see(code)["outcomes"]
    assert "expected an outcome" in ann.move(code, "99").json()["error"]
    while ann.see(code)["outcomes"]:
        assert ann.move(code).is_success
    assert in_turn(code, ann, ben).move(code).is_success
    ann.do("POST", f"/rooms/{code}/resign", seat=0)
    record = ann.ask("GET", f"/rooms/{code}/record").text
    assert '[Dice "manual"]' in record
    verdict = ann.do("GET", f"/rooms/{code}/dice")
    assert not verdict["fair"]
    assert "Real dice were used" in verdict["sentences"][0]


# Again


def test_a_rematch(ann: Person, ben: Person) -> None:
    code = seated(ann, ben, options=DECIDED)
    first = ann.see(code)
    ann.do("POST", f"/rooms/{code}/resign", seat=0)
    ann.do("POST", f"/rooms/{code}/offers", seat=0, what="rematch")
    assert ann.see(code)["next"] is None
    ben.do("POST", f"/rooms/{code}/answers", seat=1, what="rematch", yes=True)
    following = ann.see(code)["next"]
    assert ann.see(code)["told"][-1]["sentence"] == "They play again."
    view = ann.see(following)
    assert view["previous"] == code
    assert [seat["name"] for seat in view["seats"]] == ["Ben", "Ann"]  # everybody one seat further
    assert [seat["wins"] for seat in view["seats"]] == [1, 0]
    assert (view["yours"], view["begun"], view["options"]) == ([1], False, first["options"])
    assert view["dice"]["seeds"] == [None, None]
    assert view["dice"]["commitment"] != first["dice"]["commitment"]
    assert "taken by Ben" in ann.refused(409, "POST", f"/rooms/{following}/seats/0", name="Ann")
    ann.sit(following, 1, seed="again")
    assert not ann.see(following)["begun"]
    ben.sit(following, 0)
    assert ann.see(following)["begun"]
    ann.do("POST", f"/rooms/{following}/resign", seat=1)
    assert [seat["wins"] for seat in ann.see(following)["seats"]] == [2, 0]


def test_a_rematch_with_a_bot_needs_one_yes(ann: Person) -> None:
    code = ann.open(bots={"1": "random"})["code"]
    ann.sit(code, 0)
    ann.do("POST", f"/rooms/{code}/resign", seat=0)
    ann.do("POST", f"/rooms/{code}/offers", seat=0, what="rematch")
    following = ann.see(code)["next"]
    assert [seat["kind"] for seat in ann.see(following)["seats"]] == ["bot", "human"]
    ann.sit(following, 1)
    assert ann.see(following)["begun"]


def test_a_visitor_whose_first_answer_was_lost_sits_down_all_the_same(server: Server, ann: Person) -> None:
    """A browser gets its key with the first look at the room, so that sitting down again is the same person's."""
    code = ann.open()["code"]
    for look in (f"/api/rooms/{code}", f"/api/rooms/{code}/events"):
        with httpx.Client(base_url=server.address, timeout=20) as visitor:
            with visitor.stream("GET", look) as answer:
                assert answer.is_success
            given = {"Cookie": "; ".join(f"{name}={value}" for name, value in visitor.cookies.items())}
            for _ in range(2):  # the first answer is lost, and with it whatever it would have set
                visitor.cookies.clear()
                sat = visitor.post(f"/api/rooms/{code}/seats/0", json={"name": "Ann"}, headers=given)
                assert sat.is_success, sat.text
            visitor.cookies.clear()
            visitor.delete(f"/api/rooms/{code}/seats/0", headers=given).raise_for_status()
    watch = ann.see(code)["watch"]
    with new_client(server) as spectator:
        assert "set-cookie" not in spectator.get(f"/api/rooms/{watch}").headers, "who only looks on needs no key"


# The house itself


def test_health_and_metrics(server: Server, ann: Person) -> None:
    health = httpx.get(server.address + "/health")
    assert Health.model_validate(health.json(), extra="forbid").ok

    def figures() -> dict[str, float]:
        lines = httpx.get(server.address + "/metrics").text.splitlines()
        return {name: float(value) for name, value in (line.split() for line in lines if not line.startswith("#"))}

    before = figures()
    code = ann.open(options=DECIDED)["code"]
    ann.sit(code, 0, 1)
    ann.move(code)
    ann.move(code, "nonsense")
    after = figures()
    assert after["parlour_opened_total"] == before["parlour_opened_total"] + 1
    assert after["parlour_moves_total"] >= before["parlour_moves_total"] + 1
    assert after["parlour_refusals_total"] >= before["parlour_refusals_total"] + 1
    assert after["parlour_rooms_live"] >= 1


def test_the_front_page(server: Server) -> None:
    page = httpx.get(server.address + "/")
    assert page.status_code == 200
    assert "Parlour" in page.text


# Starting it


def serve(*words: str, **environment: str) -> str:
    """What `parlour serve` says when it cannot start."""
    result = CliRunner().invoke(main, ["serve", *words], env=environment)
    assert result.exit_code == 1
    assert result.output.startswith("Error: ")
    assert result.output.count("\n") == 1
    return str(result.output)


def test_a_port_in_use() -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        assert f"cannot listen on 127.0.0.1 port {port}" in serve("--port", str(port))


def test_several_processes_need_postgresql(tmp_path: Path) -> None:
    assert "expected --database postgresql://" in serve("--workers", "2", "--data", str(tmp_path))


@pytest.mark.parametrize(
    ("address", "words"),
    [
        ("nonsense", "neither SQLite nor PostgreSQL"),
        ("mysql://nowhere/nothing", "neither SQLite nor PostgreSQL"),
        ("postgresql://nobody:hidden@127.0.0.1:1/nothing", "the database cannot be used"),
        ("sqlite:////nowhere/at/all/parlour.db", "the database cannot be used"),
    ],
)
def test_a_bad_database(address: str, words: str) -> None:
    said = serve("--port", "18080", "--database", address)
    assert words in said
    assert "hidden" not in said


def test_a_bad_data_folder(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    assert "the database cannot be used" in serve("--port", "18080", "--data", str(tmp_path / "file" / "below"))


def test_a_bad_setting() -> None:
    assert "PARLOUR_ROOMS cannot be 'many': expected a number" in serve(PARLOUR_ROOMS="many")
