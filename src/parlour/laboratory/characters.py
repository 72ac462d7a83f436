"""Who plays in the laboratory: a level of the game, with changes, or a persona, which is a level with changes too."""

from dataclasses import asdict, dataclass, replace
from math import isfinite
from typing import Any

from parlour.engine.game import Game
from parlour.engine.level import Level
from parlour.engine.options import Values
from parlour.laboratory.refusal import LaboratoryError
from parlour.search.bots import CAST, RANDOM, Bot, LevelBot, UnknownBot, find_level, pick
from parlour.search.knowledge import levels_of
from parlour.search.line import Line, Position
from parlour.search.outside import ENGINE
from parlour.search.seating import BETWEEN, CHANGES, change_level, names_file, new_bot
from parlour.search.thinker import Candidate, Thinker, by_promise

DECISIVE = 1000.0  # what an end of the play outweighs everything else by


@dataclass(frozen=True)
class Character:
    """How somebody plays."""

    level: Level
    heeds: float | None = None  # how much what others have counts, where one's own counts 1; None: it goes by points


@dataclass(frozen=True)
class Persona:
    """A kind of player that every game with knowledge has."""

    line: str
    weakest: bool  # whether it is the weakest level that is changed, or the strongest
    changes: tuple[str, ...]


PERSONAS = {
    "greedy": Persona("plays for what it has, whatever the others get", False, ("heeds=0", "wavering=0")),
    "cautious": Persona("minds what the others have twice as much as its own", False, ("heeds=2", "wavering=0")),
    "child": Persona("knows as little as the weakest level, and often plays anything", True, ("wavering=0.3",)),
}
HEEDS = "heeds"  # a change that only the laboratory knows


def read_character(game: Game, values: Values, text: str) -> tuple[str, Character]:
    """Somebody as people write them, `dora:wavering=0.2`, and their name. Raises LaboratoryError and UnknownBot."""
    base, *changes = text.split(BETWEEN)
    if base in PERSONAS:
        persona, levels = PERSONAS[base], levels_of(game, values)
        name, character = base, Character(levels[0] if persona.weakest else levels[-1])
        if game.knowledge is None:
            raise LaboratoryError(f"{game.title} has no knowledge of its own, so {base} has nothing to go by")
        changes = [*persona.changes, *changes]
        told = changes[len(persona.changes) :]
    else:
        name, level = _find_level(game, values, base)
        character, told = Character(level), changes
    for change in changes:
        character = _change(game, values, character, change)
    if character.heeds is not None:  # it judges what a move leads to, and thinks no further
        character = replace(character, level=replace(character.level, simulations=0))
    return BETWEEN.join([name, *told]), character


def _find_level(game: Game, values: Values, name: str) -> tuple[str, Level]:
    try:
        return find_level(game, values, name)
    except UnknownBot as error:
        raise UnknownBot(f"{error}, {', '.join(PERSONAS)}") from None


def _change(game: Game, values: Values, character: Character, change: str) -> Character:
    name, _, written = change.partition("=")
    if name not in (HEEDS, *CHANGES):
        expected = "=…, ".join((*CHANGES, HEEDS))
        raise LaboratoryError(f"{change!r} changes nothing about a bot: expected one of {expected}=…")
    if names_file(change):
        raise LaboratoryError(f"{change!r} works in the arena and at the table: here the game's own judges, or none")
    if name != HEEDS:
        return replace(character, level=change_level(game, values, character.level, change))
    try:
        heeds = float(written)
    except ValueError:
        heeds = -1.0
    if heeds < 0 or not isfinite(heeds):
        raise LaboratoryError(f"{change!r} does not work: expected {HEEDS}=NUMBER, and none below 0")
    if game.knowledge is None:
        raise LaboratoryError(f"{game.title} has no knowledge of its own, so nobody can heed what others have")
    return replace(character, heeds=heeds)


def settle_bot(game: Game, values: Values, text: str) -> str:
    """The name under which somebody plays. Raises LaboratoryError and UnknownBot."""
    return text if is_plain(text) else read_character(game, values, text)[0]


def seat_bot(game: Game, values: Values, name: str) -> Bot:
    """Somebody ready to play. Raises LaboratoryError and UnknownBot."""
    if is_plain(name) or name in CAST:
        return new_bot(game, values, name)
    settled, character = read_character(game, values, name)
    if character.heeds is None:
        return LevelBot(game, values, settled, character.level)
    return HeedingBot(game, values, settled, character.level, character.heeds)


def is_plain(name: str) -> bool:
    """Whether somebody has no settings here."""
    return name == RANDOM or name.startswith(ENGINE)


def list_settings(game: Game, values: Values, names: tuple[str, ...]) -> dict[str, Any]:
    """All that is known of how each plays, as data: what results are filed under."""
    found = {}
    for name in dict.fromkeys(names):
        if not is_plain(name):
            settings = asdict(read_character(game, values, name)[1])
            settings["level"].pop("line")
            found[name] = settings
    return found


class HeedingBot:
    """Somebody who judges what every move leads to by how strong it leaves them, and how strong the others."""

    def __init__(self, game: Game, values: Values, name: str, level: Level, heeds: float) -> None:
        self.name, self.level, self.heeds, self.seed = name, level, heeds, 0
        self.thinker = Thinker(game, values, knows=level.knows, sight=level.sight)

    def begin(self, seed: int) -> None:
        self.seed = seed

    def choose(self, position: Position) -> int:
        codes = position.legal_codes()
        if len(codes) == 1:
            return codes[0]
        mover = int(position.states["to_move"][0])
        candidates = by_promise([self.judge(position, code, mover) for code in codes], mover)
        return pick(candidates, mover, self.level, self.seed, len(position.codes))

    def judge(self, position: Position, code: int, mover: int) -> Candidate:
        """What comes of a move; the points of an end outweigh all else."""
        after = Line.after(position, code)
        strengths = [DECISIVE * points for points in after.score] if after.over else self.strengths(after)
        others = [strength for seat, strength in enumerate(strengths) if seat != mover]
        worth = strengths[mover] - self.heeds * max(others, default=0.0)
        return Candidate(code, 1, tuple(worth if seat == mover else 0.0 for seat in range(len(strengths))))

    def strengths(self, position: Position) -> list[float]:
        """How strong each seat is, by what the game knows."""
        found: list[float] = (self.thinker.weigh(position) @ self.thinker.weights).tolist()
        return found

    def close(self) -> None:
        pass


def describe_personas() -> str:
    """Personas as the table of a page."""
    lines = [f"| `{name}` | {persona.line} |" for name, persona in PERSONAS.items()]
    return "\n".join(["| persona | how it plays |", "|---|---|", *lines])
