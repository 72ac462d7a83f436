"""How a game and its rules are named on the command line, the same for every command."""

from collections.abc import Callable
from typing import Any

import click
from click.shell_completion import CompletionItem

from parlour.engine.game import Game, UnknownGame, find_game, games
from parlour.engine.options import OptionError
from parlour.engine.play import Play
from parlour.terminal.seats import check_names


def read_game(ctx: click.Context, param: click.Parameter, value: str | tuple[str, ...]) -> Game | tuple[Game, ...]:
    """A game by its name, or several."""
    try:
        return find_game(value) if isinstance(value, str) else tuple(find_game(name) for name in value)
    except UnknownGame as error:
        raise click.BadParameter(str(error), ctx, param) from None


def complete_game(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
    return [CompletionItem(name) for name in games() if name.startswith(incomplete)]


game_argument = click.argument("game", callback=read_game, shell_complete=complete_game)


def rule_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """The options by which the rules of a play are chosen."""
    for decorate in (
        click.option(
            "--option", "-o", "given", multiple=True, metavar="NAME=VALUE", help="Set an option of the rules."
        ),
        click.option("--preset", metavar="NAME", help="Start from a named set of options."),
        click.option("--players", type=int, metavar="N", help="How many play."),
    ):
        command = decorate(command)
    return command


def new_play(
    game: Game, players: int | None, preset: str | None, given: tuple[str, ...], names: tuple[str, ...] = ()
) -> Play:
    """A play by the rules asked for on the command line."""
    if preset is not None and not game.presets:
        raise OptionError(f"{game.name} has no presets")
    values: dict[str, Any] = {} if players is None else {"players": players}
    known = [option.name for option in game.options]
    for word in given:
        name, separator, value = word.partition("=")
        if not separator:
            raise OptionError(f"{word!r} is not an option: expected NAME=VALUE")
        if name not in known:
            raise OptionError(f"there is no option {name!r}: expected one of {', '.join(sorted(known))}")
        if name in values:
            raise OptionError(f"{name} is given twice")
        values[name] = value
    settled = game.settle(preset, **values)
    return Play(game, settled, check_names(names, settled["players"]))
