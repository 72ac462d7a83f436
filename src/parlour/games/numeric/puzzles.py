"""Puzzles with the dice, by difficulty, and sheets of them to be printed.

A puzzle is as difficult as its simplest expression is hard to see (`expressions.cost`), and a hunt for all the numbers
of a throw as there are many. How many there are of each level:

    level                          1     2     3     4     5
    puzzles with 4 dice          797  1046  1238   974   455
      cost                       0–1     2     3     4   5–7
    puzzles with 3 dice           56   209   176   135    47
      cost                         0     1     2     3     4
    hunts with 4 dice             19    26    25    28    28
      numbers to find           4–20 21–30 31–38 39–48 49–68
    hunts with 3 dice              8    12     8    17    11
      numbers to find            3–7  8–10    11 12–13 14–19
"""

import random
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import TypeVar

from parlour.engine.options import OptionError
from parlour.games.numeric.expressions import cost, simplest, written
from parlour.games.numeric.reach import CLASSES, THROWS, Dice, class_table
from parlour.games.numeric.teaching import find_all

KINDS = ("make", "find")
LEVELS = range(1, 6)
DICE = (4, 3)  # the usual number first
MOST_COST = {4: (1, 2, 3, 4), 3: (0, 1, 2, 3)}  # of every level but the last
MOST_NUMBERS = {4: (20, 30, 38, 48), 3: (7, 10, 11, 13)}

PAGE = 54  # lines that fit on paper of any usual size
WIDTH = 76
COLUMNS = 3  # of the numbers found in a hunt


@dataclass(frozen=True)
class Puzzle:
    """Make the target from the dice."""

    dice: Dice
    target: int
    level: int
    solution: str
    others: tuple[str, ...]  # the simplest solutions with other signs


@dataclass(frozen=True)
class Hunt:
    """Find as many numbers as you can."""

    dice: Dice
    level: int
    solutions: tuple[tuple[int, str], ...]  # every number with its simplest expression


Posed = TypeVar("Posed", Puzzle, Hunt)


def make_puzzles(count: int, level: int, seed: int, dice: int = 4) -> list[Puzzle]:
    """Different puzzles of one level. The same seed makes the same puzzles."""
    _check(level, dice)
    pool = [puzzle for puzzle in _puzzles(dice) if puzzle.level == level]
    return _draw(pool, count, seed)


def make_hunts(count: int, level: int, seed: int, dice: int = 4) -> list[Hunt]:
    """Hunts of one level with different throws. The same seed makes the same hunts."""
    _check(level, dice)
    pool = [hunt for hunt in _hunts(dice) if hunt.level == level]
    return _draw(pool, count, seed)


def make_sheet(kind: str, level: int, count: int, seed: int, dice: int, answers: bool = True, note: str = "") -> str:
    """A worksheet of new puzzles."""
    if kind not in KINDS:
        raise OptionError(f"there is no kind of puzzle {kind!r}: expected {' or '.join(KINDS)}")
    make = make_puzzles if kind == "make" else make_hunts
    return worksheet(make(count, level, seed, dice), answers, note)


def _check(level: int, dice: int) -> None:
    if level not in LEVELS:
        raise OptionError(f"there is no level {level}: expected {LEVELS[0]} to {LEVELS[-1]}")
    if dice not in DICE:
        raise OptionError(f"there are no puzzles with {dice} dice: expected {min(DICE)} or {max(DICE)}")


@cache
def _puzzles(dice: int) -> tuple[Puzzle, ...]:
    return tuple(
        Puzzle(throw, number, bisect_left(MOST_COST[dice], cost(expression)) + 1, expression, _others(throw, number))
        for throw in THROWS
        if len(throw) == dice
        for number, expression in find_all(throw).items()
    )


def _others(throw: Dice, number: int) -> tuple[str, ...]:
    """The simplest expressions of all classes but the one of the simplest of all, the simpler first."""
    found = [simplest(throw, number, signs) for signs in range(CLASSES)]
    kept = [expression for expression in found if expression and expression != simplest(throw, number)]
    return tuple(sorted(kept, key=lambda expression: (cost(expression), expression)))


