"""Help for learners: what else a throw could have made, hints step by step, and all the numbers of a throw."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from parlour.engine.wording import listed
from parlour.games.numeric.expressions import cost, explain, simplest, written
from parlour.games.numeric.reach import class_table

SHOWN = 3  # of the numbers that pay most, or would have paid more
HINTS = 5  # steps of a hint


class Offer(NamedTuple):
    """A number that can be made, what it pays, and the simplest way to make it."""

    number: int
    reward: int
    expression: str


def find_all(dice: Sequence[int], rational: bool = False) -> dict[int, str]:
    """Every number of a throw in ascending order, with its simplest expression."""
    return {number: _simplest(dice, number, rational) for number in sorted(class_table(dice, rational))}


def offers(dice: Sequence[int], rewards: Mapping[int, int], rational: bool = False) -> list[Offer]:
    """What a throw makes of the numbers that are free: the best paying first, and the simplest of those that pay alike.

    `rewards` has the free numbers and what each would pay now.
    """
    found = [
        Offer(number, rewards[number], _simplest(dice, number, rational))
        for number in class_table(dice, rational)
        if number in rewards
    ]
    return sorted(found, key=lambda offer: (-offer.reward, cost(offer.expression), offer.number))


def better(dice: Sequence[int], made: int | None, rewards: Mapping[int, int], rational: bool = False) -> list[Offer]:
    """At most three numbers that would have paid more than the one made, or than passing (None).

    `rewards` is as it was before the number was made.
    """
    if made is not None and made not in rewards:
        raise ValueError(f"nothing is known of the reward of {made}: expected the rewards from before it was made")
    paid = 0 if made is None else rewards[made]
    return [offer for offer in offers(dice, rewards, rational) if offer.reward > paid][:SHOWN]


def hint(dice: Sequence[int], rewards: Mapping[int, int], step: int, rational: bool = False) -> str:
    """A hint in five steps: how many free numbers there are and what the best pays, which they are, the best paying of
    them or, where all pay the same, the easiest, how the simplest of those begins, and the whole calculation."""
    if step not in range(1, HINTS + 1):
        raise ValueError(f"there is no hint {step}: expected 1 to {HINTS}")
    found = offers(dice, rewards, rational)
    if not found:
        return f"no free number can be made from {' '.join(map(str, dice))}"
    number, _, expression = found[0]
    is_alike = found[0].reward == found[-1].reward
    if step == 1:
        tens = 10 * ((number - 1) // 10)
        where = f"between {tens + 1} and {tens + 10}"
        if len(found) == 1:
            return f"one free number can be made, {where}"
        best = f"the easiest is {where}" if is_alike else f"the best of them pays £{found[0].reward:,}"
        return f"{len(found)} free numbers can be made, and {best}"
    if step == 2 or (step == 3 and len(found) == 1):
        return f"free, and can be made: {listed([str(n) for n in sorted(offer.number for offer in found)])}"
    if step == 3:
        what = "the easiest" if is_alike else "what pays best"
        return f"{what}: {listed([str(offer.number) for offer in found[:SHOWN]])}"
    if step == 4:
        return f"to make {number}, begin with {explain(expression, dice, rational)[0]}"
    return f"{number} = {written(expression)}"


def _simplest(dice: Sequence[int], number: int, rational: bool) -> str:
    expression = simplest(dice, number, rational=rational)
    assert expression is not None, f"{number} is in the table of {dice}"
    return expression
