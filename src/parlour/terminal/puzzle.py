"""Puzzles for the games that have some: sheets to be printed, single ones on the board, and new ones found in plays."""

from pathlib import Path

from rich.console import Console

from parlour.engine.game import Game, games
from parlour.engine.hooks import Puzzles
from parlour.engine.options import OptionError
from parlour.engine.posing import find_kind, list_answers, pose, set_up
from parlour.engine.puzzle import Found, Puzzle, PuzzleKind, read_found, write_found
from parlour.search.mining import Miner
from parlour.terminal.progress import new_progress

SAVED = 25  # puzzles after which the file is written, so that a run that is broken off is not lost


class NoPuzzles(LookupError):
    """A game has no puzzles; the message names those that do."""


def find_puzzles(game: Game) -> Puzzles:
    """Raises NoPuzzles."""
    if game.puzzles is None:
        able = ", ".join(name for name, other in games().items() if other.puzzles)
        raise NoPuzzles(f"{game.title} has no puzzles: expected {f'one of {able}' if able else 'a game that has'}")
    return game.puzzles


def has_sheets(game: Game) -> bool:
    return find_puzzles(game).make_sheet is not None


def make_sheet(game: Game, kind: str | None, level: int, count: int, dice: int | None, seed: int, answers: bool) -> str:
    """A sheet of puzzles that tells how it can be made again."""
    puzzles = find_puzzles(game)
    if puzzles.make_sheet is None:
        raise NoPuzzles(f"{game.title} has no sheets of puzzles: expected --number or --of-the-day")
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


def find_puzzle(game: Game, kind: str | None, level: int, number: int | None, seed: int) -> Puzzle:
    """A puzzle by its number, or one drawn by the seed. Raises NoPuzzle."""
    counts = find_kind(game, kind).levels()
    count = counts[level - 1] if 1 <= level <= len(counts) else 1
    return pose(game, kind, level, seed % max(count, 1) + 1 if number is None else number)


def tell_puzzle(game: Game, puzzle: Puzzle, answers: bool) -> str:
    """A puzzle in text: the board, the question and, if wanted, the answer."""
    play = set_up(game, puzzle)
    again = f"parlour puzzle {game.name} --kind {puzzle.kind} --level {puzzle.level} --number {puzzle.number}"
    lines = [str(play), "", f"You are {play.seat_name(puzzle.seat)}. {puzzle.question}"]
    if answers:
        right = " or ".join(action.notation for action in list_answers(game, puzzle))
        lines += ["", f"Answer: {right}", puzzle.explanation]
    return "\n".join([*lines, "", f"Made with: {again}", ""])


def find_mined(game: Game, kind: str | None) -> PuzzleKind:
    """A kind whose puzzles are found by search. Raises NoPuzzles."""
    kinds = {one.name: one for one in find_puzzles(game).posed if one.mined}
    if not kinds or (kind is not None and kind not in kinds):
        raise NoPuzzles(
            f"{game.title} has no such puzzles to be mined: expected {' or '.join(kinds) or 'another game'}"
        )
    return kinds[kind] if kind is not None else next(iter(kinds.values()))


def tell_origin(game: Game, count: int, seed: int) -> str:
    """How just these can be found again."""
    return f"parlour puzzle mine {game.name} --count {count} --seed {seed}"


def mine(console: Console, game: Game, kind: str | None, count: int, seed: int, output: str | None) -> tuple[int, Path]:
    """Look for puzzles until there are so many, and write them down; how many, and where. Raises NoPuzzles."""
    mining = find_mined(game, kind).mined
    assert mining is not None  # find_mined finds no other
    file = Path(output) if output else mining.file
    found: list[Found] = []
    with new_progress(console) as progress:
        task = progress.add_task("Compiling", total=count)
        for plays, one in Miner(game, mining).mine(seed):
            if one:
                found.append(one)
                if len(found) % SAVED == 0:
                    write_found(file, tuple(found), tell_origin(game, len(found), seed))
            progress.update(task, description=f"Looking through play {plays}", completed=len(found), refresh=True)
            if len(found) == count:
                break
    write_found(file, tuple(found), tell_origin(game, len(found), seed))
    return len(read_found(file)), file
