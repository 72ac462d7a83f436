"""What a link shows where somebody posts it: a title, a line and a picture, written into the head of a page."""

from dataclasses import dataclass
from functools import lru_cache
from html import escape

from parlour.engine.game import Game
from parlour.server.pages.file import File

HOUSE = "Parlour"
LINE = "Forgotten board games, playable again: with friends or against bots, in the browser."
CARD = "/card.png"  # of the pages, where nothing better is known
SIZE = (1200, 630)  # of every picture
HEAD = b"</head>"


@dataclass(frozen=True)
class Preview:
    """Of a game and its state alone: a link is read by people who were not invited to anything."""

    title: str = HOUSE
    line: str = LINE
    picture: str = CARD  # the path of a PNG
    about: str = "the emblem of Parlour"  # what the picture shows


def preview_game(game: Game) -> Preview:
    title = f"{game.title} – {HOUSE}"
    return Preview(title, game.line, f"/api/games/{game.name}/picture", f"the board of {game.title}")


@lru_cache(maxsize=256)
def fill_page(page: File, preview: Preview, base: str, path: str) -> File:
    """The page with a preview of its own; `base` is the address of the server, as whoever asks knows it."""
    width, height = SIZE
    told = {
        "og:site_name": HOUSE,
        "og:type": "website",
        "og:title": preview.title,
        "og:description": preview.line,
        "og:url": base + path,
        "og:image": base + preview.picture,
        "og:image:type": "image/png",
        "og:image:width": str(width),
        "og:image:height": str(height),
        "og:image:alt": preview.about,
    }
    tags = "".join(f'<meta property="{name}" content="{escape(words)}" />\n' for name, words in told.items())
    tags += '<meta name="twitter:card" content="summary_large_image" />\n'
    return File.make("index.html", page.body.replace(HEAD, tags.encode() + HEAD, 1), page.caching)
