"""The page of a game, as it looks in a terminal."""

import re
from io import StringIO

import click
from rich.console import Console
from rich.markdown import Markdown

from parlour.engine.game import Game
from parlour.engine.pages import BLOCK, read_figure, read_page

WIDEST = 100  # longer lines are hard to read


def write_page(game: Game) -> str:
    """The page with its figures as text boards."""

    def sketch(block: re.Match[str]) -> str:
        figure = read_figure(block[1])
        return f"```text\n{figure.set_up(game)}\n```\n\n*{figure.caption}*"

    return BLOCK.sub(sketch, read_page(game))


def show_page(console: Console, game: Game) -> None:
    """The page, a screenful at a time where somebody sits before a screen."""
    page = Markdown(write_page(game), code_theme="ansi_dark")
    width = min(console.width, WIDEST)
    if not console.is_terminal:
        console.print(page, width=width)
        return
    text = StringIO()
    colours = console.color_system is not None
    Console(file=text, force_terminal=colours, width=width, color_system="auto" if colours else None).print(page)
    click.echo_via_pager(text.getvalue(), color=None if colours else False)  # None: the pager decides
