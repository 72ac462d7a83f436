"""The doubling cube: how often it is offered and taken, and how often that is right."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from parlour.laboratory.estimates import Estimate
from parlour.laboratory.looks import OFFER, TAKE, Call, Look
from parlour.laboratory.measures import mean_of, ratio_of

RIGHT = 0.02  # points: what gives away no more than this is right


@dataclass(frozen=True)
class Cube:
    """What was done with the cube. Shares of nothing are not known."""

    chances: Estimate  # decisions a play at which it could have been offered
    offers: Estimate  # a play
    offered: Estimate  # the share of the chances
    taken: Estimate  # the share of the offers that were answered
    offers_right: Estimate
    waits_right: Estimate  # chances at which it was not offered
    answers_right: Estimate
    lost: Estimate  # points given away a decision about the cube


def measure_cube(looks: Sequence[Look]) -> Cube | None:
    """What these plays tell about the cube; None where there is none in play."""
    if not any(look.calls for look in looks):
        return None

    def share(of: Callable[[Call], bool], among: Callable[[Call], bool]) -> Estimate:
        met = [[call for call in look.calls if among(call)] for look in looks]
        return ratio_of([float(sum(map(of, calls))) for calls in met], [float(len(calls)) for calls in met])

    return Cube(
        chances=mean_of([float(sum(call.offering for call in look.calls)) for look in looks]),
        offers=mean_of([float(sum(call.chosen == OFFER for call in look.calls)) for look in looks]),
        offered=share(lambda call: call.chosen == OFFER, lambda call: call.offering),
        taken=share(lambda call: call.chosen == TAKE, lambda call: not call.offering),
        offers_right=share(is_right, lambda call: call.chosen == OFFER),
        waits_right=share(is_right, lambda call: call.offering and call.chosen != OFFER),
        answers_right=share(is_right, lambda call: not call.offering),
        lost=ratio_of(
            [sum(call.lost for call in look.calls) for look in looks], [float(len(look.calls)) for look in looks]
        ),
    )


def is_right(call: Call) -> bool:
    return call.lost <= RIGHT
