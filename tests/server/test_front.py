"""What the API tells of a game's front: figures, choices, names and groups, from which a client makes its pages."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from parlour.engine.game import find_game, games
from parlour.server.api.catalogue import describe_game, name_seats
from parlour.server.api.messages import ShownCard, ShownGame
from tests.server.people import Person, new_client
from tests.server.serving import running_server


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[httpx.Client]:
    with running_server(Path(tmp_path_factory.mktemp("front"))) as server, new_client(server) as client:
        yield client


@pytest.fixture
def ann(client: httpx.Client) -> Person:
    return Person(client, "Ann")


def shown(name: str) -> dict[str, Any]:
    game = describe_game(find_game(name))
    ShownGame.model_validate(game, extra="forbid")
    return game


@pytest.mark.parametrize("name", games())
def test_every_figure_that_is_told_of_can_be_had(ann: Person, name: str) -> None:
    front = shown(name)["front"]
    quick = front["quick"]
    assert quick["first"] in [pick["value"] for pick in quick["picks"]]
    for pick in quick["picks"]:
        position = pick["picture"]["position"]
        asked = {quick["option"]: pick["value"]} | ({"position": position} if position else {})
        assert ann.client.get(f"/api/games/{name}/figure", params=asked).is_success


@pytest.mark.parametrize("name", games())
def test_every_preset_has_a_title_and_a_line(name: str) -> None:
    game = shown(name)
    assert set(game["front"]["presets"]) == set(game["presets"])
    for told in (game["front"]["usual"], *game["front"]["presets"].values()):
        assert told["title"]
        assert told["line"]


@pytest.mark.parametrize("name", games())
def test_options_stand_below_options_and_choices_have_titles(name: str) -> None:
    game = shown(name)
    names = [option["name"] for option in game["options"]]
    for option in game["options"]:
        assert option["under"] is None or names.index(option["under"]) < names.index(option["name"])
        assert (option["choices"] is None) == (option["titles"] is None)
        assert option["choices"] is None or len(option["choices"]) == len(option["titles"])


def test_picks_tell_of_themselves_or_else_of_the_game() -> None:
    game = shown("vendetta")
    mafia, myth = game["front"]["quick"]["picks"]
    assert (mafia["title"], mafia["line"], mafia["length"]) == ("Mafia", game["line"], game["front"]["length"])
    assert myth["line"].startswith("Bring your King")
    assert myth["picture"] == game["front"]["picture"]


def test_seats_are_called_as_the_game_calls_them(ann: Person) -> None:
    assert ann.do("GET", "/games/stencil/seats") == ["Red", "White"]
    assert ann.do("GET", "/games/vendetta/seats?players=3") == ["Family A", "Family B", "Family C"]
    assert ann.do("GET", "/games/quatro/seats?preset=two")[0] == "Red"
    assert "expected" in ann.refused(422, "GET", "/games/stencil/seats?players=3")
    assert "whist" in ann.refused(404, "GET", "/games/whist/seats")


def test_what_chance_has_yet_to_decide_is_not_told() -> None:
    game = find_game("quatro")
    assert name_seats(game, game.settle("three")) == ["Player 1", "Player 2", "Player 3"]


@pytest.mark.parametrize(
    ("asked", "option"),
    [
        ("stencil/levels?games=99999", "games"),
        ("stencil/levels?claim_budget=3", "claim_budget"),
        ("stencil/levels?plate_choice=fixed&red_plate=K2", "white_plate"),
        ("quatro/figure?preset=backgammon&men=11", "men"),
        ("quantum/levels?players=3&pieces_per_player=3", "pieces_per_player"),
        ("numeric/seats?variant=counters&players=8", "players"),
        ("numeric/levels?variant=basic&end=zones_complete(1)", "end"),
    ],
)
def test_a_refusal_names_the_option(ann: Person, asked: str, option: str) -> None:
    answer = ann.client.get(f"/api/games/{asked}")
    assert answer.status_code == 422
    assert answer.json()["option"] == option
    assert answer.json()["error"]


def test_a_refusal_of_anything_else_names_none(ann: Person) -> None:
    assert set(ann.client.get("/api/games/whist/levels").json()) == {"error"}
    assert set(ann.client.get("/api/games/stencil/levels?colour=red").json()) == {"error"}


def test_cards_are_facts_about_things_on_the_board(ann: Person) -> None:
    cards = ann.do("GET", "/games/quantum/cards")
    things = {shape["id"] for shape in ann.do("GET", "/games/quantum/figure?preset=inner_ring")["board"]}
    assert set(cards) <= things
    chlorine = ShownCard.model_validate(cards["square:17"], extra="forbid")
    assert chlorine.title == "chlorine 17"
    assert [row.name for row in chlorine.rows] == ["symbol", "group", "electrons", "configuration", "up", "down"]
    assert {row.name: row.text for row in chlorine.rows}["electrons"] == "2 8 7"
    assert [row["name"] for row in cards["square:12g"]["rows"]] == ["up", "down"]
    assert "no cards" in ann.refused(404, "GET", "/games/stencil/cards")


def test_a_room_tells_what_its_page_has_to_fetch(ann: Person) -> None:
    told = {name: ann.see(ann.open(name)["code"]) for name in ("stencil", "quantum")}
    assert [room["cards"] for room in told.values()] == [False, True]
    assert [room["part"] for room in told.values()] == [None, None], "parts of the tree are built with the pages"
