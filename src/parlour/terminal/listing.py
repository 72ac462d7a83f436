"""Lists: the games there are, and the options and presets of one."""

from rich.console import Console
from rich.text import Text

from parlour.engine.game import Game, games
from parlour.terminal.screen import new_table


def describe_players(game: Game) -> str:
    """The numbers that may play: `2`, `2 to 4`, `2 or 4`."""
    counts = sorted(game.players)
    if len(counts) > 2 and counts == list(range(counts[0], counts[-1] + 1)):
        return f"{counts[0]} to {counts[-1]}"
    return " or ".join(str(count) for count in counts)


def show_games(console: Console) -> None:
    table = new_table("name", "title", "players", "what it is", "source")
    for game in games().values():
        cells = (game.title, describe_players(game), game.line, game.source)
        table.add_row(Text(game.name, style="bold"), *(Text(cell) for cell in cells))
    console.print(table)
    console.print()
    console.print(Text("parlour rules NAME shows how a game is played, parlour play NAME plays it.", style="dim"))


def show_options(console: Console, game: Game) -> None:
    sourced = any(option.source for option in game.options)
    table = new_table("option", "values", "what it does, and what its source says" if sourced else "what it does")
    for option in game.options:
        values = Text(option.kind.describe(), overflow="fold")
        values.append(f"\ndefault {option.describe_default()}", style="dim")
        words = Text(option.describe_help())
        if option.source:
            words.append(f"\n{option.source}", style="dim")
        table.add_row(Text(option.name, style="bold"), values, words)
    console.print(table)
    console.print()
    if not game.presets:
        console.print(f"{game.title} has no presets.", markup=False)
        return
    presets = new_table("preset", "settings")
    for name in game.presets:
        presets.add_row(Text(name, style="bold"), Text(describe_preset(game, name)))
    console.print(presets)


def describe_preset(game: Game, name: str) -> str:
    kinds = {option.name: option.kind for option in game.options}
    return ", ".join(f"{option}={kinds[option].write(value)}" for option, value in game.presets[name].items())
