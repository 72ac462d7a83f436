"""Sheets of puzzles, for the games that have some."""

from types import ModuleType

from parlour.engine.game import Game, find_module, games
from parlour.engine.options import OptionError


class NoPuzzles(LookupError):
    """A game has no puzzles; the message names those that do."""


def find_puzzles(game: Game) -> ModuleType:
    """The game's own `puzzles.py`, beside its rules.

    It offers `KINDS`, the names of its kinds of puzzles, the usual one first; `make_sheet`, which poses some; and, if
    its puzzles have dice, `DICE`, how many there may be, the usual number first.
    """
    found = find_module(game, "puzzles")
    if found is None:
        able = ", ".join(name for name, other in games().items() if find_module(other, "puzzles") is not None)
        raise NoPuzzles(f"{game.title} has no puzzles: expected {f'one of {able}' if able else 'a game that has'}")
    return found


def make_sheet(game: Game, kind: str | None, level: int, count: int, dice: int | None, seed: int, answers: bool) -> str:
    """A sheet of puzzles that tells how it can be made again."""
    puzzles = find_puzzles(game)
    again = [f"Made with: parlour puzzle {game.name} --level {level} --count {count} --seed {seed}"]
    asked: dict[str, int] = {}
    numbers: tuple[int, ...] = getattr(puzzles, "DICE", ())
    if numbers:
        asked["dice"] = numbers[0] if dice is None else dice
    elif dice is not None:
        raise OptionError(f"the puzzles of {game.title} have no dice: expected no --dice")
    if dice is not None:
        again.append(f"--dice {dice}")
    if kind is not None:
        again.append(f"--kind {kind}")
    chosen = puzzles.KINDS[0] if kind is None else kind
    sheet: str = puzzles.make_sheet(chosen, level, count, seed, answers=answers, note=" ".join(again), **asked)
    return sheet
