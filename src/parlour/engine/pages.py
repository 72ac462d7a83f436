"""The page of each game: where it is, and the figures in it.

A figure is a fenced block marked `figure`, of lines `name: value`; a line that begins with a space goes on with the one
before:

    preset: two
    position: phase=rolling A=36:2,25:5,15:3,9:5
      B=36:2,25:5,15:3,9:5 turn=A
    caption: What there is to see.

Without a position it shows the usual start; without a preset, the usual options.

A block marked `board` shows, in letters, what the figures before it show: for those who read the page as text. Where
figures are drawn it is left out.

A page begins with how to play, for newcomers; its law begins with the heading "Rules".

What a game declares is not written on its page a second time: a block marked `options` or `presets` stands for a table
of them, made whenever the page is read.
"""

import random
import re
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from parlour.engine.front import name_preset, tell_preset
from parlour.engine.game import Game
from parlour.engine.options import Choice, Values
from parlour.engine.play import Play

PACKAGE = Path(__file__).parents[1]
MARK = "figure"  # what a fenced block is marked with
IN_LETTERS = "board"  # what one is marked with that shows the same in letters
LAW = "rules"  # the id of the heading at which the law begins
TABLE = re.compile(r"^```(options|presets)\n.*?^```$", re.MULTILINE | re.DOTALL)
BLOCK = re.compile(rf"^```{MARK}\n(.*?)^```$", re.MULTILINE | re.DOTALL)


BROWSER, PART = "browser", "part.js"  # a game's folder for the browser, and in it a ready-made part of the page


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


def find_part(game: Game) -> str | None:
    """The address of a game's own part of the page; those of the tree are built with the pages, and need none."""
    return f"/parts/{game.name}/{PART}" if _is_there(game.folder / BROWSER / PART) else None


@cache
def _is_there(path: Path) -> bool:
    """Asked with every view of a room."""
    return path.is_file()


def read_page(game: Game) -> str:
    """The page, with the tables of what the game declares."""
    write = {"options": write_options, "presets": write_presets}
    return TABLE.sub(lambda block: write[block[1]](game), find_page(game).read_text(encoding="utf-8"))


def write_options(game: Game) -> str:
    """All options as a table, with what each of their words stands for."""
    sourced = any(option.source for option in game.options)
    rows = [["option", "values", "default", "what it does", *(["what the source says"] * sourced)]]
    for option in game.options if len(game.players) > 1 else game.declared:
        lines = option.kind.lines if isinstance(option.kind, Choice) else {}
        values = "; ".join(f"`{word}`: {line}" for word, line in lines.items()) or option.kind.describe()
        cells = [f"`{option.name}`", values, option.describe_default(), option.describe_help()]
        rows.append([*cells, *([option.source] * sourced)])
    return write_table(rows)


def write_presets(game: Game) -> str:
    """All presets as a table, with the options that make them."""
    kinds = {option.name: option.kind for option in game.options}
    rows = [["preset", "options", "what it is"]]
    for name, values in game.presets.items():
        told = " ".join(f"`{option}={kinds[option].write(value)}`" for option, value in values.items())
        about = f"{name_preset(name, values)}: {tell_preset(values, game.options)}"
        rows.append([f"`{name}`", told or "the defaults", about])
    return write_table(rows)


def write_table(rows: list[list[str]]) -> str:
    head, *body = ["| " + " | ".join(cell.replace("|", "\\|") for cell in row) + " |" for row in rows]
    return "\n".join([head, "|" + "---|" * len(rows[0]), *body])


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
