"""Puzzles of Stencil: claim on your first, second or third turn, whatever the other does.

A puzzle is drawn from its number and proved by playing out every line: the moves it accepts are all that lead to a
claim in time, and no other does. Nothing has to be compiled for that, so a number means the same puzzle everywhere;
tests compare it with the exact solver.
"""

import random
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache, lru_cache

from parlour.engine.puzzle import Puzzle, PuzzleKind
from parlour.engine.wording import listed
from parlour.games.stencil.board import CELLS, DEFAULT_PLATES, PLATES, cells_of, orient
from parlour.games.stencil.rules import EVERY_CELL, OTHERS_NEEDED, OWN_NEEDED
from parlour.games.stencil.state import COLOURS
from parlour.games.stencil.text import QUARTERS, SEATS

COUNTS = (1000, 1000, 1000)  # a level is the turn on which the claim is made
COUNTERS = ((8, 12), (6, 11), (6, 10))  # how many lie on the board, by level
MOST_ANSWERS = 2  # else there is nothing to find
OPTIONS = {"games": 1, "first_player": "red", "plate_choice": "fixed"}
PASS = -1  # a wrong claim, which is a turn without a counter
ASKS = ("You can claim now: how does your plate lie?", "Claim on your second turn", "Claim on your third turn")

Holes = tuple[int, ...]  # what a plate shows, turned each way


@cache
def holes_of(plate: int) -> Holes:
    return tuple(orient(DEFAULT_PLATES[plate], turning) for turning in range(len(QUARTERS)))


@dataclass(frozen=True)
class Board:
    """What lies there, as whoever is to move sees it."""

    own: int
    others: int
    holes: Holes
    others_holes: Holes
    passed: bool = False  # whether the last turn of whoever moves was a wrong claim
    others_passed: bool = False

    def turnings(self) -> list[int]:
        """How the plate can lie so that a claim is right."""
        return [turning for turning, holes in enumerate(self.holes) if shows(holes, self.own, self.others)]

    def moves(self) -> Iterator[int]:
        """Every turn but a right claim: a cell for a counter, or a wrong claim, never twice running (R6)."""
        if not self.passed:
            yield PASS
        empty = EVERY_CELL & ~(self.own | self.others)
        yield from (cell for cell in range(len(CELLS)) if empty >> cell & 1)

    def after(self, move: int) -> "Board":
        """As the other then sees it."""
        own = self.own if move == PASS else self.own | 1 << move
        return Board(self.others, own, self.others_holes, self.holes, self.others_passed, move == PASS)


def shows(holes: int, own: int, others: int) -> bool:
    return (holes & own).bit_count() == OWN_NEEDED and (holes & others).bit_count() == OTHERS_NEEDED


def can_claim_by(board: Board, turn: int) -> bool:
    """Whether whoever moves can claim on that turn of theirs or before, whatever the other does."""
    return bool(board.turnings()) or (turn > 1 and any(forces(board, move, turn) for move in board.moves()))


def forces(board: Board, move: int, turn: int) -> bool:
    """Whether after this move a claim follows on that turn or before."""
    then = board.after(move)
    if then.turnings():  # the other claims first
        return False
    if not then.passed and not replace(board, own=then.others).turnings() and turn == 2:
        return False  # the other lets the turn pass, and nothing is there to be claimed
    return all(can_claim_by(then.after(reply), turn - 1) for reply in then.moves())


def draw(rng: random.Random, level: int) -> tuple[Board, tuple[int, int], int]:
    """Counters as they may lie after so many turns, the plates, and who is to move: red has begun."""
    lying = rng.randint(*COUNTERS[level - 1])
    cells = list(range(len(CELLS)))
    rng.shuffle(cells)
    seat = lying % 2
    red = sum(1 << cell for cell in cells[:lying:2])
    white = sum(1 << cell for cell in cells[1:lying:2])
    plates = list(range(len(PLATES)))
    rng.shuffle(plates)
    sides = (red, white), (holes_of(plates[0]), holes_of(plates[1]))
    board = Board(sides[0][seat], sides[0][1 - seat], sides[1][seat], sides[1][1 - seat])
    return board, (plates[0], plates[1]), seat


def find_answers(board: Board, level: int) -> list[int]:
    """The turnings of a claim, or the cells of a counter, that are right; none where there is no such puzzle."""
    turnings = board.turnings()
    if replace(board, own=board.others, others=board.own, holes=board.others_holes).turnings():
        return []  # the other could have claimed
    if level == 1:
        return turnings
    if turnings or can_claim_by(board, level - 1):
        return []
    found = [move for move in board.moves() if forces(board, move, level)]
    return [] if PASS in found else found


@lru_cache(maxsize=256)
def pose(level: int, number: int) -> Puzzle:
    rng = random.Random(f"claim {level} {number}")
    while True:
        board, plates, seat = draw(rng, level)
        answers = find_answers(board, level)
        if 1 <= len(answers) <= MOST_ANSWERS:
            break
    red, white = (board.own, board.others) if seat == 0 else (board.others, board.own)
    lying = (red | white).bit_count()
    other = SEATS[1 - seat]
    asks = ASKS[level - 1] if level == 1 else f"{ASKS[level - 1]}, whatever {other} does: where do you place?"
    named = [PLATES[plate] for plate in plates]
    return Puzzle(
        kind="claim",
        level=level,
        number=number,
        options=OPTIONS | {"red_plate": named[0], "white_plate": named[1]},
        position=f"red={cells_of(red)} white={cells_of(white)} turn={COLOURS[seat]} plates={','.join(named)} "
        f"starter=red turns={lying + 1}",
        seat=seat,
        question=asks,
        answers=tuple(f"@{answer}" if level == 1 else CELLS[answer] for answer in answers),
        explanation=explain(board, level, answers[0], other),
    )


def explain(board: Board, level: int, answer: int, other: str) -> str:
    if level == 1:
        shown = show(board, answer, other)
        return f"{shown[0].upper()}{shown[1:]}."
    cell = CELLS[answer]
    if level == 2:
        placed = replace(board, own=board.own | 1 << answer)
        shown = show(placed, placed.turnings()[0], other)
        return f"On {cell} your counter makes a stencil that {other} cannot undo: {shown}."
    waiting = board.after(answer).after(PASS)
    threats = [CELLS[move] for move in waiting.moves() if move != PASS and forces(waiting, move, 2)]
    if len(threats) > 1:
        makes = f"your next counter makes a stencil on {listed(threats, 'or')}"
        return f"After {cell} {makes}, and {other} cannot stop it all."
    return f"After {cell} nothing helps {other}: you claim on your third turn at the latest."


def show(board: Board, turning: int, other: str) -> str:
    holes = board.holes[turning]
    own = listed([CELLS[cell] for cell in range(len(CELLS)) if (holes & board.own) >> cell & 1])
    return f"your plate, {QUARTERS[turning]}, shows your {own}, and {other}'s {cells_of(holes & board.others)}"


CLAIM = PuzzleKind(
    "claim", "Claim in time", "See how your plate will show three of yours and one of theirs.", lambda: COUNTS, pose
)
