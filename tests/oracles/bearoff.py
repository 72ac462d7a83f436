"""A slow second reading of bearing off with nobody in the way, from R3, R9 and R13 to R15 of Quatro's page alone.

Men are counted on the points 1, 2, and so on. `exact_wins` has the true chance of whoever rolls first, if both play
for the win and nothing else: with few men every pair of positions can be worked out.
"""

from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from itertools import product

Men = tuple[int, ...]


def all_positions(home: int, men: int) -> list[Men]:
    """All with so many men or fewer, those with the fewest pips first."""
    found = [counts for counts in product(range(men + 1), repeat=home) if sum(counts) <= men]
    return sorted(found, key=lambda counts: sum(v * n for v, n in enumerate(counts, start=1)))


def steps(men: Men, pips: int) -> Iterator[Men]:
    """R13, R15. Every position after one step with a number."""
    highest = max((v for v in range(1, len(men) + 1) if men[v - 1]), default=0)
    for v in range(1, len(men) + 1):
        if men[v - 1] and (v >= pips or v == highest):
            after = list(men)
            after[v - 1] -= 1
            if v > pips:
                after[v - pips - 1] += 1
            yield tuple(after)


def plays(men: Men, dice: tuple[int, ...]) -> set[Men]:
    """Every position after the dice in this order; what is left once all men are off lapses (R9)."""
    ends = {men}
    for pips in dice:
        ends = {after for end in ends for after in (steps(end, pips) if any(end) else (end,))}
    return ends


@cache
def results(men: Men, high: int, low: int) -> frozenset[Men]:
    """R3, R9. Every position after a whole play with a roll."""
    if high == low:
        return frozenset(plays(men, (high,) * 4))
    return frozenset(plays(men, (high, low)) | plays(men, (low, high)))


ROLLS = [(high, low, 1 if high == low else 2) for high in range(1, 7) for low in range(1, high + 1)]


def least_turns(home: int, men: int, left: int = 0) -> dict[Men, Fraction]:
    """How many turns every position needs on average until so many men are left, if nothing else counts."""
    mean: dict[Men, Fraction] = {}
    for position in all_positions(home, men):
        if sum(position) <= left:
            mean[position] = Fraction(0)
        else:
            total = sum(ways * min(mean[end] for end in results(position, high, low)) for high, low, ways in ROLLS)
            mean[position] = 1 + total / Fraction(36)
    return mean


def exact_wins(home: int, men: int) -> dict[tuple[Men, Men], float]:
    """The chance that whoever rolls wins, by his position and the other's, if both play for that alone."""
    positions = all_positions(home, men)
    none = positions[0]
    wins = {(none, other): 1.0 for other in positions} | {(own, none): 0.0 for own in positions[1:]}
    pairs = [(own, other) for own in positions[1:] for other in positions[1:]]
    for own, other in sorted(pairs, key=lambda pair: sum(v * n for men in pair for v, n in enumerate(men, start=1))):
        total = 0.0
        for high, low, ways in ROLLS:
            total += ways * max(1.0 - wins[other, end] if any(end) else 1.0 for end in results(own, high, low))
        wins[own, other] = total / 36
    return wins
