"""The page of each game: where it is, and the figures in it.

A figure is a fenced block marked `figure`, of lines `name: value`; a line that begins with a space goes on with the one
before:

    preset: two
    position: phase=rolling A=36:2,25:5,15:3,9:5
      B=36:2,25:5,15:3,9:5 turn=A
    caption: What there is to see.

Without a position it shows the usual start; without a preset, the usual options.
"""

import random
import re
from dataclasses import dataclass
from pathlib import Path

from parlour.engine.game import Game
from parlour.engine.options import Values
from parlour.engine.play import Play

PACKAGE = Path(__file__).parents[1]
MARK = "figure"  # what a fenced block is marked with
BLOCK = re.compile(rf"^```{MARK}\n(.*?)^```$", re.MULTILINE | re.DOTALL)


class NoPage(LookupError):
    """A game came without a page; the message says where one was looked for."""


class FigureError(ValueError):
    """A figure cannot be read; the message says what was wrong and what was expected."""


@dataclass(frozen=True)
class Figure:
    """A situation to be drawn."""

    preset: str = ""
    position: str = ""
    caption: str = ""

    def set_up(self, game: Game) -> Play:
        """Raises OptionError and PositionError."""
        return set_up(game, game.settle(self.preset or None), self.position)


def find_page(game: Game) -> Path:
    """In the installed package, in a checkout, or beside the rules of a game from elsewhere."""
    places = (
        PACKAGE / "pages" / f"{game.name}.md",
        PACKAGE.parents[1] / "docs" / "games" / f"{game.name}.md",
        game.folder / "page.md",
    )
    for place in places:
        if place.is_file():
            return place
    looked = ", ".join(str(place) for place in places)
    raise NoPage(f"{game.title} has no page of rules; looked for {looked}")


def read_page(game: Game) -> str:
    return find_page(game).read_text(encoding="utf-8")


def read_figure(text: str) -> Figure:
    """What is written in a figure's block. Raises FigureError."""
    values: dict[str, str] = {}
    for line in re.sub(r"\n[ \t]+", " ", text.strip()).splitlines():
        name, colon, value = line.partition(":")
        if not colon or name not in Figure.__annotations__:
            raise FigureError(f"{line!r} is no line of a figure: expected preset:, position: or caption:")
        if name in values:
            raise FigureError(f"{name!r} is there twice")
        values[name] = value.strip()
    if not values.get("caption"):
        raise FigureError("a figure without a caption: expected a line caption:")
    return Figure(**values)


def set_up(game: Game, values: Values, position: str = "") -> Play:
    """A play in a position, or at its start, when chance has settled what it has to. Raises PositionError."""
    play = Play(game, values)
    if position:
        play.place(position)
        return play
    rng = random.Random(game.name)  # the same start whenever it is drawn
    while play.at_chance:
        play.roll(rng)
    return play
