"""Puzzles with the dice, on the board: make this number. Sheets of them are in `puzzles.py`."""

from functools import cache

from parlour.engine.puzzle import Puzzle, PuzzleKind
from parlour.games.numeric import puzzles
from parlour.games.numeric.expressions import written

OPTIONS = {"variant": "basic"}
COUNTS = (797, 1046, 1238, 974, 455)  # of every level, all there are with four dice
ORDER = 1  # the seed by which they are numbered: never changed, or other puzzles would stand under old numbers


@cache
def numbered(level: int) -> tuple[puzzles.Puzzle, ...]:
    """All puzzles of a level, in the order of their numbers."""
    return tuple(puzzles.make_puzzles(COUNTS[level - 1], level, ORDER))


def pose(level: int, number: int) -> Puzzle:
    puzzle = numbered(level)[number - 1]
    solutions = (puzzle.solution, *puzzle.others)
    throw = "".join(str(face) for face in sorted(puzzle.dice, reverse=True))
    explanation = f"{puzzle.target} = {written(puzzle.solution)}."
    if puzzle.others:
        explanation = f"{explanation[:-1]}, or {written(puzzle.others[0])}."
    return Puzzle(
        kind="make",
        level=level,
        number=number,
        options=OPTIONS,
        position=f"phase=forming throws=1 thrower=A turn=A asked=0 throw={throw} money=0,0",
        seat=0,
        question=f"Make {puzzle.target}. Use every die once.",
        answers=tuple(f"{solution}={puzzle.target}" for solution in solutions),
        explanation=explanation,
    )


MAKE = PuzzleKind("make", "Make the number", "Four dice, and a number to make of all of them.", lambda: COUNTS, pose)
