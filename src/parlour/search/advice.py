"""What to play, and why, in a sentence."""

from dataclasses import dataclass
from time import perf_counter

import numpy as np

from parlour.engine.wording import capital
from parlour.search.knowledge import levels_of
from parlour.search.line import Line, Position
from parlour.search.reasons import ALIKE, FURTHER, HOLDS_OUT, LOST, WINS, explain
from parlour.search.solver import Solution, Solver, Unsolvable
from parlour.search.thinker import Thinker, Thought, careful_thinker
from parlour.search.warming import STUDY, is_ready, is_solvable

COMPARED = 4  # moves the best is held against
EQUAL = 0.005  # points; moves that differ by less are as good as each other
LEAST = 1000  # simulations, where the strongest opponent thinks for less and has no net
SOLVING_SECONDS = 1.0  # for which exact values are looked for, where there may be some
SOLVING_BYTES = 256 << 20


def say_better(label: str, reason: str) -> str:
    """A move that is advised, with what speaks for it if that can be said."""
    return f"{capital(label)}: it {reason}." if reason else f"{capital(label)} looks best."


@dataclass(frozen=True)
class Advice:
    """A move, as it is written and as one says it, and what speaks for it."""

    code: int
    move: str
    label: str  # with a mark for everybody in it, for `people.say`
    reason: str
    values: tuple[float, ...]  # points each seat can expect after it

    def __str__(self) -> str:
        return say_better(self.label, self.reason)


def advise(position: Position) -> Advice:
    """The move that promises most, after thinking as long as the strongest opponent or longer."""
    return advise_several(position, 1)[0]


def advise_several(position: Position, most: int, seconds: float | None = None) -> list[Advice]:
    """The moves that promise most, the best first; `seconds` ends the thinking, if it would take longer.

    Where exact values are soon found they decide, as in a look back at the play.
    """
    game, values = position.game, position.values
    strongest = levels_of(game, values)[-1]
    thinker = careful_thinker(game, values)
    simulations = strongest.simulations if strongest.net else max(LEAST, strongest.simulations)
    thought = thinker.think(position, simulations=simulations, seconds=seconds)
    solution = solve_soon(position)
    if solution is not None:
        return tell_exactly(thinker, position, thought, solution, most)
    return tell_thought(thinker, position, thought, most)


class TooLate(Exception):
    """The time for exact values is over."""


def solve_soon(position: Position) -> Solution | None:
    """Exact values of all moves, where they are found in time."""
    game = position.game
    if position.seats != 2 or not is_solvable(game) or not is_ready(game, STUDY):
        return None
    solver = Solver(game, position.values, SOLVING_BYTES)
    solver.warm()
    until = perf_counter() + SOLVING_SECONDS

    def watch(done: int, wanted: int, positions: int) -> None:
        if perf_counter() > until:
            raise TooLate

    try:
        return solver.solve(Line.after(position), watch)
    except (TooLate, Unsolvable):
        return None


def tell_thought(thinker: Thinker, position: Position, thought: Thought, most: int) -> list[Advice]:
    """By what thinking came to. Moves are alike only if all of them are: to be close to one says nothing of others."""
    mover = int(position.states["to_move"][0])
    leads = {one.code: one.lead(mover) for one in thought.candidates}
    all_known = len(leads) == len(position.legal_codes()) > 1
    alike = all_known and max(leads.values()) - min(leads.values()) < EQUAL
    compared = [one.code for one in thought.candidates[:COMPARED]]
    found = []
    for one in thought.candidates[: min(most, COMPARED)]:
        worse = [code for code in compared if leads[code] < leads[one.code] - EQUAL]
        reason = explain(thinker, position, one.code, worse or compared)
        found.append(_say(position, one.code, ALIKE if alike and reason != WINS else reason, one.values))
    return found


def tell_exactly(thinker: Thinker, position: Position, thought: Thought, solution: Solution, most: int) -> list[Advice]:
    """By exact values, the soonest win and the latest loss first; of equals the one that thinking likes best."""
    game, mover = position.game, int(position.states["to_move"][0])
    assert game.solving is not None
    loss, draw, win = game.solving.points
    liked = {one.code: i for i, one in enumerate(thought.candidates)}
    worth = {code: solution.moves[game.notation.write(position.s, position.o, code)] for code in position.legal_codes()}
    order = sorted(worth, key=lambda code: (-_rank(worth[code]), liked.get(code, len(liked))))
    found = []
    for code in order[:most]:
        value = worth[code]
        worse = [other for other in order if np.sign(worth[other]) < np.sign(value)]
        reason = explain(thinker, position, code, worse)
        if reason != WINS and solution.value < 0:
            alike = LOST if len(set(worth.values())) == 1 else HOLDS_OUT
            reason = alike if value == solution.value else FURTHER
        elif reason != WINS and not worse and np.sign(value) == np.sign(solution.value):
            reason = ALIKE
        own, other = (win, loss) if value > 0 else (loss, win) if value < 0 else (draw, draw)
        found.append(_say(position, code, reason, (own, other) if mover == 0 else (other, own)))
    return found


def _rank(value: int) -> float:
    """The greater the better, of values counted in turns."""
    return 1 / value if value else 0.0


def _say(position: Position, code: int, reason: str, values: tuple[float, ...]) -> Advice:
    label = position.game.text.label(position.s, position.o, code)
    return Advice(code, position.game.notation.write(position.s, position.o, code), label, reason, values)
