"""Posing puzzles: which there are, how one is set up, whether an answer is right, and which is today's."""

from dataclasses import dataclass
from datetime import date
from hashlib import sha256

from parlour.engine.game import Game, games
from parlour.engine.moves import Action, Frame
from parlour.engine.play import IllegalAction, Play
from parlour.engine.puzzle import Puzzle, PuzzleKind
from parlour.engine.scene import Scene

DAYS = 7  # from the easiest on a Monday to the hardest on a Sunday


class NoPuzzle(LookupError):
    """There is no such puzzle; the message says which there are."""


@dataclass(frozen=True)
class Judged:
    """What somebody played, whether it was right, and what came of it."""

    right: bool
    action: Action  # what was played
    sentences: tuple[str, ...]  # what happened
    frames: tuple[Frame, ...]
    after: Scene


def list_kinds(game: Game) -> tuple[PuzzleKind, ...]:
    """The kinds of a game that have any puzzles."""
    return tuple(kind for kind in game.puzzles.posed if any(kind.levels())) if game.puzzles else ()


def find_kind(game: Game, name: str | None = None) -> PuzzleKind:
    """The kind of that name, or the usual one. Raises NoPuzzle."""
    kinds = {kind.name: kind for kind in list_kinds(game)}
    if not kinds:
        able = ", ".join(other.name for other in games().values() if list_kinds(other))
        raise NoPuzzle(f"{game.title} has no puzzles to be played: expected {f'one of {able}' if able else 'another'}")
    if name is not None and name not in kinds:
        raise NoPuzzle(f"there is no kind of puzzle {name!r}: expected {' or '.join(kinds)}")
    return kinds[name] if name is not None else next(iter(kinds.values()))


def pose(game: Game, kind: str | None, level: int, number: int) -> Puzzle:
    """Raises NoPuzzle."""
    found = find_kind(game, kind)
    counts = found.levels()
    if not 1 <= level <= len(counts) or not counts[level - 1]:
        there = ", ".join(str(at) for at, count in enumerate(counts, 1) if count)
        raise NoPuzzle(f"there is no level {level}: expected {there}")
    if not 1 <= number <= counts[level - 1]:
        raise NoPuzzle(f"there is no puzzle {number} of level {level}: expected 1 to {counts[level - 1]}")
    return found.pose(level, number)


def pose_of_the_day(game: Game, day: date) -> Puzzle:
    """The puzzle of a day, by the date alone. Raises NoPuzzle."""
    find_kind(game)
    kinds = list_kinds(game)
    drawn = int.from_bytes(sha256(f"{game.name} {day.isoformat()}".encode()).digest()[:8], "big")
    kind = kinds[drawn % len(kinds)]
    counts = [(level, count) for level, count in enumerate(kind.levels(), 1) if count]
    level, count = counts[day.weekday() * len(counts) // DAYS]
    return kind.pose(level, drawn // len(kinds) % count + 1)


def set_up(game: Game, puzzle: Puzzle) -> Play:
    """The position of a puzzle, to be played on."""
    play = Play(game, game.settle(**puzzle.options))
    play.place(puzzle.position)
    return play


def judge(game: Game, puzzle: Puzzle, move: str) -> Judged:
    """Play an answer. Raises IllegalAction where it cannot be played, or is more than one move."""
    play = set_up(game, puzzle)
    right = {read_move(play, answer) for answer in puzzle.answers}
    code = read_move(play, move)
    action = next(action for action in play.legal if action.code == code)
    told = len(play.events)
    play.push(code)
    return Judged(
        right=code in right,
        action=action,
        sentences=tuple(play.say(event.words, puzzle.seat) for event in play.events[told:]),
        frames=tuple(play.frames(0, puzzle.seat)),
        after=play.scene(puzzle.seat),
    )


def list_answers(game: Game, puzzle: Puzzle) -> tuple[Action, ...]:
    """The moves that are right."""
    play = set_up(game, puzzle)
    right = {read_move(play, answer) for answer in puzzle.answers}
    return tuple(action for action in play.legal if action.code in right)


def read_move(play: Play, move: str) -> int:
    """The code of a single move. Raises IllegalAction."""
    read = play.read(move)
    if len(read) != 1:
        raise IllegalAction(f"{move!r} is {len(read)} moves: expected one")
    return read[0][1]