@cache
def _hunts(dice: int) -> tuple[Hunt, ...]:
    return tuple(
        Hunt(throw, bisect_left(MOST_NUMBERS[dice], len(class_table(throw))) + 1, tuple(find_all(throw).items()))
        for throw in THROWS
        if len(throw) == dice
    )


def _draw(pool: list[Posed], count: int, seed: int) -> list[Posed]:
    """Some of the pool with as many different throws as there are, the dice lying as they fall."""
    if not 1 <= count <= len(pool):
        there = f"level {pool[0].level} with {len(pool[0].dice)} dice has {len(pool)}"
        raise OptionError(f"{count} puzzles cannot be made, as {there}: expected 1 to {len(pool)}")
    rng = random.Random(seed)
    rng.shuffle(pool)
    by_throw: defaultdict[Dice, list[Posed]] = defaultdict(list)
    for posed in pool:
        by_throw[posed.dice].append(posed)
    ranked = sorted(pool, key=lambda posed: by_throw[posed.dice].index(posed))
    return [replace(posed, dice=tuple(rng.sample(posed.dice, len(posed.dice)))) for posed in ranked[:count]]


def worksheet(puzzles: Sequence[Puzzle | Hunt], answers: bool = True, note: str = "") -> str:
    """A sheet in plain text, with form feeds between the pages; the answers have pages of their own at the end."""
    tasks = [_pose(number, puzzle) for number, puzzle in enumerate(puzzles, 1)]
    heading = [
        "NUMERIC",
        "",
        f"Name {'_' * 34}  Date {'_' * 16}",
        "",
        "Make whole numbers from 1 to 100. Use every die exactly once, with + − × ÷",
        "and brackets. A division must not leave a remainder.",
        "",
    ]
    pages = _paginate(heading, tasks)
    if answers:
        solved = [_answer(number, puzzle) for number, puzzle in enumerate(puzzles, 1)]
        pages += _paginate(["NUMERIC: ANSWERS", ""], solved)
    if note:
        pages = [f"{page}\n{note}\n" for page in pages]
    return "\f".join(pages)


def _pose(number: int, puzzle: Puzzle | Hunt) -> list[str]:
    """The lines of one task, with room for the answer."""
    dice = "  ".join(f"[{face}]" for face in puzzle.dice)
    if isinstance(puzzle, Puzzle):
        return [f"{number:3}.  {dice}   make {puzzle.target}", "", f"      {'_' * (WIDTH - 6)}", ""]
    count = len(puzzle.solutions)
    lines = [f"{number:3}.  {dice}   find as many of the {count} numbers as you can", ""]
    blank = "____ = _____________"
    for first in range(0, count, COLUMNS):
        lines.append("      " + "   ".join([blank] * min(COLUMNS, count - first)))
    return [*lines, ""]


def _answer(number: int, puzzle: Puzzle | Hunt) -> list[str]:
    if isinstance(puzzle, Puzzle):
        lines = [f"{number:3}.  {puzzle.target} = {written(puzzle.solution)}"]
        return lines + [f"        or {written(other)}" for other in puzzle.others]
    told = [f"{made:3} = {written(expression)}" for made, expression in puzzle.solutions]
    lines = [f"{number:3}.  {' '.join(map(str, puzzle.dice))}: {len(told)} numbers"]
    for first in range(0, len(told), COLUMNS):
        lines.append(("   " + "".join(f"{text:25}" for text in told[first : first + COLUMNS])).rstrip())
    return [*lines, ""]


def _paginate(heading: list[str], blocks: list[list[str]]) -> list[str]:
    """Pages of whole blocks, the first one below the heading."""
    pages = [heading.copy()]
    for block in blocks:
        if len(pages[-1]) + len(block) > PAGE:
            pages.append([])
        pages[-1] += block
    return ["\n".join(page) + "\n" for page in pages]
