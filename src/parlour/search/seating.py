"""Who takes a seat: an opponent of some level, one who plays at random, or a program of somebody's own.

A level may be changed: `octavia:seconds=5` thinks for five seconds a move, `octavia:net=0` judges without a net and
`octavia:net=FILE.npz` by that one, `octavia:ending=0` guesses what she could know.
"""

from dataclasses import replace
from math import isfinite
from pathlib import Path
from typing import Any

from parlour.engine.game import Game
from parlour.engine.level import Level
from parlour.engine.options import Values
from parlour.search.bots import RANDOM, Bot, LevelBot, RandomBot, UnknownBot, find_level
from parlour.search.endings import family_of
from parlour.search.knowledge import weighing_of
from parlour.search.outside import ENGINE, EngineBot
from parlour.search.weights import WeightsError, find_weights, net_of, read_weights

BETWEEN = ":"  # a name and its changes
SIMULATIONS = "simulations"
WHOLE = ("sight", SIMULATIONS)
SECONDS, NET, ENDING, WAVERING, FORGETS = "seconds", "net", "ending", "wavering", "forgets"
CHANGES = (*WHOLE, SECONDS, NET, ENDING, WAVERING, FORGETS)
WEIGHTS = ".npz"  # how the name of a file of weights ends
LONGEST = 3600.0  # seconds a move


def settle_name(game: Game, values: Values, name: str) -> str:
    """The name of a bot that was given by name, by the number of its level or by a command. Raises UnknownBot."""
    return name if name == RANDOM or name.startswith(ENGINE) else find_changed(game, values, name)[0]


def new_bot(game: Game, values: Values, name: str, seed: int = 0, threads: int = 1) -> Bot:
    """A bot by any of these, for plays under these options. Raises UnknownBot."""
    if name == RANDOM:
        return RandomBot(seed)
    if name.startswith(ENGINE):
        return EngineBot(name.removeprefix(ENGINE))
    return LevelBot(game, values, *find_changed(game, values, name), seed, threads)


def find_changed(game: Game, values: Values, text: str) -> tuple[str, Level]:
    """A level with its changes, as people write it, and the name of whoever plays so. Raises UnknownBot."""
    base, *changes = text.split(BETWEEN)
    name, level = find_level(game, values, base)
    for change in changes:
        level = change_level(game, values, level, change)
    return BETWEEN.join([name, *changes]), level


def change_level(game: Game, values: Values, level: Level, change: str) -> Level:
    """A level with one thing about it changed; of seconds and simulations the last counts. Raises UnknownBot."""
    name, _, written = change.partition("=")
    if name not in CHANGES:
        raise UnknownBot(f"{change!r} changes nothing about a bot: expected one of {'=…, '.join(CHANGES)}=…")
    if name == FORGETS:
        return replace(level, knows=_forget(game, values, level, written))
    if names_file(change):
        return replace(level, net=_find_net(game, values, Path(written)))
    if name in (NET, ENDING) and written not in ("0", "1"):
        file = f", or {NET}=FILE{WEIGHTS}" if name == NET else ""
        raise UnknownBot(f"{change!r} does not work: expected {name}=0 or {name}=1{file}")
    if name == ENDING:
        if written == "1" and family_of(game, values) is None:
            raise UnknownBot(f"{game.title} has no known endings for these options: expected {ENDING}=0, or nothing")
        return replace(level, ending=written == "1")
    if name == NET:
        if written == "1" and find_weights(game, values) is None:
            raise UnknownBot(f"{game.title} has no net for these options: expected {NET}=0, or nothing")
        return replace(level, net=written == "1")
    try:
        number = int(written) if name in WHOLE else float(written)
    except ValueError:
        number = -1
    if number < 0 or not isfinite(number):
        raise UnknownBot(f"{change!r} does not work: expected {name}=NUMBER, and none below 0")
    if name == SECONDS and not 0 < number <= LONGEST:
        raise UnknownBot(f"{change!r} does not work: expected more than 0 seconds a move, and {LONGEST:g} at most")
    settings: dict[str, Any] = {name: number} | ({SECONDS: 0.0} if name == SIMULATIONS else {})
    return replace(level, **settings)


def names_file(change: str) -> bool:
    """Whether a change names a net in a file."""
    name, _, written = change.partition("=")
    return name == NET and written.endswith(WEIGHTS)


def _find_net(game: Game, values: Values, file: Path) -> Path:
    try:
        read_weights(file, game, values)
    except WeightsError as error:
        raise UnknownBot(f"{error}. Expected a net that parlour train or refine made for these options") from None
    return file


def _forget(game: Game, values: Values, level: Level, term: str) -> tuple[str, ...]:
    if net_of(level, game, values):
        raise UnknownBot(f"a net forgets nothing, not {term!r} either: expected {NET}=0 before it")
    weighing = weighing_of(game, game.encode(values))
    known = level.knows if level.knows is not None else weighing.terms if weighing else ()
    if term not in known:
        expected = f"one of {', '.join(known)}" if known else "nothing, for it knows nothing"
        raise UnknownBot(f"nobody can forget {term!r} here: expected {expected}")
    return tuple(other for other in known if other != term)
