"""What a newcomer reads and tries: each game's page, and its guided first play. Worked out once and kept."""

import asyncio
import re
from collections.abc import Callable, Sequence
from html import escape
from itertools import pairwise
from threading import Lock
from typing import Annotated, Any

from fastapi import APIRouter, Path, Request, Response
from markdown_it import MarkdownIt
from markdown_it.renderer import RendererHTML
from markdown_it.token import Token
from markdown_it.utils import EnvType, OptionsDict
from pydantic_core import to_json

from parlour.engine.game import Game, UnknownGame, find_game, games
from parlour.engine.lesson import NoLesson, Taught, teach
from parlour.engine.pages import MARK, NoPage, read_figure, read_page
from parlour.engine.scene import Scene
from parlour.server import messages as m
from parlour.server.acts import Refused
from parlour.server.catalogue import has_lesson
from parlour.server.pages import ASK_AGAIN, File, find_part
from parlour.server.routes import REFUSALS

router = APIRouter(prefix="/api", responses=REFUSALS)

GameName = Annotated[str, Path(max_length=32)]
PAGE_LINK = re.compile(r"(?:\.\./games/|\./)?([a-z0-9_]+)\.md(#.*)?")
OUTSIDE = re.compile(r"https?://")
_worked_out: dict[tuple[str, str], File] = {}
_one_at_a_time = Lock()


@router.get("/games/{name}/lesson", response_model=m.ShownLesson, summary="A guided first play")
async def see_lesson(name: GameName, request: Request) -> Response:
    """Every step with what is drawn before it, what the newcomer is to do, and what then happens."""
    return (await asyncio.to_thread(work_out, show_lesson, name)).answer(request)


@router.get("/games/{name}/page", response_model=m.ShownPage, summary="The rules of a game, as HTML")
async def see_page(name: GameName, request: Request) -> Response:
    """Without scripts or raw HTML. A `figure` in it is empty: `GET /api/games/{name}/figure` tells what to draw."""
    return (await asyncio.to_thread(work_out, show_page, name)).answer(request)


def work_out(show: Callable[[Game], Any], name: str) -> File:
    """What is shown of a game, from memory if it was asked for before. Raises Refused."""
    try:
        game = find_game(name)
        with _one_at_a_time:
            if (show.__name__, name) not in _worked_out:
                _worked_out[show.__name__, name] = File.make("answer.json", to_json(show(game)), ASK_AGAIN)
            return _worked_out[show.__name__, name]
    except (UnknownGame, NoLesson) as error:
        raise Refused(404, str(error)) from None
    except NoPage:  # where it was looked for is nobody's business
        raise Refused(404, f"{game.title} has no page of rules") from None


def show_lesson(game: Game) -> dict[str, Any]:
    taught = teach(game)
    following = [*(step.scene for step in taught[1:]), None]
    return {
        "title": game.title,
        "part": find_part(game),
        "learnt": game.front.learnt,
        "steps": [show_step(step, scene) for step, scene in zip(taught, following, strict=True)],
    }


def show_step(step: Taught, following: Scene | None) -> dict[str, Any]:
    return {
        "say": step.say,
        "point": step.point,
        "seat": step.seat,
        "yours": step.yours,
        "expect": vars(step.expect) if step.expect else None,
        "legal": [vars(action) for action in step.legal],
        "asked": step.asked,
        "sentences": step.sentences,
        "scene": step.scene.as_dict(),
        "frames": [
            {"sentence": frame.sentence, "pieces": [shape.as_dict() for shape in frame.pieces]} for frame in step.frames
        ],
        "after_scene": None if step.after == following else step.after.as_dict(),
    }


def show_page(game: Game) -> dict[str, Any]:
    return {"lesson": has_lesson(game), **render_page(game.name, read_page(game))}


class PageRenderer(RendererHTML):
    def fence(self, tokens: Sequence[Token], idx: int, options: OptionsDict, env: EnvType) -> str:
        if tokens[idx].info.strip() == MARK:
            return write_figure(env["game"], tokens[idx].content)
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
    return {"html": reader.renderer.render(tokens, reader.options, {"game": name}), "headings": headings}


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


def write_figure(game: str, text: str) -> str:
    """A place for a client to draw in."""
    figure = read_figure(text)
    told = {"game": game, "preset": figure.preset, "position": figure.position}
    data = "".join(f' data-{name}="{escape(value)}"' for name, value in told.items() if value)
    return f"<figure{data}><figcaption>{escape(figure.caption)}</figcaption></figure>\n"
