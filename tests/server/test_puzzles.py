"""Puzzles through the server's doors: which there are, one of them, today's, and whether an answer is right."""

from collections.abc import Iterator
from datetime import date

import httpx
import pytest

from parlour.engine.game import find_game, games
from parlour.engine.posing import list_kinds, pose, pose_of_the_day, set_up
from parlour.server.api.messages import JudgedAnswer, NamedPuzzle, ShownPuzzle, ShownPuzzles
from tests.server.serving import running_server

POSED = [
    (game.name, kind.name, level)
    for game in games().values()
    for kind in list_kinds(game)
    for level, count in enumerate(kind.levels(), 1)
    if count
]


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[httpx.Client]:
    with (
        running_server(tmp_path_factory.mktemp("puzzling")) as server,
        httpx.Client(base_url=server.address, timeout=20) as client,
    ):
        yield client


def test_all_kinds_are_listed_with_their_levels(client: httpx.Client) -> None:
    listed = [ShownPuzzles.model_validate(one, extra="forbid") for one in client.get("/api/puzzles").json()]
    there = {
        (one.game, kind.name, level)
        for one in listed
        for kind in one.kinds
        for level, count in enumerate(kind.levels, 1)
        if count
    }
    assert there == set(POSED)


@pytest.mark.parametrize(("game", "kind", "level"), POSED)
def test_a_puzzle_tells_everything_but_its_answer(client: httpx.Client, game: str, kind: str, level: int) -> None:
    puzzle = pose(find_game(game), kind, level, 2)
    answer = client.get(f"/api/puzzles/{game}/{kind}/{level}/2")
    assert answer.status_code == 200
    shown = ShownPuzzle.model_validate(answer.json(), extra="forbid")
    assert (shown.question, shown.seat) == (puzzle.question, puzzle.seat)
    assert [action.code for action in shown.legal] == set_up(find_game(game), puzzle).legal_codes()
    assert puzzle.explanation not in answer.text
    assert "answers" not in answer.json()


@pytest.mark.parametrize(("game", "kind", "level"), POSED)
def test_the_reason_is_told_with_a_right_answer_and_to_whoever_gives_up(
    client: httpx.Client, game: str, kind: str, level: int
) -> None:
    puzzle = pose(find_game(game), kind, level, 3)
    address = f"/api/puzzles/{game}/{kind}/{level}/3"

    def answer(move: str | None) -> JudgedAnswer:
        return JudgedAnswer.model_validate(client.post(f"{address}/answer", json={"move": move}).json())

    for told in (answer(puzzle.answers[0]), answer(None)):
        assert told.right
        assert told.explanation == puzzle.explanation
        assert told.played.code in [action.code for action in told.answers]
    right = {action.code for action in told.answers}
    other = next(one for one in client.get(address).json()["legal"] if one["code"] not in right)
    wrong = answer(other["notation"])
    assert (wrong.right, wrong.explanation, wrong.answers) == (False, "", [])


def test_the_puzzles_of_a_day_follow_from_the_date(client: httpx.Client) -> None:
    today = client.get("/api/puzzles/today", params={"day": "2026-11-16"}).json()
    named = [NamedPuzzle.model_validate(one, extra="forbid") for one in today]
    assert {one.game for one in named} == {game for game, _, _ in POSED}
    for one in named:
        expected = pose_of_the_day(find_game(one.game), date(2026, 11, 16))
        assert (one.kind, one.level, one.number) == (expected.kind, expected.level, expected.number)
    assert client.get("/api/puzzles/today", params={"day": "2026-11-17"}).json() != today
    assert client.get("/api/puzzles/today").status_code == 200


@pytest.mark.parametrize(
    ("path", "status", "words"),
    [
        ("chess/claim/1/1", 404, "there is no game 'chess'"),
        ("stencil/guess/1/1", 404, "no kind of puzzle 'guess': expected claim"),
        ("stencil/claim/9/1", 404, "there is no level 9: expected 1, 2, 3"),
        ("stencil/claim/1/1001", 404, "there is no puzzle 1001 of level 1: expected 1 to 1000"),
        ("stencil/claim/0/1", 422, "level"),
        ("stencil/claim/1/99999999999", 422, "number"),
        ("stencil/claim/1/x", 422, "number"),
    ],
)
def test_what_there_is_not_is_refused(client: httpx.Client, path: str, status: int, words: str) -> None:
    for answer in (
        client.get(f"/api/puzzles/{path}"),
        client.post(f"/api/puzzles/{path}/answer", json={"move": "a1"}),
    ):
        assert answer.status_code == status
        assert words in answer.json()["error"]


def test_what_is_no_answer_is_refused(client: httpx.Client) -> None:
    address = "/api/puzzles/stencil/claim/2/1/answer"
    for body in ({}, {"move": ""}, {"move": 7}, {"move": "a1", "why": "so"}, {"move": "x" * 500}, {"move": "z9"}):
        assert client.post(address, json=body).status_code == 422
    assert client.get("/api/puzzles/today", params={"day": "soon"}).status_code == 422


def test_pages_of_puzzles_are_there(client: httpx.Client) -> None:
    for page in ("/puzzles", "/puzzles/", "/puzzles/stencil/claim/1/1"):
        assert client.get(page).status_code == 200
    assert client.get("/puzzles/stencil").status_code == 404
