"""Why a move is better than another, in words: from the difference in what the game's knowledge saw."""

from collections.abc import Sequence

import numpy as np

from parlour.search.arena import win_share
from parlour.search.knowledge import weighing_of
from parlour.search.line import Line, Position
from parlour.search.thinker import Thinker

MOST = 2  # reasons given at a time
WORTH_SAYING = 0.3  # of the weightiest
NOTICEABLE = 0.02  # in strength; less is nothing to speak of
FURTHER = ""  # it pays off later, and nobody can say how: then the move alone is told
ALIKE = "is as good as any"
WINS = "wins at once"
HOLDS_OUT = "holds out longest, though the opponent can win whatever is played"
LOST = "is as good as any, though the opponent can win whatever is played"


def explain(thinker: Thinker, position: Position, better: int, others: Sequence[int]) -> str:
    """What speaks for an action against the others: `gains in the race and leaves no blot`."""
    mover = int(position.states["to_move"][0])
    after = Line.after(position, better)
    if after.over and win_share(after.score, mover) == 1:
        return WINS
    opponents = position.game.opponents
    reasons = opponents.reasons_under(position.values) if opponents else {}
    knowledge = weighing_of(position.game, position.options)
    compared = [other for other in others if other != better]
    if knowledge is None or not reasons or not compared or after.over:
        return FURTHER
    more = thinker.weigh(after) - np.mean([thinker.weigh(Line.after(position, other)) for other in compared], axis=0)
    weighed = []
    for i, term in enumerate(knowledge.terms):
        good = -1 if opponents and term in opponents.faults else 1
        own, against = more[mover, i], -np.delete(more[:, i], mover).sum()
        for change, words in zip((own, against), reasons[term], strict=True):
            if change * good > 0:  # a weight may be against the words: what they say must be so, whatever speaks for it
                weighed.append((change * knowledge.weights[i], words))
    weighed.sort(key=lambda entry: -entry[0])
    limit = max(NOTICEABLE, WORTH_SAYING * weighed[0][0]) if weighed else NOTICEABLE
    told = [words for weight, words in weighed[:MOST] if weight >= limit]
    return " and ".join(told) or FURTHER
