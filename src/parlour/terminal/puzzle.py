"""Sheets of puzzles, for the games that have some."""

from parlour.engine.game import Game, games
from parlour.engine.hooks import Puzzles
from parlour.engine.options import OptionError


class NoPuzzles(LookupError):
    """A game has no puzzles; the message names those that do."""


def find_puzzles(game: Game) -> Puzzles:
    """Raises NoPuzzles."""
    if game.puzzles is None:
        able = ", ".join(name for name, other in games().items() if other.puzzles)
        raise NoPuzzles(f"{game.title} has no puzzles: expected {f'one of {able}' if able else 'a game that has'}")
    return game.puzzles


def make_sheet(game: Game, kind: str | None, level: int, count: int, dice: int | None, seed: int, answers: bool) -> str:
    """A sheet of puzzles that tells how it can be made again."""
    puzzles = find_puzzles(game)
    again = [f"Made with: parlour puzzle {game.name} --level {level} --count {count} --seed {seed}"]
    asked: dict[str, int] = {}
    if puzzles.dice:
        asked["dice"] = puzzles.dice[0] if dice is None else dice
    elif dice is not None:
        raise OptionError(f"the puzzles of {game.title} have no dice: expected no --dice")
    if dice is not None:
        again.append(f"--dice {dice}")
    if kind is not None:
        again.append(f"--kind {kind}")
    chosen = puzzles.kinds[0] if kind is None else kind
    return puzzles.make_sheet(chosen, level, count, seed, answers=answers, note=" ".join(again), **asked)
