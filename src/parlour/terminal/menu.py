"""The menu: which game, by which rules, and who sits where; then a table."""

import secrets
from collections.abc import Callable
from typing import TypeVar

from rich.console import Console
from rich.table import Table
from rich.text import Text

from parlour.engine.game import Game, games
from parlour.engine.options import OptionError
from parlour.engine.pages import NoPage
from parlour.engine.play import Play
from parlour.search.bots import CAST, RANDOM
from parlour.search.knowledge import levels_of
from parlour.terminal import screen, table
from parlour.terminal.listing import describe_players, describe_preset
from parlour.terminal.pages import show_page
from parlour.terminal.seats import HUMAN, kinds, settle_seats
from parlour.terminal.table import Ask

WELCOME = "Forgotten board games, playable again."

T = TypeVar("T")


class Closed(Exception):
    """Somebody typed q."""


def run_menu(console: Console, ask: Ask) -> None:
    """Game after game, until somebody has had enough."""
    console.print(Text("Parlour", style="bold"))
    console.print(WELCOME, markup=False)
    console.print(Text("Type q to leave at any time.", style="dim"))
    try:
        while True:
            game = _ask_game(console, ask)
            play = _new_play(console, ask, game)
            seats = _ask_seats(console, ask, play)
            if not table.Table(play, seats, console, ask, secrets.randbits(64)).run():
                return
    except (Closed, EOFError, KeyboardInterrupt):
        console.print("\nGoodbye.")


def _ask_game(console: Console, ask: Ask) -> Game:
    found = list(games().values())
    _show_list(console, [(game.title, f"{describe_players(game)} players. {game.line}") for game in found])

    def read(answer: str) -> Game:
        word, _, rest = answer.partition(" ")
        if word.lower() == "rules":
            show_page(console, _pick(found, [game.name for game in found], rest.strip() or "1"))
            raise Again
        return _pick(found, [game.name for game in found], answer)

    return _repeat(console, ask, "Which game? (rules 1 shows how the first is played) [1]: ", "1", read)


def _new_play(console: Console, ask: Ask, game: Game) -> Play:
    """By preset and number of players; asked again where they do not go together."""
    while True:
        preset = _ask_preset(console, ask, game)
        given = dict(game.presets[preset]) if preset else {}
        if "players" not in given and len(game.players) > 1:
            given["players"] = _ask_players(console, ask, game)
        try:
            return Play(game, game.settle(**given))
        except OptionError as error:
            screen.refuse(console, str(error))


def _ask_preset(console: Console, ask: Ask, game: Game) -> str | None:
    if not game.presets:
        return None
    presets = [None, *game.presets]
    names = ["usual", *game.presets]
    settings = ["the game as it is usually played", *(describe_preset(game, name) for name in game.presets)]
    _show_list(console, list(zip(names, settings, strict=True)))
    return _repeat(console, ask, "Which rules? [1]: ", "1", lambda answer: _pick(presets, names, answer))


def _ask_players(console: Console, ask: Ask, game: Game) -> int:
    usual = game.players[0]

    def read(answer: str) -> int:
        if answer not in {str(count) for count in game.players}:
            raise ValueError(f"{answer!r} is not how many can play: expected {describe_players(game)}")
        return int(answer)

    return _repeat(console, ask, f"How many play, {describe_players(game)}? [{usual}]: ", str(usual), read)


def _ask_seats(console: Console, ask: Ask, play: Play) -> tuple[str, ...]:
    known = kinds(play)
    levels = zip(CAST, levels_of(play.game, play.values), strict=False)
    words = {HUMAN: "a person here", RANDOM: "any move, at random"}
    words |= {name: level.line for name, level in levels}
    _show_list(console, [(kind, words[kind]) for kind in known])
    usual = settle_seats((), play)
    return tuple(
        _repeat(
            console,
            ask,
            f"Who plays {screen.describe_seat(play, seat)}? [{kind}]: ",
            kind,
            lambda answer: _pick_seat(known, answer),
        )
        for seat, kind in enumerate(usual)
    )


def _pick_seat(known: tuple[str, ...], answer: str) -> str:
    """By number, by name, or by the first letters of one."""
    found = [kind for kind in known if kind.startswith(answer.lower())]
    return found[0] if len(found) == 1 else _pick(list(known), list(known), answer)


def _show_list(console: Console, entries: list[tuple[str, str]]) -> None:
    """Numbered names with a few words each."""
    lines = Table.grid(padding=(0, 2))
    lines.add_column(width=screen.MARK, justify="right", style="dim")
    lines.add_column(style="bold", no_wrap=True)
    for number, (name, words) in enumerate(entries, 1):
        lines.add_row(str(number), name, Text(words))
    console.print()
    console.print(lines)
    console.print()


class Again(Exception):
    """The answer was dealt with, and the question stands."""


def _repeat(console: Console, ask: Ask, question: str, usual: str, read: Callable[[str], T]) -> T:
    """Ask until the answer makes sense; nothing typed means the usual one."""
    while True:
        answer = ask(question).strip() or usual
        if answer.lower() in ("q", "quit", "exit"):
            raise Closed
        try:
            return read(answer)
        except (ValueError, NoPage) as error:
            screen.refuse(console, str(error))
        except Again:
            pass


def _pick(things: list[T], names: list[str], answer: str) -> T:
    """The thing of that number or name."""
    numbers = [str(number) for number in range(1, len(things) + 1)]
    for known in (numbers, names):
        if answer.lower() in known:
            return things[known.index(answer.lower())]
    raise ValueError(f"{answer!r} is not in the list: expected 1 to {len(things)}")
