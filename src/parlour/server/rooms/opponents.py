"""Bots as the server writes them: a level or random, and the seconds that it was told to think for a move."""

from parlour.engine.game import Game
from parlour.engine.options import Values
from parlour.search.bots import CAST, RANDOM, UnknownBot, find_level
from parlour.search.knowledge import levels_of
from parlour.search.seating import BETWEEN, SECONDS, find_changed
from parlour.server.rooms.refusal import Refused


def level_name(bot: str) -> str:
    """Which level it is, however long it thinks."""
    return bot.partition(BETWEEN)[0]


def bot_title(bot: str) -> str:
    """What it is called at the table."""
    return level_name(bot).title()


def seconds_of(bot: str) -> float:
    """How long it was told to think for a move; 0 where nothing was said."""
    return float(bot.partition("=")[2] or 0)


def check_bot(game: Game, values: Values, name: str, longest: float = 0.0) -> str:
    """A level, or random; programs are not started at the wish of a stranger. Raises Refused.

    One that looks ahead may be told to think for some seconds a move, `longest` at most; with 0 none may.
    """
    base, *changes = name.split(BETWEEN)
    try:
        level = RANDOM if base == RANDOM else find_level(game, values, base)[0]
    except UnknownBot as error:
        raise Refused(422, str(error)) from None
    return f"{level}{BETWEEN}{SECONDS}={_read(game, values, level, changes, longest):g}" if changes else level


def _read(game: Game, values: Values, level: str, changes: list[str], longest: float) -> float:
    """The seconds that were asked for. Raises Refused."""
    asked = BETWEEN.join(changes)
    if not longest:
        raise Refused(422, f"{asked!r} cannot be asked for here: expected {level!r} alone")
    if len(changes) > 1 or not asked.startswith(f"{SECONDS}="):
        raise Refused(422, f"{asked!r} cannot be asked of a bot here: expected {SECONDS}=NUMBER, or nothing")
    able = [name for name, known in zip(CAST, levels_of(game, values), strict=False) if known.simulations]
    if level not in able:
        expected = f"{', '.join(able)}, or {SECONDS} left out" if able else f"{SECONDS} left out"
        raise Refused(422, f"{level.title()} does not look ahead, so time would change nothing: expected {expected}")
    try:
        seconds = find_changed(game, values, BETWEEN.join((level, asked)))[1].seconds
    except UnknownBot:
        seconds = 0.0
    if not 0 < seconds <= longest:
        expected = f"{SECONDS}=NUMBER, above 0 and {longest:g} at most"
        raise Refused(422, f"{asked!r} is not a time a bot may think for here: expected {expected}")
    return seconds
