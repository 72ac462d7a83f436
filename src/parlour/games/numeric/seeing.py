"""What somebody overlooks: calculations that are too hard for him, and ways to make a number that are no better."""

import numpy as np
from numpy.typing import NDArray

from parlour.engine.bits import lowest_bit
from parlour.engine.contract import Record
from parlour.engine.level import EVERYTHING
from parlour.games.numeric import expressions
from parlour.games.numeric.placing import bit, formable, word
from parlour.games.numeric.reach import CLASSES, HIGHEST, INDEX, REACH, THROWS, WORD, class_table
from parlour.games.numeric.state import Action, Phase

# Sights: up to HARDEST, the cost of the hardest calculation that somebody sees
BEGINNER = 1  # also takes the money rather than end a game, and uses its own rack alone
HARDEST = 7
BEST_SIGNS = 8


def _costs() -> NDArray[np.int64]:
    """For every throw and every number with its class, as 4(n − 1) + c: what the simplest calculation costs."""
    costs = np.full((len(THROWS), 4 * HIGHEST), HARDEST, np.int64)
    for throw in THROWS:
        for n, classes in class_table(throw).items():
            for c in range(CLASSES):
                if classes >> c & 1:
                    signs = expressions.simplest(throw, n, c) or ""
                    cost = sum(expressions.COSTS.get(sign, 2 * (sign == "(")) for sign in signs)
                    costs[INDEX[throw], 4 * (n - 1) + c] = cost
    return costs


COST = _costs()


def overlooks(s: Record, o: Record, action: int, sight: int) -> bool:
    """Whether arithmetic is too hard; from BEST_SIGNS on, only signs that no card likes better are left out.

    When throws go by without a placement everybody looks more closely, or a game of beginners would not end.
    """
    if sight >= EVERYTHING:
        return False
    if s.phase == Phase.CHOOSING:
        return action == Action.END and sight <= BEGINNER
    if s.phase != Phase.FORMING:
        return False
    if sight >= BEST_SIGNS:
        return action != Action.PASS and has_better_signs(s, o, action - Action.FORM)
    sight = min(HARDEST, sight + s.idle // 2)
    if action == Action.PASS:
        return sees_number(s, o, sight)
    return is_hard(s, o, action - Action.FORM, sight)


def is_hard(s: Record, o: Record, way: int, sight: int) -> bool:
    """Whether a way to make a number is beyond a sight; in the scramble, beginners look at their own rack only."""
    if COST[s.throw, way] > sight:
        return True
    n = 1 + way // 4
    return s.circuit > 0 and sight <= BEGINNER and not s.racks[s.turn, word(n)] & bit(n)


def sees_number(s: Record, o: Record, sight: int) -> bool:
    for w in range(2):
        numbers = formable(s, o, w)
        while numbers:
            n = WORD * w + lowest_bit(numbers) + 1
            numbers &= numbers - 1
            for c in range(CLASSES):
                makes = REACH[o.fractions, s.throw, c, w] & bit(n)
                if makes and not is_hard(s, o, 4 * (n - 1) + c, sight):
                    return True
    return False


def has_better_signs(s: Record, o: Record, way: int) -> bool:
    """Whether the number can also be made with more signs that a card may reward; without cards one way is enough."""
    n = 1 + way // 4
    signs = way % 4
    for other in range(CLASSES):
        if other != signs and REACH[o.fractions, s.throw, other, word(n)] & bit(n):
            if (other & signs == signs) if o.cards else (other < signs):
                return True
    return False
