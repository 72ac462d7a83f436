"""Who takes a seat: an opponent of some level, one who plays at random, or a program of somebody's own."""

from parlour.engine.game import Game
from parlour.engine.options import Values
from parlour.search.bots import RANDOM, Bot, LevelBot, RandomBot, find_level
from parlour.search.outside import ENGINE, EngineBot


def settle_name(game: Game, values: Values, name: str) -> str:
    """The name of a bot that was given by name, by the number of its level or by a command. Raises UnknownBot."""
    return name if name == RANDOM or name.startswith(ENGINE) else find_level(game, values, name)[0]


def new_bot(game: Game, values: Values, name: str, seed: int = 0, threads: int = 1) -> Bot:
    """A bot by any of these, for plays under these options. Raises UnknownBot."""
    if name == RANDOM:
        return RandomBot(seed)
    if name.startswith(ENGINE):
        return EngineBot(name.removeprefix(ENGINE))
    return LevelBot(game, values, *find_level(game, values, name), seed, threads)
