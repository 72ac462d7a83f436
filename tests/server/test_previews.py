"""What a link shows where it is posted: the game and how far it is, never who plays, and never at much cost."""

import asyncio
import re
from collections.abc import Iterator
from html import unescape
from io import BytesIO

import httpx
import pytest
from PIL import Image

from parlour.engine.game import find_game, games
from parlour.engine.play import Play
from parlour.server.network.weights import weigh
from parlour.server.pages import painting
from parlour.server.pages.painting import MOST_WAITING, Painter, draw_play, read_own
from parlour.server.pages.previews import SIZE
from tests.server.serving import Server, running_server

NAMES = ("Theodora", "Wilhelmina")


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with running_server(tmp_path_factory.mktemp("previews")) as running:
        yield running


@pytest.fixture
def client(server: Server) -> Iterator[httpx.Client]:
    with httpx.Client(base_url=server.address, timeout=30, follow_redirects=True) as client:
        yield client


def read_tags(page: httpx.Response) -> dict[str, str]:
    assert page.status_code == 200
    tags = re.findall(r'<meta property="(og:[\w:]+)" content="([^"]*)" />', page.text)
    return {name: unescape(words) for name, words in tags}


def open_room(client: httpx.Client) -> str:
    opened = client.post("/api/rooms", json={"game": "stencil", "options": {"plate_choice": "fixed"}}).json()
    return str(opened["code"])


def sit(client: httpx.Client, code: str) -> None:
    for seat, name in enumerate(NAMES):
        assert client.post(f"/api/rooms/{code}/seats/{seat}", json={"name": name}).is_success


def size_of(answer: httpx.Response) -> tuple[int, int]:
    assert (answer.status_code, answer.headers["content-type"]) == (200, "image/png")
    return Image.open(BytesIO(answer.content)).size


def test_the_front_page_tells_of_the_house(client: httpx.Client, server: Server) -> None:
    tags = read_tags(client.get("/"))
    assert tags["og:title"] == "Parlour"
    assert tags["og:url"] == f"{server.address}/"
    assert tags["og:image"] == f"{server.address}/card.png"
    assert size_of(client.get(tags["og:image"])) == SIZE


@pytest.mark.parametrize("name", games())
@pytest.mark.parametrize("place", ["rules", "learn", "play", "print"])
def test_the_pages_of_a_game_tell_of_it(client: httpx.Client, name: str, place: str) -> None:
    tags = read_tags(client.get(f"/{place}/{name}"))
    game = find_game(name)
    assert (tags["og:title"], tags["og:description"]) == (f"{game.title} – Parlour", game.line)
    assert size_of(client.get(tags["og:image"])) == SIZE


@pytest.mark.parametrize("path", ["/room/zzzzzzzz", "/replay/zzzzzzzz", "/room/x", "/rules/chess"])
def test_what_is_not_there_tells_of_the_house(client: httpx.Client, path: str) -> None:
    tags = read_tags(client.get(path))
    assert tags["og:title"] == "Parlour"
    assert tags["og:image"].endswith("/card.png")


def test_a_room_tells_its_game_and_how_far_it_is_but_nobody_s_name(client: httpx.Client) -> None:
    code = open_room(client)
    waiting = read_tags(client.get(f"/room/{code}"))
    assert waiting["og:title"] == "Stencil – Parlour"
    assert waiting["og:description"].startswith("2 seats free: sit down and play.")
    sit(client, code)
    page = client.get(f"/room/{code}")
    under_way = read_tags(page)
    assert under_way["og:description"].startswith("This game is under way.")
    assert not any(name in page.text for name in NAMES)
    picture = client.get(under_way["og:image"])
    assert size_of(picture) == SIZE
    assert client.get(under_way["og:image"]).content == picture.content
    assert client.get(f"/api/rooms/{code}").json()["seats"][0]["name"] == NAMES[0]
    assert client.post(f"/api/rooms/{code}/resign", json={"seat": 0}).is_success
    over = read_tags(client.get(f"/replay/{code}"))
    assert over["og:description"].startswith("This game is over: look back at it.")


def test_no_drawing_holds_a_name() -> None:
    game = find_game("quatro")
    play = Play(game, game.settle("two"), list(NAMES))
    assert any(NAMES[0] in shape.text for shape in play.scene().shapes)
    assert not any(name in draw_play(play) for name in NAMES)


def test_a_picture_of_a_room_that_is_not_there_is_refused_in_a_sentence(client: httpx.Client) -> None:
    answer = client.get("/api/rooms/zzzzzzzz/picture")
    assert answer.status_code == 404
    assert "there is no room" in answer.json()["error"]


def test_a_picture_counts_as_several_requests() -> None:
    assert weigh("GET", "/api/rooms/zzzzzzzz/picture") == 10


class Counting(Painter):
    """Painting that costs nothing, and how often it was begun."""

    begun = 0

    async def _run(self, svg: str) -> bytes | None:
        self.begun += 1
        await asyncio.sleep(0)
        return svg.encode()


async def count_painted(painter: Counting, pictures: list[str]) -> int:
    return sum([await painter.paint(svg) is not None for svg in pictures])


def test_what_was_painted_is_kept_and_no_more_than_a_few_wait() -> None:
    async def ask() -> tuple[int, int, int]:
        painter = Counting()
        painter.is_able = True
        once = await count_painted(painter, ["a", "a", "b", "a"])
        begun = painter.begun
        together = await asyncio.gather(*(painter.paint(f"new {number}") for number in range(3 * MOST_WAITING)))
        return once, begun, sum(painted is not None for painted in together)

    assert asyncio.run(ask()) == (4, 2, MOST_WAITING)


def test_without_a_painter_a_room_shows_the_game_s_own_picture() -> None:
    painter = Painter()
    painter.is_able = False
    assert asyncio.run(painter.paint("<svg/>")) is None
    pictures = [own for game in games().values() if (own := read_own(game))]
    assert len(pictures) >= 5, f"scripts/previews makes a {painting.OWN} for every game"
    assert {Image.open(BytesIO(picture)).size for picture in pictures} == {SIZE}


def test_what_cannot_be_painted_is_left(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(painting, "PAINTER", "raise SystemExit(3)")
    painter = Painter()
    painter.is_able = True
    assert asyncio.run(painter.paint("<svg/>")) is None
