"""The rules on one sheet: how to play, from the game's own page, in letters as large as the sheet has room for."""

import re
from html import escape
from math import sqrt

from markdown_it import MarkdownIt
from markdown_it.token import Token

from parlour.engine.game import Game
from parlour.engine.pages import IN_LETTERS, LAW, MARK, NoPage, read_page
from parlour.paper.sizes import Paper

FIGURES = re.compile(rf"^```(?:{MARK}|{IN_LETTERS})\n.*?^```$\n?", re.MULTILINE | re.DOTALL)
LARGEST, SMALLEST = 12.5, 6.5  # of letters, in points
POINT = 25.4 / 72  # in millimetres
LETTER, LINE = 0.44, 1.34  # how wide a letter is for its size on average, and how high a line
FILLED = 0.68  # of the sheet, by this reckoning; the rest is for headings, ends of lines, and typefaces that run wide
LINKS = ("link_open", "link_close")


def read_guide(game: Game) -> str:
    """How to play, without figures; a game that came without a page says what it is."""
    try:
        text = read_page(game)
    except NoPage:
        return f"# {game.title}\n\n{game.line}\n"
    guide = re.split(rf"^## {LAW}$", text, maxsplit=1, flags=re.MULTILINE | re.IGNORECASE)[0]
    return FIGURES.sub("", guide)


def write_leaflet(game: Game, paper: Paper) -> str:
    """As HTML in two columns."""
    text = read_guide(game)
    reader = MarkdownIt("commonmark", {"html": False}).enable("table").disable("image")
    tokens = reader.parse(text)
    for token in tokens:
        token.children = _without_links(token.children or [])
    html = reader.renderer.render(tokens, reader.options, {})
    source = f'<p class="source">{escape(game.source)}</p>' if game.source else ""
    return f'<article class="leaflet" style="font-size:{fit_letters(text, paper):.1f}pt">{html}{source}</article>'


def _without_links(children: list[Token]) -> list[Token]:
    """A link leads nowhere on paper."""
    return [child for child in children if child.type not in LINKS]


def fit_letters(text: str, paper: Paper) -> float:
    """The size in which so much text fills no more than the sheet, in points."""
    width, height = paper.room
    area = FILLED * (width - 8) * height
    size = sqrt(area / (max(1, len(text)) * LETTER * LINE)) / POINT
    return max(SMALLEST, min(LARGEST, size))
