"""A puzzle: a question about one position, and the moves that answer it. It is data, the same wherever it is posed."""

import lzma
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

FIELDS = 5  # of a line in a file of mined puzzles: level, seat, position, answer, explanation
BEST = "best"  # the kind that asks for the best move
HEADING = "# "  # begins a line of such a file that tells where it comes from


@dataclass(frozen=True)
class Puzzle:
    """One question. Whoever answers plays one of the answers in the position."""

    kind: str
    level: int
    number: int
    options: Mapping[str, Any]  # those that are not as usual
    position: str
    seat: int  # whose move is asked for
    question: str  # in a line, to whoever sits there
    answers: tuple[str, ...]  # as the game writes moves; each of them is right, and nothing else
    explanation: str  # why, in a sentence


@dataclass(frozen=True)
class PuzzleKind:
    """A kind of question a game can ask, at one or more levels, numbered from 1 at each."""

    name: str  # as addresses and commands write it
    title: str
    line: str  # what is asked, in a line
    levels: Callable[[], tuple[int, ...]]  # how many puzzles there are of each level, the easiest first
    pose: Callable[[int, int], Puzzle]  # of a level and a number: the same puzzle every time
    mined: "Mining | None" = None  # where its puzzles come from, if they were found by search


@dataclass(frozen=True)
class Mining:
    """How puzzles are found in plays: by which options, and how large a lead makes a move the clearly best one."""

    file: Path  # where they are kept
    options: Mapping[str, Any]
    lead: float  # points by which the best has to be ahead of the second, whatever the error
    wandering: float = 0.2  # of all moves, those played at random, so that plays differ


@dataclass(frozen=True)
class Found:
    """A mined puzzle as its file tells it."""

    level: int
    seat: int
    position: str
    answer: str
    explanation: str


def read_found(file: Path) -> tuple[Found, ...]:
    """What was mined so far, in the order of its numbers; nothing where there is no file."""
    if not file.exists():
        return ()
    text = lzma.decompress(file.read_bytes()).decode()
    found = []
    for line in text.splitlines():
        if not line.startswith(HEADING):
            level, seat, position, answer, explanation = line.split("\t", FIELDS - 1)
            found.append(Found(int(level), int(seat), position, answer, explanation))
    return tuple(found)


def write_found(file: Path, found: tuple[Found, ...], heading: str) -> None:
    lines = [HEADING + heading]
    lines += ["\t".join((str(f.level), str(f.seat), f.position, f.answer, f.explanation)) for f in found]
    file.write_bytes(lzma.compress("\n".join([*lines, ""]).encode(), preset=9))


def best_move_kind(mining: Mining) -> PuzzleKind:
    """Positions in which one move is clearly the best: found by search, and kept in a file."""

    @cache
    def by_level() -> dict[int, list[Found]]:
        found = read_found(mining.file)
        return {level: [one for one in found if one.level == level] for level in sorted({one.level for one in found})}

    def levels() -> tuple[int, ...]:
        kept = by_level()
        return tuple(len(kept.get(level, [])) for level in range(1, max(kept, default=0) + 1))

    def pose(level: int, number: int) -> Puzzle:
        one = by_level()[level][number - 1]
        return Puzzle(
            kind=BEST,
            level=level,
            number=number,
            options=mining.options,
            position=one.position,
            seat=one.seat,
            question="What is your best move?",
            answers=(one.answer,),
            explanation=one.explanation,
        )

    line = "One move is clearly better than all others: which?"
    return PuzzleKind(BEST, "Find the best move", line, levels, pose, mining)
