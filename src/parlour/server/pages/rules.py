"""A game's page of rules as HTML that is safe to show."""

import re
from collections.abc import Sequence
from html import escape
from itertools import pairwise
from typing import Any

from markdown_it import MarkdownIt
from markdown_it.renderer import RendererHTML
from markdown_it.token import Token
from markdown_it.utils import EnvType, OptionsDict

from parlour.engine.game import Game, games
from parlour.engine.pages import IN_LETTERS, LAW, MARK, read_figure, read_page

PAGE_LINK = re.compile(r"(?:\.\./games/|\./)?([a-z0-9_]+)\.md(#.*)?")
OUTSIDE = re.compile(r"https?://")


def show_page(game: Game) -> dict[str, Any]:
    return {"lesson": game.lesson is not None, **render_page(game.name, read_page(game))}


class PageRenderer(RendererHTML):
    def fence(self, tokens: Sequence[Token], idx: int, options: OptionsDict, env: EnvType) -> str:
        if tokens[idx].info.strip() == MARK:
            return place_figure(env["game"], tokens[idx].content)
        if tokens[idx].info.strip() == IN_LETTERS:
            return ""
        return super().fence(tokens, idx, options, env)

    def table_open(self, tokens: Sequence[Token], idx: int, options: OptionsDict, env: EnvType) -> str:
        return '<div class="table"><table>\n'  # so that a wide one can be moved under a finger

    def table_close(self, tokens: Sequence[Token], idx: int, options: OptionsDict, env: EnvType) -> str:
        return "</table></div>\n"


def render_page(name: str, text: str) -> dict[str, Any]:
    """A game's page as HTML that is safe to show, and its headings."""
    reader = MarkdownIt("commonmark", {"html": False}, renderer_cls=PageRenderer).enable("table").disable("image")
    tokens = reader.parse(text)
    headings = mark_headings(tokens)
    for token in tokens:
        if token.children:
            token.children = settle_links(token.children)
    law = LAW if any(heading["id"] == LAW and heading["level"] == 2 for heading in headings) else None
    html = reader.renderer.render(tokens, reader.options, {"game": name})
    return {"html": html, "headings": headings, "law": law}


def mark_headings(tokens: list[Token]) -> list[dict[str, Any]]:
    """Give every heading an id, as links in the page name it, and list them."""
    headings: list[dict[str, Any]] = []
    taken: dict[str, int] = {}
    for opening, inline in pairwise(tokens):
        if opening.type == "heading_open":
            words = "".join(child.content for child in inline.children or ())
            name = re.sub(r"[^\w -]", "", words.lower()).replace(" ", "-")
            taken[name] = taken.get(name, -1) + 1
            name += f"-{taken[name]}" if taken[name] else ""
            opening.attrSet("id", name)
            headings.append({"id": name, "text": words, "level": int(opening.tag[1:])})
    return headings


def settle_links(children: list[Token]) -> list[Token]:
    """Links within the page, to other games and to other sites stay; the rest become plain text."""
    settled: list[Token] = []
    kept = True
    for child in children:
        if child.type == "link_open":
            target = lead(str(child.attrGet("href")))
            kept = target is not None
            if target is not None:
                child.attrSet("href", target)
                settled.append(child)
        elif child.type != "link_close" or kept:
            settled.append(child)
    return settled


def lead(link: str) -> str | None:
    """Where a link of a page leads in the browser, or None."""
    if link.startswith("#") or OUTSIDE.match(link):
        return link
    page = PAGE_LINK.fullmatch(link)
    return f"/rules/{page[1]}{page[2] or ''}" if page and page[1] in games() else None


def place_figure(game: str, text: str) -> str:
    """A place for a client to draw in."""
    figure = read_figure(text)
    told = {"game": game, "preset": figure.preset, "position": figure.position}
    data = "".join(f' data-{name}="{escape(value)}"' for name, value in told.items() if value)
    return f"<figure{data}><figcaption>{escape(figure.caption)}</figcaption></figure>\n"
