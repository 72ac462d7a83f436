"""What to play, and why, in a sentence."""

from dataclasses import dataclass

from parlour.engine.wording import capital
from parlour.search.knowledge import levels_of
from parlour.search.line import Position
from parlour.search.reasons import ALIKE, WINS, explain
from parlour.search.thinker import Candidate, careful_thinker

COMPARED = 4  # moves the best is held against
EQUAL = 0.005  # points; moves that differ by less are as good as each other
LEAST = 1000  # simulations, where the strongest opponent thinks for less and has no net


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
    """The moves that promise most, the best first; `seconds` ends the thinking, if it would take longer."""
    game, values = position.game, position.values
    strongest = levels_of(game, values)[-1]
    thinker = careful_thinker(game, values)
    simulations = strongest.simulations if strongest.net else max(LEAST, strongest.simulations)
    thought = thinker.think(position, simulations=simulations, seconds=seconds)
    compared = thought.candidates[:COMPARED]
    codes = [candidate.code for candidate in compared]
    mover = int(position.states["to_move"][0])

    def tell(one: Candidate) -> Advice:
        reason = explain(thinker, position, one.code, codes)
        rivals = [other.lead(mover) for other in compared if other is not one]
        if reason != WINS and rivals and abs(one.lead(mover) - max(rivals)) < EQUAL:
            reason = ALIKE
        label = game.text.label(position.s, position.o, one.code)
        return Advice(one.code, game.notation.write(position.s, position.o, one.code), label, reason, one.values)

    return [tell(one) for one in compared[:most]]
