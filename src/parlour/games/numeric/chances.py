"""What chance may bring, and how likely it is."""

from parlour.engine.bits import count_bits, lowest_bit
from parlour.engine.contract import Record, Weights
from parlour.engine.shares import list_cases
from parlour.games.numeric.reach import FOUR, ROLLS, THREE
from parlour.games.numeric.state import Outcome

FOUR_THROWN = list_cases(ROLLS[:FOUR])  # which throw each of the 6 × 6 × 6 × 6 is
THREE_THROWN = FOUR + list_cases(ROLLS[FOUR:])


def weigh_throws(s: Record, o: Record, weights: Weights) -> int:
    """R1. Three dice, or four."""
    if has_three_dice(o, s.throws):
        for throw in range(FOUR, FOUR + THREE):
            weights[Outcome.THROW + throw] = ROLLS[throw]
        return 6**3
    for throw in range(FOUR):
        weights[Outcome.THROW + throw] = ROLLS[throw]
    return 6**4


def has_three_dice(o: Record, throws: int) -> bool:
    """R1. Whether the next throw is of three dice; a fourth may be added after some throws."""
    return o.dice == 3 and (o.dice_up_after == 0 or throws < o.dice_up_after)


def weigh_set(things: int, first: int, weights: Weights) -> int:
    """All of a set alike; how many they are."""
    n = count_bits(things)
    while things:
        weights[first + lowest_bit(things)] = 1
        things &= things - 1
    return n
