"""The page of each game: where it is, and how it looks in a terminal."""

from io import StringIO
from pathlib import Path

import click
from rich.console import Console
from rich.markdown import Markdown

from parlour.engine.game import Game

PACKAGE = Path(__file__).parents[1]
WIDEST = 100  # longer lines are hard to read


class NoPage(LookupError):
    """A game came without a page; the message says where one was looked for."""


def find_page(game: Game) -> Path:
    """In the installed package, in a checkout, or beside the rules of a game from elsewhere."""
    places = (
        PACKAGE / "pages" / f"{game.name}.md",
        PACKAGE.parents[1] / "docs" / "games" / f"{game.name}.md",
        Path(game.rules.__file__ or "").parent / "page.md",
    )
    for place in places:
        if place.is_file():
            return place
    looked = ", ".join(str(place) for place in places)
    raise NoPage(f"{game.title} has no page of rules; looked for {looked}")


def show_page(console: Console, game: Game) -> None:
    """The page, a screenful at a time where somebody sits before a screen."""
    page = Markdown(find_page(game).read_text(encoding="utf-8"), code_theme="ansi_dark")
    width = min(console.width, WIDEST)
    if not console.is_terminal:
        console.print(page, width=width)
        return
    text = StringIO()
    colours = console.color_system is not None
    Console(file=text, force_terminal=colours, width=width, color_system="auto" if colours else None).print(page)
    click.echo_via_pager(text.getvalue(), color=None if colours else False)  # None: the pager decides
