"""What to play, and why, in a sentence."""

from dataclasses import dataclass

from parlour.search.knowledge import levels_of
from parlour.search.line import Position
from parlour.search.reasons import explain
from parlour.search.thinker import careful_thinker

COMPARED = 4  # moves the best is held against
LEAST = 1000  # simulations, where even the strongest opponent thinks for less


@dataclass(frozen=True)
class Advice:
    """A move, as it is written, and what speaks for it."""

    code: int
    move: str
    reason: str

    def __str__(self) -> str:
        return f"{self.move}: it {self.reason}."


def advise(position: Position) -> Advice:
    """The move that promises most, after thinking as long as the strongest opponent or longer."""
    game, values = position.game, position.values
    strongest = levels_of(game, values)[-1]
    thinker = careful_thinker(game, values)
    thought = thinker.think(position, simulations=max(LEAST, strongest.simulations))
    codes = [candidate.code for candidate in thought.candidates[:COMPARED]]
    s, o = position.s, position.o
    return Advice(codes[0], game.notation.write(s, o, codes[0]), explain(thinker, position, codes[0], codes))
