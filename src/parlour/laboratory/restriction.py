"""Restricted play: bots that never do something while they can do anything else, or that do not care for something."""

import random
from dataclasses import replace

from parlour.engine.game import Game
from parlour.engine.options import Values
from parlour.laboratory.characters import HeedingBot, seat_bot
from parlour.laboratory.refusal import LaboratoryError
from parlour.search.bots import Bot, LevelBot, RandomBot
from parlour.search.knowledge import weighing_of
from parlour.search.line import Line, Position
from parlour.search.weights import net_of

WITHOUT = " without "  # between the name of a bot and what is banned
TRIED = 12  # plays at random in which an action has to come up once, for its name to be believed
LONGEST_TRY = 2000  # plies of such a play


def restrict(name: str, banned: tuple[str, ...]) -> str:
    """The name of the same bot without something."""
    return name + WITHOUT + ",".join(banned)


def seat_member(game: Game, values: Values, name: str) -> Bot:
    """A bot by its name, restricted or not."""
    known, without, banned = name.partition(WITHOUT)
    return Restricted(game, values, known, tuple(banned.split(","))) if without else seat_bot(game, values, name)


def list_terms(game: Game, values: Values) -> tuple[str, ...]:
    """What bots judge positions by."""
    weighing = weighing_of(game, game.encode(values))
    return weighing.terms if weighing else ()


class Restricted:
    """A bot that never chooses what is banned while something else is legal; terms that are banned it does not weigh.

    It still foresees that others may choose it, and itself later.
    """

    def __init__(self, game: Game, values: Values, name: str, banned: tuple[str, ...]) -> None:
        self.name = restrict(name, banned)
        terms = list_terms(game, values)
        self.blind = tuple(word for word in banned if word in terms and word not in game.actions.words())
        self.banned = frozenset(banned) - set(self.blind)
        self.bot = self._find_bot(game, values, name, terms)

    def _find_bot(self, game: Game, values: Values, name: str, terms: tuple[str, ...]) -> LevelBot | RandomBot:
        bot = seat_bot(game, values, name)
        if isinstance(bot, HeedingBot):
            raise LaboratoryError(f"{name} judges in a way of its own: expected a level, or one with other changes")
        if not isinstance(bot, LevelBot | RandomBot):
            raise LaboratoryError(f"{name} is a program of its own, and cannot be told what not to do")
        if not self.blind:
            return bot
        if isinstance(bot, RandomBot):
            raise LaboratoryError(f"who plays at random weighs nothing, not {self.blind[0]} either: expected a level")
        level = bot.level
        if net_of(level, game, values):
            raise LaboratoryError(
                f"{name} judges by a net, which weighs {self.blind[0]} as well: expected {name}:net=0"
            )
        knows = terms if level.knows is None else level.knows
        if missing := [word for word in self.blind if word not in knows]:
            raise LaboratoryError(
                f"{name} never weighs {missing[0]}: expected a level that does, or one of these: {', '.join(knows)}"
            )
        return LevelBot(game, values, name, replace(level, knows=tuple(k for k in knows if k not in self.blind)))

    def begin(self, seed: int) -> None:
        self.bot.begin(seed)

    def close(self) -> None:
        self.bot.close()

    def choose(self, position: Position) -> int:
        codes = position.legal_codes()
        allowed = [code for code in codes if not self.is_banned(position, code)] if self.banned else codes
        if len(allowed) in (0, len(codes)):
            return self.bot.choose(position)
        if len(allowed) == 1:
            return allowed[0]
        if isinstance(self.bot, LevelBot):
            thought = self.bot.think(position)
            left = tuple(candidate for candidate in thought.candidates if candidate.code in allowed)
            if left:  # else it overlooks all that it may do
                return self.bot.pick(position, replace(thought, candidates=left))
        return RandomBot(self.bot.seed).pick(allowed, len(position.codes))

    def is_banned(self, position: Position, code: int) -> bool:
        """Whether an action is banned, by its kind or as it is written."""
        game = position.game
        return game.actions.word(code) in self.banned or (
            bool(self.banned - set(game.actions.words()))
            and game.notation.write(position.s, position.o, code) in self.banned
        )


def check_banned(game: Game, values: Values, banned: tuple[str, ...]) -> None:
    """Whether there is such a kind of action, such an action, or such a term. Raises LaboratoryError."""
    known = {*game.actions.words(), *list_terms(game, values)}
    unknown = [word for word in banned if word not in known]
    if unknown and (unseen := set(unknown) - list_written(game, values)):
        raise LaboratoryError(
            f"nothing is called {min(unseen)!r}, and it never came up as an action in {TRIED} plays at random: "
            f"expected a kind of action ({', '.join(game.actions.words())}), an action as it is written, or something "
            f"that bots weigh ({', '.join(list_terms(game, values)) or 'nothing here'})"
        )


def list_written(game: Game, values: Values) -> set[str]:
    """How the actions are written that come up in some plays at random."""
    found: set[str] = set()
    for number in range(TRIED):
        rng, line = random.Random(number), Line(game, values)
        while not line.over and len(line.codes) < LONGEST_TRY:
            if line.at_chance:
                line.draw(rng.random())
            else:
                codes = line.legal_codes()
                found.update(game.notation.write(line.s, line.o, code) for code in codes)
                line.push(rng.choice(codes))
    return found
